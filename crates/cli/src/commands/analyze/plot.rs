//! The plot of `grundytab analyze`.

use std::path::Path;

use crate::analyses::analyze::{Beams, Plot, Survey};
use crate::figures::drawing::{Drawing, ImageFormat};
use grundytab::table::TableReader;
use grundytab::{Control, Job};

use super::args::{AnalyzeArgs, AnalyzePart};
use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result};
use crate::commands::figure::{format_of, missing_characters, require_place, signed};
use crate::commands::option::{option, switch};
use crate::commands::output::note;
use crate::commands::written_file::{STDOUT, write_file};

/// Whether the plot is what stdout gets.
pub fn goes_to_stdout(args: &AnalyzeArgs) -> bool {
    args.plot.as_deref().is_some_and(|path| path.as_os_str() == STDOUT)
}

/// Checks that a plot has something to show, and that stdout gets one thing alone.
pub fn check(args: &AnalyzeArgs, flags: &Flags) -> Result<()> {
    let plotted = [AnalyzePart::Values, AnalyzePart::Layers, AnalyzePart::Beams];
    if args.plot.is_some() && !plotted.into_iter().any(|part| args.asks_for(part)) {
        return Err(Failure::usage(
            option("--plot"),
            &format!("values, layers and beams are plotted, which {} leaves out", option("--only")),
            "add one of them to it",
        ));
    }
    check_place(args, flags)
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
    flags: &Flags,
    (survey, beams): (Option<&Survey>, Option<&Beams>),
) -> Result<()> {
    let survey = |part| survey.filter(|_| args.asks_for(part));
    let plot =
        Plot { values: survey(AnalyzePart::Values), layers: survey(AnalyzePart::Layers), beams };
    let job = table.plan().job();
    let drawing = plot.draw_on(job, &args.sheet.labels(), &args.sheet.sheet())?;
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
    write_drawing(path, &drawing, job, args, flags)
}

/// Writes a drawing of what was found on the table of a job.
pub fn write_drawing(
    path: &Path,
    drawing: &Drawing,
    job: &Job,
    args: &AnalyzeArgs,
    flags: &Flags,
) -> Result<()> {
    let quiet = flags.is_silent() || goes_to_stdout(args);
    let format = format_of("--plot", path, None, ImageFormat::Svg)?;
    let metadata = signed(Plot::metadata(job, args.sheet.title.as_deref()));
    let bytes = drawing.to_file(format, &metadata, &Control::default());
    let bytes = bytes.map_err(grundytab::Error::from)?;
    write_file(path, |file| file.write_all(&bytes))?;
    if let Some(missing) = missing_characters(drawing, format) {
        note(flags.is_silent(), missing);
    }
    note(quiet, format!("plot in {}", path.display()));
    Ok(())
}
