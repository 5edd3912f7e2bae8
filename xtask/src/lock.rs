//! One set-up at a time: a lock file that the system frees when its holder ends, however it ends.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};

/// Takes the lock, waiting for another holder. It is freed when the file is closed.
pub(crate) fn lock(path: &Path, what: &str) -> Result<File> {
    let about = || format!("cannot lock {}", path.display());
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(about)?;
    }
    // Never truncated, never removed: removing a lock file lets two holders lock two different files.
    let file = File::options().create(true).append(true).open(path).with_context(about)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            eprintln!(
                "{what}: another set-up is at work on it (or the end of a stopped one); waiting for it"
            );
            file.lock().with_context(about)?;
        }
        Err(TryLockError::Error(error)) => return Err(error).with_context(about),
    }
    Ok(file)
}

/// Hands the lock to a command, as its input. Should we be killed, the command keeps the lock until it ends
/// too, and so nobody works in its folder while it still does.
pub(crate) fn share(lock: &File) -> Result<Stdio> {
    Ok(lock.try_clone().context("cannot share the lock")?.into())
}
