use super::super::bit_shuffle::shuffle;
use super::*;

fn random_bytes(seed: u64, length: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..length).map(|_| random.u8(..)).collect()
}

/// Bytes like those of a table: values that differ in their low bits.
fn smooth_bytes(length: usize, type_bytes: usize) -> Vec<u8> {
    let noise = random_bytes(1, length);
    (0..length).map(|at| if at % type_bytes == 0 { noise[at] % 16 } else { 3 }).collect()
}

/// Puts a container together, after the table at the top of this room: for each block its pieces.
fn container(
    flags: u8,
    type_bytes: u8,
    [bytes, block]: [usize; 2],
    pieces: &[&[&[u8]]],
) -> Vec<u8> {
    let mut blocks = Vec::new();
    let mut starts = Vec::new();
    for block in pieces {
        starts.extend(((HEADER_BYTES + 4 * pieces.len() + blocks.len()) as u32).to_le_bytes());
        for piece in *block {
            blocks.extend((piece.len() as u32).to_le_bytes());
            blocks.extend_from_slice(piece);
        }
    }
    let length = HEADER_BYTES + starts.len() + blocks.len();
    let sizes = [bytes, block, length].map(|size| (size as u32).to_le_bytes());
    [&[2, 1, flags, type_bytes], sizes.as_flattened(), &starts, &blocks].concat()
}

/// Catches content that comes back changed: of lengths about a block's, of less than is compressed, of a
/// last block that is not shuffled, and of bytes that cannot be compressed.
#[test]
fn what_is_encoded_comes_back() {
    for type_bytes in [1, 2, 4] {
        for count in [0, 1, 8, 100, 4096, 8191, 8192, 8193, 16384, 20000, 40004] {
            let length = count * type_bytes;
            for values in [smooth_bytes(length, type_bytes), random_bytes(2, length)] {
                let container = encode(&values, type_bytes).expect("encoded");
                assert!(container.len() <= HEADER_BYTES + length, "{}", container.len());
                assert_eq!(decode(&container, length), Ok(values));
            }
        }
    }
    let smooth = smooth_bytes(1 << 17, 2);
    let container = encode(&smooth, 2).expect("encoded");
    assert!(3 * container.len() < smooth.len(), "{} bytes", container.len());
}

/// Returns what the library of Blosc makes of 520 bytes at another level, and these: blocks of 256 bytes, in two pieces
/// each, and a last one that is shorter and in one piece.
fn made_by_hand() -> (Vec<u8>, Vec<u8>) {
    let values = smooth_bytes(520, 2);
    let pieces: Vec<Vec<u8>> = values
        .chunks(256)
        .flat_map(|block| {
            let mut shuffled = vec![0; block.len()];
            shuffle(block, 2, &mut shuffled);
            let pieces = if block.len() == 256 { 2 } else { 1 };
            let pieces = shuffled.chunks(block.len() / pieces);
            pieces.map(lz4_flex::block::compress).collect::<Vec<_>>()
        })
        .collect();
    let pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
    let flags = BITS_SHUFFLED | LZ4 << COMPRESSOR_SHIFT;
    let blocks = [&pieces[..2], &pieces[2..4], &pieces[4..]];
    (container(flags, 2, [520, 256], &blocks), values)
}

/// Catches blocks that are cut into pieces in another way, and bits that are shuffled where they are not.
#[test]
fn forms_that_this_program_does_not_write_are_read() {
    let (split, values) = made_by_hand();
    assert_eq!(decode(&split, values.len()), Ok(values));
    // Bits are not shuffled in a block of less than 8 values.
    let flags = BITS_SHUFFLED | UNSPLIT | LZ4 << COMPRESSOR_SHIFT;
    let (first, second) = ([0xff, 0, 0, 0, 0, 0, 0, 0], [9, 8]);
    let container = container(flags, 1, [10, 8], &[&[&first], &[&second]]);
    assert_eq!(decode(&container, 10), Ok([vec![1; 8], vec![9, 8]].concat()));
}

/// Catches another compressor, shuffle or version that is taken for LZ4 with bit shuffling.
#[test]
fn other_compressors_and_shuffles_are_refused() {
    let values = smooth_bytes(4096, 2);
    let written = encode(&values, 2).expect("encoded");
    let zstd = 4 << COMPRESSOR_SHIFT | BITS_SHUFFLED | UNSPLIT;
    let without_shuffle = LZ4 << COMPRESSOR_SHIFT | UNSPLIT;
    for (place, byte) in [
        (0, 5),
        (1, 2),
        (2, zstd),
        (2, without_shuffle),
        (2, written[2] | 0x01),
        (2, written[2] | 0x08),
    ] {
        let mut other = written.clone();
        other[place] = byte;
        let reason = decode(&other, values.len()).expect_err("refused");
        assert!(reason.contains("not that of Blosc with LZ4 and bit shuffling"), "{reason}");
    }
}

/// Catches damage that makes the decoder panic, or answer with another length. That values may
/// change, the checksum behind the container finds.
#[test]
fn damage_is_told_or_changes_values_alone() {
    let mixed = [smooth_bytes(900, 2), random_bytes(3, 600)].concat();
    let two_blocks = smooth_bytes(BLOCK_BYTES + 160, 2);
    let written = [mixed, random_bytes(4, 90), two_blocks]
        .map(|values| (encode(&values, 2).expect("encoded"), values));
    for (container, values) in written.into_iter().chain([made_by_hand()]) {
        // In a long container only the ends are changed, where the sizes and the shorter block are.
        let last = container.len().saturating_sub(60)..container.len();
        let bytes = (0..container.len().min(1600)).chain(last);
        for bit in bytes.flat_map(|byte| 8 * byte..8 * byte + 8) {
            let mut damaged = container.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            if let Ok(decoded) = decode(&damaged, values.len()) {
                assert_eq!(decoded.len(), values.len(), "bit {bit}");
            }
        }
        for length in 0..container.len() {
            assert!(decode(&container[..length], values.len()).is_err(), "{length} bytes");
        }
        let mut longer = container.clone();
        longer.push(0);
        assert!(decode(&longer, values.len()).is_err());
    }
}

/// Catches sizes that are believed: of the whole, of a block, of the values.
#[test]
fn claimed_sizes_are_compared_with_what_a_tile_has() {
    let values = smooth_bytes(4096, 2);
    let container = encode(&values, 2).expect("encoded");
    assert!(decode(&container, 4094).is_err());
    for (place, number) in
        [(4, u32::MAX), (8, 0), (8, 8192), (8, u32::MAX), (12, u32::MAX), (16, u32::MAX)]
    {
        let mut lying = container.clone();
        lying[place..place + 4].copy_from_slice(&number.to_le_bytes());
        assert!(decode(&lying, 4096).is_err(), "{number} at {place}");
    }
    let mut lying = container.clone();
    lying[3] = 0;
    assert!(decode(&lying, 4096).is_err(), "values of no bytes");
    // As many blocks as bytes, for which there is no room; blocks of another number of pieces.
    lying = container.clone();
    lying[8..12].copy_from_slice(&1_u32.to_le_bytes());
    assert!(decode(&lying, 4096).is_err(), "blocks of a byte");
    lying = container;
    (lying[2], lying[3]) = (lying[2] & !UNSPLIT, 3);
    assert!(decode(&lying, 4096).is_err(), "4096 bytes in 3 pieces");
}
