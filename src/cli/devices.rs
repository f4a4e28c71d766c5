//! `grundytab devices`

use anyhow::Result;
use grundytab::engine::gpu::{Adapter, adapters};
use serde_json::{Value, json};

use super::args::DevicesArgs;
use super::output::{bytes, print, print_json};

pub fn run(args: &DevicesArgs) -> Result<()> {
    let adapters = adapters();
    if args.json {
        let list: Vec<Value> = adapters.iter().map(describe).collect();
        return print_json(&json!({ "adapters": list }));
    }
    for adapter in &adapters {
        print(format!(
            "{}\n    type      {}\n    backend   {}\n    driver    {}\n    \
             limits    {} per buffer binding, {} workgroups per dimension",
            adapter.name(),
            adapter.kind(),
            adapter.backend(),
            adapter.driver(),
            bytes(adapter.largest_binding_bytes()),
            adapter.largest_dispatch(),
        ))?;
    }
    if adapters.is_empty() {
        print("no adapter: no Vulkan driver was found; the cpu engine needs none")?;
    }
    Ok(())
}

fn describe(adapter: &Adapter) -> Value {
    json!({
        "name": adapter.name(),
        "type": adapter.kind(),
        "hardware": adapter.is_hardware(),
        "backend": adapter.backend(),
        "driver": adapter.driver(),
        "largest_binding_bytes": adapter.largest_binding_bytes(),
        "largest_dispatch": adapter.largest_dispatch(),
    })
}
