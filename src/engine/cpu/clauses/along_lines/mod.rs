//! Rules all of whose moves go along lines, on the CPU: r-Wythoff, End-Nim, Nim with conditions on heaps.
//!
//! Let a clause lead from p to p - b - k s for k = 0, 1, 2, ..., as long as no heap is negative. The options of p + s are
//! those of p and p + s - b. So a set is kept for each line of direction s, and every cell p of the line, in their order,
//! first adds the value of p - b to it; then it is the set of the values of the options of p. Clauses of one step and
//! one condition share a set, to which each adds its newest option: with r = 3 the five diagonals of r-Wythoff have one.
//! A condition names heaps alone. Where it is false the set is not looked at, but it goes on. A cell that is no position
//! adds to its sets as well, for those beyond it.
//!
//! As no entry of b or s is negative, an option is dominated by its position. Thus the domain is cut into blocks, and
//! those whose indices have equal sums are filled in parallel: no line crosses two of them. The sets of the lines of a
//! block stay in the nearest caches.
//!
//! If the last two heaps of a game may change places, only the cells whose last heap is not less than the one before are
//! computed.
//!
//! | file | idea |
//! |---|---|
//! | `line_moves` | which rules are these, and their lines by steps and conditions |
//! | `sets` | what is kept for a line: the values seen, or whether there was a P-position |
//! | `table` | a table that all threads read and write |
//! | `blocks` | the cells of a block |
//! | `planes` | the order of the cells, and which of them have an option |
//! | `conditions` | where lines count, and single options |
//! | `run` | block after block, and the tiles |

mod blocks;
mod conditions;
mod line_moves;
mod planes;
mod run;
mod sets;
mod table;

pub(super) use blocks::check;
pub(super) use line_moves::LineMoves;
pub(super) use run::{memory_bytes, run};
