//! Reading expressions: from the syntax tree of an expression to numbers and truth values.

use syn::parse::{ParseStream, Parser};
use syn::{BinOp, Expr, ExprBinary, ExprCall, ExprUnary, Lit, UnOp};

use super::tree::{Number, Operation, Truth};
use crate::domain::HEAP_NAMES;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::numeration::{floor_phi, floor_phi_squared};

/// The most characters of a claim.
const MOST_CHARACTERS: usize = 2000;
/// The greatest depth to which brackets and signs of a claim are nested.
const MOST_DEPTH: usize = 60;

/// What the names in a claim can mean.
pub(super) struct Names {
    /// The number of heaps of the game.
    pub(super) heaps: usize,
    /// Whether there is a second table.
    pub(super) partner: bool,
}

/// A part of a claim, of either kind.
enum Term {
    Number(Number),
    Truth(Truth),
}

/// A description of what is wrong with a claim.
type Problem = String;

impl Names {
    /// Reads an expression that is true or false.
    pub(super) fn read_condition(&self, text: &str) -> Result<Truth, InvalidInput> {
        let parts = self.parts(text)?;
        // Implication associates to the right: A implies (B implies C).
        let mut truths = Vec::new();
        for part in &parts {
            truths.push(self.truth(part).map_err(|problem| refusal(text, problem))?);
        }
        let implied =
            truths.into_iter().rev().reduce(|to, from| Truth::Implies(Box::new([from, to])));
        implied.ok_or_else(|| refusal(text, "it is empty".into()))
    }

    /// Reads an expression that is a number.
    pub(super) fn read_number(&self, text: &str) -> Result<Number, InvalidInput> {
        match self.parts(text)?.as_slice() {
            [part] => self.number(part).map_err(|problem| refusal(text, problem)),
            _ => Err(refusal(text, "true or false stands where a number is expected".into())),
        }
    }

    /// Reads the parts of an expression that the word `implies` separates.
    fn parts(&self, text: &str) -> Result<Vec<Expr>, InvalidInput> {
        check_text(text).map_err(|problem| refusal(text, problem))?;
        if !self.partner && words(text).any(|word| word == "other") {
            return Err(InvalidInput::new(
                InvalidInputKind::MissingPartner,
                text,
                "there is no second table, whose values `other` stands for",
                "a claim is an expression about the tables that are given; add that of the other play \
                 convention",
            ));
        }
        parts.parse_str(text).map_err(|error| refusal(text, error.to_string()))
    }

    /// Reads a part that must be true or false.
    fn truth(&self, expression: &Expr) -> Result<Truth, Problem> {
        match self.term(expression)? {
            Term::Truth(truth) => Ok(truth),
            Term::Number(_) => Err("a number stands where true or false is expected".into()),
        }
    }

    /// Reads a part that must be a number.
    fn number(&self, expression: &Expr) -> Result<Number, Problem> {
        match self.term(expression)? {
            Term::Number(number) => Ok(number),
            Term::Truth(_) => Err("true or false stands where a number is expected".into()),
        }
    }

    /// Reads a part of either kind.
    fn term(&self, expression: &Expr) -> Result<Term, Problem> {
        match expression {
            Expr::Paren(inner) => self.term(&inner.expr),
            Expr::Lit(literal) => constant(&literal.lit),
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => self.named(&name.to_string()),
                None => Err("a name cannot contain ::".into()),
            },
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Call(call) => self.call(call),
            _ => Err("unsupported syntax: a claim uses numbers, comparisons and logic only".into()),
        }
    }

    /// Returns what a name means.
    fn named(&self, name: &str) -> Result<Term, Problem> {
        let heap = HEAP_NAMES.iter().position(|heap| *heap == name);
        match (name, heap) {
            (_, Some(heap)) if heap < self.heaps => Ok(Term::Number(Number::Heap(heap))),
            (_, Some(_)) => Err(format!("the game has {} heaps and no heap {name}", self.heaps)),
            ("g", _) => Ok(Term::Number(Number::Value)),
            ("p", _) => Ok(Term::Truth(Truth::IsP)),
            ("other", _) if self.partner => Ok(Term::Number(Number::Other)),
            ("other", _) => Err("there is no second table".into()),
            _ => Err(format!("there is no name {name}")),
        }
    }

    /// Reads a sign and its operand.
    fn unary(&self, unary: &ExprUnary) -> Result<Term, Problem> {
        match unary.op {
            UnOp::Not(_) => Ok(Term::Truth(Truth::Not(Box::new(self.truth(&unary.expr)?)))),
            UnOp::Neg(_) => Ok(Term::Number(Number::Negative(Box::new(self.number(&unary.expr)?)))),
            _ => Err("the signs are ! and -".into()),
        }
    }

    /// Reads two operands and the operator between them.
    fn binary(&self, ExprBinary { left, op, right, .. }: &ExprBinary) -> Result<Term, Problem> {
        let numbers = || Ok::<_, Problem>(Box::new([self.number(left)?, self.number(right)?]));
        let truths = || Ok::<_, Problem>(Box::new([self.truth(left)?, self.truth(right)?]));
        if let Some(operation) = operation(op) {
            return Ok(Term::Number(Number::Operation(operation, numbers()?)));
        }
        if let Some(comparison) = comparison(op) {
            return Ok(Term::Truth(Truth::Comparison(comparison, numbers()?)));
        }
        Ok(Term::Truth(match op {
            BinOp::And(_) => Truth::And(truths()?),
            BinOp::Or(_) => Truth::Or(truths()?),
            BinOp::Eq(_) => self.same(left, right)?,
            BinOp::Ne(_) => Truth::Not(Box::new(self.same(left, right)?)),
            _ => return Err("the operators are + - * / % ^ == != < <= > >= && ||".into()),
        }))
    }

    /// Reads the comparison of two numbers, or of two truth values, for equality.
    fn same(&self, left: &Expr, right: &Expr) -> Result<Truth, Problem> {
        match (self.term(left)?, self.term(right)?) {
            (Term::Number(a), Term::Number(b)) => Ok(Truth::Comparison(i64::eq, Box::new([a, b]))),
            (Term::Truth(a), Term::Truth(b)) => Ok(Truth::Same(Box::new([a, b]))),
            _ => Err("a number is compared with a truth value".into()),
        }
    }

    /// Reads a function and its arguments.
    fn call(&self, call: &ExprCall) -> Result<Term, Problem> {
        let name = match &*call.func {
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let name = name.unwrap_or_default();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let operation = |operation: Operation, a, b| {
            let of = Box::new([self.number(a)?, self.number(b)?]);
            Ok(Term::Number(Number::Operation(operation, of)))
        };
        let function =
            |function, a| Ok(Term::Number(Number::Function(function, Box::new(self.number(a)?))));
        match (name.as_str(), arguments.as_slice()) {
            ("min", [a, b]) => operation(|a, b| Some(a.min(b)), a, b),
            ("max", [a, b]) => operation(|a, b| Some(a.max(b)), a, b),
            ("abs", [a]) => function(i64::checked_abs, a),
            ("floor_phi", [n]) => function(|n| floor(n, floor_phi), n),
            ("floor_phi2", [n]) => function(|n| floor(n, floor_phi_squared), n),
            ("implies", [a, b]) => {
                Ok(Term::Truth(Truth::Implies(Box::new([self.truth(a)?, self.truth(b)?]))))
            }
            _ => Err(format!(
                "there is no function {name} of {} arguments; the functions are min(a, b), \
                 max(a, b), abs(a), floor_phi(n), floor_phi2(n), implies(A, B)",
                arguments.len()
            )),
        }
    }
}

/// Returns the error of a text that cannot be read.
fn refusal(text: &str, problem: Problem) -> InvalidInput {
    let hint = "a claim is an expression over x, y, z and g, as in 'g == x ^ y' or \
                'g == 0 implies y > 2*x'";
    InvalidInput::new(InvalidInputKind::UnsupportedClaim, text, problem, hint)
}

/// Reads expressions that are separated by the word `implies`.
fn parts(input: ParseStream) -> syn::Result<Vec<Expr>> {
    let mut parts = vec![input.parse()?];
    while !input.is_empty() {
        let word: syn::Result<syn::Ident> = input.parse();
        if word.is_ok_and(|word| word == "implies") {
            parts.push(input.parse()?);
            continue;
        }
        return Err(input.error("an operator, or the word implies, is missing"));
    }
    Ok(parts)
}

/// The names and words that a claim can use besides the names of the heaps.
const NAMES: [&str; 11] =
    ["g", "p", "other", "true", "false", "implies", "min", "max", "abs", "floor_phi", "floor_phi2"];

/// Checks a text before it is parsed. Rust's grammar has words and characters that no claim uses:
/// they are refused here, where the messages can be plain. The parser calls itself at every bracket
/// and sign, so deep nesting is refused, too.
fn check_text(text: &str) -> Result<(), Problem> {
    if text.chars().count() > MOST_CHARACTERS {
        return Err(format!("it has more than {MOST_CHARACTERS} characters"));
    }
    let is_sign = |c: char| "()+-*/%^=!<>&|,".contains(c) || c.is_whitespace();
    if let Some(strange) = text.chars().find(|&c| !is_of_word(c) && !is_sign(c)) {
        return Err(format!("a claim cannot contain {strange:?}"));
    }
    let mut names = words(text).filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    if let Some(unknown) = names.find(|name| !NAMES.contains(name) && !HEAP_NAMES.contains(name)) {
        return Err(format!("there is no name {unknown}"));
    }
    let doubled = ["==", "!=", "<=", ">="].iter().fold(text.to_owned(), |t, op| t.replace(op, ""));
    if doubled.contains('=') {
        return Err("= is not a comparison; equality is written ==".into());
    }
    if text.contains("//") || text.contains("/*") {
        return Err("a claim cannot contain comments".into());
    }
    let (mut depth, mut deepest) = (0usize, 0);
    let mut signs = 0;
    for character in text.chars() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '!' | '-' | '*' | '&' | '|' | '<' => signs += 1,
            _ if character.is_whitespace() => {}
            _ => signs = 0,
        }
        deepest = deepest.max(depth + signs);
    }
    if deepest > MOST_DEPTH {
        return Err(format!("it is nested more than {MOST_DEPTH} deep"));
    }
    Ok(())
}

/// Splits a text into names, words and numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_of_word(c)).filter(|word| !word.is_empty())
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Reads a constant.
fn constant(literal: &Lit) -> Result<Term, Problem> {
    match literal {
        Lit::Bool(truth) => Ok(Term::Truth(Truth::Constant(truth.value))),
        Lit::Int(number) if number.suffix().is_empty() => {
            let number = number.base10_parse().map_err(|error| error.to_string())?;
            Ok(Term::Number(Number::Constant(number)))
        }
        _ => Err("the constants are integers, true and false".into()),
    }
}

/// Returns the operation of an arithmetic operator.
fn operation(op: &BinOp) -> Option<Operation> {
    Some(match op {
        BinOp::Add(_) => i64::checked_add,
        BinOp::Sub(_) => i64::checked_sub,
        BinOp::Mul(_) => i64::checked_mul,
        BinOp::Div(_) => i64::checked_div_euclid,
        BinOp::Rem(_) => i64::checked_rem_euclid,
        BinOp::BitXor(_) => |a, b| Some(a ^ b),
        _ => return None,
    })
}

/// Returns the comparison that an operator makes, if it compares only numbers.
fn comparison(op: &BinOp) -> Option<fn(&i64, &i64) -> bool> {
    Some(match op {
        BinOp::Lt(_) => i64::lt,
        BinOp::Le(_) => i64::le,
        BinOp::Gt(_) => i64::gt,
        BinOp::Ge(_) => i64::ge,
        _ => return None,
    })
}

/// Applies a function of numeration, which has no value at negative numbers.
fn floor(n: i64, floor: fn(u64) -> u128) -> Option<i64> {
    i64::try_from(floor(u64::try_from(n).ok()?)).ok()
}
