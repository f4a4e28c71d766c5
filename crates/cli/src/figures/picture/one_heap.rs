//! A table of one heap as a plot: the value of each heap size.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::draw::metadata_of;
use super::draws::OF_CLASSES;
use crate::figures::drawing::{
    Chart, Color, Curve, Drawing, Labels, Metadata, Sheet, points_together,
};
use grundytab::control::Control;
use grundytab::error::Error;
use grundytab::quantity::ValueKind;
use grundytab::table::TableReader;

/// Numbers with a sign are sorted as others by adding this.
const BIAS: i64 = 1 << 31;

/// The plot of some heap sizes of a table of one heap.
pub struct HeapPlot<'a> {
    /// The table.
    pub table: &'a TableReader,
    /// The heap sizes.
    pub heaps: Range<u32>,
    /// What is written around the plot; by default the game is above it.
    pub labels: Labels,
    /// How large the figure is on paper.
    pub sheet: Sheet,
}

impl HeapPlot<'_> {
    /// Returns what a file of it says of itself.
    pub fn metadata(&self) -> Metadata {
        metadata_of(self.table, self.labels.title.as_deref())
    }

    /// Returns how many heap sizes have two points together, which show the least and the largest of their values: 1 if each
    /// has a point of its own.
    pub fn heaps_together(&self) -> u32 {
        points_together(self.heaps.len()) as u32
    }

    /// Draws it.
    ///
    /// # Errors
    /// When the table is incomplete or damaged, and when the control interrupts.
    pub fn drawing(&self, control: &Control) -> Result<Drawing, Error> {
        let job = self.table.plan().job();
        let quantity = job.quantity();
        let bias = if quantity.is_signed() || job.is_loopy() { BIAS } else { 0 };
        let count = self.heaps.end - self.heaps.start;
        let of_column = self.heaps_together();
        // The least and the largest value of each column, each with its heap size in the lower half.
        let columns = count.div_ceil(of_column);
        let ends: Vec<[AtomicU64; 2]> =
            (0..columns).map(|_| [AtomicU64::new(u64::MAX), AtomicU64::new(0)]).collect();
        self.table.scan(control, |position, value| {
            let heap = position.coordinates().0.into_iter().max().unwrap_or(0);
            if self.heaps.contains(&heap) {
                let value = (quantity.number(value) + bias) as u64;
                let [least, largest] = &ends[((heap - self.heaps.start) / of_column) as usize];
                let key = value << 32 | u64::from(heap);
                least.fetch_min(key, Ordering::Relaxed);
                largest.fetch_max(key, Ordering::Relaxed);
            }
        })?;
        let mut points: Vec<[f64; 2]> = Vec::new();
        for ends in ends {
            let mut keys = ends.map(AtomicU64::into_inner);
            if keys[0] > keys[1] {
                // Nothing is there of an unfinished table.
                continue;
            }
            keys.sort_unstable_by_key(|key| *key as u32);
            let of_key = |key: u64| [f64::from(key as u32), ((key >> 32) as i64 - bias) as f64];
            points.push(of_key(keys[0]));
            if keys[0] != keys[1] {
                points.push(of_key(keys[1]));
            }
        }
        let of_columns = (of_column > 1)
            .then(|| format!("the least and the largest of each {of_column} heap sizes"));
        let title: Vec<String> =
            of_columns.into_iter().chain(self.table.unfinished_text()).collect();
        let mut chart = Chart::new(title.join(", "), "heap size", quantity.value_name());
        chart.limits[0] = Some([f64::from(self.heaps.start), f64::from(self.heaps.end)]);
        let names: &[(f64, &str)] = match quantity.kind() {
            ValueKind::Outcome if job.is_loopy() => &[(0.0, "N"), (1.0, "P"), (2.0, "D")],
            ValueKind::Class if job.is_loopy() => &OF_CLASSES,
            ValueKind::Outcome => &[(0.0, "N"), (1.0, "P")],
            ValueKind::Class => &[(0.0, "P"), (1.0, "N"), (2.0, "L"), (3.0, "R")],
            ValueKind::Number | ValueKind::Score => &[],
        };
        if let Some((last, _)) = names.last() {
            chart.limits[1] = Some([-0.5, last + 0.5]);
            chart.names =
                Some(names.iter().map(|(value, name)| (*value, (*name).into())).collect());
        }
        chart.curves.push(Curve::points(Color::hex(0x00_72_b2), points));
        let title = metadata_of(self.table, None).title;
        Ok(Chart::on_sheet([&title, ""], &[chart], &self.sheet, &self.labels)?)
    }
}
