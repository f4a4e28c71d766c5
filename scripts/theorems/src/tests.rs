//! The page of theorems: it lists the games that it says it does, and a sample of its theorems is proved
//! again.

use std::collections::HashSet;

use grundytab::Ruleset;
use grundytab::prove::Caps;

use crate::search::{Effort, Finding, search};
use crate::{classes, digraphs, vectors};

const PAGE: &str = include_str!("../../../docs/theorems.md");

/// A row of one of the tables of the page: the game, and what is said of it in each convention.
fn rows() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    PAGE.lines().filter_map(|line| {
        let (game, cells) = line.strip_prefix("| `")?.split_once("` | ")?;
        Some((game, cells.trim_end_matches(" |").split(" | ").collect()))
    })
}

/// Catches digraphs that are left out, or listed twice: there are 16 without loops (OEIS A000273) and 104 with
/// loops (A000595), the one without edges among both.
#[test]
fn digraphs_are_counted() {
    assert_eq!(digraphs::digraphs(false).len(), 16);
    assert_eq!(digraphs::digraphs(true).len(), 104);
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

/// Catches a page that leaves out games of its classes, or has others, and a game that is listed twice in
/// a class.
#[test]
fn the_page_lists_its_games() {
    let mut rows = rows();
    for class in classes::classes() {
        let games: HashSet<String> =
            class.games.iter().map(|game| Ruleset::parse(game).expect(game).to_string()).collect();
        assert_eq!(games.len(), class.games.len(), "{}", class.title);
        for game in &class.games {
            let (listed, cells) = rows.next().expect(game);
            assert_eq!(listed, game);
            assert_eq!(cells.len(), class.conventions.len(), "{game}");
        }
    }
    assert!(rows.next().is_none());
}

/// Catches a summary that says more than the tables.
#[test]
fn the_summary_counts_the_rows() {
    let cells = || rows().flat_map(|(_, cells)| cells);
    let open = cells().filter(|cell| cell.starts_with("open")).count();
    let refused = cells().filter(|cell| *cell == "refused").count();
    let all = cells().count();
    let proved = all - open - refused;
    assert!(PAGE.contains(&format!("| all | {all} | {proved} | {open} | {refused} |\n")));
}

/// Catches games that are open on the page since its tables end before those of `prove` do.
#[test]
fn the_page_goes_as_far_as_prove() {
    let Caps { positions, states, .. } = Caps::default();
    let said = format!(
        "from tables of at most {positions} positions, with\nautomata of at most {states} states on the way"
    );
    assert!(PAGE.contains(&said), "{said}");
    // It needs 1036324 positions.
    let cells = rows().find(|(game, _)| *game == "vector:2,1/2,0/1,1").expect("it is listed").1;
    assert_eq!(cells[0], "pell, 28 states, box 1018x1018");
}

/// Catches a game that is open for a reason that is not told.
#[test]
fn what_is_open_says_which_limit_was_reached() {
    let mut open = rows().flat_map(|(_, cells)| cells).filter(|cell| *cell == "open").count();
    let mut lines = PAGE.lines().peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with("- `") || !line.ends_with(" play") {
            continue;
        }
        open -= 1;
        let mut numerations = 0;
        while let Some(tried) = lines.next_if(|line| line.starts_with("  - ")) {
            let (_, reason) = tried.split_once("; it ended since ").expect(tried);
            let reasons =
                ["the next guess needs a table of ", "an automaton grew ", "the time is over"];
            assert!(reasons.iter().any(|known| reason.starts_with(known)), "{line}: {tried}");
            numerations += 1;
        }
        assert!(numerations > 0, "{line}");
    }
    assert_eq!(open, 0);
}

/// Catches theorems that can no longer be proved, or by other automata than the page says: the least automaton of
/// a set depends on the set and the numeration alone.
#[test]
fn a_sample_is_proved_again() {
    let mut proved_again = 0;
    let classes = classes::classes();
    let conventions =
        classes.iter().flat_map(|class| class.games.iter().map(|_| class.conventions));
    for (row, ((game, cells), conventions)) in rows().zip(conventions).enumerate() {
        for (cell, convention) in cells.into_iter().zip(conventions) {
            // The games with a name, and some of the others.
            if !(is_named(game) || row % 29 == 0) {
                continue;
            }
            let Some((numeration, states)) = theorem(cell) else { continue };
            let effort = Effort { positions: 1_300_000, states: 30_000, seconds: 600 };
            let found = search(game, *convention, &[numeration], effort).expect(game);
            let Finding::Proved { states: found, .. } = found else {
                panic!("{game}, {convention}: {found:?}, and not {cell}");
            };
            assert_eq!(found, states, "{game}, {convention}");
            proved_again += 1;
        }
    }
    assert!(proved_again >= 30, "{proved_again}");
    assert!(
        rows().any(|(game, _)| game == "triangle") && rows().any(|(game, _)| game == "wythoff")
    );
}

fn is_named(game: &str) -> bool {
    ["triangle", "wythoff", "nim", "maharaja", "fibonacci"].contains(&game)
}

/// Reads a cell such as `fibonacci, 7 states, box 50x50`, if its table is small enough for a test.
fn theorem(cell: &str) -> Option<(&str, Vec<usize>)> {
    let [numeration, states, domain] = cell.split(", ").collect::<Vec<_>>().try_into().ok()?;
    let states = states.strip_suffix(" states").or(states.strip_suffix(" state"))?.split(" and ");
    let sides = domain.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u64>().ok());
    let is_small = sides.max()? < 100;
    is_small.then_some((numeration, states.map(|n| n.parse().expect(cell)).collect()))
}
