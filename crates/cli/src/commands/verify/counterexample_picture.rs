//! The counterexamples to a claim as a picture.

use std::io::Write as _;
use std::path::Path;

use crate::analyses::theorem::{Claim, Mask, Verdict, mask};
use crate::figures::drawing::{ImageFormat, Labels, Length, Metadata, Sheet};
use crate::figures::picture::Picture;
use grundytab::domain::Plane;
use grundytab::invalid_input::shortened;
use grundytab::table::{OtherTables, TableReader};
use grundytab::wording::{counted, counted_as, joined};
use grundytab::{Domain, Error, InvalidInput, Job};

use super::args::VerifyArgs;
use super::claims::Claims;
use crate::commands::failure::{Failure, Result};
use crate::commands::figure::{format_of, missing_characters, require_place, signed};
use crate::commands::option::option;
use crate::commands::planes::planes_of;
use crate::commands::terminal::Terminal;
use crate::commands::written_file::{STDOUT, WrittenFile};

/// Characters of a claim above the picture.
const LONGEST_TITLE: usize = 80;

/// A picture of counterexamples that is to be drawn.
pub(super) struct Show<'a> {
    path: &'a Path,
    plane: Plane,
    format: ImageFormat,
    labels: Labels,
    sheet: Sheet,
    marks: Option<Length>,
    file: WrittenFile,
}

impl<'a> Show<'a> {
    /// Finds out whether a picture is to be drawn. What cannot be drawn or written is refused here,
    /// before anything is checked.
    pub(super) fn prepare(
        args: &'a VerifyArgs,
        claims: &Claims,
        domain: &Domain,
    ) -> Result<Option<Self>> {
        let asked = &args.claims.sheet;
        asked.require_figure("--show", args.claims.show.is_some())?;
        let Some(path) = &args.claims.show else { return Ok(None) };
        let refuse = |problem: &str, hint: &str| {
            Err(Failure::usage(option("--show").value(path.display()), problem, hint))
        };
        if claims.claims.len() != 1 {
            let problem = counted_as(claims.claims.len(), "claim is given", "claims are given");
            return refuse(&problem, "a picture shows the counterexamples to one claim");
        }
        if path.as_os_str() == STDOUT {
            return refuse("stdout has the result of the claim", "give the path of a picture");
        }
        let plane = match (&args.claims.plane, domain.heaps()) {
            (Some(text), _) => {
                let typed = |error: InvalidInput| error.about(option("--plane").value(text));
                Plane::parse(text, domain).map_err(typed)?
            }
            (None, 2) => Plane::whole(domain)?,
            (None, heaps) => {
                let problem = format!(
                    "the table has {}, and a picture shows a plane of two",
                    counted(heaps, "heap")
                );
                let (what, planes) = planes_of(domain);
                return refuse(&problem, &format!("for {what} choose one, as in {planes}"));
            }
        };
        require_place("--show", path)?;
        let format = format_of("--show", path, None, ImageFormat::Png)?;
        let (labels, sheet, marks) = (asked.labels(), asked.sheet(), args.claims.marks);
        let file = WrittenFile::create(path)?;
        Ok(Some(Show { path, plane, format, labels, sheet, marks, file }))
    }

    /// Draws the counterexamples to a claim. If there are none, there is no picture.
    pub(super) fn draw(
        self,
        terminal: Terminal,
        text: &str,
        table: &TableReader,
        others: &OtherTables,
    ) -> Result<()> {
        let Show { path, plane, format, mut labels, sheet, marks, mut file } = self;
        let claim = Claim::parse(text, table.plan().job(), others)?.into_statement();
        let cells = plane.rectangle(None)?;
        let mask = terminal.with_bar(cells.count(), |control| {
            mask(table, others, &claim, &plane, &cells, control)
        })?;
        let place = match plane.to_string().as_str() {
            "" => String::new(),
            place => format!(" in the plane {place}"),
        };
        let (count, undefined) = (mask.count(Verdict::Fails), mask.count(Verdict::Undefined));
        if count + undefined == 0 {
            terminal.note(format!("there is no counterexample{place}, and no picture is drawn"));
            return Ok(());
        }
        labels.title.get_or_insert_with(|| shortened(text, LONGEST_TITLE));
        let job = table.plan().job();
        labels.subtitle.get_or_insert_with(|| place_of(job, &plane));
        let said = |column, row| mask.said(column, row) as u32;
        let mut picture = Picture::of_verdicts(plane, meanings(&mask), said);
        (picture.sheet, picture.labels) = (sheet, labels);
        if let Some(diameter) = marks {
            picture = picture.mark_found(mask.counterexamples(), diameter);
        }
        let metadata = signed(Metadata {
            game: job.ruleset().to_string(),
            domain: job.domain().to_string(),
            quantity: job.quantity().values_name().into(),
            ..picture.metadata()
        });
        let (drawing, bytes) = terminal.with_bar(cells.count(), |control| {
            let drawing = picture.drawing(format, control)?;
            let bytes = drawing.to_file(format, &metadata, control)?;
            Ok::<_, Error>((drawing, bytes))
        })?;
        let outcome = file.write_all(&bytes);
        file.finish(outcome)?;
        if let Some(missing) = missing_characters(&drawing, format) {
            terminal.note(missing);
        }
        let found = match (count, undefined) {
            (0, _) => "no counterexample".into(),
            (count, _) => counted(count, "counterexample"),
        };
        let undefined = match undefined {
            0 => String::new(),
            undefined => format!(", {} without a value", counted(undefined, "position")),
        };
        terminal.note(format!("{}: {found}{undefined}{place}", path.display()));
        Ok(())
    }
}

/// Says which game a claim is about, and which of its positions.
fn place_of(job: &Job, plane: &Plane) -> String {
    let plane = plane.to_string().replace('=', " = ").replace("sum", "x + y + z");
    let parts = [job.ruleset().shown(), job.domain().to_string(), plane];
    joined(parts.into_iter().filter(|part| !part.is_empty()), ", ")
}

/// Lists what a claim says of cells, each with its words in the legend: as far as it says so of any.
fn meanings(mask: &Mask) -> Vec<(u32, String)> {
    let all = [
        (Verdict::Fails, "counterexample"),
        (Verdict::Holds, "claim holds"),
        (Verdict::Silent, "premise false"),
        (Verdict::OutsideTable, "refers outside the table"),
        (Verdict::Undefined, "no value"),
    ];
    let occurring = all.into_iter().filter(|(said, _)| mask.count(*said) > 0);
    occurring.map(|(said, text)| (said as u32, text.into())).collect()
}
