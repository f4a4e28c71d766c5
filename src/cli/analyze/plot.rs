//! The plot of `grundytab analyze`.

use std::io;
use std::path::Path;

use grundytab::analyze::Plot;
use grundytab::picture::ImageFormat;
use grundytab::table::TableReader;

use super::Found;
use super::args::{AnalyzeArgs, AnalyzePart};
use crate::cli::command::Flags;
use crate::cli::failure::{Failure, Result};
use crate::cli::output::note;
use crate::cli::render::require_name;
use crate::cli::written_file::{STDOUT, write_file};

/// Whether the plot is what stdout gets.
pub fn goes_to_stdout(args: &AnalyzeArgs) -> bool {
    args.plot.as_deref().is_some_and(|path| path.as_os_str() == STDOUT)
}

/// Checks that a plot has something to show, and that stdout gets one thing alone.
pub fn check(args: &AnalyzeArgs, flags: &Flags) -> Result<()> {
    let plotted = [AnalyzePart::Values, AnalyzePart::Layers, AnalyzePart::Beams];
    if args.plot.is_some() && !plotted.into_iter().any(|part| args.asks_for(part)) {
        return Err(Failure::usage(
            "--plot",
            "values, layers and beams are plotted, which --only leaves out",
            "add one of them to it",
        ));
    }
    if let Some(path) = &args.plot {
        require_name(ImageFormat::Svg, "--plot", path)?;
    }
    if goes_to_stdout(args) && flags.json {
        return Err(Failure::usage("--plot -", "--json prints on stdout too", "leave one out"));
    }
    Ok(())
}

/// Draws what was found and writes it into a file.
pub fn write(
    path: &Path,
    table: &TableReader,
    args: &AnalyzeArgs,
    flags: &Flags,
    found: &Found,
) -> Result<()> {
    let survey = |part| found.survey.as_ref().filter(|_| args.asks_for(part));
    let plot = Plot {
        values: survey(AnalyzePart::Values),
        layers: survey(AnalyzePart::Layers),
        beams: found.beams.as_ref().and_then(Option::as_ref),
    };
    let drawn = plot.draw(table.plan().job()).map_err(io::Error::other);
    let nothing = matches!(drawn, Ok(None));
    if nothing {
        return Err(Failure::usage(
            format!("--plot {}", path.display()),
            "there is nothing to plot: outcomes have no sizes, and this table shows no beams",
            "add layers to --only",
        ));
    }
    write_file(path, |file| file.write_all(drawn?.unwrap_or_default().as_bytes()))?;
    note(flags.is_silent() || goes_to_stdout(args), format!("plot in {}", path.display()));
    Ok(())
}
