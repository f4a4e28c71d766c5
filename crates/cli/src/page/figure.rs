//! Pictures of what is seen, as SVG and PDF files: those of `grundytab render`.

use super::answer::Answer;
use super::request::{Query, decoded, refused};
use super::set::{Kind, Wanted};
use super::subject::Subject;
use super::tables::Tables;
use crate::analyses::analyze::{HeapPlot, HeapStyle};
use crate::figures::drawing::{Labels, Sheet};
use crate::figures::picture::{
    ImageFormat, Origin, Picture, PositionSet, require_few_sets, shapes_of_sets,
};
use clap::ValueEnum;
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};

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
        let (heaps, sheet) = (query.heaps(domain)?, query.sheet()?);
        let (labels, style) = (Labels::default(), HeapStyle::default());
        let plot = HeapPlot { tables: vec![table], heaps, style, counting: None, labels, sheet };
        (plot.drawing(&control)?, plot.metadata())
    } else {
        let (plane, cells) = query.rectangle(domain)?;
        let mut picture = Picture::of_plane(table, plane).palette(query.palette()?)?;
        (picture.cells, picture.origin, picture.sheet) = (cells, query.origin()?, query.sheet()?);
        picture.limits = query.text("limits").map(|text| text.parse()).transpose()?;
        if query.text("at").is_some() {
            picture = picture.highlight(&query.position()?)?;
        }
        let wanted = query.sets()?;
        // Others are refused before they are searched for; the P-positions of the table are no matter of shapes.
        let sets: Vec<PositionSet> =
            wanted.iter().map(|set| set.read(tables, table)).collect::<Result<_, _>>()?;
        require_few_sets(sets.iter().filter(|set| !set.is_own_p_positions()).count())?;
        let picture = picture.mark(&sets, &tables.others()?, None, &control)?;
        let picture = picture.shapes(&query.shapes()?);
        (picture.drawing(format, &control)?, picture.metadata())
    };
    metadata.command = query.text("command").unwrap_or_default();
    Ok(Answer::figure(format, drawing.to_file(format, &metadata, &control)?))
}

impl Query<'_> {
    /// Returns the format of a figure.
    fn format(&self) -> Result<ImageFormat, InvalidInput> {
        let text = self.required("format")?;
        let formats = [ImageFormat::Svg, ImageFormat::Pdf];
        let format = formats.into_iter().find(|format| format.name() == text);
        format.ok_or_else(|| refused(InvalidInputKind::UnknownName, text, "it is no format"))
    }

    /// Returns where the first cell of a figure is.
    fn origin(&self) -> Result<Origin, InvalidInput> {
        let text = self.required("origin")?;
        Origin::from_str(&text, false)
            .map_err(|_| refused(InvalidInputKind::UnknownName, text, "it is no corner"))
    }

    /// Returns how large a figure is on paper.
    fn sheet(&self) -> Result<Sheet, InvalidInput> {
        let width = self.text("width").map(|text| text.parse()).transpose()?;
        Ok(Sheet { width, ..Sheet::default() })
    }

    /// Returns the numbers of the shapes that the page draws the sets with.
    fn shapes(&self) -> Result<Vec<usize>, InvalidInput> {
        let Some(text) = self.text("shapes") else { return Ok(Vec::new()) };
        let numbers = text.split(',').map(|number| {
            let shape = number.parse().ok().filter(|&shape| shape < shapes_of_sets().count());
            shape.ok_or_else(|| {
                refused(InvalidInputKind::OutOfRange, number, "no shape has this number")
            })
        });
        numbers.collect()
    }

    /// Returns the sets of a figure: fields that are named by their kinds.
    fn sets(&self) -> Result<Vec<Wanted>, InvalidInput> {
        let fields = self.0.split('&').filter_map(|field| field.split_once('='));
        let sets = fields.filter_map(|(name, text)| Some((name.parse::<Kind>().ok()?, text)));
        let read = |(kind, text)| {
            let text = decoded(text)
                .ok_or_else(|| refused(InvalidInputKind::Syntax, text, "it is no text"))?;
            Ok(Wanted { kind, text })
        };
        sets.map(read).collect()
    }
}
