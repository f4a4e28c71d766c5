//! How the program uses the GPU engine. Programs built without it have `no_gpu.rs` instead.

use std::time::{Duration, SystemTime};

use crate::jobs::run::{
    self, ChildMessage, MOST_PATIENCE, NotTested, SelftestOutcome, Verdict, WITHOUT_DRIVER,
    missing_driver, verdict_on,
};
use grundytab::engine::Engine;
use grundytab::engine::gpu::{Adapter, GpuEngine, adapters};
use grundytab::wording::bytes_text;
use serde_json::json;

use super::adapter_report::{AdapterReport, SelftestReport};
use super::failure::{Failure, Result};
use super::option::{command, option};
use super::output::{complain, note, print, shown_text};
use super::terminal::Terminal;
use super::{INTERRUPTED, end_at_once};

/// Tests the GPU engine on every adapter, each in a child process, and passes on what has come of it.
///
/// # Errors
/// When interrupted.
pub fn test_all(
    terminal: Terminal,
    mut pass_on: impl FnMut(String, std::result::Result<Verdict, NotTested>),
) -> Result<()> {
    let adapters = adapters();
    if adapters.is_empty() {
        note(false, "no GPU adapter was found: only the cpu engine is tested");
    }
    for adapter in adapters {
        match run::test_adapter(&adapter, MOST_PATIENCE, &terminal) {
            Err(NotTested::Interrupted) => return Err(Failure::interruption()),
            tested => pass_on(adapter.to_string(), tested),
        }
    }
    Ok(())
}

/// Tests the GPU engine on the adapter with this identity, in the child process. The test is given the engine, whether
/// the adapter is hardware, and a function that it calls with the name of each table before it computes that table.
///
/// # Errors
/// When the identity cannot be read, and when the test makes no sense.
pub fn run_as_child(
    adapter: &str,
    test: impl FnOnce(&dyn Engine, bool, &dyn Fn(String)) -> Result<Verdict>,
) -> Result<()> {
    let adapter = serde_json::from_str(adapter).map_err(|error| {
        let hint = "leave it out: it is for the program itself";
        Failure::usage(option("--child"), &format!("it is not an adapter ({error})"), hint)
    })?;
    let tell = |message: &ChildMessage| print(json!(message));
    become_child();
    tell(&ChildMessage::begun());
    let verdict = match run::open_to_test(&adapter) {
        Ok((engine, is_hardware)) => {
            test(engine.as_ref(), is_hardware, &|table| tell(&ChildMessage::Computing(table)))?
        }
        Err(error) => Verdict::now(SelftestOutcome::Unavailable, vec![error.to_string()]),
    };
    tell(&ChildMessage::Ended(verdict));
    Ok(())
}

/// Ends this process when its parent ends.
pub fn become_child() {
    // Without a thread the child goes on to its end.
    let _ = run::end_with_parent(|| {
        end_at_once(INTERRUPTED);
        std::process::exit(INTERRUPTED);
    });
}

/// Returns the adapter to report: the one whose name contains `name`, or the first hardware. Notes which others there are.
///
/// # Errors
/// If there is none; says on stderr what to install.
pub fn adapter_to_report(name: Option<&str>) -> Result<Adapter> {
    if name.is_some() {
        return Ok(Adapter::choose(name)?);
    }
    let all = adapters();
    let named = |adapter: &Adapter| {
        let value = option("--adapter").value(format!("{:?}", adapter.name()));
        note(false, format!("{value} would report another one ({})", adapter.kind()));
    };
    let Some((first, others)) = all.split_first().filter(|(first, _)| first.is_hardware()) else {
        let advice = missing_driver(&all).map(|missing| missing.advice);
        complain(advice.as_deref().unwrap_or(WITHOUT_DRIVER));
        all.iter().for_each(named);
        return Err(Failure::device("there is no hardware GPU that could be reported"));
    };
    others.iter().filter(|other| other.is_hardware()).for_each(named);
    Ok(first.clone())
}

/// Opens the GPU engine on the adapters that are to be measured: the one whose name contains `name`; or
/// all hardware and, if they are requested, software adapters, whose speed says nothing about a GPU. Those that have passed
/// their selftest are opened with unbounded loops, too, if that is requested. Notes what is left out, and why.
///
/// # Errors
/// When the adapter that was named is not there, or does not work.
pub fn open_for_bench(
    name: Option<&str>,
    software_too: bool,
    unbounded_too: bool,
) -> Result<Vec<Box<dyn Engine>>> {
    let is_named = name.is_some();
    let mut engines: Vec<Box<dyn Engine>> = Vec::new();
    let adapters = if is_named { vec![Adapter::choose(name)?] } else { adapters() };
    for adapter in adapters {
        let name = adapter.name().to_owned();
        if !adapter.is_hardware() && !software_too && !is_named {
            note(
                false,
                format!(
                    "left out: {name} is software; {} takes it",
                    option("--adapter").value(format!("{name:?}"))
                ),
            );
            continue;
        }
        match GpuEngine::open(adapter.clone()) {
            Ok(engine) => engines.push(Box::new(engine)),
            Err(error) if is_named => return Err(error.into()),
            Err(error) => note(false, format!("left out: {error}")),
        }
        if unbounded_too && verdict_on(&adapter).is_some_and(|verdict| verdict.has_passed()) {
            engines.push(Box::new(GpuEngine::open(adapter)?.with_unbounded_loops()));
        } else if unbounded_too {
            let why = format!("has not passed its {}", command("selftest"));
            note(false, format!("left out: {name} with unbounded loops {why}"));
        }
    }
    if engines.is_empty() {
        note(false, "there is no GPU to measure");
    }
    Ok(engines)
}

/// Describes the adapters, one paragraph for each, and one where a driver is missing.
pub fn describe_adapters() -> Vec<String> {
    let describe = |adapter: &Adapter| {
        format!(
            "{}\n    type      {}\n    backend   {}\n    driver    {}\n    \
             limits    {} per buffer binding, {} workgroups per dimension\n    selftest  {}",
            adapter.name(),
            adapter.kind(),
            adapter.backend(),
            adapter.driver(),
            bytes_text(adapter.largest_binding_bytes()),
            adapter.largest_dispatch(),
            verdict_on(adapter)
                .map_or("not run yet with this driver and this version".into(), |verdict| {
                    shown_text(&format!("{verdict}, {}", time_of(&verdict)))
                }),
        )
    };
    let adapters = adapters();
    let mut paragraphs: Vec<String> = adapters.iter().map(describe).collect();
    if paragraphs.is_empty() {
        paragraphs.push("no adapter: no Vulkan driver was found; the cpu engine needs none".into());
        if missing_driver(&adapters).is_none() {
            paragraphs.push(WITHOUT_DRIVER.into());
        }
    }
    paragraphs.extend(missing_driver(&adapters).map(|missing| missing.advice));
    paragraphs
}

/// Describes the adapters for programs, and says what to do if a driver is missing.
pub fn adapter_reports() -> (Vec<AdapterReport>, Option<String>) {
    let describe = |adapter: &Adapter| {
        let verdict = verdict_on(adapter);
        AdapterReport {
            name: adapter.name().into(),
            kind: adapter.kind().to_string(),
            hardware: adapter.is_hardware(),
            backend: adapter.backend().to_string(),
            driver: adapter.driver().to_string(),
            largest_binding_bytes: adapter.largest_binding_bytes(),
            largest_dispatch: adapter.largest_dispatch(),
            selftest: selftest_report(verdict),
        }
    };
    let adapters = adapters();
    let missing = missing_driver(&adapters).map(|missing| missing.advice);
    (adapters.iter().map(describe).collect(), missing)
}

/// Describes the verdict of a selftest for programs.
pub(super) fn selftest_report(verdict: Option<Verdict>) -> SelftestReport {
    SelftestReport {
        outcome: verdict.as_ref().map(|verdict| verdict.outcome),
        time: verdict.as_ref().map(time_of),
        what: verdict.map(|verdict| verdict.what),
    }
}

/// Returns when a selftest was run, in UTC.
fn time_of(verdict: &Verdict) -> String {
    /// A damaged file may say anything.
    const END_OF_9999: u64 = 253_402_300_799;
    let since_1970 = Duration::from_secs(verdict.time.min(END_OF_9999));
    humantime::format_rfc3339_seconds(SystemTime::UNIX_EPOCH + since_1970).to_string()
}
