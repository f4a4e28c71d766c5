//! Notation: what is accepted, what it canonically reads, and what is refused with which words.

mod modified_games;

use crate::common::try_plan;
use grundytab::VectorGame;
use grundytab::{Domain, Ruleset};
use proptest::prelude::*;

#[test]
fn games_have_one_canonical_text() {
    for (text, canonical) in [
        ("nim", "nim:2"),
        ("nim:1", "nim:1"),
        ("vector:1", "nim:1"),
        ("vector:0,0,1/0,1,0/1,0,0", "nim:3"),
        ("vector:1,1/1,0/0,1", "wythoff"),
        ("vector:1,0/1,0", "vector:1,0"),
        ("vector:2,1/1,2/0,1", "vector:0,1/2,1/1,2"),
        ("wythoff+alter=2,1/1,2", "maharaja"),
        ("maharaja+block=2", "maharaja+block=2"),
        ("wythoff+alter=3,5/1,1/3,5", "wythoff+alter=1,1/3,5"),
        ("nim+block=1+terminal=2,2/0,3/2,2", "nim:2+terminal=0,3/2,2+block=1"),
        ("wythoff+block=1+to-zero=2,1/1,2/2,1", "wythoff+to-zero=2,1/1,2+block=1"),
        ("nim+to-zero=1,1+terminal=2,2", "nim:2+terminal=2,2+to-zero=1,1"),
        ("vector:+alter=1/3+to-zero=2", "subtraction:1,3+to-zero=2"),
        ("wythoff+to-zero=3,3", "wythoff+to-zero=3,3"),
        ("wythoff+block=0", "wythoff"),
        ("wythoff+block=12", "wythoff+block=12"),
        ("subtraction:5,8,2,5", "subtraction:2,5,8"),
        ("subtraction:1..3,7", "subtraction:1,2,3,7"),
        ("subtraction:7,2..4,3..5,9..9+heaps=2", "subtraction:2,3,4,5,7,9+heaps=2"),
        ("subtraction:1,2+heaps=3+block=1", "subtraction:1,2+heaps=3+block=1"),
        ("subtraction:1,2+heaps=1", "subtraction:1,2"),
        ("subtraction:3,2+any+heaps=2", "subtraction:2,3+heaps=2+any"),
        ("vector:+alter=2,0/1,1/0,2", "subtraction:2+heaps=2+any"),
        ("vector:+alter=2,0/1,1/0,2/3,3", "vector:+alter=2,0/1,1/0,2/3,3"),
        (
            "vector:+alter=2,0,0/0,2,0/0,0,2/1,1,0/1,0,1",
            "vector:+alter=2,0,0/1,1,0/1,0,1/0,2,0/0,0,2",
        ),
        ("subtraction:1+heaps=4+any", "subtraction:1+heaps=4"),
        ("subtraction:1,5+any", "subtraction:1,5"),
        (
            "subtraction:1,2+heaps=3+any+terminal=1,1,0+to-zero=0,2,2+block=1",
            "subtraction:1,2+heaps=3+any+terminal=1,1,0+to-zero=0,2,2+block=1",
        ),
        ("subtraction:fibonacci-odd", "subtraction:fibonacci-odd"),
        ("subtraction:fibonacci-odd+heaps=2", "subtraction:fibonacci-odd+heaps=2"),
        ("euclid", "euclid"),
        ("euclid+positive", "euclid+positive"),
        ("fibonacci", "fibonacci"),
        ("partizan:0,1/1,0:1,1", "partizan:1,0/0,1:1,1"),
        ("partizan::2+alter-left=4/1/4+terminal=7", "partizan::2+alter-left=1/4+terminal=7"),
        (
            "partizan:1,0:0,1+terminal=0,0+alter-right=1,0",
            "partizan:1,0:0,1+alter-right=1,0+terminal=0,0",
        ),
        ("digraph:ZX/XY/YZ", "triangle"),
        ("triangle+heaps=3", "triangle"),
        ("digraph:YX/XY/XY", "digraph:XY/YX"),
        ("digraph:XZ", "digraph:XZ"),
        ("digraph:XX+heaps=1", "digraph:XX"),
        ("digraph:XX+heaps=2", "digraph:XX+heaps=2"),
        // Without rays, the altered vectors are the moves.
        ("vector:+alter=1,2/2,1", "vector:+alter=2,1/1,2"),
        ("vector:+alter=0,5/5,0/0,2/2,0+block=1", "subtraction:2,5+heaps=2+block=1"),
    ] {
        let game = Ruleset::parse(text).expect(text);
        assert_eq!(game.to_string(), canonical);
        assert_eq!(Ruleset::parse(canonical).as_ref(), Ok(&game));
    }
}

/// Catches a name that stands for another game, and one that notation and files read in two ways.
#[test]
fn names_stand_for_rules_and_games() {
    for (text, canonical) in [
        ("mark", "rules: (x - 1) if x > 0; (x / 2) if x > 0"),
        ("mark+block=1", "rules: (x - 1) if x > 0; (x / 2) if x > 0+block=1"),
        ("dawsons-chess", "octal:0.137"),
        ("grundy", "grundys-game"),
        ("0.77", "kayles"),
        (".07", "dawson"),
        ("4.7", "octal:4.7"),
        ("0.3F", "hexadecimal:0.3F"),
        ("wythoff", "wythoff"),
        ("moore", &Ruleset::parse("moore:2").expect("moore:2").to_string()),
        (
            "wythoff:3",
            "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - l) for 1 <= k <= x, 1 <= l <= y \
             if abs(k - l) < 3",
        ),
    ] {
        let game = Ruleset::parse(text).expect(text);
        assert_eq!(game.to_string(), canonical, "{text}");
        let (name, block) = text.split_once("+block=").unwrap_or((text, "0"));
        let block = if block == "0" { String::new() } else { format!("block = {block}") };
        let file = format!("game = '{name}'\n{block}");
        assert_eq!(Ruleset::from_toml("game.toml", &file), Ok(game), "{file}");
    }
}

/// Whole lines: what was read, what is wrong, what would be right.
#[test]
fn wrong_games_are_refused_in_one_line() {
    for (text, words) in [
        (
            "chess",
            "chess: there is no game named \"chess\"; the games are nim, wythoff, maharaja, vector",
        ),
        ("", "there is no game named \"\""),
        ("Wythoff", "there is no game named \"Wythoff\""),
        (
            "chess",
            "is written as in 'rules: (x - k) for 1 <= k <= x / 2', and docs/rules.md has many",
        ),
        ("chomps", "there is no game named \"chomps\"; did you mean chomp? the games are nim"),
        ("chomp:3", "there is no chomp:3; write chomp"),
        ("moore:7", "there is no moore:7; write moore:2 or moore:2,4 or moore:3"),
        ("moore:7..", "there is no moore:7..; write moore:2"),
        ("wythoff:", "empty number; what stands behind the name is written in digits"),
        ("wythoff:two", "two: not a number; what stands behind the name is written in digits"),
        ("wythoff:-1", "the number is negative"),
        ("wythoff:2+alter=1,1", "the modifier alter does not apply to rules; there is +block=B"),
        ("dawsons-chess+block=1", "the modifier block does not apply to a take-and-break game"),
        ("0.18", "8 is no octal digit"),
        ("0.77+heaps=2", "the modifier heaps does not apply to a take-and-break game"),
        ("maharaja:3", "maharaja takes no argument; write maharaja"),
        ("triangle:XY", "triangle takes no argument"),
        ("nim:0", "Nim is tabulated on 1 to 4 heaps; as in nim:3"),
        ("nim:5", "Nim is tabulated on 1 to 4 heaps"),
        ("nim:two", "two: not a number; a number of heaps (1 to 4) is written in digits"),
        ("vector", "vector needs an argument; give its rays, as in vector:1,0/0,1/1,1"),
        ("vector:", "the set of rays is empty"),
        ("vector:", "or single moves, as in vector:+alter=2,1"),
        ("vector:1,0/", "vector:1,0/: empty number; a coordinate is written in digits"),
        ("vector:0,0", "the ray 0,0 is the zero vector"),
        ("vector:1,0/1", "the ray 1 has another length than 1,0"),
        ("vector:1,0,0,0,0", "the ray 1,0,0,0,0 has 5 coordinates"),
        ("vector:1,-2", "-2: the number is negative"),
        ("vector:1,4294967296", "4294967296: the number is too large"),
        ("vector:1, 2", " 2: not a number"),
        ("vector:1,٣", "٣: not a number"),
        ("subtraction", "subtraction needs an argument; give its set, as in subtraction:2,5,8"),
        ("subtraction:", "the subtraction set is empty"),
        ("subtraction:7..3", "the range 7..3 holds nothing; write 3..7, not 7..3"),
        ("subtraction:1..65537", "the range 1..65537 has more than 65536 numbers"),
        ("subtraction:0..4294967295", "has more than 65536 numbers"),
        ("subtraction:1..", "empty number; a number of the set is written in digits"),
        ("subtraction:1..=3", "=3: not a number"),
        ("subtraction:0..3", "the subtraction set has a 0"),
        ("dots+code=0.77", "there is no game named \"dots\"; the games are nim"),
        ("subtraction:3,0", "the subtraction set has a 0; a move takes at least one token"),
        ("subtraction:1/2", "a subtraction set has numbers, not vectors"),
        ("subtraction:1,2+heaps=5", "5 heaps cannot be tabulated"),
        ("subtraction:1+alter=2", "the modifier alter does not apply to a subtraction game"),
        ("digraph", "digraph needs an argument; give its edges, as in digraph:XY/YZ/ZX"),
        ("digraph:", "the set of edges is empty"),
        ("digraph:XWZ", "\"XWZ\" is not an edge; an edge is two capital letters"),
        ("digraph:xy", "\"xy\" is not an edge; an edge is two capital letters"),
        ("digraph:XYZ", "\"XYZ\" is not an edge"),
        ("digraph:XY+heaps=5", "5 vertices cannot be tabulated"),
        ("digraph:XZ+heaps=2", "the edges name 3 vertices"),
        ("triangle+block=1", "the modifier block does not apply to a digraph game"),
        (
            "nim+heaps=3",
            "the modifier heaps does not apply to a vector game; there is +heaps=K on subtraction \
             and digraph games (for nim, write nim:HEAPS)",
        ),
        ("wythoff+positive", "there is +positive on euclid"),
        ("subtraction:primes", "there is no set named \"primes\"; a set is a list of numbers, or"),
        ("subtraction:1,90000+heaps=3+any", "can be taken from 3 heaps in too many ways"),
        ("subtraction:fibonacci-odd+heaps=2+any", "can be taken from 2 heaps in too many ways"),
        ("subtraction:0+heaps=2+any", "the subtraction set has a 0"),
        ("nim+any", "the modifier any does not apply to a vector game"),
        ("vector:+alter=0,0", "the vector 0,0 is the zero vector"),
        ("wythoff+block", "wythoff+block: empty number; a number of options to block"),
        ("wythoff+block=1+block=1", "the modifier block is given twice"),
        ("wythoff+alter=", "the set of altered vectors is empty; give at least one"),
        ("wythoff+alter=0,0", "the altered vector 0,0 is the zero vector"),
        ("wythoff+alter=1,2,3", "the altered vector 1,2,3 has another length than the rays"),
        ("maharaja+alter=1,1", "the game is an altered one already"),
        ("maharaja:1", "maharaja takes no argument"),
        ("wythoff+terminal=1", "the terminal position 1 has another length than the rays"),
        ("wythoff+terminal=", "the set of terminal positions is empty"),
        ("wythoff+to-zero=", "the set of positions with a move to the zero position is empty"),
        ("wythoff+to-zero=1", "the position 1 has another length than the rays"),
        ("wythoff+to-zero=0,0", "the position 0,0 is the zero vector"),
        ("wythoff+to-zero=1,2+terminal=1,2", "the position 1,2 is terminal and has a move to the"),
        ("partizan:1:2+to-zero=3", "the modifier to-zero does not apply to a partizan game"),
        ("triangle+to-zero=1,1,1", "the modifier to-zero does not apply to a digraph game"),
        ("triangle+terminal=1,1,1", "the modifier terminal does not apply to a digraph game"),
        ("euclid:1", "euclid takes no argument; write euclid"),
        ("euclid+positive=1", "there is no modifier \"positive=1\""),
        (
            "euclid+block=1",
            "the modifier block does not apply to euclid; there is +block=B on vector, \
             subtraction and rules games",
        ),
        ("wythoff+positive", "the modifier positive does not apply to a vector game"),
        ("fibonacci+heaps=2", "the modifier heaps does not apply to fibonacci"),
        ("fibonacci:3", "fibonacci takes no argument"),
        ("partizan", "partizan needs an argument; give Left's rays and Right's"),
        ("partizan:1,0", "Right's rays are missing; give them behind a second colon"),
        ("partizan::1", "Left has no moves; give rays, as in partizan:1,0/0,1:1,1"),
        ("partizan:1:", "Right has no moves"),
        ("partizan:1,0:1", "Left plays on 2 heaps, Right on 1"),
        ("partizan:1,0:0,0", "the ray 0,0 is the zero vector"),
        ("partizan:1,0:0,1:1,1", "1:1: not a number"),
        ("partizan:1:2+block=1", "the modifier block does not apply to a partizan game"),
        ("partizan:1:2+alter=1", "the modifier alter does not apply to a partizan game"),
        ("nim+alter-left=1,1", "the modifier alter-left does not apply to a vector game"),
        ("wythoff+", "there is no modifier \"\""),
        ("wythoff+queens=1", "there is no modifier \"queens=1\"; the modifiers are +alter=V/V"),
    ] {
        let refusal = Ruleset::parse(text).expect_err(text).to_string();
        let shown = if text.is_empty() { "\"\"" } else { text };
        assert!(refusal.starts_with(&format!("{shown}: ")), "{refusal}");
        assert!(refusal.contains(words), "{refusal}");
        assert!(!refusal.contains('\n'), "{refusal}");
    }
}

#[test]
fn jobs_that_make_no_sense_are_refused() {
    for (game, domain, quantity, words) in [
        ("wythoff", "5x5x5", "grundy", "the box has 3 sides and the game 2 heaps"),
        ("triangle", "5x5x5", "grundy", "tokens can return to a heap"),
        ("digraph:XY", "5x5", "outcome", "bound the token sum instead of the heaps"),
        ("triangle", "tokens 5", "palaces", "palace numbers are tabulated for vector games"),
        ("wythoff+block=1", "5x5", "grundy", "a blocking game has no Grundy values"),
        ("wythoff+block=1", "5x5", "outcome misere", "misère play is not defined with blocking"),
        ("wythoff", "5x5", "palaces misere", "palace numbers are tabulated for normal play"),
        ("euclid", "5x5", "palaces", "palace numbers are tabulated for vector games"),
        ("fibonacci", "tokens 9", "grundy", "Fibonacci Nim is a limit, not a heap"),
        ("fibonacci", "100x66", "grundy", "a move from the heap 99 may leave the limit 66"),
        ("partizan:1:2", "9", "grundy", "a partizan game has outcome classes and scores alone"),
        ("nim", "9x9", "outcome-class", "outcome classes are tabulated for partizan games"),
        ("wythoff", "0x5", "grundy", "a side is out of range"),
        ("wythoff", "5x2000000000", "grundy", "every side is from 1 to 1073741824"),
        ("triangle", "tokens 4000000000", "grundy", "the token sum is out of range"),
        ("nim:3", "1073741824x1073741824x1073741824", "grundy", "a table holds fewer than 2^64"),
    ] {
        let refusal = try_plan(game, domain, quantity, None).expect_err(words).to_string();
        assert!(refusal.contains(words), "{refusal}");
        assert!(!refusal.contains('\n'), "{refusal}");
    }
    let refusal = try_plan("wythoff", "5000x5000", "grundy", Some(1)).expect_err("too many tiles");
    assert!(refusal.to_string().contains("choose a larger edge"), "{refusal}");
    assert!(try_plan("wythoff", "5x5", "grundy", Some(0)).is_err());
}

#[test]
fn positions_are_counted_without_overflow() {
    let simplex = |heaps, tokens| Domain::simplex(heaps, tokens).map(|d| d.positions());
    assert_eq!(simplex(1, 0), Ok(1));
    assert_eq!(simplex(2, 2), Ok(6));
    assert_eq!(simplex(3, 1024), Ok(180_007_425));
    // The largest below 2^64: (n + 3 choose 3).
    assert_eq!(simplex(3, 4_801_277), Ok(18_446_738_006_366_306_560));
    assert!(simplex(3, 4_801_278).is_err());
}

/// The same fields as in the notation, spelled out.
#[test]
fn games_are_read_from_toml() {
    for (text, notation) in [
        ("game = 'wythoff'", "wythoff"),
        ("game = 'nim'", "nim:2"),
        ("game = 'nim'\nheaps = 3\nblock = 1", "nim:3+block=1"),
        (
            "game = 'vector'\nrays = [[1, 0], [0, 2]]\nalter = [[3, 3]]\nterminal = [[0, 0]]",
            "vector:1,0/0,2+alter=3,3+terminal=0,0",
        ),
        ("game = 'subtraction'\nset = [2]\nheaps = 2\nany = true", "subtraction:2+heaps=2+any"),
        ("game = 'wythoff'\nto-zero = [[1, 2]]\nblock = 1", "wythoff+to-zero=1,2+block=1"),
        ("game = 'subtraction'\nset = [2, 5, 8]\nheaps = 2", "subtraction:2,5,8+heaps=2"),
        ("game = 'subtraction'\nset = '1..3,7'", "subtraction:1,2,3,7"),
        ("game = 'subtraction'\nset = 'fibonacci-odd'", "subtraction:fibonacci-odd"),
        ("game = 'digraph'\nedges = ['XY', 'YX']\nheaps = 3", "digraph:XY/YX+heaps=3"),
        ("game = 'triangle'", "triangle"),
        ("game = 'euclid'\npositive = true", "euclid+positive"),
        ("game = 'euclid'\npositive = false", "euclid"),
        ("heaps = 1\ngame = 'nim'", "nim:1"),
        ("game = 'vector'\nrays = []\nalter = [[2, 1]]", "vector:+alter=2,1"),
        ("game = 'fibonacci'", "fibonacci"),
        (
            "game = 'partizan'\nleft = [[1, 0]]\nright = [[0, 1]]\nalter-left = [[2, 2]]",
            "partizan:1,0:0,1+alter-left=2,2",
        ),
    ] {
        let game = Ruleset::from_toml("game.toml", text).expect(text);
        assert_eq!(Ok(game), Ruleset::parse(notation), "{text}");
    }
}

#[test]
fn wrong_toml_is_refused_in_one_line() {
    for (text, words) in [
        ("", "missing field `game`"),
        ("game = 'chess'", "there is no game named \"chess\""),
        ("game = 'octal:0.77'", "there is no game named \"octal:0.77\""),
        ("game = 'welter:9'", "there is no welter:9; write welter:2 or welter:3"),
        ("game = 'chomp'\nmoves = ['(x - 1) if x > 0']", "the field moves does not apply to chomp"),
        (
            "game = 'grundy'\nblock = 1",
            "the modifier block does not apply to a take-and-break game",
        ),
        ("code = '0.77'\ngame = 'dots'", "there is no game named \"dots\"; the games are nim"),
        ("code = '0.77'\ngame = 7", "line 2: invalid type: integer `7`, expected a string"),
        ("game = 'subtraction'\nset = '1,7..3'", "line 2: 7..3: the range 7..3 holds nothing"),
        ("game = 'nim'\nheaps = 5", "Nim is tabulated on 1 to 4 heaps"),
        ("game = 'vector'", "vector needs the field rays"),
        ("game = 'wythoff'\nrays = [[1, 0]]", "the field rays does not apply to wythoff"),
        ("game = 'wythoff'\nqueens = 8", "line 2: unknown field `queens`"),
        ("game = 'wythoff'\n\nblock = -1", "line 3: invalid value: integer `-1`"),
        ("game = 'wythoff'\nheaps = 3", "the modifier heaps does not apply to a vector game"),
        ("game = 'subtraction'\nset = 'primes'", "there is no set named \"primes\""),
        ("game = 'subtraction'\nset = [1,\n-2]", "line 3: invalid value: integer `-2`"),
        ("game = 'subtraction'\nset = 7", "line 2: invalid type: integer `7`, expected a list of"),
        ("game = 'euclid'\npositive = 1", "line 2: invalid type: integer `1`, expected a boolean"),
        ("game = 'wythoff'\ngame = 'nim'", "line 2: duplicate key"),
        ("game = 'digraph'\nedges = ['XWZ']", "\"XWZ\" is not an edge"),
        ("game = 'partizan'\nleft = [[1]]", "Right has no moves"),
        ("game: wythoff", "line 1: "),
    ] {
        let refusal = Ruleset::from_toml("game.toml", text).expect_err(text).to_string();
        assert!(refusal.starts_with("game.toml: "), "{refusal}");
        assert!(refusal.contains(words), "{text}: {refusal}");
        assert!(!refusal.contains('\n'), "{refusal}");
    }
}

/// The widths of values: the narrowest that the bound admits, its maximum kept free.
#[test]
fn value_types_follow_the_bound() {
    for (game, domain, quantity, value_type) in [
        ("nim:1", "255", "grundy", "u8"),
        ("nim:1", "256", "grundy", "u16"),
        ("nim:1", "65535", "grundy", "u16"),
        ("nim:1", "65536", "grundy", "u32"),
        ("triangle", "tokens 254", "grundy", "u8"),
        ("triangle", "tokens 255", "grundy", "u16"),
        ("wythoff", "128x128", "grundy", "u8"),
        ("wythoff", "129x128", "grundy", "u16"),
        ("wythoff", "9000x9000", "outcome", "bool"),
        ("wythoff+block=4", "20x20", "palaces", "u16"),
        ("wythoff+block=40000", "50000x50000", "palaces", "u32"),
    ] {
        let plan = try_plan(game, domain, quantity, None).expect(game);
        assert_eq!(plan.value_type().to_string(), value_type, "{game} {domain}");
    }
}

/// People see the beginning of long lists, in every list of a game; tables keep the whole text.
#[test]
fn short_texts_name_what_they_leave_out() {
    for (text, short) in [
        ("subtraction:1,2,4,8+block=1", "subtraction:1,2,... (4 numbers)+block=1"),
        ("subtraction:1,2+heaps=3", "subtraction:1,2+heaps=3"),
        ("vector:1,0/0,1/1,2/2,1", "vector:1,0/0,1/... (4 rays)"),
        (
            "wythoff+alter=1,1/3,5/5,3+terminal=0,1/1,0/2,2",
            "wythoff+alter=1,1/5,3/... (3 vectors)+terminal=1,0/0,1/... (3 positions)",
        ),
        (
            "partizan::3/5/7+alter-left=1/4/6+terminal=1/2/3",
            "partizan::3/5/... (3 rays)+alter-left=1/4/... (3 vectors)+terminal=1/2/... (3 positions)",
        ),
        ("digraph:XY/YX/ZZ", "digraph:XY/YX/ZZ"),
    ] {
        assert_eq!(Ruleset::parse(text).expect(text).short_text(2), short);
    }
}

/// Catches a finite set that is taken for the infinite one that begins with it: no table tells them apart, but a
/// theorem about all heap sizes does. In the finite game F(49) - 1 cannot be taken, since it has 33 bits.
#[test]
fn the_beginning_of_an_infinite_set_is_another_set() {
    let infinite = Ruleset::parse("subtraction:fibonacci-odd").expect("a game");
    let numbers = "1,4,12,33,88,232,609,1596,4180,10945,28656,75024,196417,514228,1346268,3524577,\
                   9227464,24157816,63245985,165580140,433494436,1134903169,2971215072";
    let finite = format!("subtraction:{numbers}");
    let game = Ruleset::parse(&finite).expect("a game");
    assert_ne!(game, infinite);
    assert_eq!(game.to_string(), finite);
}

/// Games without rays that are no subtraction games have a text of their own: on one heap every
/// finite set of moves is a subtraction set, on two it may not be.
#[test]
fn finite_games_print_what_parses_to_them() {
    for vectors in [vec![[1, 2]], vec![[0, 1], [1, 0], [1, 1]], vec![[0, 2], [3, 0]]] {
        let game = Ruleset::Vector(VectorGame::finite(vectors).expect("valid"));
        assert_eq!(Ruleset::parse(&game.to_string()), Ok(game));
    }
}

proptest! {
    /// Whatever is typed, the parser answers in one line or with a game that prints and parses.
    #[test]
    fn any_text_is_answered(text in "(nim|wythoff|vector|triangle|digraph|partizan|euclid|subtraction)?[:XYZ0-9,/+=a-z -]{0,20}") {
        match Ruleset::parse(&text) {
            Ok(game) => prop_assert_eq!(Ruleset::parse(&game.to_string()), Ok(game)),
            Err(refusal) => prop_assert!(!refusal.to_string().contains('\n')),
        }
    }

    /// Catches a game whose table nobody can open, since its canonical text is no game or another one.
    #[test]
    fn printing_and_parsing_are_inverse(text in modified_games::game_with_modifiers()) {
        let game = match Ruleset::parse(&text) {
            Ok(game) => game,
            Err(refusal) => return Err(TestCaseError::fail(refusal.to_string())),
        };
        prop_assert_eq!(game.to_string().parse::<Ruleset>(), Ok(game));
    }
}
