//! Running commands: each is shown before it runs, and a failure names it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, anyhow, bail};

/// A `cargo` command in the workspace, with the cargo that runs us.
pub(crate) fn cargo<const N: usize>(root: &Path, args: [&str; N]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root);
    command
}

/// Shows the command, runs it with our input and output, and fails if it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    eprintln!("  $ {}", shown(command));
    let status = command.status().map_err(|error| not_started(command, &error))?;
    check(command, status)
}

/// Runs the command and returns what it printed. Its errors go to the terminal.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| not_started(command, &error))?;
    check(command, output.status)?;
    String::from_utf8(output.stdout).with_context(|| format!("`{}` did not print UTF-8", shown(command)))
}

/// Whether the command starts and succeeds; what it prints is dropped.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The value of a search path variable with a folder put first.
pub(crate) fn path_with(variable: &str, first: &Path) -> Result<OsString> {
    let rest = env::var_os(variable).unwrap_or_default();
    let rest = env::split_paths(&rest).filter(|path| !path.as_os_str().is_empty());
    env::join_paths(std::iter::once(first.to_path_buf()).chain(rest))
        .with_context(|| format!("cannot put {} into {variable}", first.display()))
}

/// The command as one would type it, without the folder of the program.
pub(crate) fn shown(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let quoted = |word: &OsStr| {
        let word = word.to_string_lossy();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
        if !word.is_empty() && word.chars().all(plain) { word.into_owned() } else { format!("'{word}'") }
    };
    std::iter::once(name).chain(command.get_args()).map(quoted).collect::<Vec<_>>().join(" ")
}

fn check(command: &Command, status: ExitStatus) -> Result<()> {
    if status.success() {
        return Ok(());
    }
    // The whole command stands above, where it was started.
    let mut line = shown(command);
    if let Some((end, _)) = line.char_indices().nth(60) {
        line.truncate(end);
        line.push('…');
    }
    match status.code() {
        Some(code) => bail!("`{line}` failed with exit code {code}"),
        None => bail!("`{line}` was killed ({status})"),
    }
}

fn not_started(command: &Command, error: &std::io::Error) -> anyhow::Error {
    let program = command.get_program().to_string_lossy();
    match error.kind() {
        ErrorKind::NotFound => anyhow!("`{program}` was not found: is it installed and on the PATH?"),
        _ => anyhow!("`{program}` could not be started: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_name_the_command() {
        let error = run(Command::new("/bin/sh").args(["-c", "exit 3"])).unwrap_err().to_string();
        assert_eq!(error, "`sh -c 'exit 3'` failed with exit code 3");
        let error = run(&mut Command::new("no-such-program-here")).unwrap_err().to_string();
        assert!(error.contains("was not found"), "{error}");
    }

    #[test]
    fn output_is_captured() {
        assert_eq!(capture(Command::new("/bin/sh").args(["-c", "echo hi"])).unwrap(), "hi\n");
        assert!(!succeeds(&mut Command::new("no-such-program-here")));
    }
}
