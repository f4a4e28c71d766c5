//! Arrays in NumPy's files: a header that says type, order and shape, and the values. Source: the documentation of
//! `numpy.lib.format`.

use std::path::Path;

use super::array::{GivenArray, MISSING};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};

/// What each file begins with, before the two bytes of the version.
const MAGIC: &[u8] = b"\x93NUMPY";

/// Reads the file at a path: an array of whole numbers or truth values; of floats NaN is a missing value. With it comes whether its values are true and false.
///
/// # Errors
/// When it holds something else.
pub fn read_npy(path: &Path, file: &[u8]) -> Result<(GivenArray, bool), InvalidInput> {
    let refuse = |problem: String| {
        let hint = "give an array of whole numbers or truth values with 1 to 4 axes, as numpy.save writes it";
        InvalidInput::new(InvalidInputKind::Syntax, path.display(), problem, hint)
    };
    let (header, data) = header(file).ok_or_else(|| refuse("it is no file of NumPy".into()))?;
    let kind = entry(header, "descr").unwrap_or_default().trim_matches(['\'', '"']);
    let shape = entry(header, "shape").unwrap_or_default();
    let sides = shape.split(',').map(str::trim).filter(|side| !side.is_empty());
    let shape: Option<Vec<u32>> = sides.map(|side| side.parse().ok()).collect();
    let shape = shape.ok_or_else(|| refuse("its shape cannot be read".into()))?;
    let values = values(kind, data).ok_or_else(|| {
        refuse(format!("its values are of the type {kind:?}, or not all of them are whole numbers"))
    })?;
    let values = match entry(header, "fortran_order") {
        Some("True") => in_row_major_order(&shape, &values),
        _ => values,
    };
    Ok((
        GivenArray::new(&shape, values).map_err(|error| error.within(path.display()))?,
        kind.ends_with("b1"),
    ))
}

/// Splits a file into its header and its values.
fn header(file: &[u8]) -> Option<(&str, &[u8])> {
    let (version, rest) = file.strip_prefix(MAGIC)?.split_at_checked(2)?;
    let (length, rest) = match version[0] {
        1 => rest
            .split_first_chunk()
            .map(|(bytes, rest)| (u16::from_le_bytes(*bytes).into(), rest))?,
        _ => rest
            .split_first_chunk()
            .map(|(bytes, rest)| (u32::from_le_bytes(*bytes) as usize, rest))?,
    };
    let (header, data) = rest.split_at_checked(length)?;
    Some((std::str::from_utf8(header).ok()?, data))
}

/// Returns what a key of the header stands for, without the parentheses of a tuple.
fn entry<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let rest = header.split_once(&format!("'{key}':"))?.1.trim_start();
    match rest.strip_prefix('(') {
        Some(tuple) => tuple.split_once(')').map(|(within, _)| within),
        None => rest.split([',', '}']).next().map(str::trim),
    }
}

/// Reads values of a type.
fn values(kind: &str, data: &[u8]) -> Option<Vec<i64>> {
    let is_big_endian = kind.starts_with('>');
    macro_rules! read {
        ($number:ty, $value:expr) => {
            data.chunks_exact(size_of::<$number>())
                .map(|bytes| {
                    let mut bytes: [u8; size_of::<$number>()] = bytes.try_into().ok()?;
                    if is_big_endian {
                        bytes.reverse();
                    }
                    $value(<$number>::from_le_bytes(bytes))
                })
                .collect()
        };
    }
    fn whole<N: TryInto<i64>>(number: N) -> Option<i64> {
        number.try_into().ok().filter(|&number| number != MISSING)
    }
    let of_float = |number: f64| match number {
        _ if number.is_nan() => Some(MISSING),
        // Whole numbers below 2^53 are exact.
        _ if number.fract() == 0.0 && number.abs() < 9e15 => Some(number as i64),
        _ => None,
    };
    match kind.trim_start_matches(['<', '>', '|', '=']) {
        "b1" | "u1" => Some(data.iter().map(|&value| value.into()).collect()),
        "i1" => read!(i8, whole),
        "i2" => read!(i16, whole),
        "i4" => read!(i32, whole),
        "i8" => read!(i64, whole),
        "u2" => read!(u16, whole),
        "u4" => read!(u32, whole),
        "u8" => read!(u64, whole),
        "f4" => read!(f32, |number| of_float(f64::from(number))),
        "f8" => read!(f64, of_float),
        _ => None,
    }
}

/// Puts the values of an array that has its columns one after the other into row-major order.
fn in_row_major_order(shape: &[u32], values: &[i64]) -> Vec<i64> {
    let sides: Vec<usize> = shape.iter().map(|&side| side as usize).collect();
    let index = |mut cell: usize| {
        let mut at = vec![0; sides.len()];
        for (axis, side) in sides.iter().enumerate().rev() {
            (at[axis], cell) = (cell % side, cell / side);
        }
        at.iter().zip(&sides).rev().fold(0, |index, (at, side)| index * side + at)
    };
    (0..values.len()).filter_map(|cell| values.get(index(cell)).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(descr: &str, order: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let header =
            format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
        let length = (header.len() as u16).to_le_bytes();
        [MAGIC, &[1, 0], &length, header.as_bytes(), data].concat()
    }

    /// Catches another order or type of values, and files that are something else.
    #[test]
    fn arrays_of_numpy_are_read() {
        let path = Path::new("array.npy");
        let nan = [2.0, f64::NAN].map(f64::to_le_bytes).concat();
        for (file, expected) in [
            (
                file("|u1", "False", "(2, 3)", &[0, 1, 2, 3, 4, 5]),
                Some((vec![2, 3], vec![0, 1, 2, 3, 4, 5])),
            ),
            (
                file("|u1", "True", "(2, 3)", &[0, 1, 2, 3, 4, 5]),
                Some((vec![2, 3], vec![0, 2, 4, 1, 3, 5])),
            ),
            (file("<i2", "False", "(2,)", &[1, 0, 255, 255]), Some((vec![2], vec![1, -1]))),
            (file(">i2", "False", "(1,)", &[1, 0]), Some((vec![1], vec![256]))),
            (file("<f8", "False", "(2,)", &nan), Some((vec![2], vec![2, MISSING]))),
            (file("<f8", "False", "(1,)", &0.5_f64.to_le_bytes()), None),
            (file("|u1", "False", "(2, 3)", &[0, 1]), None),
            (file("<c16", "False", "(1,)", &[0; 16]), None),
            (b"\x93NUMPY\x01\x00\xff\xff{".to_vec(), None),
            (b"PK".to_vec(), None),
        ] {
            let expected =
                expected.map(|(shape, values)| GivenArray::new(&shape, values).expect("an array"));
            assert_eq!(
                read_npy(path, &file).ok().map(|(array, _)| array),
                expected,
                "{}",
                String::from_utf8_lossy(&file)
            );
        }
    }
}
