//! What an export writes: the format, with what it takes.

use crate::analyses::export::{
    Agreement, BFile, HeapSymmetries, Hole, Only, Reading, Selection, Written, write_bfile,
    write_csv, write_npy, write_p_positions,
};
use grundytab::domain::{Plane, Region};
use grundytab::table::TableReader;
use grundytab::wording::{counted, joined};
use grundytab::{Control, Error, InvalidInput, ValueType};

use super::agreements::ExportReport;
use super::{ExportArgs, Format};
use crate::commands::failure::{Failure, Result};
use crate::commands::flag_values::name_of;
use crate::commands::option::{command, option, switch};
use crate::commands::planes::plane_or_whole;
use crate::commands::written_file::WrittenFile;

/// Writes something for each position of a part of a table.
pub type WriteRows = fn(
    &TableReader,
    &Selection,
    &Only,
    &Control,
    &mut WrittenFile,
) -> std::result::Result<Written, Error>;

/// Returns the function that writes Parquet files, if the program was built with it.
fn parquet() -> Result<WriteRows> {
    #[cfg(feature = "parquet")]
    return Ok(crate::analyses::export::write_parquet);
    #[cfg(not(feature = "parquet"))]
    Err(Failure::usage(
        option("--format").value("parquet"),
        "this program was built without it",
        &format!("build it with the feature parquet, or use {}", option("--format").value("csv")),
    ))
}

/// What is written: the format, with what it takes.
pub enum Export {
    Npy(Selection, ValueType),
    /// Something for each position, by the function that writes it.
    Rows(Selection, WriteRows),
    BFile(BFile),
    PPositions(Selection, Option<HeapSymmetries>),
}

impl Export {
    /// Returns what was requested, if the table has it.
    pub fn of(args: &ExportArgs, table: &TableReader) -> Result<Self> {
        let domain = table.plan().job().domain();
        let plane = args.plane.as_deref().map(|text| Plane::parse(text, domain)).transpose()?;
        let region = args.region.as_deref().map(Region::parse).transpose()?;
        let selection = |plane| Selection::new(domain, plane, region.as_ref());
        Ok(match args.format {
            Format::Npy => {
                let value_type = args.value_type.unwrap_or(table.plan().value_type());
                Export::Npy(selection(plane)?, value_type)
            }
            Format::Csv => Export::Rows(selection(plane)?, write_csv),
            Format::Parquet => Export::Rows(selection(plane)?, parquet()?),
            Format::Bfile => Export::BFile(bfile(args, table, plane)?),
            Format::PPositions => {
                // A difference has none; its symmetries would be those of the first game alone.
                table.require_game()?;
                let symmetries = args.up_to_symmetry.then(|| symmetries(table)).transpose()?;
                Export::PPositions(selection(plane)?, symmetries)
            }
        })
    }

    /// Returns the number of cells that are read, or a bound on it.
    pub fn length(&self, table: &TableReader) -> u64 {
        match self {
            Export::Npy(part, _) | Export::Rows(part, _) | Export::PPositions(part, _) => {
                part.cells()
            }
            Export::BFile(bfile) => {
                bfile.most_terms.unwrap_or(table.plan().job().domain().positions())
            }
        }
    }

    /// Writes it; returns the number of cells, positions or terms, and the known sequences with which they agree.
    pub fn write(
        &self,
        table: &TableReader,
        only: &Only,
        control: &Control,
        out: &mut WrittenFile,
    ) -> std::result::Result<(Written, Vec<Agreement>), Error> {
        let uncompared = |written| (written, Vec::new());
        match self {
            Export::Npy(part, value_type) => {
                write_npy(table, part, Some(*value_type), only, control, out).map(uncompared)
            }
            Export::Rows(part, write) => write(table, part, only, control, out).map(uncompared),
            Export::BFile(bfile) => {
                let (count, agreements) = write_bfile(table, bfile, control, out)?;
                Ok((Written { count, ..Written::default() }, agreements))
            }
            Export::PPositions(part, symmetries) => {
                write_p_positions(table, part, symmetries.as_ref(), only, control, out)
            }
        }
    }

    /// Returns the cell before which a sequence has ended after this number of terms, if positions follow.
    pub fn hole_behind(&self, terms: u64) -> Option<Hole> {
        match self {
            Export::BFile(bfile) => bfile.hole_behind(terms),
            _ => None,
        }
    }

    /// Tells programs what was written.
    pub fn report<'a>(&self, out: &'a str, format: Format, count: u64) -> ExportReport<'a> {
        let mut report = ExportReport { out, format: name_of(&format), ..ExportReport::default() };
        match self {
            Export::Npy(part, value_type) => {
                report.cells = Some(count);
                report.shape = Some(part.shape());
                report.value_type = Some(*value_type);
            }
            Export::Rows(..) => report.positions = Some(count),
            Export::BFile(_) => report.terms = Some(count),
            Export::PPositions(_, symmetries) => {
                report.p_positions = Some(count);
                report.symmetries = symmetries.as_ref().map(HeapSymmetries::count);
            }
        }
        report
    }

    /// Tells people what was written.
    pub fn told(&self, path: &str, count: u64) -> String {
        match self {
            Export::Npy(part, value_type) => {
                format!("{path}: an array of {} {value_type}", joined(part.shape(), "x"))
            }
            Export::Rows(..) => {
                format!("{path}: {}", counted(count, "position"))
            }
            Export::BFile(_) => format!("{path}: {}", counted(count, "term")),
            Export::PPositions(_, None) => format!("{path}: {}", counted(count, "P-position")),
            Export::PPositions(_, Some(symmetries)) => format!(
                "{path}: {}, one of each orbit under {} of the heaps",
                counted(count, "P-position"),
                counted(symmetries.count(), "permutation")
            ),
        }
    }
}

fn bfile(args: &ExportArgs, table: &TableReader, plane: Option<Plane>) -> Result<BFile> {
    let domain = table.plan().job().domain();
    let reading = match &args.along {
        Some(text) => Reading::parse(text, domain, plane)?,
        None if plane.is_none() && domain.heaps() > 2 => {
            let row = format!(", or a row, as in {}", option("--along").value("x=3,..."));
            let plane = plane_or_whole(None, &args.path, domain, "a sequence", &row)?;
            Reading::usual(domain, Some(plane))?
        }
        None => Reading::usual(domain, plane)?,
    };
    let typed = |error: InvalidInput| error.about(option("--from").value(args.from.unwrap_or(0)));
    let reading = match args.from {
        Some(first) => reading.beginning_with(first).map_err(typed)?,
        None => reading,
    };
    Ok(BFile {
        offset: args.offset.unwrap_or(reading.first().into()),
        reading,
        most_terms: args.terms.map(u64::from),
        comment: !args.no_comment,
    })
}

/// Returns the symmetries of a table that has any.
fn symmetries(table: &TableReader) -> Result<HeapSymmetries> {
    let symmetries = HeapSymmetries::of(table.plan().job());
    if symmetries.count() > 1 {
        return Ok(symmetries);
    }
    let domain = table.plan().job().domain();
    let (problem, hint) = match domain.shape() {
        [_] => ("a single heap has no other place", "leave it out".to_owned()),
        [one, two] if one == two => (
            "the rules were not found to be the same when the heaps change places",
            format!(
                "leave it out; {} with {} tells whether the P-positions are symmetric all the same",
                command("verify"),
                option("--claim").expression("p iff p(y, x)")
            ),
        ),
        _ => (
            "the rules and the sides were not found to be the same when heaps change places",
            "leave it out".to_owned(),
        ),
    };
    Err(Failure::usage(switch("--up-to-symmetry"), problem, &hint))
}
