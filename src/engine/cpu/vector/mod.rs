//! What the CPU methods for vector games share.
//!
//! | file | idea |
//! |---|---|
//! | `wavefront` | a front of tiles moves through the table, and line states are handed from tile to tile |
//! | `order` | which tile may begin when |
//! | `sources` | which tiles a tile waits for, where several ranks have the others |
//! | `exchange`, `line_state` | what crosses from rank to rank, and its bytes |
//! | `history` | finished tiles that altered vectors lead back to |
//! | `needs`, `work` | a wavefront of whatever rule as a method of the engine: its memory and its work, counted from its plan |
//! | `mirror` | half of a mirror symmetric table is computed |
//! | `seen` | line states of `vector_grundy`: the set of the values seen |
//! | `patches` | Grundy values of 32 x 32 cells at once, word by word of their lines |
//! | `values_behind` | the values that altered vectors lead to, for `vector_grundy` |
//! | `altered_counts` | what altered vectors add to palace numbers |
//! | `rows` | line states of `vector_palaces`: counts, advanced by 32 cells of a row at once |

pub(super) mod altered_counts;
mod exchange;
pub(super) mod history;
pub(super) mod line_state;
pub(super) mod mirror;
mod needs;
mod order;
pub(super) mod patches;
pub(super) mod rows;
pub(super) mod seen;
mod sources;
pub(super) mod values_behind;
pub(super) mod wavefront;
pub(super) mod work;
