//! From written rules to trees: what each name stands for.

use super::{Clause, OfRules, Range, Rules};
use crate::clause::{HEAP_NAMES, Players, WrittenBound, WrittenClause, WrittenRange, WrittenRules};
use crate::language::tree::{Number, Term, Truth};
use crate::language::{
    Fold, Meaning as _, Problem, Syntax, Term as TermOf, TreeNames, did_you_mean,
};

/// The names that an expression may use: heaps, and the variables of a clause that come before.
struct Names<'a> {
    heaps: usize,
    variables: Vec<&'a str>,
}

impl TreeNames for Names<'_> {
    type Leaves = OfRules;

    const OTHER_FUNCTIONS: &'static str = "";
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
                    HEAP_NAMES[..self.heaps].join(", ")
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
    fn unknown(&self, name: &str) -> Problem {
        if matches!(name, "g" | "p" | "other") {
            return NO_VALUES.into();
        }
        let known = HEAP_NAMES[..self.heaps].iter().chain(&self.variables).copied();
        let known: Vec<&str> = known.chain(["tokens"]).collect();
        let meant = did_you_mean(name, known.iter().copied());
        format!(
            "there is no name {name} here; {meant}the names are {}; a variable is brought in by `for`, and may be used \
             behind it and in the option",
            known.join(", ")
        )
    }

    fn clause(&mut self, written: &'a WrittenClause) -> Result<Clause, Problem> {
        let mut ranges = Vec::new();
        for variable in &written.variables {
            ranges.push(match &variable.range {
                WrittenRange::Set(numbers) => Range::Set(numbers.clone()),
                WrittenRange::Between([low, high]) => {
                    let bounds = [self.bound(low, Fold::Plus)?, self.bound(high, Fold::Minus)?];
                    Range::Between(Box::new(bounds))
                }
            });
            self.variables.push(&variable.name);
        }
        let option = written.option.iter().map(|heap| self.number(heap));
        Ok(Clause {
            option: option.collect::<Result<_, _>>()?,
            ranges,
            condition: written.condition.as_ref().map(|of| self.truth(of)).transpose()?,
            pays: written.pays.as_ref().map(|of| self.number(of)).transpose()?,
        })
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

impl Rules {
    /// Finds out what the names in rules stand for.
    ///
    /// # Errors
    /// When a name means nothing, or when a number stands where a condition is expected, or the other way round.
    pub fn of(written: &WrittenRules) -> Result<Self, Problem> {
        let heaps = written.heaps;
        let names = || Names { heaps, variables: Vec::new() };
        let truth = |what: &str, of: &Option<Syntax>| -> Result<Option<Truth<OfRules>>, Problem> {
            let truth = of.as_ref().map(|of| names().truth(of)).transpose();
            truth.map_err(|problem| format!("in `{what}`: {problem}"))
        };
        let grade = written.grade.as_ref().map(|of| names().number(of)).transpose();
        let clauses = |clauses: &[WrittenClause]| -> Result<Vec<Clause>, Problem> {
            let clause = |written: &WrittenClause| {
                names()
                    .clause(written)
                    .map_err(|problem| format!("in the clause `{written}`: {problem}"))
            };
            clauses.iter().map(clause).collect()
        };
        Ok(Rules {
            heaps,
            positions: truth("positions", &written.positions)?,
            terminal: truth("terminal", &written.terminal)?,
            grade: grade.map_err(|problem| format!("in `grade`: {problem}"))?,
            moves: match &written.moves {
                Players::Both(both) => Players::Both(clauses(both)?),
                Players::Each([left, right]) => Players::Each([clauses(left)?, clauses(right)?]),
            },
        })
    }
}
