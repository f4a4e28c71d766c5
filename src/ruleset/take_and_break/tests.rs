use std::collections::BTreeSet;

use super::*;
use crate::plan::Plan;

fn rules(notation: &str) -> Ruleset {
    Ruleset::parse(notation).expect(notation)
}

fn heap(size: u32) -> Coordinates {
    Coordinates::padded(&[size], 0)
}

/// Lists the options of a heap, as the sizes of the heaps that are left.
fn options(game: &Ruleset, size: u32) -> BTreeSet<Vec<u32>> {
    let sums = game.definition().options(heap(size));
    let count = sums.len();
    let sizes = |sum: &Sum<Coordinates>| sum.parts().iter().map(|part| part[3]).collect();
    let options: BTreeSet<Vec<u32>> = sums.iter().map(sizes).collect();
    // Each is listed once, unless moves of different numbers of tokens leave the same.
    assert!(options.len() <= count);
    options
}

/// Catches a digit that is read for another number of tokens or of heaps, heaps that are empty, and equal ones where they
/// must differ.
#[test]
fn moves_are_those_of_the_code() {
    for (notation, size, expected) in [
        ("kayles", 0, &[][..]),
        ("kayles", 1, &[&[][..]]),
        ("kayles", 2, &[&[], &[1]]),
        ("kayles", 3, &[&[1], &[1, 1], &[2]]),
        ("kayles", 5, &[&[1, 2], &[1, 3], &[2, 2], &[3], &[4]]),
        ("dawson", 1, &[]),
        ("dawson", 4, &[&[1, 1], &[2]]),
        ("octal:0.137", 1, &[&[]]),
        ("octal:0.137", 2, &[&[]]),
        ("octal:0.137", 3, &[&[], &[1]]),
        ("octal:0.137", 5, &[&[1, 1], &[2], &[3]]),
        ("octal:4.0", 4, &[&[1, 3], &[2, 2]]),
        ("octal:0.02", 2, &[]),
        ("octal:0.02", 3, &[&[1]]),
        ("grundys-game", 2, &[]),
        ("grundys-game", 6, &[&[1, 5], &[2, 4]]),
        ("hexadecimal:0.8", 6, &[&[1, 1, 3], &[1, 2, 2]]),
        ("hexadecimal:8.0", 3, &[&[1, 1, 1]]),
        ("hexadecimal:0.3F", 4, &[&[1, 1], &[2], &[3]]),
    ] {
        let expected: BTreeSet<Vec<u32>> = expected.iter().map(|option| option.to_vec()).collect();
        assert_eq!(options(&rules(notation), size), expected, "{notation} from {size}");
    }
}

/// Catches a bound that moves pass, and one that is weaker than it was.
#[test]
fn numbers_of_options_and_of_moves_are_bounded() {
    for (notation, most_options, longest_play) in [
        ("kayles", (1 + 5) + (1 + 5), 12),
        ("dawson", 1 + 5, 6),
        ("octal:0.137", 1 + 1 + (1 + 4), 12),
        ("octal:4.0", 6, 11),
        ("octal:4.3", 6 + 1, 23),
        ("octal:0.004", 4, 4),
        ("grundys-game", 5, 11),
        ("hexadecimal:0.3F", 1 + (1 + 5 + 8), 12),
        ("hexadecimal:8.02", 12 + 1, 17),
    ] {
        let game = rules(notation);
        let mut plays: Vec<u64> = Vec::new();
        for size in 0..13 {
            let options = game.definition().options(heap(size));
            let play = |sum: &Sum<Coordinates>| {
                sum.parts().iter().map(|part| plays[part[3] as usize]).sum::<u64>() + 1
            };
            plays.push(options.iter().map(play).max().unwrap_or(0));
            let domain = Domain::boxed(&[size + 1]).expect("a domain");
            assert!(
                options.len() as u64 <= game.definition().most_options(&domain),
                "{notation} {size}"
            );
            assert!(
                plays[size as usize] <= game.definition().longest_play(&domain).0,
                "{notation} {size}"
            );
        }
        let domain = Domain::boxed(&[13]).expect("a domain");
        assert_eq!(game.definition().most_options(&domain), most_options, "{notation}");
        assert_eq!(game.definition().longest_play(&domain).0, longest_play, "{notation}");
    }
}

#[test]
fn moves_are_told_in_words() {
    for (notation, from, to, expected) in [
        ("kayles", 8, &[1, 5][..], "take 2 and split the rest into 1 and 5"),
        ("kayles", 8, &[6], "take 2"),
        ("kayles", 2, &[], "take the heap"),
        ("grundys-game", 6, &[1, 5], "split into 1 and 5"),
        ("hexadecimal:0.3F", 9, &[1, 2, 4], "take 2 and split the rest into 1, 2 and 4"),
    ] {
        let to = Sum::new(to.iter().map(|&size| Position::new(&[size])));
        let from = Position::new(&[from]);
        let game = rules(notation);
        let words = match to.single() {
            Some(to) => game.definition().describe_move(from, to),
            None => game.definition().describe_split(from, &to),
        };
        assert_eq!(words, expected, "{notation}");
    }
}

/// Catches a quantity that is tabulated although the values of the heaps that are left do not tell it.
#[test]
fn what_sums_do_not_have_is_refused() {
    for quantity in ["grundy misere", "outcome misere", "palaces", "remoteness", "score"] {
        let refusal = Plan::parse("kayles", "99", quantity).expect_err(quantity).to_string();
        assert!(refusal.contains("sum"), "{quantity}: {refusal}");
    }
    assert!(Plan::parse("kayles", "99", "outcome").is_ok());
}
