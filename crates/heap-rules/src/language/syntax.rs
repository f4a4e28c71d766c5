//! The syntax tree of an expression: what was written, before anything is said of what it means.
//!
//! `meaning` says what is made of it.

use std::fmt;

use super::fold::Fold;

/// A description of what is wrong with an expression.
pub type Problem = String;

/// A part of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Syntax {
    /// A number in digits, or the least one of 64 bits with its sign.
    Number(i64),
    /// A name.
    Name(String),
    /// A function or P-positions, with arguments in brackets. The index is what stands in square brackets: a
    /// game, as in `p[wythoff](x, y)`, or the name of a table.
    Call {
        /// The word before the brackets.
        name: String,
        /// What stands in square brackets behind it.
        index: Option<String>,
        /// What stands in the brackets.
        arguments: Vec<Syntax>,
    },
    /// A move from one position to another, as in `move[wythoff](x, y; u, v)`.
    Move {
        /// The game, in square brackets.
        index: Option<String>,
        /// The heap sizes before the semicolon.
        from: Vec<Syntax>,
        /// The heap sizes behind it.
        to: Vec<Syntax>,
    },
    /// `p` or `g` of the same position somewhere else, as in `p[second]`.
    Indexed {
        /// The word before the square brackets.
        name: String,
        /// What stands in them.
        index: String,
    },
    /// A number of a list: `N[v]`.
    Entry {
        /// The name of the list.
        list: String,
        /// The place.
        place: Box<Syntax>,
    },
    /// An operation on the numbers that an expression is for all values of a variable: `sum(a for 0 <= v < n)`.
    Over {
        /// The operation.
        name: String,
        /// The expression.
        of: Box<Syntax>,
        /// The range, as a comparison.
        range: Box<Syntax>,
    },
    /// `- a`
    Negative(Box<Syntax>),
    /// `~ a`, whose binary digits are the others.
    Complement(Box<Syntax>),
    /// `! A`, where the exclamation mark binds strongly, or `not A`.
    Not {
        /// Whether it is written as a mark.
        mark: bool,
        /// What is to be false.
        of: Box<Syntax>,
    },
    /// Operators that bind equally strongly, from the left to the right: `a + b - c`.
    Arithmetic {
        /// The first operand.
        first: Box<Syntax>,
        /// The other ones, with the operators before them.
        rest: Vec<(Operation, Syntax)>,
    },
    /// Two parts, or more between which the same stands: `A and B and C`.
    Connective(Connective, Vec<Syntax>),
    /// A comparison, or a chain of them: what stands before each sign, and at the end.
    Comparison {
        /// The signs.
        signs: Vec<Sign>,
        /// The sides, one more than signs.
        between: Vec<Syntax>,
    },
    /// `if(A, a, b)`
    If(Box<[Syntax; 3]>),
    /// `forall x, y: A` or `exists x, y: A`
    Quantified {
        /// Which word it is.
        quantifier: Quantifier,
        /// The names of the variables.
        variables: Vec<String>,
        /// What is said of them.
        of: Box<Syntax>,
    },
}

/// An operation on two numbers that has a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Quotient,
    /// `%`
    Remainder,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `&`
    BitAnd,
    /// `^`
    Xor,
    /// `|`
    BitOr,
}

/// A connection of two truth values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connective {
    /// Both are true.
    And,
    /// One of them is true, or both.
    Or,
    /// The second is true if the first is.
    Implies,
    /// Both are true, or both are false.
    Iff,
}

/// The sign of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// How strongly operators bind, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// No operator: what stands in brackets, or alone.
    Whole,
    Iff,
    Implies,
    Or,
    And,
    Not,
    Comparison,
    BitOr,
    Xor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Sign,
    /// What needs no brackets anywhere.
    Atom,
}

/// How many values of a variable a statement is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// `forall`
    ForAll,
    /// `exists`
    Exists,
}

/// The signs as they are written, with the sides exchanged, and where they do not stand rightly.
const SIGNS: [(Sign, &str, Sign, Sign); 6] = [
    (Sign::Equal, "==", Sign::Equal, Sign::NotEqual),
    (Sign::NotEqual, "!=", Sign::NotEqual, Sign::Equal),
    (Sign::Less, "<", Sign::Greater, Sign::AtLeast),
    (Sign::AtMost, "<=", Sign::AtLeast, Sign::Greater),
    (Sign::Greater, ">", Sign::Less, Sign::AtMost),
    (Sign::AtLeast, ">=", Sign::AtMost, Sign::Less),
];

impl Sign {
    /// Returns the sign that is written so.
    pub(crate) fn of_text(text: &str) -> Option<Sign> {
        SIGNS.iter().find(|(_, written, ..)| *written == text).map(|(sign, ..)| *sign)
    }

    /// Returns the sign as it is written. The table has the signs in their order.
    pub fn text(self) -> &'static str {
        SIGNS[self as usize].1
    }

    /// Returns whether it stands rightly between two numbers, as a function of these.
    pub fn test<N: Ord>(self) -> fn(&N, &N) -> bool {
        match self {
            Sign::Equal => N::eq,
            Sign::NotEqual => N::ne,
            Sign::Less => N::lt,
            Sign::AtMost => N::le,
            Sign::Greater => N::gt,
            Sign::AtLeast => N::ge,
        }
    }

    /// Returns the comparison with the sides exchanged.
    pub fn mirrored(self) -> Sign {
        SIGNS[self as usize].2
    }

    /// Returns the sign that stands rightly exactly where this one does not.
    pub fn opposite(self) -> Sign {
        SIGNS[self as usize].3
    }

    /// Returns the sign that stands rightly where this one does, or else where it does not.
    #[must_use]
    pub fn when(self, holds: bool) -> Sign {
        if holds { self } else { self.opposite() }
    }

    /// Whether it asks whether both sides are the same, which can be asked of truth values too.
    pub fn is_equality(self) -> bool {
        matches!(self, Sign::Equal | Sign::NotEqual)
    }
}

/// Returns what is wrong with signs that follow one another.
pub(crate) fn not_a_chain(signs: &[Sign]) -> String {
    let signs: Vec<&str> = signs.iter().map(|sign| sign.text()).collect();
    format!("{} cannot follow one another; put brackets", signs.join(" and "))
}

impl fmt::Display for Syntax {
    /// Writes it with the brackets that it needs to be read as the same tree.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |of: &[Syntax]| of.iter().map(Syntax::to_string).collect::<Vec<_>>().join(", ");
        let index = |index: &Option<String>| {
            index.as_ref().map_or_else(String::new, |index| format!("[{index}]"))
        };
        match self {
            Syntax::Number(number) => write!(f, "{number}"),
            Syntax::Name(name) => f.write_str(name),
            Syntax::Call { name, index: of, arguments } => {
                write!(f, "{name}{}({})", index(of), list(arguments))
            }
            Syntax::Move { index: of, from, to } => {
                write!(f, "move{}({}; {})", index(of), list(from), list(to))
            }
            Syntax::Indexed { name, index } => write!(f, "{name}[{index}]"),
            Syntax::Entry { list, place } => write!(f, "{list}[{place}]"),
            Syntax::Over { name, of, range } => write!(f, "{name}({of} for {range})"),
            Syntax::Negative(of) => write!(f, "-{}", of.from(Level::Atom)),
            Syntax::Complement(of) => write!(f, "~{}", of.from(Level::Atom)),
            Syntax::Not { mark: true, of } => write!(f, "!{}", of.from(Level::Atom)),
            Syntax::Not { mark: false, of } => write!(f, "not {}", of.from(Level::Not)),
            Syntax::Arithmetic { first, rest } => {
                let own = self.level();
                f.write_str(&first.above(own))?;
                rest.iter().try_for_each(|(operation, of)| {
                    write!(f, " {} {}", operation.text(), of.above(own))
                })
            }
            Syntax::Connective(connective, of) => {
                let (own, last) = (self.level(), of.len().saturating_sub(1));
                // What binds to the left or to the right needs no brackets there.
                let text = |(place, of): (usize, &Syntax)| match connective {
                    Connective::Implies if place == last => of.from(own),
                    Connective::Iff if place == 0 => of.from(own),
                    _ => of.above(own),
                };
                let of = of.iter().enumerate().map(text);
                let of: Vec<String> = of.collect();
                f.write_str(&of.join(&format!(" {} ", connective.text())))
            }
            Syntax::Comparison { signs, between } => {
                let (first, rest) = between.split_first().ok_or(fmt::Error)?;
                f.write_str(&first.operand())?;
                let mut rest = signs.iter().zip(rest).enumerate();
                rest.try_for_each(|(place, (sign, of))| {
                    // Between two comparisons & and | have brackets.
                    let is_last = place + 1 == signs.len();
                    let has_brackets = !is_last && of.is_of_digits();
                    let of = if has_brackets { format!("({of})") } else { of.operand() };
                    write!(f, " {} {of}", sign.text())
                })
            }
            Syntax::If(parts) => write!(f, "if({})", list(&parts[..])),
            Syntax::Quantified { quantifier, variables, of } => {
                let word = match quantifier {
                    Quantifier::ForAll => "forall",
                    Quantifier::Exists => "exists",
                };
                write!(f, "{word} {}: {of}", variables.join(", "))
            }
        }
    }
}

impl Syntax {
    /// Returns how strongly it binds.
    fn level(&self) -> Level {
        match self {
            Syntax::Number(_)
            | Syntax::Name(_)
            | Syntax::Call { .. }
            | Syntax::Move { .. }
            | Syntax::Indexed { .. }
            | Syntax::Entry { .. }
            | Syntax::Over { .. }
            | Syntax::If(_) => Level::Atom,
            Syntax::Negative(_) | Syntax::Complement(_) | Syntax::Not { mark: true, .. } => {
                Level::Sign
            }
            Syntax::Not { mark: false, .. } => Level::Not,
            Syntax::Arithmetic { rest, .. } => {
                rest.first().map_or(Level::Product, |(operation, _)| operation.level())
            }
            Syntax::Connective(connective, _) => match connective {
                Connective::And => Level::And,
                Connective::Or => Level::Or,
                Connective::Implies => Level::Implies,
                Connective::Iff => Level::Iff,
            },
            Syntax::Comparison { .. } => Level::Comparison,
            Syntax::Quantified { .. } => Level::Whole,
        }
    }

    /// Whether it is an `&` or an `|`.
    pub(crate) fn is_of_digits(&self) -> bool {
        match self {
            Syntax::Arithmetic { rest, .. } => {
                matches!(rest.first(), Some((Operation::BitAnd | Operation::BitOr, _)))
            }
            _ => false,
        }
    }

    /// Returns the parts that it consists of.
    pub(crate) fn parts_mut(&mut self) -> Vec<&mut Syntax> {
        match self {
            Syntax::Number(_) | Syntax::Name(_) | Syntax::Indexed { .. } => Vec::new(),
            Syntax::Call { arguments, .. } => arguments.iter_mut().collect(),
            Syntax::Move { from, to, .. } => from.iter_mut().chain(to).collect(),
            Syntax::Negative(of)
            | Syntax::Complement(of)
            | Syntax::Entry { place: of, .. }
            | Syntax::Not { of, .. }
            | Syntax::Quantified { of, .. } => vec![&mut **of],
            Syntax::Over { of, range, .. } => vec![&mut **of, &mut **range],
            Syntax::Arithmetic { first, rest } => {
                let rest = rest.iter_mut().map(|(_, of)| of);
                std::iter::once(&mut **first).chain(rest).collect()
            }
            Syntax::Connective(_, of) | Syntax::Comparison { between: of, .. } => {
                of.iter_mut().collect()
            }
            Syntax::If(parts) => parts.iter_mut().collect(),
        }
    }

    /// Writes it as a side of a comparison.
    pub(crate) fn operand(&self) -> String {
        self.above(Level::Comparison)
    }

    /// Writes it where only what binds more strongly than this stands without brackets.
    fn above(&self, level: Level) -> String {
        if self.level() > level { self.to_string() } else { format!("({self})") }
    }

    /// Writes it where only what binds as strongly as this stands without brackets.
    fn from(&self, level: Level) -> String {
        if self.level() >= level { self.to_string() } else { format!("({self})") }
    }
}

/// The operations, as they are written, how strongly they bind, and what they do. They bind as in Python, where
/// comparisons bind more weakly than all of them.
const OPERATIONS: [(Operation, &str, Level, Fold); 10] = [
    (Operation::Plus, "+", Level::Sum, Fold::Plus),
    (Operation::Minus, "-", Level::Sum, Fold::Minus),
    (Operation::Times, "*", Level::Product, Fold::Times),
    (Operation::Quotient, "/", Level::Product, Fold::Quotient),
    (Operation::Remainder, "%", Level::Product, Fold::Remainder),
    (Operation::ShiftLeft, "<<", Level::Shift, Fold::ShiftLeft),
    (Operation::ShiftRight, ">>", Level::Shift, Fold::ShiftRight),
    (Operation::BitAnd, "&", Level::BitAnd, Fold::BitAnd),
    (Operation::Xor, "^", Level::Xor, Fold::Xor),
    (Operation::BitOr, "|", Level::BitOr, Fold::BitOr),
];

impl Operation {
    /// Returns the operation of a sign.
    pub(crate) fn of_sign(sign: &str) -> Option<Self> {
        OPERATIONS.iter().find(|(_, text, ..)| *text == sign).map(|(operation, ..)| *operation)
    }

    /// Returns the operation that does the same; none for what is written with brackets.
    pub(crate) fn of_fold(fold: Fold) -> Option<Self> {
        OPERATIONS.iter().find(|(.., does)| *does == fold).map(|(operation, ..)| *operation)
    }

    // The table has the operations in their order.
    pub(crate) fn text(self) -> &'static str {
        OPERATIONS[self as usize].1
    }

    pub(crate) fn level(self) -> Level {
        OPERATIONS[self as usize].2
    }
}

impl From<Operation> for Fold {
    fn from(operation: Operation) -> Self {
        OPERATIONS[operation as usize].3
    }
}

impl Connective {
    /// Returns the truth value that the first of two parts decides alone; `None` where the second one matters.
    #[inline]
    pub fn decided_by(self, first: bool) -> Option<bool> {
        match (self, first) {
            (Connective::And, false) => Some(false),
            (Connective::Or, true) | (Connective::Implies, false) => Some(true),
            _ => None,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Connective::And => "and",
            Connective::Or => "or",
            Connective::Implies => "implies",
            Connective::Iff => "iff",
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::language::parse;

    /// Catches a text that is read as another expression, for every kind of part.
    #[test]
    fn what_is_written_is_read_as_the_same() {
        for text in [
            "-x + 2 * (y - 3) % 4",
            "-9223372036854775808 < x",
            "not (p and !p(x, y - 1)) or g[nim](x) == 3",
            "(p implies x <= y < 2 * y) iff p[other]",
            "if(x < y, max(x, y, 1), -(x ^ y) / 2) != 0",
            "forall x, y: exists z: move[wythoff](x, y; z, z) implies true",
            "x - (y - z) - (x + y) * -(z * 2) ^ 3 % (x / y)",
            "(x < y) == (y < z) and (x == 1 or y == 2) and not (x < 1 and y < 2)",
            "(x == 1 implies y == 2) implies z == 3 implies not x < y",
            "x == 1 iff (y == 2 iff z == 3) iff !(x < 1)",
            "x & y == 0 and (x == y) & 1 == 1 or x | y ^ z & x << y + 1 < (x | y) << (z >> x >> y)",
            "floor((1 + sqrt(13)) / 2 * x) == floor(x / phi)",
        ] {
            let syntax = parse(text).expect(text);
            assert_eq!(parse(&syntax.to_string()).as_ref(), Ok(&syntax), "{text}: {syntax}");
            // These have the brackets that they need, except for the arguments of the first line.
            assert!(syntax.to_string().len() <= text.len(), "{text}: {syntax}");
        }
    }
}
