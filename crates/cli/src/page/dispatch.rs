//! The way from a request to its answer.
//!
//! | request | what is answered |
//! |---|---|
//! | nothing | the page itself |
//! | `table` | what the table holds |
//! | `plane` | how the cells of a plane are given: its sides and what its axes stand for |
//! | `cells` | the values of a rectangle of a plane |
//! | `pixels` | pixels of 2^level by 2^level cells of a rectangle of a plane |
//! | `position` | a position, and its options that lie in a rectangle of a plane |
//! | `line` | pixels of 2^level heap sizes of a table of one heap |
//! | `colours` | the colours of the values 0, 1, 2, ... in a palette |
//! | `scale` | the colours of a graded palette between limits |
//! | `open` | the number of the table at a path, by which other requests name it with `on` |
//! | `start` | the open tables, the shapes of sets, and the sets that the program was started with |
//! | `set`, `positions` | how far the search for a set is, which begins with the first such request; its positions |
//! | `forget` | nothing: the search for a set ends |
//! | `figure` | what is seen as an SVG or PDF file |
//! | `progress` | how far the overview is |
//!
//! With `heap=n` the values are those of sums with a nim heap of size n.

use super::answer::Answer;
use super::overview::Overview;
use super::request::Query;
use super::service::Service;
use super::set::{Set, Wanted};
use super::subject::Subject;
use super::{cells, description, figure, html, line, overview, position};
use crate::figures::picture;
use grundytab::error::Error;
use grundytab::table::TableError;
use serde_json::json;

/// Answers a request; `started` are the sets that the program was started with.
pub fn answer(service: &Service, started: &[Wanted], asked: &str) -> Answer {
    let (name, query) = asked.split_once('?').unwrap_or((asked, ""));
    let query = Query(query);
    let answer = query.on().map_err(Error::from).and_then(|number| {
        let answer = match answer_of_service(service, started, name, number, &query)? {
            Some(answer) => Ok(answer),
            None => {
                let subject = service.subject(number)?.with_heap(query.heap()?)?;
                match name {
                    "figure" => figure::draw(&subject, service.tables, &query),
                    _ => answer_about(&subject, name, &query),
                }
            }
        };
        // After the answer, which may be of what has taken the place of the table while it was read.
        if let Ok(table) = service.tables.get(number)
            && let Err(error) = table.require_unchanged()
        {
            return Ok(Answer::refusal(410, &format!("{error}; start `grundytab view` again")));
        }
        answer
    });
    answer.unwrap_or_else(|error| match error {
        Error::Refused(error) => Answer::refusal(400, &error.to_string()),
        Error::Table(TableError::NotComputed { position, .. }) => {
            Answer::refusal(404, &format!("{position} is not computed yet"))
        }
        Error::Interrupted => Answer::refusal(503, "the program ends"),
        error => Answer::refusal(500, &error.to_string()),
    })
}

/// Answers what concerns the tables and the sets as a whole.
fn answer_of_service(
    service: &Service,
    started: &[Wanted],
    name: &str,
    number: usize,
    query: &Query,
) -> Result<Option<Answer>, Error> {
    let sets = &service.sets;
    // What is typed may be wrong, or there may be no such table: the page says so beside its field.
    let typed = |error: Error| match error {
        Error::Interrupted => Answer::refusal(503, "the program ends"),
        error => Answer::refusal(400, &error.to_string()),
    };
    let set = |answer: &dyn Fn(&Set) -> Result<Answer, Error>| -> Result<Answer, Error> {
        let set = sets.get(number, query.wanted()?);
        Ok(set.and_then(|set| answer(&set)).unwrap_or_else(typed))
    };
    Ok(Some(match name {
        "" => html::page(),
        "start" => Answer::json(&json!({
            "tables": service.tables.all().map(|table| description::name_of_table(table)).collect::<Vec<_>>(),
            "shapes": picture::shapes_of_sets()
                .map(|(color, corners)| json!({"colour": color.to_string(), "corners": corners}))
                .collect::<Vec<_>>(),
            "sets": started.iter().map(|Wanted { kind, text }| (kind, text)).collect::<Vec<_>>(),
        })),
        "open" => match service.tables.open(&query.required("path")?) {
            Ok(number) => Answer::json(&number.into()),
            Err(error) => typed(error),
        },
        "set" => set(&|set| Ok(Answer::json(&set.describe())))?,
        "positions" => set(&|set| Ok(set.positions()?))?,
        "blocks" => set(&|set| {
            let (plane, cells) = query.rectangle(set.domain())?;
            set.blocks(&plane, &cells, query.block()?)
        })?,
        "forget" => {
            sets.forget(number, &query.wanted()?);
            Answer::json(&json!({}))
        }
        _ => return Ok(None),
    }))
}

/// Answers what concerns one table.
fn answer_about(subject: &Subject, name: &str, query: &Query) -> Result<Answer, Error> {
    let domain = subject.table.plan().job().domain();
    Ok(match name {
        "table" => Answer::json(&description::of_table(subject)),
        "plane" => Answer::json(&description::of_plane(&query.plane(domain)?)),
        "colours" => description::colours(subject, query.palette()?)?,
        "scale" => description::scale(subject.table, query.palette()?, query.limits()?)?,
        "line" if domain.heaps() == 1 => {
            line::pixels(subject, query.heaps(domain)?, query.level()?)?
        }
        "progress" => {
            Answer::json(&subject.overview.map_or_else(overview::done, Overview::progress))
        }
        "cells" => {
            let (plane, cells) = query.rectangle(domain)?;
            cells::values(subject, &plane, &cells)?
        }
        "pixels" => {
            let (plane, cells) = query.rectangle(domain)?;
            cells::pixels(subject, &plane, &cells, query.level()?)?
        }
        "position" => position::describe(subject, &query.position()?, &query.board(domain)?)?,
        _ => Answer::refusal(404, "there is no such page"),
    })
}
