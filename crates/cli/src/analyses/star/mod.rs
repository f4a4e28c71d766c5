//! The star operator: the game G* whose moves are the P-positions of a game G, and what comes of applying it again.
//!
//! A move of G* subtracts, from any position, the heaps of a P-position of G other than the zero position (Larsson,
//! Hegarty and Fraenkel, Invariant and dual subtraction games resolving the Duchêne-Rigo conjecture, 2011). No move
//! larger than a position leads from it, so the P-positions of G* in a box or simplex are those of the game whose moves
//! are the P-positions of G there: nothing is lost at the edge.
//!
//! Where the operator is applied again and again, every second game converges: any finite set of positions is the same
//! from some game on (Larsson, The star-operator and invariant subtraction games, 2012; in misère play Dufour, Heubach
//! and Larsson, A misère-play star-operator, 2017). So the games on a domain are all equal from some one on, or two of
//! them take turns.

mod sieve;

use std::path::Path;

use sieve::Moves;

use crate::analyses::stored_tiles::store_tiles;
use grundytab::control::Control;
use grundytab::domain::tiling::Run;
use grundytab::domain::{Coordinates, Domain, Position};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::job::Job;
use grundytab::memory::available_memory_bytes;
use grundytab::plan::Plan;
use grundytab::quantity::Quantity;
use grundytab::ruleset::{Ruleset, VectorGame};
use grundytab::table::{TableReader, TableWriter, check_final, table_path};
use grundytab::wording::{counted, needed_bytes_text};

/// The most moves of a game. The text of a table lists all of them.
const MOST_MOVES: u64 = 200_000;

/// The P-positions of a game on a domain, to which the star operator is applied.
pub struct StarGames {
    job: Job,
    /// How often the operator has been applied.
    times: u32,
    /// The P-positions of the last game and of the one before, by row-major indices in the box around the domain.
    last: Vec<bool>,
    before: Option<Vec<bool>>,
}

/// A game that the star operator has made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StarGame {
    /// How often the operator has been applied.
    pub times: u32,
    /// How many moves the game has on the domain.
    pub moves: u64,
    /// How many of its positions are P-positions.
    pub p_positions: u64,
    /// Where outcomes differ from those of the game before.
    pub from_last: OtherOutcomes,
    /// Where outcomes differ from those two games before; `None` for the first game.
    pub from_second_last: Option<OtherOutcomes>,
}

/// Where two games have different outcomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OtherOutcomes {
    /// At how many positions.
    pub positions: u64,
    /// The first of them in the order of token sums; `None` if there is none.
    pub first: Option<Position>,
}

impl StarGame {
    /// Returns the period of the sequence from here on, 1 or 2, once it is established.
    pub fn period(&self) -> Option<u32> {
        let is_equal = |other: &OtherOutcomes| other.positions == 0;
        match (is_equal(&self.from_last), self.from_second_last.as_ref().is_some_and(is_equal)) {
            (true, _) => Some(1),
            (false, true) => Some(2),
            (false, false) => None,
        }
    }
}

impl StarGames {
    /// Begins with the P-positions of a table.
    ///
    /// # Errors
    /// When the values of the table do not determine them, the game is partizan, not all cells are positions, or the
    /// table is incomplete or damaged; when interrupted.
    pub fn of_table(table: &TableReader, control: &Control) -> Result<Self, Error> {
        table.require_complete()?;
        table.require_moves()?;
        let job = table.plan().job();
        if job.ruleset().partizan_game().is_some() || !job.quantity().has_p_positions() {
            let held = job.quantity().values_name();
            return Err(InvalidInput::new(
                InvalidInputKind::WrongTable,
                table.path().display(),
                format!("the table holds {held}, which are no P-positions of an impartial game"),
                "give a table of outcomes or of Grundy values",
            )
            .into());
        }
        if job.is_loopy() {
            return Err(InvalidInput::new(
                InvalidInputKind::WrongTable,
                table.path().display(),
                "the game is loopy, and the operator is about games in which every position is a P-position or an N-position",
                "give a table of a game that ends",
            )
            .into());
        }
        // The games that are compared have the same positions.
        if job.domain().mask().is_some() {
            return Err(InvalidInput::new(
                InvalidInputKind::WrongTable,
                table.path().display(),
                "not all cells of the table are positions of its game, as they are of the games that the operator makes",
                "give a table of a game without a condition on its positions",
            )
            .into());
        }
        check_memory(table)?;
        let ranges: Vec<_> = job.domain().shape().iter().map(|&side| 0..side).collect();
        let values = table.slice_values(&ranges, control)?;
        let last = p_positions(job, |index| values.get(index));
        Ok(StarGames { job: job.clone(), times: 0, last, before: None })
    }

    /// Returns how many P-positions the last game has.
    pub fn p_positions(&self) -> u64 {
        self.last.iter().filter(|&&is_p| is_p).count() as u64
    }

    /// Applies the operator to the last game.
    ///
    /// # Errors
    /// When the last game has no P-position but the zero position, so that the next one has no moves, or very many;
    /// when interrupted.
    pub fn apply(&mut self, control: &Control) -> Result<StarGame, Error> {
        let job = self.next_job()?;
        let moves = Moves::new(job.domain(), &self.last);
        let next = moves.p_positions(&job, control)?;
        let second_last = self.before.replace(std::mem::replace(&mut self.last, next));
        self.times += 1;
        self.job = job;
        let differences = |other: &Vec<bool>| other_outcomes(self.job.domain(), &self.last, other);
        Ok(StarGame {
            times: self.times,
            moves: moves.vectors.len() as u64,
            p_positions: self.p_positions(),
            from_last: self.before.as_ref().map(differences).unwrap_or(OtherOutcomes::NONE),
            from_second_last: second_last.as_ref().map(differences),
        })
    }

    /// Stores the outcomes of the last game as a table. One that is there already is replaced only with `overwrite`.
    ///
    /// # Errors
    /// When the table cannot be written, or has no outcomes; when interrupted.
    pub fn store(&self, path: &Path, overwrite: bool, control: &Control) -> Result<(), Error> {
        let job = Job::new(
            self.job.ruleset().clone(),
            self.job.domain().clone(),
            Quantity::Outcome,
            self.job.convention(),
        )?;
        let plan = Plan::new(job, None)?;
        let writer = TableWriter::options(&plan).overwrite(overwrite).create(path)?;
        let sides = plan.job().domain().sides();
        store_tiles(&plan, writer, |region, values| {
            control.proceed()?;
            for (at, cell) in region.runs().flat_map(Run::cells) {
                values.write(cell, &[self.last[at.row_major_index(sides)].into()]);
            }
            Ok(())
        })
    }

    /// Returns the job of the last game; before the operator is applied, that of the table.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Returns the job of the outcomes of the game whose moves are the P-positions of the last one.
    fn next_job(&self) -> Result<Job, InvalidInput> {
        let domain = self.job.domain();
        let refuse = |problem: String, hint: &str| {
            let game = self.job.ruleset().short_text(SHOWN_MOVES);
            Err(InvalidInput::new(InvalidInputKind::OutOfRange, game, problem, hint))
        };
        let moves = self.p_positions() - u64::from(self.last[0]);
        if moves == 0 {
            return refuse(
                format!(
                    "it has no P-position on {domain} but perhaps the zero position, so that the next game has no moves"
                ),
                "give a larger table, or another game",
            );
        }
        if moves > MOST_MOVES {
            return refuse(
                format!("its {} on {domain} are too many moves", counted(moves, "P-position")),
                "give a smaller table",
            );
        }
        let positions = positions(domain).zip(&self.last).filter(|&(_, &is_p)| is_p);
        let vectors = positions.map(|(position, _)| position.heaps().to_vec());
        let game = VectorGame::finite(vectors.filter(|heaps| heaps.iter().any(|&heap| heap > 0)))?;
        let convention = self.job.convention();
        Job::new(Ruleset::from(game), domain.clone(), Quantity::Outcome, convention)
    }
}

/// Checks that a table can be stored at a path: that what may be there is a table, and may be replaced.
///
/// # Errors
/// When something stands in the way.
pub fn check_destination(path: &Path, overwrite: bool) -> Result<(), Error> {
    Ok(check_final(&table_path(path)?, overwrite)?)
}

/// Checks that there is memory for the values of a table, and for what a sieve and three games know of each cell.
fn check_memory(table: &TableReader) -> Result<(), InvalidInput> {
    const BYTES_OF_CELL: u64 = 6;
    let bytes = table.plan().value_type().bytes() as u64 + BYTES_OF_CELL;
    let sides = table.plan().job().domain().sides();
    let needed = sides.iter().fold(bytes, |bytes, &side| bytes.saturating_mul(side.into()));
    let available = available_memory_bytes();
    if needed <= available {
        return Ok(());
    }
    let problem = needed_bytes_text("memory", needed, available);
    let path = table.path().display();
    Err(InvalidInput::new(InvalidInputKind::TooLarge, path, problem, "give a smaller table"))
}

/// How many moves an error shows.
const SHOWN_MOVES: usize = 8;

impl OtherOutcomes {
    const NONE: OtherOutcomes = OtherOutcomes { positions: 0, first: None };
}

/// Lists the positions of the box around a domain, in row-major order.
fn positions(domain: &Domain) -> impl Iterator<Item = Position> {
    Coordinates::cells_of_box(domain.sides()).map(|at| domain.position(at))
}

/// Returns which cells of the box around the domain are P-positions, by the values at their row-major indices.
fn p_positions(job: &Job, value: impl Fn(usize) -> u32) -> Vec<bool> {
    let cells = Coordinates::cells_of_box(job.domain().sides()).enumerate();
    cells.map(|(i, at)| job.domain().contains(at) && job.is_p_position(value(i))).collect()
}

/// Returns where two sets of P-positions on a domain differ.
fn other_outcomes(domain: &Domain, one: &[bool], other: &[bool]) -> OtherOutcomes {
    let differing =
        || positions(domain).zip(one.iter().zip(other)).filter(|(_, (one, other))| one != other);
    OtherOutcomes {
        positions: differing().count() as u64,
        first: differing().map(|(position, _)| position).min(),
    }
}
