//! Tiles that are filled stage by stage: each is opened at the first stage that meets it, and handed
//! to the sink after the last one.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::wrong_value::WrongValue;
use crate::domain::tiling::{Tile, TileIndex, TileRegion};
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::values::Values;

/// The tiles of a plan, from the first stage that meets them to the last.
pub(super) struct OpenTiles<'a> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    /// Tiles that are not open yet, with their first and last stage, the next one last.
    waiting: Vec<((u32, u32), TileIndex)>,
    open: Vec<OpenTile>,
}

struct OpenTile {
    index: TileIndex,
    region: TileRegion,
    last_stage: u32,
    values: Values,
}

impl<'a> OpenTiles<'a> {
    /// Lists the tiles of a plan, of which `stages` gives the first and the last stage.
    pub(super) fn new(
        plan: &'a Plan,
        sink: &'a dyn Sink,
        stages: impl Fn(&TileRegion) -> (u32, u32),
    ) -> Self {
        let tiling = plan.tiling();
        let tiles = tiling.tiles().map(|index| (stages(&tiling.region(index)), index));
        let mut waiting: Vec<_> = tiles.collect();
        waiting.sort_by_key(|&((first, _), _)| Reverse(first));
        OpenTiles { plan, sink, waiting, open: Vec::new() }
    }

    /// Opens the tiles that begin with a stage, and copies what the stage has computed to all that
    /// are open. Stages come in order, all of them.
    ///
    /// # Errors
    /// When `copy` finds a wrong value.
    pub(super) fn fill(
        &mut self,
        stage: u32,
        copy: impl Fn(&TileRegion, &mut Values) -> Result<(), WrongValue> + Sync,
    ) -> Result<(), WrongValue> {
        while let Some(((_, last_stage), index)) =
            self.waiting.pop_if(|((first, _), _)| *first <= stage)
        {
            let region = self.plan.tiling().region(index);
            self.open.push(OpenTile { index, region, last_stage, values: self.plan.blank_tile() });
        }
        self.open.par_iter_mut().try_for_each(|tile| copy(&tile.region, &mut tile.values))
    }

    /// Hands the tiles that end with a stage to the sink.
    ///
    /// # Errors
    /// When the sink asks to stop.
    pub(super) fn hand_over(&mut self, stage: u32) -> Result<(), Stop> {
        let (finished, open): (Vec<_>, _) =
            std::mem::take(&mut self.open).into_iter().partition(|tile| tile.last_stage == stage);
        self.open = open;
        finished
            .into_par_iter()
            .try_for_each(|OpenTile { index, values, .. }| self.sink.tile(Tile { index, values }))
    }
}

/// Returns the bytes of the tiles that are open at once, of which `stages` gives the first and the
/// last stage.
pub(super) fn most_bytes(plan: &Plan, stages: impl Fn(&TileRegion) -> (u32, u32)) -> u64 {
    let spans = plan.tiling().tiles().map(|index| stages(&plan.tiling().region(index)));
    let (mut opened, mut closed): (Vec<u32>, Vec<u32>) = spans.unzip();
    opened.sort_unstable();
    closed.sort_unstable();
    // When a tile is opened, those that ended before are no longer open.
    let mut ended = 0;
    let open = (1..).zip(&opened).map(|(begun, &first)| {
        while closed[ended] < first {
            ended += 1;
        }
        begun - ended
    });
    (open.max().unwrap_or(0) as u64).saturating_mul(plan.tile_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Grading;
    use crate::engine::gpu::testing::plan;

    /// Catches a tile that is not counted while it is open, or counted when it is not.
    #[test]
    fn memory_is_that_of_the_tiles_that_are_open_at_once() {
        for (game, domain) in [
            ("nim:1", "40"),
            ("wythoff", "50x20"),
            ("wythoff", "tokens 60"),
            ("nim:3", "20x1x30"),
            ("triangle", "tokens 30"),
            ("fibonacci", "40x30"),
        ] {
            for tile in [1, 7, 16] {
                let plan = plan(game, domain, "grundy").with_tile(tile).expect("a plan");
                for grading in [Grading::TokenSum, Grading::Heap] {
                    let stages = |region: &TileRegion| {
                        (region.first_rank(grading), region.last_rank(grading))
                    };
                    let tiles = plan.tiling().tiles();
                    let spans: Vec<_> =
                        tiles.map(|index| stages(&plan.tiling().region(index))).collect();
                    let open = |stage: u32| {
                        let is_open =
                            |&&(first, last): &&(u32, u32)| (first..=last).contains(&stage);
                        spans.iter().filter(is_open).count() as u64
                    };
                    let most = (0..100).map(open).max().expect("stages");
                    assert_eq!(most_bytes(&plan, stages), most * plan.tile_bytes(), "{domain}");
                }
            }
        }
    }
}
