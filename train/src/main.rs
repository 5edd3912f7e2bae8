//! `fogbound-train`: trains a network for one of the games.

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use fogbound_train::Config;
use fogbound_train::log::Log;
use fogbound_train::run::{CHECKPOINT, Summary, run};

fn main() -> ExitCode {
    let config = Config::parse();
    match run(&config, &command()) {
        Ok(summary) => {
            report(&config, &summary);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("fogbound-train: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The command as it was given, without the folder of the program.
fn command() -> Vec<String> {
    let mut command: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(program) = command.first_mut() {
        *program =
            Path::new(&*program).file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
    }
    command
}

fn report(config: &Config, summary: &Summary) {
    let counts = summary.counts;
    let folder = &summary.folder;
    println!(
        "{}: {} updates, {} games, {} decisions",
        config.game, counts.updates, counts.games, counts.decisions
    );
    println!("trained for {:.1} s", summary.seconds);
    println!("against random, mean return with 95% interval over {} games a team:", summary.last.games);
    println!("  at the start  {}", summary.first);
    println!("  at the end    {}", summary.last);
    println!("checkpoint   {}", folder.join(CHECKPOINT).display());
    println!("card         {}", folder.join(CHECKPOINT).with_extension("json").display());
    println!("metrics      {}", folder.join(Log::CSV).display());
    println!("TensorBoard  tensorboard --logdir {}", folder.join(Log::BOARD).display());
}
