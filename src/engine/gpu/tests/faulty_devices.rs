//! Faults that drivers have, on a device that is made to have them.

use crate::domain::tiling::Tile;
use crate::engine::cpu::CpuEngine;
use crate::engine::gpu::device::Fault;
use crate::engine::gpu::testing::{adapters_of_tests, plan};
use crate::engine::gpu::{Adapter, GpuEngine};
use crate::engine::{Engine, EngineError, GpuUsage, Sink, Stop, Wanted};
use crate::plan::Plan;
use crate::table::InMemoryTable;

/// Takes totals.
struct Ignores;

impl Sink for Ignores {
    fn tile(&self, _: Tile) -> Result<(), Stop> {
        Ok(())
    }

    fn proceed(&self) -> Result<(), Stop> {
        Ok(())
    }
}

/// A table of a wave for each position, in several batches.
fn plan_of_batches() -> Plan {
    plan("rules: (x / k) for 2 <= k <= x", "4000", "grundy")
}

fn engine(adapter: &Adapter, fault: Option<Fault>) -> GpuEngine {
    let mut engine = GpuEngine::open(adapter.clone()).expect("the adapter opens");
    engine.device.fault = fault;
    engine
}

/// Compares a table that is computed in spite of the fault with that of the CPU engine, or returns the error.
fn outcome(adapter: &Adapter, fault: impl Into<Option<Fault>>) -> Result<(), EngineError> {
    let plan = plan_of_batches();
    let truth = InMemoryTable::run(&CpuEngine, &plan).expect("it runs");
    let found = InMemoryTable::run(&engine(adapter, fault.into()), &plan)?;
    assert_eq!(truth.compare(&found), Ok(()));
    Ok(())
}

/// Returns the errors of runs whose batches have a fault, until one has no batch of that index.
fn errors(adapter: &Adapter, fault: impl Fn(u32) -> Fault) -> Vec<EngineError> {
    let errors: Vec<_> = (0..).map_while(|index| outcome(adapter, fault(index)).err()).collect();
    assert!(errors.len() > 4, "{errors:?}");
    errors
}

/// Catches results of an earlier batch that are taken for those of one whose commands have failed.
#[test]
fn a_batch_that_failed_is_noticed() {
    for adapter in adapters_of_tests() {
        for error in errors(&adapter, Fault::FailsBatch) {
            assert!(matches!(error, EngineError::Device { .. }), "{error}");
            assert!(error.to_string().contains("whose results are missing"), "{error}");
        }
    }
}

/// Catches a panic, a wrong table and an error that does not say so where the device is lost, whichever batch was the last.
#[test]
fn a_loss_after_any_batch_is_told() {
    for adapter in adapters_of_tests() {
        for error in errors(&adapter, Fault::IsLostAfter) {
            assert!(matches!(error, EngineError::DeviceLost { .. }), "{error}");
        }
    }
}

/// Catches timestamps of 0 that are taken for a time.
#[test]
fn a_clock_without_time_is_none() {
    let plan = plan_of_batches();
    for adapter in adapters_of_tests() {
        assert_eq!(outcome(&adapter, Fault::HasNoTime), Ok(()));
        let usage = |fault| -> GpuUsage {
            let engine = engine(&adapter, fault);
            let prepared = engine.prepare(&plan, Wanted::Totals).expect("it fits");
            prepared.run(&Ignores).expect("it runs").gpu.expect("a GPU")
        };
        assert_eq!(usage(Some(Fault::HasNoTime)).kernel_time, None);
        assert!(usage(None).kernel_time.is_none_or(|time| !time.is_zero()));
    }
}
