//! Drawings as pixels, by tiny-skia.

use tiny_skia::{FillRule, Paint, PathBuilder, Pixmap, Rect, Shader, Stroke, Transform};

use super::{Drawing, Image, Ink, Item, PlacedImage, Shape, letters};
use crate::figures::drawing::Color;
use grundytab::control::{Control, Interrupted};

/// So many rows of pixels are drawn at once, so that a large picture takes the memory of its pixels alone.
const ROWS: u32 = 256;

/// Returns a drawing as pixels.
pub(super) fn image_of(drawing: &Drawing, control: &Control) -> Result<Image, Interrupted> {
    let [width, height] = drawing.size();
    let mut image = Image::new(width, height, Color::WHITE);
    if let Some(placed) = &drawing.image {
        lay(&mut image, placed);
    }
    let Some(mut pixmap) = Pixmap::new(width, ROWS.min(height)) else { return Ok(image) };
    for top in (0..height).step_by(ROWS as usize) {
        control.proceed()?;
        let rows = ROWS.min(height - top);
        let reach = top as f32..(top + rows) as f32;
        let items = drawing.items.iter().filter(|item| {
            let [above, below] = item.height();
            above <= reach.end && below >= reach.start
        });
        let mut items = items.peekable();
        if items.peek().is_none() {
            continue;
        }
        let bytes = image.rows_of_bytes(top, rows);
        for (pixel, from) in
            pixmap.data_mut().as_chunks_mut::<4>().0.iter_mut().zip(bytes.as_chunks::<3>().0)
        {
            *pixel = [from[0], from[1], from[2], 255];
        }
        items
            .for_each(|item| draw(item, &mut pixmap, Transform::from_translate(0.0, -reach.start)));
        for (pixel, to) in pixmap.data().as_chunks::<4>().0.iter().zip(bytes.as_chunks_mut::<3>().0)
        {
            to.copy_from_slice(&pixel[..3]);
        }
    }
    Ok(image)
}

/// Lays an image into its rectangle. Each pixel of the rectangle has the colour of a pixel of the image.
fn lay(to: &mut Image, PlacedImage { image, at: [left, top, width, height], .. }: &PlacedImage) {
    let nearest = |at: u32, length: f32, pixels: u32| {
        (((at as f32 + 0.5) * pixels as f32 / length) as u32).min(pixels.saturating_sub(1))
    };
    let (columns, rows) = (width.round() as u32, height.round() as u32);
    let left = left.round() as usize;
    let of_image: Vec<usize> =
        (0..columns).map(|column| 3 * nearest(column, *width, image.width()) as usize).collect();
    for row in 0..rows {
        let from = image.row(nearest(row, *height, image.height()));
        let to = to.rows_of_bytes(top.round() as u32 + row, 1);
        let pixels = to.get_mut(3 * left..).unwrap_or_default().as_chunks_mut::<3>().0;
        for (pixel, &from_column) in pixels.iter_mut().zip(&of_image) {
            if let Some(color) = from.get(from_column..from_column + 3) {
                pixel.copy_from_slice(color);
            }
        }
    }
}

impl Item {
    /// Returns between which heights it lies, at most.
    fn height(&self) -> [f32; 2] {
        match self {
            Item::Shape { shape, width, .. } => {
                let [least, largest] = match shape {
                    Shape::Rectangle([_, top, _, height]) => [*top, top + height],
                    Shape::Rectangles(all) => {
                        let tops = all.iter().map(|at| at[1]).fold(f32::MAX, f32::min);
                        let ends = all.iter().map(|at| at[1] + at[3]).fold(f32::MIN, f32::max);
                        [tops, ends]
                    }
                    Shape::Points(points) => {
                        let heights = || points.iter().map(|point| point[1]);
                        [heights().fold(f32::MAX, f32::min), heights().fold(f32::MIN, f32::max)]
                    }
                    Shape::Circle([_, y], radius) => [y - radius, y + radius],
                };
                let beyond = width.unwrap_or(0.0);
                [least - beyond, largest + beyond]
            }
            Item::Text { at, letters, text, is_upright, .. } => {
                let reach = if *is_upright { letters.width(text) } else { 2.0 * letters.size };
                [at[1] - reach, at[1] + reach]
            }
        }
    }
}

fn paint(ink: Ink) -> Paint<'static> {
    let [red, green, blue] = ink.color.rgb;
    let alpha = (255.0 * ink.opacity).round() as u8;
    let shader = Shader::SolidColor(tiny_skia::Color::from_rgba8(red, green, blue, alpha));
    Paint { shader, anti_alias: true, ..Paint::default() }
}

/// Begins a path through points.
fn through(points: &[[f32; 2]]) -> PathBuilder {
    let mut builder = PathBuilder::new();
    for (index, [x, y]) in points.iter().enumerate() {
        if index == 0 { builder.move_to(*x, *y) } else { builder.line_to(*x, *y) }
    }
    builder
}

fn draw(item: &Item, pixmap: &mut Pixmap, transform: Transform) {
    let (path, ink, width, transform) = match item {
        Item::Shape { shape: Shape::Rectangle([left, top, width, height]), ink, .. } => {
            if let Some(rectangle) = Rect::from_xywh(*left, *top, *width, *height) {
                pixmap.fill_rect(rectangle, &paint(*ink), transform, None);
            }
            return;
        }
        Item::Shape { shape: Shape::Rectangles(all), ink, width } => {
            let mut builder = PathBuilder::new();
            let all = all.iter().filter_map(|[x, y, w, h]| Rect::from_xywh(*x, *y, *w, *h));
            all.for_each(|rectangle| builder.push_rect(rectangle));
            (builder.finish(), *ink, *width, transform)
        }
        Item::Shape { shape: Shape::Points(points), ink, width } => {
            (through(points).finish(), *ink, *width, transform)
        }
        Item::Shape { shape: Shape::Circle([x, y], radius), ink, width } => {
            (PathBuilder::from_circle(*x, *y, *radius), *ink, *width, transform)
        }
        Item::Text { at: [x, y], letters, anchor, text, is_upright, is_slanted } => {
            let turned = if *is_upright { -90.0 } else { 0.0 };
            let slant = if *is_slanted { letters::SLANT } else { 0.0 };
            let transform = transform
                .pre_translate(*x, *y)
                .pre_concat(Transform::from_rotate(turned))
                .pre_translate(-letters.before(*anchor, text), 0.0)
                .pre_scale(letters.em(), -letters.em())
                .pre_concat(Transform::from_row(1.0, 0.0, slant, 1.0, 0.0, 0.0));
            (letters::outline(text), letters.color.into(), None, transform)
        }
    };
    let (Some(path), paint) = (path, paint(ink)) else { return };
    match width {
        None => pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None),
        Some(width) => {
            let stroke = Stroke { width, ..Stroke::default() };
            pixmap.stroke_path(&path, &paint, &stroke, transform, None);
        }
    }
}
