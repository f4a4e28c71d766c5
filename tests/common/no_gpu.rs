//! Stands for `gpu.rs` where the library is built without the GPU engine.

use grundytab::engine::cpu::CpuEngine;

use super::gpu_switch::gpu_tests_are_off;

/// Returns no engine, and says why. The type of the elements is that of some engine.
pub fn gpus() -> &'static [CpuEngine] {
    assert!(gpu_tests_are_off());
    &[]
}

/// Returns no engine, as [`gpus`].
pub fn gpus_of_small_blocks() -> &'static [CpuEngine] {
    gpus()
}

/// Returns no engine, as [`gpus`].
pub fn gpus_of_large_blocks() -> &'static [CpuEngine] {
    gpus()
}
