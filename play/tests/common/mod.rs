//! Running the command.

#![allow(clippy::unwrap_used)] // helpers of tests may panic as tests do

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn fogbound(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fogbound"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that needs no input may be gone before it is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What the command prints, if all goes well.
pub(crate) fn ok(args: &[&str], input: &str) -> String {
    let output = fogbound(args, input);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "fogbound {args:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// What the command complains of: with 2 if it was called wrongly, with 1 if it could not be done.
pub(crate) fn refused(args: &[&str]) -> String {
    let output = fogbound(args, "");
    assert!(matches!(output.status.code(), Some(1 | 2)), "fogbound {args:?} should have failed");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!errors.contains("panicked"), "{errors}");
    errors
}
