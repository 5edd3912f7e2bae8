//! Taking out of the wheels the part that a program on the CPU needs.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use super::manifest::{Entry, Manifest, hex};

/// The libraries to keep of all that the wheels hold.
const LIBRARIES: [&str; 5] =
    ["libtorch_cpu.so", "libc10.so", "libgomp.so.1", "libcupti.so.13", "libcudart.so.13"];

/// Unpacks the wheels into a new folder and writes the manifest into it at the very end.
pub(crate) fn unpack(wheels: &[PathBuf], dir: &Path, version: &str) -> Result<()> {
    if dir.exists() {
        fs::remove_dir_all(dir).with_context(|| format!("cannot remove {}", dir.display()))?;
    }
    fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;

    let mut archives = Vec::new();
    let mut total = 0;
    for wheel in wheels {
        let (archive, plan) = open(wheel).with_context(|| format!("cannot read {}", wheel.display()))?;
        total += plan.iter().map(|part| part.size).sum::<u64>();
        archives.push((archive, plan));
    }
    let bar = progress(total);
    let mut files = Vec::new();
    for (archive, plan) in &mut archives {
        for part in plan.iter() {
            let entry = extract(archive, part, dir, &bar)
                .with_context(|| format!("cannot unpack {}", part.destination))?;
            files.push(entry);
        }
    }
    bar.finish_and_clear();

    for library in LIBRARIES {
        if !dir.join("lib").join(library).exists() {
            bail!("the wheels hold no {library}");
        }
    }
    // The build of the torch-sys crate links `torch`, which in the wheel is an empty library that pulls in
    // CUDA, and compares this version with the one that it was made for.
    link("libtorch_cpu.so", &dir.join("lib/libtorch.so"))?;
    fs::write(dir.join("build-version"), version)?;
    for path in ["lib/libtorch.so", "build-version"] {
        files.push(Entry { path: path.into(), size: fs::metadata(dir.join(path))?.len(), sha256: None });
    }
    Manifest { version: version.into(), files }.write(dir)
}

/// One file to take out of an archive.
struct Part {
    index: usize,
    destination: String,
    size: u64,
}

type Archive = ZipArchive<BufReader<File>>;

fn open(wheel: &Path) -> Result<(Archive, Vec<Part>)> {
    let mut archive = ZipArchive::new(BufReader::with_capacity(1 << 18, File::open(wheel)?))?;
    let mut plan = Vec::new();
    for index in 0..archive.len() {
        let file = archive.by_index_raw(index)?;
        if let (true, Some(destination)) = (file.is_file(), destination(&file.name()?)) {
            plan.push(Part { index, destination, size: file.size() });
        }
    }
    Ok((archive, plan))
}

/// Where a file of a wheel goes, if it is kept: headers, the few libraries, and the licences.
fn destination(name: &str) -> Option<String> {
    // Names come from archives with known hashes, but a name that climbs is never right.
    if name.split('/').any(|part| part == "..") {
        return None;
    }
    if let Some(header) = name.strip_prefix("torch/include/") {
        return Some(format!("include/{header}"));
    }
    if let Some((folder, library)) = name.rsplit_once('/')
        && (folder == "torch/lib" || folder.starts_with("nvidia/") && folder.ends_with("/lib"))
        && LIBRARIES.contains(&library)
    {
        return Some(format!("lib/{library}"));
    }
    let (package, licence) = name.split_once(".dist-info/licenses/")?;
    Some(format!("licenses/{package}/{licence}"))
}

fn extract(archive: &mut Archive, part: &Part, dir: &Path, bar: &ProgressBar) -> Result<Entry> {
    let path = dir.join(&part.destination);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let library = part.destination.starts_with("lib/");
    let mut hasher = library.then(Sha256::new);
    let mut from = archive.by_index(part.index)?;
    let mut to = BufWriter::new(File::create(&path)?);
    let mut buffer = vec![0; 1 << 18];
    let mut size = 0;
    loop {
        // The archive's reader compares the checksum at the end of the file.
        let read = from.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        to.write_all(&buffer[..read])?;
        if let Some(hasher) = &mut hasher {
            hasher.update(&buffer[..read]);
        }
        size += read as u64;
        bar.inc(read as u64);
    }
    to.flush()?;
    if size != part.size {
        bail!("{size} bytes instead of {}", part.size);
    }
    let sha256 = hasher.map(|hasher| hex(&hasher.finalize()));
    Ok(Entry { path: part.destination.clone(), size, sha256 })
}

/// A bar on a terminal; elsewhere nothing is drawn.
fn progress(total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("  unpacking {bar:40} {bytes}/{total_bytes} {eta}");
    let bar = ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Makes a symbolic link.
#[cfg(unix)]
pub(crate) fn link(to: impl AsRef<Path>, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, at)
}

/// Nothing is fetched on other systems, so nothing is linked either.
#[cfg(not(unix))]
pub(crate) fn link(_: impl AsRef<Path>, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::manifest;
    use super::*;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    /// A wheel with the shape of the real ones, all in one file.
    pub(crate) fn small_wheel(dir: &Path) -> PathBuf {
        let path = dir.join("torch-2.13.0-cp311.whl");
        let mut zip = ZipWriter::new(File::create(&path).unwrap());
        let mut add = |name: &str, text: &str| {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        };
        add("torch/include/ATen/ATen.h", "#pragma once\n");
        add("torch/lib/libtorch_cpu.so", &"cpu".repeat(100_000));
        add("torch/lib/libc10.so", "c10");
        add("torch/lib/libgomp.so.1", "gomp");
        add("torch/lib/libtorch_cuda.so", "not wanted");
        add("torch/lib/libtorch.so", "not wanted");
        add("torch/version.py", "not wanted");
        add("nvidia/cu13/lib/libcupti.so.13", "cupti");
        add("nvidia/cu13/lib/libcudart.so.13", "cudart");
        add("torch-2.13.0.dist-info/licenses/LICENSE", "free");
        zip.finish().unwrap();
        path
    }

    #[test]
    fn what_is_needed_is_unpacked_and_listed() {
        let temp = tempfile::tempdir().unwrap();
        let wheel = small_wheel(temp.path());
        let dir = temp.path().join("copy.partial");
        unpack(std::slice::from_ref(&wheel), &dir, "2.13.0").unwrap();
        manifest::check(&dir, "2.13.0", true).unwrap();
        let manifest = Manifest::read(&dir).unwrap();
        let listed: Vec<&str> = manifest.files.iter().map(|entry| entry.path.as_str()).collect();
        assert_eq!(
            listed,
            [
                "include/ATen/ATen.h",
                "lib/libtorch_cpu.so",
                "lib/libc10.so",
                "lib/libgomp.so.1",
                "lib/libcupti.so.13",
                "lib/libcudart.so.13",
                "licenses/torch-2.13.0/LICENSE",
                "lib/libtorch.so",
                "build-version"
            ]
        );
        assert_eq!(fs::metadata(dir.join("lib/libtorch.so")).unwrap().len(), 300_000);
        assert!(!dir.join("lib/libtorch_cuda.so").exists());
    }

    #[test]
    fn a_wheel_without_a_library_or_cut_short_is_refused() {
        let temp = tempfile::tempdir().unwrap();
        let wheel = small_wheel(temp.path());
        let bytes = fs::read(&wheel).unwrap();
        fs::write(&wheel, &bytes[..bytes.len() / 2]).unwrap();
        let dir = temp.path().join("copy.partial");
        assert!(unpack(&[wheel], &dir, "2.13.0").is_err());
        assert!(unpack(&[], &dir, "2.13.0").unwrap_err().to_string().contains("libtorch_cpu.so"));
        assert!(manifest::check(&dir, "2.13.0", false).is_err());
    }

    #[test]
    fn names_that_climb_are_left_out() {
        assert_eq!(destination("torch/include/../../etc/passwd"), None);
        assert_eq!(destination("torch/lib/sub/libc10.so"), None);
    }
}
