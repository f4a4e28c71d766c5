//! Every shader in the languages of the drivers: SPIR-V for Vulkan, HLSL for Direct3D 12 and MSL for
//! Metal. Only the first can be run on the machines of the tests; the others are written, as wgpu
//! writes them, with the constants of the host.

use std::collections::BTreeSet;

use naga::back::{hlsl, msl, pipeline_constants::process_overrides, spv};
use naga::valid::ModuleInfo;
use naga::{Module, ShaderStage};

use super::{kernels, parsed, validated};
use crate::engine::gpu::kernel::Kernel;

/// Catches what a back end of naga does not support, or does not translate.
#[test]
fn every_shader_is_written_for_every_driver() {
    let mut written = BTreeSet::new();
    let variants = |kernel: Kernel| {
        let coherent = kernel.coherent.is_some().then(|| kernel.coherent_source());
        (kernel.source(), coherent, kernel)
    };
    for (source, coherent, kernel) in kernels().into_iter().map(variants) {
        for replays in [false, true] {
            for source in [Some(&source), coherent.as_ref()].into_iter().flatten() {
                write_entry_points(&kernel, source, replays, &mut written);
            }
        }
    }
    // Every entry point of every kernel.
    assert!(written.len() >= 8, "{written:?}");
}

fn write_entry_points(
    kernel: &Kernel,
    source: &str,
    replays: bool,
    written: &mut BTreeSet<(&'static str, String)>,
) {
    let constants = kernel.constants_of(replays, true).into_iter();
    let constants = constants.map(|(name, value)| (name.to_owned(), f64::from(value))).collect();
    let module = parsed(source);
    let info = validated(kernel, &module);
    for name in module.entry_points.iter().map(|entry_point| entry_point.name.as_str()) {
        let entry_point = (ShaderStage::Compute, name);
        let (module, info) = process_overrides(&module, &info, Some(entry_point), &constants)
            .expect("the host sets every constant");
        write(kernel, name, &module, &info);
        written.insert((kernel.name, name.to_owned()));
    }
}

fn write(kernel: &Kernel, name: &str, module: &Module, info: &ModuleInfo) {
    let case = format!("{} of {}", name, kernel.name);
    let entry_point = (ShaderStage::Compute, name.to_owned());

    let of_spirv =
        spv::PipelineOptions { shader_stage: ShaderStage::Compute, entry_point: name.to_owned() };
    let spirv = spv::write_vec(module, info, &spv::Options::default(), Some(&of_spirv));
    let spirv = spirv.unwrap_or_else(|error| panic!("{case} as SPIR-V: {error}"));
    assert_eq!(spirv[0], 0x0723_0203, "the magic number of SPIR-V");

    let mut text = String::new();
    let (options, of_hlsl) = (
        hlsl::Options { shader_model: hlsl::ShaderModel::V5_1, ..Default::default() },
        hlsl::PipelineOptions { entry_point: Some(entry_point.clone()) },
    );
    let mut writer = hlsl::Writer::new(&mut text, &options, &of_hlsl);
    let names = writer.write(module, info, None);
    let names = names.unwrap_or_else(|error| panic!("{case} as HLSL: {error}")).entry_point_names;
    assert!(names.iter().all(Result::is_ok), "{case} as HLSL: {names:?}");
    assert!(text.contains("[numthreads("), "{case} as HLSL");

    let of_msl = msl::PipelineOptions { entry_point: Some(entry_point), ..Default::default() };
    let options = msl::Options { lang_version: (2, 0), ..Default::default() };
    let (text, names) = msl::write_string(module, info, &options, &of_msl)
        .unwrap_or_else(|error| panic!("{case} as MSL: {error}"));
    let names = names.entry_point_names;
    assert!(names.iter().all(Result::is_ok), "{case} as MSL: {names:?}");
    assert!(text.contains("kernel void"), "{case} as MSL");
}
