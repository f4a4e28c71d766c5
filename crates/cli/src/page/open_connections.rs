//! The connections that are open, of which there is a limit.
//!
//! A browser opens connections ahead of need, and leaves them open when they are needed no more. So where there is no room
//! for a new connection, that which has waited for a request for the longest time is ended.

use std::net::{Shutdown, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use grundytab::sync::lock;

/// How many connections there can be at once. A browser opens six, and some more ahead of need.
const MOST: usize = 64;

/// The open connections, kept where they can be ended from outside.
#[derive(Default)]
pub struct OpenConnections {
    /// Those that have waited for a request for longest come first.
    all: Mutex<Vec<Open>>,
    /// How many have been admitted.
    admitted: AtomicU64,
}

/// An open connection.
struct Open {
    number: u64,
    /// `None` if the system gave no second handle: it cannot be ended from outside.
    stream: Option<TcpStream>,
    /// Whether it waits for a request; else one is answered.
    is_idle: bool,
}

impl OpenConnections {
    /// Admits a connection, for which an idle one is ended if there are too many; returns its number. `None` if all others
    /// are busy.
    pub fn admit(&self, stream: &TcpStream) -> Option<u64> {
        let mut all = lock(&self.all);
        if all.len() >= MOST {
            let longest = all.iter().position(|open| open.is_idle && open.stream.is_some())?;
            all.remove(longest).end();
        }
        let number = self.admitted.fetch_add(1, Ordering::Relaxed);
        all.push(Open { number, stream: stream.try_clone().ok(), is_idle: true });
        Some(number)
    }

    /// Says whether a connection waits for a request from now on.
    pub fn set(&self, number: u64, is_idle: bool) {
        let mut all = lock(&self.all);
        if let Some(at) = all.iter().position(|open| open.number == number) {
            let open = all.remove(at);
            all.push(Open { is_idle, ..open });
        }
    }

    /// Forgets a connection that has ended.
    pub fn remove(&self, number: u64) {
        lock(&self.all).retain(|open| open.number != number);
    }

    /// Ends the waiting for requests.
    pub fn end_all(&self) {
        lock(&self.all).iter().for_each(Open::end);
    }
}

impl Open {
    fn end(&self) {
        let _ = self.stream.as_ref().map(|stream| stream.shutdown(Shutdown::Both));
    }
}
