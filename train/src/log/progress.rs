//! The line at the bottom of the terminal.

use fogbound_agents::arena::Rating;
use indicatif::{ProgressBar, ProgressStyle};

use crate::evaluate::Evaluation;
use crate::play::{Lesson, Rival};
use crate::trainer::{Counts, Metrics};

/// The line at the bottom of the terminal. Where there is no terminal, only evaluations are printed.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    teams: Vec<String>,
    /// Where each team stood on the ladder when it was last judged.
    ratings: Vec<String>,
}

impl Progress {
    /// The bar's steps from the start to the end of a run.
    const STEPS: u64 = 1000;

    /// Shows the line; `teams` are the names of the teams.
    pub fn new(teams: Vec<String>) -> Progress {
        let bar = ProgressBar::new(Progress::STEPS);
        let template = "{elapsed_precise} [{bar:20}] {msg}";
        bar.set_style(
            ProgressStyle::with_template(template).expect("the template is fixed").progress_chars("=> "),
        );
        Progress { bar, teams, ratings: Vec::new() }
    }

    /// Shows what takes its time before the first update.
    pub fn busy(&self, with: &'static str) {
        self.bar.set_message(with);
        self.bar.tick();
    }

    /// Shows an update. `progress` is how much of the run is behind us.
    pub fn update(&self, metrics: &Metrics, seconds: f64, progress: f64) {
        self.bar.set_position((progress * Progress::STEPS as f64) as u64);
        if !self.bar.is_hidden() {
            self.bar.set_message(self.line(metrics, seconds, progress));
        }
    }

    fn line(&self, metrics: &Metrics, seconds: f64, progress: f64) -> String {
        let Counts { updates, games, .. } = metrics.counts;
        let left = if progress > 0.0 { seconds * (1.0 - progress) / progress } else { 0.0 };
        let speed = metrics.tally.decisions as f64 / metrics.seconds.iter().sum::<f64>();
        let lesson = if metrics.lesson == Lesson::Imitation { "imitating, " } else { "" };
        let mut parts = vec![format!(
            "{lesson}update {updates}, {games} games, {speed:.0} decisions/s, loss {:.4}",
            metrics.stats.loss
        )];
        for rival in [Rival::Newest, Rival::Scripted] {
            for (team, name) in self.teams.iter().enumerate() {
                let score = metrics.tally.score(rival, team);
                if score.games > 0 {
                    let rate = 100.0 * score.win_rate().rate;
                    parts.push(format!("{name} {rate:.0} % v {}", rival.name()));
                }
            }
        }
        if !self.ratings.is_empty() {
            parts.push(format!("ratings {}", self.ratings.join(" ")));
        }
        parts.push(format!("{left:.0} s left"));
        parts.join(", ")
    }

    /// Prints an evaluation on a line that stays.
    pub fn evaluation(&mut self, counts: Counts, seconds: f64, evaluation: &Evaluation) {
        let shown = |rating: &Rating| format!("{} {:+.0}", rating.agent, rating.points);
        self.ratings = evaluation.ratings.iter().map(shown).collect();
        let Counts { updates, games, decisions, .. } = counts;
        self.say(&format!(
            "update {updates}, {games} games, {decisions} decisions, {seconds:.1} s: {evaluation}"
        ));
    }

    /// Prints a line that stays.
    pub fn say(&self, line: &str) {
        if self.bar.is_hidden() {
            eprintln!("{line}");
        } else {
            self.bar.println(line);
        }
    }
}

/// Takes the line away, so that what is printed next starts on a clean one.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Tally;

    #[test]
    fn the_line_has_the_ratings_of_the_last_evaluation() {
        let mut progress = Progress::new(vec!["killer".into(), "survivors".into()]);
        let mut tally = Tally::new(2);
        tally.decisions = 500;
        let metrics = Metrics {
            counts: Counts { updates: 3, games: 20, ..Counts::default() },
            lesson: Lesson::SelfPlay,
            rate: 0.0,
            magnet: 0.0,
            stats: Default::default(),
            tally,
            learnt: 0,
            seconds: [0.5, 0.5],
        };
        let line = |progress: &Progress| progress.line(&metrics, 10.0, 0.25);
        assert_eq!(line(&progress), "update 3, 20 games, 500 decisions/s, loss 0.0000, 30 s left");
        let rated = |team: &str, points| Rating { agent: team.into(), points, low: points, high: points };
        let ratings = vec![rated("killer", 392.4), rated("survivors", -3.4)];
        progress.evaluation(
            Counts::default(),
            1.0,
            &Evaluation { judgements: Vec::new(), merit: 0.0, ratings },
        );
        let expected =
            "update 3, 20 games, 500 decisions/s, loss 0.0000, ratings killer +392 survivors -3, 30 s left";
        assert_eq!(line(&progress), expected);
    }
}
