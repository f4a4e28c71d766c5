//! From written rules to trees: what each name stands for.

use super::{Clause, Clauses, OfRules, Range, Summand};
use crate::clause::{
    HEAP_NAMES, Players, WrittenBound, WrittenClause, WrittenClauses, WrittenRange, WrittenSummand,
    WrittenVariable,
};
use crate::language::tree::{Number, Term, Truth};
use crate::language::{
    Fold, Meaning as _, Problem, Syntax, Term as TermOf, TreeNames, did_you_mean, parse, shortened,
};

/// The names that an expression may use: heaps, and the variables of a clause that come before.
struct Names<'a> {
    heaps: usize,
    variables: Vec<&'a str>,
    /// The variables that come later.
    later: Vec<&'a str>,
}

impl TreeNames for Names<'_> {
    type Leaves = OfRules;

    const OTHER_FUNCTIONS: &'static str = "";
    const NO_MOVES: &'static str =
        "move asks for the moves of a game, and rules say themselves which moves there are";
    const NO_QUANTIFIERS: &'static str = "rules have no forall and exists; `for` brings in variables, and each of their values \
                                          makes a move";

    fn named(&mut self, name: &str) -> Result<Term<OfRules>, Problem> {
        let variable = self.variables.iter().position(|known| *known == name);
        let heap = HEAP_NAMES.iter().position(|known| *known == name);
        let leaf = match (heap, variable) {
            (Some(heap), _) if heap < self.heaps => heap,
            (Some(_), _) => {
                return Err(format!(
                    "the game has the heaps {}, as many as each option has heap sizes, and no heap {name}",
                    self.heap_names().join(", ")
                ));
            }
            (None, Some(variable)) => self.heaps + variable,
            (None, None) if name == "tokens" => {
                let heaps = (0..self.heaps).map(Number::Leaf).collect();
                return Ok(TermOf::Number(Number::Fold(Fold::Plus, heaps)));
            }
            (None, None) => return Err(self.unknown(name)),
        };
        Ok(TermOf::Number(Number::Leaf(leaf)))
    }

    fn asked(
        &mut self,
        name: &str,
        index: Option<&str>,
        _: &[Syntax],
    ) -> Result<Option<Term<OfRules>>, Problem> {
        match (name, index) {
            ("p" | "g" | "other", _) => Err(NO_VALUES.into()),
            _ if name == "tokens"
                || self.heap_names().contains(&name)
                || self.variables.contains(&name) =>
            {
                Err(format!(
                    "{name} is a number and no function; an operator, or a semicolon before the next clause, \
                             is missing behind it"
                ))
            }
            (_, Some(index)) => {
                Err(format!("[{index}] after {name} is about tables, which rules know nothing of"))
            }
            (_, None) => Ok(None),
        }
    }

    fn elsewhere(&mut self, _: &str, _: &str) -> Result<Term<OfRules>, Problem> {
        Err(NO_VALUES.into())
    }
}

/// Why rules cannot name values.
const NO_VALUES: &str = "p, g and other are values of tables, and rules say which moves there are, before there is a table";

impl<'a> Names<'a> {
    fn of_heaps(heaps: usize) -> Self {
        Names { heaps, variables: Vec::new(), later: Vec::new() }
    }

    fn unknown(&self, name: &str) -> Problem {
        if matches!(name, "g" | "p" | "other") {
            return NO_VALUES.into();
        }
        if self.later.contains(&name) {
            return format!(
                "the variable {name} is not known yet; a bound may use variables that stand before it"
            );
        }
        let known = self.heap_names().iter().chain(&self.variables).copied();
        let known: Vec<&str> = known.chain(["tokens"]).collect();
        let meant = did_you_mean(name, known.iter().copied());
        format!(
            "there is no name {name} here; {meant}the names are {}; a variable is brought in by `for`, and may be used \
             behind it and in the option",
            known.join(", ")
        )
    }

    fn heap_names(&self) -> &'static [&'static str] {
        HEAP_NAMES.get(..self.heaps).unwrap_or(&HEAP_NAMES)
    }

    fn clause(&mut self, written: &'a WrittenClause) -> Result<Clause, Problem> {
        let ranges = self.bring_in(&written.variables)?;
        let option = written.option.iter().map(|summand| self.summand(summand));
        Ok(Clause {
            option: option.collect::<Result<_, _>>()?,
            names: names_of(&written.variables),
            ranges,
            condition: written.condition.as_ref().map(|of| self.truth(of)).transpose()?,
            pays: written.pays.as_ref().map(|of| self.number(of)).transpose()?,
        })
    }

    /// Reads a summand of an option. Its variables are known in it alone.
    fn summand(&mut self, written: &'a WrittenSummand) -> Result<Summand, Problem> {
        let of_clause = self.variables.len();
        let ranges = self.bring_in(&written.variables)?;
        let heaps = written.heaps.iter().map(|heap| self.number(heap)).collect::<Result<_, _>>()?;
        self.variables.truncate(of_clause);
        Ok(Summand { heaps, names: names_of(&written.variables), ranges })
    }

    /// Makes variables known, one after the other, and returns what they take.
    fn bring_in(&mut self, variables: &'a [WrittenVariable]) -> Result<Vec<Range>, Problem> {
        let mut ranges = Vec::new();
        self.later = variables.iter().map(|variable| variable.name.as_str()).collect();
        for variable in variables {
            ranges.push(match &variable.range {
                WrittenRange::Set(numbers) => Range::Set(numbers.clone()),
                WrittenRange::Between([low, high]) => {
                    let bounds = [self.bound(low, Fold::Plus)?, self.bound(high, Fold::Minus)?];
                    Range::Between(Box::new(bounds))
                }
            });
            self.variables.push(&variable.name);
            self.later.retain(|later| *later != variable.name);
        }
        Ok(ranges)
    }

    /// Returns a bound that is included: one more than a lower bound that is not, one less than an upper one.
    fn bound(&mut self, written: &WrittenBound, inwards: Fold) -> Result<Number<OfRules>, Problem> {
        let bound = self.number(&written.bound)?;
        Ok(match written.is_included {
            true => bound,
            false => Number::Fold(inwards, Box::new([bound, Number::Constant(1)])),
        })
    }
}

fn names_of(variables: &[WrittenVariable]) -> Vec<String> {
    variables.iter().map(|variable| variable.name.clone()).collect()
}

/// Reads a condition on positions with this many heaps, 1 to 4.
///
/// ```
/// let is_sorted = heap_rules::rules::condition("x <= y and not is_prime(y)", 2)?;
/// assert_eq!(is_sorted.at(&[3, 4]), Some(true));
/// assert_eq!(is_sorted.at(&[3, 5]), Some(false));
/// # Ok::<(), heap_rules::Problem>(())
/// ```
///
/// # Errors
/// What is wrong with the text.
pub fn condition(text: &str, heaps: usize) -> Result<Truth<OfRules>, Problem> {
    Names::of_heaps(heaps).truth(&parse(text)?)
}

/// Reads a number at positions with this many heaps, 1 to 4.
///
/// ```
/// let number = heap_rules::rules::number("100 / (x - y)", 2)?;
/// assert_eq!(number.at(&[7, 4]), Some(33));
/// assert_eq!(number.at(&[4, 4]), None);
/// # Ok::<(), heap_rules::Problem>(())
/// ```
///
/// # Errors
/// What is wrong with the text.
pub fn number(text: &str, heaps: usize) -> Result<Number<OfRules>, Problem> {
    Names::of_heaps(heaps).number(&parse(text)?)
}

impl Clauses {
    /// Finds out what the names in rules stand for.
    ///
    /// # Errors
    /// When a name means nothing, or when a number stands where a condition is expected, or the other way round.
    pub fn of(written: &WrittenClauses) -> Result<Self, Problem> {
        let heaps = written.heaps;
        let names = || Names::of_heaps(heaps);
        let truth = |what: &str, of: &Option<Syntax>| -> Result<Option<Truth<OfRules>>, Problem> {
            let truth = of.as_ref().map(|of| names().truth(of)).transpose();
            truth.map_err(|problem| format!("in `{what}`: {problem}"))
        };
        let grade = written.grade.as_ref().map(|of| names().number(of)).transpose();
        let clauses = |clauses: &[WrittenClause]| -> Result<Vec<Clause>, Problem> {
            let clause = |written: &WrittenClause| {
                names().clause(written).map_err(|problem| {
                    format!("in the clause `{}`: {problem}", shortened(&written.to_string()))
                })
            };
            clauses.iter().map(clause).collect()
        };
        Ok(Clauses {
            heaps,
            positions: truth("positions", &written.positions)?,
            terminal: truth("terminal", &written.terminal)?,
            grade: grade.map_err(|problem| format!("in `grade`: {problem}"))?,
            is_loopy: written.is_loopy,
            moves: match &written.moves {
                Players::Both(both) => Players::Both(clauses(both)?),
                Players::Each([left, right]) => Players::Each([clauses(left)?, clauses(right)?]),
            },
        })
    }
}
