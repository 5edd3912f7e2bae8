//! What is kept to be learnt from again: searched decisions are too dear to be looked at once.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use fogbound_env::Rng;
use fogbound_env::registry::Info;

use crate::learn::HOPELESS;
use crate::play::{Harvest, Lesson, SearchOptions, Tally};
use crate::samples::Samples;
use crate::shards;

/// The samples of the last updates.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    kept: VecDeque<Kept>,
}

#[derive(Clone, Debug)]
struct Kept {
    update: u64,
    samples: Samples,
    /// What is at stake at each: how far the search told the actions apart.
    stakes: Vec<f64>,
    written: bool,
}

/// No decision counts as less at stake, so that each has its chance.
const LEAST_STAKE: f64 = 0.05;

impl Kept {
    fn new(update: u64, samples: Samples, written: bool) -> Kept {
        let stakes = (0..samples.len()).map(|i| stake(samples.decisions.policies.row(i).1)).collect();
        Kept { update, samples, stakes, written }
    }
}

/// The standard deviation of a policy's logarithms. It depends on the decision and not on how the game went on, so what comes
/// up more often for it is not learnt to end better or worse than it does.
fn stake(logs: &[f32]) -> f64 {
    let best = logs.iter().copied().fold(f32::MIN, f32::max);
    let logs = || logs.iter().map(|log| f64::from(log - best).max(-HOPELESS));
    let count = logs().count().max(1) as f64;
    let mean = logs().sum::<f64>() / count;
    (logs().map(|log| (log - mean).powi(2)).sum::<f64>() / count).sqrt().max(LEAST_STAKE)
}

impl Replay {
    /// How many updates' samples there are.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Takes in the samples of an update, and gives back what it is to learn from: all of them, and some of those before
    /// them. Of the older ones the newer half of the window is drawn from twice as often, and those with more at stake are
    /// drawn more often if `importance` says so.
    pub(crate) fn mix(&mut self, update: u64, new: &Samples, how: &SearchOptions, rng: &mut Rng) -> Samples {
        // A run that was killed before it could tidy up finds older ones on the disk.
        self.shorten(how.window);
        let mut mixed = new.clone();
        let half = how.window.div_ceil(2);
        let recent = |age: usize| if age < half { 2.0 } else { 1.0 };
        // Where the chances of each older decision end, in a row.
        let (mut ends, mut all) = (Vec::new(), 0.0);
        for (age, kept) in self.kept.iter().rev().enumerate() {
            for (i, stake) in kept.stakes.iter().enumerate() {
                all += recent(age) * stake.powf(how.importance);
                ends.push((all, &kept.samples, i));
            }
        }
        let wanted = (how.again * new.len() as f64).min(ends.len() as f64) as usize;
        for _ in 0..wanted {
            let ticket = f64::from(rng.bits()) / 2f64.powi(32) * all;
            let at = ends.partition_point(|(end, ..)| *end <= ticket).min(ends.len() - 1);
            mixed.copy_from(ends[at].1, ends[at].2);
        }
        self.kept.push_back(Kept::new(update, new.clone(), false));
        self.shorten(how.window);
        mixed
    }

    fn shorten(&mut self, window: usize) {
        let surplus = self.kept.len().saturating_sub(window);
        self.kept.drain(..surplus);
    }

    /// Writes what is not in `folder` yet.
    pub fn save(&mut self, folder: &Path, info: &Info, inputs: usize) -> Result<()> {
        if self.kept.is_empty() {
            return Ok(());
        }
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        for kept in self.kept.iter_mut().filter(|kept| !kept.written) {
            let tally = Tally::new(info.teams.len());
            let harvest = Harvest { samples: kept.samples.clone(), tally };
            shards::write(folder, info, inputs, (kept.update, 0, 0), Lesson::Search, &harvest)?;
            kept.written = true;
        }
        Ok(())
    }

    /// Removes from `folder` what is not learnt from again. That is for after the checkpoint has been written: until then a run
    /// that is killed goes on from the one before, and needs what that one had.
    pub fn tidy(&self, folder: &Path) -> Result<()> {
        let Some(oldest) = self.kept.front().map(|kept| kept.update) else { return Ok(()) };
        for path in shards::list(folder)? {
            if shards::update_of(&path).is_some_and(|update| update < oldest) {
                fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
        Ok(())
    }

    /// The replay in `folder` as it was after `update`. What came after belongs to a part of the run that was lost, and
    /// is removed.
    pub fn read(folder: &Path, info: &Info, inputs: usize, update: u64) -> Result<Replay> {
        let mut replay = Replay::default();
        if !folder.exists() {
            return Ok(replay);
        }
        for path in shards::list(folder)? {
            if shards::update_of(&path).is_none_or(|of| of > update) {
                fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
                continue;
            }
            let (label, samples) = shards::read(&path, info, inputs)?;
            replay.kept.push_back(Kept::new(label.update, samples, true));
        }
        Ok(replay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{Decisions, Lambdas};

    fn samples(number: u8) -> Samples {
        told_apart(number, [0.0; 10])
    }

    /// Ten decisions between two actions that a search has told apart by so much.
    fn told_apart(number: u8, by: [f32; 10]) -> Samples {
        let mut samples = Samples::default();
        let mut decisions = Decisions::default();
        for by in by {
            decisions.observations.push_dense(&[f32::from(number)]);
            decisions.policies.push([(0, -0.5), (1, -0.5 - by)].into_iter());
            decisions.seats.push(number);
            decisions.actions.push(0);
            decisions.values.push(0.0);
        }
        samples.finish(&mut decisions, 1.0, Lambdas { advantage: 1.0, value: 1.0 });
        samples
    }

    #[test]
    fn the_window_moves_on_and_newer_samples_come_up_more_often() {
        let how = SearchOptions { window: 4, again: 1.0, ..SearchOptions::default() };
        let (mut replay, mut rng) = (Replay::default(), Rng::new(1));
        assert_eq!(replay.mix(0, &samples(0), &how, &mut rng).len(), 10);
        let mut counts = [0; 7];
        for number in 1..7 {
            let mixed = replay.mix(number.into(), &samples(number), &how, &mut rng);
            assert_eq!(mixed.len(), 20);
            assert_eq!(mixed.decisions.seats[..10], [number; 10]);
            mixed.decisions.seats[10..].iter().for_each(|&of| counts[usize::from(of)] += 1);
            assert!(mixed.decisions.seats[10..].iter().all(|&of| of < number && of + 4 >= number));
        }
        assert_eq!(replay.len(), 4);
        let (mut new, mut old) = (0, 0);
        for _ in 0..200 {
            let mixed = replay.clone().mix(7, &samples(7), &how, &mut rng);
            new += mixed.decisions.seats[10..].iter().filter(|&&of| of >= 5).count();
            old += mixed.decisions.seats[10..].iter().filter(|&&of| of < 5).count();
        }
        assert!((1.6..2.4).contains(&(new as f64 / old as f64)), "{new} {old}");
    }

    /// How often the decisions with three times as much at stake come up, for each time that the others do.
    fn preference(importance: f64) -> f64 {
        let how = SearchOptions { window: 1, again: 1.0, importance, ..SearchOptions::default() };
        let (mut replay, mut rng) = (Replay::default(), Rng::new(1));
        replay.mix(0, &told_apart(0, [3.0, 1.0, 3.0, 1.0, 3.0, 1.0, 3.0, 1.0, 3.0, 1.0]), &how, &mut rng);
        let mut counts = [0.0, 0.0];
        for _ in 0..400 {
            let mixed = replay.clone().mix(1, &samples(1), &how, &mut rng);
            for i in 10..20 {
                let (_, logs) = mixed.decisions.policies.row(i);
                counts[usize::from(logs[0] - logs[1] > 2.0)] += 1.0;
            }
        }
        counts[1] / counts[0]
    }

    #[test]
    fn decisions_with_more_at_stake_come_up_as_much_more_often_as_is_wanted() {
        assert!((0.9..1.1).contains(&preference(0.0)), "{}", preference(0.0));
        assert!((1.5..2.0).contains(&preference(0.5)), "{}", preference(0.5));
        assert!((2.6..3.4).contains(&preference(1.0)), "{}", preference(1.0));
    }

    #[test]
    fn what_is_at_stake_is_how_far_the_actions_are_told_apart() {
        assert_eq!(stake(&[-0.5, -2.5]), 1.0);
        assert_eq!(stake(&[-1.0, -1.0, -1.0]), LEAST_STAKE);
        assert_eq!(stake(&[-0.1]), LEAST_STAKE);
        assert_eq!(stake(&[0.0, -27.0]), stake(&[0.0, -12.0]), "hopeless is hopeless");
    }
}
