//! What the program asks of the GPU engine. Programs built without it have `no_gpu.rs` instead.

use grundytab::engine::gpu::{Adapter, GpuEngine, adapters};
use grundytab::engine::{Engine, EngineError};
use serde_json::{Value, json};

use super::failure::Result;
use super::output::{bytes, note};

/// Opens the first adapter, or the first whose name contains `name`.
///
/// # Errors
/// When there is none, or it cannot be opened.
pub fn open(name: Option<&str>) -> Result<Box<dyn Engine>> {
    Ok(Box::new(GpuEngine::open(Adapter::choose(name)?)?))
}

/// Opens the first hardware GPU, or returns why there is none.
pub fn open_hardware() -> std::result::Result<Box<dyn Engine>, String> {
    let all = adapters();
    let Some(adapter) = all.iter().find(|adapter| adapter.is_hardware()) else {
        return Err(match all.first() {
            None => "no GPU driver was found".into(),
            Some(software) => format!(
                "no hardware GPU; {} is software, --engine gpu would take it",
                software.name()
            ),
        });
    };
    match GpuEngine::open(adapter.clone()) {
        Ok(engine) => Ok(Box::new(engine)),
        Err(error) => Err(format!("not {}: {error}", adapter.name())),
    }
}

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

/// Opens the GPU engine on every adapter that is worth measuring: on hardware and, if they are asked
/// for, on software adapters, whose speed says nothing about a GPU. Notes which are left out, and why.
pub fn open_for_bench(software_too: bool) -> Vec<Box<dyn Engine>> {
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
        note(false, "there is no GPU to be measured");
    }
    engines
}

/// Describes the adapters, one paragraph for each.
pub fn describe_adapters() -> Vec<String> {
    let describe = |adapter: &Adapter| {
        format!(
            "{}\n    type      {}\n    backend   {}\n    driver    {}\n    \
             limits    {} per buffer binding, {} workgroups per dimension",
            adapter.name(),
            adapter.kind(),
            adapter.backend(),
            adapter.driver(),
            bytes(adapter.largest_binding_bytes()),
            adapter.largest_dispatch(),
        )
    };
    let paragraphs: Vec<String> = adapters().iter().map(describe).collect();
    if paragraphs.is_empty() {
        return vec!["no adapter: no Vulkan driver was found; the cpu engine needs none".into()];
    }
    paragraphs
}

/// Describes the adapters for programs.
pub fn adapters_json() -> Vec<Value> {
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
    adapters().iter().map(describe).collect()
}
