//! The arguments of `render`.

use std::path::PathBuf;

use crate::figures::drawing::ImageFormat;
use crate::figures::drawing::Length;
use crate::figures::picture::{Limits, Origin, Palette, Scale};
use clap::Args;
use grundytab::domain::Region;
use grundytab::wording::joined;

use crate::commands::coordinates::PointArgs;
use crate::commands::failure::{Failure, Result};
use crate::commands::figure::{SheetArgs, diameter};
use crate::commands::flag_values::{self, Heaps};
use crate::commands::game_or_table::GameArgs;
use crate::commands::language;
use crate::commands::option::option;
use crate::commands::sets::SetArgs;

/// Draw a table, or a plane of one, as a figure: PNG, SVG or PDF. A table of one heap is drawn as a plot.
#[derive(Args)]
#[command(after_long_help = language::of_expressions())]
pub struct RenderArgs {
    /// The table, or a game, as in wythoff, which is tabulated in memory. Of an unfinished table, as in
    /// wythoff.zarr.partial, the part that is stored is read.
    #[arg(required_unless_present = "repeat")]
    pub path: Option<PathBuf>,
    /// Path of the figure, which ends with .png, .svg or .pdf, as in wythoff.pdf, or - for stdout. An existing figure
    /// is replaced.
    #[arg(long, value_name = "FILE.png|svg|pdf", required_unless_present = "repeat")]
    pub out: Option<PathBuf>,
    /// Format of the figure, for stdout and for names without an ending. The default is PNG.
    #[arg(long, value_enum)]
    pub format: Option<ImageFormat>,
    /// Print the command that made a figure, which every figure holds, and draw nothing.
    #[arg(long, value_name = "FIGURE", conflicts_with_all = ["path", "out", "format", "plane", "region", "palette",
          "limits", "scale", "dilate", "marks", "with", "claim", "list", "title", "subtitle", "x_label", "y_label", "legend",
          "bare", "width", "font_size", "dpi", "x", "y", "style", "sides", "tokens", "quantity", "values",
          "misere", "of"])]
    pub repeat: Option<PathBuf>,
    /// Plane to draw: fix one heap (z=5) or the token sum (sum=60, a triangle); of four heaps fix two
    /// (z=5,w=1), or one and the token sum.
    #[arg(long, value_name = "z=N|sum=N")]
    pub plane: Option<String>,
    /// Ranges of columns and rows to draw, as in 100:600,200:700, of one heap as in 100:600; as in Python
    /// the ends are left out, and may be missing, as in 200:.
    #[arg(long, value_name = "A:B,C:D", value_parser = Region::parse)]
    pub region: Option<Region>,
    /// How values become colours. By default outcomes are black on white, Grundy values hues.
    #[arg(long, value_name = "NAME[:N]", long_help = palettes())]
    pub palette: Option<Palette>,
    /// Spread the colours of a graded palette over the values from A to B, as in 0..200; other values have the
    /// colours of the ends.
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    pub limits: Option<Limits>,
    /// Spread the colours of a graded palette over the logarithms of the values.
    #[arg(long)]
    pub log_scale: bool,
    /// Exchange black and white, and run colour maps backwards.
    #[arg(long)]
    pub invert: bool,
    /// Pixels for each cell, as in 4, or cells for each pixel, as in 1/16, where a pixel shows the mean of
    /// its cells. By default a picture is about 1000 pixels wide.
    #[arg(long, value_name = "K|1/K", allow_hyphen_values = true)]
    pub scale: Option<Scale>,
    /// In a reduced picture in black and white, show the share of black cells unchanged. By default shares
    /// are stretched, so that thin lines stay dark.
    #[arg(long)]
    pub no_stretch: bool,
    /// In black and white, widen the marked cells, such as the P-positions, by K pixels, or by K cells where cells are
    /// larger than pixels, so that thin beams are seen in a reduced picture. With --invert the white cells are widened.
    #[arg(long, value_name = "K", value_parser = flag_values::number("--dilate", "a number of pixels"),
          default_value_t = 0, hide_default_value = true, allow_hyphen_values = true)]
    pub dilate: u32,
    /// Corner of the cell with the least column and row.
    #[arg(long, value_enum, default_value_t = Origin::BottomLeft)]
    pub origin: Origin,
    /// Mark a position, its options and its winning moves, as in 3,5; may be given several times.
    #[arg(long, value_name = "POSITION", value_parser = flag_values::position)]
    pub highlight: Vec<Heaps>,
    /// Draw lines at the ticks of the axes.
    #[arg(long)]
    pub grid: bool,
    /// Draw only the cells and their marks, without title, axes and legend.
    #[arg(long, visible_alias = "no-axes",
          conflicts_with_all = ["grid", "title", "subtitle", "x_label", "y_label", "legend"])]
    pub bare: bool,
    #[command(flatten)]
    pub sheet: SheetArgs,
    #[command(flatten)]
    pub points: PointArgs,
    /// Mark the P-positions by dots of this diameter, as in 1.5pt, over cells of any colours; in black and white the
    /// dots are all that is drawn. Where other sets are marked, this is the size of their marks, without the rim, and --list p
    /// adds the P-positions.
    #[arg(
        long,
        value_name = "DIAMETER",
        value_parser = diameter,
        allow_hyphen_values = true,
        help_heading = "Marked positions"
    )]
    pub marks: Option<Length>,
    #[command(flatten)]
    pub sets: SetArgs,
    #[command(flatten)]
    pub game: GameArgs,
}

impl RenderArgs {
    /// Refuses flags of pictures but these, where no picture is drawn.
    pub fn refuse_flags_but(&self, taken: &[&str], problem: &str) -> Result<()> {
        let others = [
            ("--plane", self.plane.is_some()),
            ("--palette", self.palette.is_some()),
            ("--limits", self.limits.is_some()),
            ("--log-scale", self.log_scale),
            ("--invert", self.invert),
            ("--scale", self.scale.is_some()),
            ("--no-stretch", self.no_stretch),
            ("--dilate", self.dilate > 0),
            ("--origin", self.origin != Origin::BottomLeft),
            ("--highlight", !self.highlight.is_empty()),
            ("--grid", self.grid),
            ("--bare", self.bare),
            ("--marks", self.marks.is_some()),
            ("--with", !self.sets.with.is_empty()),
            ("--claim", !self.sets.claim.is_empty()),
            ("--list", !self.sets.list.is_empty()),
        ];
        let mut refused = others.into_iter().filter(|(flag, _)| !taken.contains(flag));
        match refused.find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((flag, _)) => Err(Failure::usage(option(flag), problem, "leave it out")),
        }
    }
}

/// Lists the palettes, for `--help`.
fn palettes() -> String {
    let lines = Palette::DESCRIPTIONS.iter().map(|(name, shown)| format!("- {name}: {shown}"));
    let lines = joined(lines, "\n");
    format!("How values become colours. By default the palette suits the quantity:\n\n{lines}")
}
