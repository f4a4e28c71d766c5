//! What is asked of stored tables.
//!
//! | to find out | look at |
//! |---|---|
//! | conditions and numbers at a position, as texts that users write; listings, summaries and groups by them | `expression` |
//! | published statements, claims of users and certificates, checked on tables | `theorem` |
//! | what a table looks like: counts of values, layers, periods of rows, beams of P-positions | `analyze` |
//! | where two tables differ | `diff` |
//! | arrays that users give | `stored_tiles` |
//! | games whose moves are the P-positions of others | `star` |
//! | tables in the formats of other programs | `export` |
//! | winning moves, and sums of games | `play` |

pub mod analyze;
pub mod diff;
pub mod export;
pub mod expression;
pub mod play;
pub mod star;
pub mod stored_tiles;
pub mod theorem;
