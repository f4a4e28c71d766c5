//! Vulkan's validation layers watch the GPU engine: buffers, barriers between dispatches, the SPIR-V of
//! the shaders. Every message of theirs is a failure. `scripts/test` sets `WGPU_VALIDATION=1`, with which
//! wgpu loads the layers; otherwise this test says that it has not run.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod common;

use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use common::{assert_same_table, gpus, gpus_of_large_blocks, gpus_of_small_blocks, plan};
use grundytab::engine::cpu::CpuEngine;

/// Keeps what wgpu logs.
struct Log(Mutex<Vec<(log::Level, String)>>);

impl log::Log for Log {
    fn enabled(&self, metadata: &log::Metadata) -> bool {
        metadata.target().starts_with("wgpu_hal::vulkan")
    }

    fn log(&self, record: &log::Record) {
        if self.enabled(record.metadata()) {
            let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            lines.push((record.level(), record.args().to_string()));
        }
    }

    fn flush(&self) {}
}

static LOG: Log = Log(Mutex::new(Vec::new()));

/// Whether a line only says which object a message is about, or is the one message that is expected:
/// wgpu writes debug information into shaders whenever it passes messages on, and older layers, as
/// those of version 1.3.239, do not know the language WGSL that it names. They then check no more of
/// the shader.
fn is_known(line: &str) -> bool {
    line.starts_with("\tobjects: ") || line.ends_with("Invalid source language operand: 10")
}

#[test]
fn the_layers_have_nothing_to_say() {
    if std::env::var_os("WGPU_VALIDATION").is_none_or(|value| value != "1") {
        let notice = "NOT RUN under Vulkan's validation layers: WGPU_VALIDATION=1 is not set";
        let _ = writeln!(std::io::stderr(), "{notice}");
        return;
    }
    log::set_logger(&LOG).expect("the only logger");
    log::set_max_level(log::LevelFilter::Debug);
    for (game, domain, quantity) in [
        ("wythoff", "150x150", "grundy"),
        ("wythoff+alter=1,1/2,2/0,1+terminal=3,4", "70x60", "grundy"),
        ("wythoff+block=4", "200x150", "palaces"),
        ("maharaja+block=3", "60x50", "palaces"),
        ("wythoff+points=3/-7/2", "150x120", "score"),
        ("wythoff+alter=1,1/5,5/2,1:-9+terminal=3,4", "60x50", "score"),
        ("partizan:1,0/0,1:1,1/2,1+alter-left=3,3", "70x60", "outcome-class"),
        ("partizan:1,0/0,1:1,1/2,1+alter-left=3,3:9/2,0", "70x60", "score-right"),
        ("triangle", "tokens 50", "grundy"),
        ("digraph:XY/YX/ZZ", "tokens 40", "outcome misere"),
        ("euclid", "80x90", "grundy"),
        ("fibonacci", "120x110", "grundy"),
    ] {
        let plan = plan(game, domain, quantity, None);
        for engines in [gpus(), gpus_of_large_blocks(), gpus_of_small_blocks()] {
            engines.iter().for_each(|gpu| assert_same_table(&CpuEngine, gpu, &plan));
        }
    }
    let lines = LOG.0.lock().unwrap_or_else(PoisonError::into_inner);
    let are_active = lines.iter().any(|(_, line)| line.contains("Khronos Validation Layer Active"));
    let told: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
    assert!(gpus().is_empty() || are_active, "the layers are not loaded: {told:#?}");
    let messages: Vec<&str> = lines
        .iter()
        .filter(|(level, line)| *level <= log::Level::Warn && !is_known(line))
        .map(|(_, line)| line.as_str())
        .collect();
    assert!(messages.is_empty(), "{messages:#?}");
}
