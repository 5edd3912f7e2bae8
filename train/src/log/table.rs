//! The numbers of an update, by name.

use crate::evaluate::Evaluation;
use crate::learn::Stats;
use crate::play::{Foresight, Rival, Score};
use crate::trainer::{Counts, Metrics};

/// The numbers of one update. All rows of a run have the same names; some numbers may be missing.
///
/// Names with a slash are the curves of TensorBoard.
#[derive(Clone, Debug, PartialEq)]
pub struct Row(Vec<(String, Option<f64>)>);

impl Row {
    /// The names, with commas between them.
    pub fn names(&self) -> String {
        self.0.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(",")
    }

    /// The numbers, with commas between them.
    pub fn cells(&self) -> String {
        let cell =
            |(_, value): &(String, Option<f64>)| value.map_or_else(String::new, |value| value.to_string());
        self.0.iter().map(cell).collect::<Vec<_>>().join(",")
    }

    /// The numbers that are there, with their names.
    pub fn filled(&self) -> impl Iterator<Item = (&str, f64)> {
        self.0.iter().filter_map(|(name, value)| Some((name.as_str(), (*value)?)))
    }

    /// The update that the row is of.
    pub fn update(&self) -> u64 {
        self.filled().find(|(name, _)| *name == "update").map_or(0, |(_, update)| update as u64)
    }
}

/// Whose results stand in the columns of a run's rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    /// The names of the teams.
    pub teams: Vec<String>,
    /// The names of those that they are judged by.
    pub rungs: Vec<String>,
}

/// The row of an update, or of a run before its first.
pub fn row(
    counts: Counts,
    seconds: f64,
    Columns { teams, rungs }: &Columns,
    metrics: Option<&Metrics>,
    evaluation: Option<&Evaluation>,
) -> Row {
    let mut row: Vec<(String, Option<f64>)> = Vec::new();
    let whole = |number: u64| Some(number as f64);
    row.push(("update".into(), whole(counts.updates)));
    row.push(("seconds".into(), Some((seconds * 1000.0).round() / 1000.0)));
    row.push(("count/games".into(), whole(counts.games)));
    row.push(("count/decisions".into(), whole(counts.decisions)));
    row.push(("count/samples".into(), whole(counts.samples)));
    row.push(("count/evaluations".into(), whole(counts.evaluations)));
    let of = |number: &dyn Fn(&Metrics) -> f64| metrics.map(number);
    let all = |m: &Metrics| m.seconds[0] + m.seconds[1];
    row.push(("speed/decisions".into(), of(&|m| m.tally.decisions as f64 / m.seconds[0])));
    row.push(("speed/evaluations".into(), of(&|m| m.tally.evaluations as f64 / m.seconds[0])));
    row.push(("speed/simulations".into(), of(&|m| m.tally.simulations as f64 / m.seconds[0])));
    row.push(("speed/samples".into(), of(&|m| m.learnt as f64 / m.seconds[1])));
    row.push(("speed/games".into(), of(&|m| m.tally.games as f64 / all(m))));
    row.push(("speed/play_share".into(), of(&|m| m.seconds[0] / all(m))));
    row.push(("schedule/rate".into(), of(&|m| m.rate)));
    row.push(("schedule/magnet".into(), of(&|m| m.magnet)));
    for (i, name) in Stats::NAMES.iter().enumerate() {
        row.push((format!("loss/{name}"), of(&|m| m.stats.numbers()[i])));
    }
    let foresight = metrics.map(|m| &m.tally.foresight).filter(|foresight| foresight.count() > 0);
    row.push(("value/explained".into(), foresight.map(Foresight::explained)));
    row.push(("value/bias".into(), foresight.map(Foresight::bias)));
    row.push(("value/miscalibration".into(), foresight.map(Foresight::miscalibration)));
    let length = |m: &Metrics| m.tally.lengths as f64 / m.tally.games as f64;
    row.push(("play/game_length".into(), metrics.filter(|m| m.tally.games > 0).map(length)));
    for rival in [Rival::Newest, Rival::Past, Rival::Scripted] {
        for (team, name) in teams.iter().enumerate() {
            let score = metrics.map(|m| m.tally.score(rival, team)).filter(|score| score.games > 0);
            row.push((format!("play/{}/{name}", rival.name()), score.map(|score| score.win_rate().rate)));
        }
    }
    for rung in rungs {
        for name in teams {
            let judged = evaluation.and_then(|evaluation| evaluation.judgement(rung, name));
            let score = judged.map(|judged| &judged.score);
            // A comma ends a column, a slash a part of a name.
            let prefix = format!("eval/{}/{name}", rung.replace(',', ";").replace('/', "|"));
            let wins = score.map(Score::win_rate);
            row.push((prefix.clone(), wins.map(|wins| wins.rate)));
            row.push((format!("{prefix}/low"), wins.map(|wins| wins.low)));
            row.push((format!("{prefix}/high"), wins.map(|wins| wins.high)));
            row.push((format!("{prefix}/return"), score.map(|score| score.mean().mean)));
            let length = judged.map(|judged| judged.decisions as f64 / judged.score.games as f64);
            row.push((format!("{prefix}/length"), length));
        }
    }
    for name in teams {
        let ratings = evaluation.map_or(&[][..], |evaluation| &evaluation.ratings);
        let rating = ratings.iter().find(|rating| rating.agent == *name);
        row.push((format!("rating/{name}"), rating.map(|rating| rating.points)));
        row.push((format!("rating/{name}/low"), rating.map(|rating| rating.low)));
        row.push((format!("rating/{name}/high"), rating.map(|rating| rating.high)));
    }
    Row(row)
}
