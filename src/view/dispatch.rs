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
//! | `overlays`, `overlay` | the sets of positions that are drawn over the table; the positions of one |
//! | `progress` | how far the overview is |

use super::answer::Answer;
use super::overview::Overview;
use super::request::Query;
use super::subject::Subject;
use super::{cells, description, line, overlays, overview, page, position};
use crate::error::Error;
use crate::table::TableError;

/// Answers a request about a table.
pub fn answer(subject: &Subject, asked: &str) -> Answer {
    let (name, query) = asked.split_once('?').unwrap_or((asked, ""));
    let answer = answer_to(subject, name, &Query(query));
    // After the answer, which may be of what has taken the place of the table while it was read.
    if let Err(error) = subject.table.require_unchanged() {
        return Answer::refusal(410, &format!("{error}; start `grundytab view` again"));
    }
    answer.unwrap_or_else(|error| match error {
        Error::Refused(error) => Answer::refusal(400, &error.to_string()),
        Error::Table(TableError::NotComputed { position, .. }) => {
            Answer::refusal(404, &format!("{position} is not computed yet"))
        }
        Error::Interrupted => Answer::refusal(503, "the program ends"),
        error => Answer::refusal(500, &error.to_string()),
    })
}

/// Answers what has a name, and says with `query` what it is about.
fn answer_to(subject: &Subject, name: &str, query: &Query) -> Result<Answer, Error> {
    let table = subject.table;
    let domain = table.plan().job().domain();
    Ok(match name {
        "" => page::page(),
        "table" => Answer::json(&description::of_table(subject)),
        "plane" => Answer::json(&description::of_plane(&query.plane(domain)?)),
        "colours" => description::colours(table, query.palette()?)?,
        "scale" => description::scale(table, query.palette()?, query.limits()?)?,
        "overlays" => overlays::describe(subject.overlays, table),
        "overlay" => overlays::positions(subject.overlays, query.overlay()?)?,
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
