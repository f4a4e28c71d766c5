//! BloscLZ, the compressor that Blosc has of its own, which this program does not write.
//!
//! A stream is a sequence of *literals*, bytes as they are, and *matches*, bytes that were there before. Each
//! begins with a control byte c; the first one is that of literals, whatever its high bits are:
//!
//! | c | bytes that follow | what it stands for |
//! |---|---|---|
//! | below 32 | c + 1 | these bytes |
//! | 32 l + h, l < 7 | d | l + 2 bytes from 256 h + d + 1 bytes before |
//! | 32 * 7 + h | e, ..., e, d | 9 bytes and as many as the sum of all e, of which all but the last are 255; from there too |
//!
//! Where h is 31 and d is 255, two more bytes are a number n, with its high byte first, and the distance is
//! n + 8192. A stream ends with literals. See `blosclz_decompress` of c-blosc 1.21.

/// The least distance that is stored as a number of its own.
const FAR: usize = 8192;

/// Decompresses a stream into the beginning of `output`; returns how many bytes it has.
///
/// # Errors
/// What is wrong with it.
pub(super) fn decompress(stream: &[u8], output: &mut [u8]) -> Result<usize, String> {
    let mut stream = Stream(stream);
    let mut written = 0;
    let mut control = stream.byte()? & 31;
    loop {
        if control < 32 {
            let literals = stream.take(control + 1)?;
            room(output, written, literals.len())?.copy_from_slice(literals);
            written += literals.len();
            if stream.0.is_empty() {
                return Ok(written);
            }
        } else {
            let (length, distance) = stream.read_match(control)?;
            room(output, written, length)?;
            if distance > written {
                return Err("a match lies before the first byte".into());
            }
            if distance >= length {
                output.copy_within(written - distance..written - distance + length, written);
            } else {
                // What is copied is read again.
                for place in written..written + length {
                    output[place] = output[place - distance];
                }
            }
            written += length;
        }
        control = stream.byte()?;
    }
}

/// Returns where the next bytes are written.
fn room(output: &mut [u8], written: usize, length: usize) -> Result<&mut [u8], String> {
    let free = &mut output[written..];
    free.get_mut(..length).ok_or_else(|| "it is too long".into())
}

/// The part of a stream that is not read yet.
struct Stream<'a>(&'a [u8]);

impl<'a> Stream<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or("it ends early")?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<usize, String> {
        Ok(usize::from(self.take(1)?[0]))
    }

    /// Reads what follows the control byte of a match: its length and its distance.
    fn read_match(&mut self, control: usize) -> Result<(usize, usize), String> {
        let (mut length, high) = ((control >> 5) + 2, control & 31);
        if control >> 5 == 7 {
            loop {
                let more = self.byte()?;
                length += more;
                if more < 255 {
                    break;
                }
            }
        }
        let low = self.byte()?;
        let distance = match (high, low) {
            (31, 255) => FAR + 256 * self.byte()? + self.byte()?,
            _ => 256 * high + low + 1,
        };
        Ok((length, distance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decompressed(stream: &[u8], length: usize) -> Result<Vec<u8>, String> {
        let mut output = vec![0; length];
        let written = decompress(stream, &mut output)?;
        output.truncate(written);
        Ok(output)
    }

    /// Catches a length or a distance that is read as another: streams made by hand after the table above.
    #[test]
    fn literals_and_matches_become_bytes() {
        // The high bits of the first control byte say nothing.
        assert_eq!(decompressed(b"\x02abc", 9), Ok(b"abc".to_vec()));
        assert_eq!(decompressed(b"\xe2abc", 9), Ok(b"abc".to_vec()));
        // Three bytes from three before; three from one before, which are read again.
        assert_eq!(decompressed(b"\x02abc\x20\x02\x00d", 9), Ok(b"abcabcd".to_vec()));
        assert_eq!(decompressed(b"\x00a\x20\x00\x00b", 9), Ok(b"aaaab".to_vec()));
        // 9 + 255 + 1 bytes.
        let long = [vec![b'a'; 266], b"b".to_vec()].concat();
        assert_eq!(decompressed(b"\x00a\xe0\xff\x01\x00\x00b", 300), Ok(long));
        // From 256 + 1 bytes before, and from 8192 + 256 + 2.
        let literals: Vec<u8> = (0..8450).map(|at| (at % 251) as u8).collect();
        let stream: Vec<u8> =
            literals.chunks(32).flat_map(|part| [&[part.len() as u8 - 1], part].concat()).collect();
        for (matched, distance) in [(&b"\x21\x00"[..], 257), (b"\x3f\xff\x01\x02", 8450)] {
            let found = decompressed(&[&stream, matched, b"\x00b"].concat(), 8454);
            let from = literals.len() - distance;
            assert_eq!(found, Ok([&literals, &literals[from..from + 3], b"b"].concat()));
        }
    }

    /// Catches a stream that reads or writes where nothing is.
    #[test]
    fn what_is_no_stream_is_refused() {
        for (stream, length) in [
            (&b""[..], 9),
            (b"\x02ab", 9),
            (b"\x02abc", 2),
            (b"\x00a\x20", 9),
            (b"\x00a\x20\x00", 9),
            (b"\x00a\x20\x01\x00b", 9),
            (b"\x00a\x20\x00\x00b", 4),
            (b"\x00a\xe0\xff\xff", 9),
            (b"\x00a\x3f\xff\x00", 9),
        ] {
            assert!(decompressed(stream, length).is_err(), "{stream:?}");
        }
    }
}
