//! Random rules: the options and the faults that the check reads are those of the definition, at small positions.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::super::family_moves::Player;
use super::super::game::Game;
use super::super::moore_machine::MooreMachine;
use super::super::refutation::{Refutation, WrittenPosition};
use super::super::words::Words;
use super::super::{CheckError, CheckLimits};
use super::learned::{binary_and_zeckendorf, cube};
use crate::tests::common::random;
use grundytab::ruleset::{Ruleset, WrittenRuleset};

/// The number of heaps of a game.
const HEAPS: usize = 2;
/// Heaps are below this number.
const SIDE: u32 = 7;

/// Writes a number that names some of these.
fn number(rng: &mut Rng, names: &[&str], depth: usize) -> String {
    let constant = rng.i32(-3..6);
    if depth == 0 || rng.u8(0..4) == 0 {
        return match rng.u8(0..4) {
            0 => constant.to_string(),
            _ => names[rng.usize(0..names.len())].to_owned(),
        };
    }
    let one = number(rng, names, depth - 1);
    let divisor = [-3, -2, 2, 3, 4][rng.usize(0..5)];
    if rng.u8(0..10) < 4 {
        return match rng.u8(0..4) {
            0 => format!("{constant} * ({one})"),
            1 => format!("({one}) / {divisor}"),
            2 => format!("({one}) % {divisor}"),
            _ => format!("abs({one})"),
        };
    }
    let two = number(rng, names, depth - 1);
    match rng.u8(0..7) {
        0 | 1 => format!("({one} + {two})"),
        2 | 3 => format!("({one} - ({two}))"),
        4 => format!("min({one}, {two})"),
        5 => format!("max({one}, {two})"),
        _ => format!("if({}, {one}, {two})", condition(rng, names, 0)),
    }
}

/// Writes a condition.
fn condition(rng: &mut Rng, names: &[&str], depth: usize) -> String {
    if depth == 0 || rng.bool() {
        let sign = |rng: &mut Rng| ["<", "<=", ">", ">=", "==", "!="][rng.usize(0..6)];
        let one = number(rng, names, 1);
        let two = number(rng, names, 1);
        return match rng.u8(0..6) {
            0 => format!("({one} < {two} <= {})", number(rng, names, 1)),
            1 => format!("divides({}, {one})", rng.u8(0..4)),
            _ => format!("({one} {} {two})", sign(rng)),
        };
    }
    let one = condition(rng, names, depth - 1);
    let two = condition(rng, names, depth - 1);
    match rng.u8(0..6) {
        0 | 1 => format!("({one} and {two})"),
        2 => format!("({one} or {two})"),
        3 => format!("not {one}"),
        4 => format!("({one} implies {two})"),
        _ => format!("({one} iff {two})"),
    }
}

/// Writes a clause. Most have a condition that keeps heaps natural and the token sum falling.
fn clause(rng: &mut Rng) -> String {
    let mut text = String::new();
    let mut names = vec!["x", "y"];
    let mut ranges = Vec::new();
    for name in ["k", "l"].into_iter().take(rng.usize(0..3)) {
        ranges.push(match rng.u8(0..4) {
            0 => format!("{name} in {{{}, {}..{}}}", rng.i8(-2..2), rng.i8(2..4), rng.i8(4..6)),
            1 => format!("{} < {name} <= {}", number(rng, &names, 1), number(rng, &names, 1)),
            2 => format!("1 <= {name} <= {}", names[rng.usize(0..names.len())]),
            _ => format!("-2 <= {name} < {}", number(rng, &names, 1)),
        });
        names.push(name);
    }
    let (one, two) = (number(rng, &names, 2), number(rng, &names, 2));
    text += &format!("(x - ({one}), y - ({two}))");
    if !ranges.is_empty() {
        text += &format!(" for {}", ranges.join(", "));
    }
    let other = condition(rng, &names, 1);
    match rng.u8(0..8) {
        0 => text + &format!(" if {other}"),
        _ => text + &format!(" if {one} <= x and {two} <= y and {one} + {two} > 0 and {other}"),
    }
}

fn rules(rng: &mut Rng) -> String {
    let mut items = Vec::new();
    if rng.u8(0..3) == 0 {
        items.push(format!("positions {}", condition(rng, &["x", "y"], 1)));
    }
    if rng.u8(0..3) == 0 {
        items.push(format!("terminal {}", condition(rng, &["x", "y"], 0)));
    }
    if rng.u8(0..4) == 0 {
        let grade = ["2*x + y", "x + y / 2", "max(x, y)", "x + 3", "x - y + 8", "tokens * 2"];
        items.push(format!("grade {}", grade[rng.usize(0..6)]));
    }
    items.extend((0..rng.usize(1..3)).map(|_| clause(rng)));
    items.join("; ")
}

/// Returns the machine of a set of pairs of binary numbers: it is said of the last two digits of both which are in it.
fn set_of_endings(endings: u16) -> MooreMachine {
    let step = |&state: &u16, letter: usize| (state << 2 | letter as u16) & 15;
    let output = |&state: &u16| u32::from(endings >> state & 1);
    MooreMachine::explore(4, 0, step, output, &CheckLimits::default()).expect("it is small")
}

/// Whether the set has a pair: the letters are the digits of x, and twice those of y.
fn is_in(endings: u16, at: &[u32]) -> bool {
    let letter = |place: u32| (at[0] >> place & 1) + 2 * (at[1] >> place & 1);
    endings >> (letter(1) * 4 + letter(0)) & 1 == 1
}

fn output(machine: &MooreMachine, at: &[u32]) -> u32 {
    let letter = |place: u32| (at[0] >> place & 1) + 2 * (at[1] >> place & 1);
    let end = (0..8).rev().fold(0, |state, place| machine.after(state, letter(place) as usize));
    machine.output(end)
}

/// What came of the comparison of a game.
enum Compared {
    NotCovered,
    Faulty,
    Options(usize),
}

fn compare(rng: &mut Rng, text: &str, words: &Words) -> Compared {
    // Rules that read many numbers at once are left out.
    let limits = CheckLimits { states: 1 << 10, ..CheckLimits::default() };
    let game = WrittenRuleset::new(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let ruleset = Ruleset::Written(game.clone());
    if !matches!(ruleset.recognised(), Ruleset::Written(_)) {
        return Compared::NotCovered;
    }
    let endings: Vec<u16> = (0..3).map(|_| rng.u16(..)).collect();
    let sets = endings.iter().map(|&endings| set_of_endings(endings)).collect();
    let read = match Game::read(&ruleset, words, sets, &limits) {
        Ok(read) => read,
        Err(CheckError::NotCovered(_) | CheckError::TooLarge { .. }) => {
            return Compared::NotCovered;
        }
        Err(error) => panic!("{error}: {text}"),
    };
    let rules = game.rules();
    let has_fault = |at: &[u32]| match rules.is_position(at) {
        Err(_) => true,
        Ok(false) => false,
        Ok(true) => rules.grade(at).is_err() || rules.moves(0, at, &|_| true).is_err(),
    };
    let refutation = match read.refute(&limits) {
        Ok(refutation) => refutation,
        Err(CheckError::NotCovered(_) | CheckError::TooLarge { .. }) => {
            return Compared::NotCovered;
        }
        Err(error) => panic!("{error}: {text}"),
    };
    if let Some(refutation) = refutation {
        let (Refutation::NoValue(at) | Refutation::Misstep(at)) = &refutation else {
            panic!("{refutation}: {text}")
        };
        assert!(has_fault(&heaps(at)), "{refutation}: {text}");
        return Compared::Faulty;
    }
    let mut found = 0;
    for at in cube(HEAPS, SIDE) {
        assert!(!has_fault(&at), "{at:?}: {text}");
        let is_position = rules.is_position(&at) == Ok(true);
        assert_eq!(output(read.positions(), &at) == 1, is_position, "{at:?}: {text}");
    }
    for target in [None, Some((0, true)), Some((1, false)), Some((2, true))] {
        let machine = match read.options(Player::Either, target, 1, &limits) {
            Ok(machine) => machine,
            Err(CheckError::NotCovered(_) | CheckError::TooLarge { .. }) => {
                return Compared::NotCovered;
            }
            Err(error) => panic!("{error}: {text}"),
        };
        for at in cube(HEAPS, SIDE).into_iter().filter(|at| rules.is_position(at) == Ok(true)) {
            let moves = rules.moves(0, &at, &|_| true).expect("there is no fault");
            let options: BTreeSet<_> = moves.into_iter().flat_map(|of| of.option).collect();
            let meets = |option: &Vec<u32>| match target {
                None => true,
                Some((set, wanted)) => is_in(endings[set], option) == wanted,
            };
            let has_option = output(read.terminal(), &at) == 0 && output(&machine, &at) == 1;
            assert_eq!(has_option, options.iter().any(meets), "{target:?}, {at:?}: {text}");
            found += options.len();
        }
    }
    Compared::Options(found)
}

fn heaps(at: &WrittenPosition) -> Vec<u32> {
    at.iter().map(|(_, value)| value.expect("it is small") as u32).collect()
}

/// Catches a part of the language that the check reads otherwise than the definition: rounding, signs, ranges of negative
/// numbers, the order in which conditions are asked for; and a fault that it does not see, or sees where there is none.
#[test]
fn options_and_faults_of_random_rules_are_those_of_the_definition() {
    let [binary, _] = binary_and_zeckendorf();
    let mut rng = Rng::with_seed(random::seed());
    let cases = random::count(120) as usize;
    let (mut faulty, mut options, mut not_covered) = (0, 0, 0);
    for _ in 0..cases {
        let text = rules(&mut rng);
        match compare(&mut rng, &text, &binary) {
            Compared::NotCovered => not_covered += 1,
            Compared::Faulty => faulty += 1,
            Compared::Options(found) => options += usize::from(found > 0),
        }
    }
    assert!(faulty > cases / 10 && options > cases / 5 && not_covered < cases / 4);
}
