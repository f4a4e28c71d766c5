//! Who may ask: programs of this machine that know the address.
//!
//! The server listens on the loopback interface alone. Other users of the machine, and pages of other
//! sites that are open in the browser, can still send requests there. Three things keep them out:
//!
//! - The path begins with a token that is drawn at random when the program starts. A page of another site
//!   cannot read it.
//! - The `Host` header names this machine. A page of another site whose name was made to point to this machine
//!   while it was open (DNS rebinding) sends its own name.
//! - Nothing but GET is answered, and no request changes anything but what the program keeps in memory: which tables are
//!   open, and which sets of positions it searches for.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use super::answer::Answer;
use super::http::Request;

/// The usual port of HTTP, which browsers leave out of the `Host` header.
const HTTP_PORT: u16 = 80;

/// Who may ask.
pub struct Guard {
    hosts: Vec<String>,
    /// What the path of every request begins with.
    pub token: String,
}

impl Guard {
    /// Draws a token for the server at a port.
    pub fn new(port: u16) -> Self {
        let names = ["127.0.0.1", "localhost", "[::1]"];
        let mut hosts = names.map(|name| format!("{name}:{port}")).to_vec();
        if port == HTTP_PORT {
            hosts.extend(names.map(str::to_owned));
        }
        Guard { hosts, token: random_token() }
    }

    /// Checks a request. Returns what it asks for: the path behind the token, without its first slash. Else returns
    /// what is answered to who may not ask.
    pub fn admit<'a>(&self, request: &'a Request) -> Result<&'a str, Answer> {
        let is_own = |host: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        if !matches!(request.hosts.as_slice(), [host] if is_own(host)) {
            return Err(Answer::refusal(403, "this is not the host's name"));
        }
        let path = request.target.strip_prefix('/').and_then(|path| path.split_once('/'));
        match path.filter(|(token, _)| are_equal(token.as_bytes(), self.token.as_bytes())) {
            None => Err(Answer::refusal(404, "there is no such page")),
            Some(_) if request.method != "GET" => Err(Answer::refusal(405, "only GET is answered")),
            Some((_, asked)) => Ok(asked),
        }
    }
}

/// Compares in a time that does not depend on where the first difference is.
fn are_equal(one: &[u8], other: &[u8]) -> bool {
    let differences = one.iter().zip(other).fold(0, |found, (a, b)| found | (a ^ b));
    one.len() == other.len() && differences == 0
}

/// Draws 128 bits, as hexadecimal digits. The standard library takes the keys of its hash function from the
/// system's source of random numbers, and the function hides them.
pub fn random_token() -> String {
    let keys = RandomState::new();
    let number = |salt: u64| {
        let mut hasher = keys.build_hasher();
        hasher.write_u64(salt);
        hasher.finish()
    };
    format!("{:016x}{:016x}", number(1), number(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a token that others can guess because it does not change, or that is short.
    #[test]
    fn tokens_differ() {
        let tokens: std::collections::BTreeSet<String> = (0..100).map(|_| random_token()).collect();
        assert_eq!(tokens.len(), 100);
        assert!(tokens.iter().all(|token| token.len() == 32));
    }

    /// Catches a page at port 80 that no browser is shown, because none names that port (RFC 9110, section 7.2,
    /// and RFC 3986, section 6.2.3), and a name without a port that is taken for another port.
    #[test]
    fn the_usual_port_need_not_be_named() {
        for (port, host, is_admitted) in [
            (80, "127.0.0.1", true),
            (80, "localhost", true),
            (80, "[::1]:80", true),
            (80, "127.0.0.1:8080", false),
            (80, "evil.example", false),
            (8080, "127.0.0.1", false),
            (8080, "127.0.0.1:8080", true),
        ] {
            let guard = Guard::new(port);
            let request = Request {
                method: "GET".into(),
                target: format!("/{}/", guard.token),
                hosts: vec![host.into()],
                is_last: false,
            };
            assert_eq!(guard.admit(&request).is_ok(), is_admitted, "{host} at port {port}");
        }
    }

    #[test]
    fn equal_is_equal_in_length_too() {
        assert!(are_equal(b"abc", b"abc"));
        for (one, other) in [("abc", "abd"), ("abc", "ab"), ("", "a"), ("xbc", "abc")] {
            assert!(!are_equal(one.as_bytes(), other.as_bytes()), "{one} {other}");
        }
    }
}
