//! Where things are: the workspace, its `target` folder and the user's cache.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The folders that a chore reads and writes. Nothing is written outside `target` and `cache`.
#[derive(Debug, Clone)]
pub(crate) struct Paths {
    /// The workspace.
    pub(crate) root: PathBuf,
    /// `target` in the workspace, whatever `CARGO_TARGET_DIR` says: `.cargo/config.toml` names it too.
    pub(crate) target: PathBuf,
    /// The user's cache, shared by every checkout.
    pub(crate) cache: PathBuf,
}

impl Paths {
    /// Finds the folders from the environment.
    pub(crate) fn find() -> Result<Self> {
        // Cargo sets the variable when it runs us; the value of the build serves a binary run by hand.
        let manifest = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let manifest = manifest.filter(|dir| dir.ends_with("xtask"));
        let manifest = manifest.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
        let root = manifest.parent().context("the xtask folder has no parent")?.to_path_buf();
        Ok(Self {
            target: root.join("target"),
            cache: cache(|name| env::var_os(name), env::consts::OS)?,
            root,
        })
    }

    /// The link through which the workspace's build finds libtorch.
    pub(crate) fn libtorch_link(&self) -> PathBuf {
        self.target.join("libtorch")
    }

    /// A path for messages: relative to the workspace where it can be.
    pub(crate) fn short<'a>(&self, path: &'a Path) -> std::path::Display<'a> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }
}

/// Chooses the cache folder: the variable of this project, then the convention of the system.
fn cache(var: impl Fn(&str) -> Option<OsString>, os: &str) -> Result<PathBuf> {
    let var = |name: &str| var(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(dir) = var("FOGBOUND_CACHE") {
        if dir.is_relative() {
            bail!("FOGBOUND_CACHE is {}: it must be an absolute path", dir.display());
        }
        return Ok(dir);
    }
    // The convention says that a relative value is to be ignored.
    if let Some(dir) = var("XDG_CACHE_HOME").filter(|dir| dir.is_absolute()) {
        return Ok(dir.join("fogbound"));
    }
    let Some(home) = var("HOME") else {
        bail!("no place for the cache: set FOGBOUND_CACHE to a folder (HOME is not set)");
    };
    Ok(home.join(if os == "macos" { "Library/Caches" } else { ".cache" }).join("fogbound"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(vars: &[(&str, &str)], os: &str) -> Result<PathBuf> {
        let vars = vars.to_vec();
        cache(move |name| vars.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()), os)
    }

    #[test]
    fn cache_folder_is_the_most_specific_choice() {
        let home = ("HOME", "/home/ada");
        let xdg = ("XDG_CACHE_HOME", "/var/cache/ada");
        let own = ("FOGBOUND_CACHE", "/data/fog");
        assert_eq!(choose(&[home, xdg, own], "linux").unwrap(), Path::new("/data/fog"));
        assert_eq!(choose(&[home, xdg], "linux").unwrap(), Path::new("/var/cache/ada/fogbound"));
        assert_eq!(choose(&[home], "linux").unwrap(), Path::new("/home/ada/.cache/fogbound"));
        assert_eq!(choose(&[home], "macos").unwrap(), Path::new("/home/ada/Library/Caches/fogbound"));
    }

    #[test]
    fn empty_and_relative_values_are_not_used() {
        let home = ("HOME", "/home/ada");
        assert_eq!(
            choose(&[home, ("XDG_CACHE_HOME", "rel"), ("FOGBOUND_CACHE", "")], "linux").unwrap(),
            Path::new("/home/ada/.cache/fogbound")
        );
        assert!(choose(&[home, ("FOGBOUND_CACHE", "rel")], "linux").is_err());
        assert!(choose(&[], "linux").unwrap_err().to_string().contains("FOGBOUND_CACHE"));
    }
}
