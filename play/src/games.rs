//! `fogbound games`: what there is to play.

use clap::Args;
use fogbound_env::registry::{Info, NAMES};
use fogbound_env::{Seat, erased};
use serde_json::Value;

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
    match (&options.name, options.json) {
        (Some(name), true) => println!("{}", serde_json::to_string_pretty(&info(name)?)?),
        (Some(name), false) => describe(&info(name)?),
        (None, true) => {
            let all = NAMES.iter().map(|name| info(name)).collect::<anyhow::Result<Vec<_>>>()?;
            println!("{}", serde_json::to_string_pretty(&all)?);
        }
        (None, false) => {
            for name in NAMES {
                let info = info(name)?;
                println!("{:<12} {} seats   {}", info.name, info.seats.len(), info.summary);
            }
            println!("\nMore on one: fogbound games NAME. Play it: fogbound play NAME.");
        }
    }
    Ok(())
}

fn describe(info: &Info) {
    let team_names = |team: &Vec<Seat>| {
        team.iter().map(|seat| info.seats[seat.index()].as_str()).collect::<Vec<_>>().join(" + ")
    };
    let teams: Vec<String> = info.teams.iter().map(team_names).collect();
    println!("{}: {} (rules version {})", info.name, info.summary, info.rules);
    println!("seats:    {}", teams.join(" against "));
    println!("returns:  from {} to {}", info.returns.0, info.returns.1);
    println!("actions:  {}", info.actions);
    println!("longest:  {} moves", info.longest);
    println!("default:  {}", info.setup);
    for (name, setup) in &info.presets {
        println!("preset:   {name} = {setup}");
    }
    println!("observation of {} numbers (layout {}):", info.observation, info.schema_fingerprint);
    let mut start = 0;
    for field in info.schema.fields {
        let (low, high) = field.range;
        println!("  {start:>4}  {:<14} {:?} in {low}..={high}: {}", field.name, field.shape, field.meaning);
        start += field.len();
    }
}
