//! The two evaluators against one another: in lanes, and at single places.

use fastrand::Rng;

use crate::column::{Column, Truths, Wanted};
use crate::evaluation::Block;
use crate::rules::{NoTruth, OfRules, condition, number};

/// Places of an environment of two numbers, one in each lane: the first is any, and the second begins somewhere and
/// grows.
struct Places {
    first: Vec<i64>,
    second: [i64; 2],
}

impl Places {
    fn at(&self, lane: usize) -> [i64; 2] {
        [self.first[lane], self.second[0] + self.second[1] * lane as i64]
    }
}

impl Block<OfRules> for Places {
    fn length(&self) -> usize {
        self.first.len()
    }

    fn number(&self, &place: &usize, _: Wanted) -> Column {
        match place {
            0 => Column::of_numbers(self.first.clone(), Default::default()),
            _ => Column::linear(self.second[0], self.second[1]),
        }
    }

    fn truth(&self, none: &NoTruth, _: Wanted) -> Truths {
        match *none {}
    }
}

/// Catches an operation that has another value in lanes than at a place, or a fault where there is none, or none where there
/// is one: for all operations, small and large numbers, and lanes that matter or do not.
#[test]
fn lanes_have_the_values_of_single_places() {
    let mut rng = Rng::with_seed(5);
    let mut without_value = 0;
    for _ in 0..20_000 {
        let text = crate::analysis::tests::random::random_number(&mut rng, &["x", "y"], 3);
        let truth = crate::analysis::tests::random::random_truth(&mut rng, &["x", "y"], 3);
        let far = [0, 0, 0, 1 << 20, i64::MAX - 40, i64::MIN + 40][rng.usize(..6)];
        let length = rng.usize(1..8);
        let first = (0..length).map(|_| far + rng.i64(-9..10)).collect();
        let second = [rng.i64(-9..10) + if rng.bool() { far } else { 0 }, rng.i64(-2..3)];
        let places = Places { first, second };
        let wanted: Vec<bool> = (0..length).map(|_| rng.u32(..4) > 0).collect();
        let wanted: Wanted = if rng.bool() { Some(&wanted) } else { None };
        let numbers = number(&text, 2).expect("a number");
        let truths = condition(&truth, 2).expect("a condition");
        let (in_lanes, are_true) = (numbers.on(&places, wanted), truths.on(&places, wanted));
        for lane in (0..length).filter(|&lane| wanted.is_none_or(|wanted| wanted[lane])) {
            let at = places.at(lane);
            assert_eq!(in_lanes.at(lane).ok(), numbers.at(&at), "{text} at {at:?}");
            assert_eq!(are_true.at(lane).ok(), truths.at(&at), "{truth} at {at:?}");
            without_value += u32::from(in_lanes.at(lane).is_err());
        }
    }
    assert!(without_value > 1000, "{without_value}");
}
