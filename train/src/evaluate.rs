//! How well the network plays against opponents that never change.

use std::fmt;
use std::sync::Arc;

use fogbound_agents::net::Networks;
use serde::{Deserialize, Serialize};

use crate::play::{Duel, Play, PlayError, Player, Rival, Score};

/// How one team did against one rival.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// Who played the other teams.
    pub rival: Rival,
    /// The team that the network played.
    pub team: String,
    /// Its results.
    pub score: Score,
}

/// How each team did against the scripted player, if the game has one, and against random play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// One for each rival and team.
    pub judgements: Vec<Judgement>,
    /// What the network is to be chosen by: its mean return over the teams against the strongest of these rivals.
    pub merit: f64,
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, rival) in Rival::ALL.into_iter().rev().enumerate() {
            let mut teams = self.judgements.iter().filter(|judgement| judgement.rival == rival).peekable();
            if teams.peek().is_none() {
                continue;
            }
            write!(f, "{}v {}:", if i > 0 { "; " } else { "" }, rival.name())?;
            for Judgement { team, score, .. } in teams {
                let (wins, mean) = (score.win_rate(), score.mean());
                let [rate, low, high] = [wins.rate, wins.low, wins.high].map(|share| 100.0 * share);
                write!(f, " {team} {rate:.1} % [{low:.1}, {high:.1}] ({:+.3})", mean.mean)?;
            }
        }
        Ok(())
    }
}

/// The games that all weights and runs are judged by, so that they can be compared.
const GAMES: u64 = 1;

/// Lets the networks play `games` games as each team against each rival, always the same ones, their actions drawn from
/// their policies.
pub fn judge(play: &dyn Play, networks: &Arc<Networks>, games: u64) -> Result<Evaluation, PlayError> {
    let info = play.info();
    let names = info.team_names();
    let mut rivals = vec![(Rival::Random, Player::Random)];
    if play.advice() > 0 {
        rivals.push((Rival::Scripted, Player::Scripted));
    }
    let mut judgements = Vec::new();
    let mut merit = 0.0;
    for (rival, player) in rivals {
        merit = 0.0;
        for (team, name) in names.iter().enumerate() {
            let ours = Arc::clone(networks);
            let duel = Duel { ours, team, rival, player: player.clone(), games, seed: GAMES };
            let score = play.duel(&duel)?.score(rival, team);
            merit += score.mean().mean / names.len() as f64;
            judgements.push(Judgement { rival, team: name.clone(), score });
        }
    }
    Ok(Evaluation { judgements, merit })
}
