//! What is said of the structure of automata, against graphs that are searched state by state and tuples that are counted.

use std::sync::Arc;

use super::numerations;
use crate::{Automaton, Limits, Numeration};

/// Returns a random automaton of pairs of numbers.
pub(super) fn random_automaton(rng: &mut fastrand::Rng, numeration: &Arc<Numeration>) -> Automaton {
    let states = rng.u32(1..9);
    let digits = numeration.digit_count();
    let next: Vec<Option<u32>> = (0..states * digits * digits)
        .map(|_| (rng.u32(..3) > 0).then(|| rng.u32(..states)))
        .collect();
    let accepting: Vec<bool> = (0..states).map(|_| rng.bool()).collect();
    let after = |state: u32, read: &[u32]| {
        // Zeros before a word change nothing.
        if state == 0 && read == [0, 0] {
            return Some(0);
        }
        next[((state * digits + read[0]) * digits + read[1]) as usize]
    };
    let accepts = |state: u32| accepting[state as usize];
    Automaton::of_transitions(numeration, 2, after, accepts, &Limits::default()).expect("small")
}

/// Catches counts that are not those of the tuples, by trying all pairs of numbers.
#[test]
fn tuples_are_counted() {
    let mut rng = fastrand::Rng::with_seed(3);
    for numeration in numerations() {
        let digits_of = |n: u64| numeration.digits_of(n).len();
        for _ in 0..6 {
            let automaton = random_automaton(&mut rng, &numeration);
            let counts = automaton.counts_by_digits(3);
            let most = (0..).find(|&n| digits_of(n) > 3).expect("a number of four digits").min(60);
            let mut expected = [0; 4];
            for (x, y) in (0..most).flat_map(|x| (0..most).map(move |y| (x, y))) {
                expected[digits_of(x.max(y))] += u64::from(automaton.accepts(&[x, y]));
            }
            // Those of the last number of digits are all there if no number with as many was left out.
            let known = if digits_of(most) > 3 { 4 } else { digits_of(most) };
            assert_eq!(counts[..known], expected[..known], "{numeration}: {automaton:?}");
        }
    }
}

/// Catches states in the wrong component, by reaching states from one another, and a growth that is not that of the counts.
#[test]
fn components_are_those_of_the_graph() {
    let mut rng = fastrand::Rng::with_seed(4);
    for round in 0..200 {
        let numeration = Arc::new(Numeration::base(2 + round % 2).expect("a base"));
        let automaton = random_automaton(&mut rng, &numeration);
        let states = automaton.states();
        let mut reaches = vec![vec![false; states]; states];
        for (from, _, to) in automaton.transitions() {
            reaches[from][to] = true;
        }
        for (middle, from, to) in triples(states) {
            reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
        }
        let same = |one: usize, two: usize| one == two || reaches[one][two] && reaches[two][one];
        let first_of = |state: usize| (0..states).find(|&first| same(first, state));
        let mut expected: Vec<(usize, usize)> = (0..states)
            .filter(|&state| first_of(state) == Some(state))
            .map(|first| {
                let own = (0..states).filter(|&state| same(first, state)).count();
                let arrows = automaton
                    .transitions()
                    .filter(|(from, _, to)| same(first, *from) && same(first, *to));
                (own, arrows.count())
            })
            .collect();
        expected.sort_by_key(|&sizes| std::cmp::Reverse(sizes));
        let components = automaton.components();
        let found: Vec<(usize, usize)> =
            components.iter().map(|component| (component.states, component.transitions)).collect();
        assert_eq!(found, expected, "{automaton:?}");
        // The number of paths grows by the growth of its fastest component, but for a power of their length.
        let growth = automaton.growth();
        let (mut paths, mut logarithm) = (vec![1.0; states], 0.0);
        for _ in 0..4000 {
            let mut longer = vec![0.0; states];
            automaton.transitions().for_each(|(from, _, to)| longer[to] += paths[from]);
            let sum: f64 = longer.iter().sum();
            if sum == 0.0 {
                break;
            }
            logarithm += sum.ln();
            paths = longer.into_iter().map(|number| number / sum).collect();
        }
        if growth > 0.0 {
            let measured = (logarithm / 4000.0).exp();
            assert!((measured / growth - 1.0).abs() < 0.02, "{measured}, {growth}: {automaton:?}");
        }
    }
}

fn triples(states: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..states)
        .flat_map(move |a| (0..states).flat_map(move |b| (0..states).map(move |c| (a, b, c))))
}

/// Catches a set that is called symmetric although it is not, and the other way round.
#[test]
fn symmetry_is_that_of_the_tuples() {
    let limits = Limits::default();
    for numeration in numerations() {
        let less = Automaton::less(&numeration, &limits).expect("small");
        let equal = Automaton::equal(&numeration, &limits).expect("small");
        let sum = Automaton::sum(&numeration, &limits).expect("small");
        let symmetric = |automaton: &Automaton, one, two| {
            automaton.is_symmetric(one, two, &limits).expect("small")
        };
        assert!(!symmetric(&less, 0, 1) && symmetric(&equal, 0, 1), "{numeration}");
        assert!(symmetric(&sum, 0, 1) && !symmetric(&sum, 1, 2), "{numeration}");
    }
}
