//! The buffers of a run against the memory that its plan announces.

use std::sync::Mutex;

use crate::domain::tiling::Tile;
use crate::engine::gpu::limits::largest_buffer_bytes;
use crate::engine::gpu::stream::StreamPlan;
use crate::engine::gpu::testing::{adapters_of_tests, plan};
use crate::engine::gpu::{Adapter, GpuEngine, kernel};
use crate::engine::{Engine, Sink, Stop, Wanted};

/// A sink that asks wgpu's allocator, whenever a tile comes, for the buffers of the device.
struct Allocated<'a> {
    engine: &'a GpuEngine,
    bytes: Mutex<Option<u64>>,
}

impl Sink for Allocated<'_> {
    fn tile(&self, _: Tile) -> Result<(), Stop> {
        let report = self.engine.device.device.generate_allocator_report();
        let bytes = report.map(|report| {
            // wgpu has buffers of its own, as the one from which others are cleared.
            let ours = report.allocations.iter().filter(|one| !one.name.starts_with("(wgpu"));
            ours.map(|allocation| allocation.size).sum()
        });
        *self.bytes.lock().expect("no panic") = bytes;
        Ok(())
    }
}

/// Catches a buffer that the plan does not know of, or takes for larger or smaller than it is: the
/// allocator of wgpu is asked, on every adapter.
#[test]
fn buffers_take_what_the_plan_says() {
    for adapter in adapters_of_tests() {
        for (game, domain, quantity) in [
            ("wythoff", "150x150", "grundy"),
            ("wythoff+alter=1,2/2,2", "90x70", "grundy"),
            ("wythoff+block=3", "200x100", "palaces"),
            ("wythoff+points=1/-2/3", "90x80", "score"),
            ("wythoff+alter=1,1/2,1:7", "70x60", "score"),
            ("partizan:1,0:0,1", "80x20", "outcome-class"),
            ("partizan:1,0:0,1+alter-left=2,0/1,2:5", "60x50", "score-left"),
            ("triangle", "tokens 40", "grundy"),
            ("rules: (x - k, y / 2) for k in {1, 2, 5} if k <= x", "60x50", "grundy"),
            ("rules: grade x; (x - k, k) for 1 <= k <= min(x, 3 * y)", "60x60", "outcome"),
            TWO_SCORES,
        ] {
            let engine = GpuEngine::open(adapter.clone()).expect("the adapter opens");
            assert_announced(&engine, &adapter, (game, domain, quantity));
        }
        // A table of four buffers, and as many for the scores of the other player.
        let mut engine = GpuEngine::open(adapter.clone()).expect("the adapter opens");
        engine.device.limits.max_storage_buffer_binding_size = 1 << 12;
        assert_announced(&engine, &adapter, TWO_SCORES);
    }
}

/// A game, a domain, a quantity: each player has a score.
const TWO_SCORES: (&str, &str, &str) =
    ("rules: left: (x / 2, y) if x > 0 pays 1; right: (x, y / 2) if y > 0", "60x60", "score-left");

fn assert_announced(
    engine: &GpuEngine,
    adapter: &Adapter,
    (game, domain, quantity): (&str, &str, &str),
) {
    let plan = plan(game, domain, quantity);
    let prepared = engine.prepare(&plan, Wanted::Values).expect("it fits");
    let sink = Allocated { engine, bytes: Mutex::new(None) };
    prepared.run(&sink).expect("the engine runs");
    let kernel = kernel(&plan, Wanted::Values, &engine.device.limits).expect("a kernel");
    let stream = StreamPlan::new(&plan, &kernel, Wanted::Values, &engine.device);
    let staging_bytes = stream.expect("it fits").staging_bytes();
    let memory = prepared.memory();
    assert!(memory.host_bytes > staging_bytes);
    let announced = memory.device_bytes + staging_bytes;
    let allocated = sink.bytes.into_inner().expect("no panic");
    // Metal has no report. Allocations are rounded up to an alignment.
    assert!(allocated.is_some() || adapter.backend() == "Metal", "no report");
    if let Some(allocated) = allocated {
        let rounded = announced + 16 * 1024;
        assert!((announced..=rounded).contains(&allocated), "{game}: {allocated} bytes");
    }
}

/// Catches thresholds that outgrow a binding of 2 GiB, or a card's memory, at sizes that others hold.
#[test]
fn large_digraph_games_fit_large_cards() {
    let limits = wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 33,
        max_buffer_size: 1 << 40,
        ..Default::default()
    };
    for (game, domain, quantity, megabytes) in [
        ("triangle", "tokens 2048", "grundy", 9),
        ("triangle", "tokens 8192", "grundy", 154),
        ("triangle", "tokens 32766", "grundy", 2435),
        // Three tables of thresholds.
        ("digraph:XY/YX/ZX", "tokens 8192", "grundy", 462),
        ("triangle", "tokens 32766", "outcome", 5),
    ] {
        let plan = plan(game, domain, quantity);
        let kernel = kernel(&plan, Wanted::Values, &limits).expect("a kernel");
        kernel.check_limits(&limits).expect("it fits");
        assert!(kernel.bytes() < (megabytes + 1) * 1_000_000, "{domain}: {}", kernel.bytes());
        let (most_words, _) = kernel.schedule.extent();
        assert!(4 * most_words as u64 <= largest_buffer_bytes(&limits), "{domain}");
    }
}
