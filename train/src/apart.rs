//! Playing and learning in separate processes, which share a folder of shards and the folder of the run.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use fogbound_env::Fingerprint;

use crate::checkpoint::Checkpoint;
use crate::folder::Folder;
use crate::play::{Lesson, Tally};
use crate::samples::Samples;
use crate::shards::{self, ShardError};
use crate::trainer::{Metrics, Trainer};

/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(50);

/// Where the samples of a run come from.
#[derive(Debug)]
pub enum Source {
    /// The run plays by itself.
    Play,
    /// Others play.
    Shards(Inbox),
}

/// A folder into which others put shards.
#[derive(Clone, Debug, PartialEq)]
pub struct Inbox {
    /// The folder.
    pub folder: PathBuf,
    /// Samples for one update.
    pub batch: usize,
    /// Shards whose weights are more updates old are dropped.
    pub stale: u64,
    /// Give up if no shard comes for so long.
    pub patience: Duration,
}

impl Source {
    /// Plays or gathers, and learns once.
    pub(crate) fn update(&mut self, trainer: &mut Trainer, progress: f64) -> Result<Metrics> {
        match self {
            Source::Play => trainer.update(progress),
            Source::Shards(inbox) => {
                let start = Instant::now();
                let lesson = trainer.lesson();
                let (samples, tally) = inbox.gather(trainer, lesson)?;
                let waited = start.elapsed().as_secs_f64();
                let mut metrics = trainer.learn(lesson, &samples, &tally, progress)?;
                metrics.seconds = [waited, start.elapsed().as_secs_f64() - waited];
                Ok(metrics)
            }
        }
    }

    /// Whether others wait for the weights of each update.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self, Source::Shards(_))
    }
}

impl Inbox {
    /// Takes shards out of the folder until there are enough samples.
    fn gather(&self, trainer: &Trainer, lesson: Lesson) -> Result<(Samples, Tally)> {
        let info = trainer.info();
        let (mut samples, mut tally) = (Samples::default(), Tally::new(info.teams.len()));
        let mut last = Instant::now();
        loop {
            for path in shards::list(&self.folder)? {
                match shards::read(&path, info, trainer.inputs()) {
                    Ok((label, part)) => {
                        let fresh = label.update + self.stale >= trainer.counts().updates;
                        if fresh && label.lesson == lesson {
                            samples.append(part);
                            tally.add(&label.tally);
                        }
                        remove(&path)?;
                    }
                    // It must not stop the others, and somebody may want to look at it.
                    Err(error @ ShardError::Broken { .. }) => {
                        let aside = path.with_extension("broken");
                        fs::rename(&path, &aside)
                            .with_context(|| format!("cannot move {}", path.display()))?;
                        eprintln!("{error}; it is now {}", aside.display());
                    }
                    Err(error) => return Err(error.into()),
                }
                last = Instant::now();
                if samples.len() >= self.batch {
                    return Ok((samples, tally));
                }
            }
            if last.elapsed() > self.patience {
                bail!(
                    "no shard came into {} for {:.0} s: does somebody run `fogbound-train selfplay` there?",
                    self.folder.display(),
                    self.patience.as_secs_f64()
                );
            }
            thread::sleep(PAUSE);
        }
    }
}

fn remove(path: &Path) -> Result<()> {
    fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))
}

/// How shards are played.
#[derive(Clone, Debug, PartialEq)]
pub struct Selfplay {
    /// The folder of the run, whose newest checkpoint is played by.
    pub run: PathBuf,
    /// The folder that the shards go into.
    pub shards: PathBuf,
    /// Which of several players this is: no two play the same games.
    pub player: u64,
    /// Threads; 0 takes all cores.
    pub threads: usize,
    /// How many shards; 0 goes on until stopped.
    pub count: u64,
    /// Wait while so many shards lie unread.
    pub most: usize,
}

impl Selfplay {
    /// Plays by the newest checkpoint of the run, and looks for a newer one after each shard.
    pub fn run(&self, written: &mut dyn FnMut(&Path, usize)) -> Result<()> {
        let folder = Folder::at(&self.run);
        let mut checkpoint = Checkpoint::read(&folder.checkpoint())?;
        let mut config = checkpoint.card.config.clone();
        config.threads = self.threads;
        config.seed = Fingerprint::of(&(config.seed, "player", self.player)).0 >> 1;
        let mut trainer = Trainer::new(&config, Some(&checkpoint))?;
        trainer.replace_league(folder.read_league(trainer.crew())?);
        fs::create_dir_all(&self.shards).with_context(|| format!("cannot make {}", self.shards.display()))?;
        let mut number = 0;
        while self.count == 0 || number < self.count {
            if shards::list(&self.shards)?.len() >= self.most {
                thread::sleep(PAUSE);
                continue;
            }
            let newest = Checkpoint::read(&folder.checkpoint())?;
            if newest.card.counts != checkpoint.card.counts {
                checkpoint = newest;
                trainer.catch_up(&checkpoint)?;
                // The learner may remove one while it is being read: then the pool stays as it is for now.
                if let Ok(past) = folder.read_league(trainer.crew()) {
                    trainer.replace_league(past);
                }
            }
            let lesson = trainer.lesson();
            let harvest = trainer.play(lesson)?;
            let name = (trainer.counts().updates, self.player, number);
            let path = shards::write(&self.shards, trainer.info(), trainer.inputs(), name, lesson, &harvest)?;
            written(&path, harvest.samples.len());
            number += 1;
        }
        Ok(())
    }
}
