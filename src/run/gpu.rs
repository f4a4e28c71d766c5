//! The GPU that a run may take.

use super::Reason;
use super::missing_driver::{MissingDriver, missing_driver};
use crate::engine::gpu::{Adapter, GpuEngine, adapters};
use crate::engine::{Engine, EngineError};

/// Opens the first adapter, or the first whose name contains `name`.
///
/// # Errors
/// When there is none, or it cannot be opened.
pub fn open_gpu(name: Option<&str>) -> Result<Box<dyn Engine>, EngineError> {
    Ok(Box::new(GpuEngine::open(Adapter::choose(name)?)?))
}

/// Opens the first hardware GPU that can be opened and can take a plan, or returns why there is none.
pub(super) fn open_hardware(
    takes: impl Fn(&dyn Engine) -> Result<(), EngineError>,
) -> Result<Box<dyn Engine>, Reason> {
    let all = adapters();
    if !all.iter().any(Adapter::is_hardware) {
        return Err(match (missing_driver(&all), all.first()) {
            (Some(MissingDriver { device_file, .. }), _) => Reason::MissingDriver(device_file),
            (None, None) => Reason::NoDriver,
            (None, Some(software)) => Reason::SoftwareOnly(software.name().to_owned()),
        });
    }
    match GpuEngine::open_first(all.into_iter().filter(Adapter::is_hardware), |gpu| takes(gpu)) {
        Ok(engine) => Ok(Box::new(engine)),
        Err(refusals) => {
            let named =
                |(adapter, error): (Adapter, EngineError)| (adapter.name().to_owned(), error);
            Err(Reason::GpuRefuses(refusals.into_iter().map(named).collect()))
        }
    }
}
