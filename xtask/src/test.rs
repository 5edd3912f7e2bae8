//! `cargo xtask test`: every check that a change must pass.

use std::cell::OnceCell;

use anyhow::{Context, Result};
use clap::Args;

use crate::licences;
use crate::page;
use crate::paths::Paths;
use crate::run::{cargo, run};
use crate::setup;
use crate::steps::{self, Step};
use crate::suite;

/// The options of `cargo xtask test`.
#[derive(Debug, Default, Args)]
pub(crate) struct Test {
    /// Only what needs neither libtorch nor Python: the default members of the workspace
    #[arg(long)]
    rust_only: bool,
    /// Fail where there is no browser to test the page with
    #[arg(long)]
    strict: bool,
}

impl Test {
    /// Every check, and none left out.
    pub(crate) fn strict() -> Test {
        Test { rust_only: false, strict: true }
    }

    /// Runs the checks in order; the first failure stops.
    pub(crate) fn run(&self, paths: &Paths) -> Result<()> {
        // Without `--workspace` cargo takes the default members.
        let scope = if self.rust_only { None } else { Some("--workspace") };
        let cargo = |verb: &str, rest: &[&str]| {
            let mut command = cargo(&paths.root, [verb]);
            command.args(scope).args(rest);
            command
        };
        let made = OnceCell::new();
        let venv = || made.get().context("the set-up has not run");
        let set_up = || made.set(setup::everything(paths)?).ok().context("the set-up ran twice");

        let mut steps: Vec<Step<'_>> = vec![
            ("format", Box::new(|| run(&mut crate::run::cargo(&paths.root, ["fmt", "--all", "--check"])))),
            ("licences", Box::new(|| licences::check(paths))),
        ];
        if !self.rust_only {
            steps.push(("set-up", Box::new(set_up)));
        }
        steps.push((
            "clippy",
            Box::new(|| run(&mut cargo("clippy", &["--all-targets", "--", "-D", "warnings"]))),
        ));
        steps.push(("tests", Box::new(|| run(&mut cargo("test", &[])))));
        steps.push((
            "documentation",
            Box::new(|| run(cargo("doc", &["--no-deps"]).env("RUSTDOCFLAGS", "-Dwarnings"))),
        ));
        if !self.rust_only {
            steps.push(("page", Box::new(|| page::tests(paths, self.strict))));
            steps.push(("Python package", Box::new(|| suite::package(paths, venv()?))));
            steps.push(("Python lint", Box::new(|| suite::lint(paths, venv()?))));
            steps.push(("Python tests", Box::new(|| suite::tests(paths, venv()?))));
        }
        steps::run(steps)
    }
}
