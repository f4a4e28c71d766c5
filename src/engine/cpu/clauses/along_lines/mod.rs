//! Rules whose moves go along lines, on the CPU: r-Wythoff, End-Nim, Nim with conditions on heaps or on the number that
//! is taken.
//!
//! Let a clause lead from p to p - b - k s for the numbers k of a window. The cells that differ by multiples of s are a line,
//! and have *places* on it: 0, 1, 2, ... In its turn each cell p of the line adds the value of p - b to what is kept for the
//! line, with its own place; then the option for k is the value with k less than that place. If b is s, a cell hands its own
//! value on to the next cell of the line instead, and nothing is looked up. All clauses of one step and one window have a
//! line in common.
//!
//! - Where the window is the whole line, a bit is kept for each value that has been seen.
//! - Where it ends somewhere, the last place of each value is kept: the value is an option exactly if that place is not before
//!   the oldest place of the window. So the oldest place may be anywhere, and differ from cell to cell and clause to clause.
//! - Where it begins behind the newest values, these wait until their places enter the window. What enters must not be too
//!   new for the next cell of the line, which the analysis of the rules has proved (`heap_rules::option_lines`).
//!
//! For outcomes the last places of a P-position and of an N-position are kept. A condition names heaps alone: where it is
//! false the cell does not ask the line. A cell that is no position adds what it looks up all the same, for those beyond it.
//!
//! As no entry of b or s is negative, an option is dominated by its position. So the tiles are filled by the wavefront of
//! vector games (`cpu/vector`), which are such games without windows and conditions: lines are handed from tile to tile,
//! values are looked up in finished tiles, half of a mirror symmetric table is computed, and tiles of an
//! earlier run are replayed.
//!
//! | file | idea |
//! |---|---|
//! | `line_moves` | which rules are these, and their lines by steps and windows |
//! | `asked` | what each cell of a tile asks of its lines |
//! | `listed` | clauses that have no lines: their options are looked up one by one |
//! | `kept` | what is kept for a line, and the value that follows from it |
//! | `filling` | the cells of a tile, one after the other |

mod asked;
mod filling;
mod kept;
mod line_moves;
mod listed;

pub(in crate::engine::cpu) use filling::method;
#[cfg(test)]
pub(in crate::engine::cpu::clauses) use line_moves::LineMoves;
