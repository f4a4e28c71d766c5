//! The server: connections are accepted, requests checked and answered.

use std::io;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::answer::Answer;
use super::dispatch;
use super::guard::{Guard, Refusal};
use super::http::{Connection, Incoming, Request};
use super::subject::Subject;
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

    /// Answers requests until the control of the subject interrupts it.
    pub(super) fn serve(&self, subject: &Subject) {
        let open = AtomicUsize::new(0);
        let streams = std::sync::Mutex::new(Vec::<Option<TcpStream>>::new());
        thread::scope(|scope| {
            while !subject.control.is_interrupted() {
                let Ok((stream, _)) = self.listener.accept() else {
                    thread::sleep(PAUSE);
                    continue;
                };
                if open.load(Ordering::Relaxed) >= MOST_CONNECTIONS {
                    continue;
                }
                let place = keep(&streams, &stream);
                open.fetch_add(1, Ordering::Relaxed);
                let (open, streams) = (&open, &streams);
                let converse = move || {
                    self.converse(subject, stream);
                    lock(streams)[place] = None;
                    open.fetch_sub(1, Ordering::Relaxed);
                };
                // Where no thread can be started, the connection ends.
                if thread::Builder::new().spawn_scoped(scope, converse).is_err() {
                    lock(streams)[place] = None;
                    open.fetch_sub(1, Ordering::Relaxed);
                }
            }
            // Ends the waiting for requests.
            for stream in lock(&streams).iter().flatten() {
                let _ = stream.shutdown(Shutdown::Both);
            }
        });
    }

    /// Answers the requests of a connection. An error ends it, and concerns no other.
    fn converse(&self, subject: &Subject, stream: TcpStream) {
        // It is inherited from the listener on some systems.
        let blocking = stream.set_nonblocking(false);
        let Ok(mut connection) = blocking.and_then(|()| Connection::new(stream)) else { return };
        loop {
            let (answer, is_last) = match connection.next() {
                Incoming::Request(request) => {
                    let (answer, is_admitted) = self.answer(subject, &request);
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
    fn answer(&self, subject: &Subject, request: &Request) -> (Answer, bool) {
        let admitted = self.guard.admit(request);
        let is_admitted = admitted.is_ok();
        let answer = match admitted {
            Ok(asked) => dispatch::answer(subject, asked),
            Err(Refusal::Method) => Answer::refusal(405, "only GET is answered"),
            Err(Refusal::Host) => Answer::refusal(403, "this is not the host's name"),
            Err(Refusal::Token) => Answer::refusal(404, "there is no such page"),
        };
        log::debug!("{} {:?}: {}", request.method, request.target, answer.status);
        (answer, is_admitted)
    }
}

/// Keeps a connection where it can be ended from outside; returns its place.
fn keep(streams: &std::sync::Mutex<Vec<Option<TcpStream>>>, stream: &TcpStream) -> usize {
    let mut streams = lock(streams);
    let place = streams.iter().position(Option::is_none).unwrap_or(streams.len());
    if place == streams.len() {
        streams.push(None);
    }
    streams[place] = stream.try_clone().ok();
    place
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
