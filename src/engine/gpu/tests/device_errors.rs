//! Devices that fail: what is reported, and what is advised.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::domain::tiling::Tile;
use crate::engine::gpu::buffer::BufferSpec;
use crate::engine::gpu::testing::{adapters_of_tests, plan};
use crate::engine::gpu::{GpuEngine, PreparedGpu};
use crate::engine::{Engine, EngineError, Prepared, Sink, Stop};

/// A sink that destroys the device when it has been asked to proceed this often.
struct Destroyer<'a> {
    engine: &'a GpuEngine,
    rounds: AtomicU32,
}

impl Sink for Destroyer<'_> {
    fn tile(&self, _: Tile) -> Result<(), Stop> {
        Ok(())
    }

    fn proceed(&self) -> Result<(), Stop> {
        if self.rounds.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.engine.device.device.destroy();
        }
        Ok(())
    }
}

/// Catches a panic, a hang, and an error that does not say what happened: the device is lost before
/// the first batch, between batches, and while several are under way.
#[test]
fn a_lost_device_is_reported() {
    for adapter in adapters_of_tests() {
        for rounds in 1..=4 {
            let engine = GpuEngine::open(adapter.clone()).expect("the adapter opens");
            let plan = plan("euclid", "600x600", "grundy");
            let sink = Destroyer { engine: &engine, rounds: AtomicU32::new(rounds) };
            let prepared = engine.prepare(&plan).expect("it fits");
            let error = prepared.run(&sink).expect_err("lost");
            assert!(matches!(error, EngineError::DeviceLost { .. }), "{rounds}: {error}");
            let text = error.to_string();
            assert!(
                text.starts_with(&format!("{}: the device was lost", adapter.name())),
                "{text}"
            );
        }
    }
}

/// Catches an error of a buffer that no device has that is not returned.
#[test]
fn an_absurd_buffer_is_refused() {
    for adapter in adapters_of_tests() {
        let engine = GpuEngine::open(adapter).expect("the adapter opens");
        let usage = wgpu::BufferUsages::STORAGE;
        let absurd = BufferSpec { label: "absurd", bytes: 1 << 60, usage };
        let device = &engine.device;
        let error = device.allocate(absurd.bytes, || device.buffer(&absurd)).err();
        let text = error.expect("refused").to_string();
        assert!(text.contains("absurd") || text.contains("1152921504606846976"), "{text}");
        // The device is as good as before.
        assert_eq!(device.check(), Ok(()));
    }
}

/// Where there is no memory, a domain is named that takes half of it.
#[test]
fn less_memory_is_advised() {
    for adapter in adapters_of_tests() {
        let engine = GpuEngine::open(adapter).expect("the adapter opens");
        let plan = plan("wythoff", "700x700", "grundy");
        let prepared: PreparedGpu =
            engine.prepare_for(&plan, crate::engine::gpu::Output::Values).expect("it fits");
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
    for adapter in adapters_of_tests() {
        let engine = GpuEngine::open(adapter).expect("the adapter opens");
        for (game, domain) in [("wythoff", "1000000x1000000"), ("triangle", "tokens 100000")] {
            let plan_of = |domain: &str| plan(game, domain, "grundy");
            let too_large = plan_of(domain);
            let Err(EngineError::SmallerFits { fitting, .. }) =
                engine.prepare(&too_large).map(drop)
            else {
                panic!("{game} on {domain}");
            };
            let smaller = plan_of(fitting.to_string().trim_start_matches("box "));
            assert!(engine.prepare(&smaller).is_ok(), "{game} on {fitting}");
        }
    }
}
