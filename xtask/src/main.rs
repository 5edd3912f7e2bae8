//! The chores of the workspace, run as `cargo xtask <chore>`: set-up, training, tests and benchmarks.

mod bench;
mod ci;
mod libtorch;
mod licences;
mod lock;
mod page;
mod paths;
mod python;
mod run;
mod setup;
mod steps;
mod suite;
mod test;
mod wheel;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use paths::Paths;

/// The chores of the workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

/// What can be asked for.
#[derive(Debug, Subcommand)]
enum Chore {
    /// Put libtorch and the Python environment in place; running it again is quick
    Setup(setup::Setup),
    /// Train an agent: sets libtorch up if need be, then runs the trainer
    #[command(disable_help_flag = true)]
    Train {
        /// Arguments of the trainer (`cargo xtask train --help` shows them)
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Play a game in the terminal
    #[command(disable_help_flag = true)]
    Play {
        /// Arguments of `fogbound play`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Run every check: format, licences, lints, tests, documentation, Python
    Test(test::Test),
    /// Test the page in a real browser, as `test` does among other things
    Page,
    /// Measure random play, search and solvers beside OpenSpiel, or environments beside those of other libraries
    Bench(bench::Bench),
    /// Build the Python package as a wheel, and test it in an environment of its own
    Wheel(wheel::Wheel),
    /// Check the licences of the dependencies against deny.toml
    Licences,
    /// What continuous integration runs: installs what a bare machine lacks, then runs every check
    Ci,
}

fn main() -> ExitCode {
    match chore(Cli::parse().chore) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn chore(chore: Chore) -> Result<()> {
    let paths = Paths::find()?;
    match chore {
        Chore::Setup(setup) => setup.run(&paths),
        Chore::Train { args } => {
            libtorch::ensure(&paths, false)?;
            let command = ["run", "--release", "--package", "fogbound-train", "--"];
            run::run(run::cargo(&paths.root, command).args(args))
        }
        Chore::Play { args } => {
            let command = ["run", "--release", "--package", "fogbound-play", "--", "play"];
            run::run(run::cargo(&paths.root, command).args(args))
        }
        Chore::Test(test) => test.run(&paths),
        Chore::Page => page::tests(&paths, true),
        Chore::Bench(bench) => bench.run(&paths),
        Chore::Wheel(wheel) => wheel.run(&paths),
        Chore::Licences => licences::check(&paths),
        Chore::Ci => ci::ci(&paths),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn arguments_are_passed_on_untouched() {
        let cli = Cli::parse_from(["xtask", "train", "--game", "kuhn", "--", "-x"]);
        let Chore::Train { args } = cli.chore else { panic!("not train") };
        assert_eq!(args, ["--game", "kuhn", "--", "-x"]);
        let cli = Cli::parse_from(["xtask", "train", "--help"]);
        assert!(matches!(cli.chore, Chore::Train { args } if args == ["--help"]));
    }
}
