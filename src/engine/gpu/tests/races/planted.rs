//! Faults in what is written for rules, each of which shows in the table.

use super::cases::{HARDWARE, PERMISSIONS, SOFTWARE};
use super::run::{Case, program};
use crate::engine::Wanted;

/// A game, a domain, a quantity; a part of the shader, and what is planted in its place.
type Planted = (&'static str, &'static str, &'static str, &'static str, &'static str);

const PLANTED: &[Planted] = &[
    // An operator, and one of a bound.
    ("rules: (x - k) for 1 <= k <= x if (x + k) % 3 != 1", "50", "grundy", "(x + v1)", "(x - v1)"),
    ("rules: (x - k) for 1 <= k <= x / 2", "50", "grundy", "u32(x) / u32(2i)", "u32(x) % u32(2i)"),
    // A range: one number too few, and the numbers that an invocation leaves to the others.
    ("rules: (x - k) for 1 <= k <= x / 2", "50", "outcome", "; v2 <=", "; v2 <"),
    ("rules: (x - k) for 1 <= k <= x / 2", "160", "grundy", "v2 += lanes", "v2 += lanes + 1i"),
    // The sign of a remainder, and the rounding of a quotient.
    (
        "rules: (x - k) for 1 <= k <= x if (k - x) % 3 == 1",
        "50",
        "grundy",
        "select(rest, rest + abs(b), rest < 0i)",
        "rest",
    ),
    (
        "rules: (x - k) for 1 <= k <= x + (1 - x) / 2",
        "50",
        "grundy",
        "select(rounded, rounded - sign(b), a % b < 0i)",
        "rounded",
    ),
    // A wave: that of another token sum lies in the same place; and that of another grade.
    (
        "rules: (x - k, y / 2) for 1 <= k <= x; (x / 2, y) if x > 0",
        "9x11",
        "grundy",
        "% DOMAIN_Z * DOMAIN_X",
        "% (DOMAIN_Z / 2u) * DOMAIN_X",
    ),
    (
        "rules: grade x; (x - k, k) for 1 <= k <= min(x, 3 * y)",
        "20x20",
        "grundy",
        "order[column]",
        "order[column - u32(column > 99u)]",
    ),
];

/// Catches comparisons that overlook a wrong operator, range, sign of a remainder or wave.
#[test]
fn faults_in_rules_are_found() {
    for &(game, domain, quantity, from, to) in PLANTED {
        let mut planted = 0;
        for shape in [HARDWARE, SOFTWARE] {
            let case = Case { shape, ..Case::new(game, domain, quantity) };
            let loaded = case.load(Wanted::Totals);
            let source = loaded.kernel.source();
            assert!(source.contains(from), "{game}: the shader has changed, plant {from} anew");
            let program = program(&loaded.kernel, &source.replace(from, to), false);
            let truth = loaded.totals_of(&loaded.truth());
            for (program, is_true) in [(&loaded.program, true), (&program, false)] {
                let mut machine = loaded.machine(program, PERMISSIONS, &[]);
                let ran = loaded.run(&mut machine);
                let is_right = ran.is_ok() && loaded.totals(&mut machine) == truth;
                // The step between numbers of one invocation matters where several share a range.
                planted += u32::from(!is_true && !is_right);
                assert!(
                    is_right || !is_true,
                    "{game}: {:?}",
                    ran.err().map(|fault| fault.to_string())
                );
            }
        }
        assert!(planted > 0, "{game}: {to} was planted for {from}, and not found");
    }
}
