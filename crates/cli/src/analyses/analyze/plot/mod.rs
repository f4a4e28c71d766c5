//! Plots of what an analysis has found.
//!
//! Tables of one heap have a panel of their values in the place of those of their layers (`one_heap`), and positions may be
//! drawn where two expressions put them (`coordinates`). Each part of an analysis has panels of its own, side by side in one drawing. A panel has at most some
//! thousand points: where there are more, each column of it shows the least and the largest of its values, and of beams it
//! shows P-positions that are evenly spread. What is left out is told.

mod coordinates;
mod groups;
mod one_heap;
mod panels;
mod points;
mod title;

pub use coordinates::{Placed, RESOLUTION_OF_COORDINATES, plot_of_coordinates};
pub use groups::plot_of_groups;
pub use one_heap::{HeapPlot, HeapStyle};
pub use title::title_of;

use super::beams::Beams;
use super::survey::Survey;
use crate::figures::drawing::{Chart, Drawing, Labels, Metadata, Sheet, points_together};
use grundytab::invalid_input::InvalidInput;
use grundytab::job::Job;
use grundytab::table::TableReader;

/// What is plotted: the parts of an analysis that are there.
#[derive(Debug, Clone, Default)]
pub struct Plot<'a> {
    /// For how often each value occurs.
    pub values: Option<&'a Survey>,
    /// For the largest value of each layer, of scores the least one too, and its P-positions.
    pub layers: Option<&'a Survey>,
    /// For the beams of P-positions.
    pub beams: Option<&'a Beams>,
    /// The values of a table of one heap, in the place of its layers.
    pub heaps: Option<Chart>,
}

impl Plot<'_> {
    /// Draws the plot on a sheet, with the labels that a user wants.
    ///
    /// # Errors
    /// When the sheet has no room for it, or the labels do not fit its panels.
    pub fn draw_on(
        &self,
        table: &TableReader,
        labels: &Labels,
        sheet: &Sheet,
    ) -> Result<Option<Drawing>, InvalidInput> {
        let job = table.plan().job();
        let panels = self.panels(job);
        if panels.is_empty() {
            return Ok(None);
        }
        let (game, play) = (title_of(table), job.convention().play());
        let place = format!("{}, {play}", job.domain());
        Chart::on_sheet([&game, &place], &panels, sheet, labels).map(Some)
    }

    /// Says what panels show that have fewer points than there is to show.
    pub fn reductions(&self) -> Vec<String> {
        let least_and_largest = |count: usize, what: &str| match points_together(count) {
            1 => None,
            together => Some(format!(
                "the plot shows the least and the largest number of each {together} {what}"
            )),
        };
        let of_values = |survey: &Survey| least_and_largest(survey.values.len(), "values");
        let of_layers = |survey: &Survey| least_and_largest(survey.bands.len(), "layers");
        let of_beams = |found: &Beams| {
            let all: u64 = found.beams.iter().map(|beam| beam.positions).sum();
            let shown: usize = found.beams.iter().map(|beam| beam.sample.len()).sum();
            let text =
                format!("the plot shows {shown} of {all} P-positions of beams, evenly spread");
            ((shown as u64) < all).then_some(text)
        };
        let all = [
            self.values.and_then(of_values),
            self.layers.filter(|_| self.heaps.is_none()).and_then(of_layers),
            self.beams.and_then(of_beams),
        ];
        all.into_iter().flatten().collect()
    }

    /// Returns what a file of the plot says of itself.
    pub fn metadata(table: &TableReader, title: Option<&str>) -> Metadata {
        let job = table.plan().job();
        // A figure without a title is a figure of its game all the same.
        let title = title.filter(|title| !title.is_empty());
        Metadata {
            title: title.map_or_else(|| title_of(table), str::to_owned),
            game: job.ruleset().to_string(),
            domain: job.domain().to_string(),
            quantity: job.quantity().values_name().into(),
            ..Metadata::default()
        }
    }

    /// Lists the panels.
    fn panels(&self, job: &Job) -> Vec<Chart> {
        let mut charts = Vec::new();
        if let Some(survey) = self.values.filter(|_| job.quantity().is_number()) {
            charts.push(panels::values(job, survey));
        }
        if let Some(heaps) = &self.heaps {
            charts.push(heaps.clone());
        } else if let Some(survey) = self.layers {
            if job.quantity().is_signed() {
                charts.push(panels::scores(job, survey));
            } else if job.quantity().is_number() {
                charts.push(panels::largest_values(job, survey));
            }
            if job.quantity().has_p_positions() {
                charts.push(panels::p_positions(job, survey));
            }
        }
        if let Some(beams) = self.beams.filter(|beams| beams.p_positions > 0) {
            charts.push(panels::beams(beams));
        }
        charts
    }
}
