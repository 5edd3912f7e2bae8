//! `cargo xtask test`: every check that a change must pass.

use std::cell::OnceCell;
use std::fs;

use anyhow::{Context, Result};
use clap::Args;

use crate::libtorch::Libtorch;
use crate::licences;
use crate::paths::Paths;
use crate::python::{Venv, only_wheel};
use crate::run::{cargo, run};
use crate::setup;
use crate::steps::{self, Step};

/// The options of `cargo xtask test`.
#[derive(Debug, Default, Args)]
pub(crate) struct Test {
    /// Only what needs neither libtorch nor Python: the default members of the workspace
    #[arg(long)]
    rust_only: bool,
}

impl Test {
    /// Runs the checks in order; the first failure stops.
    pub(crate) fn run(&self, paths: &Paths) -> Result<()> {
        let place = OnceCell::new();
        let mut all: Vec<Step<'_>> = vec![
            ("format", Box::new(|| run(&mut cargo(&paths.root, ["fmt", "--all", "--check"])))),
            ("licences", Box::new(|| licences::check(paths))),
        ];
        if self.rust_only {
            let step = |args| run(&mut cargo(&paths.root, args));
            all.push(("clippy", Box::new(move || step(["clippy", "--all-targets", "--", "-D", "warnings"]))));
            all.push(("tests", Box::new(|| run(&mut cargo(&paths.root, ["test"])))));
            all.push(("documentation", Box::new(|| document(paths, &["--no-deps"], None))));
        } else {
            all.push((
                "set-up",
                Box::new(|| {
                    place.set(setup::everything(paths)?).ok();
                    Ok(())
                }),
            ));
            let torch = || place.get().map(|(torch, _)| torch).context("the set-up has not run");
            let venv = || place.get().map(|(_, venv)| venv).context("the set-up has not run");
            all.push((
                "clippy",
                Box::new(move || {
                    let lint = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
                    with_torch(paths, torch()?, lint)
                }),
            ));
            all.push(("tests", Box::new(move || with_torch(paths, torch()?, ["test", "--workspace"]))));
            all.push((
                "documentation",
                Box::new(move || document(paths, &["--workspace", "--no-deps"], Some(torch()?))),
            ));
            all.push(("Python package", Box::new(move || python_package(paths, venv()?))));
            all.push(("Python lint", Box::new(move || python_lint(paths, venv()?))));
            all.push(("Python tests", Box::new(move || python_tests(paths, venv()?))));
            return steps::run(all);
        }
        steps::run(all)
    }
}

fn with_torch<const N: usize>(paths: &Paths, torch: &Libtorch, args: [&str; N]) -> Result<()> {
    let mut command = cargo(&paths.root, args);
    torch.apply(&mut command)?;
    run(&mut command)
}

fn document(paths: &Paths, args: &[&str], torch: Option<&Libtorch>) -> Result<()> {
    let mut command = cargo(&paths.root, ["doc"]);
    command.args(args).env("RUSTDOCFLAGS", "-Dwarnings");
    if let Some(torch) = torch {
        torch.apply(&mut command)?;
    }
    run(&mut command)
}

/// Builds the wheel and installs it, so that the tests see what a user would.
fn python_package(paths: &Paths, venv: &Venv) -> Result<()> {
    let wheels = paths.target.join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).with_context(|| format!("cannot remove {}", wheels.display()))?;
    }
    let mut maturin = venv.tool("maturin");
    maturin.args(["build", "--release", "--interpreter", "python", "--out"]).arg(&wheels);
    run(maturin.current_dir(paths.root.join("python")))?;
    let wheel = only_wheel(&wheels)?;
    run(venv.pip("install").args(["--force-reinstall", "--no-deps", "--no-index"]).arg(wheel))
}

fn python_lint(paths: &Paths, venv: &Venv) -> Result<()> {
    let cache = paths.target.join("ruff");
    for verb in [&["check"][..], &["format", "--check"]] {
        let mut ruff = venv.tool("ruff");
        ruff.args(verb).arg("--cache-dir").arg(&cache).args(["python", "xtask"]);
        run(ruff.current_dir(&paths.root))?;
    }
    Ok(())
}

fn python_tests(paths: &Paths, venv: &Venv) -> Result<()> {
    // Without the cache provider nothing is written into the source folders.
    run(venv.tool("pytest").args(["python/tests", "-p", "no:cacheprovider"]).current_dir(&paths.root))
}
