//! Vulkan's validation layers watch the GPU engine: buffers, barriers between dispatches, the SPIR-V of
//! the shaders. Every message of theirs is a failure. `scripts/test` sets `WGPU_VALIDATION=1`, with which
//! wgpu loads the layers; otherwise this test says that it has not run.
//!
//! Layers as old as those of Debian 12 do not read the SPIR-V (see `is_known`). The layer that Debian's package
//! `chromium` brings along is newer: where it is, this test runs once more in a process of its own that finds this layer
//! alone, and reads what it prints. Where it is not, the test says what was not checked.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod common;

use std::io::Write as _;
use std::path::Path;
use std::process::Command;
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

/// The layer that Debian's package `chromium` brings along, without the file that tells Vulkan's loader of it.
const LAYER_OF_CHROMIUM: &str = "/usr/lib/chromium/libVkLayer_khronos_validation.so";

/// What naga is known to do against the rules (gfx-rs/wgpu #7696): it lays out arrays that are shared by a workgroup as if
/// they were in a buffer. wgpu keeps this message of the layer to itself. As every kernel has such an array, it also shows
/// that the layer has read the SPIR-V. The layer names one fault of a shader; those of its functions come before this one.
const KNOWN_FAULT: &str = "VUID-StandaloneSpirv-None-10684";

/// Tells people that something was not checked.
fn say(notice: &str) {
    let _ = writeln!(std::io::stderr(), "{notice}");
}

#[test]
fn the_layers_have_nothing_to_say() {
    if std::env::var_os("WGPU_VALIDATION").is_none_or(|value| value != "1") {
        say("NOT RUN under Vulkan's validation layers: WGPU_VALIDATION=1 is not set");
    } else if std::env::var_os("VK_LAYER_PATH").is_some() {
        // By a layer that somebody has chosen, as the process of its own has.
        watch_the_engine();
    } else if Path::new(LAYER_OF_CHROMIUM).exists() {
        watch_the_engine_by_a_newer_layer();
    } else {
        say(&format!(
            "NOT CHECKED by Vulkan's validation layers: the SPIR-V of the shaders, unless the system's layers are newer \
             than 1.3.239; {LAYER_OF_CHROMIUM}, of Debian's package chromium, is not there"
        ));
        watch_the_engine();
    }
}

/// Runs this test in a process of its own under the layer of Chromium, and reads all that the layer prints.
fn watch_the_engine_by_a_newer_layer() {
    let folder = tempfile::tempdir().expect("a folder");
    let manifest = format!(
        r#"{{"file_format_version": "1.2.0", "layer": {{"name": "VK_LAYER_KHRONOS_validation",
            "type": "GLOBAL", "library_path": "{LAYER_OF_CHROMIUM}", "api_version": "1.4.0",
            "implementation_version": "1", "description": "Khronos validation layer"}}}}"#
    );
    // Shaders that an earlier run has found to be right are checked again.
    let settings = "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n\
                    khronos_validation.report_flags = error,warn\n\
                    khronos_validation.enable_message_limit = false\n\
                    khronos_validation.check_shaders_caching = false\n\
                    khronos_validation.validate_sync = true\n";
    for (name, text) in [
        ("VkLayer_khronos_validation.json", manifest.as_str()),
        ("vk_layer_settings.txt", settings),
    ] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let output = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "the_layers_have_nothing_to_say", "--nocapture"])
        .env("VK_LAYER_PATH", folder.path())
        .env("VK_LAYER_SETTINGS_PATH", folder.path())
        .output()
        .expect("this test runs");
    let [stdout, stderr] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{stdout}\n{stderr}");
    let names: Vec<&str> = messages_of_layer(&stdout).collect();
    let unknown: Vec<&&str> = names.iter().filter(|name| **name != KNOWN_FAULT).collect();
    assert!(unknown.is_empty(), "{unknown:?}\n{stdout}");
    assert!(gpus().is_empty() || !names.is_empty(), "the layer has read no SPIR-V:\n{stdout}");
}

/// Lists the names of the messages that the layer has printed, as in `Validation Error: [ NAME ] | ...`.
fn messages_of_layer(printed: &str) -> impl Iterator<Item = &str> {
    let messages = ["Validation Error: [ ", "Validation Warning: [ "];
    messages
        .into_iter()
        .flat_map(|begin| printed.split(begin).skip(1))
        .map(|message| message.split_once(" ]").map_or(message, |(name, _)| name))
}

/// Computes tables on the GPU, and checks that the layers have no message for wgpu.
fn watch_the_engine() {
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
    // As older and as newer layers say it.
    let greetings = ["Khronos Validation Layer Active", "Current Validation Enabled"];
    let is_greeting = |line: &str| greetings.iter().any(|greeting| line.contains(greeting));
    let are_active = lines.iter().any(|(_, line)| is_greeting(line));
    let told: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
    assert!(gpus().is_empty() || are_active, "the layers are not loaded: {told:#?}");
    let messages: Vec<&str> = lines
        .iter()
        .filter(|(level, line)| *level <= log::Level::Warn && !is_known(line))
        .map(|(_, line)| line.as_str())
        .collect();
    assert!(messages.is_empty(), "{messages:#?}");
}
