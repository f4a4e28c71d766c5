//! Reading: values, slices, planes and passes over a stored table.

pub(super) mod counted;
mod decoded;
pub(super) mod first;
pub(super) mod grundy_values;
mod in_memory;
pub(super) mod lookup;
pub(super) mod others;
mod part;
pub(super) mod pass;
pub(super) mod plane;
mod ranks;
pub(super) mod reader;
mod scan;
mod shared;
pub(super) mod slice;
mod stored_part;
pub(super) mod tile_cache;
pub(super) mod view;
