//! The page of theorems and its data: they have the games that they say they have, and a sample of the theorems is
//! proved again.

use std::collections::{HashMap, HashSet};
use std::io::Read as _;

use flate2::read::GzDecoder;
use grundytab::{Convention, Ruleset};
use grundytab_cli::internal::{
    Caps, Certificate, CheckLimits, Numerations, Verdict, parse_numeration,
};

use crate::search::{Effort, Finding, search};
use crate::{classes, digraphs, vectors};

const PAGE: &str = include_str!("../../../docs/theorems.md");
const DATA: &str = include_str!("../../../docs/data/theorems.tsv");
const CERTIFICATES: &[u8] = include_bytes!("../../../docs/data/certificates.jsonl.gz");

/// A line of the data.
struct Line {
    class: &'static str,
    game: &'static str,
    play: &'static str,
    result: &'static str,
    numeration: &'static str,
    states: &'static str,
    evidence: &'static str,
    checked: &'static str,
    classes: &'static str,
    growth: &'static str,
    reason: &'static str,
}

fn lines() -> Vec<Line> {
    let mut lines = DATA.lines();
    let heading: Vec<&str> = lines.next().expect("a heading").split('\t').collect();
    let read = |line: &'static str| {
        let cells: Vec<&'static str> = line.split('\t').collect();
        assert_eq!(cells.len(), heading.len(), "{line}");
        let cell = |name: &str| cells[heading.iter().position(|at| *at == name).expect(name)];
        Line {
            class: cell("class"),
            game: cell("game"),
            play: cell("play"),
            result: cell("result"),
            numeration: cell("numeration"),
            states: cell("states"),
            evidence: cell("evidence"),
            checked: cell("checked"),
            classes: cell("classes"),
            growth: cell("growth"),
            reason: cell("reason"),
        }
    };
    lines.map(read).collect()
}

/// The lines about one game in one convention: several where several numerations were tried in vain.
fn entries(lines: &[Line]) -> Vec<&[Line]> {
    let key = |line: &Line| (line.class, line.game, line.play);
    lines.chunk_by(|a, b| key(a) == key(b)).collect()
}

/// Catches digraphs that are left out, or listed twice: there are 16 without loops (OEIS A000273) and 104 with
/// loops (A000595), the one without edges, which is not listed, among both.
#[test]
fn digraphs_are_counted() {
    assert_eq!(digraphs::digraphs(false).len(), 16 - 1);
    assert_eq!(digraphs::digraphs(true).len(), 104 - 1);
    assert!(digraphs::digraphs(false).contains(&"XY/YZ/ZX".to_string()));
}

/// Catches sets of rays that are left out, or listed twice: sets of nonempty subsets of three things are
/// hypergraphs, of which there are 40 up to isomorphism (OEIS A000612), one of them empty.
#[test]
fn sets_of_rays_are_counted() {
    assert_eq!(vectors::sets(&vectors::vectors(3, 1), 7).len(), 39);
    let nim = vec![vec![1, 0], vec![0, 1]];
    assert!(vectors::sets(&vectors::vectors(2, 1), 2).contains(&nim));
    assert!(!vectors::has_multiple(&nim) && vectors::has_multiple(&[vec![3, 6], vec![1, 2]]));
}

/// Catches data that leave out games of the classes, or have others, and a game that is listed twice in
/// a class.
#[test]
fn the_data_list_the_games() {
    let lines = lines();
    let mut entries = entries(&lines).into_iter();
    for class in classes::classes() {
        let games: HashSet<String> =
            class.games.iter().map(|game| Ruleset::parse(game).expect(game).to_string()).collect();
        assert_eq!(games.len(), class.games.len(), "{}", class.title);
        for game in &class.games {
            for convention in class.conventions {
                let line = &entries.next().expect(game)[0];
                assert_eq!((line.class, line.game), (class.title, game.as_str()));
                assert_eq!(line.play == "misère play", *convention == Convention::Misere, "{game}");
            }
        }
    }
    assert!(entries.next().is_none());
}

/// Catches a summary that says more than the data.
#[test]
fn the_summary_counts_the_lines() {
    let lines = lines();
    let entries = entries(&lines);
    let count = |result| entries.iter().filter(|entry| entry[0].result == result).count();
    let [proved, none, seem, open, refused] =
        ["proved", "none", "none?", "open", "refused"].map(count);
    let all = entries.len();
    assert_eq!(proved + none + seem + open + refused, all);
    let counted = format!("| all | {all} | {proved} | {none} | {seem} | {open} | {refused} |\n");
    assert!(PAGE.contains(&counted), "{counted}");
}

/// Catches games that are open on the page since its tables end before those of `prove` do.
#[test]
fn the_page_goes_as_far_as_prove() {
    let Caps { positions, states, .. } = Caps::default();
    let expected = format!(
        "from tables of at most {positions} positions, with\nautomata of at most {states} states on the way"
    );
    assert!(PAGE.contains(&expected), "{expected}");
}

/// Catches a game that is open for a reason that the data do not give, and a game that is said to have no automaton
/// although its classes do not grow in some numeration.
#[test]
fn what_is_open_says_which_limit_was_reached() {
    let lines = lines();
    let open = lines.iter().filter(|line| ["open", "none?"].contains(&line.result));
    let open: Vec<&Line> = open.collect();
    assert!(!open.is_empty());
    let is_false = |line: &Line| line.checked == "false";
    assert!(!lines.iter().any(is_false));
    for line in open {
        assert!(!line.reason.is_empty() && !line.numeration.is_empty(), "{}", line.game);
        let classes: Vec<usize> = line.classes.split(", ").filter_map(|n| n.parse().ok()).collect();
        assert!(line.growth.is_empty() || classes.last() > classes.first(), "{}", line.game);
        assert!(line.result == "open" || !line.growth.is_empty(), "{}", line.game);
    }
}

/// Catches verdicts that do not say below how many states there seems to be no automaton, or say more than the classes do: those
/// of another reason, and of an earlier version, which compared classes with numbers.
#[test]
fn verdicts_name_the_states() {
    let lines = lines();
    let verdicts = lines.iter().filter(|line| line.reason.starts_with("the classes of words grow"));
    let mut count = 0;
    for line in verdicts {
        let classes = line.classes.split(", ").filter_map(|n| n.parse::<usize>().ok()).max();
        let least = classes.expect("there are classes");
        let expected = format!(
            "the classes of words grow as the words do: no automaton of fewer than about {least} states seems to be right"
        );
        assert_eq!(line.reason, expected, "{}", line.game);
        count += 1;
    }
    assert!(count > 100, "{count}");
}

/// Returns the P-positions of two heaps below a side by the definition: those from which no move leads to one of them. Moves
/// lower the sum of the heaps.
fn p_positions(side: usize, options: impl Fn(usize, usize) -> Vec<[usize; 2]>) -> Vec<[usize; 2]> {
    let mut found: HashSet<[usize; 2]> = HashSet::new();
    for sum in 0..2 * side {
        for x in 0..=sum {
            if !options(x, sum - x).iter().any(|option| found.contains(option)) {
                found.insert([x, sum - x]);
            }
        }
    }
    let mut below: Vec<[usize; 2]> = found.into_iter().filter(|[x, y]| *x.max(y) < side).collect();
    below.sort_unstable();
    below
}

/// Catches a theorem that is not what a source proves: that the P-positions of (s, t)-Wythoff are those that Fraenkel's numeration
/// tells, whose weights the page names, and that those of Triangular Nim with a diagonal are neighbouring triangular numbers; and
/// rows that do not say so.
#[test]
fn what_sources_prove_is_so() {
    const SIDE: usize = 60;
    let sorted = |mut pairs: Vec<[usize; 2]>| {
        pairs.extend(pairs.clone().iter().map(|&[x, y]| [y, x]));
        pairs.retain(|pair| pair.iter().all(|&heap| heap < SIDE));
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    };
    for (s, t) in [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3)] {
        let found = p_positions(SIDE, |x, y| {
            let mut options: Vec<[usize; 2]> = (0..x).map(|to| [to, y]).collect();
            options.extend((0..y).map(|to| [x, to]));
            for k in 1..=x {
                let steps = (1..=y).filter(|&l| k.max(l) < s * k.min(l) + t);
                options.extend(steps.map(|l| [x - k, y - l]));
            }
            options
        });
        let (mut weights, a, b) = (vec![1, s + t], s + t - 1, s);
        while weights[weights.len() - 1] <= SIDE {
            weights.push(a * weights[weights.len() - 1] + b * weights[weights.len() - 2]);
        }
        let word = |mut number: usize| {
            let digits = weights.iter().rev().map(|weight| {
                let digit = number / weight;
                number %= weight;
                digit
            });
            digits.collect::<Vec<usize>>()
        };
        let zeros = |number| word(number).iter().rev().take_while(|&&digit| digit == 0).count();
        let shifted =
            |number| word(number).iter().rev().zip(&weights[1..]).map(|(d, w)| d * w).sum();
        let pairs = (1..SIDE).filter(|&number| zeros(number) % 2 == 0);
        let pairs = std::iter::once([0, 0]).chain(pairs.map(|number| [number, shifted(number)]));
        assert_eq!(found, sorted(pairs.collect()), "({s}, {t})");
        let rows = PAGE.lines().filter(|line| line.starts_with(&format!("| ({s}, {t})-Wythoff |")));
        let theorem = format!(
            "in the numeration of weights {}, {}, {}, ..., each {a} times the last one and {b} times the one before |",
            weights[0], weights[1], weights[2]
        );
        assert!(rows.clone().count() == 1 && rows.clone().all(|row| row.ends_with(&theorem)));
    }

    let found = p_positions(SIDE, |x, y| {
        let mut options: Vec<[usize; 2]> = (1..=x.min(y)).map(|k| [x - k, y - k]).collect();
        options.extend((2..=x).flat_map(|k| (1..k).map(move |j| [x - k, y + j])));
        options.extend((2..=y).flat_map(|k| (1..k).map(move |j| [x + j, y - k])));
        options
    });
    let triangular: Vec<usize> = (0..SIDE).map(|n| n * (n + 1) / 2).collect();
    let pairs = triangular.windows(2).map(|pair| [pair[0], pair[1]]);
    assert_eq!(found, sorted(std::iter::once([0, 0]).chain(pairs).collect()));
    let lines = lines();
    let is_it =
        |line: &&Line| line.game.contains("x - k, y + j") && line.game.contains("x - k, y - k");
    let line = lines.iter().find(is_it).expect("a line");
    assert_eq!(line.result, "none");
    let row = format!("| no automaton: {} |", line.reason);
    assert!(
        line.reason.contains("neighbouring triangular numbers") && PAGE.contains(&row),
        "{row}"
    );
}

/// Catches certificates that are not those of the theorems, or that are false: some are checked anew.
#[test]
fn the_certificates_are_those_of_the_theorems() {
    let mut text = String::new();
    GzDecoder::new(CERTIFICATES).read_to_string(&mut text).expect("it is compressed");
    let lines = lines();
    let proved = lines.iter().filter(|line| line.result == "proved");
    let canonical = |game: &str| Ruleset::parse(game).expect(game).to_string();
    let key = |line: &Line| (canonical(line.game), line.play == "misère play");
    // Whether the other method has confirmed the theorem: of some it has not within the time.
    let expected: HashMap<(String, bool), bool> =
        proved.map(|line| (key(line), line.checked == "yes")).collect();
    let mut found = HashSet::new();
    for (number, text) in text.lines().enumerate() {
        let certificate = Certificate::parse(text).expect("a certificate");
        let is_misere = certificate.convention() == Convention::Misere;
        let key = (certificate.ruleset().to_string(), is_misere);
        let was_checked = expected.get(&key) == Some(&true);
        found.insert(key);
        if number.is_multiple_of(50) && was_checked && text.len() < 100_000 {
            let verdict = certificate.check(&CheckLimits::default());
            assert_eq!(verdict, Ok(Verdict::Proved), "{}", certificate.ruleset());
        }
    }
    assert_eq!(found, expected.into_keys().collect());
}

/// Catches theorems that can no longer be proved, or by other automata than the data say: the least automaton of
/// a set depends on the set and the numeration alone.
#[test]
fn a_sample_is_proved_again() {
    let lines = lines();
    let mut proved_again = 0;
    let mut games = HashSet::new();
    for line in entries(&lines).into_iter().map(|entry| &entry[0]) {
        games.insert((line.class, line.game));
        // The games with a name, and some of the others.
        let is_drawn = is_named(line.game) || (games.len() - 1).is_multiple_of(29);
        if !is_drawn || line.result != "proved" || !is_small(line.evidence) {
            continue;
        }
        let convention =
            if line.play == "misère play" { Convention::Misere } else { Convention::Normal };
        let (game, states) = (line.game, line.states);
        let numeration = parse_numeration(line.numeration).expect("a numeration");
        // The states end a search, and no clock: this is a year.
        let effort = Effort { positions: 1_300_000, states: 30_000, seconds: 31_557_600 };
        let found =
            search(game, convention, Numerations::Given(vec![numeration]), effort).expect(game);
        let Finding::Proved { states: found, .. } = found else {
            panic!("{game}, {convention}: {found:?}, and not {states} states");
        };
        let found: Vec<String> = found.iter().map(usize::to_string).collect();
        assert_eq!(found.join(" and "), states, "{game}, {convention}");
        proved_again += 1;
    }
    assert!(proved_again >= 30, "{proved_again}");
    for game in ["triangle", "wythoff"] {
        assert!(lines.iter().any(|line| line.game == game));
    }
}

fn is_named(game: &str) -> bool {
    ["triangle", "wythoff", "nim", "maharaja", "fibonacci"].contains(&game)
}

/// Whether a table such as `box 50x50`, or a list such as `list of 11 digits`, is small enough for a test.
fn is_small(evidence: &str) -> bool {
    let numbers =
        evidence.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u64>().ok());
    let largest = if evidence.starts_with("list") { 16 } else { 99 };
    numbers.max().is_some_and(|number| number <= largest)
}
