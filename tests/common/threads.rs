//! A network of threads, for tests: of the library, where `super` is the room of ranks, and of what uses it.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Barrier, Mutex};
use std::thread;

use super::Network;

/// What the threads share.
struct Shared {
    barrier: Barrier,
    gathered: Mutex<Vec<Vec<u8>>>,
}

/// A rank that is a thread.
struct ThreadRank {
    rank: usize,
    shared: &'static Shared,
    inboxes: Vec<Sender<(usize, Vec<u8>)>>,
    inbox: Mutex<Receiver<(usize, Vec<u8>)>>,
}

/// Runs this in as many threads, each with its rank and a pool of two threads. Returns what they return, in order.
/// The network lives as long as the tests, as that of a program does.
pub fn run<R: Send>(ranks: usize, each: impl Fn(&'static dyn Network) -> R + Sync) -> Vec<R> {
    let (barrier, gathered) = (Barrier::new(ranks), Mutex::new(vec![Vec::new(); ranks]));
    let shared: &Shared = Box::leak(Box::new(Shared { barrier, gathered }));
    let (inboxes, outlets): (Vec<_>, Vec<_>) = (0..ranks).map(|_| mpsc::channel()).unzip();
    let ranks = outlets.into_iter().enumerate().map(|(rank, inbox)| ThreadRank {
        rank,
        shared,
        inboxes: inboxes.clone(),
        inbox: Mutex::new(inbox),
    });
    let ranks: &[ThreadRank] = Box::leak(ranks.collect());
    let pool = || rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
    thread::scope(|scope| {
        let each = &each;
        let run = |rank| scope.spawn(move || pool().install(|| each(rank)));
        let threads: Vec<_> = ranks.iter().map(|rank| run(rank as &dyn Network)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a rank")).collect()
    })
}

impl Network for ThreadRank {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.inboxes.len()
    }

    fn send(&self, to: usize, message: &[u8]) {
        self.inboxes[to].send((self.rank, message.to_vec())).expect("a rank");
    }

    fn receive(&self) -> Option<(usize, Vec<u8>)> {
        self.inbox.lock().expect("no rank has failed").try_recv().ok()
    }

    fn gather(&self, mine: &[u8], lengths: &[usize]) -> Vec<u8> {
        assert_eq!(mine.len(), lengths[self.rank], "rank {}", self.rank);
        let gathered = || self.shared.gathered.lock().expect("no rank has failed");
        gathered()[self.rank] = mine.to_vec();
        self.shared.barrier.wait();
        let all = gathered().concat();
        // Nobody puts in the next message before all have read this one.
        self.shared.barrier.wait();
        all
    }

    fn library(&self) -> String {
        "threads".into()
    }
}
