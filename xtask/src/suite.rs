//! The Python part of the tests: the package as a user would have it, its lint, and its tests with all that they need.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::licences::metadata;
use crate::paths::Paths;
use crate::python::Venv;
use crate::run::{cargo, run};
use crate::wheel;

/// The last Gymnasium that loads entry points of packages.
const OLD_GYMNASIUM: &str = "gymnasium==0.29.1";

/// Builds the wheel and installs it, so that the tests see what a user would.
pub(crate) fn package(paths: &Paths, venv: &Venv) -> Result<()> {
    wheel::install(venv, &wheel::build(paths, venv)?)
}

/// Checks the style of everything that is written in Python.
pub(crate) fn lint(paths: &Paths, venv: &Venv) -> Result<()> {
    let cache = paths.target.join("ruff");
    for verb in [&["check"][..], &["format", "--check"]] {
        let mut ruff = venv.tool("ruff");
        ruff.args(verb).arg("--cache-dir").arg(&cache).args(["python", "xtask"]);
        run(ruff.current_dir(&paths.root))?;
    }
    Ok(())
}

/// Runs the tests, those with the trainer and with an old Gymnasium among them.
pub(crate) fn tests(paths: &Paths, venv: &Venv) -> Result<()> {
    let mut pytest = venv.tool("pytest");
    // Without the cache provider nothing is written into the source folders.
    pytest.args(["python/tests", "-p", "no:cacheprovider"]).current_dir(&paths.root);
    pytest.env("FOGBOUND_TRAIN", trainer(paths)?);
    pytest.env("FOGBOUND_OLD_GYMNASIUM", old_gymnasium(paths, venv)?);
    // Where there is no Node, Pyright fetches one.
    pytest.env("PYRIGHT_PYTHON_CACHE_DIR", paths.cache.join("pyright"));
    run(&mut pytest)
}

/// The trainer, which the tests in Rust have built already.
fn trainer(paths: &Paths) -> Result<PathBuf> {
    run(&mut cargo(&paths.root, ["build", "--package", "fogbound-train"]))?;
    let name = format!("fogbound-train{}", std::env::consts::EXE_SUFFIX);
    Ok(metadata(paths)?.target_directory.join("debug").join(name))
}

/// A folder with nothing but an old Gymnasium in it; what that needs is in the environment.
fn old_gymnasium(paths: &Paths, venv: &Venv) -> Result<PathBuf> {
    let folder = paths.target.join("old-gymnasium");
    let installed = folder.join(".fogbound-installed");
    if !fs::read_to_string(&installed).is_ok_and(|text| text == OLD_GYMNASIUM) {
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        run(venv.pip("install")?.args(["--no-deps", "--target"]).arg(&folder).arg(OLD_GYMNASIUM))?;
        fs::write(&installed, OLD_GYMNASIUM)
            .with_context(|| format!("cannot write {}", installed.display()))?;
    }
    Ok(folder)
}
