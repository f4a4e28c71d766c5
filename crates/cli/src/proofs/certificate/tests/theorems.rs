//! Theorems of the literature about games whose rules a user writes, with their P-positions as conditions.

use super::super::Certificate;
use super::super::moore_machine::MooreMachine;
use super::super::words::Words;
use super::super::{SetName, Verdict};
use super::learned::{
    FRAENKEL_2_1, OSTROWSKI_3, binary_and_zeckendorf, certificate, learned, verdict, words,
};
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;

/// A game, the numeration of its theorem, and what its P-positions are.
pub(super) struct Theorem {
    pub(super) rules: &'static str,
    numeration: Numeration,
    pub(super) heaps: usize,
    depth: usize,
    pub(super) is_p: fn(&[u64]) -> bool,
}

/// The numeration of a theorem, in the order of [`numerations`].
#[derive(Clone, Copy)]
enum Numeration {
    Binary,
    Zeckendorf,
    Ostrowski3,
}

impl Theorem {
    /// Returns the automaton of the P-positions of the theorem.
    pub(super) fn automaton(&self, known: &[Words; 3]) -> MooreMachine {
        learned(&known[self.numeration as usize], self.heaps, self.depth, &self.is_p)
    }

    /// Returns the certificate about the game with these rules.
    pub(super) fn certificate(
        &self,
        rules: &str,
        automaton: MooreMachine,
        known: &[Words; 3],
    ) -> Certificate {
        let sets = vec![(SetName::P, automaton)];
        let words = &known[self.numeration as usize];
        certificate(&format!("rules: {rules}"), Convention::Normal, words, sets)
    }
}

/// Returns the numerations of the theorems.
pub(super) fn numerations() -> [Words; 3] {
    let [binary, zeckendorf] = binary_and_zeckendorf();
    [binary, zeckendorf, words(OSTROWSKI_3)]
}

/// Whether a pair is one of r-Wythoff (Fraenkel 1982): the smaller numbers are each the least one not used before, and the
/// n-th pair differs by r n.
fn is_pair(r: u64, at: &[u64]) -> bool {
    let (small, large) = (at[0].min(at[1]), at[0].max(at[1]));
    // A(n) = floor(n (2 - r + sqrt(r^2 + 4)) / 2): the root of n^2 (r^2 + 4) is rounded down first.
    let n = (large - small) / r;
    let root = (u128::from(n * n) * u128::from(r * r + 4)).isqrt() as u64;
    large - small == r * n
        && 2 * small <= 2 * n + root - r * n
        && small == (2 * n + root - r * n) / 2
}

/// The games, each with the source of its theorem, or why it is true.
pub(super) const THEOREMS: [Theorem; 20] = [
    // Wythoff 1907.
    Theorem {
        rules: "terminal x == 0 and y == 0; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if k == l",
        numeration: Numeration::Zeckendorf,
        heaps: 2,
        depth: 3,
        is_p: |at| is_pair(1, at),
    },
    // Ho, Two variants of Wythoff's game preserving its P-positions, 2012.
    Theorem {
        rules: "(x - k, y) for 1 <= k <= x if x >= y; (x, y - k) for 1 <= k <= y if y >= x; (x - k, y - k) for 1 <= k <= min(x, y)",
        numeration: Numeration::Zeckendorf,
        heaps: 2,
        depth: 3,
        is_p: |at| is_pair(1, at),
    },
    // Fraenkel, How to beat your Wythoff games' opponent on three fronts, 1982.
    Theorem {
        rules: "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < 3",
        numeration: Numeration::Ostrowski3,
        heaps: 2,
        depth: 2,
        is_p: |at| is_pair(3, at),
    },
    // Moore, A generalization of the game called Nim, 1910.
    Theorem {
        rules: "(x - k, y - l, z) for 0 <= k <= x, 0 <= l <= y if k + l > 0; (x - k, y, z - l) for 0 <= k <= x, 0 <= l <= z if k + l > 0; (x, y - k, z - l) for 0 <= k <= y, 0 <= l <= z if k + l > 0",
        numeration: Numeration::Binary,
        heaps: 3,
        depth: 1,
        is_p: |at| at[0] == at[1] && at[1] == at[2],
    },
    // Mark: Fraenkel, The vile, dopey, evil and odious game players, 2012.
    Theorem {
        rules: "(x - 1) if x > 0; (x / 2) if x > 0",
        numeration: Numeration::Binary,
        heaps: 1,
        depth: 3,
        is_p: |at| at[0] == 0 || at[0].trailing_zeros() % 2 == 1,
    },
    // Levine, Fractal sequences and restricted Nim, 2006.
    Theorem {
        rules: "(x - k) for 1 <= k <= x / 2",
        numeration: Numeration::Binary,
        heaps: 1,
        depth: 3,
        is_p: |at| (at[0] + 1).is_power_of_two(),
    },
    // Gale's Nim.
    Theorem {
        rules: "(x - k, y) for 1 <= k <= x if y > 0; (x, y - k) for 1 <= k <= y if x > 0",
        numeration: Numeration::Binary,
        heaps: 2,
        depth: 2,
        is_p: |at| at[0] == 0 || at[1] == 0,
    },
    // Abuku and Suetsugu, Delete Nim, 2021.
    Theorem {
        rules: "(k, x - 1 - k) for 0 <= k < x; (k, y - 1 - k) for 0 <= k < y",
        numeration: Numeration::Binary,
        heaps: 2,
        depth: 2,
        is_p: |at| at[0] % 2 == 0 && at[1] % 2 == 0,
    },
    // Kimura and Yamashita, On variations of Yama Nim and Triangular Nim, 2023.
    Theorem {
        rules: "(x - k, y + 1) for 2 <= k <= x; (x + 1, y - k) for 2 <= k <= y",
        numeration: Numeration::Binary,
        heaps: 2,
        depth: 3,
        is_p: |at| at[0].abs_diff(at[1]) <= 1,
    },
    // Nim with a pass that is still to come: two heaps are 2n - 1 and 2n, or empty.
    Theorem {
        rules: "positions z <= 1; (x - k, y, z) for 1 <= k <= x; (x, y - k, z) for 1 <= k <= y; (x, y, z - 1) if z > 0 and x + y > 0",
        numeration: Numeration::Binary,
        heaps: 3,
        depth: 3,
        is_p: |at| {
            let (small, large) = (at[0].min(at[1]), at[0].max(at[1]));
            match at[2] {
                0 => small == large,
                1 => large == 0 || small % 2 == 1 && large == small + 1,
                _ => false,
            }
        },
    },
    // A move takes at most as many tokens as the one before it: Schwenk, Take-away games, 1970.
    Theorem {
        rules: "grade x; (x - k, k) for 1 <= k <= min(x, y)",
        numeration: Numeration::Binary,
        heaps: 2,
        depth: 3,
        is_p: |at| at[0] == 0 || at[1] < 1 << at[0].trailing_zeros(),
    },
    // Gale, A curious Nim-type game, 1974: with two rows the second one is shorter by a square.
    Theorem {
        rules: "positions x >= y and x > 0; (k, min(y, k)) for 1 <= k < x; (x, k) for 0 <= k < y",
        numeration: Numeration::Binary,
        heaps: 2,
        depth: 3,
        is_p: |at| at[0] == at[1] + 1,
    },
    // Both players may go to floor(x phi) if y is larger, and then there is no move.
    Theorem {
        rules: "(x, floor_phi(x)) if floor_phi(x) < y",
        numeration: Numeration::Zeckendorf,
        heaps: 2,
        depth: 3,
        is_p: |at| at[1] <= floor_phi(at[0]),
    },
    // As above, with floor(x phi^2).
    Theorem {
        rules: "(x, floor_phi2(x)) if floor_phi2(x) < y",
        numeration: Numeration::Zeckendorf,
        heaps: 2,
        depth: 3,
        is_p: |at| at[1] <= floor_phi(at[0]) + at[0],
    },
    // The shift of a Zeckendorf representation is floor((x + 1) phi) - 1.
    Theorem {
        rules: "(x, zeckendorf_shift(x)) if zeckendorf_shift(x) < y",
        numeration: Numeration::Zeckendorf,
        heaps: 2,
        depth: 3,
        is_p: |at| at[1] < floor_phi(at[0] + 1),
    },
    // As above, with binary digits.
    Theorem {
        rules: "(x, y, x ^ y) if (x ^ y) < z",
        numeration: Numeration::Binary,
        heaps: 3,
        depth: 2,
        is_p: |at| at[2] <= at[0] ^ at[1],
    },
    // As above.
    Theorem {
        rules: "(x, y, x & y) if (x & y) < z",
        numeration: Numeration::Binary,
        heaps: 3,
        depth: 2,
        is_p: |at| at[2] <= at[0] & at[1],
    },
    // As above.
    Theorem {
        rules: "(x, y, x | y) if (x | y) < z",
        numeration: Numeration::Binary,
        heaps: 3,
        depth: 2,
        is_p: |at| at[2] <= at[0] | at[1],
    },
    // A variable may be negative: one to three tokens are taken.
    Theorem {
        rules: "terminal x == 0; (x - k) for -3 <= k <= 3 if 1 <= k <= x",
        numeration: Numeration::Binary,
        heaps: 1,
        depth: 4,
        is_p: |at| at[0] % 4 == 0,
    },
    // A set, which is shifted: 1, 3 or 4 tokens are taken.
    Theorem {
        rules: "terminal x == 0; (x - k - 2) for k in {-1, 1, 2} if k + 2 <= x",
        numeration: Numeration::Binary,
        heaps: 1,
        depth: 5,
        is_p: |at| at[0] % 7 == 0 || at[0] % 7 == 2,
    },
];

/// Returns floor(n phi), which is half of n and the root of 5 n^2 together.
fn floor_phi(n: u64) -> u64 {
    (n + (5 * n * n).isqrt()) / 2
}

/// Catches rules that are read wrongly, so that a theorem about them is refuted, and rules that are taken for those of a
/// family, which are read elsewhere.
#[test]
fn theorems_of_the_literature_are_proved() {
    let known = numerations();
    for theorem in &THEOREMS {
        let certificate = theorem.certificate(theorem.rules, theorem.automaton(&known), &known);
        assert!(
            matches!(certificate.ruleset.recognised(), Ruleset::Written(_)),
            "{}",
            theorem.rules
        );
        assert_eq!(verdict(&certificate), Ok(Verdict::Proved), "{}", theorem.rules);
    }
}

/// Catches weights that are read otherwise than as multiples of the first one, and numbers that are compared by them: Fraenkel,
/// Heap games, numeration systems and sequences, 1998, has the (2, 1)-Wythoff game, in which of two heaps k > 0 and from k to
/// 2 k tokens are taken: B(n) = 2 A(n) + n, and the larger heap is the smaller one with a digit 0 appended.
#[test]
fn a_theorem_in_a_numeration_with_a_fraction_is_proved() {
    let fraenkel = words(FRAENKEL_2_1);
    let shown: Vec<_> = [2, 3, 7, 8].map(|number| fraenkel.word_of(number)).into();
    assert_eq!(shown, [vec![2], vec![1, 0], vec![2, 1], vec![1, 0, 0]].map(Some));
    let (mut pairs, mut used) = (Vec::new(), std::collections::BTreeSet::new());
    for n in 0..2000 {
        let a = (0..).find(|number| !used.contains(number)).expect("there are infinitely many");
        used.extend([a, 2 * a + n]);
        pairs.push([a, 2 * a + n]);
    }
    let is_p = |at: &[u64]| pairs.binary_search(&[at[0].min(at[1]), at[0].max(at[1])]).is_ok();
    let check = |most: &str| {
        let rules = format!(
            "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
             (x - k, y - l) for 1 <= k <= x, k <= l <= y if l <= {most}; \
             (x - l, y - k) for 1 <= k <= y, k <= l <= x if l <= {most}"
        );
        let sets = vec![(SetName::P, learned(&fraenkel, 2, 2, &is_p))];
        verdict(&certificate(&rules, Convention::Normal, &fraenkel, sets))
    };
    assert_eq!(check("2 * k"), Ok(Verdict::Proved));
    assert!(matches!(check("2 * k + 1"), Ok(Verdict::Refuted(_))));
}
