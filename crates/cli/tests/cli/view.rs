//! The page of `view`: what the server answers, and what it keeps away.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use grundytab::table::TableReader;
use serde_json::Value;

use crate::chunks::array_of;
#[cfg(unix)]
use crate::interruption::end_by_ctrl_c;
use crate::unfinished::{is_there, unfinished};
use crate::{done, ends, fails, grundytab, json_of, refused, refuses, table, temporary};

/// How long a test waits for the next bytes of an answer. The server gives a request more time than that.
const PATIENCE: Duration = Duration::from_secs(20);

/// A program that serves a table; it is ended when dropped.
pub struct Served {
    program: Child,
    /// The address without `http://`: host and port, and the path with its token.
    host: String,
    path: String,
}

impl Served {
    pub fn start(table: &Path, flags: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundytab"));
        command.arg("view").arg(table).args(flags);
        let piped = command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut program = piped.spawn().expect("the program starts");
        let stdout = program.stdout.take().expect("its output");
        let mut address = String::new();
        BufReader::new(stdout).read_line(&mut address).expect("an address");
        let rest = address.trim().strip_prefix("http://").expect("an address of http");
        let (host, path) = rest.split_once('/').expect("a path");
        Served { program, host: host.into(), path: format!("/{path}") }
    }

    /// Sends bytes; returns what comes back until the server closes the connection.
    fn send(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        // A server that has refused what came first may not read the rest.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Asks for a path; returns status, headers and body.
    fn ask(&self, method: &str, path: &str, host: &str) -> (u16, String, Vec<u8>) {
        let text = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let answer = self.send(text.as_bytes());
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("headers");
        let headers = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = headers.split(' ').nth(1).and_then(|text| text.parse().ok());
        (status.expect("a status"), headers, answer[end + 4..].to_vec())
    }

    pub fn get(&self, asked: &str) -> (u16, String, Vec<u8>) {
        self.ask("GET", &format!("{}{asked}", self.path), &self.host)
    }

    pub fn json(&self, asked: &str) -> Value {
        let (status, _, body) = self.get(asked);
        assert_eq!(status, 200, "{asked}: {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).expect("JSON")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Catches a server that answers other sites, other names, other methods, or those who do not know the token.
#[test]
fn only_those_who_know_the_address_are_answered() {
    let (_directory, path) = table("wythoff --box 40x30");
    let served = Served::start(&path, &[]);
    let token = served.path.trim_matches('/');
    assert_eq!(token.len(), 32, "{token}");
    let (status, headers, body) = served.get("");
    assert_eq!(status, 200);
    let body = String::from_utf8(body).expect("text");
    assert!(body.starts_with("<!DOCTYPE html>") && !body.contains("NONCE"), "{body}");
    let policy = headers.lines().find(|line| line.starts_with("Content-Security-Policy: "));
    let policy = policy.expect("a policy");
    for part in ["default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
    // Nothing is loaded from elsewhere.
    assert!(!body.contains("http:") && !body.contains("https:") && !body.contains("src="));
    for header in ["Cache-Control: no-store", "Referrer-Policy: no-referrer"] {
        assert!(headers.contains(header), "{headers}");
    }

    let (path, host) = (served.path.as_str(), served.host.as_str());
    let port = host.rsplit(':').next().expect("a port");
    for name in ["localhost", "[::1]", "LOCALHOST"] {
        assert_eq!(served.ask("GET", path, &format!("{name}:{port}")).0, 200, "{name}");
    }
    let evil = format!("evil.example:{port}");
    for name in ["evil.example", &evil, "127.0.0.1", "127.0.0.1:1", "localhost", ""] {
        assert_eq!(served.ask("GET", path, name).0, 403, "{name:?}");
    }
    for method in ["POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "NONSENSE"] {
        assert_eq!(served.ask(method, path, host).0, 405, "{method}");
    }
    let other = format!("/{}/", "0".repeat(32));
    let longer = format!("/{token}0/");
    let upper = format!("/{}/", &token[..31]);
    let above = format!("/x/../{token}/");
    let inside = format!("{path}../../etc/passwd");
    let encoded = format!("{path}%2e%2e/zarr.json");
    let absolute = format!("http://{host}{path}");
    let without_slash = format!("/{token}");
    let unknown = ["%2e%2e/", "Page", "cells/", "table/x", "/"].map(|name| format!("{path}{name}"));
    for asked in &unknown {
        assert_eq!(served.ask("GET", asked, host).0, 404, "{asked}");
    }
    for asked in [
        "/",
        "/favicon.ico",
        "/zarr.json",
        "//",
        "/../",
        &other,
        &longer,
        &upper,
        &above,
        &inside,
        &encoded,
        &absolute,
        &without_slash,
    ] {
        assert_eq!(served.ask("GET", asked, host).0, 404, "{asked}");
    }
}

/// Catches requests that end or block the server: it answers the next one as before.
#[test]
fn malformed_requests_do_no_harm() {
    let (_directory, path) = table("wythoff --box 20");
    let served = Served::start(&path, &[]);
    let (host, page) = (&served.host, &served.path);
    let get = format!("GET {page} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
    let header_of = |bytes: usize| format!("{get}X: {}\r\n\r\n", "a".repeat(bytes)).into_bytes();
    let many = format!("{get}{}\r\n", "X: y\r\n".repeat(20_000)).into_bytes();
    let long = format!("GET {page}{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "a".repeat(1 << 20));
    let body = format!("{get}Content-Length: 99999999999999999999\r\n\r\n");
    let hosts = format!("{get}Host: {host}\r\n\r\n");
    for bytes in [
        b"\r\n\r\n".to_vec(),
        b"GET\r\n\r\n".to_vec(),
        b"\0\xff\xfe\x16\x03\x01 TLS?\r\n\r\n".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        b"GET / HTTP/1.1\r\n\r\n".to_vec(),
        format!("{get}: no name\r\nbad header\r\n\r\n").into_bytes(),
        header_of(1 << 20),
        many,
        long.into_bytes(),
        body.into_bytes(),
        hosts.into_bytes(),
    ] {
        let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned();
        let mut stream = TcpStream::connect(host).expect("a connection");
        let _ = stream.write_all(&bytes);
        drop(stream);
        assert_eq!(served.get("").0, 200, "after {begin:?}");
    }
    // More connections that never say what they want than the server keeps: the oldest ones end.
    let mut silent: Vec<TcpStream> =
        (0..129).map(|_| TcpStream::connect(host).expect("a connection")).collect();
    silent[0].set_read_timeout(Some(PATIENCE)).expect("a limit");
    assert_eq!(silent[0].read(&mut [0]).expect("the end"), 0);
    let newest = silent.last_mut().expect("a connection");
    newest.write_all(format!("{get}\r\n").as_bytes()).expect("it is open");
    let mut answer = String::new();
    newest.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(served.get("").0, 200);
    drop(silent);
    // Who does not know the token keeps no connection, although nothing says that it shall end.
    let wrong = format!("GET /{}/ HTTP/1.1\r\nHost: {host}\r\n\r\n", "0".repeat(32));
    let start = std::time::Instant::now();
    let answer = String::from_utf8_lossy(&served.send(wrong.as_bytes())).into_owned();
    assert!(answer.starts_with("HTTP/1.1 404") && answer.contains("Connection: close"), "{answer}");
    assert!(start.elapsed() < Duration::from_secs(10));
    for asked in [
        "cells",
        "cells?columns=0:21&rows=0:1",
        "cells?columns=0:1&rows=5:1",
        "pixels?level=99&columns=0:1&rows=0:1",
        "position?at=20,0&columns=0:1&rows=0:1",
        "position?at=1&columns=0:1&rows=0:1",
        "plane?plane=z=1",
    ] {
        let (status, _, reason) = served.get(asked);
        assert_eq!(status, 400, "{asked}");
        assert!(!reason.is_empty(), "{asked}");
    }
}

/// Catches values that are sent in another order or type, or for other cells, than the page takes them for:
/// they are compared with the table.
#[test]
fn what_is_served_is_what_the_table_holds() {
    for (line, plane, bytes) in [
        ("wythoff --box 300x270", "", 2),
        ("wythoff --box 40x70 --quantity outcome", "", 1),
        ("triangle --tokens 30", "z=7", 1),
        ("triangle --tokens 30", "sum=20", 1),
    ] {
        let (_directory, path) = table(line);
        let served = Served::start(&path, &[]);
        let reader = TableReader::open(&path).expect("a table");
        assert_eq!(served.json("table")["bytes_per_cell"], bytes, "{line}");
        let described = served.json(&format!("plane?plane={plane}"));
        let side = |name: &str| described[name].as_u64().expect("a number") as u32;
        let (columns, rows) = (3..side("columns"), 5..side("rows"));
        let asked = format!(
            "plane={plane}&columns={}:{}&rows={}:{}",
            columns.start, columns.end, rows.start, rows.end
        );
        let position = |column, row| match plane {
            "" => vec![column, row],
            "z=7" => vec![column, row, 7],
            _ => vec![column, row, 20_u32.wrapping_sub(column + row)],
        };
        let (status, _, body) = served.get(&format!("cells?{asked}"));
        assert_eq!(status, 200);
        let sent: Vec<u32> = body
            .chunks(bytes)
            .map(|chunk| chunk.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte)))
            .collect();
        let outside = u32::MAX >> (32 - 8 * bytes);
        let value = |(column, row)| reader.value(&position(column, row)).unwrap_or(outside);
        let cells = rows.clone().flat_map(|row| columns.clone().map(move |column| (column, row)));
        let expected: Vec<u32> = cells.map(value).collect();
        assert_eq!(sent.len(), expected.len(), "{line} {plane}");
        let differing = sent.iter().zip(&expected).position(|(sent, expected)| sent != expected);
        assert_eq!(differing, None, "{line} {plane}");

        // The share of P-positions in squares of 4 by 4 cells, counted here.
        let (status, _, body) = served.get(&format!("pixels?level=2&{asked}"));
        assert_eq!(status, 200);
        let is_outcome = line.contains("outcome");
        let is_p = |value| if is_outcome { value == 1 } else { value == 0 };
        let mut shares = Vec::new();
        for first_row in rows.clone().step_by(4) {
            for first_column in columns.clone().step_by(4) {
                let square = (first_row..(first_row + 4).min(rows.end)).flat_map(|row| {
                    (first_column..(first_column + 4).min(columns.end)).map(move |c| (c, row))
                });
                let values: Vec<u32> =
                    square.map(value).filter(|&value| value != outside).collect();
                let p = values.iter().filter(|&&value| is_p(value)).count();
                shares.push(p as f32 / values.len() as f32);
            }
        }
        let numbers: Vec<f32> = body
            .chunks(4)
            .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
            .collect();
        let channels = if is_outcome { 1 } else { 2 };
        assert_eq!(numbers.len(), channels * shares.len(), "{line} {plane}");
        for (at, (sent, counted)) in numbers.iter().zip(&shares).enumerate() {
            assert!(sent == counted || sent.is_nan() && counted.is_nan(), "{line} {plane} {at}");
        }
    }
}

/// Catches a page that says other things of a position than `query` does.
#[test]
fn a_position_is_described_as_by_query() {
    let (_directory, path) = table("wythoff+block=1 --box 40 --quantity palaces");
    let served = Served::start(&path, &[]);
    for at in ["0,0", "7,12", "20,20", "39,1"] {
        let found = served.json(&format!("position?at={at}&columns=0:40&rows=0:40"));
        let query = json_of(0, &format!("query {{}} {at} --json"), &path);
        let answer = &query["answers"][0];
        for key in ["position", "value", "outcome"] {
            assert_eq!(found[key], answer[key], "{at} {key}");
        }
        let moves = found["winning"][0]["moves"].as_array().expect("moves");
        let to: Vec<&Value> = moves.iter().map(|one| &one["to"]).collect();
        let winning: Vec<&Value> =
            answer["winning_moves"].as_array().expect("moves").iter().collect();
        assert_eq!(to, winning, "{at}");
        // In two heaps a cell is a position.
        assert_eq!(found["winning"][0]["cells"], answer["winning_moves"], "{at}");
    }
    // From (3, 2) there are 3 moves in x, 2 in y and 2 in both.
    let found = served.json("position?at=3,2&columns=0:40&rows=0:40");
    assert_eq!(found["options"], 7);
    assert_eq!(found["cells"].as_array().map(Vec::len), Some(7));
    // Only those on the board: (1, 0), (2, 0) has no move; (0, 2), (1, 2), (2, 2), (2, 1), (3, 0), (3, 1).
    let found = served.json("position?at=3,2&columns=2:40&rows=1:40");
    assert_eq!(found["cells"], serde_json::json!([[2, 1], [2, 2], [3, 1]]));
}

/// Catches a cell of a sum that is not marked: from (5, 1) a move cuts to (1, 1) + (4, 1), which wins, or to (2, 1) + (3, 1).
#[test]
fn all_positions_of_a_sum_are_described() {
    let (_directory, path) = temporary();
    let game = "rules: positions x > 0 and y > 0; (a, y) + (x - a, y) for 1 <= a < x if 2 * a != x";
    let tabulated = grundytab("tabulate --box 6x3 --quantity outcome --engine cpu --quiet --out")
        .arg(&path)
        .arg(game)
        .output();
    assert!(tabulated.expect("it runs").status.success());
    let served = Served::start(&path, &[]);
    let found = served.json("position?at=5,1&columns=0:6&rows=0:3");
    assert_eq!(found["options"], 2);
    assert_eq!(found["cells"], serde_json::json!([[1, 1], [4, 1], [2, 1], [3, 1]]));
    let moves = serde_json::json!([{"words": "leave (1, 1) + (4, 1)", "to": [[1, 1], [4, 1]]}]);
    assert_eq!(found["winning"][0]["moves"], moves);
    assert_eq!(found["winning"][0]["cells"], serde_json::json!([[1, 1], [4, 1]]));
}

/// Reads numbers of 32 bits.
pub fn numbers(body: &[u8]) -> Vec<u32> {
    body.chunks_exact(4)
        .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        .collect()
}

/// Catches values of one heap that are those of other heap sizes, or extremes that leave some out.
#[test]
fn a_line_has_the_values_of_its_heap_sizes() {
    for line in ["subtraction:2,5,8 --box 3000", "nim:1+points=-2 --box 500 --quantity score"] {
        let (_directory, path) = table(line);
        let served = Served::start(&path, &[]);
        let reader = TableReader::open(&path).expect("a table");
        let quantity = reader.plan().job().quantity();
        let value = |heap: u32| quantity.number(reader.value(&[heap]).expect("a value"));
        for (range, level) in [(0..500, 0), (3..400, 2), (0..500, 9)] {
            let asked = format!("line?level={level}&columns={}:{}", range.start, range.end);
            let (status, _, body) = served.get(&asked);
            assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
            let sent = numbers(&body);
            let pixels: Vec<u32> = range.clone().step_by(1 << level).collect();
            assert_eq!(sent.len(), 3 * pixels.len(), "{line} {asked}");
            for (at, &first) in pixels.iter().enumerate() {
                let values = || (first..(first + (1 << level)).min(range.end)).map(value);
                let number = |part: usize| quantity.number(sent[part * pixels.len() + at]);
                let extremes = (values().min(), values().max());
                assert_eq!((Some(number(0)), Some(number(1))), extremes, "{line} {first}");
                // Scores do not tell P-positions.
                let zeros = values().filter(|&value| value == 0 && !quantity.is_signed()).count();
                assert_eq!(sent[2 * pixels.len() + at] as usize, zeros, "{line} {first}");
            }
        }
        let found = served.json("position?at=17&columns=10:30");
        assert_eq!(found["position"], serde_json::json!([17]));
        assert_eq!(found["cell"], serde_json::json!([17, 0]));
    }
}

/// Catches colours of a scale between limits that are not those of a table that ends there: what `render` draws.
#[test]
fn a_scale_between_limits_has_the_colours_of_pictures() {
    let (_directory, path) = table("wythoff --box 40");
    let served = Served::start(&path, &[]);
    let colours = |asked: &str| {
        let (status, _, body) = served.get(asked);
        assert_eq!(status, 200, "{asked}: {}", String::from_utf8_lossy(&body));
        body
    };
    let maximum = served.json("table")["totals"]["maximum"].as_u64().expect("a number") as usize;
    // All values of the table, as palettes without limits are sent; the first colour is that of P-positions.
    for (palette, first) in [("hue", 1), ("viridis", 0)] {
        let all = colours(&format!("colours?palette={palette}"));
        let scale = colours(&format!("scale?palette={palette}&limits={first}..{maximum}"));
        assert_eq!(scale[..3], all[..3], "{palette}");
        assert_eq!(scale[3..], all[3 * first..], "{palette}");
        // Moved, the scale has the same colours.
        let end = 1000 + maximum - first;
        let moved = colours(&format!("scale?palette={palette}&limits=1000..{end}"));
        assert_eq!(moved, scale, "{palette}");
    }
    assert_eq!(colours("scale?palette=viridis&limits=7..7").len(), 6);
    assert_eq!(colours("scale?palette=hue&limits=0..4294967295").len(), 3 + 3 * (1 << 16));
    for rest in ["hue", "residue:3&limits=0..9", "hue&limits=9..0", "diverging&limits=0..9"] {
        let asked = format!("scale?palette={rest}");
        assert_eq!(served.get(&asked).0, 400, "{asked}");
    }
}

/// Catches requests that end the server or are answered with an error of its own, whatever they ask for.
#[test]
fn whatever_is_asked_is_answered_or_refused() {
    let (_directory, path) = table("wythoff --box 40x30");
    let (_one, line) = table("nim:1 --box 50");
    let good = [
        "table",
        "plane?plane=",
        "cells?columns=0:40&rows=0:30",
        "pixels?level=3&columns=0:40&rows=0:30",
        "line?level=2&columns=0:50",
        "position?at=3,5&columns=0:40&rows=0:30",
        "colours?palette=residue:7",
        "scale?palette=hue&limits=-3..40",
        "scale?palette=palaces:4294967295&limits=0..4294967295",
        "start",
        "open?path=nothing.zarr",
        "set?kind=list&text=g%20==%201",
        "positions?kind=claim&text=p",
        "forget?kind=list&text=g%20==%201",
        "table?on=0&heap=5",
        "cells?heap=65535&columns=0:40&rows=0:30",
        "position?heap=7&at=3,5&columns=0:40&rows=0:30",
        "figure?format=svg&columns=0:4&rows=0:3&palette=hue&origin=top-left&list=p&limits=1..9&at=3,2",
        "figure?format=pdf&width=6cm&shapes=1&columns=0:4&rows=0:3&palette=hue&origin=top-left&list=g%20==%201",
        "progress",
    ];
    let pieces = "4294967295 4294967296 -1 .. , & = ? % %2C sum=3 z=1 31 32 hue:1 0..0 magma diverging bit:31 é";
    let pieces: Vec<&str> = pieces.split(' ').chain([""]).collect();
    // A linear congruential generator (Knuth, volume 2, section 3.3.4), the same in every run.
    let mut state = 25_u64;
    let mut draw = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for table in [&path, &line] {
        let served = Served::start(table, &["--list", "g == 1"]);
        for _ in 0..300 {
            let mut asked: Vec<char> = good[draw(good.len())].chars().collect();
            for _ in 0..=draw(3) {
                let start = draw(asked.len() + 1);
                let end = (start + draw(6)).min(asked.len());
                asked.splice(start..end, pieces[draw(pieces.len())].chars());
            }
            let asked: String = asked.into_iter().collect();
            let (status, _, body) = served.get(&asked);
            let reason = String::from_utf8_lossy(&body);
            assert!([200, 400, 404].contains(&status), "{asked}: {status} {reason}");
        }
        assert_eq!(served.get("").0, 200);
    }
}

/// Waits until the overview is made, or cannot be; returns what is said of it then.
fn settled(served: &Served) -> Value {
    let start = std::time::Instant::now();
    loop {
        let progress = served.json("progress");
        if progress["state"] != "making" {
            return progress;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{progress}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Catches a page that waits for ever for an overview of which a part cannot be made, does not say why, or does not show
/// the rest.
#[test]
fn an_overview_without_a_part_is_said_to_be() {
    let (_directory, path) = table("wythoff --box 300x270 --tile 64 --shard 0");
    std::fs::write(array_of(&path).join("c/0/0"), b"nonsense").expect("written");
    let served = Served::start(&path, &[]);
    let progress = settled(&served);
    assert_eq!(progress["state"], "failed", "{progress}");
    let reason = progress["reason"].as_str().expect("a reason");
    assert!(reason.contains("c/0/0"), "{reason}");
    let (status, headers, _) = served.get("pixels?level=3&columns=0:300&rows=0:270");
    assert!(status == 200 && !headers.contains("Grundytab-Final"), "{status} {headers}");
}

/// Catches a page whose overview is that of another table, or leaves something in the table; and pixels from memory that
/// are not those which are added up.
#[test]
fn an_overview_leaves_nothing_behind() {
    let (_directory, path) = table("wythoff --box 300x270");
    let names = || {
        let entries = std::fs::read_dir(&path).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let served = Served::start(&path, &[]);
    assert_eq!(settled(&served)["state"], "done");
    assert_eq!(served.json("table")["overview_level"], 3);
    let pixels = |asked: &str| {
        let (status, _, body) = served.get(&format!("pixels?level=3&{asked}"));
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
        body
    };
    let all = pixels("columns=0:300&rows=0:270");
    assert_eq!(all.len(), 2 * 4 * 38 * 34);
    // Without its last column, the last pixel of a row is cut, so that all are added up.
    let cut = pixels("columns=0:299&rows=0:270");
    let all_but_last = |pixels: &[u8]| -> Vec<u8> {
        pixels.chunks(4 * 38).flat_map(|row| row[..4 * 37].to_vec()).collect()
    };
    assert_eq!(all_but_last(&all), all_but_last(&cut));
    assert_eq!(names(), before);
}

/// Catches a request for which more cells are added up than one may cost: the page asks for none.
#[test]
fn what_costs_too_much_is_refused() {
    // A few more than 2^26 cells.
    let (_directory, path) = table("wythoff --box 8200 --quantity outcome");
    let served = Served::start(&path, &[]);
    assert_eq!(served.json("table")["most_cells_added_up"], 1 << 26);
    // Pixels of the overview cost nothing once it is made; those that begin between them are added up.
    assert_eq!(settled(&served)["state"], "done");
    assert_eq!(served.get("pixels?level=4&columns=0:8200&rows=0:8200").0, 200);
    assert_eq!(served.get("pixels?level=4&columns=1:8190&rows=0:8190").0, 200);
    let (status, _, reason) = served.get("pixels?level=4&columns=1:8200&rows=0:8200");
    let reason = String::from_utf8_lossy(&reason);
    assert!(status == 400 && reason.contains("at most 67108864"), "{status} {reason}");
}

/// Catches cells of another table, which has taken the place of the one that was opened, beside cells of that
/// one: both have the same shape.
#[test]
fn a_table_that_is_replaced_is_no_longer_served() {
    let (_directory, path) = table("wythoff --box 300x200 --tile 64");
    let served = Served::start(&path, &[]);
    let corner = "cells?columns=0:64&rows=0:64";
    let beyond = "cells?columns=200:264&rows=100:164";
    assert_eq!(served.get(corner).0, 200);
    // What a user adds to the metadata does not make it another table.
    let metadata = array_of(&path).join("zarr.json");
    let text = std::fs::read_to_string(&metadata).expect("metadata");
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    document["attributes"]["title"] = "seen".into();
    std::fs::write(&metadata, document.to_string()).expect("written");
    assert_eq!(served.get(corner).0, 200);
    let line = "tabulate nim:2 --box 300x200 --tile 64 --engine cpu --quiet --overwrite --out {}";
    done(line, &path);
    let position = "position?at=1,2&columns=0:64&rows=0:64";
    let pixels = "pixels?level=2&columns=0:64&rows=0:64";
    // One part was read before, and is kept; the other would be read from the new table.
    for asked in [corner, beyond, pixels, position, "table", ""] {
        let (status, _, body) = served.get(asked);
        let reason = String::from_utf8_lossy(&body);
        assert_eq!(status, 410, "{asked}: {reason}");
        assert!(reason.contains("the table was replaced by another one"), "{asked}: {reason}");
    }
    std::fs::remove_dir_all(&path).expect("removed");
    let (status, _, body) = served.get(corner);
    let reason = String::from_utf8_lossy(&body);
    assert_eq!(status, 410, "{reason}");
    assert!(reason.contains("there is nothing at this path"), "{reason}");
}

/// Ctrl-C is how the page ends, and no failure.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_page_with_success() {
    let (_directory, path) = table("wythoff --box 20");
    let mut served = Served::start(&path, &[]);
    assert_eq!(served.get("").0, 200);
    let status = end_by_ctrl_c(&mut served.program).expect("it ends");
    assert_eq!(status.code(), Some(0));
}

#[test]
fn what_cannot_be_viewed_is_refused() {
    refused("view {}/nothing --port 70000", "70000");
    // What lies over the table: another number of heaps, no P-positions, no claim, too much of it.
    let (_directory, path) = table("wythoff --box 20");
    let (_one, line) = table("nim:1 --box 20");
    let (_scores, scores) = table("nim:2+points=3/-1 --box 20 --quantity score");
    let over = |other: &Path| format!("view {{}} --with {}", other.display());
    refuses(&over(&line), &path, "its positions have 1 heap, those of the first table 2");
    refuses(&over(&scores), &path, "its scores tell no P-positions");
    ends(4, &over(&path.join("nothing.zarr")), &path);
    refuses("view {} --claim g+1", &path, "a number stands where true or false is expected");
    refuses("view {} --list nonsense", &path, "nonsense");
    let many = "view {} --list p --list p --list p --claim p --claim p --claim p --claim p";
    refuses(many, &path, "there are marks for 6 sets of positions");
    let (directory, _) = temporary();
    ends(4, "view {}", &directory.path().join("nothing.zarr"));
    // A port that is taken.
    let (_directory, path) = table("wythoff --box 20");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    assert_eq!(fails(4, &format!("view {{}} --port {port}"), &path, "--port"), "");
}

/// Catches a page that makes values up where an unfinished table has none, whose colours are those of no values, or that
/// does not say what it shows; and one that goes on with what a finished run has taken away.
#[test]
fn the_page_of_an_unfinished_table_shows_what_is_there() {
    let (_directory, path) = unfinished("");
    let partial = path.with_extension("zarr.partial");
    let served = Served::start(&partial, &[]);
    let described = served.json("table");
    assert_eq!(described["unfinished"], "unfinished: 87.5 % are there");
    assert_eq!(described["totals"]["positions"], 1400);
    let largest = json_of(0, "analyze {} --json --only values", &partial);
    let largest = largest["values"].as_array().expect("values").last().expect("a value").clone();
    assert_eq!(described["totals"]["maximum"], largest["value"]);
    let outside = described["outside"].as_u64().expect("a number");
    let (status, _, cells) = served.get("cells?columns=0:40&rows=0:40");
    assert_eq!((status, cells.len()), (200, 1600));
    for (at, &value) in (0..).zip(&cells) {
        assert_eq!(u64::from(value) == outside, !is_there(at % 40, at / 40), "{at}");
    }
    let known = served.json("position?at=3,5&columns=0:40&rows=0:40");
    assert_eq!(known["value"], 0);
    let (status, _, reason) = served.get("position?at=35,35&columns=0:40&rows=0:40");
    assert_eq!(status, 404);
    assert_eq!(String::from_utf8_lossy(&reason), "(35, 35) is not computed yet");
    done("tabulate wythoff --box 40 --engine cpu --resume --quiet --out {}", &path);
    let (status, _, reason) = served.get("cells?columns=0:40&rows=0:40");
    assert_eq!(status, 410);
    let reason = String::from_utf8_lossy(&reason);
    assert!(reason.contains(&format!("open {}", path.display())), "{reason}");
}
