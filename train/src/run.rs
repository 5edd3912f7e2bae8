//! A whole run, from the options to the files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::checkpoint::{self, Checkpoint};
use crate::config::Config;
use crate::evaluate::Evaluation;
use crate::log::{Clock, Log, Progress};
use crate::trainer::{Counts, Trainer};

/// Name of the checkpoint in the run's folder.
pub const CHECKPOINT: &str = "checkpoint.safetensors";

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The folder with its files.
    pub folder: PathBuf,
    /// How far it came.
    pub counts: Counts,
    /// How long it trained, earlier parts included.
    pub seconds: f64,
    /// How well the untrained network played.
    pub first: Evaluation,
    /// How well the trained network plays.
    pub last: Evaluation,
}

/// Trains as the options say. `command` goes onto the checkpoint's card.
///
/// A checkpoint is written at the start, after each evaluation and at the end. If something goes wrong in between,
/// the one on the disk is the last that was good.
pub fn run(config: &Config, command: &[String]) -> Result<Summary> {
    config.check()?;
    let folder = config.folder();
    let path = folder.join(CHECKPOINT);
    let old = find(config, &path)?;
    let mut trainer = Trainer::new(config, old.as_ref())?;
    let before = old.as_ref().map_or(0.0, |old| old.card.seconds);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut part = Part {
        log: Log::open(&folder, trainer.counts())?,
        progress: Progress::new(),
        start: Instant::now(),
        before,
        command,
        path: &path,
    };
    match part.train(&mut trainer, old.as_ref()) {
        Ok((first, last)) => {
            let (counts, seconds) = (trainer.counts(), part.seconds());
            drop(part);
            Ok(Summary { folder, counts, seconds, first, last })
        }
        // It was written at the start or before it, unless that is what failed.
        Err(error) if path.exists() => bail!("{error:#}\nthe last good checkpoint is {}", path.display()),
        Err(error) => Err(error),
    }
}

/// The checkpoint to go on from, if there is one to go on from.
fn find(config: &Config, path: &Path) -> Result<Option<Checkpoint>> {
    if !config.resume {
        if path.exists() && !config.overwrite {
            let folder = config.folder();
            bail!(
                "{} already holds a run: go on with it by --resume, replace it by --overwrite, or name another \
                 folder with --out",
                folder.display()
            );
        }
        return Ok(None);
    }
    if !path.exists() {
        bail!("there is nothing to resume: {} does not exist", path.display());
    }
    let old = Checkpoint::read(path)?;
    let (updates, seconds) = (old.card.counts.updates, old.card.seconds);
    if config.progress(updates, seconds) >= 1.0 {
        bail!(
            "the run in {} is over: it has {updates} updates and {:.2} minutes; raise --updates or --minutes, \
             which count the whole run",
            config.folder().display(),
            seconds / 60.0
        );
    }
    Ok(Some(old))
}

/// What goes along with the training of a run.
struct Part<'a> {
    log: Log,
    progress: Progress,
    start: Instant,
    /// Seconds of training before this part of the run.
    before: f64,
    command: &'a [String],
    path: &'a Path,
}

impl Part<'_> {
    fn seconds(&self) -> f64 {
        self.before + self.start.elapsed().as_secs_f64()
    }

    fn train(&mut self, trainer: &mut Trainer, old: Option<&Checkpoint>) -> Result<(Evaluation, Evaluation)> {
        let now = trainer.evaluate()?;
        let first = old.map_or_else(|| now.clone(), |old| old.card.first_evaluation.clone());
        let clock = Clock { seconds: self.seconds(), speed: 0.0 };
        self.progress.evaluation(trainer.counts(), clock, &now);
        if old.is_none() {
            self.log.start(trainer.counts(), clock, &now)?;
            self.save(trainer, (&first, &now))?;
        }
        loop {
            let (start, earlier) = (Instant::now(), trainer.counts());
            let progress = trainer.config().progress(earlier.updates, self.seconds());
            let metrics = trainer.update(progress)?;
            let made = (metrics.counts.decisions - earlier.decisions) as f64;
            let clock = Clock { seconds: self.seconds(), speed: made / start.elapsed().as_secs_f64() };
            let progress = trainer.config().progress(metrics.counts.updates, clock.seconds);
            let over = progress >= 1.0;
            self.progress.update(&metrics, clock, progress);
            if !over && !metrics.counts.updates.is_multiple_of(trainer.config().eval_every) {
                self.log.update(&metrics, clock, None)?;
                continue;
            }
            let now = trainer.evaluate()?;
            self.progress.evaluation(metrics.counts, clock, &now);
            self.log.update(&metrics, clock, Some(&now))?;
            self.save(trainer, (&first, &now))?;
            if over {
                return Ok((first, now));
            }
        }
    }

    fn save(&self, trainer: &Trainer, evaluations: (&Evaluation, &Evaluation)) -> Result<()> {
        let card = trainer.card(self.seconds(), self.command, evaluations);
        Ok(checkpoint::save(self.path, &card, trainer.net(), trainer.adam())?)
    }
}
