//! HTTP as far as the page needs it: requests without a body come in, answers of known length go out.
//!
//! A browser opens connections ahead of need and leaves them silent, and a program of another user of this
//! machine may send anything. So each connection has a thread of its own, there is a limit to their number, to
//! the bytes of a request, and to the time from one answer to the end of the next request, however its bytes
//! are spread over it. A request that cannot be read, or that its sender may not ask, ends its connection.
//! A program that opens connections again and again can still keep the browser waiting, but learns nothing.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::deadline::WithDeadline;

/// The most bytes of the first line of a request and its headers.
const MOST_BYTES: u64 = 1 << 14;
/// How long a request is waited for, up to the empty line behind its headers.
const TIME_FOR_REQUEST: Duration = Duration::from_secs(30);
/// How long an answer may take to be sent: a page far away, behind a tunnel, has a slow line.
const TIME_FOR_ANSWER: Duration = Duration::from_secs(300);

/// A request, as far as it matters here.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    /// The path with what follows the question mark.
    pub target: String,
    /// The values of all `Host` headers.
    pub hosts: Vec<String>,
    /// Whether the connection ends with the answer.
    pub is_last: bool,
}

/// What came instead of a request.
#[derive(Debug, PartialEq, Eq)]
pub enum Incoming {
    Request(Request),
    /// The client has ended the connection, or takes too long.
    End,
    /// It is no request, or it is too long: the status says which.
    Malformed(u16),
}

/// A connection to a client.
pub struct Connection {
    reader: BufReader<WithDeadline>,
}

impl Connection {
    /// Takes over a connection that was accepted.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        // It is inherited from the listener on some systems.
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        Ok(Connection { reader: BufReader::new(WithDeadline::new(stream)) })
    }

    /// Waits for the next request.
    pub fn next(&mut self) -> Incoming {
        self.reader.get_mut().allow(TIME_FOR_REQUEST);
        read_request(&mut self.reader)
    }

    /// Sends an answer; `is_last` tells the client that the connection ends with it.
    pub fn send(
        &mut self,
        status: u16,
        headers: &[(&str, &str)],
        body: &[u8],
        is_last: bool,
    ) -> io::Result<()> {
        let mut head = format!("HTTP/1.1 {status} {}\r\n", reason(status));
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let connection = if is_last { "close" } else { "keep-alive" };
        head.push_str(&format!(
            "Connection: {connection}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        ));
        let stream = self.reader.get_mut();
        stream.allow(TIME_FOR_ANSWER);
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        stream.flush()
    }
}

/// Reads a request up to the empty line behind its headers.
fn read_request(reader: &mut impl BufRead) -> Incoming {
    let mut lines = Vec::new();
    let mut limited = reader.take(MOST_BYTES);
    loop {
        let mut line = Vec::new();
        match limited.read_until(b'\n', &mut line) {
            Err(_) => return Incoming::End,
            Ok(_) if line.last() != Some(&b'\n') => {
                return match limited.limit() {
                    0 => Incoming::Malformed(431),
                    _ => Incoming::End,
                };
            }
            Ok(_) => {}
        }
        let Ok(text) = String::from_utf8(line) else { return Incoming::Malformed(400) };
        match text.trim_end_matches(['\r', '\n']) {
            // Empty lines before a request are allowed.
            "" if lines.is_empty() => {}
            "" => break,
            text => lines.push(text.to_owned()),
        }
    }
    parse(&lines).map_or(Incoming::Malformed(400), Incoming::Request)
}

/// Reads the lines of a request.
fn parse(lines: &[String]) -> Option<Request> {
    let (first, headers) = lines.split_first()?;
    let words: Vec<&str> = first.split(' ').collect();
    let [method, target, version] = words[..] else { return None };
    if !["HTTP/1.1", "HTTP/1.0"].contains(&version) || method.is_empty() || target.is_empty() {
        return None;
    }
    let mut request = Request {
        method: method.to_owned(),
        target: target.to_owned(),
        hosts: Vec::new(),
        is_last: version == "HTTP/1.0",
    };
    for header in headers {
        let (name, value) = header.split_once(':')?;
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "" => return None,
            "host" => request.hosts.push(value.to_owned()),
            "connection" => request.is_last |= value.to_ascii_lowercase().contains("close"),
            // What follows could be taken for the next request: it is not read.
            "content-length" if value != "0" => request.is_last = true,
            "transfer-encoding" => request.is_last = true,
            _ => {}
        }
    }
    Some(request)
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        410 => "Gone",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        _ => "Service Unavailable",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Incoming {
        read_request(&mut text.as_bytes())
    }

    /// Catches headers that are not found because of their case or spaces, and a connection that is kept
    /// although it ends, or although what follows is a body.
    #[test]
    fn requests_are_read() {
        let request = |text: &str| match read(text) {
            Incoming::Request(request) => request,
            other => panic!("{text:?}: {other:?}"),
        };
        let found = request("\r\nGET /a?b=c HTTP/1.1\r\nhOsT:  localhost:80 \r\nX: y\r\n\r\nrest");
        assert_eq!((found.method.as_str(), found.target.as_str()), ("GET", "/a?b=c"));
        assert_eq!((found.hosts, found.is_last), (vec!["localhost:80".to_owned()], false));
        assert_eq!(request("GET / HTTP/1.1\nHost: a\nHost: b\n\n").hosts, ["a", "b"]);
        for text in [
            "GET / HTTP/1.0\r\n\r\n",
            "GET / HTTP/1.1\r\nConnection: Close\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nGET /",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        ] {
            assert!(request(text).is_last, "{text:?}");
        }
    }

    /// Catches nonsense that is taken for a request, and reading without end.
    #[test]
    fn what_is_no_request_is_known() {
        for text in [
            "GET\r\n\r\n",
            "GET /\r\n\r\n",
            "GET / HTTP/9.9\r\n\r\n",
            "GET  / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nno colon\r\n\r\n",
            "GET / HTTP/1.1\r\n: no name\r\n\r\n",
        ] {
            assert_eq!(read(text), Incoming::Malformed(400), "{text:?}");
        }
        assert_eq!(
            read_request(&mut &b"\xff\xfe / HTTP/1.1\r\n\r\n"[..]),
            Incoming::Malformed(400)
        );
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(1 << 15));
        assert_eq!(read(&long), Incoming::Malformed(431));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "X: y\r\n".repeat(1 << 13));
        assert_eq!(read(&many), Incoming::Malformed(431));
        // Bytes that never end in a line, in memory that does not grow.
        assert_eq!(read_request(&mut BufReader::new(io::repeat(b'a'))), Incoming::Malformed(431));
        assert_eq!(read_request(&mut BufReader::new(io::repeat(b'\n'))), Incoming::Malformed(431));
        for text in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\n"] {
            assert_eq!(read(text), Incoming::End, "{text:?}");
        }
    }
}
