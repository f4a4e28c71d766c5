//! Tests of whole tabulations.

mod phases;
mod ranks;
