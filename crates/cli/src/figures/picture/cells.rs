//! The cells of a picture: which values they have, and what they become.

use std::sync::atomic::{AtomicU32, Ordering};

use super::bands::Bands;
use super::draw::Picture;
use super::draws::Draws;
use super::grid::{Grid, reduce};
use super::palette::Palette;
use super::reductions::{ALL, MeanColor, NO_CELL, ShareOfInk, Single, dilated, full_share, inked};
use super::shades::{Range, Shades};
use super::source::Source;
use super::verdicts::{Verdicts, colored};
use crate::figures::drawing::Color;
use grundytab::control::Control;
use grundytab::domain::Rectangle;
use grundytab::error::Error;
use grundytab::quantity::{Quantity, ValueKind};

impl Picture<'_> {
    /// Returns what the palette needs to know of the values: if it grades them, the largest one in the
    /// picture.
    pub(super) fn range(&self, control: &Control) -> Result<Range, Error> {
        let Source::Table(table) = &self.source else {
            return Ok(Range { p_values: Quantity::Outcome.p_values(0), maximum: 1, draws: None });
        };
        let job = table.plan().job();
        let quantity = job.quantity();
        // Numbers that may be negative are graded by their distance from 0.
        let of_table = table.attributes().totals.map(|totals| totals.furthest_from_0());
        let of_table =
            of_table.map(|value| u32::try_from(value.unsigned_abs()).unwrap_or(u32::MAX));
        let is_whole = self.cells.count() == job.domain().clone().unrestricted().positions();
        let maximum = match (of_table, quantity.kind()) {
            (_, ValueKind::Outcome) => 1,
            (_, ValueKind::Class) => {
                if job.is_loopy() {
                    8
                } else {
                    3
                }
            }
            // The largest stored value of a loopy game may be infinite.
            (Some(maximum), _)
                if job.first_infinite().is_none()
                    && (is_whole || !self.palette.is_graded_to_the_largest()) =>
            {
                maximum
            }
            (_, ValueKind::Number | ValueKind::Score) => {
                let largest = AtomicU32::new(0);
                let is_signed = quantity.is_signed();
                let size = |value| match Draws::of(job) {
                    Some(draws) if draws.contains(value) || draws.is_infinite(value) => 0,
                    _ if is_signed => (value as i32).unsigned_abs(),
                    _ => value,
                };
                let scan = |cells: Rectangle| {
                    self.source.scan(&self.plane, &cells, control, |patch| {
                        let mut of_patch = 0;
                        patch.visit(|_, _, value: u32| of_patch = of_patch.max(size(value)));
                        largest.fetch_max(of_patch, Ordering::Relaxed);
                    })
                };
                let bands = Bands::of(&self.source, &self.cells, 1);
                let scanned = bands.own().try_for_each(scan);
                let of_ranks = table.of_all_ranks(scanned.map(|()| largest.into_inner()))?;
                of_ranks.into_iter().max().unwrap_or(0)
            }
        };
        let draws = Draws::of(job);
        let maximum = draws.map_or(maximum, |draws| draws.largest_number(maximum));
        Ok(Range { p_values: job.p_values(), maximum, draws })
    }

    /// Returns the colours of the pixels and, where shares of ink are shown, the share that is full ink.
    pub(super) fn grid(
        &self,
        shades: &Shades,
        block: u32,
        control: &Control,
    ) -> Result<(Grid<Color>, Option<f64>), Error> {
        let (source, plane, cells) = (&self.source, &self.plane, &self.cells);
        if self.is_scatter() {
            let mut shares = reduce(source, plane, cells, block, &ShareOfInk(shades), control)?;
            shares
                .pixels
                .iter_mut()
                .filter(|share| **share != NO_CELL)
                .for_each(|share| *share = 0);
            return Ok((inked(&shares, shades, ALL), None));
        }
        if self.palette == Palette::Verdicts && block > 1 {
            let said = reduce(source, plane, cells, block, &Verdicts, control)?;
            let (grid, full) = colored(&said, shades, self.is_stretched);
            return Ok((grid, Some(f64::from(full) / f64::from(ALL))));
        }
        if block == 1 && self.dilation == 0 {
            return Ok((reduce(source, plane, cells, 1, &Single(shades), control)?, None));
        }
        if !shades.has_two_colors() {
            return Ok((reduce(source, plane, cells, block, &MeanColor(shades), control)?, None));
        }
        let shares = reduce(source, plane, cells, block, &ShareOfInk(shades), control)?;
        let shares = match self.dilation {
            0 => shares,
            distance => dilated(shares, distance, plane.token_sum().is_some()),
        };
        if block == 1 {
            return Ok((inked(&shares, shades, ALL), None));
        }
        let full = full_share(&shares, self.is_stretched);
        Ok((inked(&shares, shades, full), Some(f64::from(full) / f64::from(ALL))))
    }
}
