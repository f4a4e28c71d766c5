//! The network of MPI: processes that `mpirun`, `srun` or another launcher has started, on one machine or on many.
//!
//! MPI waits by polling, which uses a whole core. Waits that may be long poll only now and then here; gathers are short
//! and use MPI's own wait.

use std::mem::take;
use std::ops::Range;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use mpi::Threading;
use mpi::datatype::PartitionMut;
use mpi::environment::{self, Universe};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{
    Communicator as _, CommunicatorCollectives as _, Destination as _, MatchedReceiveVec as _,
    Source as _,
};

use super::Network;
use super::mailbox::PAUSE;
use crate::sync::lock;

/// The most bytes that MPI counts in one call.
const MOST_BYTES: usize = i32::MAX as usize;

/// The tag of the last piece of a message, and of the pieces before it. Most messages have one piece.
const LAST: i32 = 0;
const MORE: i32 = 1;

/// The interval at which an unreceived message is checked grows up to this: each check takes time from the computing
/// threads.
const LONGEST_PAUSE: Duration = Duration::from_millis(1);

/// How long a rank that has ended sleeps before it checks whether the others have ended.
const BETWEEN_LOOKS: Duration = Duration::from_millis(1);

/// Why MPI could not be started.
#[derive(Debug, thiserror::Error)]
#[error(
    "{0} does not let several threads send and receive (MPI_THREAD_MULTIPLE); use an MPI library that was built to"
)]
pub struct NoThreads(String);

/// MPI in this process, from its start to its end. All ranks end together.
pub struct Session {
    /// A second communicator for messages about the end, which other ranks may receive while they still work. It is
    /// dropped before MPI ends.
    ending: SimpleCommunicator,
    _universe: Universe,
}

impl Session {
    /// Starts MPI, once in a process. A process that no launcher has started is the only rank.
    ///
    /// # Errors
    /// If the MPI library does not allow several threads at the same time.
    pub fn start() -> Result<Self, NoThreads> {
        let started = environment::initialize_with_threading(Threading::Multiple);
        match started {
            Some((universe, Threading::Multiple)) => {
                Ok(Session { ending: universe.world().duplicate(), _universe: universe })
            }
            _ => Err(NoThreads(library())),
        }
    }

    /// Returns the ranks.
    pub fn ranks(&self) -> Ranks {
        Ranks::counting_to(MOST_BYTES)
    }

    /// Returns the ranks with a smaller limit of bytes in a call, for tests of long messages.
    #[doc(hidden)]
    pub fn ranks_counting_to(&self, most_bytes: usize) -> Ranks {
        Ranks::counting_to(most_bytes)
    }

    /// Waits until all ranks have called this, up to a time limit if there is one. Returns whether all have; if not,
    /// only [`Session::abort`] can end the program.
    pub fn wait_for_all(&self, limit: Option<Duration>) -> bool {
        let began = Instant::now();
        let mut arrival = self.ending.immediate_barrier();
        loop {
            match arrival.test() {
                Ok(_) => return true,
                Err(pending) if limit.is_some_and(|limit| began.elapsed() > limit) => {
                    // MPI keeps it until the process ends.
                    std::mem::forget(pending);
                    return false;
                }
                Err(pending) => arrival = pending,
            }
            thread::sleep(BETWEEN_LOOKS);
        }
    }

    /// Ends all ranks at once, wherever they are.
    pub fn abort(self, exit_code: u8) -> ! {
        self.ending.abort(exit_code.into())
    }
}

/// The ranks of MPI, usable from any thread after MPI has been started.
pub struct Ranks {
    rank: usize,
    size: usize,
    most_bytes: usize,
    /// The pieces of incomplete messages that have arrived, by sender.
    begun: Mutex<Vec<Vec<u8>>>,
    /// A lock for each receiver, because the pieces of a message must follow one another.
    sending: Vec<Mutex<()>>,
}

impl Ranks {
    fn counting_to(most_bytes: usize) -> Self {
        let world = SimpleCommunicator::world();
        let (rank, size) = (world.rank() as usize, world.size() as usize);
        Ranks {
            rank,
            size,
            most_bytes,
            begun: Mutex::new(vec![Vec::new(); size]),
            sending: (0..size).map(|_| Mutex::new(())).collect(),
        }
    }
}

impl Network for Ranks {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn send(&self, to: usize, message: &[u8]) {
        let world = SimpleCommunicator::world();
        let receiver = world.process_at_rank(to as i32);
        let pieces = message.len().div_ceil(self.most_bytes).max(1);
        let _alone = lock(&self.sending[to]);
        for piece in 0..pieces {
            let tag = if piece + 1 == pieces { LAST } else { MORE };
            let bytes = &message[part(message.len(), piece, self.most_bytes)];
            mpi::request::scope(|scope| {
                let mut sent = receiver.immediate_send_with_tag(scope, bytes, tag);
                let mut pause = PAUSE;
                while let Err(pending) = sent.test() {
                    sent = pending;
                    thread::sleep(pause);
                    pause = (2 * pause).min(LONGEST_PAUSE);
                }
            });
        }
    }

    fn receive(&self) -> Option<(usize, Vec<u8>)> {
        let world = SimpleCommunicator::world();
        let mut begun = lock(&self.begun);
        loop {
            let arrived = world.any_process().immediate_matched_probe()?;
            let (from, tag) = (arrived.1.source_rank() as usize, arrived.1.tag());
            let (piece, _) = arrived.matched_receive_vec::<u8>();
            let message = &mut begun[from];
            if message.is_empty() {
                *message = piece;
            } else {
                message.extend(piece);
            }
            if tag == LAST {
                return Some((from, take(message)));
            }
        }
    }

    fn gather(&self, mine: &[u8], lengths: &[usize]) -> Vec<u8> {
        let whole: usize = lengths.iter().sum();
        if whole <= self.most_bytes {
            return gather_at_once(mine, lengths);
        }
        // In turns, each with a part of what each rank has.
        let most = (self.most_bytes / self.size).max(1);
        let turns = lengths.iter().map(|length| length.div_ceil(most)).max().unwrap_or(0);
        let mut gathered: Vec<Vec<u8>> =
            lengths.iter().map(|&length| Vec::with_capacity(length)).collect();
        for turn in 0..turns {
            let parts = lengths.iter().map(|&length| part(length, turn, most).len());
            let parts: Vec<usize> = parts.collect();
            let all = gather_at_once(&mine[part(mine.len(), turn, most)], &parts);
            let mut rest = &all[..];
            for (bytes, &length) in gathered.iter_mut().zip(&parts) {
                let (first, others) = rest.split_at(length);
                bytes.extend_from_slice(first);
                rest = others;
            }
        }
        gathered.concat()
    }

    fn library(&self) -> String {
        library()
    }
}

/// Returns the range of a part of a message. All parts but the last have the same length.
fn part(length: usize, index: usize, each: usize) -> Range<usize> {
    (index * each).min(length)..((index + 1) * each).min(length)
}

/// Gathers bytes that MPI can count in one call.
fn gather_at_once(mine: &[u8], lengths: &[usize]) -> Vec<u8> {
    // They are no greater than their sum, which fits.
    let counts: Vec<i32> = lengths.iter().map(|&length| length as i32).collect();
    let begins = counts.iter().scan(0, |end, count| {
        let begin = *end;
        *end += count;
        Some(begin)
    });
    let begins: Vec<i32> = begins.collect();
    // The address of nothing, in Rust 1, means "in place" to Open MPI: so there is always a byte.
    static BYTE: [u8; 1] = [0];
    let mine = if mine.is_empty() { &BYTE[..0] } else { mine };
    let whole: usize = lengths.iter().sum();
    let mut all = vec![0; whole.max(1)];
    all.truncate(whole);
    SimpleCommunicator::world()
        .all_gather_varcount_into(mine, &mut PartitionMut::new(&mut all[..], counts, begins));
    all
}

/// Returns the name of the MPI library, with its version: `Open MPI 4.1.4`.
pub fn library() -> String {
    short_name(&environment::library_version().unwrap_or_else(|_| "unknown".into()))
}

/// Returns the first line of a description up to the first comma, without words such as "version".
fn short_name(description: &str) -> String {
    let first = description.lines().next().unwrap_or_default();
    let first = first.split(',').next().unwrap_or_default();
    let words = first
        .split_whitespace()
        .filter(|word| !word.trim_end_matches(':').eq_ignore_ascii_case("version") && *word != ":");
    let words: Vec<&str> = words
        .map(|word| match word.strip_prefix('v') {
            Some(number) if number.starts_with(|first: char| first.is_ascii_digit()) => number,
            _ => word,
        })
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a name that is a paragraph, or has no version.
    #[test]
    fn libraries_have_short_names() {
        for (description, name) in [
            (
                "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, May 26, 2022",
                "Open MPI 4.1.4",
            ),
            ("MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7", "MPICH 4.0.2"),
            ("MVAPICH2 Version      :\t2.3.7\nMVAPICH2 Release date:\tWed", "MVAPICH2 2.3.7"),
            (
                "Intel(R) MPI Library 2021.9 for Linux* OS\n",
                "Intel(R) MPI Library 2021.9 for Linux* OS",
            ),
        ] {
            assert_eq!(short_name(description), name);
        }
    }
}
