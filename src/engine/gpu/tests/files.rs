//! The kernels in files, as drivers get them, for compilers and validators that share nothing with naga:
//! `scripts/witnesses` runs those of SPIR-V; `shaders/README.md` says how HLSL is compiled by hand.

use crate::engine::Wanted;
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use naga::back::{hlsl, pipeline_constants::process_overrides, spv};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};

use super::{kernels, kernels_of_several_buffers, module, validated};
use crate::engine::gpu;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::shader::{KERNEL, Linked, MAX_UNROLLED, imports};
use crate::engine::gpu::testing::plan;

/// Games as users tabulate them on hardware, in blocks of its shape.
const USUAL: &[(&str, &str, &str)] = &[
    ("wythoff", "2048x2048", "grundy"),
    ("wythoff", "2048x2048", "outcome"),
    ("wythoff+block=20", "2048x2048", "palaces"),
    ("wythoff+points=3/-7/2", "2048x2048", "score"),
    ("nim:3", "200x200x200", "grundy"),
    ("maharaja", "1024x1024", "outcome"),
    ("partizan:1,0/0,1/1,1:1,0/2,1", "1024x1024", "outcome-class"),
    ("triangle", "tokens 512", "grundy"),
    (
        "rules: (x - k, y / 2) for 1 <= k <= x; (x / 2, y - k) for 1 <= k <= y",
        "1024x1024",
        "grundy",
    ),
    (
        "rules: (x - k, y / 2) for 1 <= k <= x; (x / 2, y - k) for 1 <= k <= y",
        "1024x1024",
        "outcome",
    ),
];

/// What drivers ask of SPIR-V, as wgpu sees it: those of Vulkan 1.3, which check the indices of buffers themselves, and
/// those of Vulkan 1.1 that do not.
const DRIVERS: [(&str, (u8, u8), BoundsCheckPolicy); 2] = [
    ("vulkan1.3", (1, 6), BoundsCheckPolicy::Unchecked),
    ("vulkan1.1", (1, 3), BoundsCheckPolicy::Restrict),
];

/// What no GPU has registers for: `scripts/witnesses` must notice.
const SPILLING: &str = "
    @group(0) @binding(1) var<storage, read_write> values: array<u32>;
    @compute @workgroup_size(64) fn tabulate(@builtin(local_invocation_index) local: u32) {
        var large: array<u32, 512>;
        for (var i = 0u; i < 512u; i++) {
            large[i] = values[i + local];
        }
        values[local] = large[values[local] % 512u];
    }";

/// The compilers of Direct3D 12, and what they are given.
const COMPILERS: [(&str, hlsl::ShaderModel); 2] =
    [("fxc", hlsl::ShaderModel::V5_1), ("dxc", hlsl::ShaderModel::V6_0)];

/// Writes a file for each driver or compiler, kernel, variant and entry point. The names say which: where the numbers
/// of two files are equal, so are their kernels. Usual games come with all variants, others with values alone.
#[test]
#[ignore = "scripts/witnesses runs this"]
fn write_shaders() {
    let folder = folder();
    let usual = USUAL.iter().flat_map(|&(game, domain, quantity)| {
        let plan = plan(game, domain, quantity);
        [("usual", Wanted::Values), ("usual-totals", Wanted::Totals)].map(|(group, wanted)| {
            (group, gpu::kernel(&plan, wanted, &wgpu::Limits::default()).expect("a kernel"))
        })
    });
    let others = kernels().into_iter().chain(kernels_of_several_buffers());
    let others = others.map(|kernel| ("other", kernel));
    for (number, (group, kernel)) in usual.chain(others).enumerate() {
        write(&folder, &format!("{group}.{number:02}.{}", kernel.name), &kernel);
    }
    let spilling = naga::front::wgsl::parse_str(SPILLING).expect("a shader");
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&spilling);
    let [(_, version, indices), _] = DRIVERS;
    let words = words(&spilling, &info.expect("a valid shader"), "tabulate", version, indices);
    fs::write(folder.join("spilling.tabulate.search.spv"), bytemuck::cast_slice(&words))
        .expect("written");
}

/// Writes a folder for each kernel, for `scripts/wesl`: its modules, with its own as `kernel.wgsl`, and as `linked.wgsl`
/// what the linker makes of them, without unrolled loops, which WESL has not.
#[test]
#[ignore = "scripts/witnesses runs this"]
fn write_modules() {
    let kernels = kernels().into_iter().chain(kernels_of_several_buffers());
    for (number, kernel) in kernels.enumerate() {
        let folder = folder().join(format!("{number:02}.{}", kernel.name));
        fs::create_dir_all(&folder).expect("created");
        let written = kernel.written_modules();
        let linked = Linked::new(kernel.name, &written);
        let own = |name: &str| if name == kernel.name { KERNEL } else { name }.to_owned();
        let whole = ("linked".to_owned(), linked.text((MAX_UNROLLED + 1, MAX_UNROLLED + 1)));
        let modules =
            linked.modules.iter().map(|(name, text)| (own(name), importing_hooks(&linked, text)));
        for (name, text) in modules.chain([whole]) {
            fs::write(folder.join(name + ".wgsl"), text).expect("written");
        }
    }
}

/// Returns the text of a module that imports each hook from the module that defines it: WESL knows no defaults.
fn importing_hooks(linked: &Linked, text: &str) -> String {
    let owner = |hook: &str| {
        let defines = |(_, text): &&(&str, Cow<str>)| text.contains(&format!("\nfn {hook}("));
        let default =
            linked.modules.split_last().and_then(|(_, others)| others.iter().find(defines));
        default.map_or(KERNEL, |(name, _)| *name).to_owned()
    };
    let import = |module: &str, names: &str| format!("import package::{module}::{{{names}}};\n");
    let imports::Module { head, imports, body } = imports::Module::read(text);
    let imports = imports.iter().map(|of| match of.module {
        KERNEL => of.names.iter().map(|hook| import(&owner(hook), hook)).collect(),
        module => import(module, &of.names.join(", ")),
    });
    [head, &imports.collect::<String>(), "\n", body].concat()
}

/// Returns the folder to write into.
fn folder() -> PathBuf {
    std::env::var_os("GRUNDYTAB_SHADERS")
        .expect("GRUNDYTAB_SHADERS is the folder to write into")
        .into()
}

/// Writes the files of a kernel.
fn write(folder: &Path, kernel_name: &str, kernel: &Kernel) {
    let module = module(kernel);
    let info = validated(kernel, &module);
    for (variant, replays) in [("search", false), ("replay", true)] {
        let constants = kernel.constants_of(replays, true).into_iter();
        let constants = constants.map(|(name, value)| (name.to_owned(), value.into())).collect();
        for name in module.entry_points.iter().map(|entry_point| &entry_point.name) {
            let chosen = Some((ShaderStage::Compute, name.as_str()));
            let (module, info) = process_overrides(&module, &info, chosen, &constants)
                .expect("the host sets every constant");
            for (driver, version, indices_of_buffers) in DRIVERS {
                let words = words(&module, &info, name, version, indices_of_buffers);
                let file = format!("{driver}.{kernel_name}.{name}.{variant}.spv");
                fs::write(folder.join(file), bytemuck::cast_slice(&words)).expect("written");
            }
            for (compiler, shader_model) in COMPILERS {
                let options = hlsl::Options {
                    shader_model,
                    zero_initialize_workgroup_memory: false,
                    ..Default::default()
                };
                let entry_point = Some((ShaderStage::Compute, name.clone()));
                let pipeline = hlsl::PipelineOptions { entry_point };
                let mut text = String::new();
                let mut writer = hlsl::Writer::new(&mut text, &options, &pipeline);
                writer.write(&module, &info, None).expect("a shader");
                let file = format!("{compiler}.{kernel_name}.{name}.{variant}.hlsl");
                fs::write(folder.join(file), text).expect("written");
            }
        }
    }
}

/// Returns an entry point of a module in SPIR-V.
fn words(
    module: &Module,
    info: &ModuleInfo,
    entry_point: &str,
    lang_version: (u8, u8),
    buffer: BoundsCheckPolicy,
) -> Vec<u32> {
    let index = BoundsCheckPolicy::Restrict;
    let options = spv::Options {
        lang_version,
        bounds_check_policies: BoundsCheckPolicies { index, buffer, ..Default::default() },
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        ..Default::default()
    };
    let (shader_stage, entry_point) = (ShaderStage::Compute, entry_point.to_owned());
    let pipeline = spv::PipelineOptions { shader_stage, entry_point };
    spv::write_vec(module, info, &options, Some(&pipeline)).expect("a module")
}
