//! The connections that are open, of which there is a limit.
//!
//! A browser opens connections ahead of need, and leaves them open when they are needed no more. So where there is no room
//! for a new connection, that which has waited for a request for the longest time is ended.

use std::collections::HashMap;
use std::net::{Shutdown, TcpStream};
use std::sync::Mutex;

use grundytab::sync::lock;

/// How many connections there can be at once. A browser opens six, and some more ahead of need.
const MOST: usize = 64;

/// The open connections, kept where they can be ended from outside.
#[derive(Default)]
pub struct OpenConnections {
    all: Mutex<Numbered>,
}

#[derive(Default)]
struct Numbered {
    connections: HashMap<u64, Open>,
    /// Counts what happens: a smaller number is an earlier time.
    time: u64,
}

/// An open connection.
struct Open {
    /// `None` if the system gave no second handle: it cannot be ended from outside.
    stream: Option<TcpStream>,
    /// Since when it has waited for a request; `None` while one is answered.
    idle_since: Option<u64>,
}

impl OpenConnections {
    /// Admits a connection, for which an idle one is ended if there are too many; returns its number. `None` if all others
    /// are busy.
    pub fn admit(&self, stream: &TcpStream) -> Option<u64> {
        let mut all = lock(&self.all);
        if all.connections.len() >= MOST {
            let idle = |(&number, open): (&u64, &Open)| {
                open.stream.as_ref().and(open.idle_since).map(|since| (since, number))
            };
            let (_, longest) = all.connections.iter().filter_map(idle).min()?;
            if let Some(Open { stream: Some(stream), .. }) = all.connections.remove(&longest) {
                let _ = stream.shutdown(Shutdown::Both);
            }
        }
        let number = all.next_time();
        let open = Open { stream: stream.try_clone().ok(), idle_since: Some(number) };
        all.connections.insert(number, open);
        Some(number)
    }

    /// Says whether a connection waits for a request from now on.
    pub fn set(&self, number: u64, is_idle: bool) {
        let mut all = lock(&self.all);
        let time = all.next_time();
        if let Some(open) = all.connections.get_mut(&number) {
            open.idle_since = is_idle.then_some(time);
        }
    }

    /// Forgets a connection that has ended.
    pub fn remove(&self, number: u64) {
        lock(&self.all).connections.remove(&number);
    }

    /// Ends the waiting for requests.
    pub fn end_all(&self) {
        for open in lock(&self.all).connections.values() {
            let _ = open.stream.as_ref().map(|stream| stream.shutdown(Shutdown::Both));
        }
    }
}

impl Numbered {
    fn next_time(&mut self) -> u64 {
        self.time += 1;
        self.time
    }
}
