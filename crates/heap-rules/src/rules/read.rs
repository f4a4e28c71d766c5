//! From written rules to trees: what each name stands for.

use super::data::{Data, NEIGHBOURS, VERTICES};
use super::{Clause, Clauses, OfRules, Range, Summand};
use crate::clause::{
    HEAP_NAMES, Players, WrittenBound, WrittenClause, WrittenClauses, WrittenRange, WrittenSummand,
    WrittenVariable, variable,
};
use crate::language::tree::{Number, Term, Truth, bit};
use crate::language::{
    FOLDS, Fold, Meaning as _, OfNatural, Problem, Syntax, Term as TermOf, TreeNames, did_you_mean,
    parse, shortened,
};

/// The most values of a variable over which an operation goes.
const MOST_VALUES: i64 = 64;

/// The names that an expression may use: data, heaps, and the variables of a clause that come before.
struct Names<'a> {
    data: &'a Data,
    /// Variables over which an operation goes, and what they are.
    fixed: Vec<(String, i64)>,
    heaps: usize,
    variables: Vec<&'a str>,
    /// The variables that come later.
    later: Vec<&'a str>,
    /// What is true of the variables that go through the binary digits of a number, before anything else is asked.
    guards: Vec<Truth<OfRules>>,
}

impl TreeNames for Names<'_> {
    type Leaves = OfRules;

    const OTHER_FUNCTIONS: &'static str = "";
    const NO_MOVES: &'static str =
        "move asks for the moves of a game, and rules say themselves which moves there are";
    const NO_QUANTIFIERS: &'static str = "rules have no forall and exists; `for` brings in variables, and each of their values \
                                          makes a move";

    fn named(&mut self, name: &str) -> Result<Term<OfRules>, Problem> {
        let fixed = self.fixed.iter().rev().find(|(known, _)| known == name);
        if let Some(number) = fixed
            .map(|(_, number)| *number)
            .or_else(|| self.data.vertices.filter(|_| name == VERTICES))
        {
            return Ok(TermOf::Number(Number::Constant(number)));
        }
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
        arguments: &[Syntax],
    ) -> Result<Option<Term<OfRules>>, Problem> {
        match (name, index) {
            (NEIGHBOURS, None) => {
                let [vertex] = arguments else {
                    return Err(format!("{NEIGHBOURS} takes a vertex, as in {NEIGHBOURS}(v)"));
                };
                self.of_list(NEIGHBOURS, vertex).map(|number| Some(TermOf::Number(number)))
            }
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

    fn of_list(&mut self, list: &str, place: &Syntax) -> Result<Number<OfRules>, Problem> {
        let place = self.number(place)?;
        self.data.entry(list, place).ok_or_else(|| match list {
            NEIGHBOURS => format!("{NEIGHBOURS} belongs to a graph, as in graph path(7)"),
            _ => format!(
                "there is no list {list}; a list is brought in as in let {list} = [3, 7, 14]"
            ),
        })
    }

    /// Writes the operation out for all values of the variable, whose bounds name no heap.
    fn for_all(
        &mut self,
        name: &str,
        of: &Syntax,
        range: &Syntax,
    ) -> Result<Number<OfRules>, Problem> {
        let WrittenVariable { name: own, range } = variable(range.clone())?;
        let WrittenRange::Between([low, high]) = range else { return Err(NO_VALUES.into()) };
        let at = |number: Number<OfRules>| number.at(&[]);
        let low = at(self.bound(&low, Fold::Plus)?);
        let high = at(self.bound(&high, Fold::Minus)?);
        let (Some(low), Some(high)) = (low, high) else {
            return Err(format!("the bounds of {own} name no heap and no variable of a move"));
        };
        if high.checked_sub(low).is_none_or(|steps| !(0..MOST_VALUES).contains(&steps)) {
            return Err(format!(
                "{own} takes from 1 to {MOST_VALUES} values, and not those from {low} to {high}"
            ));
        }
        let mut all = Vec::new();
        for value in low..=high {
            self.fixed.push((own.clone(), value));
            let number = self.number(of);
            self.fixed.pop();
            all.push(number?);
        }
        let fold = FOLDS.iter().find(|(known, _)| *known == name);
        let (_, fold) = fold.ok_or_else(|| format!("there is no operation {name}"))?;
        Ok(Number::Fold(*fold, all.into()))
    }

    fn elsewhere(&mut self, _: &str, _: &str) -> Result<Term<OfRules>, Problem> {
        Err(NO_VALUES.into())
    }
}

/// Why rules cannot name values.
const NO_VALUES: &str = "p, g and other are values of tables, and rules say which moves there are, before there is a table";

impl<'a> Names<'a> {
    fn of_heaps(data: &'a Data, heaps: usize) -> Self {
        Names {
            data,
            fixed: Vec::new(),
            heaps,
            variables: Vec::new(),
            later: Vec::new(),
            guards: Vec::new(),
        }
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
        let vertices = self.data.vertices.map(|_| VERTICES);
        let known: Vec<&str> = known.chain(vertices).chain(["tokens"]).collect();
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
        let guards = std::mem::take(&mut self.guards);
        let option = written.option.iter().map(|summand| self.summand(summand));
        let option = option.collect::<Result<_, _>>()?;
        let condition = written.condition.as_ref().map(|of| self.truth(of)).transpose()?;
        Ok(Clause {
            option,
            names: names_of(&written.variables),
            ranges,
            condition: guards.into_iter().chain(condition).reduce(Truth::and),
            pays: written.pays.as_ref().map(|of| self.number(of)).transpose()?,
        })
    }

    /// Reads a summand of an option. Its variables are known in it alone.
    fn summand(&mut self, written: &'a WrittenSummand) -> Result<Summand, Problem> {
        let of_clause = self.variables.len();
        let ranges = self.bring_in(&written.variables)?;
        if !self.guards.is_empty() {
            return Err("the positions of sum go through a range or a set, and not through the binary digits of a number".into());
        }
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
                    self.guarded(bounds)
                }
                WrittenRange::Ones(number) => {
                    let number = self.number(number)?;
                    let range = self.guarded([Number::Constant(0), last_place(number.clone())]);
                    let place = Number::Leaf(self.heaps + self.variables.len());
                    self.guards.push(bit([number, place]));
                    range
                }
            });
            self.variables.push(&variable.name);
            self.later.retain(|later| *later != variable.name);
        }
        Ok(ranges)
    }

    /// Returns the range between bounds. They are not asked for where the variables before do not take their values: there the
    /// range is empty.
    fn guarded(&self, bounds: [Number<OfRules>; 2]) -> Range {
        let first = self.heaps;
        let is_asked =
            |bound: &Number<OfRules>| bound.any_leaf(&|&place| place >= first, &|_| false);
        let guard = self.guards.iter().cloned().reduce(Truth::and);
        let [low, high] = match guard.filter(|_| bounds.iter().any(is_asked)) {
            None => bounds,
            Some(guard) => {
                let [low, high] = bounds;
                let where_taken = |bound, otherwise| {
                    let sides = Box::new([bound, Number::Constant(otherwise)]);
                    Number::If(Box::new(guard.clone()), sides)
                };
                [where_taken(low, 0), where_taken(high, -1)]
            }
        };
        Range::Between(Box::new([low, high]))
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

/// Returns the place of the first binary digit of a number n, and -1 for 0: that of the first digit of 2n + 1, less 1. Of a
/// negative number it has no value.
pub fn last_place(number: Number<OfRules>) -> Number<OfRules> {
    let fold = |fold, one, two| Number::Fold(fold, Box::new([one, Number::Constant(two)]));
    let odd = fold(Fold::Plus, fold(Fold::Times, number, 2), 1);
    fold(Fold::Minus, Number::OfNatural(OfNatural::LastOne, Box::new(odd)), 1)
}

/// Returns a number that names nothing.
fn constant(number: &Syntax) -> Result<i64, Problem> {
    let tree = Names::of_heaps(&Data::default(), 0).number(number)?;
    tree.at(&[]).ok_or_else(|| format!("`{number}` has no value"))
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
    Names::of_heaps(&Data::default(), heaps).truth(&parse(text)?)
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
    Names::of_heaps(&Data::default(), heaps).number(&parse(text)?)
}

impl Clauses {
    /// Finds out what the names in rules stand for.
    ///
    /// # Errors
    /// When a name means nothing, or when a number stands where a condition is expected, or the other way round.
    pub fn of(written: &WrittenClauses) -> Result<Self, Problem> {
        let (heaps, data) = (written.heaps, Data::of(written, constant)?);
        let names = || Names::of_heaps(&data, heaps);
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
