use std::sync::Arc;
use std::time::Instant;

use super::*;
use crate::{Limits, Numeration};

fn ray(a: u32, b: u32, set: usize) -> Line {
    Line { step: [a, b], carries: true, feed: Feed::Set(set), target: set, is_removed: false }
}

#[test]
#[ignore]
fn times() {
    let none = |_: [u32; 2], _: usize| 0;
    let queen = |set| vec![ray(1, 0, set), ray(0, 1, set), ray(1, 1, set)];
    let knight = |a, b| Line { carries: false, ..ray(a, b, 0) };
    let fibonacci = Arc::new(Numeration::fibonacci());
    let rule = |lines: Vec<Line>, groups: Vec<Range<usize>>, shear| Rule {
        lines, groups, blocked: 0, more: Box::new(none), exact_below: 0, shear,
    };
    let values = |n: usize| rule((0..n).flat_map(queen).collect(), vec![0..n], 0);
    let maharaja = rule([queen(0), vec![knight(1, 2), knight(2, 1)]].concat(), vec![0..1], 0);
    let alter = rule([queen(0), vec![knight(3, 2), knight(2, 3)]].concat(), vec![0..1], 0);
    let queens = rule(vec![ray(1, 1, 0), ray(0, 1, 0), ray(1, 2, 0), ray(1, 0, 0)], vec![0..1], 1);
    for (name, rule, set) in [
        ("wythoff", values(1), 0),
        ("maharaja", maharaja, 0),
        ("value 1", values(2), 1),
        ("queens", queens, 0),
        ("alter=3,2", alter, 0),
        ("value 2", values(3), 2),
        ("value 3", values(4), 3),
    ] {
        let mut cells = Cells::new(rule, &fibonacci, 4 << 30);
        for digits in [10, 20, 25, 30, 35, 40, 45, 50, 55, 60, 70, 80] {
            let began = Instant::now();
            let limits = Limits { states: 20_000_000, ..Limits::default() };
            if let Err(error) = cells.fill(digits, &limits) {
                println!("{name} {digits}: {error}");
                break;
            }
            let filled = began.elapsed();
            let words = cells.words(set);
            let classes = words.classes();
            let most = classes.iter().max().unwrap();
            let began2 = Instant::now();
            print!("{name} {digits}: {} cells {:.2?} {most} classes ", cells.count(), filled);
            if *most < 12000 {
            match words.guess(&Limits { states: 30_000, ..Limits::default() }) {
                Ok(guess) => println!("{} states {} ambiguous {:.2?}", guess.automaton.states(), guess.ambiguous, began2.elapsed()),
                Err(error) => println!("{error}"),
            } } else { println!(); }
        }
    }
}
