//! Figures of positions at coordinates, and how values of one heap are drawn: what `render` and `analyze` share.

use clap::Args;
use grundytab::domain::{Plane, Region};
use grundytab::table::{OtherTables, TableReader};
use grundytab::wording::counted;
use grundytab::{Control, Error, InvalidInput, Job};

use super::failure::{Failure, Result};
use super::flag_values::typed_as;
use super::option::option;
use crate::analyses::analyze::{HeapStyle, Placed, RESOLUTION_OF_COORDINATES, plot_of_coordinates};
use crate::analyses::expression::{Condition, Filter, NumberExpression, Part, points_at};
use crate::commands::figure::SheetArgs;
use crate::figures::drawing::Drawing;

/// Flags of plots.
#[derive(Args)]
#[command(next_help_heading = "Points")]
pub struct PointArgs {
    /// Draw positions as points: this expression is their level coordinate, as in 'x - y', and --y the upright one. These are
    /// the P-positions, unless a condition chooses others. Where several fall on one point, shades count them.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, requires = "y")]
    pub x: Option<String>,
    /// The upright coordinate of the points of --x, as in 'y - z'.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, requires = "x")]
    pub y: Option<String>,
    /// How the values of a table of one heap are drawn; by default as points.
    #[arg(long, value_enum, conflicts_with = "x")]
    pub style: Option<HeapStyle>,
}

impl PointArgs {
    /// Refuses a style of values of one heap where a table has more.
    pub fn require_style_fits(&self, table: &TableReader) -> Result<()> {
        match table.plan().job().domain().heaps() {
            heaps if heaps > 1 && self.style.is_some() => Err(Failure::usage(
                option("--style"),
                &format!(
                    "it is about tables of one heap, and {} has {heaps}",
                    table.path().display()
                ),
                "leave it out",
            )),
            _ => Ok(()),
        }
    }

    /// Returns the coordinates at which positions are drawn, if that is asked for.
    pub fn coordinates(&self, job: &Job, others: &OtherTables) -> Result<Option<Coordinates<'_>>> {
        let (Some(x), Some(y)) = (&self.x, &self.y) else { return Ok(None) };
        let read = |flag: &'static str, text: &str| {
            let parsed = NumberExpression::parse(text, job, others);
            parsed.map_err(|error| error.within(option(flag)))
        };
        let expressions = [read("--x", x)?, read("--y", y)?];
        Ok(Some(Coordinates { texts: [x, y], expressions, sets: Vec::new(), part: String::new() }))
    }
}

/// Which positions are drawn, and where.
pub struct Coordinates<'a> {
    texts: [&'a str; 2],
    expressions: [NumberExpression; 2],
    /// What the positions are called, and which they are.
    sets: Vec<(String, Filter)>,
    /// Which part of the domain they lie in, if they do not lie everywhere.
    part: String,
}

impl<'a> Coordinates<'a> {
    /// Adds positions that satisfy a condition.
    pub fn add(&mut self, name: String, condition: Condition) {
        self.sets.push((name, Filter::of(condition)));
    }

    /// Adds the P-positions, if no others are asked for, which this flag would do.
    pub fn add_p_positions(&mut self, job: &Job, flag: &'static str) -> Result<()> {
        if self.sets.is_empty() {
            let of_p = Condition::parse("p", job, &OtherTables::default());
            let hint =
                || format!("add {}, which chooses positions", option(flag).placeholder("EXPR"));
            let of_p = of_p.map_err(|error| InvalidInput { hint: hint(), ..error });
            self.add("P-positions".into(), of_p.map_err(|error| typed_as("--x", error))?);
        }
        Ok(())
    }

    /// Leaves out what lies outside a plane, or a region, of a domain.
    pub fn within(
        &mut self,
        plane: Option<Plane>,
        region: Option<&Region>,
        job: &Job,
    ) -> Result<()> {
        let part = match plane {
            Some(ref plane) => Part::of_plane(plane.clone(), region)?,
            None if region.is_some() => Part::of_domain(job.domain(), region)?,
            None => return Ok(()),
        };
        let of_plane = plane.map(|plane| format!(", {}", plane.to_string().replace('=', " = ")));
        let of_region = region.map(|region| format!(", region {region}"));
        self.part = [of_plane, of_region].into_iter().flatten().collect();
        for (_, filter) in &mut self.sets {
            *filter = std::mem::take(filter).within(part.clone());
        }
        Ok(())
    }

    /// Returns how many readings of the table it takes.
    pub fn readings(&self) -> u64 {
        self.sets.len() as u64
    }

    /// Returns the expressions as they were typed.
    pub fn texts(&self) -> [&'a str; 2] {
        self.texts
    }

    /// Finds where the positions of a table lie.
    pub fn place(
        &self,
        table: &TableReader,
        others: &OtherTables,
        control: &Control,
    ) -> std::result::Result<Vec<Placed>, Error> {
        let (at, resolution) = (&self.expressions, RESOLUTION_OF_COORDINATES);
        let place = |(name, filter): &(String, Filter)| {
            let points = points_at(table, others, at, filter, resolution, control)?;
            Ok(Placed { name: name.clone(), points })
        };
        self.sets.iter().map(place).collect()
    }

    /// Draws positions that were placed.
    pub fn draw(
        &self,
        table: &TableReader,
        placed: &[Placed],
        sheet: &SheetArgs,
    ) -> Result<Drawing> {
        if placed.iter().all(|one| one.points.cells.is_empty()) {
            return Err(Failure::usage(
                option("--x"),
                "there is nothing to draw: no position that counts has both coordinates",
                "look at other positions",
            ));
        }
        let on = (&sheet.sheet(), &sheet.labels());
        Ok(plot_of_coordinates((table, &self.part), self.texts, placed, on)?)
    }
}

/// Says what of positions the figure does not show.
pub fn notes_of(placed: &[Placed]) -> Vec<String> {
    let of_one = |Placed { name, points }: &Placed| {
        let [x, y] = points.steps;
        let together = (x > 1 || y > 1).then(|| {
            format!(
                "{name}: a point of the figure takes {x} by {y} values of the coordinates together"
            )
        });
        let without = points.without_value.undefined_on + points.without_value.outside_on;
        let at = || counted(without, "position");
        let without = (without > 0).then(|| {
            format!(
                "{name}: at {} a coordinate or the condition has no value; they are left out",
                at()
            )
        });
        [together, without].into_iter().flatten().collect::<Vec<String>>()
    };
    placed.iter().flat_map(of_one).collect()
}
