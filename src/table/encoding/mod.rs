//! Encoding: how the values of a tile become the bytes of a chunk, and back.

pub(super) mod bit_shuffle;
pub(super) mod blosc;
pub(super) mod chunk;
pub(super) mod codec;
