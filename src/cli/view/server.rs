//! The server: requests come in, answers go out, on a few threads.

use std::io::Cursor;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use grundytab::table::TableReader;
use tiny_http::{Header, Request, Response};

use super::super::failure::{Failure, Result};
use super::answer::{Answer, Subject};
use super::dispatch;
use super::guard::{Guard, Refusal};

/// How many requests are answered at once. Browsers send six to a server at once.
const THREADS: usize = 6;
/// How long a thread waits for a request before it looks whether ctrl-C was pressed.
const PATIENCE: Duration = Duration::from_millis(100);

/// A server on the loopback interface.
pub struct Server {
    http: tiny_http::Server,
    guard: Guard,
    port: u16,
}

impl Server {
    /// Begins to listen at a port; at any that is free if it is 0.
    pub fn start(port: u16) -> Result<Self> {
        let http = tiny_http::Server::http(("127.0.0.1", port)).map_err(|error| {
            Failure::system(format!(
                "the page cannot be served at port {port}: {error}; choose another with --port"
            ))
        })?;
        let port = http.server_addr().to_ip().map_or(port, |address| address.port());
        Ok(Server { http, guard: Guard::new(port), port })
    }

    /// Returns the address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.guard.token())
    }

    /// Answers requests until the flag is raised.
    pub fn serve(&self, table: &TableReader, interrupt: &AtomicBool) {
        let subject = Subject::new(table, interrupt);
        let work = || {
            while !interrupt.load(Ordering::Relaxed) {
                // An error concerns one connection; the others go on.
                if let Ok(Some(request)) = self.http.recv_timeout(PATIENCE) {
                    self.respond(&subject, request);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..THREADS {
                // Where no thread can be started, there are fewer.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }

    fn respond(&self, subject: &Subject, request: Request) {
        let answer = match self.guard.admit(&request) {
            Ok(asked) => dispatch::answer(subject, asked),
            Err(Refusal::Method) => Answer::refusal(405, "only GET is answered"),
            Err(Refusal::Host) => Answer::refusal(403, "this is not the host's name"),
            Err(Refusal::Token) => Answer::refusal(404, "there is no such page"),
        };
        log::debug!("{} {}: {}", request.method(), request.url(), answer.status);
        // A browser that has gone away needs no answer.
        let _ = request.respond(response(answer));
    }
}

/// Adds the headers that keep other pages away from an answer, and the page from other sites.
fn response(answer: Answer) -> Response<Cursor<Vec<u8>>> {
    let fixed = [
        ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ];
    let own = [
        ("Content-Type", answer.content_type),
        ("Content-Security-Policy", answer.policy.as_str()),
    ];
    let response = Response::from_data(answer.body).with_status_code(answer.status);
    // Of every answer the length is known.
    let mut response = response.with_chunked_threshold(usize::MAX);
    let allowed = (answer.status == 405).then_some(("Allow", "GET"));
    for (name, value) in fixed.into_iter().chain(own).chain(allowed) {
        // Names and values are ASCII.
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    response
}
