//! An open device. wgpu's uncaptured errors and the loss of the device are recorded, and returned as
//! `EngineError`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::adapter::Adapter;
use super::buffer::BufferSpec;
use crate::engine::EngineError;
use crate::sync::lock;

/// A device and its queue.
pub(super) struct Device {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    /// The limits that kernels keep to: those of the adapter, or lower ones.
    pub(super) limits: wgpu::Limits,
    name: String,
    /// The first error that wgpu has reported outside any error scope.
    reported: Arc<Mutex<Option<String>>>,
}

impl Device {
    /// Opens a device with all the limits that its adapter has.
    ///
    /// # Errors
    /// When the driver refuses.
    pub(super) fn open(adapter: &Adapter) -> Result<Self, EngineError> {
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("grundytab"),
            // Timestamps, where there are any, are only for the report of a run.
            required_features: adapter.adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
            required_limits: adapter.adapter.limits(),
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            ..Default::default()
        };
        let name = adapter.name().to_owned();
        let (device, queue) =
            pollster::block_on(adapter.adapter.request_device(&descriptor)).map_err(|error| {
                EngineError::CannotOpen { adapter: name.clone(), reason: error.to_string() }
            })?;
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
    /// For a device that was lost meanwhile wgpu panics here instead of returning an error. The panic
    /// is caught, and the loss is reported as what it is.
    ///
    /// # Errors
    /// When the device fails, is lost, or takes longer than `timeout`.
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
            Ok(Err(error)) => Err(self.error(format!("waiting for a batch: {error}"))),
            Err(_) => Err(self.error("the device was lost")),
        }
    }

    /// Returns an error that names the adapter.
    pub(super) fn error(&self, what: impl std::fmt::Display) -> EngineError {
        EngineError::Device { adapter: self.name.clone(), what: what.to_string() }
    }

    /// Makes a buffer, which wgpu fills with zeros.
    pub(super) fn buffer(&self, spec: &BufferSpec) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(spec.label),
            size: spec.bytes,
            usage: spec.usage,
            mapped_at_creation: false,
        })
    }

    /// Makes buffers of this many bytes together. wgpu does not report how much memory an adapter
    /// has; that it is too little shows here, before anything has been computed.
    ///
    /// # Errors
    /// When the adapter has too little memory, or the device fails.
    pub(super) fn allocate<T>(
        &self,
        bytes: u64,
        make: impl FnOnce() -> T,
    ) -> Result<T, EngineError> {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let made = self.scoped("allocate its buffers", make);
        match pollster::block_on(scope.pop()) {
            None => made,
            Some(_) => Err(EngineError::OutOfDeviceMemory { adapter: self.name.clone(), bytes }),
        }
    }

    /// Does something on the device and reports the errors that it causes.
    ///
    /// # Errors
    /// When wgpu reports one.
    pub(super) fn scoped<T>(&self, what: &str, act: impl FnOnce() -> T) -> Result<T, EngineError> {
        let filters = [wgpu::ErrorFilter::Internal, wgpu::ErrorFilter::Validation];
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

    /// Reports what has gone wrong on the device since it was opened.
    ///
    /// # Errors
    /// When something has.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        lock(&self.reported).as_ref().map_or(Ok(()), |text| Err(self.error(text)))
    }
}
