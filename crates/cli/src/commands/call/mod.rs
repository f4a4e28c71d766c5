//! Commands called by another program in its own process, as the Python package does.
//!
//! A [`Call`] takes what the command would print, what it would warn of and how far it is, and interrupts it. The
//! thread that runs the command and those of its pool know their call, so that commands print as ever, and calls in
//! several threads do not mix. A call leaves ctrl-C, the threads and the streams of its process alone.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::mem::take;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::jobs::run::Program;
use grundytab::Plan;
use grundytab::values::Values;

use grundytab::sync::lock;

pub mod definitions;
pub mod given;
pub mod ready;

/// Commands that are no functions in Python: they are for the shell, or measure and test a machine in processes of
/// their own.
pub const NOT_IN_PYTHON: [&str; 4] = ["selftest", "bench", "completions", "man"];

/// The program that calls commands.
pub trait Host: Sync {
    /// Returns how a process is started that tests an adapter, if it can be.
    fn program(&self) -> Option<Program>;

    /// Keeps the Vulkan loader from complaining, until what is returned is dropped.
    fn keep_loader_quiet(&self) -> Box<dyn Any>;
}

/// A command that is called, or was.
pub struct Call {
    host: &'static dyn Host,
    interrupt: Flag,
    printed: Mutex<Vec<u8>>,
    notes: Mutex<Vec<String>>,
    typed: Mutex<Vec<OsString>>,
    /// Notes that are not repeated.
    pub(in crate::commands) told: Mutex<BTreeSet<String>>,
    doing: Mutex<String>,
    done: AtomicU64,
    length: AtomicU64,
    array: Option<Mutex<Option<(Values, Plan)>>>,
}

/// How far a call is.
pub struct Progress {
    /// What is being done, if it has a name.
    pub doing: String,
    /// Positions that are done.
    pub done: u64,
    /// All positions; 0 if the length of the work is not known.
    pub length: u64,
}

thread_local! {
    static CURRENT: RefCell<Option<Arc<Call>>> = const { RefCell::new(None) };
}

/// Returns the call that this thread works for; none in the program itself.
pub fn current() -> Option<Arc<Call>> {
    CURRENT.with_borrow(Clone::clone)
}

/// Lists adapters without complaints of the Vulkan loader, where a call does so. The program has seen to that when
/// it began.
pub fn quietly<T>(list: impl FnOnce() -> T) -> T {
    let _quiet = current().map(|call| call.host.keep_loader_quiet());
    list()
}

impl Call {
    /// Makes a call for a command. With `wants_array` values that `tabulate` would discard are kept.
    pub fn new(host: &'static dyn Host, wants_array: bool) -> Arc<Self> {
        Arc::new(Call {
            host,
            interrupt: Flag::new(),
            printed: Mutex::default(),
            notes: Mutex::default(),
            typed: Mutex::default(),
            told: Mutex::default(),
            doing: Mutex::default(),
            done: AtomicU64::new(0),
            length: AtomicU64::new(0),
            array: wants_array.then(Mutex::default),
        })
    }

    /// Makes this thread work for the call.
    pub fn enter(self: &Arc<Self>) {
        CURRENT.set(Some(Arc::clone(self)));
    }

    /// Does something in this thread as work for the call.
    pub fn within<T>(self: &Arc<Self>, task: impl FnOnce() -> T) -> T {
        let before = CURRENT.replace(Some(Arc::clone(self)));
        let outcome = task();
        CURRENT.set(before);
        outcome
    }

    /// Interrupts the command.
    pub fn interrupt(&self) {
        self.interrupt.0.store(true, Ordering::Relaxed);
    }

    /// Returns the flag that interrupts the command.
    pub(in crate::commands) fn interrupt_flag(&self) -> &'static AtomicBool {
        self.interrupt.0
    }

    /// Returns what was printed since the last time.
    pub fn take_printed(&self) -> Vec<u8> {
        take(&mut *lock(&self.printed))
    }

    /// Returns the notes since the last time.
    pub fn take_notes(&self) -> Vec<String> {
        take(&mut *lock(&self.notes))
    }

    /// Returns the values that were tabulated, and their plan.
    pub fn take_array(&self) -> Option<(Values, Plan)> {
        self.array.as_ref().and_then(|array| lock(array).take())
    }

    /// Returns how far the command is.
    pub fn progress(&self) -> Progress {
        Progress {
            doing: lock(&self.doing).clone(),
            done: self.done.load(Ordering::Relaxed),
            length: self.length.load(Ordering::Relaxed),
        }
    }

    pub(in crate::commands) fn print(&self, bytes: &[u8]) {
        lock(&self.printed).extend_from_slice(bytes);
    }

    pub(in crate::commands) fn note(&self, text: &str) {
        lock(&self.notes).push(text.to_owned());
    }

    /// Remembers the command line, of which the first word is the name of the program.
    pub(in crate::commands) fn remember(&self, typed: Vec<OsString>) {
        *lock(&self.typed) = typed;
    }

    /// Returns the command line.
    pub(in crate::commands) fn typed(&self) -> Vec<OsString> {
        lock(&self.typed).clone()
    }

    /// Begins some work, of which some is done already.
    pub(in crate::commands) fn begin(&self, done: u64, length: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.length.store(length, Ordering::Relaxed);
    }

    /// Counts positions that are done.
    pub(in crate::commands) fn advance(&self, positions: u64) {
        self.done.fetch_add(positions, Ordering::Relaxed);
    }

    /// Tells what is being done.
    pub(in crate::commands) fn say(&self, text: String) {
        *lock(&self.doing) = text;
    }

    pub(in crate::commands) fn program(&self) -> Option<Program> {
        self.host.program()
    }

    /// Whether values are wanted that are not stored.
    pub(in crate::commands) fn wants_array(&self) -> bool {
        self.array.is_some()
    }

    /// Hands over values that are wanted.
    pub(in crate::commands) fn give_array(&self, values: Values, plan: &Plan) {
        if let Some(array) = &self.array {
            *lock(array) = Some((values, plan.clone()));
        }
    }
}

/// A flag of a call. Controls of the program refer to its only flag for as long as it runs, and to those of calls
/// likewise; so a flag is never freed, but taken by a later call when its own has ended.
struct Flag(&'static AtomicBool);

/// Flags of calls that have ended.
static IDLE: Mutex<Vec<&'static AtomicBool>> = Mutex::new(Vec::new());

impl Flag {
    fn new() -> Self {
        let idle = lock(&IDLE).pop();
        let flag = idle.unwrap_or_else(|| Box::leak(Box::new(AtomicBool::new(false))));
        flag.store(false, Ordering::Relaxed);
        Flag(flag)
    }
}

impl Drop for Flag {
    fn drop(&mut self) {
        lock(&IDLE).push(self.0);
    }
}
