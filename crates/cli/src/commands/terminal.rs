//! The terminal of the program: what it shows of long work, a bar and notes in words, and ctrl-C, which ends the work.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::jobs::run::{Note, Observer, Program, Reason, Refusal, Work};
use grundytab::Control;
use grundytab::engine::{Engine, EngineKind};
use grundytab::wording::{bytes_text, counted, counted_as, joined};

use super::command::Flags;
use super::failure::{Failure, Result};
use super::option::{command, option};
use super::output::note;
use super::{INTERRUPTED, PROGRAM, advice, call, expected_time, progress};
use grundytab::sync::lock;

/// Whether ctrl-C was pressed.
static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// Whether the program waits for ctrl-C: a command that tabulates a game first opens the terminal twice.
static WAITS: AtomicBool = AtomicBool::new(false);

/// The terminal of a command that may work for long.
#[derive(Clone, Copy)]
pub struct Terminal {
    /// Whether neither progress nor notes are shown.
    pub quiet: bool,
    interrupt: &'static AtomicBool,
}

impl Terminal {
    /// Waits for ctrl-C from now on: the first one interrupts the work, the second one ends the program at once. Where
    /// the command is called, the call interrupts it.
    ///
    /// # Errors
    /// When the system has no thread for this.
    pub fn open(flags: &Flags) -> Result<Self> {
        let quiet = flags.is_silent();
        if let Some(call) = call::current() {
            return Ok(Terminal { quiet, interrupt: call.interrupt_flag() });
        }
        if WAITS.swap(true, Ordering::Relaxed) {
            return Ok(Terminal { quiet, interrupt: &INTERRUPT });
        }
        ctrlc::set_handler(|| {
            if INTERRUPT.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        })
        .map_err(|error| {
            // The name of the kind says nothing more.
            let reason = match error {
                ctrlc::Error::System(error) => error.to_string(),
                error => error.to_string(),
            };
            Failure::threads("the thread that waits for ctrl-C", reason)
        })?;
        Ok(Terminal { quiet, interrupt: &INTERRUPT })
    }

    /// Returns the control of work that ctrl-C interrupts.
    pub fn control(self) -> Control<'static> {
        Control::default().interrupted_by(self.interrupt)
    }

    /// Prints a note, unless the program is to be quiet.
    pub fn note(self, text: impl Display) {
        note(self.quiet, text);
    }

    /// Does some work under a bar, until ctrl-C interrupts it.
    pub fn with_bar<T>(self, work: impl Into<Work>, task: impl FnOnce(&Control) -> T) -> T {
        progress::with_bar(work, self.quiet, &|text| self.note(text), self.control(), task)
    }

    /// Does some work whose length nobody knows, but no more than a limit, under a line that says what is being done.
    pub fn with_line<T>(
        self,
        limit: Duration,
        task: impl FnOnce(&dyn Fn(String), &AtomicUsize) -> T,
    ) -> T {
        progress::with_line(self.quiet, limit, &|text| self.note(text), task)
    }
}

impl Observer for Terminal {
    fn note(&self, told: &Note) {
        tell(self.quiet, told);
    }

    fn control(&self) -> Control<'_> {
        Terminal::control(*self)
    }

    fn program(&self) -> Option<Program> {
        match call::current() {
            Some(call) => call.program(),
            None => PROGRAM.get().cloned(),
        }
    }

    fn watch<T>(&self, work: impl FnOnce() -> Work, task: impl FnOnce(&Control) -> T) -> T {
        self.with_bar(work(), task)
    }
}

/// Prints a note, unless the program is to be quiet. That a GPU has failed, or may fail, is printed even then; whoever
/// calls a command is told why no GPU is trusted, too.
pub fn tell(quiet: bool, told: &Note) {
    match told {
        Note::Engine(_, Some(Reason::GpuRefuses(refusals))) if call::current().is_some() => {
            let distrusts = |(_, refusal): &&(String, Refusal)| {
                matches!(refusal, Refusal::Selftest(_) | Refusal::NotTestable(_))
            };
            if let Some((adapter, why)) = refusals.iter().find(distrusts) {
                let refusal = advice::refusal(adapter, why);
                note_once(false, format!("{refusal}; the cpu engine computes"));
            }
        }
        Note::Engine(engine, reason) => note_once(quiet, description(*engine, *reason)),
        Note::Testing { adapter, at_most } => {
            let seconds = at_most.as_secs();
            note(quiet, format!("testing {adapter} before its first use, for {seconds} s at most"));
        }
        Note::VerdictNotKept(why) => note_once(quiet, advice::not_kept(why)),
        Note::Distrusted { adapter, verdict } => {
            note_once(false, advice::distrust(adapter, verdict));
        }
        Note::DiskMayFill { needed, free } => {
            let [needed, free] = [needed, free].map(|&bytes| bytes_text(bytes));
            note(quiet, format!("the table takes up to {needed} on disk, {free} are free"));
        }
        Note::Long(time) => note(quiet, expected_time::with_storing(*time)),
        Note::Repairs { table, reason } => {
            let table = table.display();
            note(
                quiet,
                format!(
                    "{table} is damaged, in {reason}; the run repairs the table, which stays as it is until then"
                ),
            );
        }
        Note::Damaged(file) => {
            note(quiet, format!("a chunk in {} is damaged and is computed again", file.display()));
        }
        Note::Stored { before, of } => {
            let of = counted_as(*of, "position is", "positions are");
            note(quiet, format!("{before} of {of} stored already"));
        }
        Note::GpuFailed(error) => {
            note(false, format!("the GPU failed ({error}); the cpu engine goes on"));
        }
    }
}

/// Prints a note that all jobs of a batch may have in common, once.
fn note_once(quiet: bool, text: String) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let called = call::current();
    let told = called.as_ref().map_or(&TOLD, |call| &call.told);
    let is_new = quiet || lock(told).insert(text.clone());
    note(!is_new || quiet, text);
}

/// Describes an engine in a line: `engine: cpu, 8 threads (no GPU driver was found)`.
fn description(engine: &dyn Engine, reason: Option<&Reason>) -> String {
    let reason = reason.map(why);
    match (engine.adapter(), engine.kind()) {
        (Some(adapter), _) => {
            let reason = reason.map(|reason| format!(", {reason}"));
            format!("engine: gpu on {adapter}{}", reason.unwrap_or_default())
        }
        (None, EngineKind::Cpu) => {
            let reason = reason.map(|reason| format!(" ({reason})"));
            let threads = counted(rayon::current_num_threads(), "thread");
            format!("engine: cpu, {threads}{}", reason.unwrap_or_default())
        }
        (None, kind) => format!("engine: {kind}"),
    }
}

/// Says why an engine was chosen.
fn why(reason: &Reason) -> String {
    match reason {
        Reason::Soon(time) => expected_time::in_words(*time),
        Reason::Faster { time, other, than } => {
            expected_time::in_comparison(*time, *other, than.as_deref().unwrap_or("the cpu"))
        }
        Reason::GpuRefuses(refusals) => {
            joined(refusals.iter().map(|(adapter, why)| advice::refusal(adapter, why)), "; ")
        }
        Reason::CpuRefuses(error) => format!("not the cpu: {error}"),
        Reason::NoDriver => "no GPU driver was found".into(),
        Reason::MissingDriver(file) => {
            format!("no Vulkan driver for {}, see {}", file.display(), command("devices"))
        }
        Reason::SoftwareOnly(adapter) => {
            let gpu = option("--engine").value("gpu");
            format!("no hardware GPU; {adapter} is software, which {gpu} would use")
        }
        Reason::SeveralRanks => "several ranks compute on the CPU".into(),
        #[cfg(not(feature = "gpu"))]
        Reason::NotBuilt => "this program was built without the GPU engine".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slower_engine_is_named_beside_its_time() {
        let [time, other] = [200, 3000].map(Duration::from_millis);
        let reason = |than: Option<&str>| {
            why(&Reason::Faster { time, other, than: than.map(str::to_owned) })
        };
        let text = "expected to take 200 ms without storing, and 3.00 s on";
        assert_eq!(reason(None), format!("{text} the cpu"));
        assert_eq!(reason(Some("card")), format!("{text} card"));
    }
}
