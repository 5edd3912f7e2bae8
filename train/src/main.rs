//! `fogbound-train`: trains networks for the games.

mod args;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use fogbound_train::apart::{Inbox, Selfplay, Source};
use fogbound_train::checkpoint::Checkpoint;
use fogbound_train::export::export;
use fogbound_train::folder::Folder;
use fogbound_train::log::Log;
use fogbound_train::play::{self, PlayOptions};
use fogbound_train::respond::{Gain, Respond};
use fogbound_train::run::{Begin, Summary, run, run_from};

use args::{Cli, Command, LearnArgs, RespondArgs, RunArgs, SelfplayArgs};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command.unwrap_or(Command::Run(cli.run)) {
        Command::Run(args) => train(&args),
        Command::Resume { run: folder, args } => resume(&folder, &args),
        Command::Selfplay(args) => selfplay(&args),
        Command::Learn(args) => learn(&args),
        Command::Respond(args) => respond(&args),
        Command::Export { runs, out } => draw(&runs, out),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fogbound-train: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn train(args: &RunArgs) -> Result<()> {
    report(&run(&args.config()?, args.begin(), &command())?);
    Ok(())
}

fn resume(folder: &Path, args: &args::Changes) -> Result<()> {
    let mut config = args.apply(Folder::at(folder).config().display().to_string().as_str())?;
    // Wherever it was made, it is here now.
    config.out = Some(folder.into());
    report(&run(&config, Begin::Resume, &command())?);
    Ok(())
}

fn learn(args: &LearnArgs) -> Result<()> {
    let config = args.run.config()?;
    std::fs::create_dir_all(&args.shards)?;
    let mut source = Source::Shards(Inbox {
        folder: args.shards.clone(),
        batch: config.play.lanes * config.play.steps,
        stale: args.stale,
        patience: args.patience,
    });
    report(&run_from(&config, args.run.begin(), &command(), &mut source)?);
    Ok(())
}

fn selfplay(args: &SelfplayArgs) -> Result<()> {
    let player = Selfplay {
        run: args.run.clone(),
        shards: args.shards.clone(),
        player: args.player,
        threads: args.threads,
        count: args.count,
        most: args.most,
    };
    player.run(&mut |path, samples| eprintln!("{}: {samples} decisions", path.display()))
}

fn respond(args: &RespondArgs) -> Result<()> {
    let target = Checkpoint::read(&args.against)?.card;
    let config = args.config(&target.config)?;
    let options = PlayOptions { seed: 1, first: 0, lanes: 1, threads: 1 };
    let teams = play::open(&config.game, &config.setup, &config.variants, options)?.info().team_names();
    let chosen = if args.team == "all" { teams } else { vec![args.team.clone()] };
    let mut sum = (0.0, 0.0f64);
    for team in &chosen {
        let out = args.out.join(format!("response-{team}.safetensors"));
        let respond = Respond {
            against: args.against.clone(),
            team: team.clone(),
            config: config.clone(),
            fresh: args.fresh,
            games: args.games,
        };
        let gain = respond.run(&out, &command(), &mut |line| eprintln!("{line}"))?;
        tell_gain(team, &gain);
        println!("  weights {}", out.display());
        sum = (sum.0 + gain.gained().mean, sum.1.hypot(gain.gained().margin));
    }
    if chosen.len() > 1 {
        println!(
            "all teams together gain {:+.3} ± {:.3}, at least, over what they get among themselves",
            sum.0, sum.1
        );
    }
    Ok(())
}

fn tell_gain(team: &str, gain: &Gain) {
    let rate = |score: &play::Score| {
        let wins = score.win_rate();
        format!("{:.1} % [{:.1}, {:.1}]", 100.0 * wins.rate, 100.0 * wins.low, 100.0 * wins.high)
    };
    let gained = gain.gained();
    println!(
        "{team}: the response gains {:+.3} ± {:.3} over {} games",
        gained.mean, gained.margin, gained.count
    );
    println!("  it wins {} where the weights themselves win {}", rate(&gain.after), rate(&gain.before));
}

fn draw(runs: &[PathBuf], out: Option<PathBuf>) -> Result<()> {
    for path in export(runs, &out.unwrap_or_else(|| runs[0].clone()))? {
        println!("{}", path.display());
    }
    Ok(())
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

fn report(summary: &Summary) {
    let (counts, folder) = (summary.counts, Folder::at(&summary.folder));
    println!(
        "{} updates in {:.1} s: {} games, {} decisions, {} of them learnt from",
        counts.updates, summary.seconds, counts.games, counts.decisions, counts.samples
    );
    println!("wins with 95 % interval, mean return, ratings: {}", summary.evaluation);
    println!("newest weights  {}", folder.checkpoint().display());
    println!("best weights    {}", folder.best().display());
    println!("curves          {}", folder.path().join(Log::CSV).display());
    println!("TensorBoard     tensorboard --logdir {}", folder.path().join(Log::BOARD).display());
}
