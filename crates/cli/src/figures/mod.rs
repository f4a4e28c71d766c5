//! Figures: `picture` turns planes of tables into pictures, `drawing` turns texts, lines, shapes and an image into SVG, PDF and
//! PNG files, of which plots are made too.

pub mod drawing;
pub mod picture;
