//! Set-up: libtorch for the trainer, a Python environment for the bindings. Running it again is quick.

use anyhow::Result;
use clap::Args;

use crate::libtorch;
use crate::paths::Paths;
use crate::python::Venv;

/// The options of `cargo xtask setup`.
#[derive(Debug, Args)]
pub(crate) struct Setup {
    /// Leave libtorch alone
    #[arg(long)]
    no_libtorch: bool,
    /// Leave the Python environment alone
    #[arg(long)]
    no_python: bool,
    /// Check the hashes of libtorch's libraries too, not only the lengths of its files
    #[arg(long)]
    verify: bool,
}

impl Setup {
    /// Runs the set-up.
    pub(crate) fn run(&self, paths: &Paths) -> Result<()> {
        if !self.no_libtorch {
            libtorch::ensure(paths, self.verify)?;
        }
        if !self.no_python {
            Venv::full(paths)?;
        }
        Ok(())
    }
}

/// Sets up everything, as the tests need it.
pub(crate) fn everything(paths: &Paths) -> Result<Venv> {
    libtorch::ensure(paths, false)?;
    Venv::with_learners(paths)
}
