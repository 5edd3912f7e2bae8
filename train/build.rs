//! Lets the trainer find libtorch when it runs: the folder of its libraries goes into the program's search path.

use std::env;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let names = ["LIBTORCH", "LIBTORCH_LIB", "LIBTORCH_STATIC", "LIBTORCH_USE_PYTORCH", "VIRTUAL_ENV"];
    for name in names {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let os = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let library = match os.as_str() {
        "linux" => "libtorch_cpu.so",
        "macos" => "libtorch_cpu.dylib",
        // Elsewhere programs have no search path of their own.
        _ => return,
    };
    // The build of the torch-sys crate looks at this one first, and only whether it is set.
    if env::var_os("LIBTORCH_USE_PYTORCH").is_some() {
        match pytorch() {
            Some(lib) => search(&lib, &os),
            None => println!("cargo::warning=the active Python has no torch: set the loader's path by hand"),
        }
        return;
    }
    let Some(root) = env::var_os("LIBTORCH_LIB").or_else(|| env::var_os("LIBTORCH")) else {
        // torch-sys then takes the system's own, which the loader finds by itself, or says what is missing.
        return;
    };
    let lib = Path::new(&root).join("lib");
    let lib = absolute(&lib).unwrap_or(lib);
    if env::var_os("LIBTORCH_STATIC").is_none() && !lib.join(library).is_file() {
        println!(
            "cargo::error=there is no libtorch at {} (it has no {library}): run `cargo xtask setup`, or set \
             LIBTORCH to a libtorch of your own",
            Path::new(&root).display()
        );
        return;
    }
    search(&lib, &os);
}

fn search(lib: &Path, os: &str) {
    println!("cargo::rustc-link-arg=-Wl,-rpath,{}", lib.display());
    if os == "linux" {
        // The newer kind of search path does not hold for the libraries that libtorch itself needs, and some
        // of those lie beside it.
        println!("cargo::rustc-link-arg=-Wl,--disable-new-dtags");
    }
}

/// The libraries of the active Python's torch, found without importing it, as torch-sys chooses the Python.
fn pytorch() -> Option<PathBuf> {
    let python = if env::var_os("VIRTUAL_ENV").is_some() { "python" } else { "python3" };
    let print =
        "from importlib.util import find_spec; print(find_spec('torch').submodule_search_locations[0])";
    let output = Command::new(python).args(["-c", print]).output().ok()?;
    let dir = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| Path::new(dir.trim()).join("lib"))
}
