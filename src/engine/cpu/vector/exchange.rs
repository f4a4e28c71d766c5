//! Messages from tiles to tiles of other ranks: the states of the lines that leave a tile, and the values of the tile
//! if altered vectors lead back to it. A tile sends one message to each rank that needs anything from it.
//!
//! A message begins with the index of its tile. Both sides derive the lines that follow from the same line map. The
//! receiver keeps the data as if it had computed the tile itself.

use std::collections::{BTreeMap, BTreeSet};

use super::line_state::{LineState, take};
use super::mirror::MirroredLines;
use super::sources::Sources;
use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::vector_games::line_map::LineMap;
use crate::plan::Plan;
use crate::values::Values;

/// The content of a message from a tile to another rank.
pub(super) struct Parcel {
    /// The numbers of the lines, in their order.
    lines: Vec<usize>,
    /// Whether the message contains the values of the tile.
    has_values: bool,
}

/// The exchange between ranks.
pub(super) struct Exchange<'a> {
    pub(super) plan: &'a Plan,
    pub(super) sources: &'a Sources<'a>,
    pub(super) map: &'a LineMap,
    pub(super) mirrored: Option<&'a MirroredLines>,
    /// The distances in tiles to which altered vectors lead back.
    pub(super) altered: BTreeSet<TileIndex>,
}

impl Exchange<'_> {
    /// Returns the messages of a tile, by receiver.
    pub(super) fn parcels(&self, index: TileIndex) -> BTreeMap<usize, Parcel> {
        let partition = self.sources.share.partition;
        let mut takers: BTreeMap<usize, Vec<TileIndex>> = BTreeMap::new();
        for taker in self.sources.takers(index) {
            takers.entry(partition.owner(taker)).or_default().push(taker);
        }
        takers.remove(&partition.owner(index));
        takers.into_iter().map(|(rank, takers)| (rank, self.parcel(index, &takers))).collect()
    }

    /// Returns the message of a tile for these receiving tiles.
    fn parcel(&self, index: TileIndex, takers: &[TileIndex]) -> Parcel {
        let mut lines = BTreeSet::new();
        let mut has_values = false;
        for &taker in takers {
            for hand_off in &self.map.hand_offs {
                let Some(source) = taker.checked_sub(hand_off.back) else { continue };
                let there = || hand_off.runs.iter().flat_map(|run| run.there());
                match self.mirrored {
                    None if source == index => lines.extend(there()),
                    None => {}
                    Some(mirrored) => {
                        let (keeper, number) = mirrored.keeper(source);
                        if keeper == index {
                            lines.extend(there().map(|line| number(line as u32) as usize));
                        }
                    }
                }
            }
            has_values |= self.sources.looks_up(taker, index, &self.altered);
        }
        Parcel { lines: lines.into_iter().collect(), has_values }
    }

    /// Writes the messages of a finished tile: the receiver and the bytes of each.
    pub(super) fn messages<State: LineState>(
        &self,
        index: TileIndex,
        states: &[State],
        values: Option<&Values>,
    ) -> Vec<(usize, Vec<u8>)> {
        let message = |parcel: Parcel| {
            let mut bytes = Vec::new();
            bytes.extend(index.iter().flat_map(|coordinate| coordinate.to_le_bytes()));
            parcel.lines.iter().for_each(|&line| states[line].pack(&mut bytes));
            if let Some(values) = values.filter(|_| parcel.has_values) {
                bytes.extend_from_slice(values.bytes());
            }
            bytes
        };
        let parcels = self.parcels(index).into_iter();
        parcels.map(|(rank, parcel)| (rank, message(parcel))).collect()
    }

    /// Reads a message: the tile, the states of its lines (empty for lines that were not sent), and its values if they
    /// were sent. Returns `None` if the message is malformed.
    pub(super) fn read<State: LineState>(
        &self,
        mut bytes: &[u8],
    ) -> Option<(TileIndex, Vec<State>, Option<Values>)> {
        let mut index = Coordinates([0; MAX_HEAPS]);
        for axis in 0..MAX_HEAPS {
            index[axis] = take(&mut bytes).map(u32::from_le_bytes)?;
        }
        let parcel = self.parcels(index).remove(&self.sources.share.network.rank())?;
        let mut states = Vec::new();
        states.resize_with(self.map.entries.len(), State::default);
        for line in parcel.lines {
            states[line] = State::unpack(&mut bytes)?;
        }
        let has_all =
            bytes.len() as u64 == if parcel.has_values { self.plan.tile_bytes() } else { 0 };
        let values = parcel.has_values.then(|| Values::from_bytes(self.plan.value_type(), bytes));
        has_all.then_some((index, states, values))
    }
}
