//! Captions: the texts around a plot.

use std::ops::Range;

use super::draw::Picture;
use super::plot::Plot;
use super::source::Source;
use crate::analyses::analyze::title_of;
use grundytab::domain::Rectangle;
use grundytab::invalid_input::shortened;
use grundytab::quantity::Convention;

/// The texts around a plot.
#[derive(Debug, Clone, Default)]
pub(super) struct Caption {
    /// The first line above the plot.
    pub(super) title: String,
    /// The second line.
    pub(super) subtitle: String,
    /// The names of the axes of columns and rows.
    pub(super) axes: [String; 2],
    /// What is written at the corners of a triangle: bottom left, bottom right, top.
    pub(super) corners: Option<[String; 3]>,
    /// Whether lines are drawn at the ticks.
    pub(super) has_grid: bool,
}

impl Caption {
    /// Returns the texts around the plot of a picture: those that its labels want, or what the table says of itself.
    pub(super) fn of(picture: &Picture, plot: &Plot) -> Self {
        let (plane, labels) = (&picture.plane, &picture.labels);
        let [x, y] = plane.axis_names();
        let axes = [(0, x), (1, y)];
        let axes = axes.map(|(axis, name): (usize, &str)| {
            labels.axes[axis].clone().unwrap_or_else(|| name.into())
        });
        let corners = plane.token_sum().filter(|_| plot.is_whole());
        let corners = corners.filter(|_| labels.axes.iter().all(Option::is_none));
        let corners = corners.map(|sum| ["z", "x", "y"].map(|heap| format!("{heap} = {sum}")));
        Caption {
            title: labels.title.clone().unwrap_or_else(|| title(picture)),
            subtitle: labels.subtitle.clone().unwrap_or_else(|| subtitle(picture)),
            axes,
            corners,
            has_grid: picture.has_grid,
        }
    }
}

/// Returns the game, or the games, of a picture.
fn title(picture: &Picture) -> String {
    let Source::Table(table) = &picture.source else { return String::new() };
    let title = title_of(table);
    match &table.attributes().difference {
        Some(compared) => format!("{title} and {}", shortened(&compared.second_ruleset, 80)),
        None => title,
    }
}

/// Says what is drawn of the game, and which part of it.
fn subtitle(picture: &Picture) -> String {
    let (plane, cells) = (&picture.plane, &picture.cells);
    let mut parts = Vec::new();
    let is_whole = *cells == Rectangle { columns: 0..plane.columns(), rows: 0..plane.rows() };
    if let Source::Table(table) = &picture.source {
        let job = table.plan().job();
        parts.push(match &table.attributes().difference {
            Some(compared) => format!("where {} differ", compared.quantity.values_name()),
            None => job.quantity().values_name().into(),
        });
        match job.convention() {
            Convention::Normal => {}
            Convention::Misere => parts.push("misère play".into()),
        }
        if is_whole {
            parts.push(job.domain().to_string());
        }
        parts.extend(table.unfinished_text());
    }
    let text = plane.to_string();
    let of_plane = (!text.is_empty()).then(|| text.replace('=', " = "));
    parts.extend(of_plane.map(|text| text.replace("sum", "x + y + z")));
    if !is_whole {
        parts.push(region(plane.axis_names(), cells));
    }
    parts.join(", ")
}

/// Says which columns and rows are drawn.
fn region([x, y]: [&str; 2], Rectangle { columns, rows }: &Rectangle) -> String {
    let one = |name: &str, Range { start, end }: &Range<u32>| format!("{start} ≤ {name} < {end}");
    if columns == rows {
        return one(&format!("{x}, {y}"), columns);
    }
    format!("{}, {}", one(x, columns), one(y, rows))
}
