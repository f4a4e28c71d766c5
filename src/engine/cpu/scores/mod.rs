//! Scores of vector games and of partizan vector games on the CPU. Counterpart of `shaders/scores.wgsl`, whose host
//! half is `engine/gpu/kernels/scores.rs`.
//!
//! The score of a cell is the maximum, over its options, of the points of the move less the score of the
//! option (Milnor, Sums of positional games, 1953). Along a ray ℓ whose steps pay w, the options of p are
//! p - ℓ, p - 2ℓ, ..., so that their part of the maximum is
//!
//! ```text
//! B(p) = max over m >= 1 of (m w - v(p - mℓ)) = max(B(p - ℓ), -v(p - ℓ)) + w,
//! ```
//!
//! since a step more makes every option that was within reach worth w more. One number per line is enough:
//! what the best option behind the next cell is worth. Lines that share options need no weights, as they do
//! for counts: the maximum of a number with itself is that number. Added vectors have lines too, and so have the
//! few vectors that stand for the multiples of a ray where some are removed (`engine/vector_games/steps.rs`).
//!
//! In a partizan game let SL(p) and SR(p) be Left's points less Right's if Left or Right begins (Stewart,
//! Scoring play combinatorial games, 2012). What each player gets beyond the other if that player begins is
//!
//! ```text
//! A(p) = SL(p)  = max over Left's moves to p' that pay w of (w - B(p')),
//! B(p) = -SR(p) = max over Right's moves to p' that pay w of (w - A(p')),
//! ```
//!
//! or 0 without a move. So the lines of each player record the other player's scores. If both have the same
//! moves, A = B is the score v of the impartial game: it is the game of one player, whose lines record that player's
//! own scores.
//!
//! Remoteness is a score too. Let a position of remoteness r that is lost for the player to move have the score r - K, and
//! one that is won K - r, for a large K: who wins hurries, who loses delays. A move pays nothing, and what a position
//! is worth to the other player, one move earlier, is the score with its sign changed and a step nearer to 0.
//!
//! The one score of an impartial game is stored, and all lines follow from it: a resumed run records the values of
//! finished tiles. Of the two scores of a partizan game one is stored, from which the lines do not follow: a resumed
//! run computes finished tiles again, and compares.

mod rows;

use rows::AlongRow;

use super::CpuMethod;
use super::time::{ProcessorTime, of_wavefront};
use super::vector::history::History;
use super::vector::line_state::LineState;
use super::vector::wavefront::{self, CellRule, Exceptions, LineRule, TileWithLines, Wavefront};
use super::vector::work::Work;
use crate::domain::tiling::TileRegion;
use crate::engine::rates::thread;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::steps::{Step, Steps};
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::VectorGame;

/// What a line has before its first cell: no option. It is less than whatever an option is worth, since no
/// score of 32 bits is the least number of 32 bits.
const NO_OPTION: i32 = i32::MIN;

/// What the best option along a line is worth at its next cell.
#[repr(transparent)]
#[derive(Clone, Copy)]
struct Best(i32);

impl Default for Best {
    fn default() -> Self {
        Best(NO_OPTION)
    }
}

impl LineState for Best {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.0.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        i32::unpack(bytes).map(Best)
    }
}

impl Step {
    /// Records what a position hands on to a line of the step, and widens a window of the position if the step does.
    ///
    /// At a cell of the domain this cannot overflow: it is a part of the maximum that is the cell's score, and is
    /// bounded as that is. A line may step out of the domain, where nobody asks for what it holds.
    #[inline(always)]
    fn record(&self, Best(best): &mut Best, windows: &mut [i32]) {
        let window = windows[self.window];
        let wider = window.max(*best);
        *best = (if self.repeats { wider } else { window }).wrapping_add(self.points);
        if let Some(index) = self.wider {
            windows[index] = wider;
        }
    }
}

/// The rule of scores: one player stands for both of an impartial game. The scores may stand for remoteness.
struct ScoreRule<const PLAYERS: usize, const ARE_REMOTE: bool> {
    steps: Steps,
    /// Those of each player along rows.
    along_rows: [Vec<AlongRow>; PLAYERS],
    /// Whether the score is stored that the second player gets by beginning, told from the side of the first.
    stores_second: bool,
}

/// A position without a move is worth this much to the player who has moved there, if scores stand for remoteness.
const LARGEST_WORTH: i32 = 1 << 30;

impl<const PLAYERS: usize, const ARE_REMOTE: bool> ScoreRule<PLAYERS, ARE_REMOTE> {
    /// Returns the steps of a player, each with its index.
    #[inline(always)]
    fn steps_of(&self, player: usize) -> impl Iterator<Item = (usize, &Step)> {
        let range = self.steps.of_players[player].clone();
        range.clone().zip(&self.steps.all[range])
    }

    /// Returns whose score is stored.
    #[inline(always)]
    fn stored_player(&self) -> usize {
        if self.stores_second { PLAYERS - 1 } else { 0 }
    }

    /// Returns what a position of this score is worth to the other player, who has moved there.
    #[inline(always)]
    fn worth(&self, score: i32) -> i32 {
        let worth = score.wrapping_neg();
        if ARE_REMOTE { worth - worth.signum() } else { worth }
    }

    /// Returns what a position without a move is worth to the player who has moved there.
    #[inline(always)]
    fn terminal_worth(&self) -> i32 {
        if ARE_REMOTE { LARGEST_WORTH } else { 0 }
    }

    /// Returns what a move to the zero position is worth that no vector makes and that takes these tokens.
    fn worth_of_zero(&self, tokens: u32) -> i32 {
        if ARE_REMOTE { self.terminal_worth() } else { tokens as i32 }
    }

    /// Returns what is stored where the other player has this much if that player begins.
    #[inline(always)]
    fn stored(&self, worth: i32) -> u32 {
        match ARE_REMOTE {
            true => LARGEST_WORTH as u32 - worth.unsigned_abs(),
            false if self.stores_second => worth as u32,
            false => worth.wrapping_neg() as u32,
        }
    }

    /// Returns what a position is worth for which this value is stored, in a game of one player.
    #[inline(always)]
    fn worth_of(&self, value: u32) -> i32 {
        match ARE_REMOTE {
            true if value.is_multiple_of(2) => LARGEST_WORTH - value as i32,
            true => value as i32 - LARGEST_WORTH,
            false => (value as i32).wrapping_neg(),
        }
    }

    /// Records on the lines of a cell what the other player has there, for each player who may begin.
    #[inline]
    fn record_worths(&self, states: &mut [Best], lines: &[u32], worths: [i32; PLAYERS]) {
        let (mut of_players, mut all) = (worths, Vec::new());
        let windows = if self.steps.windows == PLAYERS {
            &mut of_players[..]
        } else {
            all.extend(worths);
            all.resize(self.steps.windows, NO_OPTION);
            &mut all
        };
        for (step, &line) in self.steps.all.iter().zip(lines) {
            step.record(&mut states[line as usize], windows);
        }
    }
}

impl<const PLAYERS: usize, const ARE_REMOTE: bool> LineRule for ScoreRule<PLAYERS, ARE_REMOTE> {
    type State = Best;
    const VALUES_SUFFICE: bool = PLAYERS == 1;
    const ALTERED_HAVE_LINES: bool = true;

    fn time(&self, work: &Work) -> ProcessorTime {
        let along_rows = self.steps.all.iter().filter(|step| rows::is_along_a_row(step)).count();
        let rate = if PLAYERS == 1 { &thread::SCORES } else { &thread::SCORES_OF_TWO };
        let mut time = of_wavefront(work, work.rays - along_rows, rate);
        let cells = work.plain + work.single;
        time.nanoseconds += thread::SCORE_ALONG_ROW * along_rows as f64 * cells;
        time
    }

    fn is_plain(&self, region: &TileRegion, games: &[Alterations]) -> bool {
        wavefront::is_plain(region, games, false)
    }

    fn fill(
        &self,
        tile: &mut TileWithLines<'_, Best>,
        games: &[Alterations],
        history: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        match self.is_plain(&tile.region, games) {
            true => self.go_through_rows(tile, false, sink),
            false => wavefront::fill_with_exceptions(self, tile, games, history, sink),
        }
    }

    fn replay(
        &self,
        tile: &mut TileWithLines<'_, Best>,
        _: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        self.go_through_rows(tile, true, sink)
    }
}

impl<const PLAYERS: usize, const ARE_REMOTE: bool> CellRule for ScoreRule<PLAYERS, ARE_REMOTE> {
    #[inline]
    fn visit(&self, states: &mut [Best], lines: &[u32], exceptions: &[Exceptions]) -> u32 {
        let worths: [i32; PLAYERS] = std::array::from_fn(|player| {
            let moves = self.steps_of(player).filter(|(_, step)| step.is_move());
            let best = moves.map(|(index, _)| states[lines[index] as usize].0).max();
            let best =
                best.max(exceptions[player].to_zero.map(|tokens| self.worth_of_zero(tokens)));
            best.filter(|_| !exceptions[player].terminal)
                .map_or(self.terminal_worth(), |best| self.worth(best))
        });
        self.record_worths(states, lines, worths);
        self.stored(worths[self.stored_player()])
    }

    #[inline]
    fn record(&self, states: &mut [Best], lines: &[u32], value: u32) {
        self.record_worths(states, lines, [self.worth_of(value); PLAYERS]);
    }
}

/// Prepares the scores of a plan.
pub(super) fn wavefront<'a>(plan: &'a Plan, games: &[VectorGame]) -> Box<dyn CpuMethod + 'a> {
    match games.len() {
        1 if plan.job().quantity() == Quantity::Remoteness => of_players::<1, true>(plan, games),
        1 => of_players::<1, false>(plan, games),
        _ => of_players::<2, false>(plan, games),
    }
}

/// Prepares the scores of a plan, with the games of this number of players.
fn of_players<'a, const PLAYERS: usize, const ARE_REMOTE: bool>(
    plan: &'a Plan,
    games: &[VectorGame],
) -> Box<dyn CpuMethod + 'a> {
    let steps = Steps::new(plan, games);
    let lines = steps.lines(plan);
    let stores_second = plan.job().quantity() == Quantity::ScoreRight;
    let along_rows = AlongRow::all(&steps);
    let rule = ScoreRule::<PLAYERS, ARE_REMOTE> { along_rows, steps, stores_second };
    Box::new(Wavefront::new(plan, games, lines, rule))
}
