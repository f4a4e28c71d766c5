//! Overlays: sets of positions that the page draws over the table, found by scans in the background.
//!
//! A set may have as many positions as the table. The first ones in grade order are kept, [`MOST`] of them, and all are
//! counted, so that the page says how many it does not show.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::control::Control;
use crate::domain::{Position, Region};
use crate::error::Error;
use crate::expression::{Condition, Filter, Part, list_positions};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::job::Job;
use crate::sync::lock;
use crate::table::{OtherTables, TableReader};
use crate::theorem::{Claim, Statement, count};
use crate::wording::counted;
use serde_json::{Value, json};

use super::answer::Answer;

/// The most positions of an overlay that are kept.
const MOST: usize = 1 << 16;
/// The most overlays: as many as there are shapes of marks on the page.
const MOST_OVERLAYS: usize = 6;

/// A set of positions.
pub struct Overlay {
    subject: Subject,
    /// What was typed.
    text: String,
    /// How many positions have been visited.
    visited: AtomicU64,
    state: Mutex<State>,
}

/// Which positions these are.
enum Subject {
    /// The P-positions of another table.
    PPositions { table: Box<TableReader>, is_p: Condition },
    /// The counterexamples to a claim.
    Counterexamples(Statement),
    /// The positions that satisfy a condition.
    List(Condition),
}

/// How far the search is.
#[derive(Clone)]
enum State {
    Searching,
    Found(Arc<Found>),
    Failed(String),
}

/// The first positions, and how many there are.
struct Found {
    positions: Vec<Position>,
    count: u64,
}

impl Overlay {
    /// Returns the P-positions of another table, whose game may be another.
    ///
    /// # Errors
    /// When it has another number of heaps, when it is incomplete, or when its values tell no P-positions.
    pub fn p_positions(of: TableReader, over: &Job) -> Result<Self, Error> {
        of.require_complete()?;
        let (job, text) = (of.plan().job(), of.path().display().to_string());
        let (heaps, expected) = (job.domain().heaps(), over.domain().heaps());
        if heaps != expected {
            let heaps = counted(heaps as u64, "heap");
            let problem = format!("its positions have {heaps}, those of the page {expected}");
            let hint = "choose a table with as many heaps; the game may be another";
            let kind = InvalidInputKind::WrongHeapCount;
            return Err(InvalidInput::new(kind, text, problem, hint).into());
        }
        if !job.quantity().has_p_positions() {
            let problem = format!("its {} tell no P-positions", job.quantity().values_name());
            let kind = InvalidInputKind::ModifierDoesNotApply;
            let hint = "choose a table of another quantity";
            return Err(InvalidInput::new(kind, text, problem, hint).into());
        }
        let is_p = Condition::parse("p", job, &OtherTables::default())?;
        Ok(Overlay::new(Subject::PPositions { table: Box::new(of), is_p }, text))
    }

    /// Returns the counterexamples to a claim.
    ///
    /// # Errors
    /// When the claim cannot be read.
    pub fn counterexamples(claim: &str, job: &Job) -> Result<Self, InvalidInput> {
        let statement = Claim::parse(claim, job, &OtherTables::default())?.into_statement();
        Ok(Overlay::new(Subject::Counterexamples(statement), claim.into()))
    }

    /// Returns the positions that satisfy a condition.
    ///
    /// # Errors
    /// When the condition cannot be read.
    pub fn list(condition: &str, job: &Job) -> Result<Self, InvalidInput> {
        let parsed = Condition::parse(condition, job, &OtherTables::default())?;
        Ok(Overlay::new(Subject::List(parsed), condition.into()))
    }

    fn new(subject: Subject, text: String) -> Self {
        let state = Mutex::new(State::Searching);
        Overlay { subject, text, visited: AtomicU64::new(0), state }
    }

    /// Finds the positions. What goes wrong is told to the page.
    pub fn find(&self, table: &TableReader, control: &Control) {
        let visit = |positions| {
            self.visited.fetch_add(positions, Ordering::Relaxed);
        };
        let found = self.found(table, &control.reporting(&visit));
        match found {
            Ok(found) => *lock(&self.state) = State::Found(Arc::new(found)),
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Says that the positions are not found, and why.
    pub fn fail(&self, reason: String) {
        *lock(&self.state) = State::Failed(reason);
    }

    fn found(&self, table: &TableReader, control: &Control) -> Result<Found, Error> {
        let others = OtherTables::default();
        let listed = |table: &TableReader, condition: &Condition, part: Part| {
            let filter = Filter::of(condition.clone()).within(part);
            let listing = list_positions(table, &others, &filter, MOST, control)?;
            let positions = listing.positions.into_iter().map(|(position, _)| position);
            Ok::<_, Error>(Found { positions: positions.collect(), count: listing.matches })
        };
        let domain = table.plan().job().domain();
        match &self.subject {
            Subject::PPositions { table: of, is_p } => {
                let other = of.plan().job().domain();
                // The page has no cells for others.
                let sides = other.shape().iter().zip(domain.shape());
                let ranges: Vec<String> =
                    sides.map(|(one, two)| format!("0..{}", one.min(two))).collect();
                let region = Region::parse(&ranges.join(","))?;
                listed(of, is_p, Part::of_domain(other, Some(&region))?)
            }
            Subject::List(condition) => listed(table, condition, Part::of_domain(domain, None)?),
            Subject::Counterexamples(statement) => {
                let statements = std::slice::from_ref(statement);
                let findings = count(table, &others, statements, MOST, control)?;
                let mut all = Found { positions: Vec::new(), count: 0 };
                for finding in findings {
                    all.count += finding.fails_on + finding.undefined_on;
                    all.positions.extend(finding.counterexamples.iter().map(|one| one.position));
                }
                Ok(all)
            }
        }
    }

    /// Describes the overlay, and how far it is.
    fn describe(&self, table: &TableReader) -> Value {
        let (kind, scanned) = match &self.subject {
            Subject::PPositions { table, .. } => ("p-positions", &**table),
            Subject::Counterexamples(_) => ("counterexamples", table),
            Subject::List(_) => ("list", table),
        };
        let positions = scanned.plan().job().domain().positions();
        let share = self.visited.load(Ordering::Relaxed) as f64 / positions.max(1) as f64;
        let mut described = json!({"kind": kind, "text": self.text, "share": share.min(1.0)});
        match &*lock(&self.state) {
            State::Searching => described["state"] = "searching".into(),
            State::Found(found) => {
                described["state"] = "found".into();
                described["shown"] = found.positions.len().into();
                described["count"] = found.count.into();
            }
            State::Failed(reason) => {
                described["state"] = "failed".into();
                described["reason"] = reason.as_str().into();
            }
        }
        described
    }
}

/// Refuses more overlays than the page can tell apart.
///
/// # Errors
/// When there are more than that.
pub fn require_few(count: usize) -> Result<(), InvalidInput> {
    if count <= MOST_OVERLAYS {
        return Ok(());
    }
    let problem = format!("the page has marks for {MOST_OVERLAYS} sets of positions");
    let (input, kind) = (format!("{count} overlays"), InvalidInputKind::TooLarge);
    let hint = "leave out some tables, claims or lists, or join conditions by `or`";
    Err(InvalidInput::new(kind, input, problem, hint))
}

/// Describes all overlays.
pub fn describe(overlays: &[Overlay], table: &TableReader) -> Answer {
    let all: Vec<Value> = overlays.iter().map(|overlay| overlay.describe(table)).collect();
    Answer::json(&all.into())
}

/// Sends the positions of an overlay: the heaps of each, as 32-bit numbers.
pub fn positions(overlays: &[Overlay], number: u32) -> Result<Answer, InvalidInput> {
    let state = overlays.get(number as usize).map(|overlay| lock(&overlay.state).clone());
    match state {
        Some(State::Found(found)) => {
            let heaps = found.positions.iter().flat_map(|position| position.heaps());
            Ok(Answer::numbers(heaps.flat_map(|heap| heap.to_le_bytes()).collect()))
        }
        _ => {
            let (kind, problem) =
                (InvalidInputKind::OutOfRange, "there is no such set, or not yet");
            Err(InvalidInput::new(kind, number, problem, "`overlays` lists them"))
        }
    }
}
