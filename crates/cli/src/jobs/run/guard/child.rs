//! A child process that uses an adapter: how it is started and watched, and how the end of a selftest is judged.
//!
//! The child prints each [`ChildMessage`] as a line of JSON, so that the parent knows which table the child was
//! computing when a driver crashed. The child starts no child of its own, and ends when its parent ends.

use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::NotTested;
use crate::jobs::run::Program;
use crate::jobs::run::verdict::{SelftestOutcome, Verdict};
use grundytab::control::Control;
use grundytab::engine::cluster::COUNTS;
use grundytab::engine::gpu::AdapterIdentity;
use grundytab::invalid_input::shortened;
use grundytab::sync::lock;
use grundytab::version::VERSION;

/// A message of the child.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChildMessage<T = Verdict> {
    /// The child, of this version of the program, has begun.
    Begun(String),
    /// The child computes this table.
    Computing(String),
    /// The child is done, and this is what it has found.
    Ended(T),
}

impl<T> ChildMessage<T> {
    /// Says that the child has begun.
    pub fn begun() -> Self {
        ChildMessage::Begun(VERSION.to_owned())
    }
}

/// This variable is set in the child, so that no program starts another child there.
const IN_CHILD: &str = "GRUNDYTAB_IN_SELFTEST";

/// The interval at which the parent checks the child and its own control.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// How long the parent waits for a killed child and for its last output. A process inside a driver call may not die.
const GRACE_PERIOD: Duration = Duration::from_secs(2);

/// Runs the selftest on an adapter in a child process.
///
/// # Errors
/// If there is no verdict: the control has interrupted the test, or the child has failed.
pub(super) fn test(
    program: &Program,
    adapter: &AdapterIdentity,
    limit: Duration,
    control: &Control,
) -> Result<Verdict, NotTested> {
    let identity = serde_json::to_string(adapter)
        .map_err(|error| NotTested::NoVerdict(format!("an adapter cannot be named: {error}")))?;
    match watch(program, &["selftest", "--child", &identity], limit, control)? {
        (Ok(status), received) => judge(status, received),
        (Err(late), received) => {
            let what = format!("{late}{}", received.in_words());
            Ok(Verdict::now(SelftestOutcome::NotDone, vec![what]))
        }
    }
}

/// Runs the program with these arguments in a child process, which ends with a finding. Returns that or, in words, the last
/// thing that the child has begun, if any, and why there is none.
///
/// # Errors
/// If the control has interrupted the child, or if it cannot be started.
pub(super) fn find<T: DeserializeOwned + Send + 'static>(
    program: &Program,
    arguments: &[&str],
    limit: Duration,
    control: &Control,
) -> Result<Result<T, (Option<String>, String)>, NotTested> {
    let (status, mut received) = watch(program, arguments, limit, control)?;
    let what = match (status, received.ended.take()) {
        (Ok(status), Some(ended)) if status.success() => return Ok(Ok(ended)),
        (Ok(status), _) => format!("the process crashed ({status})"),
        (Err(late), _) => format!("the process hung ({late})"),
    };
    let computing = received.computing.take();
    Ok(Err((computing, what + &received.in_words())))
}

/// Starts a child process and waits for its end. Returns its status, or in words how late it was when it was ended, and
/// what it has said.
fn watch<T: DeserializeOwned + Send + 'static>(
    program: &Program,
    arguments: &[&str],
    limit: Duration,
    control: &Control,
) -> Result<(Result<ExitStatus, String>, Received<T>), NotTested> {
    #[cfg(debug_assertions)]
    let stand_in = crate::jobs::run::test_devices::stand_in::child();
    #[cfg(debug_assertions)]
    let (program, limit) =
        stand_in.as_ref().map_or((program, limit), |(program, limit)| (program, *limit));
    if control.is_interrupted() {
        return Err(NotTested::Interrupted);
    }
    if std::env::var_os(IN_CHILD).is_some() {
        return Err(NotTested::NoVerdict("a selftest starts no other one".into()));
    }
    let failed = |error: io::Error| cannot_start(&program.path, &error);
    let mut command = Command::new(&program.path);
    // The child is no rank of MPI, even if this process is one.
    for variable in COUNTS {
        command.env_remove(variable);
    }
    let mut child = command
        .args(&program.arguments)
        .args(arguments)
        .env(IN_CHILD, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    // The child reads this until nobody holds the other end any more.
    let _held = child.stdin.take();
    let received = Arc::new(Mutex::new(Received::default()));
    let listeners = [
        child.stdout.take().map(|stdout| listen(stdout, &received, Received::message)),
        child.stderr.take().map(|stderr| listen(stderr, &received, Received::error_line)),
    ];
    let listeners: io::Result<Vec<_>> = listeners.into_iter().flatten().collect();
    let listeners = listeners.inspect_err(|_| end(&mut child)).map_err(failed)?;
    let began = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if control.is_interrupted() => {
                end(&mut child);
                return Err(NotTested::Interrupted);
            }
            Ok(None) if began.elapsed() < limit => thread::sleep(BETWEEN_LOOKS),
            Ok(None) => {
                end(&mut child);
                break None;
            }
            Err(error) => {
                end(&mut child);
                return Err(failed(error));
            }
        }
    };
    // A process that the child has started may hold its streams for longer.
    wait_until(|| listeners.iter().all(JoinHandle::is_finished));
    let received = std::mem::take(&mut *lock(&received));
    let late = || format!("ended after {} seconds", limit.as_secs());
    Ok((status.ok_or_else(late), received))
}

fn cannot_start(program: &Path, error: &io::Error) -> NotTested {
    NotTested::NoVerdict(format!("{} cannot be run as a selftest: {error}", program.display()))
}

/// Returns the verdict on an adapter whose child process has exited.
fn judge(status: ExitStatus, received: Received<Verdict>) -> Result<Verdict, NotTested> {
    let what = format!("{status}{}", received.in_words());
    if received.begun.as_deref() != Some(VERSION) {
        let what = format!("what was started is not the selftest of grundytab {VERSION} ({what})");
        return Err(NotTested::NoVerdict(what));
    }
    match received.ended {
        Some(verdict) if status.success() => Ok(verdict),
        // A driver that crashes when all is done does so at the end of every run.
        _ if !was_ended(status) => Ok(Verdict::now(SelftestOutcome::Crashed, vec![what])),
        _ => Err(NotTested::NoVerdict(format!("its selftest was ended ({what})"))),
    }
}

/// Whether the user, another process or the system has ended a process, for instance because it took too much memory.
#[cfg(unix)]
fn was_ended(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    /// SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM and SIGXCPU.
    const FROM_OUTSIDE: [i32; 6] = [1, 2, 3, 9, 15, 24];
    status.signal().is_some_and(|signal| FROM_OUTSIDE.contains(&signal))
}

/// Whether a process was ended by ctrl-C.
#[cfg(not(unix))]
fn was_ended(status: ExitStatus) -> bool {
    /// What Windows calls `STATUS_CONTROL_C_EXIT`.
    const CONTROL_C: u32 = 0xC000_013A;
    status.code().map(i32::cast_unsigned) == Some(CONTROL_C)
}

/// The most characters of its last line that are kept.
const LONGEST_WORDS: usize = 300;

/// What the parent has received from a child so far.
#[derive(Debug)]
struct Received<T> {
    begun: Option<String>,
    computing: Option<String>,
    ended: Option<T>,
    /// The last line of its stderr.
    last_words: Option<String>,
}

impl<T> Default for Received<T> {
    fn default() -> Self {
        Received { begun: None, computing: None, ended: None, last_words: None }
    }
}

impl<T: DeserializeOwned> Received<T> {
    fn message(&mut self, line: &str) {
        match serde_json::from_str(line) {
            Ok(ChildMessage::Begun(version)) => self.begun = Some(version),
            Ok(ChildMessage::Computing(table)) => self.computing = Some(table),
            Ok(ChildMessage::Ended(verdict)) => self.ended = Some(verdict),
            // Drivers may print, too.
            Err(_) => {}
        }
    }

    fn error_line(&mut self, line: &str) {
        if !line.trim().is_empty() {
            self.last_words = Some(shortened(line.trim(), LONGEST_WORDS));
        }
    }

    /// Continues a sentence about the child's end with the table that it was computing and its last output.
    fn in_words(&self) -> String {
        let computing = match (&self.computing, &self.ended) {
            (_, Some(_)) => ", after the last table".into(),
            (Some(table), None) => format!(", computing {table}"),
            (None, None) => String::new(),
        };
        let said = self.last_words.as_ref().map(|words| format!("; it last said: {words}"));
        computing + &said.unwrap_or_default()
    }
}

/// Reads the lines of a stream in a thread.
///
/// # Errors
/// If the system cannot start a thread.
fn listen<T: Send + 'static>(
    stream: impl Read + Send + 'static,
    received: &Arc<Mutex<Received<T>>>,
    hear: fn(&mut Received<T>, &str),
) -> io::Result<JoinHandle<()>> {
    let received = Arc::clone(received);
    let listen = move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while stream.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
            hear(&mut lock(&received), &String::from_utf8_lossy(&line));
            line.clear();
        }
    };
    thread::Builder::new().spawn(listen)
}

/// Kills a child and waits for its end for the grace period.
fn end(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
    wait_until(|| !matches!(child.try_wait(), Ok(None)));
}

/// Waits for a condition for the grace period at most.
fn wait_until(mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() && began.elapsed() < GRACE_PERIOD {
        thread::sleep(BETWEEN_LOOKS);
    }
}

/// Calls `end` when the parent of this selftest has exited.
///
/// # Errors
/// When the system has no thread for this.
pub fn end_with_parent(end: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let wait = move || {
        // Nothing comes. When the parent is gone, the stream is at its end.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        end();
    };
    thread::Builder::new().spawn(wait).map(drop)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt as _;

    /// Catches an end that is taken for another: a crash for a verdict, what somebody else has ended for a crash, and
    /// another program for the selftest.
    #[test]
    fn an_end_is_judged_by_how_it_came_and_what_was_said() {
        let begun = format!("{{\"begun\":\"{VERSION}\"}}");
        let other = "{\"begun\":\"0.0.1\"}".to_owned();
        let computing = "{\"computing\":\"nim\"}".to_owned();
        let ended = |outcome: &str| {
            format!("{{\"ended\":{{\"outcome\":\"{outcome}\",\"what\":[\"so\"],\"time\":1}}}}")
        };
        let (passed, wrong) = (ended("passed"), ended("wrong_value"));
        let exit = |code: i32| ExitStatus::from_raw(code << 8);
        let signal = ExitStatus::from_raw;
        let noise = "a driver prints this, too".to_owned();
        for (status, said, verdict) in [
            (
                exit(0),
                vec![&noise, &begun, &computing, &passed],
                Some((SelftestOutcome::Passed, "so")),
            ),
            (exit(0), vec![&begun, &wrong], Some((SelftestOutcome::WrongValue, "so"))),
            (
                signal(11),
                vec![&begun, &computing],
                Some((SelftestOutcome::Crashed, "SIGSEGV), computing nim; it")),
            ),
            (
                signal(6),
                vec![&begun, &passed],
                Some((SelftestOutcome::Crashed, "after the last table")),
            ),
            (
                exit(101),
                vec![&begun, &computing],
                Some((SelftestOutcome::Crashed, "exit status: 101")),
            ),
            (exit(0), vec![&begun, &computing], Some((SelftestOutcome::Crashed, "exit status: 0"))),
            (signal(15), vec![&begun, &computing], None),
            (signal(9), vec![&begun], None),
            (signal(11), vec![], None),
            (exit(0), vec![&passed], None),
            (exit(0), vec![&other, &passed], None),
        ] {
            let mut received = Received::default();
            said.iter().for_each(|line| received.message(line));
            received.error_line("first");
            received.error_line("then");
            received.error_line(" \n");
            let judged = judge(status, received);
            match (&judged, verdict) {
                (Ok(judged), Some((outcome, what))) => {
                    assert_eq!(judged.outcome, outcome, "{status}: {said:?}");
                    assert!(judged.what[0].contains(what), "{status}: {judged:?}");
                    let is_own = judged.what == ["so"];
                    assert!(is_own || judged.what[0].ends_with("it last said: then"), "{judged:?}");
                }
                (Err(NotTested::NoVerdict(_)), None) => {}
                _ => panic!("{status}, {said:?}: {judged:?}"),
            }
        }
    }
}
