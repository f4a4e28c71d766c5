//! What is said of texts that are no rules. `messages.txt` has texts, each with the message below it, to be read as a user
//! reads it.

use crate::clause::WrittenClauses;
use crate::rules::Clauses;

fn message(text: &str) -> Option<String> {
    WrittenClauses::parse(text).and_then(|written| Clauses::of(&written)).err()
}

/// Catches a message that names another place, and a text that is accepted.
#[test]
fn messages_say_what_is_expected() {
    let table = include_str!("messages.txt");
    let mut lines = table.lines();
    let mut count = 0;
    while let Some(text) = lines.next() {
        let expected = lines.next().and_then(|line| line.strip_prefix("    "));
        assert_eq!(message(text).as_deref(), expected, "{text}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

/// Texts that are too long, too deep or too many.
#[test]
fn limits_are_named() {
    let clauses = |count: usize| "(x - 1);".repeat(count);
    assert_eq!(message(&clauses(256)), None);
    let many = message(&clauses(1000)).expect("too many");
    assert!(many.starts_with("at character 2049, `(x - 1);"), "{many}");
    assert!(many.ends_with(": there are more than 256 clauses"), "{many}");
    let players = message(&format!("left: {} right: {}", clauses(200), clauses(57)));
    assert!(players.is_some_and(|of| of.ends_with("there are more than 256 clauses")));

    let nested = |depth: usize| format!("({}x{})", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(message(&nested(59)), None);
    let deep = message(&nested(61)).expect("too deep");
    assert!(deep.starts_with("at character 62, `(x)))"), "{deep}");
    assert!(deep.ends_with("it is nested more than 60 deep"), "{deep}");

    let long = |count: usize| format!("(x - 1) if {}", vec!["x"; count].join("+"));
    let problem = message(&long(501)).expect("too long");
    let expected =
        "at character 12, `x+x+x+x+x+x+x+x+x+x+x+x+`: the expression has more than 2000 characters";
    assert_eq!(problem, expected);
    assert_eq!(message(&format!("{} == 3", long(499))), None);

    // Spaces count in the text as a whole.
    let spaces = |count: usize| format!("(x{} - 1)", " ".repeat(count));
    assert_eq!(message(&spaces(1_000_000)), None);
    for count in [1 << 20, 2 << 20] {
        let long = message(&spaces(count));
        assert_eq!(long.as_deref(), Some("the rules are longer than 1048576 bytes"));
    }

    // Each set has at most 2^17 numbers, and all together 2^20.
    let sets = |count: usize| "(x) for k in {0..131071};".repeat(count);
    assert_eq!(message(&sets(8)), None);
    let many = message(&sets(9)).expect("too many");
    assert!(many.ends_with("all sets together have more than 1048576 numbers"), "{many}");
}

/// The canonical text of what is accepted must be accepted: it may have more spaces, and more brackets.
#[test]
fn texts_whose_canonical_text_is_refused_are_refused() {
    // Even numbers have no ranges, and each takes a space more.
    let numbers: Vec<String> = (0..131_072).map(|n| (200_000 + 2 * n).to_string()).collect();
    let set = format!("(x) for k in {{{}}}", numbers.join(","));
    let problem = message(&set).expect("too long");
    assert_eq!(problem, "written with all spaces and brackets, they are longer than 1048576 bytes");
}
