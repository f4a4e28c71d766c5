//! A table that all threads read and write.
//!
//! Blocks that are filled at the same time write different cells, and read none that another one writes. What tells the
//! compiler so are atomic numbers, which cost no more than others where nobody waits for them.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

/// A number that several threads may read and write.
pub(super) trait SharedCell: Send + Sync {
    fn new(number: u32) -> Self;

    fn get(&self) -> u32;

    fn set(&self, number: u32);
}

macro_rules! shared_cell {
    ($($atomic:ty, $integer:ty);*) => {$(
        impl SharedCell for $atomic {
            fn new(number: u32) -> Self {
                <$atomic>::new(number as $integer)
            }

            #[inline(always)]
            fn get(&self) -> u32 {
                self.load(Ordering::Relaxed).into()
            }

            #[inline(always)]
            fn set(&self, number: u32) {
                self.store(number as $integer, Ordering::Relaxed);
            }
        }
    )*};
}
shared_cell!(AtomicU8, u8; AtomicU16, u16; AtomicU32, u32);
