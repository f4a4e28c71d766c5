//! `grundytab render`

mod args;
pub(super) mod repeat;

use std::io::Write as _;
use std::path::Path;

use crate::analyses::analyze::{HeapPlot, Plot};
use crate::analyses::expression::Condition;
use crate::figures::drawing::{Drawing, ImageFormat};
use crate::figures::picture::{Picture, PositionSet, require_few_sets};
use grundytab::table::TableReader;
use grundytab::wording::{bytes_text, counted};
use grundytab::{InvalidInput, Job};
use serde::Serialize;

use super::cluster;
use super::command::{Command, Examples, Flag, Flags};
use super::conditions::note_part;
use super::coordinates::{Coordinates, notes_of};
use super::failure::{Failure, Result};
use super::figure::{format_of, missing_characters, require_place, signed};
use super::flag_values::{Heaps, typed_as};
use super::option::{option, switch};
use super::output::print_json;
use super::planes::{self, plane_or_whole};
use super::ranks;
use super::sets::NamedTables;
use super::terminal::Terminal;
use super::written_file::{STDOUT, WrittenFile};
pub use args::RenderArgs;
use repeat::repeat;

/// The figure that was drawn.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RenderReport<'a> {
    /// The file of the figure.
    out: &'a Path,
    /// The format: `png`, `svg` or `pdf`.
    format: String,
    /// Its pixels from left to right.
    width: u32,
    /// Its pixels from top to bottom.
    height: u32,
    /// The size of the file.
    bytes: usize,
    /// How many cells it shows.
    cells: u64,
    /// How many positions can be read: fewer than there are in an unfinished table.
    positions_there: u64,
    /// The sets that are marked, in the order of the legend.
    marks: Vec<MarksReport>,
}

/// A set of positions that is marked.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MarksReport {
    /// What the legend calls its positions.
    text: String,
    /// How many of them are drawn.
    drawn: usize,
    /// How many there are among the cells of the figure.
    positions: u64,
}

impl Command for RenderArgs {
    const NAME: &'static str = "render";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[
        ("render wythoff.zarr --out wythoff.png", "the whole table"),
        ("render wythoff.zarr --region 10:60,20:80 --out part.png", "a part of it"),
        ("render triangle.zarr --plane sum=60 --out layer.png", "all positions with 60 tokens"),
        ("render wythoff.zarr --out wythoff.pdf --width 8.5cm", "a figure for a column of a paper"),
        (
            "render wythoff.zarr --out dots.pdf --width 8.5cm --marks 1.5pt",
            "with the P-positions as dots",
        ),
        (
            "render triangle.zarr --x 'x - y' --y 'y - z' --out points.pdf",
            "the P-positions of three heaps as points, at the differences of these",
        ),
        ("render --repeat wythoff.pdf", "the command that made a figure"),
    ];

    const IS_DIVIDED: bool = true;

    fn run(&self, flags: &Flags) -> Result<()> {
        if let Some(figure) = &self.repeat {
            return repeat(figure, flags);
        }
        // clap has seen that they are there.
        let (Some(path), Some(out)) = (&self.path, &self.out) else { return Ok(()) };
        if flags.json && out.as_os_str() == STDOUT {
            return Err(Failure::usage(
                switch("--json"),
                "the picture is written to stdout",
                &format!("give {} a file", option("--out")),
            ));
        }
        require_place("--out", out)?;
        let format = format_of("--out", out, self.format, ImageFormat::Png)?;
        let table = self.game.open(path, &[], flags)?.as_far_as_stored()?;
        let table = table.shared_by(ranks::network());
        note_part(&table, flags);
        let tables = self.sets.open(KEPT_BYTES)?;
        let others = tables.others()?;
        let subject = self.subject(path, &table, &tables)?;
        let sets = match &subject {
            Subject::Picture(..) => self.marked_sets(table.plan().job(), &tables)?,
            _ => Vec::new(),
        };
        let (count, metadata) = match &subject {
            Subject::Picture(picture, count) => (*count, picture.metadata()),
            Subject::Plot(plot) => (plot.heaps.len() as u64, plot.metadata()),
            Subject::Coordinates(coordinates) => {
                let count = coordinates.readings().saturating_mul(table.positions_there());
                (count, Plot::metadata(&table, self.sheet.title.as_deref()))
            }
        };
        let terminal = Terminal::open(flags)?;
        let hides =
            |picture: &Picture| sets.is_empty() && self.dilate == 0 && picture.hides_p_positions();
        let has_hint = matches!(&subject, Subject::Picture(picture, _) if hides(picture));
        // A path that cannot be written is found out before a large table is read.
        let mut file = cluster::all_ranks_succeeded(WrittenFile::create(out))?;
        let to_visit = count.saturating_mul(1 + sets.len() as u64);
        let mut notes = Vec::new();
        let (drawing, marks, bytes) = terminal.with_bar(to_visit, |control| {
            let (drawing, marks): (Drawing, _) = match subject {
                Subject::Picture(picture, _) => {
                    let picture = picture.mark(&sets, &others, self.marks, control)?;
                    (picture.drawing(format, control)?, marks_of(&picture))
                }
                Subject::Plot(plot) => (plot.drawing(control)?, Vec::new()),
                Subject::Coordinates(coordinates) => {
                    let placed = coordinates.place(&table, &others, control)?;
                    notes = notes_of(&placed);
                    let marks = placed.iter().map(|one| MarksReport {
                        text: one.name.clone(),
                        drawn: one.points.positions as usize,
                        positions: one.points.positions,
                    });
                    (coordinates.draw(&table, &placed, &self.sheet)?, marks.collect())
                }
            };
            let bytes = match ranks::is_first() {
                true => drawing.to_file(format, &signed(metadata), control)?,
                false => Vec::new(),
            };
            Ok::<_, Failure>((drawing, marks, bytes))
        })?;
        let outcome = file.write_all(&bytes);
        file.finish(outcome)?;
        let [width, height] = drawing.size();
        for MarksReport { text, drawn, positions } in &marks {
            if (*drawn as u64) < *positions {
                let all = counted(*positions, "position");
                let text = format!("of {all} ({text}) the first {drawn} by grade are marked");
                terminal.note(text);
            }
        }
        let size = bytes_text(bytes.len() as u64);
        if flags.json {
            let format = format.name().to_owned();
            let (cells, positions_there) = (count, table.positions_there());
            let bytes = bytes.len();
            let report =
                RenderReport { out, format, width, height, bytes, cells, positions_there, marks };
            print_json(&report);
        }
        if let Some(missing) = missing_characters(&drawing, format) {
            terminal.note(missing);
        }
        notes.into_iter().for_each(|text| terminal.note(text));
        if has_hint {
            let text = "P-positions are few, and cells so small that they are hardly seen";
            terminal.note(format!("{text}: {} draws them as dots", option("--marks").value("1pt")));
        }
        terminal.note(format!("{}: {width} x {height} pixels, {size}", out.display()));
        Ok(())
    }
}

/// The most bytes of tiles that each other table keeps.
const KEPT_BYTES: u64 = 1 << 29;

fn marks_of(picture: &Picture) -> Vec<MarksReport> {
    let report = |(text, drawn, positions): (&str, usize, u64)| MarksReport {
        text: text.to_owned(),
        drawn,
        positions,
    };
    picture.marked().map(report).collect()
}

/// What is drawn.
enum Subject<'a> {
    /// A picture, with the number of its cells.
    Picture(Box<Picture<'a>>, u64),
    /// A plot of some heap sizes.
    Plot(HeapPlot<'a>),
    /// Positions at coordinates.
    Coordinates(Coordinates<'a>),
}

impl RenderArgs {
    /// Returns what is drawn, as the flags want it.
    fn subject<'a>(
        &'a self,
        path: &Path,
        table: &'a TableReader,
        tables: &NamedTables,
    ) -> Result<Subject<'a>> {
        let job = table.plan().job();
        let domain = job.domain();
        self.points.require_style_fits(table)?;
        if let Some(coordinates) = self.points.coordinates(job, &tables.others()?)? {
            return self.coordinates(coordinates, job, tables);
        }
        if domain.heaps() == 1 {
            return self.plot(path, table);
        }
        let plane = plane_or_whole(self.plane.as_deref(), path, domain, "a picture", "")?;
        let cells = plane.rectangle(self.region.as_ref())?;
        let count = cells.count();
        let mut picture = Picture::of_plane(table, plane);
        picture.cells = cells;
        (picture.limits, picture.is_logarithmic) = (self.limits, self.log_scale);
        (picture.is_inverted, picture.is_stretched) = (self.invert, !self.no_stretch);
        (picture.dilation, picture.scale, picture.origin) = (self.dilate, self.scale, self.origin);
        (picture.has_grid, picture.is_bare) = (self.grid, self.bare);
        (picture.labels, picture.sheet) = (self.sheet.labels(), self.sheet.sheet());
        if let Some(palette) = self.palette {
            picture = picture.palette(palette).map_err(|error| typed_as("--palette", error))?;
        }
        for Heaps(heaps) in &self.highlight {
            picture = picture.highlight(heaps)?;
        }
        Ok(Subject::Picture(Box::new(picture), count))
    }

    /// Returns the sets that are marked: those that are asked for or, if marks alone are, the P-positions.
    fn marked_sets(&self, job: &Job, tables: &NamedTables) -> Result<Vec<PositionSet>> {
        match (self.sets.count(), self.marks) {
            (0, Some(diameter)) => {
                let own = PositionSet::own_p_positions(job);
                let typed = |error: InvalidInput| error.about(option("--marks").value(diameter));
                Ok(vec![own.map_err(typed)?])
            }
            _ => self.sets.sets(job, tables),
        }
    }

    /// Returns the plot of a table of one heap, which most flags say nothing of.
    fn plot<'a>(&self, path: &Path, table: &'a TableReader) -> Result<Subject<'a>> {
        let problem = format!("{} has one heap, and is drawn as a plot", path.display());
        self.refuse_flags_but(&[], &problem)?;
        let shape = table.plan().job().domain().shape();
        let heaps = match &self.region {
            Some(region) => region.within(shape)?.remove(0),
            None => 0..shape[0],
        };
        let (labels, sheet) = (self.sheet.labels(), self.sheet.sheet());
        let style = self.points.style.unwrap_or_default();
        let tables = vec![table];
        Ok(Subject::Plot(HeapPlot { tables, heaps, style, counting: None, labels, sheet }))
    }

    /// Adds to coordinates which positions are drawn: those of each condition, the P-positions of other tables or, without
    /// either, those of the table.
    fn coordinates<'a>(
        &self,
        mut coordinates: Coordinates<'a>,
        job: &Job,
        tables: &NamedTables,
    ) -> Result<Subject<'a>> {
        let problem = "it is about cells, and positions are drawn as points";
        self.refuse_flags_but(&["--plane", "--list", "--with"], problem)?;
        require_few_sets(self.sets.list.len())?;
        let others = tables.others()?;
        for text in &self.sets.list {
            let condition = Condition::parse(text, job, &others);
            coordinates
                .add(text.clone(), condition.map_err(|error| error.within(option("--list")))?);
        }
        coordinates.add_p_positions(job, "--list")?;
        let plane = self.plane.as_deref().map(|text| planes::read(text, job.domain()));
        coordinates.within(plane.transpose()?, self.region.as_ref(), job)?;
        Ok(Subject::Coordinates(coordinates))
    }
}
