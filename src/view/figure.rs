//! Pictures of what is seen, as SVG and PDF files: those of `grundytab render`.

use super::answer::Answer;
use super::request::Query;
use super::subject::Subject;
use super::tables::Tables;
use crate::error::Error;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::picture::{HeapPlot, Picture, PositionSet, require_few_sets};

/// Draws the part of the table that a request names, with its palette and limits, a position that is marked, and sets. The
/// file holds the command that draws it, if the request has one.
pub fn draw(subject: &Subject, tables: &Tables, query: &Query) -> Result<Answer, Error> {
    let Subject { table, heap, control, .. } = *subject;
    if heap > 0 {
        let problem = "a figure shows the values of a table, not those of sums with a nim heap";
        let (kind, hint) = (InvalidInputKind::ModifierDoesNotApply, "save it as PNG");
        return Err(InvalidInput::new(kind, format!("+ nim heap of {heap}"), problem, hint).into());
    }
    let format = query.format()?;
    let domain = table.plan().job().domain();
    let (drawing, mut metadata) = if domain.heaps() == 1 {
        let plot = HeapPlot::new(table, query.heaps(domain)?)?;
        (plot.drawing(&control)?, plot.metadata())
    } else {
        let (plane, cells) = query.rectangle(domain)?;
        let mut picture = Picture::of_plane(table, plane)
            .cells(cells)?
            .palette(query.palette()?)?
            .origin(query.origin()?)
            .limits(query.limits_of_figure()?, false);
        if let Some(heaps) = query.marked()? {
            picture = picture.highlight(&heaps)?;
        }
        let wanted = query.sets()?;
        require_few_sets(wanted.len())?;
        let sets: Vec<PositionSet> =
            wanted.iter().map(|set| set.read(tables, table)).collect::<Result<_, _>>()?;
        let picture = picture.mark(&sets, &tables.others()?, None, &control)?;
        (picture.drawing(format, &control)?, picture.metadata())
    };
    metadata.command = query.command().unwrap_or_default();
    Ok(Answer::figure(format, drawing.to_file(format, &metadata, &control)?))
}
