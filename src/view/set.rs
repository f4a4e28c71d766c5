//! A set of positions that the page draws over a table, found by a scan in the background.
//!
//! A set may have as many positions as the table. The first ones in grade order are kept, [`MOST`] of them, and all are
//! counted, so that the page says how many it does not show.

use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::answer::Answer;
use super::tables::Tables;
use crate::control::Control;
use crate::domain::{Position, Region};
use crate::error::Error;
use crate::expression::{Condition, Filter, Part, list_positions};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::sync::lock;
use crate::table::{OtherTables, TableReader};
use crate::theorem::{Claim, Statement, count};
use serde_json::{Value, json};

/// The most positions of a set that are kept.
const MOST: usize = 1 << 16;

/// What a set is: its kind, and what was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub kind: Kind,
    pub text: String,
}

/// The kinds of sets, named as the flags of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The P-positions of the table at a path.
    With,
    /// The counterexamples to a claim.
    Claim,
    /// The positions that satisfy a condition.
    List,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::With, Kind::Claim, Kind::List];

    /// Returns the name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Kind::With => "with",
            Kind::Claim => "claim",
            Kind::List => "list",
        }
    }
}

impl FromStr for Kind {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        Kind::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let kind = InvalidInputKind::UnknownName;
            InvalidInput::new(kind, text, "there is no such kind of sets", "with, claim or list")
        })
    }
}

/// A set of positions.
pub struct Set<'t> {
    /// The number of the table that it is drawn over.
    number: usize,
    table: &'t TableReader,
    wanted: Wanted,
    subject: Subject<'t>,
    is_stopped: AtomicBool,
    /// How many positions have been visited.
    visited: AtomicU64,
    state: Mutex<State>,
}

/// Which positions these are.
enum Subject<'t> {
    /// The P-positions of another table.
    PPositions { of: &'t TableReader, is_p: Condition },
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

impl<'t> Set<'t> {
    /// Reads what was typed. Nothing is searched for yet.
    ///
    /// # Errors
    /// When there is no table with this number; when a claim or a condition cannot be read, or a claim is made about an
    /// unfinished table; when another table cannot be opened, or tells no P-positions.
    pub fn new(tables: &'t Tables, number: usize, wanted: Wanted) -> Result<Self, Error> {
        let table = table_of(tables, number)?;
        let (job, others) = (table.plan().job(), OtherTables::default());
        let subject = match wanted.kind {
            Kind::With => Subject::p_positions(tables, &wanted.text)?,
            Kind::Claim => {
                // A claim is about all positions.
                table.require_complete()?;
                Subject::Counterexamples(Claim::parse(&wanted.text, job, &others)?.into_statement())
            }
            Kind::List => Subject::List(Condition::parse(&wanted.text, job, &others)?),
        };
        let (is_stopped, visited) = (AtomicBool::new(false), AtomicU64::new(0));
        let state = Mutex::new(State::Searching);
        Ok(Set { number, table, wanted, subject, is_stopped, visited, state })
    }

    /// Whether this is a set over the table with a number.
    pub fn is(&self, number: usize, wanted: &Wanted) -> bool {
        self.number == number && self.wanted == *wanted
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Finds the positions, unless the search was stopped. What goes wrong is told to the page.
    pub fn find(&self) {
        let visit = |positions| {
            self.visited.fetch_add(positions, Ordering::Relaxed);
        };
        let control = Control::default().interrupted_by(&self.is_stopped).reporting(&visit);
        let found = control.proceed().map_err(Error::from).and_then(|()| self.found(&control));
        match found {
            Ok(found) => *lock(&self.state) = State::Found(Arc::new(found)),
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Says that the positions are not found, and why.
    pub fn fail(&self, reason: String) {
        *lock(&self.state) = State::Failed(reason);
    }

    fn found(&self, control: &Control) -> Result<Found, Error> {
        let (table, others) = (self.table, OtherTables::default());
        let listed = |table: &TableReader, condition: &Condition, part: Part| {
            let filter = Filter::of(condition.clone()).within(part);
            let listing = list_positions(table, &others, &filter, MOST, control)?;
            let positions = listing.positions.into_iter().map(|(position, _)| position);
            Ok::<_, Error>(Found { positions: positions.collect(), count: listing.matches })
        };
        let domain = table.plan().job().domain();
        match &self.subject {
            Subject::PPositions { of, is_p } => {
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

    /// Describes the set, and how far its search is.
    pub fn describe(&self) -> Value {
        let scanned = match &self.subject {
            Subject::PPositions { of, .. } => of,
            Subject::Counterexamples(_) | Subject::List(_) => self.table,
        };
        let positions = scanned.plan().job().domain().positions();
        let share = self.visited.load(Ordering::Relaxed) as f64 / positions.max(1) as f64;
        match &*lock(&self.state) {
            State::Searching => json!({"state": "searching", "share": share.min(1.0)}),
            State::Found(found) => {
                json!({"state": "found", "shown": found.positions.len(), "count": found.count})
            }
            State::Failed(reason) => json!({"state": "failed", "reason": reason}),
        }
    }

    /// Sends the positions: the heaps of each, as 32-bit numbers.
    ///
    /// # Errors
    /// When they are not found yet.
    pub fn positions(&self) -> Result<Answer, InvalidInput> {
        match lock(&self.state).clone() {
            State::Found(found) => {
                let heaps = found.positions.iter().flat_map(|position| position.heaps());
                Ok(Answer::numbers(heaps.flat_map(|heap| heap.to_le_bytes()).collect()))
            }
            _ => {
                let (kind, problem) = (InvalidInputKind::OutOfRange, "it is not found yet");
                Err(InvalidInput::new(kind, &self.wanted.text, problem, "`set` says how far it is"))
            }
        }
    }
}

impl<'t> Subject<'t> {
    /// Returns the P-positions of the table at a path.
    fn p_positions(tables: &'t Tables, path: &str) -> Result<Self, Error> {
        let of = table_of(tables, tables.open(Path::new(path))?)?;
        let job = of.plan().job();
        // The first table may be unfinished.
        of.require_complete()?;
        if !job.quantity().has_p_positions() {
            let problem = format!("its {} tell no P-positions", job.quantity().values_name());
            let kind = InvalidInputKind::ModifierDoesNotApply;
            let hint = "choose a table of another quantity";
            return Err(InvalidInput::new(kind, path, problem, hint).into());
        }
        let is_p = Condition::parse("p", job, &OtherTables::default())?;
        Ok(Subject::PPositions { of, is_p })
    }
}

fn table_of(tables: &Tables, number: usize) -> Result<&TableReader, InvalidInput> {
    tables.get(number).ok_or_else(|| {
        let (kind, problem) = (InvalidInputKind::OutOfRange, "no table has this number");
        InvalidInput::new(kind, number, problem, "`open` says the number of a table")
    })
}
