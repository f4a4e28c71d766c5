//! Images: a rectangle of pixels, and the PNG file that they make.

use std::collections::BTreeMap;
use std::io::{self, Write};

use png::{BitDepth, ColorType, Compression, Encoder, PixelDimensions};

use super::color::Color;
use grundytab::control::{Control, Interrupted};

/// Images of more pixels are compressed less, but in seconds.
const LARGE_IMAGE: u64 = 1 << 24;

/// After this many bytes of an image the control is checked again.
const BYTES_BETWEEN_QUESTIONS: usize = 1 << 20;

/// A rectangle of pixels. Pixel (0, 0) is at the top left.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    /// Red, green and blue of each pixel, row after row from the top.
    bytes: Vec<u8>,
}

impl Image {
    /// Makes an image of one colour.
    pub fn new(width: u32, height: u32, color: Color) -> Self {
        let bytes = color.rgb.repeat(width as usize * height as usize);
        Image { width, height, bytes }
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the colour of a pixel, if it is in the image.
    #[cfg(test)]
    pub fn pixel(&self, x: u32, y: u32) -> Option<Color> {
        let at = self.offset(i64::from(x), i64::from(y))?;
        self.bytes.get(at..at + 3)?.try_into().ok().map(|rgb| Color { rgb })
    }

    /// Returns a row of pixels, as bytes.
    pub(crate) fn row(&self, row: u32) -> &[u8] {
        let bytes = 3 * self.width as usize;
        self.bytes.get(row as usize * bytes..(row as usize + 1) * bytes).unwrap_or_default()
    }

    /// Returns some rows of pixels, as bytes that can be changed.
    pub(super) fn rows_of_bytes(&mut self, first: u32, rows: u32) -> &mut [u8] {
        let (bytes, first) = (3 * self.width as usize, first as usize);
        self.bytes.get_mut(first * bytes..(first + rows as usize) * bytes).unwrap_or_default()
    }

    #[cfg(test)]
    fn offset(&self, x: i64, y: i64) -> Option<usize> {
        let inside =
            (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y);
        inside.then(|| 3 * (y as usize * self.width as usize + x as usize))
    }

    /// Returns the rows of pixels from the top, as bytes that can be changed.
    pub(crate) fn rows_mut(&mut self) -> std::slice::ChunksExactMut<'_, u8> {
        self.bytes.chunks_exact_mut(3 * self.width.max(1) as usize)
    }

    /// Returns the bytes of a PNG file: with a palette if the image has at most 256 colours. Large images take seconds.
    ///
    /// # Errors
    /// When the control interrupts.
    pub fn to_png(&self, control: &Control) -> Result<Vec<u8>, Interrupted> {
        self.to_png_file(None, &[], control)
    }

    /// Returns the bytes of a PNG file that says how many pixels are an inch, and texts with their keys.
    pub(super) fn to_png_file(
        &self,
        pixels_per_inch: Option<f32>,
        texts: &[(&'static str, &str)],
        control: &Control,
    ) -> Result<Vec<u8>, Interrupted> {
        let mut png = Vec::new();
        let mut encoder = Encoder::new(&mut png, self.width, self.height);
        if let Some(pixels_per_inch) = pixels_per_inch {
            let per_meter = (pixels_per_inch / 0.0254).round() as u32;
            let (xppu, yppu, unit) = (per_meter, per_meter, png::Unit::Meter);
            encoder.set_pixel_dims(Some(PixelDimensions { xppu, yppu, unit }));
        }
        // Writing to memory fails only if it is interrupted.
        for (key, text) in texts {
            encoder.add_itxt_chunk((*key).into(), (*text).into()).map_err(|_| Interrupted)?;
        }
        self.write_png(encoder, control).map_err(|_| Interrupted)?;
        Ok(png)
    }

    fn write_png<'a>(
        &self,
        mut encoder: Encoder<'a, impl Write + 'a>,
        control: &Control,
    ) -> io::Result<()> {
        let is_large = u64::from(self.width) * u64::from(self.height) > LARGE_IMAGE;
        encoder.set_compression(if is_large { Compression::Balanced } else { Compression::High });
        let indexed = self.indexed();
        match &indexed {
            Some((colors, depth, _)) => {
                encoder.set_color(ColorType::Indexed);
                encoder.set_depth(*depth);
                encoder.set_palette(colors.clone());
                // Indices of neighbours have no differences to speak of.
                encoder.set_filter(png::Filter::NoFilter);
            }
            None => encoder.set_color(ColorType::Rgb),
        }
        let data = indexed.as_ref().map_or(&self.bytes, |(_, _, indices)| indices);
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer()?;
        for part in data.chunks(BYTES_BETWEEN_QUESTIONS) {
            if control.is_interrupted() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            stream.write_all(part)?;
        }
        stream.finish()?;
        writer.finish()?;
        Ok(())
    }

    /// Returns the colours of the image and the index of the colour of each pixel, packed as PNG packs
    /// them, if there are at most 256 colours.
    fn indexed(&self) -> Option<(Vec<u8>, BitDepth, Vec<u8>)> {
        let mut colors: BTreeMap<[u8; 3], u8> = BTreeMap::new();
        let mut last = None;
        for pixel in self.bytes.as_chunks::<3>().0 {
            if last != Some(pixel) {
                last = Some(pixel);
                colors.insert(*pixel, 0);
                if colors.len() > 256 {
                    return None;
                }
            }
        }
        for (index, place) in (0..=255).zip(colors.values_mut()) {
            *place = index;
        }
        let (depth, per_byte) = match colors.len() {
            0..=2 => (BitDepth::One, 8),
            3..=4 => (BitDepth::Two, 4),
            5..=16 => (BitDepth::Four, 2),
            _ => (BitDepth::Eight, 1),
        };
        let width = self.width.max(1) as usize;
        let mut packed = Vec::with_capacity(width.div_ceil(per_byte) * self.height as usize);
        let (mut last, mut index) = ([0; 3], colors.get(&[0; 3]).copied().unwrap_or(0));
        for row in self.bytes.chunks_exact(3 * width) {
            for group in row.as_chunks::<3>().0.chunks(per_byte) {
                let mut byte = 0_u8;
                for (place, pixel) in group.iter().enumerate() {
                    if *pixel != last {
                        (last, index) = (*pixel, colors.get(pixel).copied().unwrap_or(0));
                    }
                    byte |= index << (8 / per_byte * (per_byte - 1 - place));
                }
                packed.push(byte);
            }
        }
        let colors: Vec<[u8; 3]> = colors.into_keys().collect();
        Some((colors.concat(), depth, packed))
    }
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Image").field("width", &self.width).field("height", &self.height).finish()
    }
}
