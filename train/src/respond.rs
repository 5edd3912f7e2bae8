//! How much a trained opponent gains against weights that do not change.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use fogbound_agents::arena::Estimate;
use fogbound_agents::net::Networks;

use crate::checkpoint::{self, Checkpoint, Extent};
use crate::config::Config;
use crate::evaluate::{Evaluation, Judgement};
use crate::play::{Duel, Play, PlayError, Player, Rival, Score};
use crate::trainer::{Trainer, team_index};

/// The games by which the best of the responses is picked, and those by which it is judged.
const PICK: u64 = 2;
const JUDGE: u64 = 3;

/// A best response to be trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Respond {
    /// The weights to beat.
    pub against: PathBuf,
    /// The team that learns.
    pub team: String,
    /// The options of the training.
    pub config: Config,
    /// Begin from fresh weights and not from those that are to be beaten.
    pub fresh: bool,
    /// Games to judge by.
    pub games: u64,
}

/// What a response gained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// What the weights got in the team's place, against themselves.
    pub before: Score,
    /// What the response got in their place.
    pub after: Score,
}

impl Gain {
    /// By how much the team's mean return grew. It is a lower bound of what the best response would gain.
    pub fn gained(&self) -> Estimate {
        let (before, after) = (self.before.mean(), self.after.mean());
        Estimate {
            mean: after.mean - before.mean,
            margin: after.margin.hypot(before.margin),
            count: after.count,
        }
    }
}

impl Respond {
    /// Trains the response and writes its weights to `out`, whose folder is made if need be. `told` hears how it is going.
    pub fn run(&self, out: &Path, command: &[String], told: &mut dyn FnMut(&str)) -> Result<Gain> {
        let target = Checkpoint::read(&self.against)?;
        let mut trainer = Trainer::new(&self.config, None)?;
        target.check_game(trainer.info())?;
        let team = team_index(trainer.info(), &self.team)?;
        let frozen = Arc::new(trainer.crew().read(&target.file)?);
        if !self.fresh {
            trainer.start_from(&target)?;
        }
        trainer.respond_to(team, Arc::clone(&frozen));
        let table = Table { team, frozen };
        let pick = self.config.evaluation.games;
        let start = Instant::now();
        let mut best = table.score(trainer.crew(), &Arc::new(trainer.averaged()), (PICK, pick))?;
        let mut weights = Arc::new(trainer.averaged());
        if let Some(folder) = out.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
        }
        self.save(&trainer, best, start, out, command)?;
        loop {
            let progress = |trainer: &Trainer| {
                self.config.progress(trainer.counts().updates, start.elapsed().as_secs_f64())
            };
            let metrics = trainer.update(progress(&trainer))?;
            let over = progress(&trainer) >= 1.0;
            if over || metrics.counts.updates.is_multiple_of(self.config.evaluation.every) {
                let now = Arc::new(trainer.averaged());
                let score = table.score(trainer.crew(), &now, (PICK, pick))?;
                told(&format!(
                    "update {}, {:.0} s: {} wins {:.1} % and gets {:+.3}",
                    metrics.counts.updates,
                    start.elapsed().as_secs_f64(),
                    self.team,
                    100.0 * score.win_rate().rate,
                    score.mean().mean
                ));
                if score.mean().mean > best.mean().mean {
                    (best, weights) = (score, now);
                    self.save(&trainer, best, start, out, command)?;
                }
            }
            if over {
                break;
            }
        }
        let judge = (JUDGE, self.games);
        let before = table.score(trainer.crew(), &table.frozen, judge)?;
        Ok(Gain { before, after: table.score(trainer.crew(), &weights, judge)? })
    }

    fn save(
        &self,
        trainer: &Trainer,
        score: Score,
        start: Instant,
        out: &Path,
        command: &[String],
    ) -> Result<()> {
        let (rival, team) = (Rival::Past.name().into(), self.team.clone());
        let judgements = vec![Judgement { rival, team, score, decisions: 0 }];
        let evaluation = Evaluation { judgements, merit: score.mean().mean, ratings: Vec::new() };
        let card = trainer.card(start.elapsed().as_secs_f64(), command, &evaluation);
        Ok(checkpoint::save(out, &card, trainer.learners(), Extent::Weights)?)
    }
}

/// The team that learns, and the weights that play all others.
struct Table {
    team: usize,
    frozen: Arc<Networks>,
}

impl Table {
    fn score(
        &self,
        play: &dyn Play,
        ours: &Arc<Networks>,
        (seed, games): (u64, u64),
    ) -> Result<Score, PlayError> {
        let duel = Duel {
            ours: Player::Fixed(Arc::clone(ours)),
            team: self.team,
            rival: Player::Fixed(Arc::clone(&self.frozen)),
            games,
            seed,
        };
        Ok(play.duel(&duel)?.score)
    }
}
