//! Disjunctive sums of scoring games: stops by the definition, and what follows without it for games of Milnor.
//!
//! A move in a sum is a move in one of its components, which pays there. An impartial game is the case in which both
//! players have the same moves: its score v is the left stop SL, and the right stop SR is -v. Then a table of scores has the
//! stops of every position, and bounds sums that are too large to be played.
//!
//! A game is *dicot* if at every position both players have a move, or neither has. Milnor's games are dicot, and have
//! nonnegative incentive: SL >= SR at every position, so that neither player gains by waiting. Write -H for H with
//! the players exchanged, of which the stops are SL(-H) = -SR(H) and SR(-H) = -SL(H).
//!
//! Claim 1 (Milnor, Sums of positional games, 1953; Hanner 1959). Milnor's games G and H satisfy
//!
//! ```text
//! SL(G) + SR(H) <= SL(G + H) <= SL(G) + SL(H),
//! SR(G) + SR(H) <= SR(G + H) <= SR(G) + SL(H).
//! ```
//!
//! Proof by induction over the positions of the sum. The second line is the first one with the players exchanged.
//!
//! - Upper bound: Left's move from G to G' that pays w is worth w + SR(G' + H) <= w + SR(G') + SL(H) <=
//!   SL(G) + SL(H); a move in H likewise. If Left has no move, neither has Right, and all stops are 0.
//! - Lower bound: if Left has a move in G, let a best one lead to G' and pay w. Then SL(G + H) >= w + SR(G' + H) >=
//!   w + SR(G') + SR(H) = SL(G) + SR(H). If not, nobody has a move in G, SL(G) = 0 and SL(G + H) = SL(H) >= SR(H).
//!
//! So SL(G + H) >= SL(G) + SR(H) >= SR(G + H), and the sum is one of Milnor's games again. Impartial games are dicot, and
//! Milnor's if no reachable score is negative. Then the claim says, with G and H exchanged for the other sign,
//!
//! ```text
//! |v(G) - v(H)| <= v(G + H) <= v(G) + v(H).
//! ```
//!
//! Claim 2 (Milnor 1953). Say that G >= H if SL(G + X) >= SL(H + X) and SR(G + X) >= SR(H + X) for all of Milnor's games X.
//! Then G >= H exactly if SR(G - H) >= 0.
//!
//! Proof. In H - H the player who moves second answers every move by the same move in the other part, so that
//! SL(H - H) <= 0 <= SR(H - H). If G >= H, take X = -H: SR(G - H) >= SR(H - H) >= 0. If SR(G - H) >= 0, Claim 1 says
//! SL(H + X) <= SR(G - H) + SL(H + X) <= SL(G - H + H + X) <= SL(G + X) + SL(H - H) <= SL(G + X), and the same of SR.
//!
//! The second hypothesis is needed: let both players lose a point by the only move of Z; then SR(Z - 0) = 1, but
//! SL(Z) = -1 is less than SL(0). Ettinger (Topics in combinatorial games, 1996) compares all dicot games, and Larsson,
//! Neto, Nowakowski and Santos (Guaranteed scoring games, 2016) games in which one player may be without moves, by other
//! means: there G - G need not be 0, and G - H does not decide. Of such partizan games only the stops are computed here; sums of
//! impartial games alone are refused.

use super::played::{PlayedStops, play_through, position_of};
use super::reached::Reached;
use super::stops::{Comparison, Component, Stops, SumStops};
use crate::analyses::theorem::{self, Claim, NONNEGATIVE_INCENTIVE, Scope};
use grundytab::control::{Control, Interrupted};
use grundytab::domain::{Coordinates, Position};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::ruleset::Ruleset;
use grundytab::table::{OtherTables, TableReader};

/// What is found of a disjunctive sum of scoring games.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScoreSum {
    /// Whether all components are impartial: then each right stop is the left stop negated.
    pub is_impartial: bool,
    /// The stops of the components.
    pub components: Vec<Stops>,
    /// Why these are no games of Milnor: a component, and a position that it reaches; `None` if they are. Impartial
    /// components alone have none.
    pub obstacle: Option<(usize, Position, Obstacle)>,
    /// The least stops that the sum can have, and the greatest ones, by Milnor's bounds if these are his games.
    pub bounds: Option<[Stops; 2]>,
    /// The stops of the sum by the definition; `None` if its positions have more moves than
    /// [`MOST_MOVES_OF_A_SUM`](super::MOST_MOVES_OF_A_SUM).
    pub played: Option<PlayedStops>,
    /// How the first of two components compares with the second, if these are Milnor's games and the sum was played.
    pub comparison: Option<Comparison>,
}

/// Why a position belongs to no game of Milnor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// One player has a move and the other has none: the game is not dicot.
    OneSided,
    /// The left stop is less than the right stop: a player gains by waiting.
    WaitingPays(Stops),
}

/// Computes the stops of a disjunctive sum of positions of scoring games by the definition, and says what follows for all
/// sums with games of Milnor. The tables tell the games, and hold their scores. `control` can interrupt it.
///
/// # Errors
/// When a table holds no scores or is incomplete, or a position is not in its table; when it is interrupted. If all games are
/// impartial, when a position that moves lead to has a negative score, with this position. Otherwise, when a component alone
/// has more moves than are [played through](super::MOST_MOVES_OF_A_SUM).
pub fn score_sum(tables: &[(&TableReader, &[u32])], control: &Control) -> Result<ScoreSum, Error> {
    let is_impartial = tables.iter().all(|(table, _)| !table.plan().job().ruleset().is_partizan());
    let mut stops = Vec::new();
    let mut obstacle = None;
    let mut components = Vec::new();
    for (number, &(table, heaps)) in tables.iter().enumerate() {
        let game = scored_game(table)?;
        let position = table.position(heaps)?;
        let component = Component::of(game, position.coordinates(), control)?;
        if is_impartial {
            check_incentive(table, position, control)?;
            let score = i64::from(table.value(heaps)? as i32);
            stops.push(Stops { left: score, right: -score });
        } else {
            let component = component.as_ref().ok_or_else(|| too_large(table))?;
            let (of_component, found) = played_alone(component, control)?;
            stops.push(of_component);
            let found = found.map(|(at, why)| (position_of(tables, number, at), why));
            obstacle = obstacle.or(found.map(|((number, at), why)| (number, at, why)));
        }
        components.push(component);
    }
    let bounds = obstacle.is_none().then(|| bounds(&stops, is_impartial));
    let mut sum = ScoreSum {
        is_impartial,
        components: stops,
        obstacle,
        bounds,
        played: None,
        comparison: None,
    };
    if let Some(components) = components.into_iter().collect::<Option<Vec<Component>>>() {
        sum.played = play_through(tables, &components, control)?;
        if let ([one, other], None, Some(played)) = (&components[..], obstacle, &sum.played) {
            sum.comparison = Some(comparison(one, other, played.stops, control)?);
        }
    }
    Ok(sum)
}

/// Returns the stops of a component, and why it is no game of Milnor, if it is none: a position that it reaches.
fn played_alone(
    component: &Component,
    control: &Control,
) -> Result<(Stops, Option<(Coordinates, Obstacle)>), Interrupted> {
    let alone = SumStops::of(std::slice::from_ref(component), control)?;
    let one_sided = component.first_one_sided().map(|at| (at, Obstacle::OneSided));
    let waiting = alone
        .all()
        .iter()
        .position(|stops| stops.left < stops.right)
        .map(|index| (component.position(index), Obstacle::WaitingPays(alone.all()[index])));
    Ok((alone.last(), one_sided.or(waiting)))
}

/// Returns how one game compares with another one, by Claim 2. `sum` is what their sum has been found to have.
fn comparison(
    one: &Component,
    other: &Component,
    sum: Stops,
    control: &Control,
) -> Result<Comparison, Interrupted> {
    let difference = match other.is_impartial() {
        // It is its own negative.
        true => sum,
        false => SumStops::of(&[one.clone(), other.negative()], control)?.last(),
    };
    Ok(Comparison::by_difference(difference))
}

/// Returns the least and the greatest stops that a sum of Milnor's games with these stops can have, by Claim 1 for one
/// component after another.
fn bounds(components: &[Stops], are_impartial: bool) -> [Stops; 2] {
    let left: i64 = components.iter().map(|stops| stops.left).sum();
    let right: i64 = components.iter().map(|stops| stops.right).sum();
    // One component, the widest, counts with its other stop.
    let widths = components.iter().map(|stops| stops.left - stops.right);
    let widest = widths.max().unwrap_or(0);
    let mut least = Stops { left: right + widest, right };
    let mut greatest = Stops { left, right: left - widest };
    if are_impartial {
        // The sum is one of Milnor's games, too, so that its score is not negative.
        least.left = least.left.max(0);
        greatest.right = greatest.right.min(0);
    }
    [least, greatest]
}

/// Returns the game of a complete table of scores.
fn scored_game(table: &TableReader) -> Result<&Ruleset, Error> {
    table.require_complete()?;
    table.require_moves()?;
    let job = table.plan().job();
    if !job.quantity().is_score() {
        return Err(InvalidInput::new(
            InvalidInputKind::NoScores,
            table.path().display(),
            format!(
                "the table holds {}, and others of the sum hold scores",
                job.quantity().values_name()
            ),
            "give tables of scores alone",
        )
        .into());
    }
    Ok(job.ruleset())
}

/// Checks that no position that moves lead to has a negative score.
fn check_incentive(
    table: &TableReader,
    position: Position,
    control: &Control,
) -> Result<(), Error> {
    let (scope, none) = (Scope::Below(position), OtherTables::default());
    let claim = Claim::parse(NONNEGATIVE_INCENTIVE, table.plan().job(), &none)?;
    let findings = theorem::check(table, &none, &[claim.into_statement()], scope, control)?;
    let Some(first) = findings.iter().find_map(|finding| finding.counterexample()) else {
        return Ok(());
    };
    let lookup = table.lookup();
    let is_negative = |at| (lookup.value(at) as i32) < 0;
    let (from, of_first) = (position.coordinates(), first.position.coordinates());
    let reached = Reached::from(table, from, of_first, is_negative, control)?;
    let at = match reached {
        Reached::Nothing => return Ok(lookup.finish()?),
        Reached::At(at) => at,
        Reached::Undecided => of_first,
    };
    let score = lookup.value(at) as i32;
    lookup.finish()?;
    Err(InvalidInput::new(
        InvalidInputKind::WaitingPays,
        table.path().display(),
        format!(
            "the scores of the components do not determine that of a sum, nor bound it where a player may \
             gain by waiting: the score of {} is {score}{}",
            table.plan().job().domain().position(at),
            reached.doubt()
        ),
        "play the sum as one game on all heaps, or sum positions that reach no negative score",
    )
    .into())
}

fn too_large(table: &TableReader) -> Error {
    InvalidInput::new(
        InvalidInputKind::TooLarge,
        table.path().display(),
        "too many positions are reached from this one, so that its stops are not computed",
        "sum positions with smaller heaps",
    )
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn component(text: &str, heaps: &[u32]) -> Component {
        let game = Ruleset::parse(text).expect(text);
        let at = Coordinates::padded(heaps, 0);
        Component::of(&game, at, &Control::default()).expect("not interrupted").expect("few")
    }

    fn stops(components: &[Component]) -> Stops {
        SumStops::of(components, &Control::default()).expect("not interrupted").last()
    }

    /// Whether a component is one of Milnor's games.
    fn is_of_milnor(component: &Component) -> bool {
        let alone = SumStops::of(std::slice::from_ref(component), &Control::default());
        let alone = alone.expect("not interrupted");
        component.first_one_sided().is_none()
            && alone.all().iter().all(|stops| stops.left >= stops.right)
    }

    /// Small positions of games of all kinds.
    fn positions() -> Vec<Component> {
        let games = [
            "nim:1",
            "nim:1+points=-1",
            "subtraction:1,3",
            "vector:+alter=1:2/2:5/3:-1",
            "partizan::+alter-left=1:3/2+alter-right=1:1/2:2",
            "partizan::+alter-left=1:5+alter-right=1:0",
            "partizan:1:1+alter-left=2+points-left=2",
            "partizan:1:1+points-left=-1+points-right=2",
            "partizan:1:2",
        ];
        let heaps = games.iter().flat_map(|game| (0..4).map(move |heap| component(game, &[heap])));
        heaps.collect()
    }

    /// Claim 1 on all pairs and, of the bounds of several components, on triples: catches a bound of the wrong stop.
    #[test]
    fn bounds_hold_of_milnors_games() {
        let mut games = positions();
        games.retain(is_of_milnor);
        assert!(games.len() > 15, "{}", games.len());
        let (mut pairs, mut tight) = (0, [0; 4]);
        for one in &games {
            for other in &games {
                for third in &games[..8] {
                    let parts = [one.clone(), other.clone(), third.clone()];
                    let alone: Vec<Stops> =
                        parts.iter().map(|part| stops(std::slice::from_ref(part))).collect();
                    let are_impartial = parts.iter().all(Component::is_impartial);
                    let ([least, most], sum) = (bounds(&alone, are_impartial), stops(&parts));
                    assert!(least.left <= sum.left && sum.left <= most.left, "{alone:?} {sum:?}");
                    assert!(
                        least.right <= sum.right && sum.right <= most.right,
                        "{alone:?} {sum:?}"
                    );
                    let met = [
                        least.left == sum.left,
                        most.left == sum.left,
                        least.right == sum.right,
                        most.right == sum.right,
                    ];
                    for (count, met) in tight.iter_mut().zip(met) {
                        *count += u32::from(met);
                    }
                    pairs += 1;
                }
            }
        }
        assert!(tight.iter().all(|&count| count > 0 && count < pairs), "{tight:?} of {pairs}");
    }

    /// Claim 2, against its definition with some games X: catches a comparison the wrong way round.
    #[test]
    fn comparisons_hold_in_all_sums() {
        let mut games = positions();
        games.retain(is_of_milnor);
        let negatives: Vec<Component> = games.iter().map(Component::negative).collect();
        let contexts: Vec<&Component> = games.iter().chain(&negatives).collect();
        let mut found = [0; 4];
        for one in &games {
            for other in &games {
                let sums = contexts.iter().map(|&context| {
                    [one, other].map(|game| stops(&[game.clone(), context.clone()]))
                });
                let sums: Vec<[Stops; 2]> = sums.collect();
                let at_least = sums.iter().all(|[g, h]| g.left >= h.left && g.right >= h.right);
                let at_most = sums.iter().all(|[g, h]| g.left <= h.left && g.right <= h.right);
                let expected = match (at_least, at_most) {
                    (true, true) => Comparison::Equal,
                    (true, false) => Comparison::Greater,
                    (false, true) => Comparison::Less,
                    (false, false) => Comparison::Incomparable,
                };
                let difference = stops(&[one.clone(), other.negative()]);
                // The contexts include the negative of each game, which tells unequal games apart.
                assert_eq!(Comparison::by_difference(difference), expected, "{difference:?}");
                found[expected as usize] += 1;
            }
        }
        assert!(found.iter().all(|&count| count > 0), "{found:?}");
    }

    /// The example of the documentation: both players lose a point by the only move.
    #[test]
    fn without_the_hypotheses_the_difference_does_not_decide() {
        let zugzwang = component("nim:1+points=-1", &[1]);
        assert!(!is_of_milnor(&zugzwang));
        assert_eq!(stops(&[zugzwang]), Stops { left: -1, right: 1 });
    }
}
