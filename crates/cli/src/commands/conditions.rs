//! What commands that evaluate expressions share: other tables by name, and the positions that count.

use std::path::{Path, PathBuf};

use crate::analyses::expression::{Condition, Filter, WithoutValue, name_and_path};
use crate::analyses::theorem;
use clap::Args;
use grundytab::memory::available_memory_bytes;
use grundytab::table::{OtherTables, TableReader};
use grundytab::wording::{counted, joined, percent_text};
use grundytab::{InvalidInput, Job};

use super::command::Flags;
use super::failure::{Failure, Result};
use super::flag_values::Heaps;
use super::game_or_table::GameArgs;
use super::option::{named_table, option};
use super::output::note;
use super::ranks;

/// Tables beside the one that a command is about.
#[derive(Args)]
pub struct WithArgs {
    /// Another table, with a name of your choice: expressions read it as p[NAME] and g[NAME] at the same position, and
    /// as p[NAME](x + 1, y) elsewhere. Its game, domain and quantity may differ; it is only read. Without NAME= the
    /// table must have the same game and domain in the other play convention, and its name is `other`; `verify` then
    /// verifies this table too, and checks theorems about both. May be given several times.
    #[arg(long, value_name = "NAME=PATH")]
    pub with: Vec<PathBuf>,
}

impl WithArgs {
    /// Checks that an expression can read the tables.
    pub fn check_use(&self, has_expression: bool) -> Result<()> {
        match self.with.first() {
            Some(with) if !has_expression => Err(Failure::usage(
                option("--with").value(with.display()),
                "no expression is given that reads this table",
                &format!("add {}, or leave it out", option("--where").placeholder("EXPR")),
            )),
            _ => Ok(()),
        }
    }
}

/// The positions that count.
#[derive(Args)]
pub struct WhereArgs {
    /// Look only at the positions that satisfy this condition, as in 'x <= y' or 'g > 0'.
    #[arg(long = "where", id = "where", value_name = "EXPR", allow_hyphen_values = true)]
    pub condition: Option<String>,
}

impl WhereArgs {
    /// Returns the condition that was typed, if one was.
    pub fn read(&self, job: &Job, others: &OtherTables) -> Result<Option<Condition>> {
        let typed = |text: &String| {
            Condition::parse(text, job, others).map_err(|error| error.within(option("--where")))
        };
        Ok(self.condition.as_ref().map(typed).transpose()?)
    }

    /// Returns the positions that count.
    pub fn filter(&self, job: &Job, others: &OtherTables) -> Result<Filter> {
        Ok(self.read(job, others)?.map(Filter::of).unwrap_or_default())
    }
}

/// Tells, after what was found, of how many other positions it is not known whether they count, if there are any; `what`
/// has no value there.
pub fn without_value(what: &str, found: WithoutValue) -> String {
    clauses("other", what, found).map(|clause| format!("; {clause}")).collect()
}

/// Notes at how many positions it is not known whether they count, if there are any.
pub fn note_without_value(quiet: bool, found: WithoutValue) {
    let text = joined(clauses("position", "the condition", found), "; ");
    if !text.is_empty() {
        note(quiet, text);
    }
}

fn clauses(noun: &str, what: &str, found: WithoutValue) -> impl Iterator<Item = String> {
    let clause =
        |count, why: &str| (count > 0).then(|| format!("at {} {what} {why}", counted(count, noun)));
    let undefined = clause(found.undefined_on, "has no value");
    let outside = clause(found.outside_on, "refers to ones outside the table");
    undefined.into_iter().chain(outside)
}

/// Opens a table, an unfinished one as far as it is there, and says what there is of it; or tabulates a game on a
/// domain that has these positions.
pub fn open_part(
    (path, positions): (&Path, &[Heaps]),
    game: &GameArgs,
    flags: &Flags,
) -> Result<TableReader> {
    let table = game.open(path, positions, flags)?;
    table.require_game()?;
    let table = table.as_far_as_stored()?;
    note_part(&table, flags);
    Ok(table)
}

/// Says what there is of an unfinished table, if it is one.
pub fn note_part(table: &TableReader, flags: &Flags) {
    if table.is_part() && ranks::is_first() {
        let of = table.plan().job().domain().positions();
        let there = table.positions_there();
        let share = percent_text(there, of, 3);
        note(
            flags.is_silent(),
            format!(
                "the table is unfinished: {share} of the positions are stored, {there} of {}; the others are left out",
                counted(of, "position")
            ),
        );
    }
}

/// The table that a command is about, and others that expressions name.
pub struct Tables {
    pub table: TableReader,
    others: Vec<Other>,
}

struct Other {
    /// `None` for the table of the other play convention.
    name: Option<String>,
    table: TableReader,
}

impl Tables {
    /// Opens them, to be shared by the same ranks as the table. All of them together keep as much in memory as one would.
    pub fn open(table: TableReader, with: &WithArgs) -> Result<Self> {
        table.require_readable()?;
        if with.with.is_empty() {
            return Ok(Tables { table, others: Vec::new() });
        }
        let kept = available_memory_bytes() / 2 / (1 + with.with.len() as u64);
        let mut others = Vec::new();
        for typed in &with.with {
            let (name, path) = name_and_path(typed);
            let other = TableReader::open(path)?.shared_by(table.network()).keeping_at_most(kept);
            other.require_complete()?;
            if name.is_none() {
                theorem::check_partner(&table, &other).map_err(by_name)?;
            }
            others.push(Other { name, table: other });
        }
        Ok(Tables { table: table.keeping_at_most(kept), others })
    }

    /// Returns the others by their names.
    pub fn others(&self) -> Result<OtherTables<'_>> {
        let named =
            self.others.iter().filter_map(|other| Some((other.name.as_ref()?, &other.table)));
        let mut all = OtherTables::partner(self.partner());
        for (name, table) in named {
            all = all.with(name, table).map_err(|error| {
                error.about(option("--with").value(format!("{name}={}", table.path().display())))
            })?;
        }
        let partners = self.others.iter().filter(|other| other.name.is_none());
        if partners.count() > 1 {
            return Err(Failure::usage(
                option("--with"),
                "two tables have no name",
                &format!("give each a name of its own, as in {}", named_table()),
            ));
        }
        Ok(all)
    }

    /// Returns the table of the other play convention, if there is one.
    pub fn partner(&self) -> Option<&TableReader> {
        self.others.iter().find(|other| other.name.is_none()).map(|other| &other.table)
    }
}

/// Says that a table that is no partner can be given by a name.
fn by_name(error: InvalidInput) -> InvalidInput {
    let hint = format!("{}; another table needs a name, as in {}", error.hint, named_table());
    InvalidInput { hint, ..error }
}
