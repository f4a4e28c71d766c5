//! Lists of P-positions, sorted by token sum and then lexicographically.
//!
//! Where all of them fit into memory one pass over the tiles finds them. Else there are several passes, each
//! of which finds and sorts those of some token sums.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::ops::Range;
use std::sync::Mutex;

use rayon::prelude::*;

use super::digits::push_numbers;
use super::exported_positions::{Only, Written};
use super::known::{Agreement, COMPARED, agreements};
use super::selection::Selection;
use super::symmetry::HeapSymmetries;
use crate::analyses::expression::{AtPositions, WithoutValue};
use grundytab::control::Control;
use grundytab::domain::tiling::TileIndex;
use grundytab::domain::{Coordinates, HEAP_NAMES};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::memory::available_memory_bytes;
use grundytab::sync::{into_inner, lock};
use grundytab::table::{TableError, TableReader};

/// Writes the P-positions of a part of a table that count, in the order of [`Position`](grundytab::Position): heads such
/// as `x,y`, then a line such as `3,5` for each. Lines end with a line feed. With symmetries the lexicographically
/// first position that counts is written of each orbit that has one. Returns how many are written, and of how many
/// P-positions it is not known whether they count; and the known sequences with which all of a table's agree.
///
/// # Errors
/// When the P-positions of one token sum may not fit into memory; when the table is the difference of two
/// tables, which has none; when it is incomplete or damaged; when interrupted, and when nothing more can be
/// written.
pub fn write_p_positions(
    table: &TableReader,
    selection: &Selection,
    symmetries: Option<&HeapSymmetries>,
    only: &Only,
    control: &Control,
    out: &mut impl Write,
) -> Result<(Written, Vec<Agreement>), Error> {
    table.require_complete()?;
    table.require_game()?;
    if !table.plan().job().quantity().has_p_positions() {
        return Err(InvalidInput::new(
            InvalidInputKind::QuantityDoesNotApply { instead: "grundy or outcome" },
            table.path().display(),
            "the table holds scores, which do not determine the P-positions",
            "tabulate grundy or outcome",
        )
        .into());
    }
    let fitting = available_memory_bytes() / 4 / size_of::<Coordinates>() as u64;
    Search { table, selection, symmetries, only, control }.write(fitting, out)
}

/// What is searched for.
struct Search<'a> {
    table: &'a TableReader,
    selection: &'a Selection,
    symmetries: Option<&'a HeapSymmetries>,
    only: &'a Only<'a>,
    control: &'a Control<'a>,
}

impl Search<'_> {
    /// Writes what is found, of which `fitting` positions fit into memory.
    fn write(
        &self,
        fitting: u64,
        out: &mut impl Write,
    ) -> Result<(Written, Vec<Agreement>), Error> {
        let heaps = self.selection.domain().heaps();
        writeln!(out, "{}", HEAP_NAMES[..heaps].join(","))?;
        let mut written = Written::default();
        let mut beginning = Vec::new();
        for (pass, sums) in self.passes(fitting)?.into_iter().enumerate() {
            let (found, without_value) = self.find(&sums, pass == 0)?;
            written.count += found.len() as u64;
            written.without_value += without_value;
            beginning.extend(found.iter().take(2 * COMPARED - beginning.len()).copied());
            let mut text = Vec::new();
            for positions in found.chunks(1 << 14) {
                text.clear();
                for at in positions {
                    push_numbers(&mut text, at.unpadded(heaps));
                    text.push(b'\n');
                }
                out.write_all(&text)?;
                self.control.proceed()?;
            }
        }
        // Parts of a table are none of the lists that have names.
        let is_whole = self.selection.is_whole() && self.only.filter.counts_all();
        let agreements = if is_whole { self.agreements(&beginning) } else { Vec::new() };
        Ok((written, agreements))
    }

    /// Compares the list with known sequences. Of two heaps these are the smaller ones, the larger ones and, for each heap
    /// of which there is one P-position, the other heap of that.
    fn agreements(&self, beginning: &[Coordinates]) -> Vec<Agreement> {
        let last = |at: &Coordinates| i64::from(at[3]);
        if self.selection.domain().heaps() == 1 {
            return agreements("heaps", &beginning.iter().map(last).collect::<Vec<_>>());
        }
        if self.selection.domain().heaps() != 2 {
            return Vec::new();
        }
        let pairs: Vec<(i64, i64)> =
            beginning.iter().map(|at| (i64::from(at[2]), last(at))).collect();
        let ordered: Vec<_> = pairs.iter().copied().filter(|(x, y)| x <= y).collect();
        let smaller: Vec<i64> = ordered.iter().map(|&(x, _)| x).collect();
        let larger: Vec<i64> = ordered.iter().map(|&(_, y)| y).collect();
        let mut others: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
        for &(x, y) in &pairs {
            others.entry(x).or_default().insert(y);
            if self.symmetries.is_some() {
                others.entry(y).or_default().insert(x);
            }
        }
        let only = |x| others.get(&x).filter(|others| others.len() == 1)?.first().copied();
        let others: Vec<i64> = (0..).map_while(only).collect();
        [("smaller heaps", smaller), ("larger heaps", larger), ("other heaps", others)]
            .into_iter()
            .flat_map(|(compared, terms)| agreements(compared, &terms))
            .collect()
    }

    /// Returns the token sums of each pass, so that at most `fitting` positions are found in one.
    fn passes(&self, fitting: u64) -> Result<Vec<Range<u32>>, InvalidInput> {
        let end = self.selection.domain().largest_token_sum() + 1;
        let all = self.table.attributes().totals.and_then(|totals| totals.p_positions);
        let all = all.unwrap_or(u64::MAX);
        if all.min(self.selection.cells()) <= fitting {
            return Ok(std::iter::once(0..end).collect());
        }
        let layer = self.selection.largest_layer();
        let width = u32::try_from(fitting / layer.max(1)).unwrap_or(u32::MAX);
        if width == 0 {
            return Err(InvalidInput::new(
                InvalidInputKind::TooLarge,
                "the P-positions",
                format!(
                    "{layer} of them may have one token sum, of which {fitting} fit into memory at \
                     a time, to be sorted"
                ),
                "choose a region or a plane",
            ));
        }
        Ok((0..end).step_by(width as usize).map(|s| s..end.min(s.saturating_add(width))).collect())
    }

    /// Finds the P-positions of these token sums, and sorts them. Reports progress if `reports`.
    fn find(
        &self,
        sums: &Range<u32>,
        reports: bool,
    ) -> Result<(Vec<Coordinates>, WithoutValue), TableError> {
        let (job, tiling) = (self.table.plan().job(), self.table.plan().tiling());
        let tiles: Vec<TileIndex> = tiling
            .tiles()
            .filter(|&index| {
                let tile = tiling.region(index);
                tile.origin.sum() < sums.end
                    && tile.last_cell().sum() >= sums.start
                    && self.selection.may_meet(&tile)
            })
            .collect();
        let found = Mutex::new((Vec::new(), WithoutValue::default()));
        tiles.par_iter().with_max_len(1).try_for_each(|&index| {
            self.control.proceed()?;
            let values = self.table.tile(index)?;
            let positions = AtPositions::of(self.table, &self.only.others);
            let mut of_tile = Vec::new();
            let mut visited = 0;
            for run in tiling.region(index).runs() {
                visited += run.length as u64;
                of_tile.extend(run.cells().filter_map(|(at, cell)| {
                    let value = values.get(cell);
                    let is_wanted = job.is_p_position(value)
                        && sums.contains(&at.sum())
                        && self.selection.contains(at)
                        && positions.counts(&self.only.filter, job.domain().position(at), value)
                        && self.is_first(&positions, at, value);
                    is_wanted.then_some(at)
                }));
            }
            let without_value = positions.finish()?;
            let mut found = lock(&found);
            found.0.append(&mut of_tile);
            found.1 += without_value;
            drop(found);
            if reports {
                self.control.report(visited);
            }
            Ok::<_, TableError>(())
        })?;
        let (mut found, without_value) = into_inner(found);
        found.par_sort_unstable_by_key(|&at: &Coordinates| (at.sum(), at));
        Ok((found, without_value))
    }

    /// Whether no lesser position of its orbit is written in the place of this one. All of them have its value.
    fn is_first(&self, positions: &AtPositions, at: Coordinates, value: u32) -> bool {
        let domain = self.selection.domain();
        let is_written = |at: Coordinates| {
            let position = domain.position(at);
            self.selection.contains(at)
                && positions.is_counted(&self.only.filter, position, value) == Ok(true)
        };
        !self.symmetries.iter().any(|symmetries| symmetries.lesser(at).any(is_written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::engine::cpu::CpuEngine;
    use grundytab::plan::Plan;
    use grundytab::table::TableWriter;
    use grundytab::tabulate::tabulate;

    /// Catches P-positions that are lost, repeated or out of order between passes, and a layer that does not
    /// fit and is searched nevertheless.
    #[test]
    fn several_passes_find_what_one_finds() {
        let plan = Plan::parse("subtraction:1+heaps=3", "9x7x3", "outcome").expect("a plan");
        let plan = plan.with_tile(4).expect("tiles");
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("t.zarr");
        let writer = TableWriter::options(&plan).create(&path).expect("a table");
        tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect("tabulated");
        let table = TableReader::open(&path).expect("a table");
        let selection = Selection::whole(plan.job().domain());
        let control = Control::default();
        let (selection, only) = (&selection, &Only::default());
        let search = Search { table: &table, selection, symmetries: None, only, control: &control };
        let written = |fitting| {
            let mut text = Vec::new();
            search.write(fitting, &mut text).map(|(written, _)| (written.count, text))
        };
        let (count, text) = written(u64::MAX).expect("one pass");
        // One token is taken: the previous player wins where their number is even.
        let all = Coordinates::cells_of_box(Coordinates([1, 9, 7, 3]));
        let expected = all.filter(|at| at.sum() % 2 == 0);
        assert_eq!(count, expected.count() as u64);
        assert!(search.passes(21).expect("passes").len() == 17);
        for fitting in [21, 22, 1000] {
            assert_eq!(written(fitting).expect("passes"), (count, text.clone()), "{fitting}");
        }
        let error = written(20).expect_err("too little memory").to_string();
        assert!(error.contains("21 of them may have one token sum, of which 20 fit"), "{error}");
    }
}
