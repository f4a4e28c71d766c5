//! How the program uses the GPU engine. Programs built without it have `no_gpu.rs` instead.

use grundytab::bytes_text;
use grundytab::engine::gpu::{Adapter, GpuEngine, adapters};
use grundytab::engine::{Engine, EngineError};
use grundytab::run::{missing_driver, open_gpu};
use serde_json::{Value, json};

use super::failure::Result;
use super::output::note;

/// A GPU engine, and whether its adapter is hardware.
pub type Opened = (Box<dyn Engine>, bool);

/// Opens the GPU engine on every adapter, each of which may fail.
pub fn open_all() -> Vec<std::result::Result<Opened, EngineError>> {
    let adapters = adapters();
    if adapters.is_empty() {
        note(false, "no GPU adapter was found: only the cpu engine is tested");
    }
    let open = |adapter: Adapter| {
        let is_hardware = adapter.is_hardware();
        Ok((Box::new(GpuEngine::open(adapter)?) as Box<dyn Engine>, is_hardware))
    };
    adapters.into_iter().map(open).collect()
}

/// Opens the GPU engine on the adapters that are to be measured: the one whose name contains `name`; or
/// all hardware and, if they are requested, software adapters, whose speed says nothing about a GPU. Notes
/// which adapters are left out, and why.
///
/// # Errors
/// When the adapter that was named is not there, or does not work.
pub fn open_for_bench(name: Option<&str>, software_too: bool) -> Result<Vec<Box<dyn Engine>>> {
    if let Some(name) = name {
        return Ok(vec![open_gpu(Some(name))?]);
    }
    let mut engines: Vec<Box<dyn Engine>> = Vec::new();
    for adapter in adapters() {
        let name = adapter.name().to_owned();
        if !adapter.is_hardware() && !software_too {
            note(false, format!("left out: {name} is software; --adapter {name:?} takes it"));
            continue;
        }
        match GpuEngine::open(adapter) {
            Ok(engine) => engines.push(Box::new(engine)),
            Err(error) => note(false, format!("left out: {error}")),
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
             limits    {} per buffer binding, {} workgroups per dimension",
            adapter.name(),
            adapter.kind(),
            adapter.backend(),
            adapter.driver(),
            bytes_text(adapter.largest_binding_bytes()),
            adapter.largest_dispatch(),
        )
    };
    let adapters = adapters();
    let mut paragraphs: Vec<String> = adapters.iter().map(describe).collect();
    if paragraphs.is_empty() {
        paragraphs.push("no adapter: no Vulkan driver was found; the cpu engine needs none".into());
    }
    paragraphs.extend(missing_driver(&adapters).map(|missing| missing.advice));
    paragraphs
}

/// Describes the adapters for programs, and what to do if a driver is missing.
pub fn adapters_json() -> Value {
    let describe = |adapter: &Adapter| {
        json!({
            "name": adapter.name(),
            "type": adapter.kind(),
            "hardware": adapter.is_hardware(),
            "backend": adapter.backend(),
            "driver": adapter.driver(),
            "largest_binding_bytes": adapter.largest_binding_bytes(),
            "largest_dispatch": adapter.largest_dispatch(),
        })
    };
    let adapters = adapters();
    let described: Vec<Value> = adapters.iter().map(describe).collect();
    let missing = missing_driver(&adapters).map(|missing| missing.advice);
    json!({ "adapters": described, "missing_driver": missing })
}
