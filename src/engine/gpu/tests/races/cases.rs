//! The tables on which races are looked for, and the accesses whose order does not matter.

use shader_races::{Operation, Permission};

use super::run::Case;
use crate::tests::common::random;

/// Accesses whose order does not matter. Each must be needed by some case.
pub(super) const PERMISSIONS: &[Permission] = &[
    Permission {
        array: "raised_thresholds",
        operations: [Operation::AtomicLoad, Operation::AtomicCompareExchange],
        reason: "what is loaded is only the first guess of the exchange",
    },
    Permission {
        array: "raised_thresholds",
        operations: [Operation::AtomicCompareExchange, Operation::AtomicCompareExchange],
        reason: "an exchange that fails is tried again, and the larger threshold stays in any order",
    },
    Permission {
        array: "full",
        operations: [Operation::AtomicLoad, Operation::AtomicOr],
        reason: "a word that is read ahead and lacks a bit leads to a full word below, in vain",
    },
    Permission {
        array: "workgroup_totals",
        operations: [Operation::AtomicAdd, Operation::AtomicAdd],
        reason: "as many additions carry in any order",
    },
    Permission {
        array: "totals",
        operations: [Operation::AtomicAdd, Operation::AtomicAdd],
        reason: "as many additions carry in any order",
    },
];

/// The shape of a workgroup on hardware, on software, and one with little memory.
pub(super) const HARDWARE: (u32, u32) = (16_384, 256);
pub(super) const SOFTWARE: (u32, u32) = (16_384, 64);
pub(super) const SMALL: (u32, u32) = (600, 8);

/// Returns the tables in workgroups of one of their shapes, each in its turn; every night in all of them.
pub(super) fn cases_of_run() -> Vec<Case> {
    let (seed, shapes) = (random::seed() as usize, random::count(1) as usize);
    let is_drawn = |case: &Case| (case.turn + seed) % case.turns < shapes;
    cases().into_iter().filter(is_drawn).collect()
}

/// Tables of several blocks or workgroups each, which reach every barrier and every kind of access.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |shapes: &[(u32, u32)], tables: &[(&'static str, &'static str, &'static str)]| {
        for (number, &(game, domain, quantity)) in tables.iter().enumerate() {
            let of_shape = |(place, &shape): (usize, &(u32, u32))| Case {
                shape,
                turn: number + place,
                turns: shapes.len(),
                ..Case::new(game, domain, quantity)
            };
            cases.extend(shapes.iter().enumerate().map(of_shape));
        }
    };
    add(
        &[HARDWARE, SOFTWARE, SMALL],
        &[
            ("wythoff", "80x70", "grundy"),
            ("wythoff", "72x72", "grundy misere"),
            ("nim:3", "6x20x17", "grundy"),
            ("wythoff+alter=1,1/2,2/0,1/3,5+terminal=3,4", "70x66", "grundy"),
            ("vector:2,0/3,0/0,1+alter=6,0/0,2", "40x30", "grundy"),
            ("wythoff+alter=1,1/3,5+to-zero=3,3/7,5/9,0+terminal=3,4", "50x46", "grundy misere"),
            ("wythoff+to-zero=7,5/9,0+block=2", "50x46", "palaces"),
            ("wythoff+points=2/-1/3+to-zero=7,5/5,7", "50x46", "score"),
            ("subtraction:2,5,8+heaps=2", "30x70", "grundy"),
            ("wythoff+block=4", "90x70", "palaces"),
            ("wythoff", "70x70", "outcome"),
            ("maharaja+block=3", "70x50", "palaces"),
            ("wythoff+points=3/-7/2", "80x70", "score"),
            ("wythoff+points=1/1/-3", "66x66", "score"),
            ("nim:3+points=2/-40/3", "6x20x17", "score"),
            ("wythoff+points=2/-1/3+alter=1,1/5,5/0,2/7,4:9+terminal=3,4", "50x46", "score"),
            ("subtraction:2,5,8+heaps=2", "20x50", "score"),
            ("wythoff+alter=1,1/2,2/1,2+terminal=3,4", "50x46", "remoteness"),
            ("partizan:1,0/0,1:1,1/2,1", "70x40", "outcome-class"),
            ("partizan:1,0/0,1:1,1/2,1+points-left=3/-1", "70x40", "score-left"),
            ("partizan:2,0/0,1:1,1+alter-left=6,0/1,4:5+alter-right=2,2", "40x50", "score-right"),
            ("partizan:2,0/0,1:1,1+alter-left=6,0/1,4+alter-right=2,2", "40x70", "outcome-class"),
        ],
    );
    add(
        &[HARDWARE],
        &[
            // Values in several nodes, and minima in several lower ones.
            ("triangle", "tokens 40", "grundy"),
            ("digraph:XY/YX", "tokens 300", "grundy"),
            ("triangle", "tokens 30", "outcome misere"),
            ("digraph:XY/YX/ZZ", "tokens 24", "grundy"),
            ("digraph:XY/XZ/YY/ZZ", "tokens 20", "grundy misere"),
            ("digraph:XX/YZ/ZY", "tokens 24", "outcome"),
        ],
    );
    // An invocation for each position, where the adapter's workgroups are small, or a workgroup.
    add(
        &[HARDWARE, SOFTWARE],
        &[
            ("rules: (x / k) for 2 <= k <= x", "150", "grundy"),
            ("rules: (x / k) for 2 <= k <= x", "120", "outcome misere"),
            ("rules: (a) + (x - 1 - a) for 2 <= a < x", "120", "grundy"),
            ("rules: (x / k) + sum (i) for 0 <= i < k for 2 <= k <= x", "60", "outcome"),
            ("rules: (x / k) for 2 <= k <= x+block=1", "120", "palaces"),
            ("rules: (x / k) for 2 <= k <= x", "120", "remoteness"),
            ("rules: (x / k) for 2 <= k <= x pays k", "120", "score"),
            (
                "rules: left: (x / k) for 2 <= k <= x pays k; right: (x - k) for 1 <= k <= x / 2",
                "120",
                "score-right",
            ),
        ],
    );
    add(
        &[HARDWARE],
        &[
            (
                "rules: (x - k, y / 2) for 1 <= k <= x; (x / 2, y) if x > 0+block=1",
                "60x30",
                "palaces",
            ),
            ("rules: (x - k, y / 2) for 1 <= k <= x", "60x30", "remoteness"),
            ("rules: (x - k, y / 2) for 1 <= k <= x pays 3 - k", "60x30", "score"),
            (
                "rules: positions x != y; (x - k, y) for 1 <= k <= x; (x, y / 2) if y > 0",
                "60x30",
                "grundy",
            ),
            ("rules: grade x; (x - k, k) for 1 <= k <= min(x, 3 * y)", "50x50", "grundy misere"),
            (
                "rules: left: (x - k, y / k) for 1 <= k <= x; right: (x, y - 1) if y > 0",
                "tokens 30",
                "outcome-class",
            ),
        ],
    );
    // Tables that take three buffers, and six.
    let large = [
        ("rules: (x - k, y / 2) for 1 <= k <= x", "30x25", "grundy", 1200),
        (
            "rules: left: (x / 2, y) if x > 0; right: (x, y - 1) if y > 0 pays x",
            "30x25",
            "score-right",
            600,
        ),
    ];
    let with_binding =
        |(game, domain, quantity, binding)| Case { binding, ..Case::new(game, domain, quantity) };
    cases.extend(large.map(with_binding));
    cases
}
