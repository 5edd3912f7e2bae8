//! Who takes part in a tournament.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use fogbound_env::{Fingerprint, Game};

use super::tournament::ArenaError;
use crate::Spec;
use crate::spec::Maker;

/// A kind of agent that plays one side of a tournament: a fresh one is made for each seat of each game.
pub struct Entrant<G: Game> {
    pub(super) name: String,
    pub(super) make: Maker<G>,
    /// Digests of the files that it was loaded from, so that a journal notices when one has changed.
    pub(super) files: BTreeMap<String, Fingerprint>,
}

impl<G: Game> Entrant<G> {
    /// An entrant that no spec describes, such as a network in the middle of its training.
    pub fn new(name: impl Into<String>, make: Maker<G>) -> Entrant<G> {
        Entrant { name: name.into(), make, files: BTreeMap::new() }
    }

    /// The entrant that a spec describes.
    pub fn of(spec: &Spec, game: &Arc<G>) -> Result<Entrant<G>, ArenaError> {
        let make = spec.prepare(game)?;
        let files = spec.files().map(|path| {
            let name = path.display().to_string();
            let digest = digest(path).map_err(|source| ArenaError::File { path: name.clone(), source })?;
            Ok((name, digest))
        });
        Ok(Entrant { name: spec.to_string(), make, files: files.collect::<Result<_, ArenaError>>()? })
    }
}

impl<G: Game> fmt::Debug for Entrant<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entrant")
            .field("name", &self.name)
            .field("files", &self.files)
            .finish_non_exhaustive()
    }
}

/// The digest of a file, or of all files in a folder.
fn digest(path: &Path) -> io::Result<Fingerprint> {
    if !path.is_dir() {
        return fs::read(path).map(|bytes| Fingerprint::of(&bytes));
    }
    let mut inside = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    inside.sort();
    inside.iter().try_fold(Fingerprint::default(), |print, path| Ok(print.then(&digest(path)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_follow_the_contents() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("weights");
        fs::write(&file, "one").unwrap();
        let (before, all_before) = (digest(&file).unwrap(), digest(folder.path()).unwrap());
        fs::write(&file, "two").unwrap();
        assert_ne!(digest(&file).unwrap(), before);
        assert_ne!(digest(folder.path()).unwrap(), all_before);
        assert!(digest(&folder.path().join("none")).is_err());
    }
}
