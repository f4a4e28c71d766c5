//! `grundytab render`

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use grundytab::domain::{Plane, Region};
use grundytab::picture::{ImageFormat, Origin, Palette, Picture, Scale};
use grundytab::table::TableReader;
use grundytab::{Domain, Error, bytes_text, joined};
use serde::Serialize;

use super::command::{Command, Examples, Flag, Flags};
use super::failure::{Failure, Result};
use super::flag_values::{self, Heaps, typed_as};
use super::output::print_json;
use super::terminal::Terminal;
use super::written_file::{STDOUT, WrittenFile};

/// Draw a table, or a plane of one, as a PNG picture.
#[derive(Args)]
pub struct RenderArgs {
    /// The table.
    pub path: PathBuf,
    /// Path of the picture, as in wythoff.png; an existing picture is replaced; - for stdout.
    #[arg(long, value_name = "FILE.png")]
    pub out: PathBuf,
    /// Plane to draw: fix one heap (z=5) or the token sum (sum=60, a triangle); of four heaps fix two
    /// (z=5,w=1), or one and the token sum.
    #[arg(long, value_name = "z=N|sum=N")]
    pub plane: Option<String>,
    /// Ranges of columns and rows to draw, as in 100..600,200..700; the ends are excluded.
    #[arg(long, value_name = "A..B,C..D", value_parser = Region::parse)]
    pub region: Option<Region>,
    /// How values become colours. By default outcomes are black on white, Grundy values hues.
    #[arg(long, value_name = "NAME[:N]", long_help = palettes())]
    pub palette: Option<Palette>,
    /// Exchange black and white, and run colour maps backwards.
    #[arg(long)]
    pub invert: bool,
    /// Pixels for each cell, as in 4, or cells for each pixel, as in 1/16, where a pixel shows the mean of
    /// its cells. By default a picture is about 1000 pixels wide.
    #[arg(long, value_name = "K|1/K", allow_hyphen_values = true)]
    pub scale: Option<Scale>,
    /// In a reduced picture in black and white, show the share of black cells as it is. By default shares
    /// are stretched, so that thin lines stay dark.
    #[arg(long)]
    pub no_stretch: bool,
    /// Corner of the cell with the least column and row.
    #[arg(long, value_enum, default_value_t = OriginArg::BottomLeft)]
    pub origin: OriginArg,
    /// Mark a position, its options and its winning moves, as in 3,5; may be given several times.
    #[arg(long, value_name = "POSITION", value_parser = flag_values::position)]
    pub highlight: Vec<Heaps>,
    /// Draw lines at the ticks of the axes.
    #[arg(long)]
    pub grid: bool,
    /// The line above the picture; by default the game.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Draw only the cells, without title, axes and legend.
    #[arg(long, visible_alias = "no-axes", conflicts_with_all = ["grid", "title"])]
    pub bare: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OriginArg {
    /// Rows go upwards.
    BottomLeft,
    /// Rows go downwards, as in a matrix.
    TopLeft,
}

/// Lists the palettes, for `--help`.
fn palettes() -> String {
    let lines = Palette::DESCRIPTIONS.iter().map(|(name, shown)| format!("- {name}: {shown}"));
    let lines = joined(lines, "\n");
    format!("How values become colours. By default the palette suits the quantity:\n\n{lines}")
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    out: &'a Path,
    width: u32,
    height: u32,
    bytes: usize,
    cells: u64,
}

impl Command for RenderArgs {
    const NAME: &'static str = "render";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[
        ("render wythoff.zarr --out wythoff.png", "the whole table"),
        ("render wythoff.zarr --region 10..60,20..80 --out part.png", "a part of it"),
        ("render triangle.zarr --plane sum=60 --out layer.png", "all positions with 60 tokens"),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        if flags.json && self.out.as_os_str() == STDOUT {
            return Err(Failure::usage(
                "--json",
                "the picture is written to stdout",
                "give --out a file",
            ));
        }
        let table = TableReader::open_any(&self.path)?;
        table.require_complete()?;
        require_place("--out", &self.out)?;
        let domain = table.plan().job().domain();
        let plane = plane(self, domain)?;
        let cells = plane.rectangle(self.region.as_ref())?;
        let origin = match self.origin {
            OriginArg::BottomLeft => Origin::BottomLeft,
            OriginArg::TopLeft => Origin::TopLeft,
        };
        let count = cells.count();
        let mut picture = Picture::of_plane(&table, plane)
            .cells(cells)?
            .inverted(self.invert)
            .stretched(!self.no_stretch)
            .origin(origin)
            .grid_lines(self.grid)
            .bare(self.bare);
        if let Some(palette) = self.palette {
            picture = picture.palette(palette).map_err(|error| typed_as("--palette", error))?;
        }
        if let Some(scale) = self.scale {
            picture = picture.scale(scale);
        }
        if let Some(title) = &self.title {
            picture = picture.title(title);
        }
        for Heaps(heaps) in &self.highlight {
            picture = picture.highlight(heaps)?;
        }
        let terminal = Terminal::open(flags)?;
        // A path that cannot be written is found out before a large table is read.
        let mut file = WrittenFile::create(&self.out)?;
        let (image, png) = terminal.with_bar(count, |control| {
            let image = picture.draw(control)?;
            let png = image.to_png(control)?;
            Ok::<_, Error>((image, png))
        })?;
        let outcome = file.write_all(&png);
        file.finish(outcome)?;
        let (width, height) = (image.width(), image.height());
        if flags.json {
            print_json(&Report { out: &self.out, width, height, bytes: png.len(), cells: count });
        }
        let size = bytes_text(png.len() as u64);
        terminal.note(format!("{}: {width} x {height} pixels, {size}", self.out.display()));
        Ok(())
    }
}

/// Returns the plane that was requested, or all of a table of two heaps.
fn plane(args: &RenderArgs, domain: &Domain) -> Result<Plane> {
    let typed = |error| typed_as("--plane", error);
    match (&args.plane, domain.heaps()) {
        (_, 1) => Err(Failure::usage(
            args.path.display(),
            "it is a table of one heap, which has no planes",
            "tabulate two heaps, as in subtraction:1,2+heaps=2",
        )),
        (Some(text), _) => Ok(Plane::parse(text, domain).map_err(typed)?),
        (None, 2) => Ok(Plane::whole(domain)?),
        (None, _) => {
            let (what, planes) = planes_of(domain);
            Err(Failure::usage(
                args.path.display(),
                &format!("it is a table of {what}, and a picture shows a plane"),
                &format!("choose one, as in {planes}"),
            ))
        }
    }
}

/// Returns how many heaps a domain of more than two has, and how the planes are typed that are shown of it.
pub fn planes_of(domain: &Domain) -> (&'static str, &'static str) {
    match domain.heaps() {
        0..=3 => ("three heaps", "--plane z=5 or --plane sum=60"),
        _ => ("four heaps", "--plane z=5,w=1 or --plane w=1,sum=60"),
    }
}

/// Checks that a picture may be written to a path, which was typed after a flag: nothing is there, or an
/// older picture, and the name promises no other format.
pub fn require_place(flag: &str, path: &Path) -> Result<()> {
    const MAGIC: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
    let Ok(found) = fs::metadata(path) else { return require_name(ImageFormat::Png, flag, path) };
    let mut start = Vec::new();
    let is_read = found.is_file()
        && File::open(path).and_then(|file| file.take(8).read_to_end(&mut start)).is_ok();
    if !is_read || start.is_empty() || start == MAGIC {
        return require_name(ImageFormat::Png, flag, path);
    }
    let problem = "a file that is not a picture exists at this path";
    let hint = "choose another path, as in wythoff.png";
    Err(Failure::usage(format!("{flag} {}", path.display()), problem, hint))
}

/// Checks that a name, which was typed after a flag, does not promise another format than that which is written.
pub fn require_name(format: ImageFormat, flag: &str, path: &Path) -> Result<()> {
    Ok(format.check_name(path).map_err(|error| typed_as(flag, error))?)
}
