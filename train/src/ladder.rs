//! The ladder: opponents that never change, by which all weights and runs are judged.

use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result, ensure};
use fogbound_agents::Spec;
use fogbound_agents::arena::{Cell, Scale, Side};
use fogbound_agents::net::Networks;

use crate::config::EvaluationOptions;
use crate::evaluate::{Evaluation, Judgement};
use crate::play::{Duel, Play, PlayError, Player, Verdict};

/// The games that all weights and runs are judged by, so that they can be compared.
const GAMES: u64 = 1;
/// The games that tell where the rungs stand.
const RUNGS: u64 = 4;

/// The rungs, and where they stand once that has been played out.
#[derive(Debug)]
pub struct Ladder {
    /// The first is the scripted player, or random play in a game without one: it has 0 points.
    rungs: Vec<Rung>,
    scale: OnceLock<Scale>,
}

#[derive(Debug)]
struct Rung {
    name: String,
    player: Player,
    /// Games against it.
    games: u64,
}

impl Ladder {
    /// The scripted player, if the game has one, random play, and the agents that the options name.
    pub fn new(play: &dyn Play, options: &EvaluationOptions) -> Result<Ladder> {
        let mut rungs = Vec::new();
        let mut add = |name: String, player: Player, games: u64| {
            let twice = rungs.iter().any(|rung: &Rung| rung.name == name);
            ensure!(!twice, "`{name}` is on the ladder already");
            rungs.push(Rung { name, player, games });
            Ok(())
        };
        if play.advice() > 0 {
            add("scripted".into(), Player::Scripted, options.games)?;
        }
        add("random".into(), Player::Random, options.games)?;
        for (number, spec) in options.ladder.iter().enumerate() {
            let field = || format!("evaluation.ladder[{number}] cannot be used");
            let spec: Spec = spec.parse().with_context(field)?;
            ensure!(
                !spec.is_timed(),
                "{}: on another machine `{spec}` would play otherwise; limit its `sims`",
                field()
            );
            let player = play.named(&spec).with_context(field)?;
            add(spec.to_string(), player, options.ladder_games).with_context(field)?;
        }
        Ok(Ladder { rungs, scale: OnceLock::new() })
    }

    /// The names of the rungs.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rungs.iter().map(|rung| rung.name.as_str())
    }

    /// Whether an evaluation is by the games of this ladder, as far as it can tell.
    pub fn is_of(&self, evaluation: &Evaluation) -> bool {
        let met = evaluation.judgements.chunk_by(|a, b| a.rival == b.rival).map(|judged| &judged[0]);
        let met = met.map(|judged| (judged.rival.as_str(), judged.score.games));
        met.eq(self.rungs.iter().map(|rung| (rung.name.as_str(), rung.games)))
    }

    /// Where the rungs stand, in one line, if the game has two teams.
    pub fn standing(&self, play: &dyn Play) -> Result<Option<String>, PlayError> {
        let [first, second] = &play.info().team_names()[..] else { return Ok(None) };
        let scale = self.scale(play)?;
        let side = |team: &String, side| {
            let rung = |(i, name)| format!("{name} {:+.0}", scale.points(side, i));
            format!("{team}: {}", self.names().enumerate().map(rung).collect::<Vec<_>>().join(", "))
        };
        Ok(Some(format!("ladder: {}; {}", side(first, Side::First), side(second, Side::Second))))
    }

    /// Lets the networks play as each team against each rung, always the same games, their actions drawn from their policies.
    /// The first time, the rungs play each other, too.
    pub fn judge(&self, play: &dyn Play, networks: &Arc<Networks>) -> Result<Evaluation, PlayError> {
        let teams = play.info().team_names();
        let mut judgements = Vec::new();
        let mut merit = 0.0;
        for (i, Rung { name, player, games }) in self.rungs.iter().enumerate() {
            for (team, team_name) in teams.iter().enumerate() {
                let ours = Player::Fixed(Arc::clone(networks));
                let duel = Duel { ours, team, rival: player.clone(), games: *games, seed: GAMES };
                let Verdict { score, decisions } = play.duel(&duel)?;
                if i == 0 {
                    merit += score.mean().mean / teams.len() as f64;
                }
                judgements.push(Judgement { rival: name.clone(), team: team_name.clone(), score, decisions });
            }
        }
        let mut evaluation = Evaluation { judgements, merit, ratings: Vec::new() };
        if let [first, second] = &teams[..] {
            let scale = self.scale(play)?;
            let rate = |team: &String, side| {
                let met = |name| evaluation.judgement(name, team).expect("each team met each rung");
                let cells: Vec<Cell> = self.names().map(|name| met(name).score.cell()).collect();
                scale.place(team, side, &cells)
            };
            evaluation.ratings = vec![rate(first, Side::First), rate(second, Side::Second)];
        }
        Ok(evaluation)
    }

    /// Where the rungs stand. They play all their games against each other when it is first asked for.
    fn scale(&self, play: &dyn Play) -> Result<&Scale, PlayError> {
        if let Some(scale) = self.scale.get() {
            return Ok(scale);
        }
        let mut cells = Vec::new();
        for ours in &self.rungs {
            for other in &self.rungs {
                let games = ours.games.min(other.games);
                let (ours, rival) = (ours.player.clone(), other.player.clone());
                cells.push(play.duel(&Duel { ours, team: 0, rival, games, seed: RUNGS })?.score.cell());
            }
        }
        Ok(self.scale.get_or_init(|| Scale::new(self.rungs.len(), &cells, 0)))
    }
}
