//! Plots of positions at coordinates, which are asked for by `--x` and `--y` in the place of the other parts.

use std::path::Path;

use grundytab::Job;
use grundytab::wording::counted;
use serde::Serialize;

use super::args::AnalyzeArgs;
use super::plot;
use crate::analyses::analyze::Placed;
use crate::commands::command::Flags;
use crate::commands::conditions::{Tables, open_part};
use crate::commands::coordinates::notes_of;
use crate::commands::failure::{Failure, Result};
use crate::commands::option::option;
use crate::commands::output::{note, print, print_json};
use crate::commands::ranks;
use crate::commands::terminal::Terminal;

/// Where positions lie: what `analyze --x --y` plots.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct PointsReport<'a> {
    #[serde(flatten)]
    job: &'a Job,
    /// The expression that is the level coordinate, as it was written.
    x: &'a str,
    /// That of the upright coordinate.
    y: &'a str,
    /// The condition of `--where`; `None` without one: then the positions are the P-positions.
    #[serde(rename = "where")]
    condition: Option<&'a str>,
    /// How many positions are drawn.
    positions: u64,
    /// On how many points they lie, or in how many cells of the figure.
    points: usize,
    /// How many positions lie on one of them at most.
    largest: u64,
    /// How many values of each coordinate a cell of the figure takes together: 1 if it shows all.
    steps: [u64; 2],
    /// The least and the largest value of each coordinate.
    bounds: Option<[[i64; 2]; 2]>,
}

pub fn run(args: &AnalyzeArgs, path: &Path, flags: &Flags) -> Result<()> {
    let Some(figure) = &args.plot else {
        let hint = format!("add {}", option("--plot").placeholder("FILE"));
        return Err(Failure::usage(
            option("--x"),
            "it is drawn, and no figure is asked for",
            &hint,
        ));
    };
    plot::check_place(args, flags)?;
    let groups = &args.groups;
    let table = open_part((path, &[]), &args.game, flags)?.shared_by(ranks::network());
    plot::require_whole(args, &table)?;
    let tables = Tables::open(table, &groups.with)?;
    let (table, others) = (&tables.table, tables.others()?);
    let job = table.plan().job();
    let Some(mut coordinates) = args.points.coordinates(job, &others)? else { return Ok(()) };
    if let (Some(text), Some(condition)) = (&groups.only.condition, groups.only.read(job, &others)?)
    {
        coordinates.add(text.clone(), condition);
    }
    coordinates.add_p_positions(job, "--where")?;
    let placed = Terminal::open(flags)?
        .with_bar(table.positions_there(), |control| coordinates.place(table, &others, control))?;
    let drawing = coordinates.draw(table, &placed, &args.sheet)?;
    for text in notes_of(&placed) {
        note(flags.is_silent(), text);
    }
    plot::write_drawing(figure, &drawing, table, args, flags)?;
    let [Placed { name, points }] = placed.as_slice() else { return Ok(()) };
    let [x, y] = coordinates.texts();
    if plot::goes_to_stdout(args) {
        return Ok(());
    }
    if flags.json {
        print_json(&PointsReport {
            job,
            x,
            y,
            condition: groups.only.condition.as_deref(),
            positions: points.positions,
            points: points.cells.len(),
            largest: points.most(),
            steps: points.steps,
            bounds: points.bounds,
        });
    } else if let Some([of_x, of_y]) = points.bounds {
        let most = counted(points.most(), "position");
        print(format!(
            "{name}: {} on {}, at most {most} on one; {x} is from {} to {}, {y} from {} to {}",
            counted(points.positions, "position"),
            counted(points.cells.len(), "point"),
            of_x[0],
            of_x[1],
            of_y[0],
            of_y[1]
        ));
    }
    Ok(())
}
