//! Pictures of tables: planes of values become images.
//!
//! A [`Picture`] says what is drawn and how: the cells of a plane, a [`Palette`], a [`Scale`]. Drawing it
//! reads the tiles of the table, each once, on all threads, and adds their cells up to pixels
//! (`picture/grid.rs`), so that a picture takes the memory of its pixels, however large the table is.
//!
//! | file | what it does |
//! |---|---|
//! | `picture/draw.rs` | what is drawn, and how: the parts in their order |
//! | `picture/palette.rs`, `shades.rs` | palettes as users name them; the colour of every value |
//! | `picture/source.rs`, `grid.rs`, `reductions.rs` | cells come tile by tile and are added up to pixels |
//! | `picture/scale.rs`, `plot.rs` | where the pixels of a cell lie: squares, or hexagons of a layer |
//! | `picture/figure.rs`, `legend.rs`, `ticks.rs`, `text.rs`, `marks.rs` | what stands around the cells, and over them |
//! | `picture/color.rs`, `image.rs` | colours in linear light; pixels, and their PNG file |
//! | `picture/image_format.rs` | how the names of the files end that are written |

mod color;
mod draw;
mod figure;
mod grid;
mod image;
mod image_format;
mod legend;
mod marks;
mod palette;
mod plot;
mod reductions;
mod scale;
mod shades;
mod source;
mod text;
mod ticks;
mod value_colors;

pub use color::Color;
pub use draw::Picture;
pub use image::Image;
pub use image_format::ImageFormat;
pub use palette::{ColorMap, Palette};
pub use plot::Origin;
pub use scale::Scale;
