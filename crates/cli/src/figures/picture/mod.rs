//! Pictures of tables: planes of values become images.
//!
//! A [`Picture`] says what is drawn and how: the cells of a plane, a [`Palette`], a [`Scale`]. Drawing it
//! reads the tiles of the table, each once, on all threads, and adds their cells up to pixels
//! (`picture/grid.rs`), so that a picture takes the memory of its pixels, however large the table is.
//!
//! | file | what it does |
//! |---|---|
//! | `picture/draw.rs`, `compose.rs` | what is drawn, and how; the parts in their order |
//! | `picture/palette.rs`, `shades.rs` | palettes as users name them; the colour of every value |
//! | `picture/cells.rs`, `source.rs`, `grid.rs`, `reductions.rs`, `verdicts.rs` | cells come tile by tile and are added up to pixels |
//! | `picture/scale.rs`, `plot.rs` | where the pixels of a cell lie: squares, or hexagons of a layer |
//! | `picture/figure.rs`, `caption.rs`, `axes.rs` | what stands around the cells: its layout, texts, numbers |
//! | `picture/legend.rs`, `legend_box.rs`, `legend_drawing.rs`, `free_corner.rs` | what colours and marks mean; where a legend says it |
//! | `picture/highlight.rs`, `set_marks.rs` | what lies over the cells: moves of a position, marks of sets |
//! | `picture/sets.rs`, `blocks.rs` | sets of positions that are marked: P-positions, counterexamples, conditions; their shares of cells |
//! | `picture/limits.rs` | which values the colours are spread over |
//!
//! What is drawn is a [`Drawing`](crate::figures::drawing::Drawing), which becomes a file.

mod axes;
mod bands;
mod blocks;
mod caption;
mod cells;
mod compose;
mod draw;
mod draws;
mod figure;
mod free_corner;
mod grid;
mod highlight;
mod legend;
mod legend_box;
mod legend_drawing;
mod limits;
mod palette;
mod plot;
mod reductions;
mod scale;
mod set_marks;
mod sets;
mod shades;
mod source;
mod verdicts;

pub use crate::figures::drawing::ImageFormat;
pub use draw::Picture;
pub use limits::Limits;
pub use palette::{ColorMap, Palette};
pub use plot::Origin;
pub use scale::Scale;
pub use set_marks::shapes_of_sets;
pub use sets::{FoundSet, PositionSet, require_few_sets};
