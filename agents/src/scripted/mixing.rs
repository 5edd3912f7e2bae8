//! From scores to mixed strategies.

/// About `e` to the power of `x`, for `x` of at most 0: by squaring, so that it is quick and the same everywhere.
pub(super) fn decay(x: f32) -> f32 {
    let mut y = (1.0 + x / 32.0).max(0.0);
    for _ in 0..5 {
        y *= y;
    }
    y
}

/// Turns scores into weights: the best gets 1, and one that is worse by `spread` about a third of it.
pub(super) fn mix(scores: &mut [f32], spread: f32) {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for score in scores {
        *score = decay((*score - best) / spread);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_fall_with_the_score() {
        assert!((decay(-1.0) - (-1.0f32).exp()).abs() < 0.01);
        assert_eq!((decay(0.0), decay(-40.0)), (1.0, 0.0));
        let mut weights = [0.5, 1.0, -80.0];
        mix(&mut weights, 0.5);
        assert_eq!(weights[1], 1.0);
        assert!((weights[0] - 0.36).abs() < 0.02 && weights[2] == 0.0, "{weights:?}");
    }
}
