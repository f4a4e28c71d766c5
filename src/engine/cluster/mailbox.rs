//! The messages of a run between this rank and the others.
//!
//! A separate thread sends messages and waits until they are received, while this rank computes. At its end every rank
//! sends a last message to all others, which says whether it has stopped, and then receives messages until all others
//! have done the same. Therefore no message remains for the next run, no rank waits for one that has ended, and if one
//! rank stops, all ranks stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use super::Network;
use crate::engine::{EngineError, Stop, Traffic};

/// How long a rank sleeps if it has nothing to do. MPI itself would use a core while it waits.
pub(crate) const PAUSE: Duration = Duration::from_micros(100);

/// The last byte of a message: its kind.
const CONTENT: u8 = 0;
const ENDED: u8 = 1;
const STOPPED: u8 = 2;

/// The messages of a run.
pub(crate) struct Mailbox<'a> {
    network: &'a dyn Network,
    outbox: Sender<(usize, Vec<u8>)>,
    /// The number of ranks that have not ended, including this one.
    running: AtomicU64,
    has_stopped: AtomicBool,
    messages: AtomicU64,
    bytes: AtomicU64,
}

impl Mailbox<'_> {
    /// Sends a message to another rank. Does not wait.
    pub(crate) fn send(&self, to: usize, mut message: Vec<u8>) {
        self.messages.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(message.len() as u64, Ordering::Relaxed);
        message.push(CONTENT);
        // The thread that sends lives as long as this.
        let _ = self.outbox.send((to, message));
    }

    /// Receives a message that has arrived. Returns its sender and its bytes.
    ///
    /// # Errors
    /// If another rank has stopped.
    pub(crate) fn receive(&self) -> Result<Option<(usize, Vec<u8>)>, Stop> {
        while let Some((from, mut message)) = self.network.receive() {
            match message.pop() {
                Some(CONTENT) => return Ok(Some((from, message))),
                kind => {
                    self.running.fetch_sub(1, Ordering::Relaxed);
                    if kind == Some(STOPPED) {
                        self.has_stopped.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
        if self.has_stopped.load(Ordering::Relaxed) { Err(Stop) } else { Ok(None) }
    }

    /// Tells all other ranks that this rank has ended, and waits until they have ended too.
    fn end(&self, kind: u8) {
        let others = (0..self.network.size()).filter(|&other| other != self.network.rank());
        for other in others {
            let _ = self.outbox.send((other, vec![kind]));
        }
        self.running.fetch_sub(1, Ordering::Relaxed);
        while self.running.load(Ordering::Relaxed) > 0 {
            // Whoever stops leaves messages over.
            if matches!(self.receive(), Ok(None) | Err(Stop)) {
                thread::sleep(PAUSE);
            }
        }
    }
}

/// Does this rank's part of some work with messages, and waits for the other ranks. Returns the traffic of this rank.
///
/// # Errors
/// The error of the work, or [`EngineError::Stopped`] if another rank has stopped.
pub(crate) fn with_mailbox(
    network: &dyn Network,
    work: impl FnOnce(&Mailbox) -> Result<(), EngineError>,
) -> Result<Traffic, EngineError> {
    let (outbox, messages) = mpsc::channel();
    let mailbox = Mailbox {
        network,
        outbox,
        running: AtomicU64::new(network.size() as u64),
        has_stopped: AtomicBool::new(false),
        messages: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
    };
    if network.size() == 1 {
        return work(&mailbox).map(|()| Traffic::default());
    }
    thread::scope(|scope| {
        let send = move || send_all(network, &messages);
        if let Err(error) = thread::Builder::new().spawn_scoped(scope, send) {
            // Nothing can be told to the others any more.
            return Err(EngineError::NoThread { reason: error.to_string() });
        }
        let outcome = work(&mailbox);
        mailbox.end(if outcome.is_ok() { ENDED } else { STOPPED });
        let has_stopped = mailbox.has_stopped.load(Ordering::Relaxed);
        let traffic = Traffic {
            messages: mailbox.messages.load(Ordering::Relaxed),
            bytes: mailbox.bytes.load(Ordering::Relaxed),
        };
        // The sender ends with its queue.
        drop(mailbox);
        match outcome {
            Ok(()) if has_stopped => Err(EngineError::Stopped),
            outcome => outcome.map(|()| traffic),
        }
    })
}

fn send_all(network: &dyn Network, messages: &Receiver<(usize, Vec<u8>)>) {
    for (to, message) in messages {
        network.send(to, &message);
    }
}
