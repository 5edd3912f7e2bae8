//! libtorch, the C++ library under the trainer: the user's own, or one copy in the cache.
//!
//! The copy is built beside its final place and renamed into it, so that at every moment there is either a
//! complete copy or none. Whatever an interruption leaves is recognised by its name and done again.

mod choice;
mod manifest;
mod unpack;
mod wheels;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::lock::lock;
use crate::paths::Paths;
use choice::Choice;

/// The version that the `tch` crate in use is made for.
pub(crate) const VERSION: &str = "2.13.0";

/// What to do where nothing can be fetched.
const BY_HAND: &str = "libtorch can be fetched for Linux on x86_64 with glibc only. Elsewhere install it yourself, then either \
     set LIBTORCH to the folder of libtorch 2.13 (the one with lib/ and include/ in it), or activate a Python \
     environment with torch 2.13 and set LIBTORCH_USE_PYTORCH=1";

/// Sees to it that the trainer finds libtorch. With `deep`, the hashes of a kept copy are checked too.
pub(crate) fn ensure(paths: &Paths, deep: bool) -> Result<()> {
    match choice::find(&paths.libtorch_link())? {
        Choice::Pytorch => {
            eprintln!("libtorch: the one of the active Python, since LIBTORCH_USE_PYTORCH is set");
        }
        Choice::Own(dir) => eprintln!("libtorch: {}, since LIBTORCH is set", dir.display()),
        Choice::Kept => {
            let copy = Store::new(&paths.cache);
            if copy.fault(deep).is_some() {
                if !cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
                    bail!(BY_HAND);
                }
                copy.make(paths, deep)?;
            }
            point(&paths.libtorch_link(), &copy.dir)?;
            eprintln!("libtorch: {VERSION} in place in {}", copy.dir.display());
        }
    }
    Ok(())
}

/// The copy in the cache and the places beside it.
struct Store {
    dir: PathBuf,
    partial: PathBuf,
    wheels: PathBuf,
    lock: PathBuf,
}

impl Store {
    fn new(cache: &Path) -> Self {
        let beside = |end: &str| cache.join(format!("libtorch-{VERSION}-cpu{end}"));
        Self {
            dir: beside(""),
            partial: beside(".partial"),
            wheels: beside(".wheels"),
            lock: beside(".lock"),
        }
    }

    /// What keeps the copy from being complete.
    fn fault(&self, deep: bool) -> Option<anyhow::Error> {
        manifest::check(&self.dir, VERSION, deep).err()
    }

    fn make(&self, paths: &Paths, deep: bool) -> Result<()> {
        let lock = lock(&self.lock, "libtorch")?;
        // Another set-up may have finished the copy while we waited.
        match self.fault(deep) {
            None => return Ok(()),
            Some(fault) if self.dir.exists() => {
                eprintln!(
                    "libtorch: the copy in {} is damaged ({fault}); fetching it again",
                    self.dir.display()
                );
            }
            Some(_) => {}
        }
        self.make_from(deep, || wheels::fetch(paths, &self.wheels, &lock))
    }

    /// Goes on from wherever an earlier run stopped.
    fn make_from(&self, deep: bool, fetch: impl FnOnce() -> Result<Vec<PathBuf>>) -> Result<()> {
        if manifest::check(&self.partial, VERSION, deep).is_err() {
            let wheels = fetch()?;
            let start = Instant::now();
            eprintln!("libtorch: unpacking into {}", self.dir.display());
            unpack::unpack(&wheels, &self.partial, VERSION)?;
            manifest::check(&self.partial, VERSION, false).context("libtorch was not unpacked whole")?;
            eprintln!("libtorch: unpacked in {:.1} s", start.elapsed().as_secs_f64());
        }
        if self.dir.exists() {
            fs::remove_dir_all(&self.dir).with_context(|| format!("cannot remove {}", self.dir.display()))?;
        }
        fs::rename(&self.partial, &self.dir)
            .with_context(|| format!("cannot rename {}", self.partial.display()))?;
        if self.wheels.exists() {
            fs::remove_dir_all(&self.wheels)?;
        }
        Ok(())
    }
}

/// Makes `link` point to the copy, in one step.
fn point(link: &Path, copy: &Path) -> Result<()> {
    if fs::read_link(link).is_ok_and(|to| to == copy) {
        return Ok(());
    }
    if fs::symlink_metadata(link).is_ok_and(|metadata| !metadata.is_symlink()) {
        bail!(
            "{} is not a link: move it away, or set LIBTORCH to the libtorch that is to be used",
            link.display()
        );
    }
    let about = || format!("cannot link {} to {}", link.display(), copy.display());
    if let Some(parent) = link.parent() {
        fs::create_dir_all(parent).with_context(about)?;
    }
    let part = link.with_extension(format!("{}.part", std::process::id()));
    unpack::link(copy, &part).with_context(about)?;
    fs::rename(&part, link).with_context(about)
}

#[cfg(test)]
mod tests {
    use super::unpack::tests::small_wheel;
    use super::*;

    fn entries(dir: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn an_interrupted_copy_is_done_again() {
        let temp = tempfile::tempdir().unwrap();
        let cache = temp.path().join("cache");
        let copy = Store::new(&cache);
        // As a kill in the middle of unpacking leaves it: files, but no manifest.
        fs::create_dir_all(copy.partial.join("lib")).unwrap();
        fs::write(copy.partial.join("lib/libtorch_cpu.so"), "half").unwrap();
        fs::create_dir_all(&copy.wheels).unwrap();
        assert!(copy.fault(false).is_some());
        let wheel = small_wheel(&copy.wheels);
        copy.make_from(false, || Ok(vec![wheel])).unwrap();
        assert!(copy.fault(true).is_none());
        assert_eq!(entries(&cache), ["libtorch-2.13.0-cpu"]);
    }

    #[test]
    fn a_whole_copy_that_only_lacks_the_rename_is_used() {
        let temp = tempfile::tempdir().unwrap();
        let copy = Store::new(temp.path());
        let wheel = small_wheel(temp.path());
        unpack::unpack(std::slice::from_ref(&wheel), &copy.partial, VERSION).unwrap();
        copy.make_from(false, || bail!("nothing needs to be fetched")).unwrap();
        assert!(copy.fault(true).is_none());
    }

    #[test]
    fn a_damaged_copy_is_replaced() {
        let temp = tempfile::tempdir().unwrap();
        let copy = Store::new(temp.path());
        let wheel = small_wheel(temp.path());
        copy.make_from(false, || Ok(vec![wheel.clone()])).unwrap();
        fs::write(copy.dir.join("lib/libc10.so"), "").unwrap();
        assert!(copy.fault(false).unwrap().to_string().contains("libc10.so"));
        copy.make_from(false, || Ok(vec![wheel.clone()])).unwrap();
        assert!(copy.fault(true).is_none());
    }

    #[test]
    fn a_failed_download_leaves_the_old_copy_alone() {
        let temp = tempfile::tempdir().unwrap();
        let copy = Store::new(temp.path());
        fs::create_dir_all(&copy.dir).unwrap();
        assert!(copy.make_from(false, || bail!("no network")).is_err());
        assert_eq!(entries(temp.path()), ["libtorch-2.13.0-cpu"]);
    }

    #[test]
    #[cfg(unix)]
    fn the_link_is_moved_but_a_folder_is_not() {
        let temp = tempfile::tempdir().unwrap();
        let link = temp.path().join("target/libtorch");
        for name in ["one", "one", "two"] {
            let copy = temp.path().join(name);
            point(&link, &copy).unwrap();
            assert_eq!(fs::read_link(&link).unwrap(), copy);
        }
        fs::remove_file(&link).unwrap();
        fs::create_dir(&link).unwrap();
        assert!(point(&link, temp.path()).unwrap_err().to_string().contains("is not a link"));
    }
}
