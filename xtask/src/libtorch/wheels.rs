//! The wheels that libtorch comes in: downloaded by pip, accepted only with the pinned hash.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::manifest::sha256;
use crate::lock::share;
use crate::paths::Paths;
use crate::python::Venv;
use crate::run::run;

/// Name, version and hash of each wheel, in pip's own format.
const WHEELS: &str = include_str!("../../libtorch.txt");
/// The platforms under which the wheels are published. Naming them makes the choice of the wheel
/// independent of the Python at hand, which only serves to run pip.
const PLATFORMS: [&str; 3] = ["manylinux_2_28_x86_64", "manylinux_2_25_x86_64", "manylinux2014_x86_64"];

/// A wheel to be had.
#[derive(Debug, PartialEq, Eq)]
struct Wheel<'a> {
    name: &'a str,
    version: &'a str,
    sha256: &'a str,
}

/// Returns the wheels in a folder, downloading them unless they are there already.
pub(crate) fn fetch(paths: &Paths, dir: &Path, lock: &File) -> Result<Vec<PathBuf>> {
    let wanted = parse(WHEELS)?;
    // pip's own scratch files, whole wheels after an interruption, belong here and not in /tmp.
    let scratch = dir.join("scratch");
    if scratch.exists() {
        fs::remove_dir_all(&scratch)?;
    }
    if let Ok(found) = find(dir, &wanted) {
        eprintln!("libtorch: the wheels are downloaded already");
        return Ok(found);
    }
    fs::create_dir_all(&scratch).with_context(|| format!("cannot create {}", scratch.display()))?;
    eprintln!("libtorch: downloading 540 MB");
    let venv = Venv::bare(paths)?;
    let mut pip = venv.pip("download")?;
    pip.args(["--no-deps", "--no-cache-dir", "--only-binary=:all:", "--require-hashes"])
        .args(["--implementation", "cp", "--python-version", "3.11", "--abi", "cp311", "--abi", "none"])
        .args(PLATFORMS.iter().flat_map(|platform| ["--platform", platform]))
        .arg("--requirement")
        .arg(paths.root.join("xtask/libtorch.txt"))
        .arg("--dest")
        .arg(dir)
        .env("TMPDIR", &scratch)
        .stdin(share(lock)?);
    run(&mut pip).context("libtorch was not downloaded: is the network there?")?;
    fs::remove_dir_all(&scratch)?;
    find(dir, &wanted)
}

/// Finds each wheel in the folder by its name and checks its hash.
fn find(dir: &Path, wanted: &[Wheel<'_>]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for wheel in wanted {
        // A wheel's file name writes the name with underscores.
        let prefix = format!("{}-{}-", wheel.name.replace('-', "_"), wheel.version);
        let mut entries = fs::read_dir(dir)?.filter_map(Result::ok).map(|entry| entry.path());
        let path = entries.find(|path| {
            path.extension().is_some_and(|extension| extension == "whl")
                && path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix))
        });
        let path = path.with_context(|| format!("there is no wheel of {} {}", wheel.name, wheel.version))?;
        if sha256(&path)? != wheel.sha256 {
            bail!("{} does not have the pinned hash", path.display());
        }
        found.push(path);
    }
    Ok(found)
}

/// Reads pip's requirements, of which each line here is `name==version --hash=sha256:…`.
fn parse(text: &str) -> Result<Vec<Wheel<'_>>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (requirement, sha256) = line.split_once(" --hash=sha256:")?;
            let (name, version) = requirement.split_once("==")?;
            (sha256.len() == 64).then_some(Wheel { name, version, sha256 })
        })
        .collect::<Option<Vec<_>>>()
        .context("libtorch.txt must hold lines of the form name==version --hash=sha256:…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pinned_wheels_are_of_the_version_we_unpack() {
        let wheels = parse(WHEELS).unwrap();
        assert_eq!(wheels.len(), 3);
        assert_eq!((wheels[0].name, wheels[0].version), ("torch", super::super::VERSION));
        assert!(parse("torch==2.13.0").is_err());
    }

    #[test]
    fn a_wheel_with_another_hash_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let wanted = [Wheel { name: "a-b", version: "1.0", sha256 }];
        assert!(find(dir.path(), &wanted).unwrap_err().to_string().contains("no wheel of a-b"));
        let path = dir.path().join("a_b-1.0-py3-none-any.whl");
        fs::write(&path, b"abd").unwrap();
        assert!(find(dir.path(), &wanted).unwrap_err().to_string().contains("pinned hash"));
        fs::write(&path, b"abc").unwrap();
        assert_eq!(find(dir.path(), &wanted).unwrap(), [path]);
    }
}
