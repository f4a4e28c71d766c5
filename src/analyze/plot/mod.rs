//! Plots of what an analysis has found, as SVG.
//!
//! Each part of an analysis has panels of its own, side by side in one drawing. A panel has at most some
//! thousand points: where there are more, each column of it shows the least and the largest of its values.

mod histogram;
mod panels;
mod points;

pub use histogram::draw_histogram;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::beams::Beams;
use super::survey::Survey;
use crate::job::Job;

/// The size of a panel.
const PANEL: (u32, u32) = (720, 460);
/// Panels of a row.
const COLUMNS: usize = 2;
/// The height of the title.
const TITLE: u32 = 48;

/// Why a plot could not be drawn.
#[derive(Debug, thiserror::Error)]
#[error("the plot cannot be drawn: {reason}")]
pub struct PlotError {
    reason: String,
}

impl<E: std::error::Error + Send + Sync> From<DrawingAreaErrorKind<E>> for PlotError {
    fn from(error: DrawingAreaErrorKind<E>) -> Self {
        PlotError { reason: error.to_string() }
    }
}

/// What is plotted: the parts of an analysis that are there.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plot<'a> {
    /// For how often each value occurs.
    pub values: Option<&'a Survey>,
    /// For the largest value of each layer, of scores the least one too, and its P-positions.
    pub layers: Option<&'a Survey>,
    /// For the beams of P-positions.
    pub beams: Option<&'a Beams>,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A panel draws itself into an area.
type Panel<'a> = Box<dyn Fn(&Area) -> Result<(), PlotError> + 'a>;

impl Plot<'_> {
    /// Draws the plot of the table of a job. `None` if nothing is to be seen: outcomes are no numbers, and
    /// not every table has beams.
    ///
    /// # Errors
    /// When the drawing fails.
    ///
    /// ```
    /// # use grundytab::{Plan, tabulate};
    /// # use grundytab::engine::cpu::CpuEngine;
    /// # use grundytab::table::{TableReader, TableWriter};
    /// # let plan = Plan::parse("wythoff", "40x40", "grundy")?;
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("table.zarr");
    /// # let writer = TableWriter::options(&plan).create(&path)?;
    /// # tabulate(&plan, &CpuEngine, Some(writer), &grundytab::Control::default())?;
    /// use grundytab::{Control, analyze};
    /// let table = TableReader::open(&path)?;
    /// let found = analyze::survey(&table, &Control::default())?;
    /// let plot = analyze::Plot { layers: Some(&found), ..Default::default() };
    /// let svg = plot.draw(table.plan().job())?.ok_or("nothing to see")?;
    /// assert!(svg.starts_with("<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn draw(&self, job: &Job) -> Result<Option<String>, PlotError> {
        let panels = self.panels(job);
        if panels.is_empty() {
            return Ok(None);
        }
        let columns = panels.len().min(COLUMNS);
        let rows = panels.len().div_ceil(columns);
        let size = (PANEL.0 * columns as u32, PANEL.1 * rows as u32 + TITLE);
        let mut svg = String::new();
        {
            let whole = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            whole.fill(&WHITE)?;
            let play = job.convention().play();
            let title = format!("{} on {}, {play}", job.ruleset(), job.domain());
            let below = whole.titled(&title, (panels::FONT, 24))?;
            for (area, panel) in below.split_evenly((rows, columns)).iter().zip(&panels) {
                panel(area)?;
            }
            whole.present()?;
        }
        Ok(Some(svg))
    }

    /// Lists the panels.
    fn panels<'a>(&'a self, job: &'a Job) -> Vec<Panel<'a>> {
        let mut panels: Vec<Panel> = Vec::new();
        if let Some(survey) = self.values.filter(|_| job.quantity().is_number()) {
            panels.push(Box::new(|area| panels::values(area, job, survey)));
        }
        if let Some(survey) = self.layers {
            if job.quantity().is_signed() {
                panels.push(Box::new(|area| panels::scores(area, job, survey)));
            } else if job.quantity().is_number() {
                panels.push(Box::new(|area| panels::largest_values(area, job, survey)));
            }
            if job.quantity().has_p_positions() {
                panels.push(Box::new(|area| panels::p_positions(area, job, survey)));
            }
        }
        if let Some(beams) = self.beams.filter(|beams| beams.p_positions > 0) {
            panels.push(Box::new(|area| panels::beams(area, beams)));
        }
        panels
    }
}
