//! Worlds of different weight.

use fogbound_env::Rng;

/// A world, and how likely it is beside others.
#[derive(Clone, Debug)]
pub(super) struct Weighed<W> {
    pub(super) world: W,
    pub(super) weight: f32,
}

/// How many worlds of equal weight tell as much as these (Kong 1992).
pub(super) fn sample_size<W>(worlds: &[Weighed<W>]) -> f32 {
    let sum: f32 = worlds.iter().map(|one| one.weight).sum();
    let squares: f32 = worlds.iter().map(|one| one.weight * one.weight).sum();
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}

/// Draws `count` worlds of equal weight. Each comes up as often as its share, to the next whole number up or down, so
/// that worlds of equal weight are not thinned out.
pub(super) fn resample<W: Clone>(worlds: Vec<Weighed<W>>, count: usize, rng: &mut Rng, out: &mut Vec<W>) {
    let sum: f64 = worlds.iter().map(|one| f64::from(one.weight)).sum();
    let step = sum / count as f64;
    let mut due = f64::from(rng.unit()) * step;
    let mut passed = 0.0;
    let most = out.len() + count;
    for Weighed { world, weight } in worlds {
        passed += f64::from(weight);
        while due < passed && out.len() < most {
            out.push(world.clone());
            due += step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(weights: &[f32]) -> Vec<Weighed<usize>> {
        let one = |(world, &weight)| Weighed { world, weight };
        weights.iter().enumerate().map(one).collect()
    }

    #[test]
    fn worlds_come_up_by_their_weight() {
        let mut rng = Rng::new(5);
        let mut drawn = Vec::new();
        resample(weighed(&[1.0, 0.0, 2.5, 0.5]), 40, &mut rng, &mut drawn);
        let times = |world| drawn.iter().filter(|&&one| one == world).count();
        assert_eq!([times(0), times(1), times(2), times(3)], [10, 0, 25, 5]);
    }

    #[test]
    fn a_few_draws_from_many_are_right_on_average() {
        let mut rng = Rng::new(6);
        let mut drawn = Vec::new();
        (0..4_000).for_each(|_| resample(weighed(&[0.1, 0.3, 0.6]), 1, &mut rng, &mut drawn));
        let share = drawn.iter().filter(|&&one| one == 1).count() as f32 / 4_000.0;
        assert!((share - 0.3).abs() < 0.03, "{share}");
    }

    #[test]
    fn the_sample_size_counts_what_weighs() {
        assert_eq!(sample_size(&weighed(&[2.0; 8])), 8.0);
        assert_eq!(sample_size(&weighed(&[1.0, 0.0, 0.0])), 1.0);
        assert_eq!(sample_size(&weighed(&[])), 0.0);
    }
}
