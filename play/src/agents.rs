//! `fogbound agents`: who can be named in a spec.

use std::fmt::Write;

use clap::Args;
use fogbound_agents::Spec;
use fogbound_agents::spec::{About, Fallback, Key};
use serde_json::{Value, json};

use crate::work;

#[derive(Args)]
pub(crate) struct Options {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let kinds = Spec::kinds();
    if options.json {
        let agents: Vec<Value> = kinds.iter().map(as_json).collect();
        return work::print(&(serde_json::to_string_pretty(&agents)? + "\n"));
    }
    let mut text = String::new();
    for about in kinds {
        writeln!(text, "{:<12} {}", about.name, about.summary)?;
        for key in about.keys {
            let otherwise = match key.default {
                Fallback::Is(default) => format!("{default} if not given"),
                Fallback::Without => "may be left out".into(),
                Fallback::Needed => "has to be given".into(),
            };
            writeln!(text, "  {:<10} {}: {}; {otherwise}", key.name, key.summary, key.takes)?;
        }
    }
    text.push_str("\nAn agent with settings is written NAME:KEY=VALUE,KEY=VALUE.\n");
    work::print(&text)
}

fn as_json(about: &About) -> Value {
    let key = |key: &Key| {
        json!({
            "name": key.name,
            "summary": key.summary,
            "takes": key.takes.to_string(),
            "default": if let Fallback::Is(default) = key.default { Some(default) } else { None },
            "needed": key.default == Fallback::Needed,
        })
    };
    let keys: Vec<Value> = about.keys.iter().map(key).collect();
    json!({ "name": about.name, "summary": about.summary, "keys": keys })
}
