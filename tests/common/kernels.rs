//! Small tables that together need every kernel of the GPU engine, in variants of their own: game, domain, quantity.
//! The unit tests of the GPU engine share them with the tests in a browser.

/// A table for each kernel and variant.
pub const KERNELS: [(&str, &str, &str); 17] = [
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
    ("euclid", "tokens 20", "grundy"),
    ("fibonacci", "20x20", "grundy"),
    ("triangle", "tokens 20", "grundy"),
    ("digraph:XY/YX/ZZ", "tokens 20", "outcome"),
];

/// A table, and bytes of a binding in which the lines of its kernel take several buffers.
pub const SEVERAL_BUFFERS: ((&str, &str, &str), u64) = (("wythoff", "400x400", "grundy"), 50_000);
