//! The two sides of a comparison: our command, and the scripts that run OpenSpiel.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::licences::metadata;
use crate::paths::Paths;
use crate::python::Venv;
use crate::run::{capture, cargo, run};

/// Both sides, ready to be measured.
#[derive(Debug)]
pub(crate) struct Sides {
    /// Seconds for each figure in each round.
    pub(crate) seconds: f64,
    binary: PathBuf,
    venv: Venv,
    scripts: PathBuf,
}

impl Sides {
    /// Builds ours, and sees to it that theirs is installed.
    pub(crate) fn prepare(paths: &Paths, seconds: f64) -> Result<Self> {
        let venv = Venv::full(paths)?;
        let what = ["build", "--release", "--package", "fogbound-play", "--bin", "fogbound"];
        run(&mut cargo(&paths.root, what))?;
        let name = format!("fogbound{}", std::env::consts::EXE_SUFFIX);
        let binary = metadata(paths)?.target_directory.join("release").join(name);
        Ok(Self { seconds, binary, venv, scripts: paths.root.join("xtask/peers") })
    }

    /// What `fogbound` prints.
    pub(crate) fn ours<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Result<String> {
        capture(Command::new(&self.binary).args(args))
    }

    /// What a script that runs OpenSpiel prints.
    pub(crate) fn peer<'a>(&self, script: &str, args: impl IntoIterator<Item = &'a str>) -> Result<String> {
        capture(self.venv.python().arg(self.scripts.join(script)).args(args))
    }
}
