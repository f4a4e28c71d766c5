//! The server: connections are accepted, requests checked and answered.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use super::answer::Answer;
use super::dispatch;
use super::guard::Guard;
use super::http::{Connection, Incoming, Request};
use super::service::Service;
use super::set::Wanted;
use crate::sync::lock;

/// How many connections there can be at once. A browser opens six, and some more ahead of need.
const MOST_CONNECTIONS: usize = 64;
/// How long the server waits before it looks again for connections, and whether it was interrupted.
const PAUSE: Duration = Duration::from_millis(10);

/// A server on the loopback interface.
pub struct Server {
    listener: TcpListener,
    guard: Guard,
    port: u16,
}

impl Server {
    /// Begins to listen at a port; at any that is free if it is 0.
    ///
    /// # Errors
    /// When the system does not let it.
    pub fn start(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        // So that an interruption is seen while nobody connects.
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        Ok(Server { listener, guard: Guard::new(port), port })
    }

    /// Returns the address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.guard.token())
    }

    /// Answers requests until the control interrupts it; `started` are the sets that the page draws at first.
    pub(super) fn serve(&self, service: &Service, started: &[Wanted]) {
        // The open connections, kept where they can be ended from outside.
        let streams: Mutex<HashMap<u64, Option<TcpStream>>> = Mutex::default();
        let streams = &streams;
        let mut accepted = 0;
        thread::scope(|scope| {
            while !service.control.is_interrupted() {
                let Ok((stream, _)) = self.listener.accept() else {
                    thread::sleep(PAUSE);
                    continue;
                };
                if lock(streams).len() >= MOST_CONNECTIONS {
                    continue;
                }
                accepted += 1;
                let number = accepted;
                lock(streams).insert(number, stream.try_clone().ok());
                let converse = move || {
                    self.converse(service, started, stream);
                    lock(streams).remove(&number);
                };
                // Where no thread can be started, the connection ends.
                if thread::Builder::new().spawn_scoped(scope, converse).is_err() {
                    lock(streams).remove(&number);
                }
            }
            // Ends the waiting for requests.
            for stream in lock(streams).values().flatten() {
                let _ = stream.shutdown(Shutdown::Both);
            }
        });
    }

    /// Answers the requests of a connection. An error ends it, and concerns no other.
    fn converse(&self, service: &Service, started: &[Wanted], stream: TcpStream) {
        // It is inherited from the listener on some systems.
        let blocking = stream.set_nonblocking(false);
        let Ok(mut connection) = blocking.and_then(|()| Connection::new(stream)) else { return };
        loop {
            let (answer, is_last) = match connection.next() {
                Incoming::Request(request) => {
                    let (answer, is_admitted) = self.answer(service, started, &request);
                    // Who may not ask keeps no connection from those who may.
                    (answer, request.is_last || !is_admitted)
                }
                Incoming::Malformed(status) => {
                    (Answer::refusal(status, "this is no request"), true)
                }
                Incoming::End => return,
            };
            if send(&mut connection, &answer, is_last).is_err() || is_last {
                return;
            }
        }
    }

    /// Returns the answer to a request, and whether who sent it may ask.
    fn answer(&self, service: &Service, started: &[Wanted], request: &Request) -> (Answer, bool) {
        let (answer, is_admitted) = match self.guard.admit(request) {
            Ok(asked) => (dispatch::answer(service, started, asked), true),
            Err(refusal) => (refusal, false),
        };
        log::debug!("{} {:?}: {}", request.method, request.target, answer.status);
        (answer, is_admitted)
    }
}

/// Sends an answer with the headers that keep other pages away from it, and the page from other sites.
fn send(connection: &mut Connection, answer: &Answer, is_last: bool) -> io::Result<()> {
    let mut headers = vec![
        ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Content-Type", answer.content_type),
        ("Content-Security-Policy", answer.policy.as_str()),
    ];
    headers.extend((!answer.is_final).then_some(("Grundytab-Final", "no")));
    headers.extend((answer.status == 405).then_some(("Allow", "GET")));
    connection.send(answer.status, &headers, &answer.body, is_last)
}
