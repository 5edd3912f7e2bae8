//! `fogbound games`: what there is to play.

use std::fmt::{self, Write};

use clap::Args;
use fogbound_env::registry::{Info, NAMES};
use fogbound_env::{Seat, erased};
use serde_json::Value;

use crate::work;

#[derive(Args)]
pub(crate) struct Options {
    /// Describe this game alone, with its options and its observation vector
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let info = |name: &str| Ok::<_, anyhow::Error>(erased::open(name, &Value::Null)?.info());
    let mut text = String::new();
    match (&options.name, options.json) {
        (Some(name), true) => writeln!(text, "{}", serde_json::to_string_pretty(&info(name)?)?)?,
        (Some(name), false) => describe(&info(name)?, &mut text)?,
        (None, true) => {
            let all = NAMES.iter().map(|name| info(name)).collect::<anyhow::Result<Vec<_>>>()?;
            writeln!(text, "{}", serde_json::to_string_pretty(&all)?)?;
        }
        (None, false) => {
            for name in NAMES {
                let info = info(name)?;
                writeln!(text, "{:<12} {} seats   {}", info.name, info.seats.len(), info.summary)?;
            }
            writeln!(text, "\nMore on one: fogbound games NAME. Play it: fogbound play NAME.")?;
        }
    }
    work::print(&text)
}

fn describe(info: &Info, text: &mut String) -> fmt::Result {
    let team_names = |team: &Vec<Seat>| {
        team.iter().map(|seat| info.seats[seat.index()].as_str()).collect::<Vec<_>>().join(" + ")
    };
    let teams: Vec<String> = info.teams.iter().map(team_names).collect();
    writeln!(text, "{}: {} (rules version {})", info.name, info.summary, info.rules)?;
    writeln!(text, "seats:    {}", teams.join(" against "))?;
    writeln!(text, "returns:  from {} to {}", info.returns.0, info.returns.1)?;
    writeln!(text, "actions:  {}", info.actions)?;
    writeln!(text, "longest:  {} moves", info.longest)?;
    writeln!(text, "default:  {}", info.setup)?;
    for (name, setup) in &info.presets {
        writeln!(text, "preset:   {name} = {setup}")?;
    }
    writeln!(text, "observation of {} numbers (layout {}):", info.observation, info.schema_fingerprint)?;
    let mut start = 0;
    for field in info.schema.fields {
        let (low, high) = field.range;
        writeln!(
            text,
            "  {start:>4}  {:<14} {:?} in {low}..={high}: {}",
            field.name, field.shape, field.meaning
        )?;
        start += field.len();
    }
    Ok(())
}
