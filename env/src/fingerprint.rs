//! Numbers that stand for data: the same on every machine, in every build.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

/// A 64-bit digest of a value, from its derived [`Hash`]. Equal values give equal digests on every machine.
///
/// ```
/// use fogbound_env::Fingerprint;
/// assert_eq!(Fingerprint::of(&[1u8, 2]), Fingerprint::of(&[1u8, 2]));
/// assert_ne!(Fingerprint::of(&[1u8, 2]), Fingerprint::of(&[2u8, 1]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// The digest of `value`.
    pub fn of<T: Hash + ?Sized>(value: &T) -> Fingerprint {
        Fingerprint::default().then(value)
    }

    /// The digest of everything digested so far, followed by `value`.
    #[must_use]
    pub fn then<T: Hash + ?Sized>(self, value: &T) -> Fingerprint {
        let mut hasher = PortableHasher(self.0);
        value.hash(&mut hasher);
        Fingerprint(hasher.0)
    }

    /// [`then`](Fingerprint::then) for a single word, for use where every nanosecond counts.
    #[inline]
    #[must_use]
    pub fn then_word(self, word: u64) -> Fingerprint {
        let mut hasher = PortableHasher(self.0);
        hasher.word(word);
        Fingerprint(hasher.0)
    }
}

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0x243F_6A88_85A3_08D3)
    }
}

impl std::fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl std::str::FromStr for Fingerprint {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Fingerprint, Self::Err> {
        u64::from_str_radix(text, 16).map(Fingerprint)
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Fingerprint, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse()
            .map_err(|_| serde::de::Error::custom(format!("{text:?} is not a hexadecimal fingerprint")))
    }
}

/// A [`Hasher`] that does not depend on the machine's word size. (Arrays of integers are hashed as the bytes that
/// lie in memory, so a big-endian machine would differ; none of our targets is one.)
struct PortableHasher(u64);

impl PortableHasher {
    #[inline]
    fn word(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        let folded = product as u64 ^ (product >> 64) as u64;
        // The constant keeps a run of zeros from staying zero.
        self.0 = folded.rotate_left(29).wrapping_add(0xD6E8_FEB8_6659_FD93);
    }
}

impl Hasher for PortableHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.word(n.into());
    }

    fn write_u16(&mut self, n: u16) {
        self.word(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.word(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.word(n);
    }

    fn write_u128(&mut self, n: u128) {
        self.word(n as u64);
        self.word((n >> 64) as u64);
    }

    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }

    fn write_i8(&mut self, n: i8) {
        self.word(n as u64);
    }

    fn write_i16(&mut self, n: i16) {
        self.word(n as u64);
    }

    fn write_i32(&mut self, n: i32) {
        self.word(n as u64);
    }

    fn write_i64(&mut self, n: i64) {
        self.word(n as u64);
    }

    fn write_i128(&mut self, n: i128) {
        self.write_u128(n as u128);
    }

    fn write_isize(&mut self, n: isize) {
        self.word(n as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_fixed_for_ever() {
        #[derive(Hash)]
        enum Suit {
            Hearts(u8),
            Spades { rank: u16 },
        }
        let value = (Suit::Hearts(3), Suit::Spades { rank: 9 }, [Some(1u32), None], "fog", -1i8);
        assert_eq!(Fingerprint::of(&value).to_string(), "1d34c7c0549945c7");
    }

    #[test]
    fn a_word_is_digested_like_any_number() {
        assert_eq!(Fingerprint(5).then_word(9), Fingerprint(5).then(&9u64));
    }

    #[test]
    fn text_round_trip() {
        let print = Fingerprint(0xAB);
        assert_eq!(print.to_string(), "00000000000000ab");
        assert_eq!(print.to_string().parse(), Ok(print));
        assert!("xyz".parse::<Fingerprint>().is_err());
    }
}
