//! Operations on random automata are compared with the tuples that are accepted, each of which is tried, and with a search
//! among states.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::structure::random_automaton;
use crate::order::StateOrder;
use crate::{Automaton, Interrupt, Limits, Numeration, disagreement, shortest_difference};

/// Returns some numerations of few digits.
fn numerations() -> [Arc<Numeration>; 4] {
    let names = ["base:2", "base:3", "fibonacci", "pell"];
    names.map(|name| Arc::new(Numeration::parse(name).expect(name)))
}

/// Returns the pairs of numbers of at most this many digits, those of fewer digits first, then by the digits of both, place by
/// place.
fn pairs(numeration: &Numeration, digits: usize) -> Vec<[u64; 2]> {
    let side = (0..).find(|&n| numeration.digits_of(n).len() > digits).expect("a longer number");
    let mut all: Vec<[u64; 2]> = (0..side).flat_map(|x| (0..side).map(move |y| [x, y])).collect();
    all.sort_by_cached_key(|&[x, y]| {
        let words = [x, y].map(|n| numeration.digits_of(n));
        let length = words[0].len().max(words[1].len());
        let digit = |word: &[u32], place: usize| match (place + word.len()).checked_sub(length) {
            Some(at) => word[at],
            None => 0,
        };
        let of_place = |place| [0, 1].map(|track| digit(&words[track], place));
        (length, (0..length).map(of_place).collect::<Vec<_>>())
    });
    all
}

/// Returns the states from which a word leads to the end of an accepted one, as searched here.
fn live(automaton: &Automaton) -> HashSet<usize> {
    let mut live: HashSet<usize> =
        (0..automaton.states()).filter(|&state| automaton.is_accepting(state)).collect();
    for _ in 0..automaton.states() {
        let before = live.clone();
        live.extend(automaton.transitions().filter(|(_, _, to)| before.contains(to)).map(|t| t.0));
    }
    live
}

/// Whether all states of an automaton are reached, lead to an accepted word, and differ in what they accept: by the table of
/// pairs that are told apart.
fn is_least(automaton: &Automaton) -> bool {
    let states = automaton.states();
    let mut reached = HashSet::from([0]);
    for _ in 0..states {
        let before = reached.clone();
        let found = automaton.transitions().filter(|(from, ..)| before.contains(from));
        reached.extend(found.map(|(_, _, to)| to));
    }
    let next = |state: usize| -> Vec<(Vec<u32>, usize)> {
        let own = automaton.transitions().filter(|(from, ..)| *from == state);
        own.map(|(_, digits, to)| (digits, to)).collect()
    };
    let next: Vec<_> = (0..states).map(next).collect();
    // Pairs of which it is not known that they differ.
    let mut alike: HashSet<(usize, usize)> = (0..states)
        .flat_map(|one| (0..one).map(move |two| (one, two)))
        .filter(|&(one, two)| automaton.is_accepting(one) == automaton.is_accepting(two))
        .collect();
    for _ in 0..states {
        let before = alike.clone();
        alike.retain(|&(one, two)| {
            let pairs = next[one].iter().zip(&next[two]);
            next[one].len() == next[two].len()
                && pairs.into_iter().all(|((read, to), (also_read, other))| {
                    let pair = (*to.max(other), *to.min(other));
                    read == also_read && (to == other || before.contains(&pair))
                })
        });
    }
    reached.len() == states && alike.is_empty() && (live(automaton).len() == states || states == 1)
}

/// Catches connectives, projections and minimizations that are wrong anywhere on small numbers, and automata with more states
/// than they need.
#[test]
fn operations_are_those_of_sets() {
    let limits = Limits::default();
    let mut rng = fastrand::Rng::with_seed(5);
    for numeration in numerations() {
        let small = pairs(&numeration, 3);
        for _ in 0..15 {
            let [one, two] = [(); 2].map(|()| random_automaton(&mut rng, &numeration));
            assert!(is_least(&one) && one.ignores_leading_zeros(), "{one:?}");
            let both = one.and(&[0, 1], &two, &[1, 0], 2, &limits).expect("small");
            let either = one.or(&two, &limits).expect("small");
            let not = one.complement(&limits).expect("small");
            for &[x, y] in &small {
                let (is_one, is_two) = (one.accepts(&[x, y]), two.accepts(&[x, y]));
                assert_eq!(both.accepts(&[x, y]), is_one && two.accepts(&[y, x]), "{x}, {y}");
                assert_eq!(either.accepts(&[x, y]), is_one || is_two, "{x}, {y}");
                assert_eq!(not.accepts(&[x, y]), !is_one, "{x}, {y}");
            }
            for automaton in [&both, &either, &not] {
                let least = automaton.minimized(&limits).expect("small");
                assert!(is_least(&least), "{least:?}");
                assert_eq!(shortest_difference(automaton, &least, &limits), Ok(None));
            }
            // If there is a number, there is one with no more digits than the other one and the states together.
            let track = rng.usize(..2);
            let projected =
                one.without_tracks(&[track], &StateOrder::default(), &limits).expect("small");
            let shown = |x: u64, y: u64| if track == 0 { [y, x] } else { [x, y] };
            for x in 0..4 {
                let digits = numeration.digits_of(x).len() + one.states();
                let most = (0..).take_while(|&y| numeration.digits_of(y).len() <= digits.min(9));
                let is_there = most.into_iter().any(|y| one.accepts(&shown(x, y)));
                if is_there || digits <= 9 {
                    assert_eq!(projected.accepts(&[x]), is_there, "{x} of {one:?}");
                }
            }
        }
    }
}

/// Catches tuples that are left out, listed twice, or in another order, and sets that are called finite although they are not.
#[test]
fn the_first_tuples_are_found() {
    let limits = Limits::default();
    let mut rng = fastrand::Rng::with_seed(6);
    let (mut finite, mut differ) = (0, 0);
    for numeration in numerations() {
        let all = pairs(&numeration, 4);
        for _ in 0..60 {
            let [one, two] = [(); 2].map(|()| random_automaton(&mut rng, &numeration));
            let accepted = all.iter().filter(|pair| one.accepts(&pair[..]));
            let accepted: Vec<[u64; 2]> = accepted.copied().collect();
            for most in [0, 1, 7] {
                let found = one.first_tuples(most, &limits).expect("small");
                // Longer ones are not among all that were tried.
                let known = accepted.len().min(most);
                for (found, expected) in found.tuples.iter().zip(&accepted[..known]) {
                    assert_eq!(found[..], expected.map(|n| Some(n.into())), "{one:?}");
                }
                // A tuple of as many digits as there are states can be made longer again and again.
                let states = one.states();
                let counts = one.counts_by_digits(2 * states + 1);
                let is_finite = counts[states..].iter().all(|&count| count == 0);
                assert_eq!(found.is_finite, is_finite, "{one:?}");
                let count = counts.iter().sum::<u64>() as usize;
                assert_eq!(found.is_all, is_finite && count <= most, "{one:?}");
                assert!(found.tuples.len() == count.min(most) || !is_finite, "{one:?}");
                finite += usize::from(is_finite);
            }
            // The first one that exactly one of two automata accepts has as few digits as possible.
            let is_other = |pair: &&[u64; 2]| one.accepts(&pair[..]) != two.accepts(&pair[..]);
            let length = |pair: &[u64]| numeration.digits_of(pair[0].max(pair[1])).len();
            match shortest_difference(&one, &two, &limits).expect("small numbers") {
                Some(found) => {
                    assert_ne!(one.accepts(&found), two.accepts(&found));
                    let first = all.iter().find(is_other).map_or(5, |pair| length(pair));
                    assert_eq!(length(&found).min(5), first, "{found:?}");
                    differ += 1;
                }
                None => assert_eq!(one, two),
            }
        }
    }
    assert!(finite > 20 && differ > 100, "{finite}, {differ}");
}

/// Catches an invalid word that is not found, one that is valid or not accepted, and one that is longer than need be.
#[test]
fn accepted_invalid_words_are_shortest() {
    let limits = Limits::default();
    let mut rng = fastrand::Rng::with_seed(7);
    let mut found_some = 0;
    for numeration in numerations() {
        let digits = numeration.digit_count();
        let words = |length: u32| {
            let all = (0..digits.pow(length)).map(move |number| -> Vec<u32> {
                (0..length).rev().map(|place| number / digits.pow(place) % digits).collect()
            });
            all.collect::<Vec<_>>()
        };
        let is_valid = |word: &[u32]| {
            let end = word.iter().try_fold(0, |state, &digit| numeration.valid_after(state, digit));
            end.is_some_and(|end| numeration.valid_end(end))
        };
        for _ in 0..40 {
            let states = rng.u32(1..4);
            let next: Vec<Option<u32>> = (0..states * digits)
                .map(|_| (rng.u32(..3) > 0).then(|| rng.u32(..states)))
                .collect();
            let accepting: Vec<bool> = (0..states).map(|_| rng.bool()).collect();
            let after = |state: u32, read: &[u32]| next[(state * digits + read[0]) as usize];
            let accepts = |state: u32| accepting[state as usize];
            let found = Automaton::accepted_invalid_word(&numeration, 1, after, accepts, &limits);
            let is_accepted = |word: &[u32]| {
                let end = word.iter().try_fold(0, |state, &digit| after(state, &[digit]));
                end.is_some_and(accepts)
            };
            let is_wrong = |word: &Vec<u32>| is_accepted(word) && !is_valid(word);
            let first = (0..7).find(|&length| words(length).iter().any(is_wrong));
            match found.expect("small") {
                Some(word) => {
                    assert!(is_wrong(&word[0]), "{word:?}");
                    assert!(first.is_none_or(|first| first == word[0].len() as u32), "{word:?}");
                    found_some += 1;
                }
                None => assert_eq!(first, None, "{numeration}"),
            }
        }
    }
    assert!(found_some > 20, "{found_some}");
}

/// Catches a comparison that goes on where a word has left the table, or when it is interrupted: of a table that is far longer
/// than wide there are thousands of pairs, and millions in the square around it.
#[test]
fn comparisons_stay_in_the_table() {
    #[derive(Debug)]
    struct Always;
    impl Interrupt for Always {
        fn is_interrupted(&self) -> bool {
            true
        }
    }
    let numeration = Arc::new(Numeration::base(2).expect("a base"));
    let less = Automaton::less(&numeration, &Limits::default()).expect("small");
    let asked = AtomicUsize::new(0);
    let table = |at: &[u64]| {
        let asked = asked.fetch_add(1, Ordering::Relaxed);
        assert!(asked < 100_000, "the comparison leaves the table");
        (at[0] < 2 && at[1] < 1 << 11).then(|| at[0] < at[1])
    };
    assert_eq!(disagreement(&less, &table, &Limits::default()), Ok(None));
    let complete = asked.swap(0, Ordering::Relaxed);
    let limits = Limits { interrupt: Some(&Always), ..Limits::default() };
    assert!(disagreement(&less, &table, &limits).is_err());
    let interrupted = asked.into_inner();
    assert!(complete > 1 << 12 && interrupted < 100, "{complete}, {interrupted}");
}
