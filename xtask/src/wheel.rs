//! `cargo xtask wheel`: the Python package as a wheel, tried out where nothing else is.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::paths::Paths;
use crate::python::{Venv, only_file};
use crate::run::{capture, cargo, run};

/// One wheel for every `CPython` from this version on.
const TAG: &str = "-cp310-abi3-";
/// What the tests need beside the installed package.
const TESTS: [&str; 3] = ["tests", "examples", "pyproject.toml"];

/// The options of `cargo xtask wheel`.
#[derive(Debug, Args)]
pub(crate) struct Wheel {
    /// Build the wheel without testing it
    #[arg(long)]
    no_test: bool,
}

impl Wheel {
    /// Builds the wheel, and runs the tests in a new environment that knows nothing of the sources.
    pub(crate) fn run(&self, paths: &Paths) -> Result<()> {
        let tools = Venv::full(paths)?;
        let wheel = build(paths, &tools)?;
        let sources = pack_sources(paths, &tools)?;
        if !self.no_test {
            let dir = paths.target.join("venv-wheel");
            if dir.exists() {
                fs::remove_dir_all(&dir).with_context(|| format!("cannot remove {}", dir.display()))?;
            }
            let venv = Venv::apart(paths, "venv-wheel")?;
            install(&venv, &wheel)?;
            test_alone(paths, &venv)?;
        }
        println!("{}\n{}", wheel.display(), sources.display());
        Ok(())
    }
}

/// Packs what the package is built from beside the wheel, and sees that cargo finds all of it there, at the versions of the
/// lock file.
fn pack_sources(paths: &Paths, venv: &Venv) -> Result<PathBuf> {
    let (wheels, unpacked) = (paths.target.join("wheels"), paths.target.join("sdist"));
    run(venv.tool("maturin").arg("sdist").arg("--out").arg(&wheels).current_dir(paths.root.join("python")))?;
    let sources = only_file(&wheels, "gz")?;
    if unpacked.exists() {
        fs::remove_dir_all(&unpacked).with_context(|| format!("cannot remove {}", unpacked.display()))?;
    }
    run(venv.python().args(["-m", "tarfile", "--extract"]).arg(&sources).arg(&unpacked))?;
    let name = sources.file_name().and_then(|name| name.to_str()).context("a package has a name")?;
    let root = unpacked.join(name.trim_end_matches(".tar.gz"));
    let mut tree = cargo(&root, ["tree", "--offline", "--package", "fogbound-python", "--edges", "normal"]);
    capture(&mut tree).context("the source distribution cannot be built")?;
    Ok(sources)
}

/// Builds the wheel, and sees that it is for all versions of Python.
pub(crate) fn build(paths: &Paths, venv: &Venv) -> Result<PathBuf> {
    check_networks(&paths.root)?;
    let wheels = paths.target.join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).with_context(|| format!("cannot remove {}", wheels.display()))?;
    }
    let mut maturin = venv.tool("maturin");
    maturin.args(["build", "--release", "--locked", "--interpreter", "python", "--out"]).arg(&wheels);
    run(maturin.current_dir(paths.root.join("python")))?;
    let wheel = only_file(&wheels, "whl")?;
    if !wheel.to_string_lossy().contains(TAG) {
        bail!("{} is for one version of Python only: its name should hold {TAG}", wheel.display());
    }
    Ok(wheel)
}

/// Sees that every trained network that ships has its link in the package: maturin packs what lies there.
fn check_networks(root: &Path) -> Result<()> {
    let entries = fs::read_dir(root.join("checkpoints")).context("cannot read the folder of checkpoints")?;
    for entry in entries {
        let folder = entry?.path();
        if let (true, Some(game)) = (folder.is_dir(), folder.file_name()) {
            let packed = root.join("python/py/fogbound/checkpoints_shipped").join(game);
            let packed = packed.with_extension("safetensors");
            if !packed.is_file() {
                bail!("{} has a network, but {} does not link to it", folder.display(), packed.display());
            }
        }
    }
    Ok(())
}

/// Installs the wheel, in place of an older one.
pub(crate) fn install(venv: &Venv, wheel: &Path) -> Result<()> {
    run(venv.pip("install")?.args(["--force-reinstall", "--no-deps", "--no-index"]).arg(wheel))
}

/// Runs the tests from a copy of their own, so that only the installed package can be found.
fn test_alone(paths: &Paths, venv: &Venv) -> Result<()> {
    let alone = paths.target.join("wheel-test");
    if alone.exists() {
        fs::remove_dir_all(&alone).with_context(|| format!("cannot remove {}", alone.display()))?;
    }
    for name in TESTS {
        copy(&paths.root.join("python").join(name), &alone.join(name))?;
    }
    run(venv.tool("pytest").arg("tests").current_dir(&alone))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let problem = || format!("cannot copy {}", from.display());
    if from.is_dir() {
        for entry in fs::read_dir(from).with_context(problem)? {
            let path = entry.with_context(problem)?.path();
            copy(&path, &to.join(path.file_name().context("a file has a name")?))?;
        }
        return Ok(());
    }
    fs::create_dir_all(to.parent().context("a copy has a folder")?).with_context(problem)?;
    fs::copy(from, to).with_context(problem)?;
    Ok(())
}
