//! Values by lines are compared with those by the definition.

use std::collections::HashMap;

use super::*;
use grundytab::quantity::Quantity;

const WYTHOFF_WITH_PASS: &str = "rules: positions z <= 1; (x - k, y, z) for 1 <= k <= x; (x, y - k, z) for 1 <= k <= y; \
    (x - k, y - k, z) for 1 <= k <= min(x, y); (x, y, z - 1) if z > 0 and x + y > 0";
/// Whoever presses the button makes the last move if the heaps are empty.
const WYTHOFF_WITH_BUTTON: &str = "rules: positions z <= 1; (x - k, y, z) for 1 <= k <= x; (x, y - k, z) for 1 <= k <= y; \
    (x - k, y - k, z) for 1 <= k <= min(x, y); (x, y, z - 1) if z > 0";
/// A queen that may also go left and up (OEIS A065188).
const QUEENS: &str = "rules: grade 2*x + y; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
    (x - k, y - k) for 1 <= k <= min(x, y); (x - k, y + k) for 1 <= k <= x";
const QUEENS_MIRRORED: &str = "rules: grade x + 2*y; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
    (x - k, y - k) for 1 <= k <= min(x, y); (x + k, y - k) for 1 <= k <= y";

const NIM_WITHOUT_THREE: &str =
    "rules: positions x + y != 3; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y";
const NIM_WITH_A_MOVE_OF_BOTH: &str = "rules: positions y <= 1; (x - k, y, z) for 1 <= k <= x; \
    (x, y, z - k) for 1 <= k <= z; (x - k, y - 1, z - 2*k) for 0 <= k <= x if y > 0 and 2*k <= z";

/// Fraenkel's three-heap Wythoff game: one heap becomes smaller, or all three by numbers whose nim-sum is 0. The least heap is
/// bounded.
fn three_heaps(least: u32) -> String {
    format!(
        "rules: positions x <= {least}; (x - k, y, z) for 1 <= k <= x; (x, y - k, z) for 1 <= k <= y; \
         (x, y, z - k) for 1 <= k <= z; \
         (x - j, y - k, z - l) for 0 <= j <= x, 0 <= k <= y, 0 <= l <= z if j ^ k ^ l == 0 and j + k + l > 0"
    )
}

/// r-Wythoff.
fn wythoff_of(r: u32) -> String {
    format!(
        "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
         (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < {r}"
    )
}

/// Values by lines, which are remembered.
struct Values<'a> {
    game: &'a LineMoves,
    quantity: Quantity,
    exceptions: Vec<Vec<Option<u32>>>,
    known: HashMap<(usize, Free), u32>,
}

impl Values<'_> {
    fn at(&mut self, layer: usize, at: Free) -> Option<u32> {
        let side = self.game.exceptions_below;
        if at[0].max(at[1]) < side {
            return self.exceptions[layer][(at[0] * side + at[1]) as usize];
        }
        if let Some(&known) = self.known.get(&(layer, at)) {
            return Some(known);
        }
        let options = self.game.options_by_lines(layer, at).into_iter();
        let of_options: Vec<u32> =
            options.filter_map(|(layer, option)| self.at(layer, option)).collect();
        let value = match self.quantity {
            Quantity::Grundy => (0..).find(|value| !of_options.contains(value))?,
            _ => u32::from(!of_options.contains(&1)),
        };
        self.known.insert((layer, at), value);
        Some(value)
    }
}

fn definitions(game: &str) -> [Definition; 3] {
    let ruleset = Ruleset::parse(game).expect(game);
    let of_outcomes = |convention| Definition::of_outcomes(&ruleset, convention).expect(game);
    let values = Definition::of_values(&ruleset, 1).expect(game);
    [of_outcomes(Convention::Normal), of_outcomes(Convention::Misere), values]
}

/// Compares all values in a box; returns the moves.
fn check(game: &str, definition: &Definition, side: u32) -> LineMoves {
    let moves = LineMoves::of(definition).expect(game);
    let cells = || (0..side).flat_map(|x| (0..side).map(move |y| [x, y]));
    let positions: Vec<(usize, Free, Coordinates)> = (0..moves.layers.len())
        .flat_map(|layer| cells().map(move |at| (layer, at)))
        .map(|(layer, at)| (layer, at, moves.position(&moves.layers[layer], at)))
        .collect();
    let control = Control::default();
    let all = positions.iter().map(|(_, _, position)| *position);
    let expected = followed::values(definition, all, u64::MAX, &control);
    let expected = expected.expect("nobody interrupts").expect(game);
    let exceptions = moves.exceptions(definition, &control).expect("nobody interrupts");
    let mut values = Values {
        game: &moves,
        quantity: definition.quantity(),
        exceptions: exceptions.expect(game),
        known: HashMap::new(),
    };
    for (layer, at, position) in positions {
        let value = values.at(layer, at);
        let is_known = value.is_none_or(|value| value == expected[&position]);
        assert!(is_known, "{game}, {}: {value:?} at {position:?}", definition.quantity());
    }
    moves
}

/// Catches moves that are left out or too many, next to the definition; more lines than the moves need, and exceptions that are
/// none. Also of games that are recognised as vector games, and of one whose second heap grows instead of the first.
#[test]
fn values_by_lines_are_those_of_the_definition() {
    let r_wythoff = [2, 3, 5].map(|r| (wythoff_of(r), 30, 1, 2 * r as usize + 1, 0));
    let least = [(1, 30, 9), (2, 24, 20), (5, 16, 95)];
    let three_heaps =
        least.map(|(most, side, lines)| (three_heaps(most), side, most as usize + 1, lines, 0));
    let others = [
        ("wythoff", 30, 1, 3, 0),
        ("nim", 30, 1, 2, 0),
        ("wythoff+alter=2,1/3,3", 30, 1, 6, 0),
        ("maharaja", 30, 1, 5, 0),
        ("wythoff+terminal=3,5/0,1", 30, 1, 3, 6),
        ("wythoff+to-zero=1,2/2,1/5,6", 30, 1, 3, 7),
        ("vector:1,0/0,1/1,2/2,1", 30, 1, 4, 0),
        ("vector:1,0/0,1/2,4", 30, 1, 3, 0),
        (WYTHOFF_WITH_PASS, 30, 2, 7, 1),
        (WYTHOFF_WITH_BUTTON, 30, 2, 7, 0),
        (QUEENS, 30, 1, 4, 0),
        (QUEENS_MIRRORED, 30, 1, 4, 0),
        (NIM_WITHOUT_THREE, 30, 1, 2, 4),
        (NIM_WITH_A_MOVE_OF_BOTH, 30, 2, 5, 0),
    ];
    let others = others
        .map(|(game, side, layers, lines, below)| (game.to_owned(), side, layers, lines, below));
    for (game, side, layers, lines, below) in r_wythoff.into_iter().chain(three_heaps).chain(others)
    {
        // Many layers take long.
        for definition in definitions(&game).iter().take(if layers > 2 { 1 } else { 3 }) {
            let moves = check(&game, definition, side);
            // A game of heaps ends in misère play where they are empty.
            let misere = u32::from(definition.convention() == Convention::Misere);
            let found = (moves.layers.len(), moves.lines.len(), moves.exceptions_below);
            assert_eq!(found, (layers, lines, below.max(misere)), "{game}");
        }
    }
}

/// Catches many layers of long periods that are not found. The values are compared where the definition is quick.
#[test]
fn nim_sums_with_a_bounded_heap_are_lines() {
    let game = three_heaps(11);
    let [definition, ..] = definitions(&game);
    let moves = check(&game, &definition, 9);
    assert_eq!((moves.layers.len(), moves.exceptions_below), (12, 0));
}

/// Catches moves that are taken for lines although they are none, and games of which other rules hold.
#[test]
fn other_games_are_left_alone() {
    for game in [
        "nim:1",
        "nim:3",
        "triangle",
        "fibonacci",
        "digraph:XY",
        "subtraction:1,2",
        "wythoff+block=1",
        "wythoff+terminal=3,9",
        "wythoff+alter=60,3",
        "partizan:1,0:0,1",
        "chomp",
        "moore:2",
        "welter:2",
        "silver-dollar:2",
        "end-nim",
        "rules: (x - k, y - l) for 0 <= k <= x, 0 <= l <= y if k + l > 0",
        "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
         (x - k, y - l) for 1 <= k <= x, k <= l <= y if l < 2 * k + 1; \
         (x - l, y - k) for 1 <= k <= y, k <= l <= x if l < 2 * k + 1",
        "rules: (x - 1, y) if x > 0 and y > 0; (x, y - k) for 1 <= k <= y",
        "rules: (x - 1, y) if x > 1 or x > 0 and y < 50; (x, y - k) for 1 <= k <= y",
        "rules: (x - k, y) for 1 <= k <= x if x % 2 == 0; (x, y - k) for 1 <= k <= y",
        "rules: (x - k, y) for 1 <= k <= x if k < 30; (x, y - k) for 1 <= k <= y if k != x",
        "rules: positions z <= 1; (x - k, y, z) for 1 <= k <= x; (x, y - 1, z) if y > 0; (x, y + 1, z - 1) if z > 0",
    ] {
        let ruleset = Ruleset::parse(game).expect(game);
        let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect(game);
        assert!(LineMoves::of(&definition).is_none(), "{game}");
    }
    // Misère play of a game that ends at infinitely many positions.
    let ruleset = Ruleset::parse("vector:1,2/2,1").expect("a game");
    let is_found = |convention| {
        let definition = Definition::of_outcomes(&ruleset, convention).expect("it has formulas");
        LineMoves::of(&definition).is_some()
    };
    assert_eq!([Convention::Normal, Convention::Misere].map(is_found), [true, false]);
}
