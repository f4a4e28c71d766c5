//! The syntax tree of an expression: what was written, before anything is said of what it means.
//!
//! `meaning` says what is made of it.

/// A part of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Syntax {
    Number(i64),
    /// A name.
    Name(String),
    /// A function or P-positions, with arguments in brackets. The index is what stands in square brackets: a
    /// game, as in `p[wythoff](x, y)`, or the name of a table.
    Call {
        name: String,
        index: Option<String>,
        arguments: Vec<Syntax>,
    },
    /// A move from one position to another, as in `move[wythoff](x, y; u, v)`.
    Move {
        index: Option<String>,
        from: Vec<Syntax>,
        to: Vec<Syntax>,
    },
    /// `p` or `g` of the same position somewhere else, as in `p[second]`.
    Indexed {
        name: String,
        index: String,
    },
    /// `- a`
    Negative(Box<Syntax>),
    /// `! A`, where the exclamation mark binds strongly, or `not A`.
    Not {
        mark: bool,
        of: Box<Syntax>,
    },
    /// Operators that bind equally strongly, from the left to the right: `a + b - c`.
    Arithmetic {
        first: Box<Syntax>,
        rest: Vec<(Operation, Syntax)>,
    },
    /// Two parts, or more between which the same stands: `A and B and C`.
    Connective(Connective, Vec<Syntax>),
    /// A comparison, or a chain of them: what stands before each sign, and at the end.
    Comparison {
        signs: Vec<Sign>,
        between: Vec<Syntax>,
    },
    /// `if(A, a, b)`
    If(Box<[Syntax; 3]>),
    /// `forall x, y: A` or `exists x, y: A`
    Quantified {
        quantifier: Quantifier,
        variables: Vec<String>,
        of: Box<Syntax>,
    },
}

/// An operation on two numbers that has a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Plus,
    Minus,
    Times,
    Quotient,
    Remainder,
    Xor,
}

/// A connection of two truth values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Connective {
    And,
    Or,
    Implies,
    Iff,
}

/// The sign of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// How many values of a variable a statement is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantifier {
    ForAll,
    Exists,
}

impl Sign {
    pub(crate) const ALL: [Sign; 6] =
        [Sign::Equal, Sign::NotEqual, Sign::Less, Sign::AtMost, Sign::Greater, Sign::AtLeast];

    /// Returns the sign as it is written.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Sign::Equal => "==",
            Sign::NotEqual => "!=",
            Sign::Less => "<",
            Sign::AtMost => "<=",
            Sign::Greater => ">",
            Sign::AtLeast => ">=",
        }
    }

    /// Returns whether it stands rightly between two numbers, as a function of these.
    pub(crate) fn test<N: Ord>(self) -> fn(&N, &N) -> bool {
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
    pub(crate) fn mirrored(self) -> Sign {
        match self {
            Sign::Equal => Sign::Equal,
            Sign::NotEqual => Sign::NotEqual,
            Sign::Less => Sign::Greater,
            Sign::AtMost => Sign::AtLeast,
            Sign::Greater => Sign::Less,
            Sign::AtLeast => Sign::AtMost,
        }
    }

    /// Whether it asks whether both sides are the same, which can be asked of truth values too.
    pub(crate) fn is_equality(self) -> bool {
        matches!(self, Sign::Equal | Sign::NotEqual)
    }
}

/// Returns what is wrong with signs that follow one another.
pub(crate) fn not_a_chain(signs: &[Sign]) -> String {
    let signs: Vec<&str> = signs.iter().map(|sign| sign.text()).collect();
    format!("{} cannot follow one another; put brackets", signs.join(" and "))
}
