//! Names and functions: what the words of an expression stand for in a job.

use heap_rules::Problem;

use super::leaves::{Number, NumberLeaf, Place, Term, Truth};
use grundytab::domain::HEAP_NAMES;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::job::Job;
use grundytab::quantity::{OUTCOME_CLASSES_WITH_DRAWS, ValueKind};
use grundytab::ruleset::Ruleset;
use grundytab::table::{OtherTables, PARTNER};
use grundytab::wording::{counted, did_you_mean};

/// What the words in an expression can mean.
pub(super) struct Names<'a> {
    job: &'a Job,
    others: &'a OtherTables<'a>,
}

/// What is asked of a position.
#[derive(Clone, Copy)]
pub(super) enum AskedOfPosition {
    /// Its value, `g`.
    Value,
    /// Whether it is a P-position, `p`.
    IsP,
}

impl AskedOfPosition {
    /// Returns what is asked of a place.
    pub(super) fn of(self, place: Place) -> Term {
        match self {
            AskedOfPosition::Value => Term::Number(Number::Leaf(NumberLeaf::Value(place))),
            AskedOfPosition::IsP => Term::Truth(Truth::Leaf(place)),
        }
    }
}

/// The names besides those of heaps and outcome classes.
pub(super) const NAMES: [&str; 6] = ["tokens", "g", "p", "other", "true", "false"];

/// Why a table of scores knows nothing of `p`.
const NO_P_POSITIONS: &str =
    "p is true at P-positions, and scores do not determine these; g is the score";

impl<'a> Names<'a> {
    /// Returns what words mean in a job, and with these other tables.
    pub(super) fn of(job: &'a Job, others: &'a OtherTables<'a>) -> Self {
        Names { job, others }
    }

    /// Returns the place of a table among the others; `None` if there is none of this name.
    pub(super) fn table(&self, name: &str) -> Option<usize> {
        self.others.find(name)
    }

    /// Returns the job of the table, or of one of the others.
    pub(super) fn job(&self, table: Option<usize>) -> Result<&'a Job, Problem> {
        let Some(place) = table else { return Ok(self.job) };
        let other = self.others.tables().nth(place).ok_or("there is no such table")?;
        Ok(other.plan().job())
    }

    /// Returns what `p` or `g` asks of positions of a table.
    pub(super) fn asked_of(
        &self,
        name: &str,
        table: Option<usize>,
    ) -> Result<AskedOfPosition, Problem> {
        match name {
            "g" => Ok(AskedOfPosition::Value),
            "p" if self.job(table)?.quantity().has_p_positions() => Ok(AskedOfPosition::IsP),
            "p" => Err(NO_P_POSITIONS.into()),
            _ => Err(format!("a table in square brackets follows p and g alone, not {name}")),
        }
    }

    /// Returns what is asked of the same position of a table.
    pub(super) fn here(&self, name: &str, table: Option<usize>) -> Result<Term, Problem> {
        let (heaps, of_table) = (self.heaps(), self.job(table)?.domain().heaps());
        if heaps != of_table {
            return Err(format!(
                "positions have {}, and those of the other table {of_table}, which are written in brackets \
                 after it",
                counted(heaps, "heap")
            ));
        }
        Ok(self.asked_of(name, table)?.of(Place { table, heaps: None }))
    }

    /// Refuses an expression that names a table that is not given.
    pub(super) fn unknown_table(&self, text: &str, name: &str) -> InvalidInput {
        let known: Vec<&str> = self.others.names().collect();
        let tables = match known.as_slice() {
            [] => "no table is given by a name".to_owned(),
            known => {
                let meant = did_you_mean(name, known.iter().copied());
                format!("{meant}the names of tables are {}", known.join(", "))
            }
        };
        let is_game = Ruleset::parse(name).is_ok();
        let problem = match is_game {
            true => format!("{name} is a game, and no table has this name; {tables}"),
            false => format!("no table has the name {name}; {tables}"),
        };
        let hint = match is_game {
            true => {
                "an expression is about tables: give the table of that game by a name; `decide` takes \
                     sentences about games"
            }
            false => "an expression is about the tables that are given; add that one",
        };
        InvalidInput::new(InvalidInputKind::UnknownTable, text, problem, hint)
    }

    /// Whether the table, or one of the others, holds outcome classes.
    fn knows_classes(&self) -> bool {
        let others = self.others.tables().map(|table| table.plan().job());
        others.chain([self.job]).any(|job| job.quantity().kind() == ValueKind::Class)
    }

    fn heaps(&self) -> usize {
        self.job.domain().heaps()
    }

    /// Returns what a name means.
    ///
    /// # Errors
    /// When it means nothing in the job.
    pub(super) fn meaning_of(&self, name: &str) -> Result<Term, Problem> {
        let heap = HEAP_NAMES.iter().position(|heap| *heap == name);
        let class = OUTCOME_CLASSES_WITH_DRAWS.iter().position(|class| *class == name);
        Ok(match (name, heap, class) {
            (_, Some(heap), _) if heap < self.heaps() => {
                Term::Number(Number::Leaf(NumberLeaf::Heap(heap)))
            }
            (_, Some(_), _) => {
                return Err(format!(
                    "the game has {} and no heap {name}",
                    counted(self.heaps(), "heap")
                ));
            }
            (_, _, Some(class)) if self.knows_classes() => {
                Term::Number(Number::Constant(class as i64))
            }
            (_, _, Some(_)) => {
                return Err(format!(
                    "{name} is an outcome class, and no table that is given holds those; p is true at \
                     P-positions"
                ));
            }
            ("tokens", ..) => Term::Number(Number::Leaf(NumberLeaf::TokenSum)),
            ("g" | "p", ..) => self.here(name, None)?,
            (PARTNER, ..) => self.here("g", self.table(PARTNER))?,
            _ => return Err(self.unknown(name)),
        })
    }

    fn unknown(&self, name: &str) -> String {
        let heaps = HEAP_NAMES[..self.heaps()].iter();
        let names: Vec<&str> = heaps.chain(&NAMES).copied().collect();
        let meant = did_you_mean(name, names.iter().copied());
        format!("there is no name {name}; {meant}the names are {}", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a name or a function that the description of the language leaves out.
    #[test]
    fn the_language_lists_every_word() {
        let words: Vec<&str> =
            super::super::LANGUAGE.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let all = NAMES
            .into_iter()
            .chain(heap_rules::function_names())
            .chain(HEAP_NAMES)
            .chain(OUTCOME_CLASSES_WITH_DRAWS);
        for name in all.chain(["implies", "iff", "and", "or", "not"]) {
            assert!(words.contains(&name), "{name}");
        }
    }
}
