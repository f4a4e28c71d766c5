//! Sets of positions that are drawn over a table: which there are, and how they are found.
//!
//! A set may have as many positions as the table. The first ones in grade order are kept, [`MOST_POSITIONS`] of them,
//! and all are counted, so that a picture says how many it does not show.

use std::ops::Range;
use std::sync::Arc;

use crate::analyses::analyze::title_of;
use crate::analyses::expression::{Condition, Filter, Part, WithoutValue, list_positions};
use crate::analyses::theorem::{Claim, Statement, Verdict, count, mask};
use grundytab::control::Control;
use grundytab::domain::{Domain, Plane, Position, Rectangle, Region};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind, shortened};
use grundytab::job::Job;
use grundytab::table::{FirstFindings, OtherTables, TableReader};
use grundytab::wording::counted;

/// The most positions of a set that are kept.
pub(super) const MOST_POSITIONS: usize = 1 << 16;

/// Characters of a claim or a condition in a legend.
const LONGEST_TEXT: usize = 60;

/// The most sets over one table: as many as there are shapes of marks.
const MOST_SETS: usize = 6;

/// A set of positions.
pub struct PositionSet {
    /// Another table whose positions these are.
    table: Option<Arc<TableReader>>,
    pub(super) subject: Subject,
    text: String,
}

/// Which positions these are.
pub(super) enum Subject {
    /// The P-positions of a table.
    PPositions(Condition),
    /// The counterexamples to a claim.
    Counterexamples(Statement),
    /// The positions that satisfy a condition.
    List(Condition),
}

/// The first positions of a set, and how many there are.
#[derive(Debug, Clone, Default)]
pub struct FoundSet {
    pub positions: Vec<Position>,
    pub count: u64,
    /// At how many positions the claim or the condition has no value. They do not belong to the set.
    pub without_value: u64,
}

impl PositionSet {
    /// Returns the P-positions of the table itself.
    ///
    /// # Errors
    /// When its values tell no P-positions.
    pub fn own_p_positions(job: &Job) -> Result<Self, InvalidInput> {
        let is_p = p_condition(job, "the table")?;
        Ok(PositionSet { table: None, subject: Subject::PPositions(is_p), text: String::new() })
    }

    /// Returns the P-positions of another table, whose game may be another; the text is what the table is called: by
    /// default its game or, if that is the same, its file.
    ///
    /// # Errors
    /// When it has another number of heaps, when it is incomplete, or when its values tell no P-positions.
    pub fn p_positions(
        of: Arc<TableReader>,
        name: Option<&str>,
        over: &Job,
    ) -> Result<Self, Error> {
        of.require_complete()?;
        let (job, path) = (of.plan().job(), of.path().display().to_string());
        let (heaps, expected) = (job.domain().heaps(), over.domain().heaps());
        if heaps != expected {
            let heaps = counted(heaps as u64, "heap");
            let problem =
                format!("its positions have {heaps}, those of the first table {expected}");
            let hint = "choose a table with as many heaps; the game may be another";
            let kind = InvalidInputKind::WrongHeapCount;
            return Err(InvalidInput::new(kind, path, problem, hint).into());
        }
        let is_p = p_condition(job, &path)?;
        // The game, or the file of another table of the same game.
        let is_same_game = job.ruleset() == over.ruleset();
        let text = match (name, is_same_game) {
            (Some(name), _) => name.to_owned(),
            (None, false) => title_of(&of),
            (None, true) => {
                let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
                file.strip_suffix(".zarr").unwrap_or(file).to_owned()
            }
        };
        Ok(PositionSet { table: Some(of), subject: Subject::PPositions(is_p), text })
    }

    /// Returns the counterexamples to a claim, which may read other tables.
    ///
    /// # Errors
    /// When the claim cannot be read.
    pub fn counterexamples(
        claim: &str,
        job: &Job,
        others: &OtherTables,
    ) -> Result<Self, InvalidInput> {
        let statement = Claim::parse(claim, job, others)?.into_statement();
        let (subject, text) = (Subject::Counterexamples(statement), claim.into());
        Ok(PositionSet { table: None, subject, text })
    }

    /// Returns the positions that satisfy a condition, which may read other tables.
    ///
    /// # Errors
    /// When the condition cannot be read.
    pub fn list(condition: &str, job: &Job, others: &OtherTables) -> Result<Self, InvalidInput> {
        let subject = match condition.trim() {
            "p" => Subject::PPositions(p_condition(job, "the table")?),
            _ => Subject::List(Condition::parse(condition, job, others)?),
        };
        Ok(PositionSet { table: None, subject, text: condition.into() })
    }

    /// Whether these are the P-positions of the table itself.
    pub fn is_own_p_positions(&self) -> bool {
        matches!(self.subject, Subject::PPositions(_)) && self.table.is_none()
    }

    /// Whether these are the P-positions of another table.
    pub(super) fn are_of_another_table(&self) -> bool {
        self.table.is_some()
    }

    /// Returns what a legend calls the positions.
    pub fn legend_text(&self) -> String {
        match &self.subject {
            Subject::PPositions(_) if self.table.is_none() => "P-position".into(),
            Subject::PPositions(_) => format!("P-position of {}", self.text),
            Subject::Counterexamples(_) => {
                format!("counterexample to {}", shortened(&self.text, LONGEST_TEXT))
            }
            Subject::List(_) => shortened(&self.text, LONGEST_TEXT),
        }
    }

    /// Returns the table whose positions are visited, given the one that is drawn.
    pub fn scanned<'a>(&'a self, table: &'a TableReader) -> &'a TableReader {
        self.table.as_deref().unwrap_or(table)
    }

    /// Finds the positions of a table. `control` is informed of those that are visited.
    ///
    /// # Errors
    /// When a table is incomplete or damaged, and when the control interrupts.
    pub fn find(
        &self,
        table: &TableReader,
        others: &OtherTables,
        control: &Control,
    ) -> Result<FoundSet, Error> {
        let of = self.scanned(table);
        let [domain, visited] = [table, of].map(|table| table.plan().job().domain());
        match &self.subject {
            Subject::PPositions(condition) | Subject::List(condition) => {
                // There are no cells for positions of another table that the one that is drawn does not have.
                let sides = visited.shape().iter().zip(domain.shape());
                let ranges: Vec<String> =
                    sides.map(|(one, two)| format!("0:{}", one.min(two))).collect();
                let region = Region::parse(&ranges.join(","))?;
                let region = self.table.is_some().then_some(&region);
                listed(of, others, condition, Part::of_domain(visited, region)?, control)
            }
            Subject::Counterexamples(statement) => {
                let statements = std::slice::from_ref(statement);
                let findings = count(table, others, statements, MOST_POSITIONS, control)?;
                let mut all = FoundSet::default();
                for finding in findings {
                    all.count += finding.fails_on;
                    all.without_value += finding.undefined_on;
                    let wrong = finding.counterexamples.iter().filter(|one| !one.is_undefined);
                    all.positions.extend(wrong.map(|one| one.position));
                }
                Ok(all)
            }
        }
    }

    /// Finds the positions in some cells of a plane of a table. `control` is informed of those that are visited.
    ///
    /// # Errors
    /// When a table is incomplete or damaged, when a bit for each cell does not fit into memory, and when the control
    /// interrupts.
    pub fn find_in_plane(
        &self,
        table: &TableReader,
        others: &OtherTables,
        (plane, cells): (&Plane, &Rectangle),
        control: &Control,
    ) -> Result<FoundSet, Error> {
        let of = self.scanned(table);
        match &self.subject {
            Subject::PPositions(condition) | Subject::List(condition) => {
                match part_of(of.plan().job().domain(), plane, cells)? {
                    Some(part) => listed(of, others, condition, part, control),
                    None => Ok(FoundSet::default()),
                }
            }
            Subject::Counterexamples(statement) => {
                let mask = mask(table, others, statement, plane, cells, control)?;
                let first = FirstFindings::new(table.plan().job().grading(), MOST_POSITIONS);
                let cells = mask.counterexamples();
                for at in cells.filter_map(|(column, row)| plane.position(column, row)) {
                    first.report(at, || ());
                }
                let position = |(at, ())| plane.domain().position(at);
                let positions = first.take().into_iter().map(position).collect();
                Ok(FoundSet { positions, count: mask.count(Verdict::Fails), ..FoundSet::default() })
            }
        }
    }
}

/// Returns the condition of being a P-position of a job.
fn p_condition(job: &Job, table: &str) -> Result<Condition, InvalidInput> {
    if job.quantity().has_p_positions() {
        return Condition::parse("p", job, &OtherTables::default());
    }
    let problem = format!("its {} tell no P-positions", job.quantity().values_name());
    let kind = InvalidInputKind::ModifierDoesNotApply;
    Err(InvalidInput::new(kind, table, problem, "choose a table of another quantity"))
}

/// Returns some cells of a plane as a part of a domain, which may be another one than that of the plane; `None` if it has
/// no position there.
pub(super) fn part_of(
    domain: &Domain,
    plane: &Plane,
    cells: &Rectangle,
) -> Result<Option<Part>, InvalidInput> {
    let text = plane.to_string();
    let plane = match text.as_str() {
        "" => Plane::whole(domain),
        text => Plane::parse(text, domain),
    };
    let Ok(plane) = plane else { return Ok(None) };
    let all = plane.rectangle(None)?;
    let cells = cells.intersection(&all);
    if cells.count() == 0 {
        return Ok(None);
    }
    let range = |range: &Range<u32>| format!("{}:{}", range.start, range.end);
    let region = Region::parse(&format!("{},{}", range(&cells.columns), range(&cells.rows)))?;
    Part::of_plane(plane, Some(&region)).map(Some)
}

/// Lists the first positions of a part of a table that satisfy a condition.
fn listed(
    table: &TableReader,
    others: &OtherTables,
    condition: &Condition,
    part: Part,
    control: &Control,
) -> Result<FoundSet, Error> {
    let filter = Filter::of(condition.clone()).within(part);
    let listing = list_positions(table, others, &filter, MOST_POSITIONS, control)?;
    let positions = listing.positions.into_iter().map(|(position, _)| position);
    let WithoutValue { undefined_on, outside_on } = listing.without_value;
    let without_value = undefined_on + outside_on;
    Ok(FoundSet { positions: positions.collect(), count: listing.matches, without_value })
}

/// Refuses more sets than there are marks that can be told apart.
///
/// # Errors
/// When there are more than that.
pub fn require_few_sets(count: usize) -> Result<(), InvalidInput> {
    if count <= MOST_SETS {
        return Ok(());
    }
    let problem = format!("there are marks for {MOST_SETS} sets of positions");
    let (input, kind) = (format!("{count} sets"), InvalidInputKind::TooLarge);
    let hint = "leave out some tables, claims or lists, or join conditions by `or`";
    Err(InvalidInput::new(kind, input, problem, hint))
}
