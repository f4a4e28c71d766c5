//! Vulkan's validation layers watch the GPU engine: buffers, barriers between dispatches, the SPIR-V of
//! the shaders. Every message of theirs is a failure. `scripts/test` sets `WGPU_VALIDATION=1`, with which
//! wgpu loads the layers; otherwise this test says that it has not run. It is a binary of its own, since it reads all that
//! wgpu logs in the process.
//!
//! Layers as old as those of Debian 12 do not read the SPIR-V (see `is_known`). The layer that Debian's package
//! `chromium` brings along is newer: where it is, this test runs once more in a process of its own that finds this layer
//! alone, and reads what it prints. Where it is not, the test says what was not checked.
//!
//! That layer also writes checks of its own into the shaders: of the buffers that they reach, and of workgroup memory
//! that two invocations touch without a barrier between. A shader with such a race is planted.
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
    line.starts_with("\tobjects: ")
        || line.ends_with("Invalid source language operand: 10")
        || ABOUT_SETTINGS.iter().any(|name| line.contains(name))
}

/// The layer that Debian's package `chromium` brings along, without the file that tells Vulkan's loader of it.
const LAYER_OF_CHROMIUM: &str = "/usr/lib/chromium/libVkLayer_khronos_validation.so";

/// What naga is known to do against the rules (gfx-rs/wgpu #7696): it lays out arrays that are shared by a workgroup as if
/// they were in a buffer. wgpu keeps this message of the layer to itself. As every kernel has such an array, it also shows
/// that the layer has read the SPIR-V. The layer names one fault of a shader; those of its functions come before this one.
const KNOWN_FAULT: &str = "VUID-StandaloneSpirv-None-10684";

/// What the layer tells of its settings, since it checks shaders while they run.
const ABOUT_SETTINGS: [&str; 2] = ["VALIDATION-SETTINGS", "WARNING-Setting-Limit-Adjusted"];

/// What it tells of an invocation that reads workgroup memory while another one may write it.
const FOUND_RACE: &str = "SharedMemoryDataRace-RaceOnLoad";

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
            "NOT CHECKED by Vulkan's validation layers: shaders while they run, and their SPIR-V, unless the system's \
             layers are newer than 1.3.239; {LAYER_OF_CHROMIUM}, of Debian's package chromium, is not there"
        ));
        watch_the_engine();
    }
}

/// Runs a test of this file in a process of its own under the layer of Chromium. Returns all that it prints.
fn under_the_newer_layer(test: &str) -> String {
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
                    khronos_validation.validate_sync = true\n\
                    khronos_validation.gpuav_enable = true\n\
                    khronos_validation.gpuav_shader_instrumentation = true\n\
                    khronos_validation.gpuav_descriptor_checks = true\n\
                    khronos_validation.gpuav_shared_memory_data_race = true\n";
    for (name, text) in [
        ("VkLayer_khronos_validation.json", manifest.as_str()),
        ("vk_layer_settings.txt", settings),
    ] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let output = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", test, "--nocapture", "--include-ignored"])
        .env("VK_LAYER_PATH", folder.path())
        .env("VK_LAYER_SETTINGS_PATH", folder.path())
        .output()
        .expect("this test runs");
    let [stdout, stderr] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    // The layer may abort at the very end, where devices of statics are still open.
    assert!(stdout.contains("test result: ok. 1 passed"), "{}\n{stdout}\n{stderr}", output.status);
    stdout
}

/// Watches the engine by the layer of Chromium, and plants a race.
fn watch_the_engine_by_a_newer_layer() {
    let printed = under_the_newer_layer("the_layers_have_nothing_to_say");
    let names: Vec<&str> = messages_of_layer(&printed).collect();
    let is_known = |name: &str| name == KNOWN_FAULT || ABOUT_SETTINGS.contains(&name);
    let unknown: Vec<&&str> = names.iter().filter(|name| !is_known(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}\n{printed}");
    if gpus().is_empty() {
        return;
    }
    assert!(names.contains(&KNOWN_FAULT), "the layer has read no SPIR-V:\n{printed}");
    let printed = under_the_newer_layer("a_race_is_planted");
    let names: Vec<&str> = messages_of_layer(&printed).collect();
    assert!(names.contains(&FOUND_RACE), "the layer has found no race:\n{printed}");
    say(
        "checked by Chromium's validation layer while shaders ran; it found the race that was planted",
    );
}

/// Runs a shader in which invocations read what others write, without a barrier between.
#[test]
#[ignore = "the other test runs it, under a layer that must find the race"]
#[cfg(feature = "gpu")]
fn a_race_is_planted() {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.flags = wgpu::InstanceFlags::VALIDATION;
    let instance = wgpu::Instance::new(descriptor);
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()));
    let device = adapter.expect("an adapter").request_device(&Default::default());
    let (device, queue) = pollster::block_on(device).expect("a device");
    let source = "
        var<workgroup> near: array<u32, 64>;
        @group(0) @binding(0) var<storage, read_write> received: array<u32, 64>;
        @compute @workgroup_size(64)
        fn exchange(@builtin(local_invocation_index) own: u32) {
            near[own] = own;
            received[own] = near[own ^ 1u];
        }";
    let source = wgpu::ShaderSource::Wgsl(source.into());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: wgpu::PipelineCompilationOptions {
            zero_initialize_workgroup_memory: false,
            ..Default::default()
        },
        cache: None,
    });
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 256,
        usage: wgpu::BufferUsages::STORAGE,
        mapped_at_creation: false,
    });
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    let mut pass = encoder.begin_compute_pass(&Default::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(1, 1, 1);
    drop(pass);
    queue.submit([encoder.finish()]);
    device.poll(wgpu::PollType::wait_indefinitely()).expect("the shader runs");
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
        ("fibonacci", "60x50", "grundy"),
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
