//! Drawings as pixels, by tiny-skia.

use tiny_skia::{FillRule, Paint, PathBuilder, Pixmap, Rect, Shader, Stroke, Transform};
use ttf_parser::OutlineBuilder;

use super::{Drawing, Image, Ink, Item, PlacedImage, letters};
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
            Item::Rectangle { at, .. } => [at[1], at[1] + at[3]],
            Item::Line { points, width, .. } => {
                let [least, largest] = heights(points);
                [least - width, largest + width]
            }
            Item::Polygon { corners, .. } => heights(corners),
            Item::Circle { middle, radius, width, .. } => {
                let reach = radius + width.unwrap_or(0.0);
                [middle[1] - reach, middle[1] + reach]
            }
            Item::Text { at, letters, text, is_upright, .. } => {
                let reach = if *is_upright { letters.width(text) } else { 2.0 * letters.size };
                [at[1] - reach, at[1] + reach]
            }
        }
    }
}

/// Returns the least and the largest height of points.
fn heights(points: &[[f32; 2]]) -> [f32; 2] {
    let heights = || points.iter().map(|point| point[1]);
    [heights().fold(f32::MAX, f32::min), heights().fold(f32::MIN, f32::max)]
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
    match item {
        Item::Rectangle { at: [left, top, width, height], ink } => {
            if let Some(rectangle) = Rect::from_xywh(*left, *top, *width, *height) {
                pixmap.fill_rect(rectangle, &paint(*ink), transform, None);
            }
        }
        Item::Polygon { corners, ink } => {
            if let Some(path) = through(corners).finish() {
                pixmap.fill_path(&path, &paint(*ink), FillRule::Winding, transform, None);
            }
        }
        Item::Line { points, ink, width } => {
            let stroke = Stroke { width: *width, ..Stroke::default() };
            if let Some(path) = through(points).finish() {
                pixmap.stroke_path(&path, &paint(*ink), &stroke, transform, None);
            }
        }
        Item::Circle { middle: [x, y], radius, ink, width } => {
            let Some(path) = PathBuilder::from_circle(*x, *y, *radius) else { return };
            let paint = paint(*ink);
            match width {
                None => pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None),
                Some(width) => {
                    let stroke = Stroke { width: *width, ..Stroke::default() };
                    pixmap.stroke_path(&path, &paint, &stroke, transform, None);
                }
            }
        }
        Item::Text { at: [x, y], letters, anchor, text, is_upright } => {
            let mut outline = Outline(PathBuilder::new());
            letters::outline(text, &mut outline);
            let Some(path) = outline.0.finish() else { return };
            let turned = if *is_upright { -90.0 } else { 0.0 };
            let transform = transform
                .pre_translate(*x, *y)
                .pre_concat(Transform::from_rotate(turned))
                .pre_translate(-letters.before(*anchor, text), 0.0)
                .pre_scale(letters.em(), -letters.em());
            pixmap.fill_path(
                &path,
                &paint(letters.color.into()),
                FillRule::Winding,
                transform,
                None,
            );
        }
    }
}

/// Passes outlines of letters on to tiny-skia.
struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
