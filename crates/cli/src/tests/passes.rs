//! Single passes over tables, of which the program makes lists.

use crate::analyses::analyze::{
    Beams, Distances, Survey, Surveying, all_p_positions, beams_of, beams_pass, distances_from,
};
use crate::analyses::expression::{Filter, NumberExpression, Summaries, Summary};
use grundytab::Control;
use grundytab::table::{OtherTables, TableError, TableReader};

pub fn survey(
    table: &TableReader,
    others: &OtherTables,
    filter: &Filter,
    control: &Control,
) -> Result<Survey, TableError> {
    let job = table.plan().job();
    Ok(Survey::of(job, table.pass(others, Surveying::new(job, filter), control)?))
}

pub fn summarize(
    table: &TableReader,
    others: &OtherTables,
    expressions: &[NumberExpression],
    filter: &Filter,
    control: &Control,
) -> Result<Vec<Summary>, TableError> {
    let pass = Summaries::new(table.plan().job(), expressions, filter);
    table.pass(others, pass, control).map(Summaries::found)
}

pub fn beams(
    table: &TableReader,
    others: &OtherTables,
    filter: &Filter,
    against: &[f64],
    control: &Control,
) -> Result<Option<Beams>, TableError> {
    let Some(pass) = beams_pass(table, filter) else { return Ok(None) };
    Ok(beams_of(table.plan().job(), table.pass(others, pass, control)?, against))
}

pub fn distances(
    table: &TableReader,
    other: &TableReader,
    control: &Control,
) -> Result<[Distances; 2], TableError> {
    let (none, all) = (OtherTables::default(), Filter::default());
    let corner = table.pass(&none, all_p_positions(table, &all), control)?;
    distances_from(table, corner, other, control)
}
