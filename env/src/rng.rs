//! The one source of randomness, and how seeds become games.
//!
//! Fogbound uses PCG32 (`rand_pcg`'s `Pcg32`: 64-bit state, 32-bit output, selectable stream) everywhere that a
//! result must be repeatable. `rand`'s own `StdRng` and its range sampling may change between versions, so
//! bounded numbers are drawn here, by Lemire's multiply-and-reject method.
//!
//! A *seed* names a whole run; the games of the run each get a *stream* of their own: game `i` of seed `s` is
//! `Rng::stream(s, i)`. Any game of a run can thus be repeated alone, and the order in which threads play the
//! games changes nothing.

use std::convert::Infallible;

use rand::TryRng;
use rand_pcg::Pcg32;

/// A portable random generator: the same seed gives the same numbers on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Pcg32);

/// The finaliser of `SplitMix64`: spreads nearby numbers over all 64 bits.
const fn spread(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

impl Rng {
    /// The generator of a lone game: stream 0 of its seed.
    pub fn new(seed: u64) -> Rng {
        Rng::stream(seed, 0)
    }

    /// The generator of game `index` of the run named `seed`.
    pub fn stream(seed: u64, index: u64) -> Rng {
        Rng(Pcg32::new(spread(seed ^ spread(index)), spread(index)))
    }

    /// The next 32 random bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        let Ok(bits) = self.0.try_next_u32();
        bits
    }

    /// A number in `0..n`, each equally likely. `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "there is no number below 0");
        let mut product = u64::from(self.bits()) * u64::from(n);
        // The product is biased only if its low half falls into the remainder of 2^32 / n.
        if (product as u32) < n {
            let reject = n.wrapping_neg() % n;
            while (product as u32) < reject {
                product = u64::from(self.bits()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// A number in `0.0..1.0`, with 24 random bits.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / (1u32 << 24) as f32
    }

    /// Puts the items into a random order, each order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// So that the distributions of `rand` can draw from this generator.
impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(dst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers were computed by a separate program from the definition of PCG32.
    #[test]
    fn streams_are_fixed_for_ever() {
        let draw = |mut rng: Rng| [rng.bits(), rng.bits(), rng.bits()];
        assert_eq!(draw(Rng::new(0)), [4_126_767_943, 3_317_601_679, 1_421_527_476]);
        assert_eq!(draw(Rng::stream(7, 42)), [3_098_841_560, 2_333_398_245, 3_619_084_294]);
    }

    #[test]
    fn bounded_numbers_are_uniform() {
        let mut rng = Rng::new(1);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6) as usize] += 1;
        }
        // Chi-squared with 5 degrees of freedom: 20.5 is exceeded once in a thousand times.
        let chi2: f64 = seen.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi2 < 20.5, "{seen:?}");
    }

    #[test]
    fn neighbouring_games_do_not_resemble_each_other() {
        let mut firsts: Vec<u32> = (0..1_000).map(|i| Rng::stream(3, i).bits()).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert!(firsts.len() > 995);
    }

    #[test]
    fn a_shuffle_keeps_the_items() {
        let mut items: Vec<u32> = (0..52).collect();
        Rng::new(9).shuffle(&mut items);
        assert_ne!(items, (0..52).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..52).collect::<Vec<_>>());
    }
}
