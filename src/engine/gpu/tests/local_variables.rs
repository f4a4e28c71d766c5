//! Local variables of shaders. The SPIR-V that naga makes of WGSL gives every type of an array or a struct a layout,
//! also where Vulkan allows none: in variables that no buffer holds (VUID-StandaloneSpirv-None-10684, gfx-rs/wgpu
//! #7696). There are drivers that refuse that. Arrays in workgroup memory have one, too, and cannot be avoided.

use naga::{AddressSpace, Module, TypeInner};

use super::{kernels, module};
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::testing::{kernel, plan};

/// Lists the variables of functions and of invocations that are no numbers and no vectors.
fn composite_variables(module: &Module) -> Vec<&str> {
    let functions = module.functions.iter().map(|(_, function)| function);
    let functions = functions.chain(module.entry_points.iter().map(|entry| &entry.function));
    let local = functions.flat_map(|function| function.local_variables.iter());
    let local = local.map(|(_, variable)| (&variable.name, variable.ty));
    let private = module.global_variables.iter().map(|(_, variable)| variable);
    let private = private.filter(|variable| variable.space == AddressSpace::Private);
    let variables = local.chain(private.map(|variable| (&variable.name, variable.ty)));
    let is_composite =
        |inner: &TypeInner| matches!(inner, TypeInner::Array { .. } | TypeInner::Struct { .. });
    let composite = variables.filter(|(_, ty)| is_composite(&module.types[*ty].inner));
    composite.filter_map(|(name, _)| name.as_deref()).collect()
}

/// Returns the kernel of Grundy values of a game with this many rays and altered vectors.
fn vector_grundy(rays: u32, altered: u32) -> Kernel {
    let list = |vector: fn(u32) -> String, count: u32| {
        (1..=count).map(vector).collect::<Vec<_>>().join("/")
    };
    let rays = list(|step| format!("1,{step}"), rays);
    let altered = list(|step| format!("{step},0"), altered);
    let game = format!("vector:{rays}+alter={altered}");
    kernel(&plan(game.trim_end_matches("+alter="), "40x45", "grundy")).expect("a kernel")
}

/// Catches an array or a struct that a change of the shaders brings back.
#[test]
fn none_is_an_array_or_a_struct_where_rays_are_few() {
    let few = [(8, 0), (8, 1), (3, 2), (1, 8)].map(|(rays, altered)| vector_grundy(rays, altered));
    for kernel in kernels().iter().chain(&few) {
        assert_eq!(composite_variables(&module(kernel)), [""; 0], "{}", kernel.name);
    }
    // More pairs of rays and altered vectors, whose loops would be long.
    let many = [(9, 0), (3, 3)].map(|(rays, altered)| vector_grundy(rays, altered));
    for kernel in many {
        assert!(!composite_variables(&module(&kernel)).is_empty());
    }
}
