//! Parsing: from tokens to a syntax tree, by the levels on which operators bind.

use super::quadratic::SQUARE_ROOT;
use super::syntax::{Connective, Level, Operation, Problem, Quantifier, Sign, Syntax, not_a_chain};
use super::token::{LARGEST, Token, tokens, too_large};

/// The most characters of an expression.
pub(crate) const MOST_CHARACTERS: usize = 2000;
/// The most implications that follow one another, which the longest expression can hold.
const MOST_IMPLICATIONS: usize = MOST_CHARACTERS / "a implies ".len();
/// The greatest depth to which brackets and signs are nested.
const MOST_DEPTH: usize = 60;

/// The relation of two positions between which a semicolon stands.
pub const MOVE: &str = "move";

/// What is wrong with a move that is not written so.
pub const TAKES_TWO_POSITIONS: &str =
    "move takes two positions with a semicolon between them, as in move[wythoff](x, y; u, v)";

/// What is wrong with & or | between two comparisons.
const DIGITS_IN_A_CHAIN: &str = "& and | work on binary digits, and bind more strongly than comparisons; put brackets \
                                 around their operands, or connect comparisons by `and` and `or`";

/// An operator between two operands.
#[derive(Clone, Copy)]
enum Operator {
    Connective(Connective),
    Comparison,
    Arithmetic(Operation),
}

/// Reads the syntax tree of an expression.
///
/// # Errors
/// What is wrong with the text.
pub fn parse(text: &str) -> Result<Syntax, Problem> {
    if text.chars().count() > MOST_CHARACTERS {
        return Err(format!("it has more than {MOST_CHARACTERS} characters"));
    }
    Parser::of(&tokens(text)?).whole()
}

/// Reads tokens from the left to the right.
pub(crate) struct Parser<'a> {
    /// What is still to be read; the last is the end.
    pub(crate) tokens: &'a [Token<'a>],
    /// How deep brackets and signs are nested here.
    depth: usize,
    /// How many implications, each the conclusion of the one before, are being read.
    implications: usize,
}

impl<'a> Parser<'a> {
    /// Begins with these tokens.
    pub(crate) fn of(tokens: &'a [Token<'a>]) -> Self {
        Parser { tokens, depth: 0, implications: 0 }
    }

    /// Reads all tokens.
    fn whole(mut self) -> Result<Syntax, Problem> {
        if self.peek() == Token::End {
            return Err("it is empty".into());
        }
        let all = self.expression(Level::Whole)?;
        match self.peek() {
            Token::End => Ok(all),
            Token::Sign(")") => Err("there is one ) too many".into()),
            Token::Sign(",") => Err("a comma stands outside the arguments of a function".into()),
            Token::Sign(";") => Err("a semicolon stands outside the positions of a move".into()),
            token => Err(format!("an operator is missing before {token}")),
        }
    }

    /// Returns the next token.
    pub(crate) fn peek(&self) -> Token<'a> {
        self.tokens.first().copied().unwrap_or(Token::End)
    }

    /// Takes the next token.
    pub(crate) fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        self.tokens = self.tokens.get(1..).unwrap_or_default();
        token
    }

    /// Takes a sign if it is the next token.
    pub(crate) fn takes(&mut self, sign: &'static str) -> bool {
        let is_next = self.peek() == Token::Sign(sign);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Reads operands and the operators between them that bind more strongly than a level.
    pub(crate) fn expression(&mut self, than: Level) -> Result<Syntax, Problem> {
        let mut left = self.operand(than)?;
        // The level of the operators that `left` consists of, as far as they were read here.
        let mut of_left = None;
        while let Some((level, operator)) = operator(self.peek()).filter(|(level, _)| *level > than)
        {
            left = match operator {
                Operator::Comparison => self.comparisons(left)?,
                Operator::Arithmetic(arithmetic) => {
                    self.next();
                    let right = self.expression(level)?;
                    with_number(left, of_left == Some(level), arithmetic, right)
                }
                Operator::Connective(connective) => {
                    self.next();
                    // Implication associates to the right: A implies (B implies C).
                    let than = if level == Level::Implies { Level::Iff } else { level };
                    self.implications += 1;
                    if self.implications > MOST_IMPLICATIONS {
                        return Err(format!("it has more than {MOST_IMPLICATIONS} implications"));
                    }
                    let right = self.expression(than)?;
                    self.implications -= 1;
                    with_truth(left, of_left == Some(level), connective, right)
                }
            };
            of_left = Some(level);
        }
        Ok(left)
    }

    /// Reads a comparison, or a chain of them that all go the same way, as in x <= y < 2*x.
    fn comparisons(&mut self, first: Syntax) -> Result<Syntax, Problem> {
        let start = self.tokens;
        let (mut signs, mut between) = (Vec::new(), vec![first]);
        while let Some(sign) = comparison(self.peek()) {
            self.next();
            signs.push(sign);
            let operand = self.tokens;
            between.push(self.expression(Level::Comparison)?);
            let length = operand.len() - self.tokens.len();
            if comparison(self.peek()).is_some()
                && between.last().is_some_and(Syntax::is_of_digits)
                && !is_bracketed(&operand[..length])
            {
                return self.wrong(operand, DIGITS_IN_A_CHAIN.into());
            }
        }
        let goes = |way: [Sign; 3]| signs.iter().all(|sign| way.contains(sign));
        let is_chain = goes([Sign::Less, Sign::AtMost, Sign::Equal])
            || goes([Sign::Greater, Sign::AtLeast, Sign::Equal]);
        if signs.len() > 1 && !is_chain {
            return self.wrong(start, not_a_chain(&signs));
        }
        Ok(Syntax::Comparison { signs, between })
    }

    /// Goes back to the tokens that are wrong.
    fn wrong<T>(&mut self, tokens: &'a [Token<'a>], problem: Problem) -> Result<T, Problem> {
        self.tokens = tokens;
        Err(problem)
    }

    fn deeper(&mut self) -> Result<(), Problem> {
        self.depth += 1;
        match self.depth > MOST_DEPTH {
            true => Err(format!("it is nested more than {MOST_DEPTH} deep")),
            false => Ok(()),
        }
    }

    /// Reads an operand with its signs.
    fn operand(&mut self, than: Level) -> Result<Syntax, Problem> {
        self.deeper()?;
        let start = self.tokens;
        let operand = match self.next() {
            Token::Number(number) => match i64::try_from(number) {
                Ok(number) => Syntax::Number(number),
                Err(_) => return self.wrong(start, too_large(number)),
            },
            Token::Sign("(") => {
                let inner = self.expression(Level::Whole)?;
                self.closes()?;
                inner
            }
            Token::Sign("!") => {
                let of = self.expression(Level::Sign)?;
                Syntax::Not { mark: true, of: Box::new(of) }
            }
            // The least number, whose digits alone are too large a number.
            Token::Sign("-") if self.peek() == Token::Number(LARGEST) => {
                self.next();
                Syntax::Number(i64::MIN)
            }
            Token::Sign("-") => Syntax::Negative(Box::new(self.expression(Level::Sign)?)),
            Token::Sign("~") => Syntax::Complement(Box::new(self.expression(Level::Sign)?)),
            Token::Word("not") if than < Level::Not => {
                let of = self.expression(Level::And)?;
                Syntax::Not { mark: false, of: Box::new(of) }
            }
            Token::Word("not") => {
                let problem = "brackets are missing around not and what follows";
                return self.wrong(start, problem.into());
            }
            Token::Word(word @ "forall") => self.quantified(word, Quantifier::ForAll, than)?,
            Token::Word(word @ "exists") => self.quantified(word, Quantifier::Exists, than)?,
            Token::Word(word @ ("and" | "or" | "iff")) => {
                return self.wrong(start, format!("something is missing before {word}"));
            }
            Token::Word(word) => match self.peek() {
                Token::Sign("(") => {
                    self.next();
                    self.call(start, word, None)?
                }
                Token::Index(index) => {
                    self.next();
                    if self.takes("(") {
                        self.call(start, word, Some(index))?
                    } else {
                        Syntax::Indexed { name: word.into(), index: index.into() }
                    }
                }
                // sqrt 13 is sqrt(13).
                Token::Number(_) if word == SQUARE_ROOT => {
                    let of = self.operand(Level::Sign)?;
                    Syntax::Call { name: word.into(), index: None, arguments: vec![of] }
                }
                _ if word == "implies" => {
                    return self.wrong(start, "something is missing before implies".into());
                }
                _ => Syntax::Name(word.into()),
            },
            Token::Sign("|") => {
                let problem = "| stands where a number or a name is expected; the absolute value is written abs(a)";
                return self.wrong(start, problem.into());
            }
            Token::End => return Err("it ends where a number or a name is expected".into()),
            token => {
                let problem = format!("{token} stands where a number or a name is expected");
                return self.wrong(start, problem);
            }
        };
        self.depth -= 1;
        Ok(operand)
    }

    /// Reads what follows `forall` or `exists`: variables, a colon, and all that comes up to the end of the
    /// brackets around it.
    fn quantified(
        &mut self,
        word: &str,
        quantifier: Quantifier,
        than: Level,
    ) -> Result<Syntax, Problem> {
        if than >= Level::Not {
            return Err(format!("brackets are missing around {word} and what follows"));
        }
        let mut variables = Vec::new();
        loop {
            match self.next() {
                Token::Word(name) => variables.push(name.to_owned()),
                token => {
                    return Err(format!("after {word} a variable is expected, and not {token}"));
                }
            }
            match self.next() {
                Token::Sign(",") => {}
                Token::Sign(":") => break,
                token => {
                    return Err(format!(
                        "after the variables of {word} a colon is expected before {token}, as in {word} x, y: x < y"
                    ));
                }
            }
        }
        let of = Box::new(self.expression(Level::Whole)?);
        Ok(Syntax::Quantified { quantifier, variables, of })
    }

    /// Reads the arguments of a function, whose opening bracket has been read.
    fn call(
        &mut self,
        start: &'a [Token<'a>],
        name: &str,
        index: Option<&str>,
    ) -> Result<Syntax, Problem> {
        let mut arguments = Vec::new();
        // How many stand before the semicolon between the two positions of a move.
        let mut of_first = None;
        if !self.takes(")") {
            loop {
                arguments.push(self.expression(Level::Whole)?);
                if let [of] = &arguments[..]
                    && self.peek() == Token::Word("for")
                {
                    let of = Box::new(of.clone());
                    self.next();
                    let range = Box::new(self.expression(Level::Whole)?);
                    self.closes()?;
                    return Ok(Syntax::Over { name: name.into(), of, range });
                }
                if name == MOVE && of_first.is_none() && self.takes(";") {
                    of_first = Some(arguments.len());
                } else if !self.takes(",") {
                    break;
                }
            }
            self.closes()?;
        }
        let count = arguments.len();
        match (name, index) {
            ("implies", None) if count == 2 => {
                Ok(Syntax::Connective(Connective::Implies, arguments))
            }
            ("implies", None) => {
                let problem = format!("implies takes two truth values, and {count} are given");
                self.wrong(start, problem)
            }
            ("if", None) => match <[Syntax; 3]>::try_from(arguments) {
                Ok(parts) => Ok(Syntax::If(Box::new(parts))),
                Err(_) => {
                    let problem = format!(
                        "if takes a condition and what it is then and else, as in if(x < y, x, y), and {count} \
                         are given"
                    );
                    self.wrong(start, problem)
                }
            },
            (MOVE, _) => {
                let Some(of_first) = of_first else {
                    return self.wrong(start, TAKES_TWO_POSITIONS.into());
                };
                let to = arguments.split_off(of_first);
                Ok(Syntax::Move { index: index.map(str::to_owned), from: arguments, to })
            }
            _ => Ok(Syntax::Call { name: name.into(), index: index.map(str::to_owned), arguments }),
        }
    }

    /// Reads a closing bracket.
    fn closes(&mut self) -> Result<(), Problem> {
        match self.peek() {
            _ if self.takes(")") => Ok(()),
            Token::End => Err("a ) is missing at the end".into()),
            Token::Sign(",") => Err("a comma stands outside the arguments of a function".into()),
            Token::Sign(";") => Err("a semicolon stands outside the positions of a move".into()),
            token => Err(format!("an operator or a ) is missing before {token}")),
        }
    }
}

/// Adds an operator and its right operand to what stands before, which `is_chain` says consists of such
/// operators already.
fn with_number(left: Syntax, is_chain: bool, operation: Operation, right: Syntax) -> Syntax {
    match left {
        Syntax::Arithmetic { first, mut rest } if is_chain => {
            rest.push((operation, right));
            Syntax::Arithmetic { first, rest }
        }
        left => Syntax::Arithmetic { first: Box::new(left), rest: vec![(operation, right)] },
    }
}

/// The same for `and` and `or`.
fn with_truth(left: Syntax, is_chain: bool, connective: Connective, right: Syntax) -> Syntax {
    match (left, connective) {
        (Syntax::Connective(same, mut of), Connective::And | Connective::Or)
            if is_chain && same == connective =>
        {
            of.push(right);
            Syntax::Connective(connective, of)
        }
        (left, _) => Syntax::Connective(connective, vec![left, right]),
    }
}

/// Whether tokens are those of one pair of brackets and what stands in it.
fn is_bracketed(tokens: &[Token]) -> bool {
    let mut depth = 0;
    let closes = tokens.iter().position(|token| {
        match token {
            Token::Sign("(") => depth += 1,
            Token::Sign(")") => depth -= 1,
            _ => (),
        }
        depth == 0
    });
    closes.is_some_and(|last| last > 0 && last + 1 == tokens.len())
}

/// Returns how strongly an operator between two operands binds, and which it is; `None` for what is none.
fn operator(token: Token) -> Option<(Level, Operator)> {
    Some(match token {
        Token::Word("implies") => (Level::Implies, Operator::Connective(Connective::Implies)),
        Token::Word("iff") => (Level::Iff, Operator::Connective(Connective::Iff)),
        Token::Word("or") | Token::Sign("||") => (Level::Or, Operator::Connective(Connective::Or)),
        Token::Word("and") | Token::Sign("&&") => {
            (Level::And, Operator::Connective(Connective::And))
        }
        Token::Sign(sign) => match Operation::of_sign(sign) {
            Some(operation) => (operation.level(), Operator::Arithmetic(operation)),
            None => (Level::Comparison, comparison(token).map(|_| Operator::Comparison)?),
        },
        _ => return None,
    })
}

/// Returns the sign of a comparison.
fn comparison(token: Token) -> Option<Sign> {
    if let Token::Sign(text) = token { Sign::of_text(text) } else { None }
}
