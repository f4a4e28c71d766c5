//! Reading the numbers that a variable takes: between two bounds, or those of a set.

use super::Reader;
use crate::clause::{WrittenBound, WrittenRange, WrittenVariable};
use crate::language::token::{Token, too_large};
use crate::language::{Problem, Sign, Syntax, shortened};

/// The most numbers of a set.
const MOST_NUMBERS: usize = 1 << 17;
/// The most numbers of all sets together.
const MOST_NUMBERS_OF_ALL: usize = 1 << 20;

/// How a set is written.
const A_SET: &str = "a set is written in braces, as in k in {2, 5, 8..12}; between bounds a variable is written \
                     as in 1 <= k <= x";

/// What a range is.
const A_RANGE: &str =
    "a range has two bounds, as in 1 <= k <= x, or is a set, as in k in {2, 5, 8..12}";

impl Reader<'_> {
    /// Reads a variable with the numbers that it takes.
    pub(super) fn variable(&mut self) -> Result<WrittenVariable, Problem> {
        if let [Token::Word(name), Token::Word("in"), ..] = self.parser.tokens {
            let name = (*name).to_owned();
            self.parser.next();
            self.parser.next();
            let start = self.place();
            let range = match self.parser.peek() {
                Token::Sign("{") => WrittenRange::Set(self.set()?),
                Token::Index(_) => return Err(A_SET.into()),
                _ => WrittenRange::Ones(self.expression()?),
            };
            return match self.parser.peek() {
                Token::Sign("..") => self.wrong(start, A_SET),
                _ => Ok(WrittenVariable { name, range }),
            };
        }
        let start = self.place();
        let range = self.expression()?;
        variable(range).or_else(|problem| self.wrong(start, problem))
    }

    /// Reads the numbers of a set, in rising order and each once.
    pub(super) fn set(&mut self) -> Result<Vec<i64>, Problem> {
        if !self.parser.takes("{") {
            return Err(A_SET.into());
        }
        if self.parser.peek() == Token::Sign("}") {
            return Err("a set has at least one number".into());
        }
        let mut numbers = Vec::new();
        loop {
            let start = self.place();
            let first = self.integer()?;
            let last = if self.parser.takes("..") { self.integer()? } else { first };
            if first > last {
                let problem =
                    format!("{first}..{last} holds nothing; the smaller number is written first");
                return self.wrong(start, problem);
            }
            if first.abs_diff(last) >= (MOST_NUMBERS - numbers.len()) as u64 {
                let problem = format!("a set has at most {MOST_NUMBERS} numbers");
                return self.wrong(start, problem);
            }
            numbers.extend(first..=last);
            if self.parser.takes("}") {
                break;
            }
            if !self.parser.takes(",") {
                return Err("in a set a comma or a } is expected".into());
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        self.numbers += numbers.len();
        match self.numbers > MOST_NUMBERS_OF_ALL {
            true => Err(format!("all sets together have more than {MOST_NUMBERS_OF_ALL} numbers")),
            false => Ok(numbers),
        }
    }

    pub(super) fn integer(&mut self) -> Result<i64, Problem> {
        let is_negative = self.parser.takes("-");
        let Token::Number(number) = self.parser.peek() else {
            return Err("a set consists of numbers in digits, as in {2, 5, 8..12}".into());
        };
        let number = i64::try_from(number).map_err(|_| too_large(number))?;
        self.parser.next();
        Ok(if is_negative { -number } else { number })
    }
}

/// Returns the variable of a range with two bounds.
pub(crate) fn variable(range: Syntax) -> Result<WrittenVariable, Problem> {
    let (mut signs, mut sides) = match range {
        Syntax::Comparison { signs, between } => (signs, between),
        Syntax::Connective(..) => {
            return Err(format!("{A_RANGE}; conditions follow after `if`"));
        }
        other => {
            return Err(format!("{A_RANGE}, and {} is neither", shortened(&other.to_string())));
        }
    };
    let all = |way: [Sign; 2]| signs.iter().all(|sign| way.contains(sign));
    match (all([Sign::Less, Sign::AtMost]), all([Sign::Greater, Sign::AtLeast])) {
        (true, _) => {}
        (_, true) => {
            signs.reverse();
            sides.reverse();
        }
        _ => return Err(format!("{A_RANGE}; other signs than < and <= follow after `if`")),
    }
    let bound = |bound, sign: Sign| WrittenBound {
        bound,
        is_included: matches!(sign, Sign::AtMost | Sign::AtLeast),
    };
    match (<[Syntax; 3]>::try_from(sides), signs.as_slice()) {
        (Ok([low, Syntax::Name(name), high]), &[first, second]) => {
            let range = WrittenRange::Between([bound(low, first), bound(high, second)]);
            Ok(WrittenVariable { name, range })
        }
        (Ok(_), _) => Err(format!("{A_RANGE}; the variable stands alone in the middle")),
        (Err(sides), [_]) => {
            let sides: Vec<String> =
                sides.iter().map(|side| shortened(&side.to_string())).collect();
            Err(format!("the range with {} has no second bound; {A_RANGE}", sides.join(" and ")))
        }
        _ => Err(format!(
            "there are too many bounds; {A_RANGE}, and other conditions follow after `if`"
        )),
    }
}
