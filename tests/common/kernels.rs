//! Small tables that together need every kernel of the GPU engine, in variants of their own: game, domain, quantity.
//! The unit tests of the GPU engine share them with the tests in a browser.

/// A table for each kernel and variant.
pub const KERNELS: [(&str, &str, &str); 26] = [
    ("wythoff", "tokens 20", "grundy"),
    ("wythoff", "tokens 20", "palaces"),
    ("wythoff+alter=1,1/1,2+terminal=2,2", "tokens 20", "grundy"),
    // Without any ray that fits into the domain.
    ("vector:50,0/0,50", "tokens 20", "grundy"),
    ("vector:50,0/0,50", "tokens 20", "outcome"),
    ("wythoff", "tokens 20", "score"),
    ("wythoff+alter=1,1/1,2:-5+terminal=2,2", "tokens 20", "score"),
    ("vector:50,0/0,50", "tokens 20", "score"),
    ("partizan:1,0:0,1+alter-left=1,1", "tokens 20", "outcome-class"),
    ("partizan:50,0:0,50", "tokens 20", "outcome-class"),
    ("partizan:1,0:0,1+points-right=3", "tokens 20", "score-left"),
    ("partizan:1,0/0,1:1,1+alter-left=2,0/1,2:5+terminal=3,1", "tokens 20", "score-right"),
    ("partizan:50,0:0,50", "tokens 20", "score-left"),
    ("triangle", "tokens 20", "grundy"),
    ("digraph:XY/YX/ZZ", "tokens 20", "outcome"),
    // A game that is played by the written rules of the catalogue.
    ("euclid", "tokens 20", "grundy"),
    // Rules: by the token sum and by a grade, an invocation and a workgroup for each position, with faults and without.
    (
        "rules: positions x != y; (x - k, y) for k in {1, 2, 5} if k <= x; (x, floor_sqrt(y)) if y > 1",
        "tokens 20",
        "grundy",
    ),
    (
        "rules: grade x; (x - k, k) for 1 <= k <= min(x, 3 * y) if not is_square(k)",
        "20x20",
        "grundy",
    ),
    ("rules: (x / k) for 2 <= k <= x if is_prime(k)", "300", "grundy"),
    (
        "rules: (x / 2, y) if is_square(x) and x > 0; (x, gcd(x, y) / 2) if y > 0",
        "20x20",
        "outcome",
    ),
    (
        "rules: left: (x - k, y / k) for 1 <= k <= x; right: (x, y - 1) if y > 0 and is_prime(12 / y)",
        "tokens 20",
        "outcome-class",
    ),
    (
        "rules: (x - k, y / 2) for 1 <= k <= x; (floor_sqrt(x), y) if x > 1+block=1",
        "20x20",
        "palaces",
    ),
    (
        "rules: (x - k * k, y) for 1 <= k <= floor_sqrt(x); (x, zeckendorf_zeros(y)) if y > 5",
        "20x20",
        "remoteness",
    ),
    ("rules: (x - k) for 1 <= k <= x / 2 pays floor_phi(k) - 9", "20", "score"),
    (
        "rules: left: (x - k) for 1 <= k <= x pays floor_phi(k); right: (x / k) for 2 <= k <= x pays x ^ k",
        "300",
        "score-left",
    ),
    (
        "rules: left: (x - k, y) for 1 <= k <= min(x, 2) pays k; right: (x - 1, y / 3) if x > 0 pays -floor_sqrt(y)",
        "20x20",
        "score-right",
    ),
];

/// A table, and bytes of a binding in which the lines of its kernel take several buffers.
pub const SEVERAL_BUFFERS: ((&str, &str, &str), u64) = (("wythoff", "400x400", "grundy"), 50_000);
