//! `grundytab analyze` of a group of tables, or of several: one table with a row for each.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use grundytab::table::tables_of_group;

use super::args::{AnalyzeArgs, AnalyzePart};
use super::plot;
use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result, conclude_in_json};
use crate::commands::flag_values::name_of;
use crate::commands::game;
use crate::commands::option::option;
use crate::commands::output::{note, print, print_bytes};
use crate::commands::sweep::{Entry, Parts, Sweep, There};
use crate::commands::terminal::Terminal;

/// What an analysis is about.
pub enum Asks<'a> {
    /// One table.
    Table(&'a Path),
    /// Several, or one that is to be a row.
    Sweep(Vec<Entry<'static>>),
}

impl AnalyzeArgs {
    /// Returns what is to be analyzed.
    pub fn tables(&self) -> Result<Asks<'_>> {
        let is_of_rows = self.table.is_some() || self.groups.csv && !self.groups.are_asked_for();
        let mut entries = Vec::new();
        let mut has_groups = false;
        for path in &self.path {
            let members = tables_of_group(path)?.unwrap_or_default();
            // A group of one table stands for it.
            has_groups |= members.len() > 1;
            match members.is_empty() {
                true => entries.push(entry(path.display().to_string(), path.clone())),
                false => entries.extend(members.into_iter().map(|member| {
                    let named = if self.path.len() > 1 { Some(member.as_path()) } else { None };
                    let name = named.or(member.file_name().map(Path::new)).unwrap_or(&member);
                    entry(name.display().to_string(), member.clone())
                })),
            }
        }
        match self.path.as_slice() {
            [path] if !has_groups && !is_of_rows => Ok(Asks::Table(path)),
            _ => Ok(Asks::Sweep(entries)),
        }
    }

    /// Refuses what has no place in a row.
    fn check_rows(&self) -> Result<()> {
        for part in [AnalyzePart::Layers, AnalyzePart::Distance] {
            if self.only.contains(&part) {
                let problem = "it has no place in the row of a table";
                let hint = "a row may have values, periods and beams; analyze one table for more";
                return Err(Failure::usage(option("--only").value(name_of(&part)), problem, hint));
            }
        }
        let flags = [
            ("--distance", self.distance.is_some()),
            ("--histogram", self.groups.histogram.is_some()),
            ("--group-by", self.groups.group_by.is_some()),
            ("--with", !self.groups.with.with.is_empty()),
            ("--x", self.points.x.is_some()),
        ];
        match flags.into_iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((flag, _)) => Err(Failure::usage(
                option(flag),
                "it is about one table, and there are several",
                "give one table, or leave it out",
            )),
        }
    }

    fn parts(&self) -> Result<Parts<'_>> {
        let asks_for = |part| self.asks_for(part);
        let condition = self.groups.only.condition.as_deref();
        if condition.is_some() && self.only.contains(&AnalyzePart::Periods) {
            return Err(Failure::usage(
                option("--where"),
                "periods are those of whole lines",
                &format!("leave periods out, as in {}", option("--only").value("values,beams")),
            ));
        }
        Ok(Parts {
            values: asks_for(AnalyzePart::Values),
            periods: asks_for(AnalyzePart::Periods) && condition.is_none(),
            beams: asks_for(AnalyzePart::Beams),
            rows: &self.rows,
            lines: self.lines,
            against: self.against.iter().map(|slope| (slope.text.as_str(), slope.value)).collect(),
            condition,
        })
    }
}

fn entry(name: String, path: PathBuf) -> Entry<'static> {
    Entry { name, there: There::Table(path), placeholders: None }
}

/// Tabulates the games among tables. What is neither has a row that says so.
fn with_games(
    args: &AnalyzeArgs,
    mut entries: Vec<Entry<'static>>,
    flags: &Flags,
) -> Result<Vec<Entry<'static>>> {
    let mut has_games = false;
    for entry in &mut entries {
        let There::Table(path) = &entry.there else { continue };
        if path.is_dir() {
            continue;
        }
        let is_game = path.to_str().is_some_and(|text| game::read(text).is_ok());
        match args.game.open(path, &[], flags) {
            Ok(table) if table.is_in_memory() => {
                entry.there = There::Game(RefCell::new(Some(Box::new(table))));
                has_games = true;
            }
            Err(error) if is_game => return Err(error),
            _ => {}
        }
    }
    match entries.first().map(|entry| &entry.there) {
        Some(There::Table(path)) if !has_games => args.game.require_none(path)?,
        _ => {}
    }
    Ok(entries)
}

/// Prints the rows of tables, and writes them into a file.
pub fn run(args: &AnalyzeArgs, entries: Vec<Entry<'static>>, flags: &Flags) -> Result<()> {
    args.check_parts()?;
    args.check_rows()?;
    plot::check_place(args, flags)?;
    let entries = with_games(args, entries, flags)?;
    let terminal = Terminal::open(flags)?;
    // The table of a game in memory is given back when its row is found.
    if let Some(path) = &args.plot {
        plot::write_of_several(path, &entries, args, (flags, terminal))?;
    }
    let sweep = Sweep::of(&entries, &args.parts()?, terminal)?;
    let told = args.table.as_ref().map(|file| file.write(&sweep)).transpose()?;
    if plot::goes_to_stdout(args) {
        return sweep.failure().map_or(Ok(()), Err);
    }
    if flags.json {
        return conclude_in_json(&sweep.report(), sweep.failure());
    }
    if args.groups.csv {
        print_bytes(sweep.csv(args.limit).as_bytes());
    } else if told.is_none() {
        print(sweep.text(args.limit));
    }
    if let Some(told) = told {
        note(flags.quiet, told);
    }
    sweep.failure().map_or(Ok(()), Err)
}
