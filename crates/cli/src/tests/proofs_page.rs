//! The worked example of docs/proofs.md has the automata that the page shows.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::automata::{Arithmetic, Automaton, Formula, Limits, Numeration, Variable, evaluate};
use crate::proofs::prove::{Caps, Definition, prove};
use grundytab::{Convention, Ruleset};

const PAGE: &str = include_str!("../../../../docs/proofs.md");

/// Returns the cells of the rows of the page that begin with a number and have as many cells.
fn rows(cells: usize) -> Vec<Vec<String>> {
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = rows.map(|row| row.split('|').map(|cell| cell.trim().to_owned()).collect());
    rows.filter(|row: &Vec<String>| row.len() == cells && row[0].parse::<u32>().is_ok()).collect()
}

fn wythoff() -> Arc<Automaton> {
    let ruleset = Ruleset::parse("wythoff").expect("a game");
    let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect("a definition");
    let fibonacci = Arc::new(Numeration::fibonacci());
    let theorem = prove(&definition, &fibonacci, &Caps::default(), &mut |_| ());
    Arc::clone(&theorem.expect("no engine fails").theorem.expect("a theorem").automata[0])
}

/// Catches a table or a drawing that is not the automaton.
#[test]
fn the_automaton_is_the_one_that_is_shown() {
    let automaton = wythoff();
    let mut transitions = BTreeSet::new();
    let rows = rows(6);
    for row in &rows {
        let state: usize = row[0].parse().expect("a state");
        let numbers =
            row[1].trim_matches(['(', ')']).split(", ").map(|n| n.parse().expect("a heap"));
        let example: Vec<u64> = numbers.collect();
        assert_eq!(automaton.is_accepting(state), row[2] == "yes", "{row:?}");
        assert_eq!(automaton.accepts(&example), row[2] == "yes", "{row:?}");
        for (letter, to) in [[0, 0], [0, 1], [1, 0]].into_iter().zip(&row[3..]) {
            if let Ok(to) = to.parse::<usize>() {
                transitions.insert((state, letter.to_vec(), to));
            }
        }
    }
    assert_eq!(rows.len(), automaton.states());
    assert_eq!(transitions, automaton.transitions().collect());
    let drawing = include_str!("../../../../docs/proofs/wythoff.svg");
    for state in 0..automaton.states() {
        // Accepting states are double circles.
        let of_state =
            drawing.split("<title>").find(|part| part.starts_with(&format!("s0_{state}<")));
        let ellipses = of_state.expect("a state").matches("<ellipse").count();
        assert_eq!(ellipses, 1 + usize::from(automaton.is_accepting(state)), "state {state}");
    }
    for (from, digits, to) in automaton.transitions() {
        let title = format!("s0_{from}&#45;&gt;s0_{to}<");
        let edge = drawing.split("<title>").find(|part| part.starts_with(&title)).expect(&title);
        assert!(edge.contains(&format!(">{}{}</text>", digits[0], digits[1])), "{title}");
    }
    let edges = drawing.matches("<g id=\"edge").count();
    assert_eq!(edges, 1 + automaton.transitions().count(), "one goes to the initial state");
}

/// Catches a line of the elimination whose relation has another number of states than the page says. The
/// numbers were computed by a program of its own, too, which shares no code with this one.
#[test]
fn the_elimination_has_the_automata_that_are_shown() {
    let automaton = wythoff();
    let [x, y, a, b, c]: [Variable; 5] = [0, 1, 2, 3, 4];
    let p = |x, y| Formula::Accepts(Arc::clone(&automaton), vec![x, y]);
    let sum = |x, y, z| Formula::Sum([x, y, z]);
    let positive = |x| Formula::not(Formula::Is(x, 0));
    let line2 = Formula::All(vec![p(b, c), sum(b, a, x)]);
    let line3 = Formula::exists(b, [line2.clone()]);
    let line4 = Formula::All(vec![line3.clone(), sum(c, a, y)]);
    let line5 = Formula::exists(c, [line4.clone()]);
    let line6 = Formula::exists(a, [line5.clone(), positive(a)]);
    let on_one_heap = |heap, option| {
        let reached = Formula::exists(b, [option, sum(b, a, heap)]);
        Formula::exists(a, [reached, positive(a)])
    };
    let line7 = on_one_heap(x, p(b, y));
    let line8 = on_one_heap(y, p(x, b));
    let line9 = Formula::Any(vec![line6.clone(), line7.clone(), line8.clone()]);
    let line10 = Formula::not(line9.clone());
    let lines = [sum(b, a, x), line2, line3, line4, line5, line6, line7, line8, line9, line10];
    let rows = rows(4);
    assert_eq!(rows.len(), lines.len());
    let fibonacci = Arc::new(Numeration::fibonacci());
    let arithmetic = Arithmetic::of(&fibonacci, &Limits::default()).expect("it is proved");
    for (row, line) in rows.iter().zip(lines) {
        let relation = evaluate(&line, &arithmetic, &Limits::default()).expect("small");
        assert_eq!(row[3], relation.automaton.states().to_string(), "{row:?}");
        assert_eq!(row[2].split(", ").count(), relation.variables.len(), "{row:?}");
    }
}
