//! What the model of the GPU engine's time knows of an adapter.

use super::adapter::Adapter;

/// How long an adapter takes for what kernels consist of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AdapterConstants {
    /// Seconds of a dispatch, with the barrier before the next one.
    pub dispatch: f64,
    /// Seconds of a step of a workgroup: a word of workgroup memory is written and, after a barrier,
    /// another one read.
    pub step: f64,
    /// Seconds of a step with a barrier for buffers.
    pub storage_step: f64,
    /// Seconds of such a step of a workgroup of 64, where there are as many workgroups as the adapter
    /// can compute at once.
    pub workgroup_step: f64,
    /// Seconds of a load from a buffer of a few MB that the next load waits for.
    pub load: f64,
    /// Bytes a second that all invocations together load from such a buffer.
    pub loaded_bytes: f64,
    /// Bytes a second that the host reads back.
    pub read_back_bytes: f64,
}

/// For an adapter with memory of its own. These are guesses, on the careful side: nothing has been
/// measured.
const DISCRETE: AdapterConstants = AdapterConstants {
    dispatch: 6e-6,
    step: 3e-7,
    storage_step: 8e-7,
    workgroup_step: 5e-10,
    load: 4e-7,
    loaded_bytes: 1.5e12,
    read_back_bytes: 1e10,
};

/// For an adapter that shares the memory of the machine. These too are guesses.
const SHARED: AdapterConstants = AdapterConstants {
    dispatch: 1.5e-5,
    step: 5e-7,
    storage_step: 1.5e-6,
    workgroup_step: 5e-9,
    load: 6e-7,
    loaded_bytes: 1e11,
    read_back_bytes: 5e9,
};

/// For software, about what Mesa's took on two cores that other work kept busy: workgroups, and loads, are
/// computed one after another.
const SOFTWARE: AdapterConstants = AdapterConstants {
    dispatch: 8e-6,
    step: 5e-7,
    storage_step: 5e-7,
    workgroup_step: 1.5e-6,
    load: 2e-7,
    loaded_bytes: 7e8,
    read_back_bytes: 4e8,
};

impl AdapterConstants {
    /// Returns what is assumed of an adapter that has not been measured.
    pub(super) fn assumed(adapter: &Adapter) -> Self {
        match (adapter.is_hardware(), adapter.is_discrete()) {
            (false, _) => SOFTWARE,
            (true, true) => DISCRETE,
            (true, false) => SHARED,
        }
    }
}
