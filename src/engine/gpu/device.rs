//! An open device, its errors collected instead of thrown.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::adapter::Adapter;
use crate::engine::EngineError;
use crate::sync::lock;

/// A device and its queue. Errors that wgpu reports on its own account are kept until asked for.
pub(super) struct Device {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    /// What the adapter allows.
    pub(super) limits: wgpu::Limits,
    name: String,
    reported: Arc<Mutex<Option<String>>>,
}

impl Device {
    /// Opens a device with all the limits its adapter has.
    pub(super) fn open(adapter: &Adapter) -> Result<Self, EngineError> {
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("grundytab"),
            // A clock, where there is one, is for the account alone.
            required_features: adapter.adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
            required_limits: adapter.adapter.limits(),
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            ..Default::default()
        };
        let name = adapter.name().to_owned();
        let (device, queue) = pollster::block_on(adapter.adapter.request_device(&descriptor))
            .map_err(|error| EngineError::NoDevice(format!("{name} cannot be opened: {error}")))?;
        let reported = Arc::new(Mutex::new(None));
        let keep_first = |reported: &Mutex<Option<String>>, text: String| {
            lock(reported).get_or_insert(text);
        };
        let kept = Arc::clone(&reported);
        device.on_uncaptured_error(Arc::new(move |error| keep_first(&kept, error.to_string())));
        let kept = Arc::clone(&reported);
        device.set_device_lost_callback(move |reason, message| {
            if reason != wgpu::DeviceLostReason::Destroyed {
                keep_first(&kept, format!("the device was lost: {message}"));
            }
        });
        Ok(Device { limits: device.limits(), device, queue, name, reported })
    }

    /// Waits until a submission is done.
    ///
    /// For a device that was lost meanwhile wgpu panics here instead of returning an error; the
    /// panic is caught, and the loss reported as what it is.
    pub(super) fn wait(
        &self,
        submission: &wgpu::SubmissionIndex,
        timeout: Duration,
    ) -> Result<(), EngineError> {
        let poll = || {
            self.device.poll(wgpu::PollType::Wait {
                submission_index: Some(submission.clone()),
                timeout: Some(timeout),
            })
        };
        let polled = catch_unwind(AssertUnwindSafe(poll));
        self.check()?;
        match polled {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(self.error(format!("waiting for a batch of layers: {error}"))),
            Err(_) => Err(self.error("the device was lost")),
        }
    }

    /// An error that names the adapter.
    pub(super) fn error(&self, what: impl std::fmt::Display) -> EngineError {
        EngineError::Device(format!("{}: {what}", self.name))
    }

    /// Does something on the device and reports the errors it causes.
    pub(super) fn scoped<T>(&self, what: &str, act: impl FnOnce() -> T) -> Result<T, EngineError> {
        let filters = [
            wgpu::ErrorFilter::Internal,
            wgpu::ErrorFilter::Validation,
            wgpu::ErrorFilter::OutOfMemory,
        ];
        let scopes = filters.map(|filter| self.device.push_error_scope(filter));
        let result = act();
        for scope in scopes.into_iter().rev() {
            if let Some(error) = pollster::block_on(scope.pop()) {
                return Err(self.error(format!("cannot {what}: {error}")));
            }
        }
        self.check()?;
        Ok(result)
    }

    /// Reports what went wrong on the device since it was opened.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        lock(&self.reported).as_ref().map_or(Ok(()), |text| Err(self.error(text)))
    }
}
