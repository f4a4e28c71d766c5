//! Disjunctive sums of partizan games from tables of outcome classes: what the classes of the components tell
//! of the class of the sum.
//!
//! Claim (normal play; Berlekamp, Conway and Guy, Winning Ways, chapter 2; Siegel, Combinatorial Game Theory,
//! 2013). Left, moving second in a sum, wins if she wins every component moving second. Left, moving
//! first, wins if there is a component that she wins moving first, and she wins all others moving second. The same
//! is true of Right.
//!
//! Proof. Moving second, Left answers each move in the component in which it was made, as she would there, and
//! makes the last move. Moving first, she moves in the one component to an option that she wins moving second;
//! then she wins all components moving second.
//!
//! Nothing else follows from the classes. A zero game, won by whoever moves second, changes no class. Sums of L
//! and N can be L or N: with 1 = {0|} and the switch ±1 = {1|-1}, 1 + * is L and 1 + ±1 is N. Sums of L and R, and
//! of N and N, can be of any class: see the tests.
//!
//! In misère play the classes tell nothing: two components of any classes can have a sum of any class (Mesdal and
//! Ottaway, Simplification of partizan games in misère play, Integers 7, 2007; the tests find 63 of the 64 cases, and say why the other one occurs).
//!
//! One move is looked ahead: a player who moves first wins if the classes show it of an option of the sum, and loses
//! if they show of every option that the other player, who moves first there, wins.

use super::query::distinct_options;
use grundytab::domain::{Position, Sum};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::quantity::{
    Convention, Mover, OUTCOME_CLASSES, Quantity, is_won_by_left, is_won_by_right,
};
use grundytab::table::{Lookup, TableReader};

/// What tables of outcome classes tell of a disjunctive sum of their positions.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClassSumAnswer {
    /// The outcome classes of the components: P, N, L or R.
    pub classes: Vec<&'static str>,
    /// What is known of Left moving first in the sum.
    pub left: MovingFirst,
    /// What is known of Right moving first in the sum.
    pub right: MovingFirst,
}

/// What is known of a player who moves first in a sum.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MovingFirst {
    /// Whether the player wins; `None` if that was not decided.
    pub wins: Option<bool>,
    /// The moves that are known to win: the index of the component, and the option to which it is moved. There may
    /// be others.
    pub winning: Vec<(usize, Position)>,
}

impl ClassSumAnswer {
    /// Returns the outcome classes that the sum may have, as far as is known: one if it is decided.
    pub fn possible(&self) -> Vec<&'static str> {
        let may = |known: Option<bool>, wins: bool| known.is_none_or(|known| known == wins);
        let agrees = |class: u32| {
            may(self.left.wins, wins_first(Mover::Left, class))
                && may(self.right.wins, wins_first(Mover::Right, class))
        };
        let classes = (0..).zip(OUTCOME_CLASSES);
        classes.filter(|&(class, _)| agrees(class)).map(|(_, name)| name).collect()
    }
}

/// Says what tables of outcome classes, all of normal play, tell of the disjunctive sum of positions.
///
/// # Errors
/// When a table holds something else or is one of misère play, in which outcome classes tell nothing; when a position
/// is not in its table; when a table is incomplete or damaged.
pub fn class_sum(components: &[(&TableReader, &[u32])]) -> Result<ClassSumAnswer, Error> {
    let mut positions = Vec::new();
    for &(table, heaps) in components {
        check_summand(table)?;
        if table.plan().job().is_loopy() {
            return Err(InvalidInput::new(
                InvalidInputKind::WrongTable,
                table.path().display(),
                "the game is loopy: play may go on for ever in one component, so that classes of positions do not tell that of \
                 the sum",
                "tabulate the sum as one game on all heaps",
            )
            .into());
        }
        positions.push(table.position(heaps)?);
    }
    let lookups: Vec<Lookup> = components.iter().map(|(table, _)| table.lookup()).collect();
    let class_at = |component: usize, at: Position| lookups[component].value(at.coordinates());
    let indexed = || positions.iter().copied().enumerate();
    let classes: Vec<u32> = indexed().map(|(component, at)| class_at(component, at)).collect();
    let mut players = [MovingFirst::default(), MovingFirst::default()];
    for (player, mover) in players.iter_mut().zip([Mover::Left, Mover::Right]) {
        let mut all_lose = true;
        for (component, at) in indexed() {
            let table = components[component].0;
            let mut after = classes.clone();
            let options = distinct_options(table, at, mover, |_| true);
            // Classes are tabulated of no game whose moves lead to sums.
            for option in options.iter().filter_map(Sum::single) {
                after[component] = class_at(component, option);
                let answer = wins_sum_first(mover.opponent(), &after);
                all_lose &= answer == Some(true);
                if answer == Some(false) {
                    player.winning.push((component, option));
                }
            }
        }
        let looked_ahead = match (player.winning.is_empty(), all_lose) {
            (false, _) => Some(true),
            (true, true) => Some(false),
            (true, false) => None,
        };
        player.wins = wins_sum_first(mover, &classes).or(looked_ahead);
    }
    for lookup in lookups {
        lookup.finish()?;
    }
    let classes = classes.into_iter().map(|class| Quantity::OutcomeClass.outcome_class(class, 0));
    let [left, right] = players;
    Ok(ClassSumAnswer { classes: classes.collect(), left, right })
}

/// Whether a player, moving first, wins a position of this class.
fn wins_first(mover: Mover, class: u32) -> bool {
    match mover {
        Mover::Left => !is_won_by_right(class),
        Mover::Right => !is_won_by_left(class),
        Mover::Next => class != 0,
    }
}

/// Whether a player, Left or Right, wins the sum of components of these classes moving first; `None` if they do not
/// determine it.
fn wins_sum_first(mover: Mover, classes: &[u32]) -> Option<bool> {
    if !classes.iter().any(|&class| wins_first(mover, class)) {
        return Some(false);
    }
    // The components that the player does not win moving second: each needs the first move.
    let mut needy = classes.iter().filter(|&&class| wins_first(mover.opponent(), class));
    let wins = match (needy.next(), needy.next()) {
        (None, _) => true,
        (Some(&only), None) => wins_first(mover, only),
        (Some(_), Some(_)) => false,
    };
    wins.then_some(true)
}

/// Checks that a table is complete and holds outcome classes of normal play.
fn check_summand(table: &TableReader) -> Result<(), Error> {
    table.require_complete()?;
    table.require_moves()?;
    let job = table.plan().job();
    let refuse = |kind, problem: String, hint: &str| {
        Err(InvalidInput::new(kind, table.path().display(), problem, hint).into())
    };
    if job.quantity() != Quantity::OutcomeClass {
        return refuse(
            InvalidInputKind::WrongTable,
            format!(
                "the table holds {}, and others of the sum hold outcome classes",
                job.quantity().values_name()
            ),
            "give tables of outcome classes alone; an impartial vector game is a partizan game in which both \
             players have its moves",
        );
    }
    if job.convention() == Convention::Misere {
        return refuse(
            InvalidInputKind::NotTame,
            "in misère play the outcome classes of the components tell nothing of that of the sum"
                .into(),
            "sum tables of normal play, or play the sum as one partizan game on all heaps",
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use super::*;

    /// The numbers that Left and Right may take from a heap.
    type Game = [&'static [u32]; 2];

    /// Whether the player whose turn it is wins, by trying every move of a sum of heaps.
    fn wins(
        games: [Game; 2],
        heaps: [u32; 2],
        player: usize,
        misere: bool,
        known: &mut HashMap<([u32; 2], usize), bool>,
    ) -> bool {
        if let Some(&answer) = known.get(&(heaps, player)) {
            return answer;
        }
        let mut options = Vec::new();
        for heap in 0..2 {
            for &taken in games[heap][player] {
                if let Some(left) = heaps[heap].checked_sub(taken) {
                    let mut option = heaps;
                    option[heap] = left;
                    options.push(option);
                }
            }
        }
        let answer = match options.is_empty() {
            true => misere,
            false => options.iter().any(|&to| !wins(games, to, 1 - player, misere, known)),
        };
        known.insert((heaps, player), answer);
        answer
    }

    /// Returns the classes of two components and of their sum that are found among small heaps.
    fn found(misere: bool) -> BTreeSet<[u32; 3]> {
        let moves: [&[u32]; 7] = [&[1], &[2], &[3], &[1, 2], &[1, 3], &[2, 3], &[1, 2, 3]];
        let games: Vec<Game> =
            moves.iter().flat_map(|left| moves.map(|right| [*left, right])).collect();
        let mut found = BTreeSet::new();
        for &one in &games {
            for &other in &games {
                let mut known = HashMap::new();
                let mut class = |heaps| {
                    let [left, right] =
                        [0, 1].map(|player| wins([one, other], heaps, player, misere, &mut known));
                    match (left, right) {
                        (false, false) => 0,
                        (true, true) => 1,
                        (true, false) => 2,
                        (false, true) => 3,
                    }
                };
                for (x, y) in (0..7).flat_map(|x| (0..7).map(move |y| (x, y))) {
                    // No move is left on an empty heap.
                    found.insert([class([x, 0]), class([0, y]), class([x, y])]);
                }
            }
        }
        found
    }

    fn answer(classes: &[u32]) -> ClassSumAnswer {
        let known =
            |mover| MovingFirst { wins: wins_sum_first(mover, classes), winning: Vec::new() };
        ClassSumAnswer { classes: Vec::new(), left: known(Mover::Left), right: known(Mover::Right) }
    }

    /// Catches a class that is said to be impossible and occurs, and one that is said to be possible and does not.
    #[test]
    fn the_possible_classes_are_those_that_occur() {
        let found = found(false);
        for one in 0..4 {
            for other in 0..4 {
                let sums = found.iter().filter(|[a, b, _]| [*a, *b] == [one, other]);
                let sums: Vec<&str> = sums.map(|sum| OUTCOME_CLASSES[sum[2] as usize]).collect();
                assert_eq!(answer(&[one, other]).possible(), sums, "{one} + {other}");
            }
        }
    }

    /// In three components the one that needs a move is one of several.
    #[test]
    fn sums_of_several_components_are_told() {
        let [p, n, l, r] = [0, 1, 2, 3];
        for (classes, expected) in [
            (vec![], vec!["P"]),
            (vec![p, l, l], vec!["L"]),
            (vec![r, p, r], vec!["R"]),
            (vec![p, n, p], vec!["N"]),
            (vec![l, n, l], vec!["N", "L"]),
            (vec![n, r, p], vec!["N", "R"]),
            (vec![l, n, r], vec!["P", "N", "L", "R"]),
            (vec![n, l, n], vec!["P", "N", "L", "R"]),
        ] {
            assert_eq!(answer(&classes).possible(), expected, "{classes:?}");
        }
    }

    /// Why sums of misère play are refused: any two classes have sums of every class. One case has no small example
    /// on two heaps: in misère Nim two heaps of 2 are won by the second player, and so are four.
    #[test]
    fn in_misere_play_classes_tell_nothing() {
        let mut found = found(true);
        assert!(found.insert([0, 0, 0]));
        assert_eq!(found.len(), 64);
    }
}
