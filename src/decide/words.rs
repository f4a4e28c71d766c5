//! The words of sentences.

/// Words that are no variables.
pub(super) const WORDS: [&str; 7] = ["p", "g", "other", "true", "false", "not", "implies"];

/// The functions of numbers.
pub(super) const FUNCTIONS: [&str; 12] = [
    "abs",
    "min",
    "max",
    "sum",
    "xor",
    "gcd",
    "floor_phi",
    "floor_phi2",
    "fibonacci_word",
    "zeckendorf_part",
    "zeckendorf_zeros",
    "zeckendorf_shift",
];
