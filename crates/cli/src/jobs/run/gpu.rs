//! The GPU that a run may take.

use super::guard::{self, verdict_on};
use super::missing_driver::{MissingDriver, missing_driver};
use super::verdict::Refusal;
use super::{Note, Observer, Reason, with_injected_fault};
use grundytab::engine::gpu::{Adapter, AdapterIdentity, GpuEngine, adapters, refused_everywhere};
use grundytab::engine::{Engine, EngineError};
use grundytab::error::Error;
use grundytab::plan::Plan;

/// Opens the first adapter, or the first whose name contains `name`.
///
/// # Errors
/// When there is none, or it cannot be opened.
pub fn open_gpu(name: Option<&str>) -> Result<Box<dyn Engine>, EngineError> {
    open(Adapter::choose(name)?)
}

/// Opens an adapter for a run, and warns of one whose selftest has not passed.
///
/// # Errors
/// When there is none, or it cannot be opened.
pub(super) fn open_requested(
    name: Option<&str>,
    observer: &impl Observer,
) -> Result<Box<dyn Engine>, EngineError> {
    let adapter = Adapter::choose(name)?;
    if let Some(verdict) = verdict_on(&adapter).filter(|verdict| !verdict.has_passed()) {
        observer.note(&Note::Distrusted { adapter: adapter.name(), verdict: &verdict });
    }
    open(adapter)
}

fn open(adapter: Adapter) -> Result<Box<dyn Engine>, EngineError> {
    Ok(Box::new(GpuEngine::open(adapter)?))
}

/// Opens exactly this adapter for a test. Also returns whether the adapter is hardware.
///
/// # Errors
/// If the adapter is missing or cannot be opened.
pub fn open_to_test(identity: &AdapterIdentity) -> Result<(Box<dyn Engine>, bool), Error> {
    let all = adapters();
    let present = all.iter().map(|adapter| adapter.name().to_owned()).collect();
    let found = all.into_iter().find(|adapter| adapter.identity() == *identity);
    let adapter = found.ok_or(EngineError::NoAdapter { wanted: None, present })?;
    let is_hardware = adapter.is_hardware();
    Ok((with_injected_fault(open(adapter)?)?, is_hardware))
}

/// Opens the first hardware GPU that has passed its selftest, can be opened and can take the plan; otherwise returns
/// the reason. An untested adapter is tested first if the job `is_worth_a_test` and some GPU can take the plan.
pub(super) fn open_hardware(
    plan: &Plan,
    takes: impl Fn(&dyn Engine) -> Result<(), EngineError>,
    is_worth_a_test: bool,
    observer: &impl Observer,
) -> Result<Box<dyn Engine>, Reason> {
    let all = adapters();
    if !all.iter().any(is_hardware) {
        return Err(match (missing_driver(&all), all.first()) {
            (Some(MissingDriver { device_file, .. }), _) => Reason::MissingDriver(device_file),
            (None, None) => Reason::NoDriver,
            (None, Some(software)) => {
                let name = software.name().to_owned();
                match refused_everywhere(plan) {
                    Some(error) => Reason::GpuRefuses(vec![(name, Refusal::Engine(error))]),
                    None => Reason::SoftwareOnly(name),
                }
            }
        });
    }
    let mut refusals = Vec::new();
    let trusted = all.into_iter().filter(is_hardware).filter(|adapter| {
        let refusal = refused_everywhere(plan)
            .map(Refusal::Engine)
            .or_else(|| guard::refusal(adapter, is_worth_a_test, observer));
        let is_trusted = refusal.is_none();
        refusals.extend(refusal.map(|refusal| (adapter.name().to_owned(), refusal)));
        is_trusted
    });
    let by_engine = match GpuEngine::open_first(trusted, |gpu| takes(gpu)) {
        Ok(engine) => return Ok(Box::new(engine)),
        Err(refusals) => refusals,
    };
    let named =
        |(adapter, error): (Adapter, _)| (adapter.name().to_owned(), Refusal::Engine(error));
    refusals.extend(by_engine.into_iter().map(named));
    Err(Reason::GpuRefuses(refusals))
}

/// Whether `auto` may take an adapter.
fn is_hardware(adapter: &Adapter) -> bool {
    #[cfg(debug_assertions)]
    if super::test_devices::stand_in::software_is_hardware() {
        return true;
    }
    adapter.is_hardware()
}
