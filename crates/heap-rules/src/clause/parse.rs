//! Reading rules: from a text to clauses.

use super::{
    HEAP_NAMES, Players, WrittenBound, WrittenClause, WrittenRange, WrittenRules, WrittenVariable,
};
use crate::language::parse::{MOST_CHARACTERS, Parser};
use crate::language::syntax::Level;
use crate::language::token::placed_tokens;
use crate::language::{Problem, Sign, Syntax, Token, did_you_mean, function_names};

/// The most bytes of a text. Most of a long one are the numbers of a set.
const LONGEST: usize = 1 << 20;
/// The most clauses of a game, of both players together.
const MOST_CLAUSES: usize = 256;
/// The most variables of a clause.
const MOST_VARIABLES: usize = 4;
/// The most numbers of a set.
const MOST_NUMBERS: usize = 1 << 17;

/// Words of the language that are no names of variables.
const WORDS: [&str; 26] = [
    "for",
    "if",
    "in",
    "pays",
    "positions",
    "terminal",
    "grade",
    "left",
    "right",
    "rules",
    "and",
    "or",
    "not",
    "implies",
    "iff",
    "true",
    "false",
    "tokens",
    "forall",
    "exists",
    "move",
    "p",
    "g",
    "other",
    "block",
    "misere",
];

/// What stands where a clause is expected.
const A_CLAUSE: &str =
    "a clause begins with the option in brackets, as in (x - k, y) for 1 <= k <= x";

impl WrittenRules {
    /// Reads rules: clauses, and what is said of positions and grades, with semicolons between them.
    ///
    /// ```
    /// use heap_rules::clause::WrittenRules;
    /// let text = "(x - k, y) for 1<=k<=x; (x, y - k) for y >= k >= 1; (x-k,y-l) for k in {1,2,3}, 1<=l<=y if abs(k-l)<2 && k<=x";
    /// let rules = WrittenRules::parse(text)?;
    /// assert_eq!(
    ///     rules.to_string(),
    ///     "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
    ///      (x - k, y - l) for k in {1..3}, 1 <= l <= y if abs(k - l) < 2 and k <= x"
    /// );
    /// assert_eq!(WrittenRules::parse(&rules.to_string())?, rules);
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text, and where: at which character, counted from 1, and what stands there.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        if text.len() > LONGEST {
            return Err(format!("the rules are longer than {LONGEST} bytes"));
        }
        let placed = placed_tokens(text).map_err(|(problem, place)| at(text, place, &problem))?;
        let tokens: Vec<Token> = placed.iter().map(|(token, _)| *token).collect();
        let mut reader = Reader { parser: Parser::of(&tokens), placed: &placed };
        reader.rules().map_err(|problem| at(text, reader.place(), &problem))
    }
}

/// Says where something is wrong.
fn at(text: &str, place: usize, problem: &str) -> Problem {
    /// Characters of the text that are shown.
    const SHOWN: usize = 24;
    let rest: String = text[place..].chars().take(SHOWN).collect();
    let character = text[..place].chars().count() + 1;
    match rest.trim_end() {
        "" => format!("at the end: {problem}"),
        rest => format!("at character {character}, `{rest}`: {problem}"),
    }
}

struct Reader<'a> {
    parser: Parser<'a>,
    /// All tokens, with their places in the text.
    placed: &'a [(Token<'a>, usize)],
}

impl Reader<'_> {
    /// Returns the place of the next token.
    fn place(&self) -> usize {
        let read = self.placed.len() - self.parser.tokens.len();
        self.placed.get(read).or(self.placed.last()).map_or(0, |(_, place)| *place)
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is_next = self.parser.peek() == Token::Word(word);
        if is_next {
            self.parser.next();
        }
        is_next
    }

    /// Reads the whole text.
    fn rules(&mut self) -> Result<WrittenRules, Problem> {
        let mut stated: [(&str, Option<Syntax>); 3] =
            [("positions", None), ("terminal", None), ("grade", None)];
        // The clauses of an impartial game, and those of Left and Right.
        let mut clauses: [Vec<WrittenClause>; 3] = Default::default();
        let mut has_players = [false; 2];
        let mut player = 0;
        while self.parser.peek() != Token::End {
            if let Token::Word(word) = self.parser.peek()
                && let Some((_, syntax)) = stated.iter_mut().find(|(known, _)| *known == word)
            {
                if syntax.is_some() {
                    return Err(format!("{word} is given twice; write it once, with and or or"));
                }
                self.parser.next();
                *syntax = Some(self.expression()?);
            } else if let Token::Word(word @ ("left" | "right")) = self.parser.peek() {
                let new = 1 + usize::from(word == "right");
                if has_players[new - 1] {
                    return Err(format!("the moves of {word} are given twice"));
                }
                if !clauses[0].is_empty() {
                    return Err(format!(
                        "the clauses before {word}: belong to no player; write left: before them"
                    ));
                }
                self.parser.next();
                if !self.parser.takes(":") {
                    return Err(format!("after {word} a colon is expected"));
                }
                (player, has_players[new - 1]) = (new, true);
                // A player may have no moves.
                if matches!(self.parser.peek(), Token::Sign("(")) {
                    clauses[player].push(self.clause()?);
                }
            } else {
                clauses[player].push(self.clause()?);
            }
            if clauses.iter().map(Vec::len).sum::<usize>() > MOST_CLAUSES {
                return Err(format!("there are more than {MOST_CLAUSES} clauses"));
            }
            self.item_ends()?;
        }
        let [both, left, right] = clauses;
        let all: Vec<&WrittenClause> = both.iter().chain(&left).chain(&right).collect();
        let Some(first) = all.first() else {
            return Err(format!("there is no clause; {A_CLAUSE}"));
        };
        let heaps = first.option.len();
        if let Some(other) = all.iter().find(|clause| clause.option.len() != heaps) {
            return Err(format!(
                "the option of the clause {first} has {heaps} heap sizes, and that of {other} has {}; each clause \
                 names all heaps",
                other.option.len()
            ));
        }
        let moves =
            match has_players {
                [false, false] => Players::Both(both),
                [true, true] => Players::Each([left, right]),
                [true, false] => {
                    return Err(
                        "the moves of right are missing; write right: at the end if there are none"
                            .into(),
                    );
                }
                [false, true] => return Err(
                    "the moves of left are missing; write left: before right: if there are none"
                        .into(),
                ),
            };
        let [(_, positions), (_, terminal), (_, grade)] = stated;
        Ok(WrittenRules { heaps, positions, terminal, grade, moves })
    }

    /// Reads the semicolon after an item, or the end.
    fn item_ends(&mut self) -> Result<(), Problem> {
        match self.parser.peek() {
            Token::End => Ok(()),
            _ if self.parser.takes(";") => Ok(()),
            // Before the first clause of Right.
            Token::Word("left" | "right") => Err("a semicolon is missing".into()),
            Token::Sign("+") => {
                Err("an option that is a sum of positions cannot be tabulated yet".into())
            }
            Token::Sign(")") => Err("there is one ) too many".into()),
            Token::Word(word) => {
                let words = ["for", "if", "pays"];
                let meant = did_you_mean(word, words);
                Err(format!(
                    "{meant}expected is `for` with ranges, then `if` with a condition, then `pays` with points, or a \
                     semicolon before the next clause"
                ))
            }
            token => Err(format!("a semicolon or an operator is expected, and not {token}")),
        }
    }

    /// Reads an expression up to what is no part of it.
    fn expression(&mut self) -> Result<Syntax, Problem> {
        let start = self.place();
        if let Token::Word(word) = self.parser.peek()
            && matches!(word, "for" | "pays" | "in")
        {
            return Err(format!("an expression is expected before {word}"));
        }
        let expression = self.parser.expression(Level::Whole)?;
        if self.place() - start > MOST_CHARACTERS {
            return Err(format!(
                "the expression before has more than {MOST_CHARACTERS} characters"
            ));
        }
        Ok(expression)
    }

    /// Reads a clause.
    fn clause(&mut self) -> Result<WrittenClause, Problem> {
        if let Token::Word("sum") = self.parser.peek() {
            return Err("an option that is a sum of positions cannot be tabulated yet".into());
        }
        if let Token::Word(word) = self.parser.peek() {
            let words = ["positions", "terminal", "grade", "left", "right"];
            let meant = did_you_mean(word, words);
            return Err(format!("{meant}{A_CLAUSE}"));
        }
        if !self.parser.takes("(") {
            return Err(A_CLAUSE.into());
        }
        let mut option = Vec::new();
        loop {
            option.push(self.expression()?);
            if self.parser.takes(")") {
                break;
            }
            if !self.parser.takes(",") {
                return Err(match self.parser.peek() {
                    Token::End => "a ) is missing at the end".into(),
                    token => format!("a comma, an operator or a ) is expected, and not {token}"),
                });
            }
        }
        let heaps = option.len();
        if heaps > HEAP_NAMES.len() {
            return Err(format!("the option has {heaps} heap sizes; a game has 1 to 4 heaps"));
        }
        let mut variables: Vec<WrittenVariable> = Vec::new();
        if self.takes_word("for") {
            loop {
                let variable = self.variable()?;
                check_name(&variable.name, &variables)?;
                variables.push(variable);
                if variables.len() > MOST_VARIABLES {
                    return Err(format!("a clause has at most {MOST_VARIABLES} variables"));
                }
                if !self.parser.takes(",") {
                    break;
                }
            }
        }
        let condition = self.takes_word("if").then(|| self.expression()).transpose()?;
        let pays = self.takes_word("pays").then(|| self.expression()).transpose()?;
        if let Token::Word(word @ ("for" | "if" | "pays")) = self.parser.peek() {
            return Err(format!(
                "{word} stands too late or twice; the order is `for`, `if`, `pays`"
            ));
        }
        Ok(WrittenClause { option, variables, condition, pays })
    }

    /// Reads a variable with the numbers that it takes.
    fn variable(&mut self) -> Result<WrittenVariable, Problem> {
        if let [Token::Word(name), Token::Word("in"), ..] = self.parser.tokens {
            let name = (*name).to_owned();
            self.parser.next();
            self.parser.next();
            return Ok(WrittenVariable { name, range: WrittenRange::Set(self.set()?) });
        }
        let range = self.expression()?;
        let how = "a range has two bounds, as in 1 <= k <= x, or is a set, as in k in {2, 5, 8}";
        let Syntax::Comparison { signs, between } = range else {
            return Err(match range {
                Syntax::Connective(..) => format!("{how}; conditions follow after `if`"),
                _ => format!("{how}, and {range} is neither"),
            });
        };
        let is_rising = signs.iter().all(|sign| matches!(sign, Sign::Less | Sign::AtMost));
        let is_falling = signs.iter().all(|sign| matches!(sign, Sign::Greater | Sign::AtLeast));
        let (mut signs, mut between) = (signs, between);
        if is_falling && !is_rising {
            signs.reverse();
            between.reverse();
        }
        let bound = |bound, sign: Sign| WrittenBound {
            bound,
            is_included: matches!(sign, Sign::AtMost | Sign::AtLeast),
        };
        match (<[Syntax; 3]>::try_from(between), signs.as_slice()) {
            (Ok([low, Syntax::Name(name), high]), &[first, second]) if is_rising || is_falling => {
                let range = [bound(low, first), bound(high, second)];
                Ok(WrittenVariable { name, range: WrittenRange::Between(range) })
            }
            (Ok(_), [_, _]) => Err(format!("{how}: the variable stands in the middle")),
            (Err(sides), [_]) => {
                let sides: Vec<String> = sides.iter().map(ToString::to_string).collect();
                Err(format!("the range with {} has no second bound; {how}", sides.join(" and ")))
            }
            _ => Err(how.into()),
        }
    }

    /// Reads the numbers of a set, in rising order and each once.
    fn set(&mut self) -> Result<Vec<i64>, Problem> {
        if !self.parser.takes("{") {
            return Err("a set is written in braces, as in k in {2, 5, 8..12}".into());
        }
        let mut numbers = Vec::new();
        loop {
            let first = self.integer()?;
            let last = if self.parser.takes("..") { self.integer()? } else { first };
            if first > last {
                return Err(format!("the range {first}..{last} holds nothing"));
            }
            if first.abs_diff(last) >= (MOST_NUMBERS - numbers.len()) as u64 {
                return Err(format!("a set has at most {MOST_NUMBERS} numbers"));
            }
            numbers.extend(first..=last);
            if self.parser.takes("}") {
                break;
            }
            if !self.parser.takes(",") {
                return Err("a comma or a } is expected".into());
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    fn integer(&mut self) -> Result<i64, Problem> {
        let is_negative = self.parser.takes("-");
        let Token::Number(number) = self.parser.peek() else {
            return Err("a number of the set is expected".into());
        };
        let number =
            i64::try_from(number).map_err(|_| crate::language::token::too_large(number))?;
        self.parser.next();
        Ok(if is_negative { -number } else { number })
    }
}

/// Refuses names that mean something else.
fn check_name(name: &str, before: &[WrittenVariable]) -> Result<(), Problem> {
    let problem = if HEAP_NAMES.contains(&name) {
        format!("{name} is the name of a heap; call the variable otherwise")
    } else if WORDS.contains(&name) || function_names().any(|function| function == name) {
        format!("{name} is a word of the language; call the variable otherwise")
    } else if before.iter().any(|variable| variable.name == name) {
        format!("there are two variables {name}")
    } else {
        return Ok(());
    };
    Err(problem)
}
