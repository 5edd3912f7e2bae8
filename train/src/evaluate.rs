//! How well a network plays against opponents that never change.

use std::fmt;

use fogbound_agents::arena::Rating;
use serde::{Deserialize, Serialize};

use crate::play::Score;

/// How one team did against one rival.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// Who played the other teams.
    pub rival: String,
    /// The team that the network played.
    pub team: String,
    /// Its results.
    pub score: Score,
    /// Decisions in all games together, by whomever; 0 on cards that do not tell.
    #[serde(default)]
    pub decisions: u64,
}

/// How each team did against each rung of the ladder, and where that puts it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// One for each rival and team.
    pub judgements: Vec<Judgement>,
    /// What the network is to be chosen by: its mean return over the teams against the scripted player, or against random play
    /// in a game without one.
    pub merit: f64,
    /// The place of each team on the ladder, on which that rival has 0 points; empty where there are no two teams.
    #[serde(default)]
    pub ratings: Vec<Rating>,
}

impl Evaluation {
    /// How a team did against a rival, if they met.
    pub fn judgement(&self, rival: &str, team: &str) -> Option<&Judgement> {
        self.judgements.iter().find(|judged| judged.rival == rival && judged.team == team)
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, judged) in self.judgements.chunk_by(|a, b| a.rival == b.rival).enumerate() {
            write!(f, "{}v {}:", if i > 0 { "; " } else { "" }, judged[0].rival)?;
            for Judgement { team, score, .. } in judged {
                let (wins, mean) = (score.win_rate(), score.mean());
                let [rate, low, high] = [wins.rate, wins.low, wins.high].map(|share| 100.0 * share);
                write!(f, " {team} {rate:.1} % [{low:.1}, {high:.1}] ({:+.3})", mean.mean)?;
            }
        }
        for (i, Rating { agent, points, low, high }) in self.ratings.iter().enumerate() {
            write!(
                f,
                "{} {agent} {points:+.0} [{low:+.0}, {high:+.0}]",
                if i > 0 { "" } else { "; ratings:" }
            )?;
        }
        Ok(())
    }
}
