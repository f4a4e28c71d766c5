//! What the predicates of sentences - `p`, `g` and `move` - say of cells: of those that are no positions, of positions
//! without moves, of both players' moves. `docs/proofs.md` has the table.

use std::collections::HashMap;
use std::sync::Arc;

use crate::automata::{Limits, Numeration};
use crate::proofs::certificate::Certificate;
use crate::proofs::decide::{Answer, Game, KnownAutomata, Sentence};
use crate::proofs::prove::{Caps, Definition, Given, prove};
use grundytab::{Control, Convention, Error, Ruleset};

use super::common::random;
use super::random_rules::{is_p, random_rules};

/// What is expected of a sentence: that it is true, false, or says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Yes,
    No,
    Nothing,
}

use Said::{No, Nothing, Yes};

fn known(numeration: &str) -> KnownAutomata {
    KnownAutomata::new(Arc::new(Numeration::parse(numeration).expect("a numeration")))
}

/// Decides a sentence, whose games are proved first; `None` if they are not proved.
fn said_of(sentence: &Sentence, known: &mut KnownAutomata) -> Result<Option<Said>, Error> {
    let caps = Caps { positions: 12_000, states: 20_000, depth: 8, ..Caps::default() };
    if known.prove(sentence, &caps, &mut |_, _| (), &mut |_| ())?.is_some() {
        return Ok(None);
    }
    let text = sentence.text();
    let answer = sentence.decide(known, &Limits::default()).expect(text).answer;
    let said = match answer {
        Answer::True(_) => Yes,
        Answer::False(_) => No,
        Answer::Silent => Nothing,
        Answer::Set { .. } => panic!("{text} has free variables"),
    };
    // What small numbers tell is the same.
    if let Some(seen) = sentence.look(1_000, &Control::default())? {
        assert_eq!(seen.answer.is_true(), said == Yes, "{text}: {said:?}, {seen:?}");
    }
    Ok(Some(said))
}

/// From x to x - 1 and x - 2, but that 5 is no position and play is over at 3. By hand, the values of 0, 1, 2, ... are 0, 1, 2, 0,
/// 1, none, 0, 1, 2, ...; in misère play 1, 4 and 7 are P-positions.
const IMPARTIAL: &str =
    "rules: positions x != 5; terminal x == 3; (x - k) for 1 <= k <= 2 if k <= x";

/// The same game, as one of sums.
const SUMS: &str =
    "rules: positions x != 5; terminal x == 3; (x - k) for 1 <= k <= 2 if k <= x; () if x == 1";

/// Left takes 1, Right takes 2; 4 is no position, and play is over at 7. By hand, the player who begins loses at 0, 3, 6, 7.
const PARTIZAN: &str =
    "rules: positions x != 4; terminal x == 7; left: (x - 1) if x > 0; right: (x - 2) if x > 1";

/// Whose turn it is stands in y: Left's if it is 1.
const IN_TURN: &str = "rules: positions y <= 1; left: (x - 1, 0) if x > 0 and y == 1; right: (x - 2, 1) if x > 1 and y == 0";

const DIFFERENT: &str =
    "rules: positions x != y; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y";

const WYTHOFF: &str = "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y)";

/// Catches a predicate that takes a cell for a position although it is none, or finds moves where play is over.
#[test]
fn predicates_are_about_positions() {
    let mut all = [known("base:2"), known("fibonacci")];
    let mut check = |game: &str, numeration: usize, rows: &[(&str, Said)]| {
        for (row, expected) in rows {
            let text = row.replace('G', game);
            let sentence = Sentence::parse(&text).expect(&text);
            let said = said_of(&sentence, &mut all[numeration]).expect(&text);
            assert_eq!(said, Some(*expected), "{text}");
        }
    };
    check(
        IMPARTIAL,
        0,
        &[
            // No position.
            ("p[G](5)", Nothing),
            ("not p[G](5)", Nothing),
            ("p[G, misere](5)", Nothing),
            ("g[G](5) == 0", Nothing),
            ("g[G](5) == 2", Nothing),
            ("g[G](5) != 2", Nothing),
            ("g[G](5) < 3", Nothing),
            ("move[G](5; 4)", No),
            ("move[G](5; 3)", No),
            ("not move[G](5; 4)", Yes),
            ("exists x, u: x == 5 and move[G](x; u)", No),
            ("move[G](6; 5)", No),
            ("move[G](7; 5)", No),
            ("exists x, u: u == 5 and move[G](x; u)", No),
            // Negative heaps.
            ("p[G](0 - 1)", Nothing),
            ("g[G](0 - 1) == 0", Nothing),
            ("move[G](0 - 1; 0)", Nothing),
            ("move[G](0; 0 - 1)", Nothing),
            // Play is over.
            ("p[G](3)", Yes),
            ("p[G, misere](3)", No),
            ("g[G](3) == 0", Yes),
            ("exists u: move[G](3; u)", No),
            ("move[G](4; 3)", Yes),
            ("p[G](0) and not p[G, misere](0)", Yes),
            ("exists u: move[G](0; u)", No),
            // Other positions.
            ("p[G](6) and not p[G](4) and g[G](4) == 1 and g[G](8) == 2", Yes),
            ("p[G, misere](4) and p[G, misere](7) and not p[G, misere](6)", Yes),
            ("move[G](6; 4) and move[G](7; 6) and not move[G](6; 6)", Yes),
            ("forall x: p[G](x) iff not exists u: move[G](x; u) and p[G](u)", Yes),
            ("forall x: g[G](x) == 0 iff not exists u: move[G](x; u) and g[G](u) == 0", Yes),
        ],
    );
    check(
        SUMS,
        0,
        &[
            ("p[G](5)", Nothing),
            ("g[G](5) == 0", Nothing),
            ("g[G](5) == g[G](1)", Nothing),
            ("g[G](1) != g[G](5)", Nothing),
            ("g[G](4) == g[G](1) and g[G](4) != g[G](8)", Yes),
            // A value that no position has is none of this cell, either.
            ("exists y: y > 9 and not g[G](5) == y", No),
            ("exists y: y > 9 and g[G](5) < y", No),
            ("exists y: y > 9 and g[G](4) < y", Yes),
            ("p[G](3) and g[G](3) == 0 and p[G](6)", Yes),
        ],
    );
    check(
        "subtraction:1,2",
        0,
        &[
            ("exists x: x < 3 and not g[G](x - 3) == x + 5", No),
            ("exists x: x < 3 and g[G](x - 3) < x + 5", No),
            ("exists x: x > 2 and g[G](x - 3) < x + 5", Yes),
        ],
    );
    check(
        PARTIZAN,
        0,
        &[
            ("p[G](4)", Nothing),
            ("p[G, misere](4)", Nothing),
            ("p[G](0) and p[G](3) and p[G](6) and p[G](7)", Yes),
            ("p[G](1) or p[G](2) or p[G](5) or p[G](8)", No),
            ("p[G, misere](0) or p[G, misere](7)", No),
            ("move[G, left](4; 3) or move[G, right](4; 2)", No),
            ("move[G, left](5; 4) or move[G, right](6; 4)", No),
            ("move[G, left](7; 6) or move[G, right](7; 5)", No),
            ("move[G, left](8; 7) and move[G, right](8; 6)", Yes),
            ("move[G, left](8; 6) or move[G, right](8; 7)", No),
        ],
    );
    check(
        IN_TURN,
        0,
        &[
            ("move[G, left](3, 1; 2, 0) and move[G, right](3, 0; 1, 1)", Yes),
            ("exists u, v: move[G, left](3, 0; u, v) or move[G, right](3, 1; u, v)", No),
            ("exists u, v: move[G, left](3, 2; u, v)", No),
            ("p[G](3, 2)", Nothing),
        ],
    );
    check(
        DIFFERENT,
        0,
        &[
            ("exists x, y, u, v: x == y and move[G](x, y; u, v)", No),
            ("exists x, y, u, v: u == v and move[G](x, y; u, v)", No),
            ("move[G](3, 1; 2, 1) and move[G](3, 1; 3, 0)", Yes),
        ],
    );
    // A game with finitely many positions, of which tables do not grow.
    check(
        "rules: positions x <= 1; (x - k) for 1 <= k <= x",
        0,
        &[
            ("p[G](25)", Nothing),
            ("p[G](0) and not p[G](1)", Yes),
            ("exists x: x > 1 and p[G](x)", No),
            ("exists x, u: x > 1 and move[G](x; u)", No),
        ],
    );
    check(
        "nim:2+terminal=0,3",
        0,
        &[
            ("p[G](0, 3) and g[G](0, 3) == 0 and not p[G, misere](0, 3)", Yes),
            ("exists u, v: move[G](0, 3; u, v)", No),
            ("move[G](0, 4; 0, 3)", Yes),
        ],
    );
    // A move is one whether or not it is blocked.
    let blocked = [("p[G](0, 1) and move[G](0, 1; 0, 0)", Yes), ("p[G](1, 2)", No)];
    check("wythoff+block=1", 1, &blocked);
    let by_name = "forall x, y, u, v: move[G](x, y; u, v) iff move[wythoff](x, y; u, v)";
    check(WYTHOFF, 1, &[(by_name, Yes), ("p[G](3, 5) and not p[G](3, 4)", Yes)]);
}

/// Catches claims that speak of cells that are no positions, or are true since nothing is said of them.
#[test]
fn claims_are_about_positions() {
    let ruleset = Ruleset::parse(IMPARTIAL).expect("a game");
    let mut known = known("base:2");
    for (claim, expected) in [
        ("x != 5", Yes),
        ("x != 6", No),
        ("p iff g == 0", Yes),
        ("not p", No),
        ("p(5)", Nothing),
        ("not p(5)", Nothing),
        ("p(x + 5 - x) or x > 3", Yes),
        ("not move(x; 5) and not move(5; x)", Yes),
        ("p iff not exists u: move(x; u) and p(u)", Yes),
        ("x == 3 implies p and not exists u: move(x; u)", Yes),
    ] {
        let game = Game { ruleset: ruleset.clone(), convention: Convention::Normal };
        let sentence = Sentence::claim(claim, game).expect(claim);
        assert_eq!(said_of(&sentence, &mut known).expect(claim), Some(expected), "{claim}");
    }
}

/// Catches a certificate whose sets say something of cells that are no positions.
#[test]
fn certificates_say_the_same() {
    let ruleset = Ruleset::parse(IMPARTIAL).expect("a game");
    let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect("formulas");
    let (mut known, caps) = (known("base:2"), Caps::default());
    let search = prove(&definition, known.numeration(), &caps, &mut |_| ()).expect("no error");
    let certificate = search.theorem.expect("a theorem").certificate();
    let certificate = Certificate::parse(&certificate).expect("a certificate");
    let given = Given::of(&certificate, &Limits::default()).expect("automata");
    assert!(known.prove_given(&given, &caps).expect("no error").is_ok());
    for (row, expected) in [("p[G](5)", Nothing), ("p[G](3) and p[G](6)", Yes), ("p[G](4)", No)] {
        let text = row.replace('G', IMPARTIAL);
        let sentence = Sentence::parse(&text).expect(&text);
        assert!(known.has_games_of(&sentence), "{text}");
        assert_eq!(said_of(&sentence, &mut known).expect(&text), Some(expected), "{text}");
    }
}

/// Catches a sentence about moves by rules that define no game.
#[test]
fn moves_are_those_of_games() {
    for (rules, words) in [
        ("rules: (x + 1)", "does not make the grade smaller"),
        ("rules: (x - k) for 1 <= k <= 5", "makes x negative"),
        ("rules: left: (x - 1) if x > 0; right: (x - 2)", "makes x negative"),
    ] {
        let player = if rules.contains("right") { ", right" } else { "" };
        let text = format!("move[{rules}{player}](9; 8)");
        let sentence = Sentence::parse(&text).expect(&text);
        let error = said_of(&sentence, &mut known("base:2")).expect_err(&text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    for (text, words) in [
        (format!("move[{SUMS}](4; 3)"), "its moves lead to sums of positions"),
        ("g[wythoff+block=1](0, 1) == 0".into(), "the game has no Grundy values"),
        (format!("g[{PARTIZAN}](3) == 0"), "the game has no Grundy values"),
        (format!("move[{PARTIZAN}](8; 7)"), "move needs the player of a partizan game"),
    ] {
        let error = Sentence::parse(&text).expect_err(&text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Catches sentences about random rules that say something else of a cell than the definition: which moves lead from it, to
/// positions of any size, and whether it is a P-position.
#[test]
fn predicates_of_random_rules_are_those_of_the_definition() {
    let mut rng = fastrand::Rng::with_seed(200 + random::seed());
    let (mut moving, mut excluded, mut proved) = (0, 0, 0);
    for _ in 0..random::count(6) {
        let heaps = 1 + rng.usize(..2);
        let game = random_rules(&mut rng, heaps);
        let ruleset = Ruleset::parse(&game).expect(&game);
        let rules = ruleset.written_ruleset().expect(&game).rules();
        let (mut known, mut outcomes) = (known("base:2"), HashMap::new());
        let mut is_proved = true;
        for _ in 0..6 {
            let at: Vec<u32> = (0..heaps).map(|_| rng.u32(..9)).collect();
            let is_position = rules.is_position(&at).expect(&game);
            let moves = if is_position { rules.moves(0, &at, &|_| true) } else { Ok(Vec::new()) };
            let options: Vec<Vec<u32>> =
                moves.expect(&game).into_iter().flat_map(|of| of.option).collect();
            let is_option = |option: &Vec<u32>| {
                let pairs = option.iter().zip(["u", "v"]);
                let equal = pairs.map(|(heap, name)| format!("{name} == {heap}"));
                format!("({})", equal.collect::<Vec<_>>().join(" and "))
            };
            let listed: Vec<String> = options.iter().map(is_option).collect();
            let [from, to] = [
                at.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
                ["u", "v"][..heaps].join(", "),
            ];
            let listed =
                ["false".into()].into_iter().chain(listed).collect::<Vec<_>>().join(" or ");
            let text = format!("forall {to}: move[{game}]({from}; {to}) iff ({listed})");
            let sentence = Sentence::parse(&text).expect(&text);
            assert_eq!(said_of(&sentence, &mut known).expect(&text), Some(Yes), "{text}");
            moving += usize::from(!options.is_empty());
            excluded += usize::from(!is_position);
            for text in [format!("p[{game}]({from})"), format!("g[{game}]({from}) == 0")] {
                if !is_proved {
                    break;
                }
                let sentence = Sentence::parse(&text).expect(&text);
                let expected = match is_position {
                    false => Nothing,
                    true if is_p(rules, &at, &mut outcomes) => Yes,
                    true => No,
                };
                match said_of(&sentence, &mut known).expect(&text) {
                    None => is_proved = false,
                    Some(said) => assert_eq!(said, expected, "{text}"),
                }
            }
        }
        proved += usize::from(is_proved);
    }
    let count = random::count(6) as usize;
    assert!(moving > count && excluded > 0, "{moving} of {excluded}");
    assert!(proved * 3 > count, "{proved} of {count}");
}
