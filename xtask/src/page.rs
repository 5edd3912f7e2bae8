//! The tests of the page in a real browser: what they need, and running them.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::ci::apt;
use crate::paths::Paths;
use crate::run::{cargo, run, succeeds};

/// What drives the browser.
const DRIVER: &str = "playwright-core";
const VERSION: &str = "1.65.0";

/// Runs the tests of the page; where no browser can be had, says so in a way that nobody overlooks, and fails if
/// `strict`.
pub(crate) fn tests(paths: &Paths, strict: bool) -> Result<()> {
    let browser = match browser().and_then(|browser| Ok((browser, driver(paths)?))) {
        Ok(found) => found,
        Err(error) if !strict => {
            let line = "!".repeat(100);
            eprintln!(
                "{line}\n  THE PAGE WAS NOT TESTED: {error:#}\n  Install chromium, node and npm, and run this again.\n{line}"
            );
            return Ok(());
        }
        Err(error) => return Err(error.context("the page cannot be tested")),
    };
    run(&mut cargo(&paths.root, ["build", "--package", "fogbound-play"]))?;
    let (browser, tools) = browser;
    let shots = paths.target.join("shots");
    let mut tests = Command::new("node");
    tests.arg("--test").arg(paths.root.join("play/tests/page/page.test.mjs"));
    tests.env("FOGBOUND", paths.target.join("debug/fogbound")).env("CHROMIUM", browser);
    run(tests.env("TOOLS", tools).env("SHOTS", &shots).current_dir(&paths.root))?;
    eprintln!("  screenshots are in {}", shots.display());
    Ok(())
}

/// A browser that starts; Debian's is installed if there is none.
fn browser() -> Result<PathBuf> {
    let installed = || {
        let name = ["chromium", "chromium-browser", "google-chrome"]
            .into_iter()
            .find(|name| succeeds(Command::new(name).arg("--version")))?;
        // The driver wants to know where it is, not what it is called.
        let folders = env::var_os("PATH")?;
        env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
    };
    let found = |name: &str| succeeds(Command::new(name).arg("--version"));
    let mut missing = Vec::new();
    if installed().is_none() {
        // Without a font there is nothing to read on the screenshots.
        missing.extend(["chromium", "fonts-dejavu-core"]);
    }
    if !found("node") {
        missing.push("nodejs");
    }
    if !found("npm") {
        missing.push("npm");
    }
    if !missing.is_empty() {
        apt(&missing)?;
    }
    installed().context("there is no Chromium, although it was installed")
}

/// The folder in which the driver is installed.
fn driver(paths: &Paths) -> Result<PathBuf> {
    let tools = paths.target.join("page");
    let card = tools.join("node_modules").join(DRIVER).join("package.json");
    let wanted = format!("\"version\": \"{VERSION}\"");
    if !fs::read_to_string(&card).is_ok_and(|text| text.contains(&wanted)) {
        fs::create_dir_all(&tools).with_context(|| format!("cannot make {}", tools.display()))?;
        let mut npm = Command::new("npm");
        npm.args([
            "install",
            "--no-save",
            "--no-package-lock",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
        ]);
        run(npm.arg("--prefix").arg(&tools).arg(format!("{DRIVER}@{VERSION}")))?;
    }
    Ok(tools)
}
