//! B-files: sequences as the On-Line Encyclopedia of Integer Sequences takes them.
//!
//! Source: the OEIS's page on the format of b-files. A line has the index n, one space and the term a(n), in
//! ASCII; it ends with a line feed, the last one too. Lines that begin with `#` are comments: since a table can
//! be read in several orders, the comment says in which.

use std::io::Write;

use super::known::{Agreement, COMPARED, agreements};
use super::reading::{Hole, Reading};
use grundytab::control::Control;
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind, shortened};
use grundytab::quantity::Convention;
use grundytab::table::TableReader;

/// Terms that are looked up and written at a time.
const TERMS_AT_A_TIME: usize = 1 << 14;

/// What a b-file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BFile {
    /// The order of the terms.
    pub reading: Reading,
    /// The index of the first term.
    pub offset: i64,
    /// How many terms there are at most.
    pub most_terms: Option<u64>,
    /// Whether comments say which game it is, and in which order its table is read.
    pub comment: bool,
}

impl BFile {
    /// Returns the cell before which the file ends after so many terms, if more were wanted and positions follow.
    pub fn hole_behind(&self, terms: u64) -> Option<Hole> {
        self.most_terms.is_none_or(|most| terms < most).then(|| self.reading.hole_behind(terms))?
    }
}

/// Writes the b-file of a table. Outcomes are written as 1 at P-positions and 0 elsewhere, outcome classes
/// as 0 to 3. Returns the number of terms, and the known sequences with which they agree.
///
/// # Errors
/// When the indices exceed 64 bits; when the table is incomplete or damaged; when interrupted, and when
/// nothing more can be written.
pub fn write_bfile(
    table: &TableReader,
    what: &BFile,
    control: &Control,
    out: &mut impl Write,
) -> Result<(u64, Vec<Agreement>), Error> {
    table.require_complete()?;
    if what.comment {
        write_comment(table, &what.reading, out)?;
    }
    let quantity = table.plan().job().quantity();
    let mut positions = what.reading.coordinates();
    let (mut left, mut terms) = (what.most_terms.unwrap_or(u64::MAX), 0_u64);
    let (mut text, mut beginning) = (Vec::new(), Vec::new());
    loop {
        control.proceed()?;
        let lookup = table.lookup();
        let most = left.min(TERMS_AT_A_TIME as u64) as usize;
        text.clear();
        let mut count = 0;
        for at in positions.by_ref().take(most) {
            let n = i64::try_from(terms + count).ok().and_then(|n| what.offset.checked_add(n));
            let n = n.ok_or_else(|| too_large(what.offset))?;
            let term = quantity.number(lookup.value(at));
            if beginning.len() < COMPARED {
                beginning.push(term);
            }
            writeln!(text, "{n} {term}")?;
            count += 1;
        }
        lookup.finish()?;
        if count == 0 {
            return Ok((terms, agreements("values", &beginning)));
        }
        out.write_all(&text)?;
        (left, terms) = (left - count, terms + count);
        control.report(count);
    }
}

fn too_large(offset: i64) -> InvalidInput {
    let kind = InvalidInputKind::OutOfRange;
    let problem = "the index of a term is beyond 64 bits";
    InvalidInput::new(kind, format!("offset {offset}"), problem, "give the OEIS's, which is small")
}

/// Writes what the sequence is, in lines that readers of b-files skip.
fn write_comment(
    table: &TableReader,
    reading: &Reading,
    out: &mut impl Write,
) -> Result<(), Error> {
    const MOST_ITEMS: usize = 32;
    const MOST_CHARACTERS: usize = 400;
    let job = table.plan().job();
    let values = job.quantity().values_in_full();
    let convention = match job.convention() {
        Convention::Normal => "normal",
        Convention::Misere => "misere",
    };
    let game = shortened(&job.ruleset().short_text(MOST_ITEMS), MOST_CHARACTERS);
    match &table.attributes().difference {
        None => writeln!(out, "# {values} of {game}, {convention} play")?,
        Some(compared) => {
            let (what, other) = (compared.quantity.values_name(), &compared.second_ruleset);
            let other = shortened(other, MOST_CHARACTERS);
            writeln!(out, "# where {what} of {game} and of {other} differ: 1, else 0")?;
        }
    }
    writeln!(out, "# {reading}")?;
    Ok(())
}
