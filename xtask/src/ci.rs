//! `cargo xtask ci`: the tests on a bare machine. What is missing is installed there, and only there.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::paths::Paths;
use crate::python::can_make_venv;
use crate::run::{cargo, run, succeeds};
use crate::test::Test;

/// Prepares the machine if `CI` is set, then runs every test.
pub(crate) fn ci(paths: &Paths) -> Result<()> {
    if env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false") {
        prepare(&paths.root)?;
    }
    Test::strict().run(paths)
}

fn prepare(root: &Path) -> Result<()> {
    let mut packages = Vec::new();
    if !can_make_venv() {
        packages.extend(["python3", "python3-venv"]);
    }
    if !succeeds(Command::new("c++").arg("--version")) {
        packages.push("g++");
    }
    if !packages.is_empty() {
        apt(&packages)?;
    }
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !succeeds(&mut cargo(root, [tool, "--version"])) {
            run(Command::new("rustup").args(["component", "add", component]).current_dir(root))?;
        }
    }
    Ok(())
}

/// Installs packages of the system.
pub(crate) fn apt(packages: &[&str]) -> Result<()> {
    if !succeeds(Command::new("apt-get").arg("--version")) {
        bail!("this machine lacks {} and has no apt-get to install them with", packages.join(", "));
    }
    let root = succeeds(Command::new("sh").args(["-c", "test \"$(id -u)\" = 0"]));
    let command = || {
        let mut command = Command::new(if root { "apt-get" } else { "sudo" });
        if !root {
            command.arg("apt-get");
        }
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    run(command().args(["update", "-q"]))?;
    run(command().args(["install", "-q", "-y", "--no-install-recommends"]).args(packages))
}
