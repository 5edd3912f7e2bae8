//! Running named steps in order, with a clock, and a table at the end.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// One step: a name and what to do.
pub(crate) type Step<'a> = (&'static str, Box<dyn FnOnce() -> Result<()> + 'a>);

/// Runs the steps, stops at the first that fails, and in any case prints how long each took.
pub(crate) fn run(steps: Vec<Step<'_>>) -> Result<()> {
    let total = steps.len();
    let start = Instant::now();
    let mut done: Vec<(&str, Duration)> = Vec::new();
    let mut result = Ok(());
    for (index, (name, action)) in steps.into_iter().enumerate() {
        let number = index + 1;
        eprintln!("[{number}/{total}] {name} …");
        let start = Instant::now();
        result = action().with_context(|| format!("step {number} of {total} failed: {name}"));
        let elapsed = start.elapsed();
        done.push((name, elapsed));
        if result.is_err() {
            break;
        }
        eprintln!("[{number}/{total}] {name}: passed in {:.1} s", elapsed.as_secs_f64());
    }
    eprint!("{}", table(&done, total, result.is_ok(), start.elapsed()));
    result
}

fn table(done: &[(&str, Duration)], total: usize, passed: bool, elapsed: Duration) -> String {
    let width = done.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max("total".len());
    let mut text = String::from("\n");
    for (index, (name, elapsed)) in done.iter().enumerate() {
        let failed = !passed && index + 1 == done.len();
        let outcome = if failed { "FAILED" } else { "passed" };
        let _ = writeln!(text, "  {name:width$}  {outcome}  {:8.1} s", elapsed.as_secs_f64());
    }
    let outcome = format!("{}/{total}", done.len() - usize::from(!passed));
    let _ = writeln!(text, "  {:width$}  {outcome:6}  {:8.1} s", "total", elapsed.as_secs_f64());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use std::cell::Cell;

    #[test]
    fn the_first_failure_stops() {
        let ran = Cell::new(0);
        let count = |outcome: Result<()>| {
            ran.set(ran.get() + 1);
            outcome
        };
        let steps: Vec<Step<'_>> = vec![
            ("one", Box::new(|| count(Ok(())))),
            ("two", Box::new(|| count(bail_with("broken")))),
            ("three", Box::new(|| count(Ok(())))),
        ];
        let error = run(steps).unwrap_err();
        assert_eq!(format!("{error:#}"), "step 2 of 3 failed: two: broken");
        assert_eq!(ran.get(), 2);
    }

    fn bail_with(text: &'static str) -> Result<()> {
        bail!(text)
    }

    #[test]
    fn the_table_names_what_failed() {
        let done = [("format", Duration::from_millis(1500)), ("lint", Duration::from_mins(1))];
        let text = table(&done, 9, false, Duration::from_millis(61_500));
        assert_eq!(
            text,
            "\n  format  passed       1.5 s\n  lint    FAILED      60.0 s\n  total   1/9         61.5 s\n"
        );
    }
}
