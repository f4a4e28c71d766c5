//! The way from a request to its answer.

use super::answer::{Answer, NoAnswer};
use super::request::Asked;
use super::subject::Subject;
use super::{cells, description, overview, page, position};

/// Answers a request about a table.
pub fn answer(subject: &Subject, asked: &str) -> Answer {
    let table = subject.table;
    let Some(asked) = Asked::parse(asked, table.plan().job().domain()) else {
        return Answer::refusal(404, "there is no such page");
    };
    let answer = asked.map_err(NoAnswer::Refused).and_then(|asked| match asked {
        Asked::Page => Ok(page::page()),
        Asked::Table => Ok(Answer::json(&description::of_table(table))),
        Asked::Plane(plane) => Ok(Answer::json(&description::of_plane(&plane))),
        Asked::Cells(plane, cells) => cells::values(subject, &plane, &cells),
        Asked::Pixels(plane, cells, level) => cells::pixels(subject, &plane, &cells, level),
        Asked::Position(heaps, plane, cells) => position::describe(subject, &heaps, &plane, &cells),
        Asked::Colours(palette) => description::colours(table, palette),
        Asked::Progress => Ok(Answer::json(&match subject.overview {
            Some(overview) => overview.progress(),
            None => overview::done(),
        })),
    });
    // After the answer, which may be of what has taken the place of the table while it was read.
    if let Err(error) = table.require_unchanged() {
        return Answer::refusal(410, &format!("{error}; start `grundytab view` again"));
    }
    match answer {
        Ok(answer) => answer,
        Err(NoAnswer::Refused(error)) => Answer::refusal(400, &error.to_string()),
        Err(NoAnswer::Failed(reason)) => Answer::refusal(500, &reason),
        Err(NoAnswer::Interrupted) => Answer::refusal(503, "the program ends"),
    }
}
