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
    /// them. Of the older ones the newer half of the window is drawn from twice as often.
    pub(crate) fn mix(&mut self, update: u64, new: &Samples, how: &SearchOptions, rng: &mut Rng) -> Samples {
        // A run that was killed before it could tidy up finds older ones on the disk.
        self.shorten(how.window);
        let mut mixed = new.clone();
        let half = how.window.div_ceil(2);
        let recent = |age: usize| if age < half { 2 } else { 1 };
        let tickets =
            || self.kept.iter().rev().enumerate().map(|(age, kept)| recent(age) * kept.samples.len());
        let all: usize = tickets().sum();
        let wanted = (how.again * new.len() as f64).min(all as f64) as usize;
        for _ in 0..wanted {
            let mut ticket = rng.below(all as u32) as usize;
            for (kept, share) in self.kept.iter().rev().zip(tickets()) {
                if ticket < share {
                    mixed.copy_from(&kept.samples, ticket % kept.samples.len());
                    break;
                }
                ticket -= share;
            }
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
        let mut samples = Samples::default();
        let mut decisions = Decisions::default();
        for _ in 0..10 {
            decisions.observations.push_dense(&[f32::from(number)]);
            decisions.policies.push_dense(&[-0.5]);
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
}
