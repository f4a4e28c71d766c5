//! Devices that fail: what is reported, and what is advised.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::domain::tiling::Tile;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::cluster::tests::rank_sink::{Tiles, always, run};
use crate::engine::cluster::{Partition, threads};
use crate::engine::cpu::CpuEngine;
use crate::engine::gpu::buffer::descriptor;
use crate::engine::gpu::device::Fault;
use crate::engine::gpu::testing::{adapters_of_tests, engines_of_tests, plan};
use crate::engine::gpu::{Adapter, GpuEngine, PreparedGpu};
use crate::engine::{Engine, EngineError, EngineKind, Prepared, Sink, Stop, Wanted};
use crate::table::InMemoryTable;

/// Opens an adapter whose device has this fault, and computes a table of a wave for each position, in several batches.
fn run_with(adapter: &Adapter, fault: Option<Fault>) -> Result<Option<Duration>, EngineError> {
    let plan = plan("rules: (x / k) for 2 <= k <= x", "2500", "grundy");
    let mut engine = GpuEngine::open(adapter.clone()).expect("the adapter opens");
    engine.device.fault = fault;
    let found = InMemoryTable::run(&engine, &plan)?;
    let truth = InMemoryTable::run(&CpuEngine, &plan).expect("it runs");
    assert_eq!(truth.compare(&found), Ok(()));
    let sink = Impatient { until: Instant::now() + Duration::from_secs(1000) };
    let ran = engine.prepare(&plan, Wanted::Totals).expect("it fits").run(&sink)?;
    Ok(ran.gpu.expect("a GPU").kernel_time)
}

/// Catches a panic, a hang, a wrong table, an error that does not say what happened, and results of an earlier batch that
/// are taken for those of one whose commands have failed; whichever batch it is.
#[test]
fn a_device_that_fails_after_any_batch_is_reported() {
    for adapter in adapters_of_tests() {
        let errors = |fault: fn(u64) -> Fault| -> Vec<EngineError> {
            (1..).map_while(|batch| run_with(&adapter, Some(fault(batch))).err()).collect()
        };
        let time = run_with(&adapter, None).expect("no fault");
        assert!(time.is_none_or(|time| !time.is_zero()));
        assert_eq!(run_with(&adapter, Some(Fault::HasNoTime)), Ok(None));
        let [lost, failed] = [Fault::IsLostAfter, Fault::Fails].map(errors);
        assert!(lost.len() > 4 && failed.len() > 4, "{lost:?}, {failed:?}");
        for error in lost {
            let begin = format!("{}: the device was lost", adapter.name());
            assert!(matches!(error, EngineError::DeviceLost { .. }), "{error}");
            assert!(error.to_string().starts_with(&begin), "{error}");
        }
        for error in failed {
            assert!(error.to_string().contains("whose results are missing"), "{error}");
        }
    }
}

/// Catches ranks that each fill the whole table.
#[test]
fn several_ranks_are_refused() {
    let plan = plan("wythoff", "20x20", "grundy");
    let partition = Partition::new(&plan, Coordinates([1; MAX_HEAPS]), 2);
    for engine in engines_of_tests() {
        let refused = threads::run(2, |network| {
            let (tiles, outcome) =
                run((&engine, &plan), (network, &partition), &Tiles::new(), &always);
            assert!(tiles.is_empty());
            outcome
        });
        let expected = Err(EngineError::SeveralRanks { engine: EngineKind::Gpu });
        assert!(refused.iter().all(|outcome| *outcome == expected), "{refused:?}");
    }
}

/// Catches an error of a buffer that no device has that is not returned.
#[test]
fn an_absurd_buffer_is_refused() {
    for engine in engines_of_tests() {
        let usage = wgpu::BufferUsages::STORAGE;
        let absurd = descriptor("absurd", 1 << 60, usage);
        let device = &engine.device;
        let error = device.allocate(absurd.size, || device.device.create_buffer(&absurd)).err();
        let text = error.expect("refused").to_string();
        assert!(text.contains("absurd") || text.contains("1152921504606846976"), "{text}");
        // The device is as good as before.
        assert_eq!(device.check(), Ok(()));
    }
}

/// Where there is no memory, a domain is named that takes half of it.
#[test]
fn less_memory_is_advised() {
    for engine in engines_of_tests() {
        let plan = plan("wythoff", "700x700", "grundy");
        let prepared: PreparedGpu = engine.prepare_for(&plan, Wanted::Values).expect("it fits");
        let all = prepared.memory().device_bytes;
        let error = engine.device.out_of_memory(all);
        let EngineError::OutOfDeviceMemory { bytes, smaller, .. } =
            prepared.advise_less_memory(error)
        else {
            panic!("another error");
        };
        assert_eq!(bytes, all);
        let (domain, bytes) = smaller.expect("a smaller domain");
        assert!((all / 4..=all / 2).contains(&bytes), "{domain}: {bytes} of {all} bytes");
    }
}

/// What is beyond the limits of an adapter is refused with a domain that is not.
#[test]
fn a_domain_that_fits_is_advised() {
    for engine in engines_of_tests() {
        for (game, domain) in [("wythoff", "1000000x1000000"), ("triangle", "tokens 100000")] {
            let plan_of = |domain: &str| plan(game, domain, "grundy");
            let too_large = plan_of(domain);
            let Err(EngineError::SmallerFits { fitting, .. }) =
                engine.prepare(&too_large, Wanted::Values).map(drop)
            else {
                panic!("{game} on {domain}");
            };
            let smaller = plan_of(fitting.to_string().trim_start_matches("box "));
            let smaller = engine.fit_tiles(smaller);
            assert!(engine.prepare(&smaller, Wanted::Values).is_ok(), "{game} on {fitting}");
        }
    }
}

/// Catches an adapter that refuses, after which no other one is tried.
#[test]
fn the_next_adapter_is_tried() {
    for adapter in adapters_of_tests() {
        for (refusing, found) in [(0, true), (2, true), (3, false)] {
            let tried = Cell::new(0);
            let takes = |_: &GpuEngine| {
                tried.set(tried.get() + 1);
                if tried.get() > refusing { Ok(()) } else { Err(EngineError::Stopped) }
            };
            let adapters = [(); 3].map(|()| adapter.clone());
            let opened = GpuEngine::open_first(adapters, takes).map(drop);
            assert_eq!(opened.is_ok(), found);
            assert_eq!(tried.get(), 3.min(refusing + 1));
            let refusals = opened.err().unwrap_or_default();
            assert_eq!(refusals.len(), if found { 0 } else { 3 });
        }
    }
}

/// A sink that stops after a while.
struct Impatient {
    until: Instant,
}

impl Sink for Impatient {
    fn tile(&self, _: Tile) -> Result<(), Stop> {
        self.proceed()
    }

    fn proceed(&self) -> Result<(), Stop> {
        if Instant::now() < self.until { Ok(()) } else { Err(Stop) }
    }
}

/// Catches a run that waits for the GPU although it is to stop, and a device that waits when it is dropped.
/// In software this shader takes several seconds to compile, which happens in its first dispatch.
#[test]
fn a_run_stops_while_the_gpu_is_busy() {
    for engine in engines_of_tests() {
        let game = "vector:0,1/1,0/1,1/1,2/2,1/1,3+alter=7,7/9,2";
        let plan = plan(game, "3000x3000", "grundy");
        let prepared = engine.prepare(&plan, Wanted::Values).expect("it fits");
        let sink = Impatient { until: Instant::now() + Duration::from_millis(700) };
        assert_eq!(prepared.run(&sink).err(), Some(EngineError::Stopped));
        drop(prepared);
        drop(engine);
        let late = sink.until.elapsed();
        assert!(late < Duration::from_secs(2), "{late:?} after it was asked to");
    }
}
