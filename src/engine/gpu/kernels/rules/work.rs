//! How many options are looked up, how many invocations share a position, and how many values are marked at a time: what
//! is chosen by counted work.

use crate::engine::clause_games::work::options_of_position;
use crate::engine::clause_games::{computes_grundy_values, largest_grundy_value};
use crate::engine::gpu::kernel::LookedUp;
use crate::engine::gpu::limits::WORKGROUP_SIZE;
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::{WrittenRuleset, heap_bounds};

/// Invocations that a GPU has in flight, at least.
const IN_FLIGHT: f64 = 16_384.0;
/// The options that an invocation could look up while invocations that share a position put together what they found.
const SHARING: f64 = 16.0;
/// How much longer it takes to look up options of one position side by side, which are scattered over the table, than
/// options of positions that are side by side.
const SCATTERED: f64 = 4.0;
/// Invocations that share a position, if several do. By the first number a workgroup has eight positions, whose options
/// are looked up side by side, and a line of a cache holds as many words; by the second one it has a single position.
const SEVERAL_LANES: [u32; 2] = [WORKGROUP_SIZE / 8, WORKGROUP_SIZE];

/// Returns how many values are marked at a time in a search for a Grundy value. What is found is at most the number of
/// options, and taken for half of that: AMD's compiler makes 10 instructions more of an option for each 128 values that
/// are marked besides, and a round that is saved has some 30 for each option.
pub(super) fn window(plan: &Plan, game: &WrittenRuleset) -> u32 {
    match expected_value(plan, game) {
        0.0..128.0 => 128,
        128.0..256.0 => 256,
        _ => 512,
    }
}

/// Returns a guess at the Grundy values of a game.
fn expected_value(plan: &Plan, game: &WrittenRuleset) -> f64 {
    let largest = largest_grundy_value(plan) as f64;
    (options_of_position(game, plan.job().domain()) / 2.0).min(largest)
}

/// Counts the options that are looked up, and chooses how many invocations share a position, among one and those numbers
/// that `may_share`. What decides are the options that invocations look up one after another while a GPU computes a
/// wave. `most_options` are those of a position, by the ranges alone.
pub(super) fn options(
    plan: &Plan,
    game: &WrittenRuleset,
    waves: u64,
    may_share: impl Fn(u32) -> bool,
    most_options: u64,
) -> (LookedUp, u32) {
    let domain = plan.job().domain();
    // Nothing is known of the average where a bound of a variable may have no value.
    let mut options = options_of_position(game, domain).min(most_options as f64);
    let positions = domain.positions() as f64;
    let of_wave = positions / waves.max(1) as f64;
    let rounds = |invocations: f64| (invocations / IN_FLIGHT).max(1.0);
    let times = match computes_grundy_values(plan) {
        true => 1.0 + expected_value(plan, game) / f64::from(window(plan, game)),
        false => 1.0,
    };
    let alone = times * options * rounds(of_wave);
    let shared = |&lanes: &u32| {
        let is_scattered = of_wave.min(f64::from(WORKGROUP_SIZE / lanes)) < 8.0;
        let scattered = if is_scattered { SCATTERED } else { 1.0 };
        let lanes = f64::from(lanes);
        (options / lanes + SHARING) * scattered * rounds(of_wave * lanes)
    };
    let several = SEVERAL_LANES.iter().filter(|lanes| may_share(**lanes));
    let least = several.min_by(|a, b| shared(a).total_cmp(&shared(b)));
    let lanes = least.filter(|lanes| shared(lanes) < alone).copied().unwrap_or(1);
    if lanes == 1 {
        options *= times;
    }
    let players = game.rules().moves.each().len() as u64;
    let proved = game.rules().most_options(&heap_bounds(domain)).saturating_mul(players);
    let mut most = proved.min(most_options);
    if wants_first_moves(plan, game) {
        // For each option that is a P-position the moves are gone through again: more than may be blocked are few.
        let again = u64::from(game.blocking_number()) + 2;
        (options, most) = (options * again as f64, most.saturating_mul(again));
    }
    let of_invocation = options / f64::from(lanes) + if lanes > 1 { SHARING } else { 0.0 };
    let of_workgroup = most.saturating_mul((WORKGROUP_SIZE / lanes).into());
    (LookedUp { all: positions * options, of_invocation, of_workgroup }, lanes)
}

/// Returns whether it is asked which of several moves to an option comes first.
pub(super) fn wants_first_moves(plan: &Plan, game: &WrittenRuleset) -> bool {
    match plan.job().quantity() {
        Quantity::Palaces => true,
        Quantity::Outcome => game.blocking_number() > 0,
        _ => false,
    }
}
