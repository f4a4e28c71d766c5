use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::*;
use crate::{Arithmetic, Formula, Limits, Numeration, evaluate};

/// As much as lies on no line.
const MORE: i64 = 100;

fn ray(x: u32, y: u32, set: usize) -> Line {
    Line { step: [x, y], carries: true, feed: Feed::Set(set), target: set, is_removed: false }
}

/// Nothing counts that lies on no line.
fn rule<'a>(lines: Vec<Line>, groups: Vec<Range<usize>>) -> Rule<'a> {
    let more = Box::new(|_: [u32; 2], _: usize| 0);
    Rule { lines, groups, blocked: 0, more, exact_below: 0, excluded: Vec::new(), shear: 0 }
}

/// Wythoff Nim, and its values up to the largest one.
fn wythoff<'a>(largest: usize) -> Rule<'a> {
    let queen = |set| [ray(1, 0, set), ray(0, 1, set), ray(1, 1, set)];
    rule((0..=largest).flat_map(queen).collect(), vec![0..largest + 1])
}

/// Finds the members of all sets below a side, position by position.
fn members(rule: &Rule, side: u32) -> HashSet<(usize, [u32; 2])> {
    let mut found: HashSet<(usize, [u32; 2])> = HashSet::new();
    let high = side + rule.shear * side;
    for x in 0..side {
        for y in rule.shear * x..high {
            for set in rule.groups.iter().flat_map(|group| {
                let first = group.clone();
                first.map(move |set| (group.start, set))
            }) {
                let (first, set) = set;
                if (first..set).any(|smaller| found.contains(&(smaller, [x, y]))) {
                    continue;
                }
                let at = [x, y - rule.shear * x];
                let mut count = (rule.more)(at.map(|part| part.min(rule.exact_below)), set);
                for line in rule.lines.iter().filter(|line| line.target == set) {
                    // Where the members lie of which one counts.
                    let (feeding, offset) = match line.feed {
                        Feed::Set(set) => (set, [0, 0]),
                        Feed::Excluded(_) => panic!("nothing is excluded"),
                        Feed::Line(feeding) => match rule.lines[feeding] {
                            Line { feed: Feed::Set(set), step, .. } => (set, step),
                            _ => panic!("the line is fed by one that is fed by a set"),
                        },
                    };
                    let most = if line.carries { side + high } else { 1 };
                    let counted = (1..=most).filter(|m| {
                        let back = |axis: usize| {
                            [x, y][axis].checked_sub(offset[axis] + m * line.step[axis])
                        };
                        let from = back(0).zip(back(1));
                        from.is_some_and(|(x, y)| found.contains(&(feeding, [x, y])))
                    });
                    let counted = counted.count() as i64;
                    count += if line.is_removed { -counted } else { counted };
                }
                if count <= rule.blocked.into() {
                    found.insert((set, [x, y]));
                }
            }
        }
    }
    found
}

/// Compares the lists of a rule with its sets, in some numerations.
fn check(name: &str, make: &dyn Fn() -> Rule<'static>) {
    for (numeration, digits) in
        [("fibonacci", 7), ("base:2", 5), ("pell", 4), ("recurrence:2,2", 4), ("quadratic:4,1", 3)]
    {
        let numeration = Arc::new(Numeration::parse(numeration).expect("a numeration"));
        let side = numeration.least_of(digits + 1).expect("a small number");
        let expected = members(&make(), side);
        let sets = make().groups.last().map_or(0, |group| group.end);
        let mut cells = Cells::new(make(), &numeration, 1 << 30);
        // What a shorter list has filled is used again.
        for digits in [digits - 2, digits] {
            cells.fill(digits, &Limits::default()).expect("there are few cells");
        }
        for set in 0..sets {
            let own = expected.iter().filter(|(other, _)| *other == set).map(|(_, at)| *at);
            let own: Vec<[u32; 2]> = own.filter(|at| at[1] < side).collect();
            let words = ListedWords::of(&numeration, digits, own.clone(), &Limits::default());
            let words = words.expect("it is not interrupted");
            let listed = cells.words(set);
            let place = format!("{name}, {numeration}, set {set}");
            assert_eq!(listed.live_words(), words.live_words(), "{place}");
            assert_eq!(listed.classes(), words.classes(), "{place}");
            let mut listed = listed.members();
            listed.sort_unstable();
            let mut own: Vec<[u64; 2]> = own.iter().map(|at| at.map(u64::from)).collect();
            own.sort_unstable();
            assert_eq!(listed, own, "{place}");
        }
    }
}

/// Catches cells that are taken for others, lines that go astray, and members that are none.
#[test]
fn lists_are_the_sets() {
    let once = |x, y| Line { carries: false, ..ray(x, y, 0) };
    let removed = |x, y| Line { is_removed: true, ..once(x, y) };
    let with = |lines: &[Line]| rule([&wythoff(0).lines, lines].concat(), vec![0..1]);
    check("Wythoff Nim", &|| wythoff(0));
    check("values of Wythoff Nim", &|| wythoff(3));
    check("a knight", &|| with(&[once(1, 2), once(2, 1)]));
    check("moves that are removed", &|| with(&[removed(1, 1), removed(0, 2), once(3, 1)]));
    check("far steps", &|| rule(vec![ray(5, 0, 0), ray(0, 3, 0), ray(4, 2, 0)], vec![0..1]));
    check("blocking", &|| Rule { blocked: 2, ..with(&[once(2, 1)]) });
    // Greedy queens, and a line that leads down twice as far.
    check("lines that lead down", &|| Rule {
        shear: 1,
        ..rule(vec![ray(1, 1, 0), ray(0, 1, 0), ray(1, 2, 0), ray(1, 0, 0)], vec![0..1])
    });
    check("lines that lead far down", &|| Rule {
        shear: 2,
        ..rule(vec![ray(1, 2, 0), ray(0, 1, 0), ray(1, 0, 0)], vec![0..1])
    });
    // Terminal positions, and positions without moves that are no members.
    check("terminal positions", &|| Rule {
        more: Box::new(|at, _| if [[2, 3], [4, 1]].contains(&at) { -MORE } else { 0 }),
        exact_below: 5,
        ..wythoff(0)
    });
    check("misère play", &|| Rule {
        more: Box::new(|at, _| if at == [0, 0] { MORE } else { 0 }),
        exact_below: 1,
        ..wythoff(0)
    });
    check("misère play along one line", &|| Rule {
        more: Box::new(|[x, y], _| if x == 0 || y < 2 { MORE } else { 0 }),
        exact_below: 2,
        ..rule(vec![ray(1, 2, 0)], vec![0..1])
    });
    check("misère play of lines that lead down", &|| Rule {
        more: Box::new(|at, _| if at == [0, 0] { MORE } else { 0 }),
        exact_below: 1,
        shear: 1,
        ..rule(vec![ray(1, 1, 0), ray(0, 1, 0), ray(1, 0, 0)], vec![0..1])
    });
}

/// The same of sets that define one another: layers, of which each has a move to the one before, and lines that begin some steps
/// away.
#[test]
fn lists_of_layers_are_the_sets() {
    let queen = |set| [ray(1, 0, set), ray(0, 1, set), ray(1, 1, set)];
    let between = |x, y, to| Line {
        step: [x, y],
        carries: false,
        feed: Feed::Set(to),
        target: to + 1,
        is_removed: false,
    };
    check("a pass", &|| {
        rule([&queen(0)[..], &queen(1), &[between(0, 0, 0)]].concat(), vec![0..1, 1..2])
    });
    check("lines with an offset", &|| {
        let lines = [&queen(0)[..], &queen(1), &[between(0, 1, 0), between(1, 0, 0)]].concat();
        let fed = |line: usize| Line { carries: true, feed: Feed::Line(line), ..ray(2, 2, 1) };
        rule([&lines[..], &[fed(6), fed(7)]].concat(), vec![0..1, 1..2])
    });
    check("an offset within a layer", &|| {
        let lines = [&queen(0)[..], &[Line { carries: false, ..ray(3, 1, 0) }]].concat();
        let fed = Line { feed: Feed::Line(3), ..ray(1, 2, 0) };
        rule([&lines[..], &[fed]].concat(), vec![0..1])
    });
}

/// Catches anything that hand-made rules do not.
#[test]
fn lists_of_random_rules_are_the_sets() {
    let seed = fastrand::u64(..);
    fastrand::seed(seed);
    for number in 0..25 {
        let layers = fastrand::usize(1..=3);
        let mut lines = Vec::new();
        for target in 0..layers {
            for _ in 0..fastrand::usize(1..=4) {
                let step = loop {
                    let step = [fastrand::u32(0..=3), fastrand::u32(0..=3)];
                    if step != [0, 0] {
                        break step;
                    }
                };
                let carries = fastrand::bool();
                let feed = Feed::Set(fastrand::usize(0..=target));
                lines.push(Line { step, carries, feed, target, is_removed: false });
                if !carries && fastrand::bool() {
                    let feed = Feed::Line(lines.len() - 1);
                    let step = [fastrand::u32(0..=2), fastrand::u32(1..=2)];
                    lines.push(Line { step, carries: true, feed, target, is_removed: false });
                }
            }
        }
        let blocked = fastrand::u32(0..=1);
        check(&format!("seed {seed}, rule {number}, {lines:?}"), &|| Rule {
            blocked,
            ..rule(lines.clone(), (0..layers).map(|layer| layer..layer + 1).collect())
        });
    }
}

/// Catches lists that grow with the numbers, and not with the classes of words.
#[test]
fn long_lists_take_few_cells() {
    let fibonacci = Arc::new(Numeration::fibonacci());
    let once = |x, y| Line { carries: false, ..ray(x, y, 0) };
    let maharaja = rule([&wythoff(0).lines[..], &[once(1, 2), once(2, 1)]].concat(), vec![0..1]);
    let mut cells = Cells::new(maharaja, &fibonacci, 1 << 30);
    cells.fill(60, &Limits::default()).expect("there are few cells");
    assert!(cells.count() < 60_000, "{}", cells.count());
    let guess = cells.words(0).guess(&Limits::default()).expect("it is small");
    assert_eq!((guess.automaton.states(), guess.ambiguous), (1975, 0));
}

/// Catches cells that are not filled after an end, and taken as they are.
#[test]
fn lists_begin_anew_after_an_end() {
    let fibonacci = Arc::new(Numeration::fibonacci());
    let mut cells = Cells::new(wythoff(2), &fibonacci, 1 << 30);
    let few = Limits { states: 3000, ..Limits::default() };
    let ended = cells.fill(20, &few);
    assert_eq!(ended, Err(AutomataError::TooManyStates(3000)));
    assert!(cells.words(0).members().is_empty());
    cells.fill(12, &Limits::default()).expect("there are few cells");
    let mut anew = Cells::new(wythoff(2), &fibonacci, 1 << 30);
    anew.fill(12, &Limits::default()).expect("there are few cells");
    assert_eq!(cells.words(2).members(), anew.words(2).members());
}

/// Returns the automata of the pairs that are guessed from lists of layers, of which each is listed given the ones before it:
/// the three-heap game of Fraenkel, where the least heap is bounded. All three heaps may become smaller by numbers whose nim-sum
/// is 0: so a line begins for each remainder.
fn three_heaps(most: u32, numeration: &Arc<Numeration>) -> Vec<Arc<Automaton>> {
    let limits = Limits::default();
    let arithmetic = Arithmetic::of(numeration, &limits).expect("addition is small");
    let united = |of: Vec<Arc<Automaton>>| {
        let of = of.into_iter().map(|one| Formula::Accepts(one, vec![0, 1])).collect();
        let united = evaluate(&Formula::Any(of), &arithmetic, &limits).expect("it is small");
        Arc::new(united.over(2, &limits).expect("it is small"))
    };
    let mut layers: Vec<Arc<Automaton>> = Vec::new();
    let mut digits = 16;
    for layer in 0..=most {
        let mut of_rays: BTreeMap<u32, Vec<Arc<Automaton>>> = BTreeMap::new();
        for (j, to) in (1..=layer).rev().zip(&layers) {
            let period = (j + 1).next_power_of_two();
            let offsets: Vec<[u32; 2]> = (0..period).map(|k| [k, k ^ j]).collect();
            let moved = to.moved(&offsets, &arithmetic, &limits).expect("it is small");
            of_rays.entry(period).or_default().push(Arc::new(moved));
        }
        let mut rule = wythoff(0);
        for (period, of) in of_rays {
            let feed = Feed::Excluded(rule.excluded.len());
            rule.lines.push(Line { feed, ..ray(period, period, 0) });
            rule.excluded.push(united(of));
        }
        if layer > 0 {
            rule.excluded.push(united(layers.clone()));
        }
        let mut cells = Cells::new(rule, numeration, 1 << 33);
        let guess = loop {
            cells.fill(digits, &limits).expect("there are few cells");
            let guess = cells.words(0).guess(&limits).expect("it is small");
            match guess.ambiguous {
                0 => break guess.automaton,
                _ => digits += 2,
            }
        };
        layers.push(Arc::new(guess));
    }
    layers
}

/// Catches layers that take what is excluded from elsewhere.
#[test]
fn layers_are_listed_in_turn() {
    let fibonacci = Arc::new(Numeration::fibonacci());
    let layers = three_heaps(2, &fibonacci);
    const SIDE: u32 = 60;
    let mut members: HashSet<[u32; 3]> = HashSet::new();
    for x in 0..3 {
        for y in 0..SIDE {
            for z in 0..SIDE {
                let is_member = |[j, k, l]: [u32; 3]| members.contains(&[x - j, y - k, z - l]);
                let leads = (1..=x).any(|j| is_member([j, 0, 0]))
                    || (1..=y).any(|k| is_member([0, k, 0]))
                    || (1..=z).any(|l| is_member([0, 0, l]))
                    || (0..=x).any(|j| {
                        (0..=y).any(|k| j + k > 0 && j ^ k <= z && is_member([j, k, j ^ k]))
                    });
                if !leads {
                    members.insert([x, y, z]);
                }
                let accepts = layers[x as usize].accepts(&[y.into(), z.into()]);
                assert_eq!(accepts, !leads, "{x} {y} {z}");
            }
        }
    }
}
