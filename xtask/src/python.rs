//! The Python environment in `target/venv`: made once, and again if it is old, broken or half made.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::lock::{lock, share};
use crate::paths::Paths;
use crate::run::{capture, path_with, run, shown, succeeds};

/// A list of packages with exact versions.
struct List {
    file: &'static str,
    text: &'static str,
    /// Holds the list once it was installed to the end.
    installed: &'static str,
}

/// What the checks, the bindings and the light adapters need.
const REQUIREMENTS: List = List {
    file: "xtask/requirements.txt",
    text: include_str!("../requirements.txt"),
    installed: ".fogbound-installed",
};
/// The learners that the adapters are tested with.
const LEARNERS: List = List {
    file: "xtask/learners.txt",
    text: include_str!("../learners.txt"),
    installed: ".fogbound-learners",
};
/// The libraries whose environments ours is measured beside.
const PEERS: List = List {
    file: "xtask/peers/requirements.txt",
    text: include_str!("../peers/requirements.txt"),
    installed: ".fogbound-installed",
};
/// One of them that does not install everywhere.
const PUFFERLIB: List = List {
    file: "xtask/peers/pufferlib.txt",
    text: include_str!("../peers/pufferlib.txt"),
    installed: ".fogbound-pufferlib",
};
/// The oldest Python that the pinned packages install on.
const OLDEST: (u32, u32) = (3, 11);
/// Exists while packages are being installed, and so after an interruption.
const INSTALLING: &str = ".fogbound-installing";
/// Exists once the environment itself is complete.
const CREATED: &str = ".fogbound-created";

/// The environment, with at least `pip` in it.
#[derive(Debug)]
pub(crate) struct Venv {
    dir: PathBuf,
    pip_cache: PathBuf,
}

impl Venv {
    /// Makes the bare environment if there is none that works.
    pub(crate) fn bare(paths: &Paths) -> Result<Self> {
        let lock = lock(&paths.target.join("venv.lock"), "the Python environment")?;
        Self::bare_locked(paths, "venv", &lock)
    }

    /// Makes the environment with everything in `requirements.txt`.
    pub(crate) fn full(paths: &Paths) -> Result<Self> {
        Self::with(paths, "venv", &[REQUIREMENTS])
    }

    /// Makes the environment with everything in `requirements.txt` and `learners.txt`.
    pub(crate) fn with_learners(paths: &Paths) -> Result<Self> {
        Self::with(paths, "venv", &[REQUIREMENTS, LEARNERS])
    }

    /// Makes an environment of its own with everything in `requirements.txt`.
    pub(crate) fn apart(paths: &Paths, name: &str) -> Result<Self> {
        Self::with(paths, name, &[REQUIREMENTS])
    }

    /// Makes an environment of its own with the libraries that ours is measured beside.
    pub(crate) fn peers(paths: &Paths) -> Result<Self> {
        Self::with(paths, "venv-peers", &[PEERS])
    }

    /// Makes an environment of its own with PufferLib, or says why that cannot be done here.
    pub(crate) fn pufferlib(paths: &Paths) -> Result<std::result::Result<Self, String>> {
        let lock = lock(&paths.target.join("venv-pufferlib.lock"), "the Python environment")?;
        let venv = Self::bare_locked(paths, "venv-pufferlib", &lock)?;
        let installed = venv.dir.join(PUFFERLIB.installed);
        if fs::read_to_string(&installed).is_ok_and(|text| text == PUFFERLIB.text) {
            return Ok(Ok(venv));
        }
        eprintln!("Python packages of {}: installing into {}", PUFFERLIB.file, paths.short(&venv.dir));
        let mut pip = venv.pip("install")?;
        pip.arg("--requirement").arg(paths.root.join(PUFFERLIB.file)).stdin(share(&lock)?);
        let output = pip.output().context("cannot start pip")?;
        if !output.status.success() {
            return Ok(Err(last_error(&String::from_utf8_lossy(&output.stderr))));
        }
        fs::write(&installed, PUFFERLIB.text)?;
        Ok(Ok(venv))
    }

    fn with(paths: &Paths, name: &str, lists: &[List]) -> Result<Self> {
        let lock = lock(&paths.target.join(format!("{name}.lock")), "the Python environment")?;
        let venv = Self::bare_locked(paths, name, &lock)?;
        for list in lists {
            if fs::read_to_string(venv.dir.join(list.installed)).is_ok_and(|text| text == list.text) {
                eprintln!("Python packages of {}: in place in {}", list.file, paths.short(&venv.dir));
                continue;
            }
            venv.check_version()?;
            eprintln!("Python packages of {}: installing into {}", list.file, paths.short(&venv.dir));
            fs::write(venv.dir.join(INSTALLING), "")?;
            let file = paths.root.join(list.file);
            run(venv.pip("install")?.arg("--requirement").arg(file).stdin(share(&lock)?))?;
            fs::write(venv.dir.join(list.installed), list.text)?;
            fs::remove_file(venv.dir.join(INSTALLING))?;
        }
        Ok(venv)
    }

    fn bare_locked(paths: &Paths, name: &str, lock: &File) -> Result<Self> {
        let venv = Self { dir: paths.target.join(name), pip_cache: paths.cache.join("pip") };
        if let Some(fault) = venv.fault() {
            if venv.dir.exists() {
                eprintln!("Python environment: {fault}; making it again");
                fs::remove_dir_all(&venv.dir)
                    .with_context(|| format!("cannot remove {}", venv.dir.display()))?;
            }
            check_system_python()?;
            run(system_python().args(["-m", "venv"]).arg(&venv.dir).stdin(share(lock)?))?;
            fs::write(venv.dir.join(CREATED), "")?;
        }
        Ok(venv)
    }

    /// What is wrong with the environment, if anything is.
    fn fault(&self) -> Option<&'static str> {
        if !self.dir.join(CREATED).exists() {
            return Some("it is not complete");
        }
        if self.dir.join(INSTALLING).exists() {
            return Some("an installation into it was interrupted");
        }
        // The interpreter is a link to the system's, which an upgrade may have removed.
        (!succeeds(self.python().args(["-c", "import pip"]))).then_some("its interpreter no longer works")
    }

    fn check_version(&self) -> Result<()> {
        let print = "import sys; print(*sys.version_info[:2])";
        let text = capture(self.python().args(["-c", print]))?;
        let mut numbers = text.split_whitespace().map(str::parse::<u32>);
        let (Some(Ok(major)), Some(Ok(minor))) = (numbers.next(), numbers.next()) else {
            bail!("cannot tell the version of Python from {text:?}");
        };
        if (major, minor) < OLDEST {
            bail!(
                "python3 is Python {major}.{minor}, and the Python packages need {}.{} or newer: \
                 put a newer python3 first on the PATH, and remove {}",
                OLDEST.0,
                OLDEST.1,
                self.dir.display()
            );
        }
        Ok(())
    }

    /// The interpreter of the environment.
    pub(crate) fn python(&self) -> Command {
        self.tool("python")
    }

    /// A program of the environment, run as if the environment were active.
    pub(crate) fn tool(&self, name: &str) -> Command {
        let bin = self.dir.join("bin");
        let mut command = Command::new(bin.join(name));
        clean(&mut command);
        command.env("VIRTUAL_ENV", &self.dir);
        if let Ok(path) = path_with("PATH", &bin) {
            command.env("PATH", path);
        }
        command
    }

    /// A `pip` command that asks nothing and keeps its files in our folders.
    pub(crate) fn pip(&self, verb: &str) -> Result<Command> {
        let scratch = self.dir.join("tmp");
        fs::create_dir_all(&scratch).with_context(|| format!("cannot create {}", scratch.display()))?;
        let mut command = self.python();
        command.args(["-m", "pip", verb, "--no-input", "--disable-pip-version-check"]);
        command.env("PIP_CACHE_DIR", &self.pip_cache).env("TMPDIR", scratch);
        // Settings of the user that would install elsewhere.
        command.env_remove("PIP_USER").env_remove("PIP_TARGET").env_remove("PIP_PREFIX");
        Ok(command)
    }
}

fn system_python() -> Command {
    let mut command = Command::new("python3");
    clean(&mut command);
    command
}

/// Keeps the user's Python settings out, and Python's own files out of the source folders.
fn clean(command: &mut Command) {
    command.env("PYTHONDONTWRITEBYTECODE", "1").env_remove("PYTHONHOME").env_remove("PYTHONPATH");
}

/// Whether the system's Python can make an environment.
pub(crate) fn can_make_venv() -> bool {
    succeeds(system_python().args(["-c", "import venv, ensurepip"]))
}

fn check_system_python() -> Result<()> {
    let mut version = system_python();
    version.arg("--version");
    if !succeeds(&mut version) {
        bail!(
            "`{}` does not run: install Python {}.{} or newer (on Debian and Ubuntu: \
             apt-get install python3 python3-venv)",
            shown(&version),
            OLDEST.0,
            OLDEST.1
        );
    }
    if !can_make_venv() {
        bail!(
            "python3 cannot make virtual environments: its venv module is missing \
             (on Debian and Ubuntu: apt-get install python3-venv)"
        );
    }
    Ok(())
}

/// What pip said at last, which is what went wrong.
fn last_error(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let error = lines.iter().rev().find(|line| line.to_lowercase().contains("error"));
    error.or(lines.last()).map_or_else(|| "pip said nothing".into(), |line| (*line).to_owned())
}

/// The only file with this ending in a folder.
pub(crate) fn only_file(dir: &Path, ending: &str) -> Result<PathBuf> {
    let entries = fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    match found.as_slice() {
        [file] => Ok(file.clone()),
        _ => bail!("{} holds {} files *.{ending} where one was expected", dir.display(), found.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_error_is_told() {
        let text = "Collecting a\n  error: no C compiler\n\nhint: see above\n";
        assert_eq!(last_error(text), "error: no C compiler");
        assert_eq!(last_error("Killed\n"), "Killed");
        assert_eq!(last_error(""), "pip said nothing");
    }
}
