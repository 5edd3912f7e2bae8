//! The published layout of a game's observation vector.

use serde::Serialize;

use crate::fingerprint::Fingerprint;

/// A named span of the observation vector.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Field {
    /// What the span is called in documents and error messages.
    pub name: &'static str,
    /// Its dimensions, outermost first; a single number is `&[1]`.
    pub shape: &'static [usize],
    /// The smallest and the largest value that ever stand in it.
    pub range: (f32, f32),
    /// What the numbers mean, in one sentence.
    pub meaning: &'static str,
}

impl Field {
    /// A span of zeros and ones.
    pub const fn flags(name: &'static str, shape: &'static [usize], meaning: &'static str) -> Field {
        Field { name, shape, range: (0.0, 1.0), meaning }
    }

    /// How many numbers the span has.
    pub const fn len(&self) -> usize {
        let mut len = 1;
        let mut i = 0;
        while i < self.shape.len() {
            len *= self.shape[i];
            i += 1;
        }
        len
    }

    /// Whether the span has no numbers at all.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The layout of an observation: spans that follow one another without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Schema {
    /// The spans in order.
    pub fields: &'static [Field],
    /// Names of the view's fields that the vector leaves out (all else in the view can be told from it). A dot leads
    /// into a structure, or into all structures of a list: `people.place`.
    pub omits: &'static [&'static str],
}

impl Schema {
    /// Length of the observation vector.
    pub const fn len(&self) -> usize {
        let mut len = 0;
        let mut i = 0;
        while i < self.fields.len() {
            len += self.fields[i].len();
            i += 1;
        }
        len
    }

    /// Whether the vector has no numbers at all.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// First index of the span called `name`. In a `const`, a misspelt name does not compile.
    pub const fn start(&self, name: &str) -> usize {
        let mut start = 0;
        let mut i = 0;
        while i < self.fields.len() {
            if same(self.fields[i].name, name) {
                return start;
            }
            start += self.fields[i].len();
            i += 1;
        }
        panic!("the schema has no field of that name")
    }

    /// A number that changes whenever the layout does; a checkpoint remembers it.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fields.iter().fold(Fingerprint::default(), |print, field| {
            let (low, high) = field.range;
            print.then(field.name).then(field.shape).then(&low.to_bits()).then(&high.to_bits())
        })
    }
}

/// `a == b` for use at compile time.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: Schema = Schema {
        fields: &[
            Field::flags("card", &[3], "one-hot"),
            Field { name: "score", shape: &[2, 2], range: (-1.0, 1.0), meaning: "scores" },
        ],
        omits: &[],
    };

    #[test]
    fn spans_follow_one_another() {
        const SCORE: usize = SCHEMA.start("score");
        assert_eq!((SCHEMA.start("card"), SCORE, SCHEMA.len()), (0, 3, 7));
    }

    #[test]
    fn the_fingerprint_tells_layouts_apart() {
        let shorter = Schema { fields: &SCHEMA.fields[..1], omits: &[] };
        assert_ne!(SCHEMA.fingerprint(), shorter.fingerprint());
    }
}
