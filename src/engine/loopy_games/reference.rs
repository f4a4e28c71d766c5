//! Loopy games by the reference engine: the definitions, round by round, over lists of all options. It is never optimised.
//!
//! **Outcomes.** In round r the positions are found that the player to move loses, or wins, in r moves: those without a move;
//! those all of whose options are won, and were found in earlier rounds; those with an option that is lost. What no round
//! finds is drawn.
//!
//! **Generalized Grundy values**, by the labelling of Fraenkel and Perl: in round m a position gets the number m if no option has
//! it, and each option without a number has an option with the number m. When no more position gets it, those without a
//! number that have no option with the number m have an infinite value.

use std::collections::{BTreeSet, HashMap};

use crate::domain::Coordinates;
use crate::engine::definition::options;
use crate::engine::loopy_games::InfiniteSets;
use crate::engine::{EngineError, Sink, recomputed};
use crate::plan::Plan;
use crate::quantity::{
    Convention, DRAWN_OUTCOME, DRAWN_REMOTENESS, Mover, PlayResult, Quantity, class_of_results,
};

/// Fills the table of a plan.
pub(crate) fn run(plan: &Plan, sink: &dyn Sink) -> Result<(), EngineError> {
    let (job, sides) = (plan.job(), plan.job().domain().sides());
    sink.computes();
    let (mut positions, mut numbers) = (Vec::new(), HashMap::new());
    for at in Coordinates::cells_of_box(sides).filter(|&at| job.domain().contains(at)) {
        sink.proceed()?;
        if let Some(game) = job.ruleset().written_ruleset() {
            game.check(at, job.domain(), job.quantity())?;
        }
        numbers.insert(at, positions.len());
        positions.push(at);
    }
    let options_for = |mover: Mover| -> Vec<Vec<usize>> {
        let game = job.ruleset().moves_of(mover);
        let singles = |at: &Coordinates| {
            options(&game, *at)
                .iter()
                .filter_map(|sum| numbers.get(&sum.single()?).copied())
                .collect()
        };
        positions.iter().map(singles).collect()
    };
    let convention = job.convention();
    let values: Vec<u32> = match job.quantity() {
        Quantity::Grundy => {
            let options = options_for(Mover::Next);
            let first = job.first_infinite().unwrap_or(u32::MAX);
            let values = generalized(&options, sink)?;
            let sets = InfiniteSets::of(values.iter().filter_map(|value| value.clone().err()));
            sink.infinite_sets(&sets);
            let places = sets.places();
            let stored = |value: &Result<u32, Vec<u32>>| match value {
                Ok(number) => *number,
                Err(set) => first + places[&set[..]],
            };
            values.iter().map(stored).collect()
        }
        Quantity::OutcomeClass => {
            let [left, right] = [Mover::Left, Mover::Right].map(options_for);
            let count = positions.len();
            // The positions at which Left moves, and behind them those at which Right does.
            let to_right = left.iter().map(|of| of.iter().map(|option| option + count).collect());
            let both: Vec<Vec<usize>> = to_right.chain(right.iter().cloned()).collect();
            let found = remotenesses(&both, convention, sink)?;
            let class = |at: usize| class_of_results(result(found[at]), result(found[at + count]));
            (0..count).map(class).collect()
        }
        quantity => {
            let found = remotenesses(&options_for(Mover::Next), convention, sink)?;
            let value = |&of: &Option<(bool, u32)>| match (quantity, result(of), of) {
                (Quantity::Remoteness, _, of) => of.map_or(DRAWN_REMOTENESS, |(_, moves)| moves),
                (_, PlayResult::Lost, _) => 1,
                (_, PlayResult::Won, _) => 0,
                (_, PlayResult::Drawn, _) => DRAWN_OUTCOME,
            };
            found.iter().map(value).collect()
        }
    };
    for tile in plan.tiling().tiles() {
        sink.proceed()?;
        let values = plan.tile_of_runs(tile, |run| {
            let cells = (0..run.length as u32).map(move |lane| run.at.along_row(lane));
            cells.map(|at| values[numbers[&at]]).collect::<Vec<_>>().into_iter()
        });
        recomputed::hand_over_or_compare(plan, sink, tile, values)?;
    }
    Ok(())
}

/// Returns of each position whether the player to move wins, and in how many moves; `None` if the play is drawn.
fn remotenesses(
    options: &[Vec<usize>],
    convention: Convention,
    sink: &dyn Sink,
) -> Result<Vec<Option<(bool, u32)>>, EngineError> {
    let mut found: Vec<Option<(bool, u32)>> = vec![None; options.len()];
    for moves in 0.. {
        sink.proceed()?;
        let now = |at: usize| -> Option<bool> {
            let mut after = options[at].iter().map(|&option| found[option].map(|(wins, _)| wins));
            match moves {
                0 => options[at].is_empty().then_some(convention == Convention::Misere),
                _ if options[at].is_empty() => None,
                _ if after.clone().any(|after| after == Some(false)) => Some(true),
                _ => after.all(|after| after == Some(true)).then_some(false),
            }
        };
        let open = (0..options.len()).filter(|&at| found[at].is_none());
        let new: Vec<(usize, bool)> = open.filter_map(|at| Some((at, now(at)?))).collect();
        if new.is_empty() && moves > 0 {
            break;
        }
        for (at, wins) in new {
            found[at] = Some((wins, moves));
        }
    }
    Ok(found)
}

fn result(found: Option<(bool, u32)>) -> PlayResult {
    match found {
        None => PlayResult::Drawn,
        Some((true, _)) => PlayResult::Won,
        Some((false, _)) => PlayResult::Lost,
    }
}

/// Returns the generalized Grundy value of each position: a number, or the set of infinity.
fn generalized(
    options: &[Vec<usize>],
    sink: &dyn Sink,
) -> Result<Vec<Result<u32, Vec<u32>>>, EngineError> {
    #[derive(Clone, Copy, PartialEq)]
    enum Label {
        None,
        Number(u32),
        Infinite,
    }
    let mut labels = vec![Label::None; options.len()];
    let mut number = 0;
    while labels.contains(&Label::None) {
        loop {
            sink.proceed()?;
            let has = |at: usize| options[at].iter().any(|&of| labels[of] == Label::Number(number));
            let gets = |at: usize| {
                let mut open =
                    options[at].iter().filter(|&&of| !matches!(labels[of], Label::Number(_)));
                labels[at] == Label::None && !has(at) && open.all(|&option| has(option))
            };
            let Some(at) = (0..options.len()).find(|&at| gets(at)) else { break };
            labels[at] = Label::Number(number);
        }
        let has: Vec<bool> = options
            .iter()
            .map(|of| of.iter().any(|&option| labels[option] == Label::Number(number)))
            .collect();
        for (label, has) in labels.iter_mut().zip(has) {
            if *label == Label::None && !has {
                *label = Label::Infinite;
            }
        }
        number += 1;
    }
    let value = |(label, options): (&Label, &Vec<usize>)| match label {
        Label::Number(number) => Ok(*number),
        _ => {
            let numbers = options.iter().filter_map(|&option| match labels[option] {
                Label::Number(number) => Some(number),
                _ => None,
            });
            Err(numbers.collect::<BTreeSet<u32>>().into_iter().collect())
        }
    };
    Ok(labels.iter().zip(options).map(value).collect())
}
