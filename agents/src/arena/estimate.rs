//! Numbers with their uncertainty.

use serde::Serialize;

/// The normal quantile that leaves 2.5 % on either side.
const Z: f64 = 1.96;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean of the sample.
    pub mean: f64,
    /// Half the width of the interval: the true mean lies within `mean ± margin` in 95 of 100 such samples.
    pub margin: f64,
    /// Size of the sample.
    pub count: u64,
}

impl Estimate {
    /// The estimate from a sample, by the normal approximation.
    pub fn of(sample: &[f64]) -> Estimate {
        let count = sample.len() as f64;
        let mean = sample.iter().sum::<f64>() / count;
        let variance = sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Estimate { mean, margin: Z * (variance / count).sqrt(), count: sample.len() as u64 }
    }
}

/// How often something happened, with Wilson's 95 % interval, which stays honest for few games and for rates near 0
/// and 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// The share of the sample.
    pub rate: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Size of the sample.
    pub count: u64,
}

impl Rate {
    /// The rate of `hits` among `count`; of nothing it is 0, somewhere from 0 to 1.
    pub fn of(hits: u64, count: u64) -> Rate {
        if count == 0 {
            return Rate { rate: 0.0, low: 0.0, high: 1.0, count };
        }
        let n = count as f64;
        let rate = hits as f64 / n;
        let centre = (rate + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
        Rate { rate, low: (centre - half).max(0.0), high: (centre + half).min(1.0), count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_of_known_samples() {
        let estimate = Estimate::of(&[1.0, -1.0, 1.0, -1.0]);
        assert_eq!((estimate.mean, estimate.count), (0.0, 4));
        assert!((estimate.margin - 1.96 * (4.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!(Estimate::of(&[0.5]).margin, 0.0);
    }

    /// The figures are those of Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    #[test]
    fn intervals_of_rates_are_wilsons() {
        for (hits, count, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let rate = Rate::of(hits, count);
            assert!((rate.low - low).abs() < 6e-5 && (rate.high - high).abs() < 6e-5, "{rate:?}");
        }
        assert_eq!(Rate::of(0, 0), Rate { rate: 0.0, low: 0.0, high: 1.0, count: 0 });
    }
}
