//! How well values foretell results.

use serde::{Deserialize, Serialize};

/// Classes of values, from -1 to 1.
const CLASSES: usize = 10;

/// Sums are kept in these units, as whole numbers: they are the same in whatever order they are added up.
const UNIT: f64 = 1.0 / (1 << 20) as f64;

/// Values are from -1 to 1 or a little beyond; what is out of all bounds counts as this, so that sums stay numbers.
const MOST: f64 = 1000.0;

fn in_units(number: f64) -> i64 {
    (number / UNIT).round() as i64
}

/// Values that a network gave in games, beside how these ended: both from -1 to 1 for the seat that decided.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Foresight {
    classes: [Class; CLASSES],
    /// Squares of the errors, and of the results, added up.
    errors: i64,
    results: i64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Class {
    count: u64,
    /// What was expected, and what came, added up.
    expected: i64,
    came: i64,
}

impl Foresight {
    /// Notes what was expected of a game, and what came of it.
    pub fn note(&mut self, expected: f32, came: f32) {
        let (expected, came) = (f64::from(expected).clamp(-MOST, MOST), f64::from(came));
        let place = f64::midpoint(expected.clamp(-1.0, 1.0), 1.0) * CLASSES as f64;
        let class = &mut self.classes[(place as usize).min(CLASSES - 1)];
        class.count += 1;
        class.expected += in_units(expected);
        class.came += in_units(came);
        self.errors += in_units((expected - came).powi(2));
        self.results += in_units(came.powi(2));
    }

    /// Adds what another has noted.
    pub fn add(&mut self, other: &Foresight) {
        for (class, other) in self.classes.iter_mut().zip(&other.classes) {
            class.count += other.count;
            class.expected += other.expected;
            class.came += other.came;
        }
        self.errors += other.errors;
        self.results += other.results;
    }

    /// How many values there are.
    pub fn count(&self) -> u64 {
        self.classes.iter().map(|class| class.count).sum()
    }

    /// A sum, for each value.
    fn each(&self, sum: i64) -> f64 {
        sum as f64 * UNIT / self.count().max(1) as f64
    }

    fn mean(&self, of: impl Fn(&Class) -> i64) -> f64 {
        self.each(self.classes.iter().map(of).sum())
    }

    /// How much too high the values were.
    pub fn bias(&self) -> f64 {
        self.mean(|class| class.expected - class.came)
    }

    /// How far the values were off, when those of a class are taken together: 0 is calibrated.
    pub fn miscalibration(&self) -> f64 {
        self.mean(|class| (class.expected - class.came).abs())
    }

    /// How much of what results vary by was foretold: 1 is all of it, 0 is no more than their mean tells.
    pub fn explained(&self) -> f64 {
        let variance = self.each(self.results) - self.mean(|class| class.came).powi(2);
        if variance > 0.0 { 1.0 - self.each(self.errors) / variance } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(pairs: &[(f32, f32)]) -> Foresight {
        let mut foresight = Foresight::default();
        for &(expected, came) in pairs {
            foresight.note(expected, came);
        }
        foresight
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-5
    }

    #[test]
    fn who_is_right_on_average_is_calibrated() {
        // Of four games with a value of 0.5, three are won.
        let right = noted(&[(0.5, 1.0), (0.5, 1.0), (0.5, 1.0), (0.5, -1.0)]);
        assert!(near(right.miscalibration(), 0.0) && near(right.bias(), 0.0) && near(right.explained(), 0.0));
        let sure = noted(&[(1.0, 1.0), (-1.0, -1.0)]);
        assert!(near(sure.explained(), 1.0) && near(sure.miscalibration(), 0.0));
    }

    #[test]
    fn too_sure_is_miscalibrated_without_a_bias() {
        let mut too_sure = noted(&[(0.9, 1.0), (0.9, -1.0)]);
        too_sure.add(&noted(&[(-0.9, 1.0), (-0.9, -1.0)]));
        assert_eq!(too_sure.count(), 4);
        assert!(near(too_sure.bias(), 0.0) && near(too_sure.miscalibration(), 0.9));
        assert!(near(too_sure.explained(), -0.81), "{}", too_sure.explained());
        assert!(near(noted(&[(0.5, 0.0), (-0.5, -1.0)]).bias(), 0.5));
        assert_eq!(Foresight::default().explained(), 0.0);
    }

    #[test]
    fn values_beyond_the_range_are_in_the_outermost_classes() {
        let beyond = noted(&[(3.0, 1.0), (-3.0, -1.0), (1.0, 1.0)]);
        assert_eq!((beyond.classes[0].count, beyond.classes[CLASSES - 1].count), (1, 2));
        let lost = noted(&[(f32::MAX, 1.0), (f32::MAX, 1.0), (f32::MIN, 1.0)]);
        assert!(lost.miscalibration() > 900.0 && lost.explained() <= 0.0);
    }
}
