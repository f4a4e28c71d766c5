//! Cells and pixels as the page reads them: numbers in little-endian order, row after row.

use std::ops::Range;

use grundytab::domain::{Plane, Rectangle};
use grundytab::error::Error;
use grundytab::table::Channel;
use grundytab::{InvalidInput, InvalidInputKind, ValueType};

use super::answer::Answer;
use super::overview::MOST_CELLS_ADDED_UP;
use super::subject::Subject;

/// The most cells or pixels of one answer.
pub const MOST: u64 = 1 << 20;

/// Returns the type in which values are sent, whose fill value stands for cells outside the domain.
pub fn sent_type(subject: &Subject) -> ValueType {
    match subject.table.plan().value_type() {
        // A sum may have the fill value of a narrower type.
        _ if subject.heap > 0 => ValueType::U32,
        // An outcome is 0 or 1, and 255 outside the domain.
        ValueType::Bool => ValueType::U8,
        stored => stored,
    }
}

/// Sends the values of a rectangle.
pub fn values(subject: &Subject, plane: &Plane, cells: &Rectangle) -> Result<Answer, Error> {
    check_size(cells, 1, MOST)?;
    let sent = sent_type(subject);
    let values = subject.table.plane_values(plane, cells, &subject.control)?;
    let mut body = Vec::with_capacity(values.len() * sent.bytes());
    for value in values {
        let value = value.map_or(sent.fill(), |value| subject.shown(value));
        // The lower bytes of a value in two's complement are those of a narrower type.
        body.extend_from_slice(&value.to_le_bytes()[..sent.bytes()]);
    }
    Ok(Answer::numbers(body))
}

/// Sends the pixels of a rectangle: each channel in turn, as 32-bit floating-point numbers, which are no
/// numbers where no position is.
pub fn pixels(
    subject: &Subject,
    plane: &Plane,
    cells: &Rectangle,
    level: u32,
) -> Result<Answer, Error> {
    let factor = 1 << level;
    check_size(cells, factor, MOST)?;
    if let Some(overview) = subject.overview {
        // The overview has no sums: they are added up anew.
        if subject.heap == 0
            && level >= overview.first_level()
            && let Some(pixels) = whole_pixels(plane, cells, factor)
        {
            let (numbers, is_final) = overview.pixels(level, &pixels, &subject.control)?;
            // The page asks again while the overview is made.
            return Ok(Answer { is_final, ..Answer::numbers(bytes(numbers)) });
        }
        check_size(cells, 1, MOST_CELLS_ADDED_UP)?;
    }
    let table = subject.table;
    // What lies beside is looked at next.
    let pixels = table.pixels(plane, cells, factor, subject.heap, true, &subject.control)?;
    let channels = Channel::of(table.plan().job().quantity());
    let numbers = channels.iter().flat_map(|&channel| pixels.channel(channel));
    Ok(Answer::numbers(bytes(numbers)))
}

/// Returns numbers in little-endian order.
fn bytes(numbers: impl IntoIterator<Item = f32>) -> Vec<u8> {
    numbers.into_iter().flat_map(f32::to_le_bytes).collect()
}

/// Returns the pixels of an overview that a rectangle of cells covers, if it cuts none of them.
fn whole_pixels(plane: &Plane, cells: &Rectangle, factor: u32) -> Option<Rectangle> {
    let pixels = |range: &Range<u32>, side: u32| {
        let begins = range.start.is_multiple_of(factor);
        let ends = range.end.is_multiple_of(factor) || range.end == side;
        (begins && ends).then(|| range.start / factor..range.end.div_ceil(factor))
    };
    Some(Rectangle {
        columns: pixels(&cells.columns, plane.columns())?,
        rows: pixels(&cells.rows, plane.rows())?,
    })
}

/// Refuses a rectangle of more pixels than this.
fn check_size(cells: &Rectangle, factor: u32, most: u64) -> Result<(), InvalidInput> {
    let count = cells.sides().iter().map(|side| u64::from(side.div_ceil(factor))).product();
    check_count(count, most, || format!("{:?},{:?}", cells.columns, cells.rows))
}

/// Refuses more cells or pixels than this; `text` is what was asked for.
pub fn check_count(count: u64, most: u64, text: impl Fn() -> String) -> Result<(), InvalidInput> {
    if count <= most {
        return Ok(());
    }
    let problem = format!("it has {count} cells or pixels");
    let hint = format!("at most {most} are sent or added up at once");
    Err(InvalidInput::new(InvalidInputKind::TooLarge, text(), problem, hint))
}
