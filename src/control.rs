//! Control of a long computation from outside: stopping it, and watching it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A flag that interrupts a long computation, and a function that it reports its progress to. Both
/// are optional: [`Control::default`] neither interrupts nor listens.
///
/// ```
/// use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
/// use grundytab::Control;
/// let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
/// let count = |positions| {
///     done.fetch_add(positions, Ordering::Relaxed);
/// };
/// let control = Control::default().interrupted_by(&stop).reporting(&count);
/// control.report(100);
/// assert_eq!(done.load(Ordering::Relaxed), 100);
/// stop.store(true, Ordering::Relaxed);
/// assert!(control.is_interrupted());
/// ```
#[derive(Clone, Copy, Default)]
pub struct Control<'a> {
    interrupt: Option<&'a AtomicBool>,
    progress: Option<&'a (dyn Fn(u64) + Sync)>,
    phases: Option<&'a (dyn Fn(Phase) + Sync)>,
    deadline: Option<Instant>,
    is_over: Option<&'a (dyn Fn() -> bool + Sync)>,
}

/// A part of a tabulation that goes on with an unfinished table. Each has a progress, and a pace, of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// What an earlier run has stored is read, and held to its checksums.
    Reading {
        /// The number of positions of the files that may be there.
        positions: u64,
    },
    /// So many positions that an earlier run has stored are compared with the definition.
    Checking {
        /// The number of these positions.
        positions: u64,
    },
    /// The engine takes over what an earlier run has stored: it reads its values, and searches for none.
    Replaying {
        /// The number of stored positions.
        positions: u64,
    },
    /// The engine computes the other positions.
    Computing,
}

impl<'a> Control<'a> {
    /// Sets the flag: once it is raised, the computation ends soon with an error that says so. It is
    /// read between layers and tiles.
    #[must_use]
    pub fn interrupted_by(self, interrupt: &'a AtomicBool) -> Self {
        Control { interrupt: Some(interrupt), ..self }
    }

    /// Sets a time after which the computation ends soon, as if the flag were raised.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use grundytab::Control;
    /// let control = Control::default().until(Instant::now());
    /// assert!(control.is_interrupted() && !control.is_stopped());
    /// assert!(!Control::default().until(Instant::now() + Duration::from_secs(60)).is_interrupted());
    /// ```
    #[must_use]
    pub fn until(self, deadline: Instant) -> Self {
        Control { deadline: Some(deadline), ..self }
    }

    /// Sets a function that ends the computation, as a time does, as soon as it says that the time is over. It is asked
    /// wherever the flag is read: a limit that does not depend on the speed of the machine.
    #[must_use]
    pub fn until_over(self, is_over: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Control { is_over: Some(is_over), ..self }
    }

    /// Sets the function that is called, from any thread, with the number of positions that have
    /// just been finished.
    #[must_use]
    pub fn reporting(self, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        Control { progress: Some(progress), ..self }
    }

    /// Returns what is interrupted as this computation is, and reports nothing.
    #[must_use]
    pub fn silently(self) -> Self {
        Control { progress: None, phases: None, ..self }
    }

    /// Sets the function that is called, from any thread, when a run that goes on with an unfinished table begins with
    /// another phase. From then on the positions that are reported are those of that phase. Without this function only
    /// positions that are computed are reported.
    ///
    /// ```
    /// use std::sync::Mutex;
    /// use grundytab::{Control, Phase};
    /// let phases = Mutex::new(Vec::new());
    /// let begin = |phase: Phase| phases.lock().expect("no panic").push(phase);
    /// let control = Control::default().in_phases(&begin);
    /// ```
    #[must_use]
    pub fn in_phases(self, begin: &'a (dyn Fn(Phase) + Sync)) -> Self {
        Control { phases: Some(begin), ..self }
    }

    /// Returns whether the flag has been raised, or the time is over.
    #[inline]
    pub fn is_interrupted(&self) -> bool {
        self.is_stopped()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.is_over.is_some_and(|is_over| is_over())
    }

    /// Goes on unless the flag has been raised or the time is over, for `?`.
    ///
    /// # Errors
    /// [`Interrupted`] when the computation is to end.
    #[inline]
    pub fn proceed(&self) -> Result<(), Interrupted> {
        if self.is_interrupted() { Err(Interrupted) } else { Ok(()) }
    }

    /// Returns whether the flag has been raised.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }

    /// Reports positions that have just been finished.
    pub fn report(&self, positions: u64) {
        if let Some(progress) = self.progress {
            progress(positions);
        }
    }

    /// Begins with a phase.
    pub(crate) fn begin(&self, phase: Phase) {
        if let Some(begin) = self.phases {
            begin(phase);
        }
    }

    /// Reports positions of a phase in which none is computed, if anybody tells phases apart.
    pub(crate) fn report_in_phase(&self, positions: u64) {
        if self.phases.is_some() {
            self.report(positions);
        }
    }
}

/// A computation was interrupted through its [`Control`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupted;

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("interrupt", &self.interrupt)
            .field("reports", &self.progress.is_some())
            .field("has_phases", &self.phases.is_some())
            .field("deadline", &self.deadline)
            .finish()
    }
}
