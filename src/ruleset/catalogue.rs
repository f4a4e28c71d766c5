//! The catalogue of games: what `grundytab games` prints.

/// One row of the catalogue.
pub struct Entry {
    /// Notation, with the argument's name in capitals.
    pub notation: &'static str,
    /// A command line's worth of example, which parses.
    pub example: &'static str,
    /// What a move is.
    pub moves: &'static str,
    /// Where the game is studied.
    pub source: &'static str,
}

/// Every game and modifier, in the order of the documentation.
pub const ENTRIES: &[Entry] = &[
    Entry {
        notation: "nim:HEAPS",
        example: "nim:3",
        moves: "take any number of tokens from one of 1 to 3 heaps (nim is nim:2)",
        source: "Bouton 1901",
    },
    Entry {
        notation: "wythoff",
        example: "wythoff",
        moves: "take any number from one of two heaps, or the same number from both",
        source: "Wythoff 1907",
    },
    Entry {
        notation: "vector:RAYS",
        example: "vector:1,0/0,1/1,1/2,1/1,2",
        moves: "subtract a multiple of a ray; 1 to 3 heaps",
        source: "Larsson, CombinArtorial games",
    },
    Entry {
        notation: "maharaja",
        example: "maharaja",
        moves: "as in Wythoff Nim, or one token from one heap and two from the other",
        source: "Larsson and Wastlund, Maharaja Nim, 2014",
    },
    Entry {
        notation: "VECTOR-GAME+alter=V/V",
        example: "wythoff+alter=1,1/3,5",
        moves: "these vectors are removed from the moves, if they are moves, else added to them",
        source: "Larsson, CombinArtorial games",
    },
    Entry {
        notation: "VECTOR-GAME+terminal=P/P",
        example: "nim:2+terminal=0,3/2,2",
        moves: "these positions have no moves",
        source: "Larsson, CombinArtorial games",
    },
    Entry {
        notation: "VECTOR-GAME+block=B",
        example: "wythoff+block=4",
        moves: "the opponent blocks up to B options before each move",
        source: "Larsson, Blocking Wythoff Nim, 2011",
    },
    Entry {
        notation: "subtraction:SET",
        example: "subtraction:2,5,8",
        moves: "take one of these numbers from one heap; +heaps=K plays on one of K heaps",
        source: "Berlekamp, Conway and Guy, Winning Ways",
    },
    Entry {
        notation: "subtraction:fibonacci-odd",
        example: "subtraction:fibonacci-odd",
        moves: "take 1, 4, 12, 33, ..., the F(2n+1) - 1",
        source: "Larsson and Fox, 2015",
    },
    Entry {
        notation: "subtraction:@FILE",
        example: "subtraction:1,2,4,8,16,32,64,128",
        moves: "the same, with the numbers of a text file (the example spells them out)",
        source: "Berlekamp, Conway and Guy, Winning Ways",
    },
    Entry {
        notation: "euclid",
        example: "euclid",
        moves: "take a multiple of the smaller of two heaps from the larger one",
        source: "Cole and Davie, A game based on the Euclidean algorithm, 1969",
    },
    Entry {
        notation: "euclid+positive",
        example: "euclid+positive",
        moves: "the same, but both heaps stay positive",
        source: "Larsson, CombinArtorial games; Nivasch 2006",
    },
    Entry {
        notation: "fibonacci",
        example: "fibonacci",
        moves: "on (heap, limit): take m <= limit; the next limit is 2m; start at (n, n-1)",
        source: "Whinihan, Fibonacci Nim, 1963",
    },
    Entry {
        notation: "triangle",
        example: "triangle",
        moves: "take i tokens from X, Y or Z, return j < i of them to Y, Z or X",
        source: "Abuku et al., Combinatorial games and the golden ratio on digraphs, 2025",
    },
    Entry {
        notation: "digraph:EDGES",
        example: "digraph:XY/YX/ZZ",
        moves: "take i tokens from a vertex, return j < i of them along an edge; 1 to 3 vertices",
        source: "Abuku et al. 2025",
    },
    Entry {
        notation: "DIGRAPH-GAME+heaps=K",
        example: "digraph:XY+heaps=3",
        moves: "the same with K vertices, those not named without edges",
        source: "Abuku et al. 2025",
    },
    Entry {
        notation: "partizan:RAYS:RAYS",
        example: "partizan:1,0/0,1:1,1/2,1",
        moves: "Left subtracts multiples of the first rays, Right of the second; --quantity \
                outcome-class",
        source: "Berlekamp, Conway and Guy, Winning Ways",
    },
    Entry {
        notation: "PARTIZAN-GAME+alter-left=V/V+alter-right=V/V",
        example: "partizan::+alter-left=1/4+alter-right=2/3",
        moves: "as +alter, for one player, who may then have no rays; +terminal=P/P for both",
        source: "Fraenkel and Kotzig, Partizan octal games: partizan subtraction games, 1987",
    },
];

#[cfg(test)]
mod tests {
    use crate::Ruleset;

    /// Catches a documented game that the parser does not know.
    #[test]
    fn examples_parse() {
        for entry in super::ENTRIES {
            let ruleset = Ruleset::parse(entry.example).expect(entry.example);
            assert_eq!(ruleset.to_string(), entry.example);
        }
    }
}
