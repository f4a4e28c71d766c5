//! An open device. wgpu's uncaptured errors and the loss of the device are recorded, and returned as
//! `EngineError`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::adapter::Adapter;
use super::pipelines::{Module, Pipelines, Program};
use crate::engine::{EngineError, Stop};
use crate::sync::lock;

/// How often a wait is repeated after a panic of wgpu, if the device was not lost.
const MOST_REPEATS: u32 = 3;

/// The interval at which a wait checks whether to continue.
const SLICE: Duration = Duration::from_millis(100);

/// A device and its queue.
pub(super) struct Device {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    /// The limits that kernels keep to: those of the adapter, or lower ones.
    pub(super) limits: wgpu::Limits,
    name: String,
    /// Whether the device gets only one submission at a time. Mesa's software driver does not return from a submission
    /// before the previous one is done, which may take as long as compiling a shader and cannot be interrupted. A wait
    /// can be interrupted.
    pub(super) one_submission_in_flight: bool,
    /// Whether the loops of shaders, which all end, have no counter that ends them.
    pub(super) unbounded_loops: bool,
    /// Whether it usually draws the desktop, too.
    pub(super) is_integrated: bool,
    /// What tests let go wrong.
    pub(super) fault: Option<Fault>,
    reported: Arc<Mutex<Reported>>,
    pipelines: Pipelines,
}

/// Faults that drivers have, for tests. A batch is known by the number of submissions, its own among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The commands of a batch fail, and count as completed all the same.
    Fails(u64),
    /// All timestamps are 0.
    HasNoTime,
    /// The device is lost when a batch has been submitted.
    IsLostAfter(u64),
}

/// The errors that wgpu has reported outside error scopes.
#[derive(Default)]
struct Reported {
    /// Why the device was lost.
    loss: Option<String>,
    /// The first other error.
    error: Option<String>,
}

impl Device {
    /// Opens a device with all limits of its adapter.
    ///
    /// # Errors
    /// When the driver refuses.
    pub(super) fn open(adapter: &Adapter) -> Result<Self, EngineError> {
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("grundytab"),
            // Timestamps, where there are any, are only for the report of a run.
            required_features: adapter.adapter.features()
                & (wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::MEMORY_DECORATION_COHERENT),
            required_limits: adapter.adapter.limits(),
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            ..Default::default()
        };
        let name = adapter.name().to_owned();
        let (device, queue) =
            pollster::block_on(adapter.adapter.request_device(&descriptor)).map_err(|error| {
                EngineError::CannotOpen { adapter: name.clone(), reason: error.to_string() }
            })?;
        let reported = Arc::new(Mutex::new(Reported::default()));
        let kept = Arc::clone(&reported);
        device.on_uncaptured_error(Arc::new(move |error| {
            lock(&kept).error.get_or_insert(error.to_string());
        }));
        let kept = Arc::clone(&reported);
        device.set_device_lost_callback(move |_, message| {
            lock(&kept).loss.get_or_insert(message);
        });
        let (limits, pipelines) = (device.limits(), Pipelines::default());
        Ok(Device {
            limits,
            device,
            queue,
            name,
            one_submission_in_flight: !adapter.is_hardware(),
            unbounded_loops: false,
            is_integrated: adapter.is_integrated(),
            fault: None,
            reported,
            pipelines,
        })
    }

    /// Waits until a submission is done, and calls `proceed` regularly. Returns for how long the submission was known not
    /// to be done.
    ///
    /// If the device is lost during the wait, wgpu panics instead of returning an error. The panic is caught, and the
    /// loss is reported.
    ///
    /// If another thread uses the same device, an assertion of wgpu may fail without a fault: the other thread has seen
    /// the queue become empty just after this wait had ended. In this case the device is not lost, and the wait is
    /// repeated.
    ///
    /// # Errors
    /// If the device fails, is lost, or takes longer than `timeout`, and if `proceed` fails.
    pub(super) fn wait(
        &self,
        submission: &wgpu::SubmissionIndex,
        timeout: Duration,
        proceed: impl Fn() -> Result<(), Stop>,
    ) -> Result<Duration, EngineError> {
        let began = Instant::now();
        let (mut slice, mut repeats) = (Duration::ZERO, 0..MOST_REPEATS);
        let polled = loop {
            let poll = || {
                self.device.poll(wgpu::PollType::Wait {
                    submission_index: Some(submission.clone()),
                    timeout: Some(slice),
                })
            };
            let polled = catch_unwind(AssertUnwindSafe(poll));
            match polled {
                Ok(Err(wgpu::PollError::Timeout)) if began.elapsed() < timeout => {
                    slice = SLICE;
                    proceed()?;
                }
                Err(_) if self.is_whole() && repeats.next().is_some() => {}
                polled => break polled,
            }
        };
        if !matches!(polled, Ok(Ok(_))) {
            self.poll();
        }
        self.check()?;
        match polled {
            Ok(Ok(_)) => Ok(if slice.is_zero() { Duration::ZERO } else { began.elapsed() }),
            Ok(Err(wgpu::PollError::Timeout)) => {
                let seconds = timeout.as_secs();
                Err(self.error(format!("a batch was not done within {seconds} seconds")))
            }
            Ok(Err(wgpu::PollError::WrongSubmissionIndex(..))) => {
                Err(self.lost("it took no more work"))
            }
            Err(_) => Err(self.lost("while it computed a batch")),
        }
    }

    /// Whether the device works, as far as it reports.
    fn is_whole(&self) -> bool {
        self.poll();
        self.check().is_ok()
    }

    /// Polls the device: a loss is reported only then.
    fn poll(&self) {
        let poll = || self.device.poll(wgpu::PollType::Poll);
        let _ = catch_unwind(AssertUnwindSafe(poll));
    }

    /// Lets the device finish its submitted work, for which nobody waits any more. When the last handle of a queue is
    /// dropped, wgpu waits for all work: here a background thread keeps a handle and waits.
    pub(super) fn drain_in_background(&self) {
        let (device, queue) = (self.device.clone(), self.queue.clone());
        let wait = move || {
            let poll = || device.poll(wgpu::PollType::wait_indefinitely());
            let _ = catch_unwind(AssertUnwindSafe(poll));
            drop(queue);
        };
        // Without a thread the wait comes when the device is dropped.
        drop(std::thread::Builder::new().spawn(wait));
    }

    /// Returns an error that names the adapter. If the device is lost, the loss is the error, because other failures
    /// follow from it.
    pub(super) fn error(&self, what: impl std::fmt::Display) -> EngineError {
        self.poll();
        match &lock(&self.reported).loss {
            Some(reason) => self.lost(reason),
            None => EngineError::Device { adapter: self.name.clone(), what: what.to_string() },
        }
    }

    /// Returns the error of an impossible value.
    pub(super) fn impossible_value(&self, what: String) -> EngineError {
        match self.check() {
            // A device that is lost may return no values.
            Err(error) => error,
            Ok(()) => EngineError::ImpossibleValue { adapter: self.name.clone(), what },
        }
    }

    /// Returns the error that there is not enough memory for buffers of this many bytes.
    pub(super) fn out_of_memory(&self, bytes: u64) -> EngineError {
        EngineError::OutOfDeviceMemory { adapter: self.name.clone(), bytes, smaller: None }
    }

    fn lost(&self, reason: &str) -> EngineError {
        EngineError::DeviceLost { adapter: self.name.clone(), reason: reason.to_owned() }
    }

    /// Creates buffers of this many bytes together. wgpu does not report the memory of an adapter, so a lack of memory
    /// shows here, before anything is computed.
    ///
    /// # Errors
    /// If the adapter has too little memory, or the device fails.
    pub(super) fn allocate<T>(
        &self,
        bytes: u64,
        make: impl FnOnce() -> T,
    ) -> Result<T, EngineError> {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let made = self.scoped("allocate its buffers", make);
        match pollster::block_on(scope.pop()) {
            None => made,
            Some(_) => Err(self.out_of_memory(bytes)),
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

    /// Compiles an entry point, or returns the pipeline that was compiled before. `module` is the module of its source.
    ///
    /// # Errors
    /// When the device refuses.
    pub(super) fn pipeline(
        &self,
        module: &Module,
        program: Program,
    ) -> Result<wgpu::ComputePipeline, EngineError> {
        if let Some(pipeline) = self.pipelines.get(&program) {
            return Ok(pipeline);
        }
        let compile = || program.compile(&self.device, module);
        let pipeline = self.scoped("compile the shader", compile)?;
        self.pipelines.keep(program, pipeline.clone());
        Ok(pipeline)
    }

    /// Returns the errors of the device since it was opened.
    ///
    /// # Errors
    /// If there were any.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        let Reported { loss, error } = &*lock(&self.reported);
        match (loss, error) {
            (Some(reason), _) => Err(self.lost(reason)),
            (None, Some(what)) => {
                Err(EngineError::Device { adapter: self.name.clone(), what: what.clone() })
            }
            (None, None) => Ok(()),
        }
    }
}
