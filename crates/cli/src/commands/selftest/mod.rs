//! `grundytab selftest`: is this program right on this machine?
//!
//! Every engine, and the GPU engine on every adapter, against the definition on small tables that
//! between them reach every kernel ([`cases`]). On hardware also against the CPU engine, on tables of hundreds of
//! blocks: errors that depend on how many workgroups run at once do not show on a few.
//!
//! Each adapter is tested in a child process, since a driver may crash: the same command with a hidden flag. The
//! guard of `auto` (`run/guard/`) starts this child, too. The verdicts are remembered.

mod cases;
mod check;

use crate::jobs::run::Verdict;
use clap::Args;
use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::wording::counted;

use super::command::{Command, Examples, Flags};
use super::failure::{Failure, Result};
use super::gpu;
use super::output::print;
use super::terminal::Terminal;
use cases::{CASES, CASES_OF_CPU, CASES_OF_HARDWARE};
use check::check;

/// Compare all engines and adapters with the definition, and remember which GPUs may be used; takes under a minute.
#[derive(Args)]
pub struct SelftestArgs {
    /// Test this adapter alone, as the child of another process that reads what is printed.
    #[arg(long, hide = true, value_name = "JSON")]
    child: Option<String>,
}

impl Command for SelftestArgs {
    const NAME: &'static str = "selftest";
    const EXAMPLES: Examples = &[("selftest", "checks that the engines agree on this machine")];

    fn may_use_gpu(&self) -> bool {
        true
    }

    fn run(&self, flags: &Flags) -> Result<()> {
        if let Some(adapter) = &self.child {
            return gpu::run_as_child(adapter, check_gpu);
        }
        let terminal = Terminal::open(flags)?;
        let of_cpu = check(&CpuEngine, CASES.iter().chain(CASES_OF_CPU), &[], |_| ())?;
        let mut failures = print_verdict("cpu", &of_cpu);
        terminal.control().proceed()?;
        gpu::test_all(terminal, |adapter, verdict| {
            let name = format!("gpu on {adapter}");
            failures += match verdict {
                Ok(verdict) => print_verdict(&name, &verdict),
                Err(error) => {
                    print(format!("FAILED  {name}: {error}"));
                    1
                }
            };
        })?;
        match failures {
            0 => Ok(()),
            count => Err(Failure::check(counted(count, "failure"))),
        }
    }
}

/// Tests the GPU engine on an adapter. Software would take long for larger tables.
fn check_gpu(
    engine: &dyn Engine,
    is_hardware: bool,
    computing: &dyn Fn(String),
) -> Result<Verdict> {
    let larger = if is_hardware { CASES_OF_HARDWARE } else { &[] };
    check(engine, CASES, larger, computing)
}

/// Prints the verdict on an engine, and returns the number of its failures.
fn print_verdict(engine: &str, verdict: &Verdict) -> usize {
    let Verdict { outcome, what, .. } = verdict;
    for what in what {
        print(match verdict.has_passed() {
            true => format!("ok      {engine}: {what}"),
            false => format!("FAILED  {engine}: {outcome}: {what}"),
        });
    }
    if verdict.has_passed() { 0 } else { what.len() }
}
