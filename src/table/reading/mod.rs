//! Reading: values, slices, planes and scans of a stored table.

pub(super) mod first;
pub(super) mod lookup;
pub(super) mod others;
pub(super) mod part;
pub(super) mod plane;
mod ranks;
pub(super) mod reader;
pub(super) mod scan;
mod shared;
pub(super) mod slice;
mod stored_part;
pub(super) mod tile_cache;
pub(super) mod view;
