//! An open device, its errors collected instead of thrown.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
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
    /// Bytes of all buffers that were made.
    made_bytes: AtomicU64,
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
        let (limits, made_bytes) = (device.limits(), AtomicU64::new(0));
        Ok(Device { limits, device, queue, name, reported, made_bytes })
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
        EngineError::Device { adapter: self.name.clone(), what: what.to_string() }
    }

    /// Makes a buffer, which wgpu fills with zeros.
    pub(super) fn buffer(&self, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
        self.made_bytes.fetch_add(size, Ordering::Relaxed);
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size,
            usage,
            mapped_at_creation: false,
        })
    }

    /// Bytes of all buffers made since the device was opened.
    #[cfg(test)]
    pub(super) fn made_bytes(&self) -> u64 {
        self.made_bytes.load(Ordering::Relaxed)
    }

    /// Makes buffers of so many bytes together. wgpu does not tell how much memory an adapter has;
    /// that it is too little shows here, before anything has been computed.
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

    /// Does something on the device and reports the errors it causes.
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

    /// Reports what went wrong on the device since it was opened.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        lock(&self.reported).as_ref().map_or(Ok(()), |text| Err(self.error(text)))
    }
}
