//! Whose libtorch is used: a choice of the user wins over the copy that we keep.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

/// Where libtorch comes from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The one of the active Python: `LIBTORCH_USE_PYTORCH`.
    Pytorch,
    /// A folder of the user's own: `LIBTORCH`.
    Own(PathBuf),
    /// Our copy, by way of the link in `target`.
    Kept,
}

/// Reads the choice from the environment.
pub(crate) fn find(link: &Path) -> Result<Choice> {
    let choice = choose(|name| env::var_os(name), link)?;
    if let Choice::Own(dir) = &choice {
        check(dir)?;
    }
    Ok(choice)
}

fn choose(var: impl Fn(&str) -> Option<OsString>, link: &Path) -> Result<Choice> {
    // The build of the torch-sys crate looks at this one first, and only whether it is set.
    if var("LIBTORCH_USE_PYTORCH").is_some() {
        return Ok(Choice::Pytorch);
    }
    let Some(dir) = var("LIBTORCH").map(PathBuf::from) else { return Ok(Choice::Kept) };
    // Cargo sets the variable to the workspace's own link, as `.cargo/config.toml` says, before it runs us.
    if dir == link {
        return Ok(Choice::Kept);
    }
    if dir.is_relative() {
        bail!("LIBTORCH is '{}': it must be an absolute path, or not be set at all", dir.display());
    }
    Ok(Choice::Own(dir))
}

fn check(dir: &Path) -> Result<()> {
    for part in ["lib", "include"] {
        if !dir.join(part).is_dir() {
            bail!("LIBTORCH is {}, which has no folder {part}: it is not a libtorch", dir.display());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(vars: &[(&str, &str)]) -> Result<Choice> {
        let vars = vars.to_vec();
        let var = |name: &str| vars.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into());
        choose(var, Path::new("/ws/target/libtorch"))
    }

    #[test]
    fn the_users_own_libtorch_wins() {
        let own = ("LIBTORCH", "/opt/libtorch");
        assert_eq!(chosen(&[own]).unwrap(), Choice::Own("/opt/libtorch".into()));
        assert_eq!(chosen(&[own, ("LIBTORCH_USE_PYTORCH", "1")]).unwrap(), Choice::Pytorch);
    }

    #[test]
    fn the_default_of_the_workspace_is_no_choice_of_the_user() {
        assert_eq!(chosen(&[]).unwrap(), Choice::Kept);
        assert_eq!(chosen(&[("LIBTORCH", "/ws/target/libtorch")]).unwrap(), Choice::Kept);
        assert_eq!(chosen(&[("LIBTORCH", "/ws/target/libtorch/")]).unwrap(), Choice::Kept);
    }

    #[test]
    fn a_relative_folder_is_refused() {
        assert!(chosen(&[("LIBTORCH", "libtorch")]).is_err());
        assert!(chosen(&[("LIBTORCH", "")]).is_err());
    }

    #[test]
    fn a_folder_without_libraries_is_refused() {
        let temp = tempfile::tempdir().unwrap();
        assert!(check(temp.path()).unwrap_err().to_string().contains("no folder lib"));
        for part in ["lib", "include"] {
            std::fs::create_dir(temp.path().join(part)).unwrap();
        }
        check(temp.path()).unwrap();
    }
}
