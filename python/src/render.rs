//! Pictures of planes of stored tables.

use std::path::PathBuf;

use grundytab::domain::{Plane, Region};
use grundytab::picture::{Origin, Picture as Drawing};
use grundytab::table::TableReader;
use grundytab::{Error, InvalidInput, InvalidInputKind};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::number;
use crate::failure::raised;
use crate::picture_file;
use crate::running::run;
use crate::table::TableArgument;

/// A picture, which notebooks show.
#[pyclass(frozen, module = "grundytab")]
pub struct Picture {
    png: Vec<u8>,
    /// Its width in pixels.
    #[pyo3(get)]
    width: u32,
    /// Its height in pixels.
    #[pyo3(get)]
    height: u32,
}

#[pymethods]
impl Picture {
    /// The picture as a PNG file.
    #[getter]
    fn png<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.png)
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.png(py)
    }

    /// Writes the picture to a file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| picture_file::write(picture_file::create(&path)?, &self.png))
    }

    fn __repr__(&self) -> String {
        format!("<grundytab.Picture of {} x {} pixels>", self.width, self.height)
    }
}

/// One position, or several.
pub struct Positions(Vec<Vec<i64>>);

impl<'py> FromPyObject<'_, 'py> for Positions {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(position) = given.extract::<Vec<i64>>()
            && !position.is_empty()
        {
            return Ok(Positions(vec![position]));
        }
        given.extract().map(Positions).map_err(|_| {
            PyTypeError::new_err("a position or a list of positions is expected, as in [(3, 5)]")
        })
    }
}

/// How a plane is drawn, as it is passed.
struct Wishes<'a> {
    plane: Option<&'a str>,
    region: Option<&'a str>,
    palette: Option<&'a str>,
    invert: bool,
    scale: Option<String>,
    stretched: bool,
    origin: &'a str,
    highlight: Vec<Vec<u32>>,
    grid: bool,
    title: Option<&'a str>,
    bare: bool,
}

/// Draws a stored table, or a plane of it, and returns the picture, which notebooks show.
///
/// >>> grundytab.render("wythoff.zarr", palette="p-positions", out="wythoff.png")
///
/// Arguments:
///     table: a table, or its path.
///     out: a PNG file to write; a name with another ending is refused.
///     plane: of three heaps, those with one fixed, as in "z=5", or of one token sum, as in "sum=60".
///     region: columns and rows, as in "100..600,200..700"; the end is not part of it.
///     palette: "p-positions", "hue", "residue:3", "bit:0", "ones", "palaces", "classes", "viridis", ...
///         (`grundytab render --help` lists them); by default one that suits the quantity.
///     invert: exchange black and white, and run colour maps backwards.
///     scale: pixels for each cell, as in 4, or cells for each pixel, as in "1/16".
///     stretched: in a reduced picture in black and white, stretch the shares of black cells, so that thin
///         lines stay dark; False shows them as they are.
///     origin: where the cell (0, 0) is: "bottom-left" or "top-left".
///     highlight: a position that is marked, or several, with their options and winning moves.
///     grid: draw lines at the ticks of the axes.
///     title: the line above the picture; by default the game.
///     bare: draw the cells alone.
///     threads: by default one for each core.
#[pyfunction]
#[pyo3(signature = (
    table, *, out=None, plane=None, region=None, palette=None, invert=false, scale=None,
    stretched=true, origin="bottom-left", highlight=None, grid=false, title=None, bare=false,
    threads=None,
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub fn render(
    py: Python<'_>,
    table: TableArgument<'_>,
    out: Option<PathBuf>,
    plane: Option<&str>,
    region: Option<&str>,
    palette: Option<&str>,
    invert: bool,
    scale: Option<&Bound<'_, PyAny>>,
    stretched: bool,
    origin: &str,
    highlight: Option<Positions>,
    grid: bool,
    title: Option<&str>,
    bare: bool,
    threads: Option<i64>,
) -> PyResult<Picture> {
    let table = table.open()?;
    let scale = scale.map(|scale| scale.str().map(|text| text.to_string())).transpose()?;
    let heaps = |heaps: Vec<i64>| {
        let heaps = heaps.into_iter();
        heaps.map(|heap| number("highlight", heap, "it is a position of the table")).collect()
    };
    let highlight = highlight.map_or_else(Vec::new, |Positions(positions)| positions);
    let highlight: Result<Vec<Vec<u32>>, _> = highlight.into_iter().map(heaps).collect();
    let highlight = highlight.map_err(raised)?;
    let wishes = Wishes {
        plane,
        region,
        palette,
        invert,
        scale,
        stretched,
        origin,
        highlight,
        grid,
        title,
        bare,
    };
    // A path that cannot be written is found out before a large table is read.
    let file = out.as_deref().map(picture_file::create).transpose()?;
    let (image, png) = run(py, threads, |control| {
        let image =
            wishes.drawing(&table).and_then(|drawing| drawing.draw(control)).map_err(raised)?;
        let png = image.to_png(control).map_err(raised)?;
        Ok((image, png))
    })?;
    if let Some(file) = file {
        py.detach(|| picture_file::write(file, &png))?;
    }
    Ok(Picture { png, width: image.width(), height: image.height() })
}

impl Wishes<'_> {
    /// Returns what is to be drawn.
    fn drawing<'t>(&self, table: &'t TableReader) -> Result<Drawing<'t>, Error> {
        table.require_complete()?;
        let plane = self.plane(table)?;
        let region = self.region.map(Region::parse).transpose()?;
        let cells = plane.rectangle(region.as_ref())?;
        let mut drawing = Drawing::of_plane(table, plane)
            .cells(cells)?
            .inverted(self.invert)
            .stretched(self.stretched)
            .origin(self.origin()?)
            .grid_lines(self.grid)
            .bare(self.bare);
        if let Some(palette) = self.palette {
            drawing = drawing.palette(palette.parse()?)?;
        }
        if let Some(scale) = &self.scale {
            drawing = drawing.scale(scale.parse()?);
        }
        if let Some(title) = self.title {
            drawing = drawing.title(title);
        }
        for heaps in &self.highlight {
            drawing = drawing.highlight(heaps)?;
        }
        Ok(drawing)
    }

    fn plane(&self, table: &TableReader) -> Result<Plane, InvalidInput> {
        let domain = table.plan().job().domain();
        let refuse = |problem: &str, hint: &str| {
            let path = table.path().display();
            Err(InvalidInput::new(InvalidInputKind::WrongHeapCount, path, problem, hint))
        };
        match (self.plane, domain.heaps()) {
            (_, 1) => refuse(
                "it is a table of one heap, which has no planes",
                "tabulate two heaps, as in subtraction:1,2+heaps=2",
            ),
            (None, 3) => refuse(
                "it is a table of three heaps, of which a picture shows a plane",
                "choose one, as in plane=\"z=5\" or plane=\"sum=60\"",
            ),
            (None, 4) => refuse(
                "it is a table of four heaps, of which a picture shows a plane",
                "choose one, as in plane=\"z=5,w=1\" or plane=\"w=1,sum=60\"",
            ),
            (Some(text), _) => Plane::parse(text, domain),
            (None, _) => Plane::whole(domain),
        }
    }

    fn origin(&self) -> Result<Origin, InvalidInput> {
        match self.origin {
            "bottom-left" => Ok(Origin::BottomLeft),
            "top-left" => Ok(Origin::TopLeft),
            other => Err(InvalidInput::new(
                InvalidInputKind::UnknownName,
                other,
                "there is no origin of this name",
                "it is bottom-left or top-left",
            )),
        }
    }
}
