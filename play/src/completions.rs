//! `fogbound completions`: what a shell needs to complete the command.

use clap::Args;
use clap_complete::Shell;

use crate::work;

#[derive(Args)]
pub(crate) struct Options {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(options: &Options, command: &mut clap::Command) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, command, "fogbound", &mut script);
    work::print(&String::from_utf8(script)?)
}
