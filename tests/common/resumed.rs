//! A run that is resumed, without a table: some tiles are finished, the others are collected.

use std::collections::HashMap;
use std::sync::Mutex;

use grundytab::Plan;
use grundytab::Values;
use grundytab::engine::{Engine, EngineError, Sink, Stop, Wanted};
use grundytab::tiling::{Tile, TileIndex};

/// The tiles of a table.
pub type Tiles = HashMap<TileIndex, Values>;

struct Resumed {
    finished: Tiles,
    collected: Mutex<Tiles>,
}

impl Sink for Resumed {
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        assert!(!self.finished.contains_key(&tile.index), "{:?} comes again", tile.index);
        let mut collected = self.collected.lock().expect("no panic before");
        let before = collected.insert(tile.index, tile.values);
        assert!(before.is_none(), "{:?} comes twice", tile.index);
        Ok(())
    }

    fn is_finished(&self, tile: TileIndex) -> bool {
        self.finished.contains_key(&tile)
    }

    fn finished_tile(&self, tile: TileIndex) -> Result<Values, Stop> {
        self.finished.get(&tile).cloned().ok_or(Stop)
    }
}

/// Runs an engine on the tiles that are not finished; returns all tiles.
pub fn resume(engine: &dyn Engine, plan: &Plan, finished: Tiles) -> Tiles {
    try_resume(engine, plan, finished).expect("it runs")
}

/// Does the same where the engine may refuse what is finished.
pub fn try_resume(engine: &dyn Engine, plan: &Plan, finished: Tiles) -> Result<Tiles, EngineError> {
    let sink = Resumed { finished, collected: Mutex::default() };
    engine.prepare(plan, Wanted::Values).expect("it fits").run(&sink)?;
    let mut tiles = sink.collected.into_inner().expect("no panic before");
    tiles.extend(sink.finished);
    assert_eq!(tiles.len() as u64, plan.tiling().count());
    Ok(tiles)
}
