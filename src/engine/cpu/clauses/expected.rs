//! The work of a run: how many options are looked up, and in which of the ways.

use super::lines::LineMoves;
use super::mirror::Mirror;
use super::options::prepared;
use crate::engine::clause_games::work::options_of_clause;
use crate::engine::expected::thread;
use crate::plan::Plan;
use crate::ruleset::ClauseGame;

/// Returns the nanoseconds of a position on one thread, and how many positions can be computed at a time.
pub(in crate::engine::cpu) fn of_position(plan: &Plan, game: &ClauseGame) -> (f64, f64) {
    let domain = plan.job().domain();
    let positions = domain.positions() as f64;
    if let Some(moves) = LineMoves::of(plan, game) {
        let at_once = if domain.heaps() == 1 { 1.0 } else { positions / BLOCK };
        return (of_lines(&moves), at_once);
    }
    let with_points = plan.job().quantity().is_score();
    let clauses = prepared(game, domain, with_points).into_iter().flatten();
    let mut nanoseconds = thread::WALKED_POSITION;
    for (clause, written) in clauses.zip(game.clauses()) {
        let options = options_of_clause(written, domain);
        let rate = match (clause.lane_test.is_some(), clause.is_piecewise_linear()) {
            (false, true) => thread::OPTION_OF_RUN,
            (true, true) => thread::OPTION_IN_LANE,
            (_, false) => thread::OPTION_OF_COLUMNS,
        };
        nanoseconds += thread::WALKED_CLAUSE + rate * options.max(1.0);
    }
    let layers = plan.job().layer_count() as f64;
    let half = if Mirror::of(plan, game).is_some() { 0.5 } else { 1.0 };
    (half * nanoseconds, half * positions / layers)
}

/// Cells that are computed one after the other where moves go along lines, as long as there are fewer blocks in a front
/// than threads.
const BLOCK: f64 = 65_536.0;

/// Returns the nanoseconds of a position whose moves go along lines.
fn of_lines(moves: &LineMoves) -> f64 {
    let (lines, options) = moves.work();
    let of_cell = thread::CELL_OF_LINES
        + thread::LINE_OF_CELL * lines as f64
        + thread::NEWEST_OPTION * options as f64;
    if moves.are_mirrored { 0.5 * of_cell } else { of_cell }
}
