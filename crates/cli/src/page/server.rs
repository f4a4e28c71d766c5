//! The server: connections are accepted, requests checked and answered.

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use super::answer::Answer;
use super::dispatch;
use super::guard::Guard;
use super::http::{Connection, Incoming};
use super::open_connections::OpenConnections;
use super::service::Service;
use super::set::Wanted;

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
        format!("http://127.0.0.1:{}/{}/", self.port, self.guard.token)
    }

    /// Answers requests until the control interrupts it; `started` are the sets that the page draws at first.
    pub(super) fn serve(&self, service: &Service, started: &[Wanted]) {
        let open = &OpenConnections::default();
        thread::scope(|scope| {
            while !service.control.is_interrupted() {
                let Ok((stream, _)) = self.listener.accept() else {
                    thread::sleep(PAUSE);
                    continue;
                };
                let Some(number) = open.admit(&stream) else {
                    refuse(stream);
                    continue;
                };
                let converse = move || {
                    self.converse(service, started, stream, |is_idle| open.set(number, is_idle));
                    open.remove(number);
                };
                // Where no thread can be started, the connection ends.
                if thread::Builder::new().spawn_scoped(scope, converse).is_err() {
                    open.remove(number);
                }
            }
            open.end_all();
        });
    }

    /// Answers the requests of a connection, and says whether it is idle. An error ends it, and concerns no other.
    fn converse(
        &self,
        service: &Service,
        started: &[Wanted],
        stream: TcpStream,
        set_idle: impl Fn(bool),
    ) {
        let Ok(mut connection) = Connection::new(stream) else { return };
        loop {
            set_idle(true);
            let incoming = connection.next();
            set_idle(false);
            let (answer, is_last) = match incoming {
                Incoming::Request(request) => {
                    let asked = self.guard.admit(&request);
                    // Who may not ask keeps no connection from those who may.
                    let is_last = request.is_last || asked.is_err();
                    let answer = asked.map(|asked| dispatch::answer(service, started, asked));
                    let answer = answer.unwrap_or_else(|refusal| refusal);
                    log::debug!("{} {:?}: {}", request.method, request.target, answer.status);
                    (answer, is_last)
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
}

/// Says that every other connection is busy.
fn refuse(stream: TcpStream) {
    let answer = Answer::refusal(503, "too many requests are being answered: try again");
    let _ = Connection::new(stream).and_then(|mut connection| send(&mut connection, &answer, true));
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
