//! The reading of a table: passes visit its positions, tile by tile, on all threads and ranks.

use std::collections::HashSet;

use rayon::prelude::*;

use super::counted::Counted;
use super::others::OtherTables;
use super::pass::{AnyPass, FirstFailure, Pass, Running, Selection, TileInHand, Visit};
use super::ranks::Ranks;
use super::reader::TableReader;
use super::view::{Block, PositionView};
use crate::control::Control;
use crate::domain::Position;
use crate::domain::tiling::TileIndex;
use crate::table::error::TableError;

/// The most positions of a block.
const LONGEST_BLOCK: usize = 512;

impl TableReader {
    /// Reads the table once for some passes: every tile that is there, or those that a pass wants, each on one of the
    /// ranks. Expressions look at the other tables. `control` is informed of the positions of all ranks. All ranks
    /// call it. A pass that fails does not stop the others; [`Running::found`] tells why it has.
    ///
    /// The tiles are begun in the order of their least grades, or front by front if a pass goes along moves. What is
    /// reported of several failures is the first one in this order.
    ///
    /// # Errors
    /// When a table is incomplete, or this one damaged; when another has taken its place meanwhile, and when the reading
    /// is interrupted.
    pub fn read(
        &self,
        others: &OtherTables,
        passes: &mut [&mut dyn AnyPass],
        control: &Control,
    ) -> Result<(), TableError> {
        self.read_by(self.ranks, others, passes, control)
    }

    /// Reads the table for one pass, and returns what it finds.
    ///
    /// # Errors
    /// As for [`read`](Self::read), and those of the pass.
    pub fn pass<P: Pass>(
        &self,
        others: &OtherTables,
        pass: P,
        control: &Control,
    ) -> Result<P::State, TableError> {
        let mut running = Running::new(pass);
        self.read(others, &mut [&mut running], control)?;
        running.found()
    }

    /// Calls `visit` with every position of the table and its value, each once; of an unfinished table that is read
    /// [as far as it is there](TableReader::as_far_as_stored), with those that are there.
    ///
    /// The tiles are begun in the order of their least grades and are visited by all threads of
    /// rayon's pool, so that calls of different tiles overlap; within a tile the positions come in
    /// row-major order. What must not depend on the order has to be put together accordingly: by
    /// sums, or by the first position in the order of [`Position`].
    ///
    /// # Errors
    /// When the table is incomplete or damaged, when another has taken its place meanwhile, or when the scan is
    /// interrupted.
    ///
    /// ```
    /// # use grundytab::{Plan, tabulate};
    /// # use grundytab::engine::cpu::CpuEngine;
    /// # use grundytab::table::{TableReader, TableWriter};
    /// # let plan = Plan::parse("wythoff", "20x30", "grundy")?;
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("table.zarr");
    /// # let writer = TableWriter::options(&plan).create(&path)?;
    /// # tabulate(&plan, &CpuEngine, Some(writer), &grundytab::Control::default())?;
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use grundytab::{Control, Position};
    /// let table = TableReader::open(&path)?;
    /// let on_diagonal = AtomicU64::new(0);
    /// table.scan(&Control::default(), |position: Position, value| {
    ///     let [x, y] = position.heaps() else { return };
    ///     if x == y && value == 0 {
    ///         on_diagonal.fetch_add(1, Ordering::Relaxed);
    ///     }
    /// })?;
    /// assert_eq!(on_diagonal.into_inner(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scan(
        &self,
        control: &Control,
        visit: impl Fn(Position, u32) + Sync,
    ) -> Result<(), TableError> {
        self.scan_views(&OtherTables::default(), control, |view| visit(view.position(), view.value))
    }

    /// Calls `visit` with a view of every position of the table, each once. The views show the values of the
    /// other tables as well. The order is that of [`scan`](TableReader::scan).
    ///
    /// # Errors
    /// When a table is incomplete or damaged, or when the scan is interrupted.
    pub fn scan_views(
        &self,
        others: &OtherTables,
        control: &Control,
        visit: impl Fn(&PositionView) + Sync,
    ) -> Result<(), TableError> {
        let mut running = Running::new(EachView(visit));
        // What a closure finds one rank cannot tell the others.
        self.read_by(Ranks::SINGLE_RANK, others, &mut [&mut running], control)?;
        running.found()
    }

    fn read_by(
        &self,
        ranks: Ranks,
        others: &OtherTables,
        passes: &mut [&mut dyn AnyPass],
        control: &Control,
    ) -> Result<(), TableError> {
        self.require_readable()?;
        others.require_complete()?;
        let some: Vec<&dyn AnyPass> = passes.iter().map(|pass| &**pass).collect();
        let read = Reading::new(self, others, ranks, &some, control).run();
        ranks.tell_all(read)?;
        passes.iter_mut().for_each(|pass| pass.conclude(ranks));
        Ok(())
    }

    /// Lists all tiles that are there, in the order of their least grades.
    fn tiles_by_grade(&self) -> Vec<TileIndex> {
        let (tiling, grading) = (self.plan().tiling(), self.plan().job().grading());
        let mut tiles: Vec<TileIndex> =
            tiling.tiles().filter(|&tile| self.has_tile(tile)).collect();
        tiles.sort_by_key(|&index| tiling.region(index).first_grade(&grading));
        tiles
    }
}

/// One reading of a table.
struct Reading<'a> {
    table: &'a TableReader,
    others: &'a OtherTables<'a>,
    control: &'a Control<'a>,
    passes: &'a [&'a dyn AnyPass],
    /// The tiles that this rank visits, in groups that follow one another.
    groups: Vec<Vec<TileIndex>>,
    /// Whether it is the rank that visits all tiles for those passes that go along moves.
    is_first: bool,
    /// Those of them that all passes visit, if some visit others too.
    own: Option<HashSet<TileIndex>>,
    /// How many positions all ranks have visited when this one has visited one.
    of_all_ranks: u64,
    keeps_tiles: bool,
    failure: FirstFailure,
}

impl<'a> Reading<'a> {
    fn new(
        table: &'a TableReader,
        others: &'a OtherTables<'a>,
        Ranks(network): Ranks,
        passes: &'a [&'a dyn AnyPass],
        control: &'a Control<'a>,
    ) -> Self {
        let keeps_tiles = passes.iter().any(|pass| pass.keeps_tiles());
        let own = table.tiles_by_grade().into_iter().skip(network.rank()).step_by(network.size());
        let has_walk = passes.iter().any(|pass| pass.goes_along_moves());
        let is_first = network.rank() == 0;
        let (groups, own) = match has_walk && is_first {
            true => (table.plan().tiling().fronts(), Some(own.collect())),
            false => (vec![own.collect()], None),
        };
        // The other ranks are as far as this one, about.
        let of_all_ranks = if own.is_some() { 1 } else { network.size() as u64 };
        let failure = FirstFailure::default();
        Reading {
            table,
            others,
            control,
            passes,
            groups,
            is_first,
            own,
            of_all_ranks,
            keeps_tiles,
            failure,
        }
    }

    fn run(self) -> Result<(), TableError> {
        let mut before = 0;
        let mut read = Ok(());
        for group in &self.groups {
            let tiles = group.par_iter().with_max_len(1).enumerate();
            read = read.and_then(|()| {
                tiles.try_for_each(|(number, &index)| self.visit(before + number, index))
            });
            before += group.len();
        }
        // Some tiles may be those of what has taken the place of the table meanwhile.
        self.table.require_unchanged()?;
        read.and_then(|()| self.failure.into_result())
    }

    /// Reads the tile that comes `at` this place, if a pass wants it, and lets passes visit it.
    ///
    /// # Errors
    /// When interrupted. Other failures are kept.
    fn visit(&self, at: usize, index: TileIndex) -> Result<(), TableError> {
        self.control.proceed()?;
        let region = self.table.plan().tiling().region(index);
        let is_own = self.own.as_ref().is_none_or(|own| own.contains(&index));
        let wants = |pass: &&&dyn AnyPass| {
            let is_mine = if pass.goes_along_moves() { self.is_first } else { is_own };
            is_mine && pass.wants(at, &region)
        };
        if self.failure.is_before(at) {
            return Ok(());
        }
        let wanting: Vec<&&dyn AnyPass> = self.passes.iter().filter(wants).collect();
        let mut unreported: u64 = region.runs().map(|run| run.length as u64).sum();
        if !wanting.is_empty() {
            let values = match self.table.tile_in_hand(index, self.keeps_tiles) {
                Ok(values) => values,
                Err(error) => {
                    self.failure.report(at, error);
                    return Ok(());
                }
            };
            let (table, control) = (self.table, self.control);
            let tile = TileInHand { table, region, values: &values, control };
            let mut visits: Vec<_> =
                wanting.iter().map(|pass| pass.open(table.views(self.others))).collect();
            visits.iter_mut().for_each(|visit| visit.tile(&tile));
            if wanting.iter().any(|pass| !pass.visits_tiles()) {
                self.visit_blocks(&tile, &mut visits)?;
                unreported = 0;
            }
            visits.into_iter().try_for_each(|visit| visit.close(at))?;
        }
        self.report(unreported);
        Ok(())
    }

    /// Lets passes visit blocks that together are all positions of a tile, in row-major order.
    fn visit_blocks<'b>(
        &self,
        tile: &TileInHand,
        visits: &mut [Box<dyn Visit<'b> + 'b>],
    ) -> Result<(), TableError> {
        let mut values = Vec::with_capacity(LONGEST_BLOCK);
        for run in tile.region.runs() {
            for start in (0..run.length).step_by(LONGEST_BLOCK) {
                self.control.proceed()?;
                let end = run.length.min(start + LONGEST_BLOCK);
                values.clear();
                tile.values.append_to(&mut values, run.offset + start, 1, end - start);
                let first = run.at.along_row(start as u32);
                // Passes that follow one another share what counts.
                let mut known: Option<(&dyn Selection, Counted)> = None;
                for visit in visits.iter_mut() {
                    let Some(selection) = visit.selection() else {
                        visit.block(first, &values, &Counted::ALL);
                        continue;
                    };
                    let counted = match known.take() {
                        Some((of, counted)) if std::ptr::addr_eq(of, selection) => counted,
                        _ => visit.count(selection, first, &values),
                    };
                    visit.block(first, &values, &counted);
                    known = Some((selection, counted));
                }
                self.report((end - start) as u64);
            }
        }
        Ok(())
    }

    fn report(&self, positions: u64) {
        self.control.report(positions * self.of_all_ranks);
    }
}

/// Calls a function with a view of each position.
struct EachView<F>(F);

impl<F: Fn(&PositionView) + Sync> Pass for EachView<F> {
    type State = ();

    fn begin(&self) {}

    fn visit_block(&self, (): &mut (), block: &Block) {
        block.views().for_each(|view| self.0(&view));
    }

    fn merge(&self, (): &mut (), (): ()) {}

    fn keeps_tiles(&self) -> bool {
        true
    }
}
