//! The list of what a complete copy of libtorch holds. It is written last, so that it vouches for the rest.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The name of the manifest in the copy.
pub(crate) const FILE: &str = "manifest.json";

/// What a complete copy holds.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// The version of libtorch.
    pub(crate) version: String,
    /// Every file but the manifest.
    pub(crate) files: Vec<Entry>,
}

/// One file of the copy.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The path in the copy.
    pub(crate) path: String,
    /// The length in bytes.
    pub(crate) size: u64,
    /// The hash, kept for libraries only: there are thousands of headers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) sha256: Option<String>,
}

impl Manifest {
    /// Reads the manifest of a copy.
    pub(crate) fn read(dir: &Path) -> Result<Self> {
        let text = fs::read(dir.join(FILE)).with_context(|| format!("it has no {FILE}"))?;
        serde_json::from_slice(&text).with_context(|| format!("its {FILE} cannot be read"))
    }

    /// Writes the manifest into a copy whose files are all in place.
    pub(crate) fn write(&self, dir: &Path) -> Result<()> {
        let part = dir.join("manifest.part");
        let mut file = File::create(&part)?;
        file.write_all(&serde_json::to_vec_pretty(self)?)?;
        file.sync_all()?;
        fs::rename(part, dir.join(FILE))?;
        Ok(())
    }
}

/// Checks that a copy is complete: the version and every file's length, and with `deep` the hashes.
pub(crate) fn check(dir: &Path, version: &str, deep: bool) -> Result<()> {
    let manifest = Manifest::read(dir)?;
    if manifest.version != version {
        bail!("it is version {}", manifest.version);
    }
    if manifest.files.is_empty() {
        bail!("its {FILE} is empty");
    }
    for entry in &manifest.files {
        let path = dir.join(&entry.path);
        let size = fs::metadata(&path).with_context(|| format!("{} is missing", entry.path))?.len();
        if size != entry.size {
            bail!("{} has {size} bytes instead of {}", entry.path, entry.size);
        }
        if let (true, Some(expected)) = (deep, &entry.sha256)
            && sha256(&path)? != *expected
        {
            bail!("{} has changed", entry.path);
        }
    }
    Ok(())
}

/// The hash of a file, in hexadecimal.
pub(crate) fn sha256(path: &Path) -> Result<String> {
    let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 20];
    loop {
        match io::Read::read(&mut file, &mut buffer)? {
            0 => return Ok(hex(&hasher.finalize())),
            read => hasher.update(&buffer[..read]),
        }
    }
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copy() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("lib")).unwrap();
        fs::write(dir.path().join("lib/a.so"), b"abc").unwrap();
        let sha256 = Some("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".into());
        let files = vec![Entry { path: "lib/a.so".into(), size: 3, sha256 }];
        Manifest { version: "1.2.3".into(), files }.write(dir.path()).unwrap();
        dir
    }

    fn fault(dir: &tempfile::TempDir, deep: bool) -> String {
        check(dir.path(), "1.2.3", deep).unwrap_err().to_string()
    }

    #[test]
    fn a_complete_copy_passes() {
        let dir = copy();
        check(dir.path(), "1.2.3", false).unwrap();
        check(dir.path(), "1.2.3", true).unwrap();
        assert_eq!(check(dir.path(), "2.0.0", false).unwrap_err().to_string(), "it is version 1.2.3");
    }

    #[test]
    fn a_missing_or_short_file_is_found() {
        let dir = copy();
        fs::write(dir.path().join("lib/a.so"), b"ab").unwrap();
        assert_eq!(fault(&dir, false), "lib/a.so has 2 bytes instead of 3");
        fs::remove_file(dir.path().join("lib/a.so")).unwrap();
        assert_eq!(fault(&dir, false), "lib/a.so is missing");
    }

    #[test]
    fn a_changed_file_is_found_by_a_deep_check() {
        let dir = copy();
        fs::write(dir.path().join("lib/a.so"), b"abd").unwrap();
        check(dir.path(), "1.2.3", false).unwrap();
        assert_eq!(fault(&dir, true), "lib/a.so has changed");
    }

    #[test]
    fn a_missing_or_broken_manifest_is_found() {
        let dir = copy();
        fs::write(dir.path().join(FILE), b"{").unwrap();
        assert_eq!(fault(&dir, false), "its manifest.json cannot be read");
        fs::remove_file(dir.path().join(FILE)).unwrap();
        assert_eq!(fault(&dir, false), "it has no manifest.json");
    }
}
