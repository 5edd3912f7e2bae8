//! What is kept to be learnt from again: searched decisions are too dear to be looked at once.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use fogbound_env::Rng;
use fogbound_env::registry::Info;

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
    written: bool,
}

/// No decision counts as less surprising, so that each has its chance, and none has too much weight when it comes up.
const LEAST_SURPRISE: f64 = 0.1;

/// How much better or worse a decision turned out than was expected.
fn surprise(samples: &Samples, i: usize) -> f64 {
    f64::from((samples.targets[i] - samples.decisions.values[i]).abs()).max(LEAST_SURPRISE)
}

/// Samples to learn from, and how much each counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mixed {
    /// The samples.
    pub samples: Samples,
    /// What the loss of each is multiplied by: 1, but for those that came up because they are surprising.
    pub weights: Vec<f32>,
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
    /// them. Of the older ones the newer half of the window is drawn from twice as often. Those that turned out otherwise than
    /// expected are drawn more often if `importance` says so, and count for less by as much, so that what is learnt is the same
    /// on average: luck is surprising, too.
    pub(crate) fn mix(&mut self, update: u64, new: &Samples, how: &SearchOptions, rng: &mut Rng) -> Mixed {
        // A run that was killed before it could tidy up finds older ones on the disk.
        self.shorten(how.window);
        let mut mixed = Mixed { samples: new.clone(), weights: vec![1.0; new.len()] };
        let half = how.window.div_ceil(2);
        // Where the chances of each older decision end, in a row.
        let (mut ends, mut all, mut even) = (Vec::new(), 0.0, 0.0);
        for (age, kept) in self.kept.iter().rev().enumerate() {
            let recent = if age < half { 2.0 } else { 1.0 };
            for i in 0..kept.samples.len() {
                let favour = surprise(&kept.samples, i).powf(how.importance);
                all += recent * favour;
                even += recent;
                ends.push((all, favour, &kept.samples, i));
            }
        }
        let wanted = (how.again * new.len() as f64).min(ends.len() as f64) as usize;
        for _ in 0..wanted {
            let ticket = f64::from(rng.bits()) / 2f64.powi(32) * all;
            let at = ends.partition_point(|(end, ..)| *end <= ticket).min(ends.len() - 1);
            let (_, favour, samples, i) = ends[at];
            mixed.samples.copy_from(samples, i);
            mixed.weights.push((all / even / favour) as f32);
        }
        self.kept.push_back(Kept { update, samples: new.clone(), written: false });
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
            replay.kept.push_back(Kept { update: label.update, samples, written: true });
        }
        Ok(replay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{Decisions, Lambdas};

    fn samples(number: u8) -> Samples {
        surprising(number, [0.0; 10])
    }

    /// Ten decisions that turned out better than expected by so much.
    fn surprising(number: u8, by: [f32; 10]) -> Samples {
        let mut samples = Samples::default();
        for by in by {
            let mut decisions = Decisions::default();
            decisions.observations.push_dense(&[f32::from(number)]);
            decisions.hidden.push_dense(&[]);
            decisions.policies.push_dense(&[-0.5]);
            decisions.seats.push(number);
            decisions.actions.push(0);
            decisions.values.push(0.0);
            samples.finish(&mut decisions, by, Lambdas { advantage: 1.0, value: 1.0 });
        }
        samples
    }

    #[test]
    fn the_window_moves_on_and_newer_samples_come_up_more_often() {
        let how = SearchOptions { window: 4, again: 1.0, ..SearchOptions::default() };
        let (mut replay, mut rng) = (Replay::default(), Rng::new(1));
        assert_eq!(replay.mix(0, &samples(0), &how, &mut rng).samples.len(), 10);
        for number in 1..7 {
            let mixed = replay.mix(number.into(), &samples(number), &how, &mut rng);
            let seats = &mixed.samples.decisions.seats;
            assert_eq!((seats.len(), &seats[..10]), (20, &[number; 10][..]));
            assert!(seats[10..].iter().all(|&of| of < number && of + 4 >= number));
            assert_eq!(mixed.weights, [1.0; 20]);
        }
        assert_eq!(replay.len(), 4);
        let (mut new, mut old) = (0, 0);
        for _ in 0..200 {
            let mixed = replay.clone().mix(7, &samples(7), &how, &mut rng);
            new += mixed.samples.decisions.seats[10..].iter().filter(|&&of| of >= 5).count();
            old += mixed.samples.decisions.seats[10..].iter().filter(|&&of| of < 5).count();
        }
        assert!((1.6..2.4).contains(&(new as f64 / old as f64)), "{new} {old}");
    }

    /// How often a decision that turned out three times as surprising comes up for each time that another does, and the mean
    /// target of all that come up, by their weights.
    fn drawn(importance: f64) -> (f64, f64) {
        let how = SearchOptions { window: 1, again: 1.0, importance, ..SearchOptions::default() };
        let (mut replay, mut rng) = (Replay::default(), Rng::new(1));
        let luck = [0.9, 0.3, 0.9, 0.3, 0.9, -0.3, 0.9, -0.3, -0.9, -0.3];
        replay.mix(0, &surprising(0, luck), &how, &mut rng);
        let (mut counts, mut sum, mut weights) = ([0.0, 0.0], 0.0, 0.0);
        for _ in 0..2000 {
            let Mixed { samples, weights: all } = replay.clone().mix(1, &samples(1), &how, &mut rng);
            for (target, weight) in samples.targets.iter().zip(all).skip(10) {
                counts[usize::from(target.abs() > 0.5)] += 1.0;
                sum += f64::from(target * weight);
                weights += f64::from(weight);
            }
        }
        assert!((weights / 20_000.0 - 1.0).abs() < 0.02, "{weights}");
        (counts[1] / counts[0], sum / weights)
    }

    #[test]
    fn what_was_surprising_comes_up_more_often_and_counts_for_less() {
        let mean = 0.24;
        for (importance, times) in [(0.0, 1.0), (0.5, 3f64.sqrt()), (1.0, 3.0)] {
            let (found, target) = drawn(importance);
            assert!((found / times - 1.0).abs() < 0.06, "{importance}: {found}");
            // Luck, which is surprising, is not taken for skill.
            assert!((target - mean).abs() < 0.03, "{importance}: {target}");
        }
    }
}
