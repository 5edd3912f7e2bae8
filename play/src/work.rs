//! Long work: threads, a bar that shows how far it is, and files with what came of it.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;

/// A pool of that many threads; one for each core if none is asked for.
pub(crate) fn pool(threads: Option<u16>) -> anyhow::Result<ThreadPool> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from));
    builder.build().context("the threads could not be started")
}

/// A bar on the error stream, shown only on a terminal.
pub(crate) fn bar(length: u64, of: &str) -> ProgressBar {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {of}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is sound");
    ProgressBar::new(length).with_style(style)
}

/// Prints a text. Whoever reads it may stop before the end, as `head` does.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Writes a file, or says which one could not be written.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The command that is running, as it can be typed again.
pub(crate) fn command_line() -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c);
    let quote = |arg: String| {
        if !arg.is_empty() && arg.chars().all(plain) {
            arg
        } else {
            format!("'{}'", arg.replace('\'', r"'\''"))
        }
    };
    let mut words = vec!["fogbound".to_string()];
    words.extend(std::env::args_os().skip(1).map(|arg| quote(arg.to_string_lossy().into_owned())));
    words.join(" ")
}
