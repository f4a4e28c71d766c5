//! Numbers in sentences: linear terms, by cases.
//!
//! The absolute value of x - y is x - y in one case and y - x in the other. In each case something is given:
//! a formula that says when it applies, with further variables for values of functions. At numbers to which
//! no case applies there is no value.

use super::linear::{Linear, comparison, exist};
use crate::automata::{Formula, FreshVariables, Variable};
use heap_rules::{Operation, Problem, Sign};

/// The most cases of a number.
const MOST_CASES: usize = 64;

/// A linear term by cases, of which at most one applies to each choice of numbers.
#[derive(Debug, Clone)]
pub(crate) struct Number {
    cases: Vec<(Premise, Linear)>,
    /// Whether some case applies always.
    is_total: bool,
    /// A number that it does not exceed wherever it matters, if one is known.
    most: Option<u64>,
}

/// What is given: there are numbers for these variables such that all these formulas are true.
#[derive(Debug, Clone, Default)]
pub(crate) struct Premise {
    variables: Vec<Variable>,
    formulas: Vec<Formula>,
}

/// A way in which some numbers are natural: what is given, and variables with their values.
pub(crate) type Way = (Premise, Vec<Variable>);

impl Premise {
    pub(crate) fn new(variables: Vec<Variable>, formulas: Vec<Formula>) -> Self {
        Premise { variables, formulas }
    }

    /// Both are given.
    fn with(&self, other: &Premise) -> Premise {
        Premise {
            variables: [self.variables.as_slice(), &other.variables].concat(),
            formulas: [self.formulas.as_slice(), &other.formulas].concat(),
        }
    }

    /// It is given, and so is a formula about its variables.
    pub(crate) fn with_formula(&self, formula: Formula) -> Premise {
        self.with(&Premise::new(Vec::new(), vec![formula]))
    }

    /// It is given, and a formula about its variables is true.
    pub(crate) fn and(&self, formula: Formula) -> Formula {
        if self.formulas.is_empty() {
            return formula;
        }
        exist(&self.variables, Formula::All([self.formulas.as_slice(), &[formula]].concat()))
    }
}

impl Number {
    /// A term that has a value always.
    pub(crate) fn of(term: Linear) -> Self {
        Number { cases: vec![(Premise::default(), term)], is_total: true, most: None }
    }

    pub(crate) fn constant(number: i64) -> Self {
        Number::of(Linear::constant(number))
    }

    /// Says of a number that it does not exceed another one where it matters.
    pub(crate) fn at_most(self, most: Option<u64>) -> Self {
        Number { most, ..self }
    }

    /// Returns the least and the greatest number that it is, where it is natural, if a greatest one is known.
    pub(crate) fn bounds(&self) -> Option<[u64; 2]> {
        match self.as_constant() {
            Some(constant) => u64::try_from(constant).ok().map(|constant| [constant; 2]),
            None => self.most.map(|most| [0, most]),
        }
    }

    /// Whether it has a value always.
    pub(crate) fn is_total(&self) -> bool {
        self.is_total
    }

    /// Whether it is a natural number wherever it has a value.
    pub(crate) fn is_natural(&self) -> bool {
        self.cases.iter().all(|(_, term)| term.is_natural())
    }

    /// Returns where it has no value, if there may be such numbers.
    pub(crate) fn is_undefined(&self) -> Option<Formula> {
        let applies = |(given, _): &(Premise, Linear)| given.and(Formula::All(Vec::new()));
        let undefined = || Formula::not(Formula::Any(self.cases.iter().map(applies).collect()));
        (!self.is_total).then(undefined)
    }

    /// Returns the first number where a condition is true and the second one where it is false. The condition is given by
    /// the formulas that it is true and that it is false, and whether it is one of both everywhere.
    pub(crate) fn choice(
        ([holds, fails], is_total): &([Formula; 2], bool),
        one: &Number,
        two: &Number,
    ) -> Result<Self, Problem> {
        let of = |formula: &Formula, number: &Number| -> Vec<(Premise, Linear)> {
            let cases = number.cases.iter();
            cases.map(|(given, term)| (given.with_formula(formula.clone()), term.clone())).collect()
        };
        let cases = [of(holds, one), of(fails, two)].concat();
        Ok(Number {
            cases: few(cases)?,
            is_total: *is_total && one.is_total && two.is_total,
            most: None,
        })
    }

    /// Returns the number if no variable is in it.
    pub(crate) fn as_constant(&self) -> Option<i128> {
        match self.cases.as_slice() {
            [(given, term)] if given.formulas.is_empty() => term.as_constant(),
            _ => None,
        }
    }

    /// Returns all ways in which this number and another have values, with these.
    pub(crate) fn together<'a>(
        &'a self,
        other: &'a Number,
    ) -> Result<Vec<(Premise, &'a Linear, &'a Linear)>, Problem> {
        let cases = self.cases.iter().flat_map(|(given, one)| {
            other.cases.iter().map(move |(other, two)| (given.with(other), one, two))
        });
        few(cases.collect())
    }

    fn both(
        &self,
        other: &Number,
        term: impl Fn(&Linear, &Linear) -> Result<Linear, Problem>,
    ) -> Result<Self, Problem> {
        let cases = self.together(other)?;
        let cases = cases.into_iter().map(|(given, one, two)| Ok((given, term(one, two)?)));
        let cases = cases.collect::<Result<_, Problem>>()?;
        Ok(Number { cases, is_total: self.is_total && other.is_total, most: None })
    }

    pub(crate) fn negative(&self) -> Result<Self, Problem> {
        self.times(-1)
    }

    /// Returns one of two numbers: the one for which the comparison with the other is true.
    pub(crate) fn better(
        &self,
        other: &Number,
        sign: Sign,
        fresh: &FreshVariables,
    ) -> Result<Self, Problem> {
        let mut cases = Vec::new();
        for (given, one, two) in self.together(other)? {
            let is_first = comparison(sign, one, two, fresh)?;
            for (formula, term) in [(is_first.clone(), one), (Formula::not(is_first), two)] {
                cases.push((given.with_formula(formula), term.clone()));
            }
        }
        Ok(Number { cases, is_total: self.is_total && other.is_total, most: None })
    }

    /// Returns what an operator makes of two numbers, where that is linear.
    pub(crate) fn arithmetic(
        operation: Operation,
        one: &Number,
        two: &Number,
        fresh: &FreshVariables,
    ) -> Result<Self, Problem> {
        match operation {
            Operation::Plus => one.both(two, Linear::plus),
            Operation::Minus => one.both(two, Linear::minus),
            Operation::Times => match (one.as_constant(), two.as_constant()) {
                (Some(factor), _) => two.times(factor),
                (_, Some(factor)) => one.times(factor),
                (None, None) => {
                    Err("a product of two variables is not linear, and sentences with such \
                                     products cannot be decided; multiply by constants"
                        .into())
                }
            },
            Operation::Quotient | Operation::Remainder => match two.as_constant() {
                Some(0) => Err("it divides by 0".into()),
                Some(divisor) => one.divided(divisor, operation == Operation::Quotient, fresh),
                None => Err(
                    "a quotient by a variable is not linear, and sentences with such quotients \
                             cannot be decided; divide by constants"
                        .into(),
                ),
            },
            Operation::ShiftLeft | Operation::ShiftRight => match two.as_constant() {
                Some(places @ 0..63) => {
                    let power = 1i128 << places;
                    match operation {
                        Operation::ShiftLeft => one.times(power),
                        _ => one.divided(power, true, fresh),
                    }
                }
                _ => Err("a shift by a variable is not linear, and sentences with such shifts cannot be decided; shift by \
                          constants from 0 to 62"
                    .into()),
            },
            // They are automatic, and not linear: see `functions`.
            Operation::BitAnd | Operation::Xor | Operation::BitOr => {
                Err("xor, & and | are not linear".into())
            }
        }
    }

    fn times(&self, factor: i128) -> Result<Self, Problem> {
        let cases = self.cases.iter().map(|(given, term)| Ok((given.clone(), term.times(factor)?)));
        let cases = cases.collect::<Result<_, Problem>>()?;
        Ok(Number { cases, is_total: self.is_total, most: None })
    }

    /// Returns the quotient q or the remainder r of the division by a constant d: the number is d q + r
    /// with 0 <= r < |d|. Where q is negative, its opposite is a natural number.
    fn divided(
        &self,
        divisor: i128,
        wants_quotient: bool,
        fresh: &FreshVariables,
    ) -> Result<Self, Problem> {
        let too_large = || "its numbers become too large".to_owned();
        let size = i64::try_from(divisor.unsigned_abs()).map_err(|_| too_large())?;
        let mut cases = Vec::new();
        for (given, term) in &self.cases {
            let signs: &[i128] = if term.is_natural() { &[1] } else { &[1, -1] };
            for &sign in signs {
                let [quotient, remainder] = [fresh.variable(), fresh.variable()];
                let [q, r] = [quotient, remainder].map(Linear::variable);
                let signed = q.times(sign)?;
                let sum = signed.times(size.into())?.plus(&r)?;
                let mut formulas = vec![
                    comparison(Sign::Equal, term, &sum, fresh)?,
                    comparison(Sign::Less, &r, &Linear::constant(size), fresh)?,
                ];
                if sign < 0 {
                    formulas.push(Formula::not(Formula::Is(quotient, 0)));
                }
                let division = Premise { variables: vec![quotient, remainder], formulas };
                let value = if wants_quotient { signed.times(divisor.signum())? } else { r };
                cases.push((given.with(&division), value));
            }
        }
        Ok(Number { cases: few(cases)?, is_total: self.is_total, most: None })
    }

    /// Returns the values of some numbers as variables, in all ways in which they are natural numbers, and
    /// whether they always are.
    pub(crate) fn as_variables(
        numbers: &[Number],
        fresh: &FreshVariables,
    ) -> Result<(Vec<Way>, bool), Problem> {
        let mut ways = vec![(Premise::default(), Vec::new())];
        for number in numbers {
            let mut longer = Vec::new();
            for (given, variables) in &ways {
                for (own, term) in &number.cases {
                    let mut given = given.with(own);
                    let variable = match term.as_variable() {
                        Some(variable) => variable,
                        None => {
                            let value = fresh.variable();
                            let is_value =
                                comparison(Sign::Equal, &Linear::variable(value), term, fresh)?;
                            let named =
                                Premise { variables: vec![value], formulas: vec![is_value] };
                            given = given.with(&named);
                            value
                        }
                    };
                    longer.push((given, [variables.as_slice(), &[variable]].concat()));
                }
            }
            ways = few(longer)?;
        }
        let always = numbers.iter().all(|number| number.is_total && number.is_natural());
        Ok((ways, always))
    }

    /// Returns an integer by two functions of a natural number, which have values everywhere: one of this number where it is not
    /// negative, and another one of its size where it is.
    pub(crate) fn by_sign(
        &self,
        fresh: &FreshVariables,
        natural: impl Fn(&[Variable]) -> Vec<(Premise, Linear)>,
        negative: impl Fn(&[Variable]) -> Vec<(Premise, Linear)>,
    ) -> Result<Self, Problem> {
        let mut cases = Number::function(std::slice::from_ref(self), true, fresh, natural)?.cases;
        if !self.is_natural() {
            let of_size = Number::function(&[self.negative()?], true, fresh, |arguments| {
                let is_more = Formula::not(Formula::Is(arguments[0], 0));
                let cases = negative(arguments).into_iter();
                cases.map(|(given, term)| (given.with_formula(is_more.clone()), term)).collect()
            });
            cases.extend(of_size?.cases);
        }
        Ok(Number { cases: few(cases)?, is_total: self.is_total, most: None })
    }

    /// Returns a function of some numbers: in each way in which these are natural, `values` has its cases.
    /// `is_total` tells whether it has a value at all natural numbers.
    pub(crate) fn function(
        numbers: &[Number],
        is_total: bool,
        fresh: &FreshVariables,
        mut values: impl FnMut(&[Variable]) -> Vec<(Premise, Linear)>,
    ) -> Result<Self, Problem> {
        let (ways, always) = Number::as_variables(numbers, fresh)?;
        let mut cases = Vec::new();
        for (given, arguments) in ways {
            let own = values(&arguments).into_iter();
            cases.extend(own.map(|(own, term)| (given.with(&own), term)));
        }
        Ok(Number { cases: few(cases)?, is_total: is_total && always, most: None })
    }
}

/// Returns cases that are few enough.
fn few<T>(cases: Vec<T>) -> Result<Vec<T>, Problem> {
    match cases.len() > MOST_CASES {
        true => Err(format!("it distinguishes more than {MOST_CASES} cases")),
        false => Ok(cases),
    }
}
