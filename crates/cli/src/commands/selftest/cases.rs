//! The tables of a selftest. Between them they reach every kernel.

/// A game, a domain and a quantity, as `Plan::parse` reads them.
pub type Case = [&'static str; 3];

/// Small tables.
pub const CASES: &[Case] = &[
    ["nim:3", "17x12x9", "grundy"],
    ["nim:2", "tokens 40", "outcome misere"],
    ["wythoff", "130x75", "grundy"],
    ["wythoff", "60x60", "grundy misere"],
    ["wythoff+block=4", "90x120", "palaces"],
    ["wythoff+alter=1,1/3,5+terminal=2,9", "50x70", "grundy"],
    ["maharaja+block=2", "50x40", "palaces"],
    ["vector:2,0/3,0/0,1+block=2", "60x40", "palaces"],
    ["vector:1,0,0/0,1,0/0,0,1/1,1,1", "12x15x9", "grundy"],
    ["euclid", "50x70", "grundy misere"],
    ["euclid+positive", "60x50", "grundy"],
    ["fibonacci", "150x130", "grundy"],
    ["partizan:1,0/0,2:1,1/0,3+alter-left=2,1", "40x50", "outcome-class misere"],
    ["triangle", "tokens 32", "grundy"],
    ["triangle", "tokens 32", "outcome misere"],
    ["digraph:XY/YX/ZZ", "tokens 24", "grundy misere"],
    ["wythoff+points=2/-1/3", "60x50", "score"],
    ["nim:2+points=3/-1+alter=1,1:5/0,2", "tokens 40", "score"],
    ["wythoff+alter=2,2/1,2", "60x50", "remoteness"],
    ["partizan:1,0/0,1:1,1/2,1+points-left=3/-1+alter-right=1,2:5", "25x20", "score-left"],
    ["partizan:1,0/0,1:1,1+alter-left=0,2/3,1", "tokens 25", "score-right"],
    [
        "rules: positions x != y; (x - k, y) for k in {1, 2, 5} if k <= x; (x, y % 7) if y > 6",
        "40x30",
        "grundy misere",
    ],
    ["rules: grade x; (x - k, k) for 1 <= k <= min(x, 3 * y)", "30x30", "outcome"],
    ["rules: (x / k) for 2 <= k <= x", "300", "grundy"],
    ["rules: (x - k, y / 2) for 1 <= k <= x; (x / 2, y) if x > 0+block=1", "30x25", "palaces"],
    ["rules: (x - k * k, gcd(x, y)) for 1 <= k <= floor_sqrt(x) if y > 0", "25x40", "remoteness"],
    [
        "rules: left: (x - k, y) for 1 <= k <= x pays floor_phi(k); right: (x, y / k) for 2 <= k <= y pays x ^ k",
        "30x30",
        "score-left",
    ],
];

/// The same on four heaps, which the GPU engine refuses.
pub const CASES_OF_CPU: &[Case] = &[
    ["vector:1,0,0,0/0,1,0,0/0,0,1,1/1,0,2,1", "9x7x8x6", "grundy"],
    ["nim:4+block=1+alter=1,0,2,1", "tokens 14", "palaces"],
    ["digraph:XY/YX/YZ/ZY/ZW/WZ/WX/XW", "tokens 14", "grundy"],
    ["digraph:XY/YZ/ZX/XW/WW", "tokens 14", "outcome misere"],
];

/// Games, domains and quantities that fill a GPU.
pub const CASES_OF_HARDWARE: &[Case] = &[
    ["wythoff", "2048x2048", "grundy"],
    ["wythoff", "1900x2100", "grundy misere"],
    ["wythoff+alter=1,1/3,5+terminal=2,9", "1200x1200", "grundy"],
    ["nim:3", "200x210x190", "grundy"],
    ["vector:1,0/0,1/1,1/1,2/2,1", "1500x1500", "grundy"],
    ["wythoff+block=20", "3000x3000", "palaces"],
    ["maharaja+block=2", "1500x1700", "palaces"],
    ["partizan:1,0/0,1/1,1:1,0/2,1+alter-left=3,3", "1800x1500", "outcome-class"],
    ["euclid", "3000x2500", "grundy"],
    ["fibonacci", "1100x1100", "grundy"],
    ["triangle", "tokens 240", "grundy"],
    ["triangle", "tokens 260", "outcome misere"],
    ["digraph:XY/YX/ZZ", "tokens 200", "grundy"],
    ["wythoff+points=3/-7/2", "2900x3000", "score"],
    ["nim:2+points=3/3+terminal=0,5/5,0", "2800x2800", "score"],
    ["wythoff+points=300/-7/2+alter=1,2:5/0,2", "1300x1200", "score"],
    [
        "partizan:1,0/0,1/1,1:1,0/2,1+points-left=2/1/-1+alter-left=3,3/2,3:9",
        "1800x1500",
        "score-left",
    ],
    [
        "rules: (x - k, y / 2) for k in {1, 2, 5, 11} if k <= x; (x / 3, y - k) for 1 <= k <= min(y, 40)",
        "1600x1500",
        "grundy",
    ],
    ["rules: grade x; (x - k, k) for 1 <= k <= min(x, 30, 3 * y)", "1500x1500", "outcome"],
];

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::Plan;
    #[cfg(feature = "gpu")]
    use grundytab::engine::gpu::{Recording, USUAL_BINDING_BYTES};

    /// Catches a selftest in which no invocations share a position and mark values in words of theirs: drivers fail at that.
    #[cfg(feature = "gpu")]
    #[test]
    fn a_position_is_shared_in_a_small_table() {
        let is_shared = |[game, domain, quantity]: &Case| {
            let plan = Plan::parse(game, domain, quantity).expect("a plan");
            let shader = Recording::of_totals(&plan, USUAL_BINDING_BYTES).expect("it fits").shader;
            shader.contains("const LANES = 64u;") && !shader.contains("const SEEN_WORDS = 1u;")
        };
        assert!(CASES.iter().any(is_shared));
    }

    /// On software the larger tables are not computed, but they are what they should be: plans, of
    /// some seconds at most, with enough positions to fill a GPU.
    #[test]
    fn larger_tables_fill_a_gpu() {
        for [game, domain, quantity] in CASES_OF_HARDWARE {
            let plan = Plan::parse(game, domain, quantity).expect("a plan");
            let positions = plan.job().domain().positions();
            assert!((1_000_000..10_000_000).contains(&positions), "{game}: {positions}");
        }
    }
}
