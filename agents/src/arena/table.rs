//! Results as Markdown.

use std::fmt::{self, Display, Write};

use super::results::{Pairing, Rating, Results};
use super::strata::Stratum;
use super::{Estimate, Rate};

/// As a share of a hundred, with its interval.
impl Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} % ({:.1} to {:.1})", 100.0 * self.rate, 100.0 * self.low, 100.0 * self.high)
    }
}

impl Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.3} ± {:.3}", self.mean, self.margin)
    }
}

impl Results {
    /// The results as Markdown; `sides` are the names of the two sides.
    pub fn markdown(&self, sides: [&str; 2]) -> String {
        let mut text = String::new();
        self.write_markdown(sides, &mut text).expect("writing to a string cannot fail");
        text
    }

    fn write_markdown(&self, [first, second]: [&str; 2], out: &mut String) -> fmt::Result {
        writeln!(
            out,
            "{}: {} games of each pairing, seed {}, setup `{}`.\n",
            self.header.game, self.games, self.header.seed, self.header.setup
        )?;
        writeln!(
            out,
            "| {first} | {second} | wins | draws | losses | win rate (95 %) | return | decisions |"
        )?;
        writeln!(out, "|---|---|---|---|---|---|---|---|")?;
        for pairing in &self.pairings {
            let Pairing { wins, draws, losses, win_rate, paid, decisions, .. } = pairing;
            let (a, b, length) = (&pairing.first, &pairing.second, decisions.mean);
            writeln!(
                out,
                "| `{a}` | `{b}` | {wins} | {draws} | {losses} | {win_rate} | {paid} | {length:.1} |"
            )?;
        }
        writeln!(out, "\nWins, draws, losses, rates and returns are those of {first}.")?;
        if self.pairings.len() > 1 {
            write_ratings(first, &self.first_ratings, out)?;
            write_ratings(second, &self.second_ratings, out)?;
            let (bias, misfit) = (&self.bias, &self.misfit);
            writeln!(
                out,
                "\nAgents of mean rating: {first} is ahead by {:+.0} points ({:+.0} to {:+.0}).",
                bias.points, bias.low, bias.high
            )?;
            writeln!(
                out,
                "Farthest from the ratings: `{}` against `{}` scored {:.3} ± {:.3} where {:.3} was predicted.",
                misfit.first, misfit.second, misfit.observed.mean, misfit.observed.margin, misfit.predicted
            )?;
        }
        Ok(())
    }
}

fn write_ratings(side: &str, ratings: &[Rating], out: &mut String) -> fmt::Result {
    if ratings.len() < 2 {
        return Ok(());
    }
    let mut ratings: Vec<&Rating> = ratings.iter().collect();
    ratings.sort_by(|a, b| b.points.total_cmp(&a.points));
    writeln!(out, "\n| {side} | rating (95 %) |\n|---|---|")?;
    for Rating { agent, points, low, high } in ratings {
        writeln!(out, "| `{agent}` | {points:+.0} ({low:+.0} to {high:+.0}) |")?;
    }
    Ok(())
}

/// A table of kinds of game as Markdown, one row each; `winner` is the name of the first team.
pub fn strata_markdown(strata: &[Stratum], winner: &str) -> String {
    let mut text =
        format!("| | | games | draws | {winner} wins (95 %) | decisions |\n|---|---|---|---|---|---|\n");
    for Stratum { name, value, draws, win_rate, decisions, .. } in strata {
        let games = win_rate.count;
        writeln!(text, "| {name} | {value} | {games} | {draws} | {win_rate} | {decisions:.1} |")
            .expect("writing to a string cannot fail");
    }
    text
}
