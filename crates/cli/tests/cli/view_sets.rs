//! What the server of `view` is asked for beside the table that it was started with: sets of positions, further tables,
//! sums with a nim heap, figures.

use std::path::Path;
use std::time::{Duration, Instant};

use grundytab::table::TableReader;
use serde_json::{Value, json};

use crate::view::{Served, numbers};
use crate::{json_of, table};

/// Writes a text as addresses have it.
fn coded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn set(kind: &str, text: &str) -> String {
    format!("kind={kind}&text={}", coded(text))
}

/// Waits until a set is found; returns how many positions it has, and the heaps of those that are sent.
fn found(served: &Served, set: &str) -> (u64, Vec<u32>) {
    let start = Instant::now();
    loop {
        let described = served.json(&format!("set?{set}"));
        if described["state"] == "found" {
            let (status, _, body) = served.get(&format!("positions?{set}"));
            assert_eq!(status, 200, "{set}");
            return (described["count"].as_u64().expect("a number"), numbers(&body));
        }
        assert!(
            described["state"] == "searching" && start.elapsed() < Duration::from_secs(60),
            "{set} {described}"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Returns what is said of a request that is refused.
fn refusal(served: &Served, asked: &str) -> String {
    let (status, _, body) = served.get(asked);
    assert_eq!(status, 400, "{asked}");
    String::from_utf8(body).expect("a text")
}

/// Catches sets of positions that are others than `list` finds, or not the first ones, whether they are given as flags or
/// added later; and names of tables that expressions do not know.
#[test]
fn sets_of_positions_are_those_of_list() {
    let (_directory, path) = table("wythoff --box 40x30");
    // A larger table of another game.
    let (_other, other) = table("nim:2 --box 60x35");
    let other = other.to_str().expect("a path");
    let (with, claim) = (format!("n={other}"), "g <= x + y - 3");
    let served = Served::start(&path, &["--with", &with, "--claim", claim]);
    let started = served.json("start");
    assert_eq!(started["sets"], json!([["with", with], ["claim", claim]]));
    assert_eq!(started["tables"].as_array().map(Vec::len), Some(2));
    let listed = |condition: &str| {
        let listed = json_of(0, &format!("list {{}} {condition} --limit 100000 --json"), &path);
        let heaps = listed["positions"].as_array().expect("positions").iter();
        let heaps = heaps.flat_map(|one| one["position"].as_array().expect("heaps"));
        let heaps = heaps.map(|heap| heap.as_u64().expect("a number") as u32).collect();
        (listed["matches"].as_u64().expect("a number"), heaps)
    };
    assert_eq!(found(&served, &set("claim", claim)), listed("not(g<=x+y-3)"));
    assert_eq!(found(&served, &set("list", "g == 1")), listed("g==1"));
    assert_eq!(found(&served, &set("list", "g == 1 and x % 2 == 0")), listed("g==1&&x%2==0"));
    // The P-positions of Nim on two heaps have equal heaps; those beyond the table are left out.
    let diagonal: Vec<u32> = (0..30).flat_map(|heap| [heap, heap]).collect();
    assert_eq!(found(&served, &set("with", &with)), (30, diagonal.clone()));
    // The table has a name.
    assert_eq!(found(&served, &set("list", "p[n]")), (30, diagonal));
    // Over the other table, conditions are about its own values: there the diagonal is longer.
    assert_eq!(found(&served, &format!("on=1&{}", set("list", "g == 0"))).0, 35);
}

/// Catches a set that is typed wrongly and not refused in the words of the program, and one that is forgotten or stopped
/// and cannot be found again.
#[test]
fn sets_are_refused_or_forgotten() {
    let (_directory, path) = table("wythoff --box 40x30");
    let (_one, line) = table("nim:1 --box 20");
    let (_scores, scores) = table("nim:2+points=3/-1 --box 20 --quantity score");
    let served = Served::start(&path, &[]);
    for (kind, text, words) in [
        ("list", "g = 1", "equality is written =="),
        ("claim", "g + 1", "a number stands where true or false is expected"),
        ("list", "p[n]", "n"),
        ("with", "nothing.zarr", "nothing.zarr"),
        (
            "with",
            line.to_str().expect("a path"),
            "its positions have 1 heap, those of the first table 2",
        ),
        ("with", scores.to_str().expect("a path"), "its scores tell no P-positions"),
        ("law", "p", "there is no such kind of sets"),
    ] {
        for request in ["set", "positions"] {
            let said = refusal(&served, &format!("{request}?{}", set(kind, text)));
            assert!(said.contains(words), "{kind} {text}: {said}");
        }
    }
    let set_of = |value: u32| set("list", &format!("g == {value}"));
    let set = set_of(2);
    let before = found(&served, &set);
    for _ in 0..3 {
        assert_eq!(served.get(&format!("forget?{set}")).0, 200);
    }
    assert_eq!(found(&served, &set), before);
    // More than are kept: the first one is searched for anew.
    for value in 3..40 {
        found(&served, &set_of(value));
    }
    assert_eq!(found(&served, &set), before);
}

/// Catches cells of another table than was asked for, a table that is opened twice, and one that cannot be shown.
#[test]
fn further_tables_are_opened() {
    let (_directory, path) = table("wythoff --box 40x30");
    let (_other, other) = table("nim:2 --box 60x35");
    let (_line, line) = table("nim:1 --box 20");
    let served = Served::start(&path, &[]);
    let open = |path: &Path| format!("open?path={}", coded(path.to_str().expect("a path")));
    assert_eq!(served.json(&open(&path)), 0);
    assert_eq!(served.json(&open(&other)), 1);
    assert_eq!(served.json(&open(&other)), 1);
    assert_eq!(served.json("table?on=1")["game"], "nim:2");
    let reader = TableReader::open(&other).expect("a table");
    let cells = served.get("cells?on=1&columns=30:60&rows=5:35").2;
    let expected = (5..35).flat_map(|y| (30..60).map(move |x| [x, y]));
    let expected: Vec<u8> =
        expected.map(|heaps| reader.value(&heaps).expect("a value") as u8).collect();
    assert_eq!(cells, expected);
    assert!(refusal(&served, &open(&line)).contains("those of the first table 2"));
    assert!(refusal(&served, &open(&path.join("nothing.zarr"))).contains("nothing.zarr"));
    assert!(refusal(&served, "table?on=2").contains("no table has this number"));
    assert_eq!(served.json("start")["tables"].as_array().map(Vec::len), Some(2));
}

/// Catches values, moves and P-positions of sums with a nim heap that are others than those of a table of the sum, which
/// is Wythoff Nim with a third heap that is played alone.
#[test]
fn sums_with_a_nim_heap_are_those_of_a_table_of_the_sum() {
    let (_directory, path) = table("wythoff --box 24x20");
    let (_sum, sum) = table("vector:1,0,0/0,1,0/1,1,0/0,0,1 --box 24x20x8");
    let served = Served::start(&path, &[]);
    let reader = TableReader::open(&sum).expect("a table");
    for heap in 1..8 {
        let value = |x, y| reader.value(&[x, y, heap]).expect("a value");
        let cells = numbers(&served.get(&format!("cells?heap={heap}&columns=0:24&rows=0:20")).2);
        let expected: Vec<u32> =
            (0..20).flat_map(|y| (0..24).map(move |x| (x, y))).map(|(x, y)| value(x, y)).collect();
        assert_eq!(cells, expected, "{heap}");
        // A pixel of 32 by 32 cells: the share of P-positions, and the mean.
        let asked = format!("pixels?level=5&heap={heap}&columns=0:24&rows=0:20");
        let pixel: Vec<f32> =
            numbers(&served.get(&asked).2).into_iter().map(f32::from_bits).collect();
        let zeros = expected.iter().filter(|&&value| value == 0).count();
        let total: u32 = expected.iter().sum();
        assert_eq!(pixel, [zeros as f32 / 480.0, (f64::from(total) / 480.0) as f32], "{heap}");
        for at in ["0,3", "7,12", "11,4", "23,19"] {
            let found =
                served.json(&format!("position?heap={heap}&at={at}&columns=0:24&rows=0:20"));
            let query = json_of(0, &format!("query {{}} {at},{heap} --json"), &sum);
            let answer = &query["answers"][0];
            assert_eq!(
                (&found["value"], &found["outcome"]),
                (&answer["value"], &answer["outcome"])
            );
            let moves = answer["winning_moves"].as_array().expect("moves");
            let in_position = |one: &&Value| one[2] == heap;
            let kept: Vec<Value> =
                moves.iter().filter(in_position).map(|one| json!([one[0], one[1]])).collect();
            let told = found["winning"][0]["moves"].as_array().expect("moves").iter();
            let told: Vec<Value> = told.map(|one| one["to"].clone()).collect();
            assert_eq!(told, kept, "{at} {heap}");
            let smaller = moves.iter().find(|one| !in_position(one)).map(|one| one[2].clone());
            assert_eq!(found["smaller_heap"], smaller.unwrap_or(Value::Null), "{at} {heap}");
        }
    }
    assert!(refusal(&served, "cells?heap=65536&columns=0:2&rows=0:2").contains("65535"));
    for (line, words) in [
        ("wythoff --box 20 --quantity outcome", "Grundy values alone add up"),
        ("nim:2 --box 20 --misere", "it is of misère play"),
    ] {
        let (_directory, path) = table(line);
        let served = Served::start(&path, &[]);
        let said = served.json("table")["no_heap"].as_str().expect("a reason").to_owned();
        assert!(said.contains(words), "{said}");
        assert!(refusal(&served, "cells?heap=1&columns=0:2&rows=0:2").contains(words), "{line}");
    }
}

/// Catches figures without the sets and the command that were asked for, and one of a sum, which would show other values.
#[test]
fn figures_have_the_sets_and_the_command() {
    let (_directory, path) = table("wythoff --box 40x30");
    let served = Served::start(&path, &[]);
    let asked = format!(
        "columns=0:20&rows=5:25&palette=hue&origin=bottom-left&limits=1..30&at=9,7&list={}&command={}",
        coded("g == 1 and x < y"),
        coded("grundytab render it's")
    );
    let (status, headers, body) = served.get(&format!("figure?format=svg&{asked}"));
    let drawn = String::from_utf8(body).expect("a text");
    assert!(status == 200 && headers.contains("image/svg+xml"), "{status} {drawn}");
    for text in ["g == 1 and x &lt; y", "grundytab render it", "</svg>"] {
        assert!(drawn.contains(text), "{text}");
    }
    let (status, headers, body) = served.get(&format!("figure?format=pdf&{asked}"));
    assert!(status == 200 && headers.contains("application/pdf") && body.starts_with(b"%PDF"));
    assert!(
        refusal(&served, &format!("figure?format=svg&heap=3&{asked}")).contains("save it as PNG")
    );
    assert!(refusal(&served, &format!("figure?format=png&{asked}")).contains("it is no format"));
    // With the width and the shape that the page has for the set, of those that it was sent.
    let shapes = &served.json("start")["shapes"];
    let colour = shapes[2]["colour"].as_str().expect("a colour");
    assert_eq!(shapes.as_array().map(Vec::len), Some(6));
    let (_, _, body) = served.get(&format!("figure?format=svg&width=12cm&shapes=2&{asked}"));
    let of_page = String::from_utf8(body).expect("a text");
    assert!(of_page.contains("width=\"119.973mm") && of_page.contains(colour), "{colour}");
    assert!(!drawn.contains(colour));
    for (wrong, word) in [("shapes=6", "no shape"), ("shapes=", "no shape"), ("width=wide", "wide")]
    {
        let refused = refusal(&served, &format!("figure?format=svg&{wrong}&{asked}"));
        assert!(refused.contains(word), "{refused}");
    }
    let wrong = asked.replace(&coded("g == 1 and x < y"), &coded("g+"));
    assert!(refusal(&served, &format!("figure?format=svg&{wrong}")).contains("g+"));
}
