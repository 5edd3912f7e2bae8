//! A whole run, from the config to the files.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::apart::Source;
use crate::checkpoint::Checkpoint;
use crate::config::Config;
use crate::evaluate::Evaluation;
use crate::folder::Folder;
use crate::log::{Columns, Log, Progress, row};
use crate::replay::Replay;
use crate::trainer::{Counts, Metrics, Trainer};

/// What becomes of a run that is already in the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// There must be none.
    Anew,
    /// It is lost.
    Overwrite,
    /// It goes on.
    Resume,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The folder with its files.
    pub folder: PathBuf,
    /// How far it came.
    pub counts: Counts,
    /// How long it trained, earlier parts included.
    pub seconds: f64,
    /// How well the trained network plays.
    pub evaluation: Evaluation,
}

/// Trains as the config says. `command` goes onto the checkpoint's card.
///
/// If something goes wrong, the checkpoint on the disk is the last that was good.
pub fn run(config: &Config, begin: Begin, command: &[String]) -> Result<Summary> {
    run_from(config, begin, command, &mut Source::Play)
}

/// The same with samples from anywhere.
pub fn run_from(config: &Config, begin: Begin, command: &[String], source: &mut Source) -> Result<Summary> {
    config.check()?;
    let folder = Folder::at(config.folder());
    let old = find(config, begin, &folder)?;
    let mut trainer = Trainer::new(config, old.as_ref())?;
    let rungs = trainer.ladder()?.names().map(str::to_string).collect();
    if begin == Begin::Overwrite {
        folder.clear()?;
    }
    folder.prepare(&config.to_toml())?;
    let counts = trainer.counts();
    folder.forget_league_after(counts.updates)?;
    let past = folder.read_league(trainer.crew())?;
    trainer.replace_league(past);
    *trainer.replay() = Replay::read(&folder.replay(), trainer.info(), trainer.inputs(), counts.updates)?;
    let teams = trainer.info().team_names();
    let columns = Columns { teams: teams.clone(), rungs };
    let header = row(counts, 0.0, &columns, None, None).names();
    let part = Part {
        log: Log::open(folder.path(), counts, &header, &config.to_toml())?,
        progress: Progress::new(teams),
        columns,
        start: Instant::now(),
        before: old.as_ref().map_or(0.0, |old| old.card.seconds),
        best: old.as_ref().map_or(f64::NEG_INFINITY, |old| best_so_far(&folder, old)),
        left: Vec::new(),
        command,
        folder: &folder,
        source,
    };
    match part.train(&mut trainer, old.as_ref()) {
        Ok((evaluation, seconds)) => {
            Ok(Summary { folder: folder.path().into(), counts: trainer.counts(), seconds, evaluation })
        }
        // It was written at the start or before it, unless that is what failed.
        Err(error) if folder.checkpoint().exists() => {
            bail!("{error:#}\nthe last good checkpoint is {}", folder.checkpoint().display())
        }
        Err(error) => Err(error),
    }
}

/// The merit of the best weights of a run that goes on.
fn best_so_far(folder: &Folder, newest: &Checkpoint) -> f64 {
    let best = Checkpoint::read(&folder.best()).map(|best| best.card.evaluation.merit);
    best.unwrap_or(newest.card.evaluation.merit)
}

/// The checkpoint to go on from, if there is one to go on from.
fn find(config: &Config, begin: Begin, folder: &Folder) -> Result<Option<Checkpoint>> {
    let path = folder.checkpoint();
    if begin != Begin::Resume {
        if path.exists() && begin == Begin::Anew {
            bail!(
                "{} already holds a run: go on with it by `resume`, replace it by --overwrite, or name another \
                 folder with --out",
                folder.path().display()
            );
        }
        return Ok(None);
    }
    if !path.exists() {
        bail!("there is nothing to resume: {} does not exist", path.display());
    }
    let old = Checkpoint::read(&path)?;
    let (updates, seconds) = (old.card.counts.updates, old.card.seconds);
    if config.progress(updates, seconds) >= 1.0 {
        bail!(
            "the run in {} is over: it has {updates} updates and {:.2} minutes; raise --updates or --minutes, \
             which count the whole run",
            folder.path().display(),
            seconds / 60.0
        );
    }
    Ok(Some(old))
}

/// What goes along with the training of a run.
struct Part<'a> {
    log: Log,
    progress: Progress,
    columns: Columns,
    start: Instant,
    /// Seconds of training before this part of the run.
    before: f64,
    /// The merit of the best weights so far.
    best: f64,
    /// Weights that have left the league since the last checkpoint, by update. A run that is killed goes on from that one, and
    /// needs them.
    left: Vec<u64>,
    command: &'a [String],
    folder: &'a Folder,
    source: &'a mut Source,
}

impl Part<'_> {
    fn seconds(&self) -> f64 {
        self.before + self.start.elapsed().as_secs_f64()
    }

    fn train(mut self, trainer: &mut Trainer, old: Option<&Checkpoint>) -> Result<(Evaluation, f64)> {
        self.progress.busy("the opponents that weights are judged by play each other");
        if let Some(line) = trainer.ladder()?.standing(trainer.crew())? {
            self.progress.say(&line);
        }
        self.progress.busy("the first weights are judged");
        let known = old.map(|old| &old.card.evaluation);
        let mut evaluation = match known {
            Some(evaluation) if trainer.ladder()?.is_of(evaluation) => evaluation.clone(),
            _ => self.judge(trainer, None)?,
        };
        if old.is_none() {
            self.save(trainer, &evaluation)?;
        }
        loop {
            let earlier = trainer.counts();
            let progress = trainer.config().progress(earlier.updates, self.seconds());
            let metrics = self.source.update(trainer, progress)?;
            let updates = metrics.counts.updates;
            let progress = trainer.config().progress(updates, self.seconds());
            let over = progress >= 1.0;
            self.progress.update(&metrics, self.seconds(), progress);
            self.join_league(trainer, &evaluation)?;
            let config = trainer.config();
            let (judges, saves) = (config.evaluation.every, config.checkpoints.every);
            if over || updates.is_multiple_of(judges) {
                evaluation = self.judge(trainer, Some(&metrics))?;
            } else {
                self.log.add(&row(metrics.counts, self.seconds(), &self.columns, Some(&metrics), None))?;
            }
            if over || updates.is_multiple_of(saves) || self.source.is_shared() {
                self.save(trainer, &evaluation)?;
            }
            if over {
                return Ok((evaluation, self.seconds()));
            }
        }
    }

    /// Judges the weights, and keeps them if they are the best so far.
    fn judge(&mut self, trainer: &Trainer, metrics: Option<&Metrics>) -> Result<Evaluation> {
        let evaluation = trainer.evaluate()?;
        let (counts, seconds) = (trainer.counts(), self.seconds());
        self.progress.evaluation(counts, seconds, &evaluation);
        self.log.add(&row(counts, seconds, &self.columns, metrics, Some(&evaluation)))?;
        if evaluation.merit > self.best {
            self.best = evaluation.merit;
            let card = trainer.card(seconds, self.command, &evaluation);
            self.folder.save_weights(&self.folder.best(), &card, trainer.learners())?;
        }
        Ok(evaluation)
    }

    fn join_league(&mut self, trainer: &mut Trainer, evaluation: &Evaluation) -> Result<()> {
        let Some(gone) = trainer.join_league() else { return Ok(()) };
        let card = trainer.card(self.seconds(), self.command, evaluation);
        let path = self.folder.league(trainer.counts().updates);
        self.folder.save_weights(&path, &card, trainer.learners())?;
        self.left.extend(gone);
        Ok(())
    }

    fn save(&mut self, trainer: &mut Trainer, evaluation: &Evaluation) -> Result<()> {
        let card = trainer.card(self.seconds(), self.command, evaluation);
        let (info, inputs) = (trainer.info().clone(), trainer.inputs());
        trainer.replay().save(&self.folder.replay(), &info, inputs)?;
        self.folder.save(&card, trainer.learners(), trainer.config().checkpoints.keep)?;
        trainer.replay().tidy(&self.folder.replay())?;
        self.left.drain(..).try_for_each(|update| self.folder.forget(&self.folder.league(update)))
    }
}
