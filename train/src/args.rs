//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use fogbound_train::Config;
use fogbound_train::config::recipe::{self, RecipeError};
use fogbound_train::config::{LearnerOptions, Limits};
use fogbound_train::run::Begin;

/// Trains a network for one of the games by self-play. Without a command, `run` is meant.
#[derive(Debug, Parser)]
#[command(name = "fogbound-train", version, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// What can be asked for.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play and learn in one process
    Run(RunArgs),
    /// Go on with a run, with the config in its folder
    Resume {
        /// The folder of the run
        run: PathBuf,
        #[command(flatten)]
        args: Changes,
    },
    /// Play by the newest weights of a run, for others to learn from
    Selfplay(SelfplayArgs),
    /// Learn from what others play
    Learn(LearnArgs),
    /// Train a best response against weights that do not change, and print what it gains; for 30 minutes if nothing else is said
    Respond(RespondArgs),
    /// Draw the curves of a run, or of several into the same panels, and write them as a table
    Export {
        /// The folders of the runs
        #[arg(required = true, value_name = "RUN")]
        runs: Vec<PathBuf>,
        /// Folder for the files [default: that of the first run]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// What is changed in a recipe.
#[derive(Debug, Default, Args)]
pub(crate) struct Changes {
    /// Stop after so many minutes, earlier parts of the run included
    #[arg(long)]
    minutes: Option<f64>,
    /// Stop after so many updates, earlier parts of the run included; alone, there is no limit of time
    #[arg(long)]
    updates: Option<u64>,
    /// Threads for the games and for libtorch; 0 takes all cores
    #[arg(long)]
    threads: Option<usize>,
    /// Changes a field of the recipe, such as learner.clip=0.1; may be given several times
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    set: Vec<String>,
}

/// A run from its beginning.
#[derive(Debug, Default, Args)]
pub(crate) struct RunArgs {
    /// The recipe: kuhn, leduc, goofspiel, trial, stalk, or a file that ends in .toml [default: trial, or that of --game]
    #[arg(long, value_name = "NAME|FILE")]
    recipe: Option<String>,
    /// The game
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// The game's options as JSON, such as {"preset": "tiny"} or {"cards": 6}
    #[arg(long, value_name = "JSON", value_parser = setup)]
    setup: Option<toml::Value>,
    /// Names the run: it decides the first weights, the games and all choices
    #[arg(long)]
    seed: Option<u64>,
    /// Folder for the checkpoints and the logs [default: target/runs/GAME-SEED]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Begin with the weights of this checkpoint instead of fresh ones
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[command(flatten)]
    changes: Changes,
    /// Go on with the run in the folder
    #[arg(long, conflicts_with = "overwrite")]
    resume: bool,
    /// Begin anew in a folder that already holds a run, and lose that run
    #[arg(long)]
    overwrite: bool,
}

/// Playing alone.
#[derive(Debug, Args)]
pub(crate) struct SelfplayArgs {
    /// The folder of the run whose newest weights play
    #[arg(long, value_name = "DIR")]
    pub(crate) run: PathBuf,
    /// The folder that the shards go into
    #[arg(long, value_name = "DIR")]
    pub(crate) shards: PathBuf,
    /// Which of several players this is: no two play the same games
    #[arg(long, default_value_t = 0)]
    pub(crate) player: u64,
    /// Threads; 0 takes all cores
    #[arg(long, default_value_t = 0)]
    pub(crate) threads: usize,
    /// How many shards; 0 goes on until stopped
    #[arg(long, default_value_t = 0)]
    pub(crate) count: u64,
    /// Wait while so many shards lie unread
    #[arg(long, default_value_t = 4)]
    pub(crate) most: usize,
}

/// Learning alone.
#[derive(Debug, Args)]
pub(crate) struct LearnArgs {
    /// The folder that the shards come from
    #[arg(long, value_name = "DIR")]
    pub(crate) shards: PathBuf,
    /// Shards whose weights are more updates old are dropped
    #[arg(long, default_value_t = 4)]
    pub(crate) stale: u64,
    /// Give up if no shard comes for so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "3600", value_parser = seconds)]
    pub(crate) patience: Duration,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// A best response.
#[derive(Debug, Args)]
pub(crate) struct RespondArgs {
    /// The checkpoint of the weights to beat
    #[arg(long, value_name = "FILE")]
    pub(crate) against: PathBuf,
    /// The team that learns, such as killer, or all of them one after the other
    #[arg(long, default_value = "all")]
    pub(crate) team: String,
    /// Begin from fresh weights and not from those that are to be beaten
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Games to judge by
    #[arg(long, default_value_t = 4000)]
    pub(crate) games: u64,
    /// Folder for the responses' weights
    #[arg(long, value_name = "DIR", default_value = "target/responses")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    changes: Changes,
}

impl Changes {
    /// The changes as fields and values.
    fn fields(&self) -> Vec<String> {
        let mut fields = Vec::new();
        if let Some(updates) = self.updates {
            fields.push(format!("limits.updates={updates}"));
            fields.push("limits.minutes=0.0".into());
        }
        fields.extend(self.minutes.map(|minutes| format!("limits.minutes={minutes:?}")));
        fields.extend(self.threads.map(|threads| format!("threads={threads}")));
        fields.extend(self.set.iter().cloned());
        fields
    }

    /// The recipe of this name or file with the changes.
    pub(crate) fn apply(&self, recipe: &str) -> Result<Config, RecipeError> {
        recipe::read(recipe, &self.fields())
    }
}

impl RunArgs {
    /// What becomes of a run that is already in the folder.
    pub(crate) fn begin(&self) -> Begin {
        match (self.resume, self.overwrite) {
            (true, _) => Begin::Resume,
            (_, true) => Begin::Overwrite,
            _ => Begin::Anew,
        }
    }

    /// The config that the arguments stand for.
    pub(crate) fn config(&self) -> Result<Config, RecipeError> {
        let mut fields = Vec::new();
        let text = |text: String| toml::Value::String(text).to_string();
        fields.extend(self.game.clone().map(|game| format!("game={}", text(game))));
        fields.extend(self.setup.as_ref().map(|setup| format!("setup={setup}")));
        fields.extend(self.seed.map(|seed| format!("seed={seed}")));
        fields.extend(self.out.as_ref().map(|out| format!("out={}", text(out.display().to_string()))));
        fields.extend(self.from.as_ref().map(|from| format!("from={}", text(from.display().to_string()))));
        fields.extend(self.changes.fields());
        let game = self.game.as_deref().filter(|game| recipe::RECIPES.iter().any(|(name, _)| name == game));
        recipe::read(self.recipe.as_deref().or(game).unwrap_or("trial"), &fields)
    }
}

impl RespondArgs {
    /// The config of the response: that of the weights to beat, with the changes. How long those have learnt says nothing about it.
    pub(crate) fn config(&self, target: &Config) -> Result<Config, RecipeError> {
        let target = Config {
            limits: Limits { minutes: 30.0, updates: 0 },
            out: None,
            from: None,
            team: None,
            against: None,
            learner: LearnerOptions { imitate: 0, ..target.learner },
            ..target.clone()
        };
        recipe::parse("the checkpoint's config", &target.to_toml(), &self.changes.fields())
    }
}

/// Options of a game, given as JSON, as TOML has them.
fn setup(text: &str) -> Result<toml::Value, String> {
    let json: serde_json::Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    toml::Value::try_from(json).map_err(|error| error.to_string())
}

/// A time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    Duration::try_from_secs_f64(number).map_err(|_| "not a time: from 0 on".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn config(args: &[&str]) -> Result<Config, String> {
        let cli =
            Cli::try_parse_from([&["fogbound-train"], args].concat()).map_err(|error| error.to_string())?;
        match cli.command.unwrap_or(Command::Run(cli.run)) {
            Command::Run(run) => run.config().map_err(|error| error.to_string()),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_help_names_every_recipe() {
        let mut command = Cli::command();
        let run = command.find_subcommand_mut("run").expect("there is a command that runs");
        let help = run.render_help().to_string();
        let line = help.lines().find(|line| line.contains("--recipe")).expect("a recipe can be chosen");
        for (name, _) in recipe::RECIPES {
            assert!(line.contains(&format!(" {name},")), "{line}");
        }
    }

    #[test]
    fn run_is_meant_if_nothing_is_said() {
        let short = config(&["--game", "goofspiel", "--minutes", "2"]).unwrap();
        assert_eq!(short, config(&["run", "--recipe", "goofspiel", "--minutes", "2"]).unwrap());
        assert_eq!((short.game.as_str(), short.limits.minutes), ("goofspiel", 2.0));
        assert_eq!(config(&[]).unwrap().game, "trial");
    }

    #[test]
    fn options_change_the_recipe() {
        let given = ["--game", "goofspiel", "--setup", r#"{"cards": 6}"#, "--updates", "7", "--out", "a b"];
        let made = config(&given).unwrap();
        assert_eq!(
            (made.setup["cards"].as_u64(), made.limits.updates, made.limits.minutes),
            (Some(6), 7, 0.0)
        );
        assert_eq!(made.out, Some(PathBuf::from("a b")));
        let made = config(&["--set", "learner.clip=0.3", "--set", "network.sharing=per_team"]).unwrap();
        assert_eq!(made.learner.clip, 0.3);
    }

    #[test]
    fn a_response_has_limits_of_its_own() {
        let target = config(&["--game", "stalk", "--updates", "1", "--set", "learner.clip=0.3"]).unwrap();
        let limits = |given: &[&str]| {
            let respond = ["fogbound-train", "respond", "--against", "weights.safetensors"];
            let cli = Cli::try_parse_from([&respond, given].concat()).unwrap();
            let Some(Command::Respond(args)) = cli.command else { panic!("{cli:?}") };
            let made = args.config(&target).unwrap();
            assert_eq!((made.game.as_str(), made.learner.clip), ("stalk", 0.3));
            (made.limits.minutes, made.limits.updates)
        };
        assert_eq!(limits(&[]), (30.0, 0));
        assert_eq!(limits(&["--minutes", "2"]), (2.0, 0));
        assert_eq!(limits(&["--updates", "5"]), (0.0, 5));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (change, named) in [
            ("learner.clipp=0.1", "clipp"),
            ("learner.clip=high", "clip"),
            ("learner.clip=0.0", "learner.clip is 0"),
            ("network.sharing=some", "per_team"),
            ("seed.x=1", "seed"),
            ("threads", "FIELD=VALUE"),
        ] {
            let problem = config(&["--set", change]).unwrap_err();
            assert!(problem.contains(named), "{change}: {problem}");
        }
        let unknown = config(&["--recipe", "chess"]).unwrap_err();
        assert!(unknown.contains("there is no recipe `chess`; name one of kuhn, leduc"), "{unknown}");
        assert!(config(&["--recipe", "missing.toml"]).unwrap_err().starts_with("cannot read the recipe"));
        assert!(config(&["--setup", "{cards"]).unwrap_err().contains("--setup"));
    }
}
