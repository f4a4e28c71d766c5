//! Line states as bytes, in which they are sent to other ranks.

/// What is kept for a line.
pub(in crate::engine::cpu) trait LineState: Default + Send {
    /// Appends its bytes.
    fn pack(&self, bytes: &mut Vec<u8>);

    /// Takes it from the beginning of the bytes; `None` if they are too short.
    fn unpack(bytes: &mut &[u8]) -> Option<Self>;
}

impl LineState for i32 {
    fn pack(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        take(bytes).map(i32::from_le_bytes)
    }
}

/// Takes as many bytes as an array has.
pub(in crate::engine::cpu) fn take<const BYTES: usize>(bytes: &mut &[u8]) -> Option<[u8; BYTES]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}
