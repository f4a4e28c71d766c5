//! The plot of `grundytab analyze`.

use std::path::Path;

use crate::analyses::analyze::{Beams, HeapPlot, Plot, Survey};
use crate::analyses::expression::Filter;
use crate::figures::drawing::{Drawing, ImageFormat, Metadata};
use grundytab::Control;
use grundytab::table::{OtherTables, TableReader};

use super::args::{AnalyzeArgs, AnalyzePart};
use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result};
use crate::commands::figure::{format_of, missing_characters, require_place, signed};
use crate::commands::option::{option, switch};
use crate::commands::output::note;
use crate::commands::ranks;
use crate::commands::sweep::{Entry, There};
use crate::commands::terminal::Terminal;
use crate::commands::written_file::{STDOUT, write_file};

/// Whether the plot is what stdout gets.
pub fn goes_to_stdout(args: &AnalyzeArgs) -> bool {
    args.plot.as_deref().is_some_and(|path| path.as_os_str() == STDOUT)
}

/// Checks the flags of a plot, and that stdout gets one thing alone.
pub fn check(args: &AnalyzeArgs, flags: &Flags) -> Result<()> {
    if args.points.style.is_some() && args.plot.is_none() {
        let hint = format!("leave it out, or add {}", option("--plot").placeholder("FILE"));
        let problem = "it applies to a figure, and no figure is asked for";
        return Err(Failure::usage(option("--style"), problem, &hint));
    }
    check_place(args, flags)
}

/// Checks that a plot of a table with this number of heaps has something to show.
pub fn check_parts(args: &AnalyzeArgs, heaps: usize) -> Result<()> {
    let plotted = [AnalyzePart::Values, AnalyzePart::Layers, AnalyzePart::Beams];
    if heaps > 1 && args.plot.is_some() && !plotted.into_iter().any(|part| args.asks_for(part)) {
        return Err(Failure::usage(
            option("--plot"),
            &format!("values, layers and beams are plotted, which {} leaves out", option("--only")),
            "add one of them to it",
        ));
    }
    Ok(())
}

/// Checks that a plot may be written where it is to go.
pub fn check_place(args: &AnalyzeArgs, flags: &Flags) -> Result<()> {
    args.sheet.require_figure("--plot", args.plot.is_some())?;
    if let Some(path) = &args.plot {
        require_place("--plot", path)?;
        format_of("--plot", path, None, ImageFormat::Svg)?;
    }
    if goes_to_stdout(args) && (flags.json || args.groups.csv) {
        let problem = format!("{} and {} print on stdout too", switch("--json"), switch("--csv"));
        return Err(Failure::usage(option("--plot").value("-"), &problem, "leave one out"));
    }
    Ok(())
}

/// Checks that a table is complete of which a plot is to be drawn: who looks at it would take it for that of the whole.
pub fn require_whole(args: &AnalyzeArgs, table: &TableReader) -> Result<()> {
    if args.plot.is_some() {
        table.require_complete()?;
    }
    Ok(())
}

/// Draws what was found and writes it into a file.
pub fn write(
    path: &Path,
    table: &TableReader,
    args: &AnalyzeArgs,
    (flags, terminal): (&Flags, Terminal),
    counting: (&Filter, &OtherTables),
    (survey, beams): (Option<&Survey>, Option<&Beams>),
) -> Result<()> {
    args.points.require_style_fits(table)?;
    let survey = |part| survey.filter(|_| args.asks_for(part));
    let (values, layers) = (survey(AnalyzePart::Values), survey(AnalyzePart::Layers));
    let is_asked_for = args.asks_for(AnalyzePart::Layers) || args.asks_for(AnalyzePart::Periods);
    let heaps = match is_asked_for && table.plan().job().domain().heaps() == 1 {
        true => {
            let plot = HeapPlot { counting: Some(counting), ..heap_plot(args, vec![table]) };
            Some(terminal.with_bar(table.positions_there(), |control| plot.chart(control))?)
        }
        false => None,
    };
    let plot = Plot { values, layers, beams, heaps };
    let drawing = plot.draw_on(table, &args.sheet.labels(), &args.sheet.sheet())?;
    let Some(drawing) = drawing else {
        return Err(Failure::usage(
            option("--plot").value(path.display()),
            "there is nothing to plot: outcomes have no sizes, and this table shows no beams",
            &format!("add layers to {}", option("--only")),
        ));
    };
    for reduction in plot.reductions() {
        note(flags.is_silent(), reduction);
    }
    write_drawing(path, &drawing, table, args, flags)
}

/// Returns the plot of tables of one heap, of all their heap sizes.
fn heap_plot<'a>(args: &AnalyzeArgs, tables: Vec<&'a TableReader>) -> HeapPlot<'a> {
    let ends = tables.iter().map(|table| table.plan().job().domain().shape()[0]);
    let heaps = 0..ends.max().unwrap_or(0);
    let (labels, sheet) = (args.sheet.labels(), args.sheet.sheet());
    let style = args.points.style.unwrap_or_default();
    HeapPlot { tables, heaps, style, counting: None, labels, sheet }
}

/// Draws the values of several tables of one heap, and writes them into a file.
pub fn write_of_several(
    path: &Path,
    of: &[Entry],
    args: &AnalyzeArgs,
    (flags, terminal): (&Flags, Terminal),
) -> Result<()> {
    let open = |entry: &Entry| match &entry.there {
        There::Table(path) => Ok(Some(TableReader::open(path)?.shared_by(ranks::network()))),
        There::Game(_) | There::Nothing(..) => Ok(None),
    };
    let stored: Vec<Option<TableReader>> = of.iter().map(open).collect::<Result<_>>()?;
    let in_memory = of.iter().map(|entry| match &entry.there {
        There::Game(table) => Some(table.borrow()),
        There::Table(_) | There::Nothing(..) => None,
    });
    let in_memory: Vec<_> = in_memory.collect();
    let each = stored.iter().zip(&in_memory);
    let tables: Vec<&TableReader> = each
        .filter_map(|(stored, game)| stored.as_ref().or_else(|| game.as_ref()?.as_deref()))
        .collect();
    for table in &tables {
        let heaps = table.plan().job().domain().heaps();
        if heaps != 1 {
            let problem = format!(
                "several tables in a plot are of one heap, and {} has {heaps}",
                table.path().display()
            );
            let hint = "plot one table alone";
            return Err(Failure::usage(option("--plot").value(path.display()), &problem, hint));
        }
        table.require_complete()?;
    }
    let positions: u64 = tables.iter().map(|table| table.positions_there()).sum();
    let plot = heap_plot(args, tables);
    let drawing = terminal.with_bar(positions, |control| plot.drawing(control))?;
    write_file_of(path, &drawing, plot.metadata(), args, flags)
}

/// Writes a drawing of what was found on a table.
pub fn write_drawing(
    path: &Path,
    drawing: &Drawing,
    table: &TableReader,
    args: &AnalyzeArgs,
    flags: &Flags,
) -> Result<()> {
    write_file_of(path, drawing, Plot::metadata(table, args.sheet.title.as_deref()), args, flags)
}

fn write_file_of(
    path: &Path,
    drawing: &Drawing,
    metadata: Metadata,
    args: &AnalyzeArgs,
    flags: &Flags,
) -> Result<()> {
    let quiet = flags.is_silent() || goes_to_stdout(args);
    let format = format_of("--plot", path, None, ImageFormat::Svg)?;
    let bytes = drawing.to_file(format, &signed(metadata), &Control::default());
    let bytes = bytes.map_err(grundytab::Error::from)?;
    write_file(path, |file| file.write_all(&bytes))?;
    if let Some(missing) = missing_characters(drawing, format) {
        note(flags.is_silent(), missing);
    }
    note(quiet, format!("plot in {}", path.display()));
    Ok(())
}
