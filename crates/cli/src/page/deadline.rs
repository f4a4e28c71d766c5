//! A connection that must have read or written all of something by a certain time.
//!
//! The time limits of a socket begin anew with every byte: who sends one now and then keeps the other side
//! waiting for ever. So before each read and write the limit is set to what is left until the deadline.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A connection with a deadline.
pub struct WithDeadline {
    stream: TcpStream,
    deadline: Instant,
}

impl WithDeadline {
    /// Takes over a connection, whose deadline has passed until one is set.
    pub fn new(stream: TcpStream) -> Self {
        WithDeadline { stream, deadline: Instant::now() }
    }

    /// Sets the deadline for what follows, from now on.
    pub fn allow(&mut self, time: Duration) {
        self.deadline = Instant::now() + time;
    }

    /// Returns the time left.
    fn left(&self) -> io::Result<Duration> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

impl Read for WithDeadline {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.left()?))?;
        self.stream.read(bytes)
    }
}

impl Write for WithDeadline {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};
    use std::thread;

    use super::*;

    const SHORT: Duration = Duration::from_millis(200);

    /// Returns both ends of a connection.
    fn connection() -> (TcpStream, WithDeadline) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let client = TcpStream::connect(address).expect("a connection");
        (client, WithDeadline::new(listener.accept().expect("a connection").0))
    }

    /// Catches a deadline that moves with every byte, so that who sends a byte now and then is waited for.
    #[test]
    fn bytes_now_and_then_do_not_move_the_deadline() {
        let (mut client, mut server) = connection();
        let sending = thread::spawn(move || {
            // 4 seconds, or until the other side is gone.
            for _ in 0..80 {
                if client.write_all(b"a").is_err() {
                    return;
                }
                thread::sleep(Duration::from_millis(50));
            }
        });
        let start = Instant::now();
        server.allow(SHORT);
        let mut all = Vec::new();
        let error = server.read_to_end(&mut all).expect_err("the deadline passes");
        assert!(matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock), "{error}");
        assert!(!all.is_empty() && start.elapsed() < Duration::from_secs(3), "{all:?}");
        drop(server);
        sending.join().expect("it ends");
    }

    /// Catches waiting for ever for a client that does not read.
    #[test]
    fn who_does_not_read_is_not_waited_for() {
        let (_client, mut server) = connection();
        server.allow(SHORT);
        // More than the system keeps of what is sent.
        let error = server.write_all(&vec![0; 1 << 26]).expect_err("the deadline passes");
        assert!(matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock), "{error}");
    }
}
