//! Reading rules: from a text to clauses. Here are the whole text and its items; `clause` reads a clause, and `range` the
//! numbers that a variable takes.

mod clause;
mod data;
mod range;

use std::str::FromStr;

pub(crate) use data::LAST_PLACE;
pub(crate) use range::variable;

use super::{
    HEAP_NAMES, LOOPY, Players, WrittenClause, WrittenClauses, WrittenData, WrittenGraph,
    WrittenVariable,
};
use crate::language::parse::{MOST_CHARACTERS, Parser};
use crate::language::syntax::Level;
use crate::language::token::{Token, placed_tokens};
use crate::language::{FOLDS, MARK_BEFORE_NUMBER, Problem, Syntax, did_you_mean, parse, shortened};

/// The most bytes of a text, and of its canonical text. Most of a long one are the numbers of sets.
const LONGEST: usize = 1 << 20;
/// The most clauses of a game, of both players together.
const MOST_CLAUSES: usize = 256;
/// What can be said of all positions, in the order of the canonical text.
const STATEMENTS: [&str; 3] = ["positions", "terminal", "grade"];
/// The players of a partizan game.
const PLAYERS: [&str; 2] = ["left", "right"];

/// What stands where a clause is expected.
const A_CLAUSE: &str =
    "a clause begins with the option in brackets, as in (x - k, y) for 1 <= k <= x";

impl WrittenClauses {
    /// Reads rules: clauses, and what is said of positions and grades, with semicolons between them.
    ///
    /// ```
    /// use heap_rules::clause::WrittenClauses;
    /// let text = "(x - k, y) for 1<=k<=x; (x, y - k) for y >= k >= 1; (x-k,y-l) for k in {1,2,3}, 1<=l<=y if abs(k-l)<2 && k<=x";
    /// let rules = WrittenClauses::parse(text)?;
    /// assert_eq!(
    ///     rules.to_string(),
    ///     "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
    ///      (x - k, y - l) for k in {1..3}, 1 <= l <= y if abs(k - l) < 2 and k <= x"
    /// );
    /// assert_eq!(WrittenClauses::parse(&rules.to_string())?, rules);
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text, and where: at which character, counted from 1, and what stands there.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        if text.len() > LONGEST {
            return Err(format!("the rules are longer than {LONGEST} bytes"));
        }
        let rules = read(text)?;
        // The canonical text may be longer, and nested more deeply, and must be read as well.
        let canonical = rules.to_string();
        let problem = match canonical.len() > LONGEST {
            true => Some(format!("they are longer than {LONGEST} bytes")),
            false if canonical == text => None,
            false => read(&canonical).err(),
        };
        match problem {
            None => Ok(rules),
            Some(problem) => Err(format!("written with all spaces and brackets, {problem}")),
        }
    }
}

impl WrittenClauses {
    /// Checks that rules of which play may go on for ever say nothing that needs an end of play.
    fn check_loopy(&self) -> Result<(), Problem> {
        let mut clauses = self.moves.each().into_iter().flatten();
        let is_sum = |clause: &WrittenClause| match &clause.option[..] {
            [summand] => !summand.variables.is_empty(),
            _ => true,
        };
        if !self.is_loopy {
            return Ok(());
        }
        if self.grade.is_some() {
            return Err(format!(
                "{LOOPY} says that play may go on for ever, and grade that every move makes a number smaller, so that it \
                 does not; leave out one of both"
            ));
        }
        match clauses.find(|clause| clause.pays.is_some() || is_sum(clause)) {
            None => Ok(()),
            Some(WrittenClause { pays: Some(_), .. }) => Err(format!(
                "pays does not go with {LOOPY}: points are counted at the end of play, and play may go on for ever; leave \
                 out pays"
            )),
            Some(clause) => Err(format!(
                "the clause {} leads to a sum of positions, which does not go with {LOOPY}: a play that goes on for ever in \
                 one of them ends in none, and their values do not tell that of the sum; write moves to single positions",
                shortened(&clause.to_string())
            )),
        }
    }
}

impl FromStr for WrittenClauses {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        WrittenClauses::parse(text)
    }
}

fn read(text: &str) -> Result<WrittenClauses, Problem> {
    let placed = placed_tokens(text).map_err(|(problem, place)| at(text, place, &problem))?;
    let tokens: Vec<Token> = placed.iter().map(|(token, _)| *token).collect();
    let mut reader = Reader::of(&tokens, &placed);
    reader.rules().map_err(|problem| {
        let place = reader.wrong.unwrap_or_else(|| reader.place());
        at(text, place, &problem)
    })
}

/// Says where something is wrong.
fn at(text: &str, place: usize, problem: &str) -> Problem {
    /// Characters of the text that are shown.
    const SHOWN: usize = 24;
    let rest: String = text[place..].trim().chars().take(SHOWN).collect();
    let rest: String = rest.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let character = text[..place].chars().count() + 1;
    match rest.trim_end() {
        "" => format!("at the end: {}", problem.trim_end_matches(" at the end")),
        rest => format!("at character {character}, `{rest}`: {problem}"),
    }
}

struct Reader<'a> {
    parser: Parser<'a>,
    /// All tokens, with their places in the text.
    placed: &'a [(Token<'a>, usize)],
    /// Where the thing begins that is wrong, if not with the next token.
    wrong: Option<usize>,
    /// Numbers and lists that are brought in under names.
    named: Vec<(String, Syntax)>,
    data: Vec<WrittenData>,
    graph: Option<WrittenGraph>,
    /// What is said of all positions.
    stated: [Option<Syntax>; STATEMENTS.len()],
    /// Whether play is said to go on for ever, perhaps.
    is_loopy: bool,
    /// The clauses of an impartial game, and those of Left and Right.
    clauses: [Vec<WrittenClause>; 3],
    /// Which of these the next clause belongs to.
    player: usize,
    /// Whose moves have begun.
    has_moves: [bool; PLAYERS.len()],
    /// How many numbers all sets have.
    numbers: usize,
}

impl<'a> Reader<'a> {
    fn of(tokens: &'a [Token<'a>], placed: &'a [(Token<'a>, usize)]) -> Self {
        Reader {
            parser: Parser::of(tokens),
            placed,
            wrong: None,
            named: Vec::new(),
            data: Vec::new(),
            graph: None,
            stated: Default::default(),
            is_loopy: false,
            clauses: Default::default(),
            player: 0,
            has_moves: [false; PLAYERS.len()],
            numbers: 0,
        }
    }

    /// Returns the place of the next token.
    fn place(&self) -> usize {
        let read = self.placed.len() - self.parser.tokens.len();
        self.placed.get(read).or(self.placed.last()).map_or(0, |(_, place)| *place)
    }

    /// Says that what begins at a place is wrong.
    fn wrong<T>(&mut self, place: usize, problem: impl Into<Problem>) -> Result<T, Problem> {
        self.wrong = Some(place);
        Err(problem.into())
    }

    /// Returns the next token if it is a word, else an empty text.
    fn word(&self) -> &'a str {
        match self.parser.peek() {
            Token::Word(word) => word,
            _ => "",
        }
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is_next = self.parser.peek() == Token::Word(word);
        if is_next {
            self.parser.next();
        }
        is_next
    }

    /// Reads the whole text.
    fn rules(&mut self) -> Result<WrittenClauses, Problem> {
        while self.parser.peek() != Token::End {
            if let Some(statement) = STATEMENTS.iter().position(|known| *known == self.word()) {
                self.statement(statement)?;
                self.ends("an operator")?;
            } else if self.word() == "let" {
                self.data()?;
                self.ends("an operator")?;
            } else if self.word() == "graph" {
                self.graph()?;
                self.ends("nothing")?;
            } else if self.word() == LOOPY {
                self.loopy()?;
                self.ends("")?;
            } else if let Some(player) = PLAYERS.iter().position(|known| *known == self.word()) {
                self.begin_player(player)?;
            } else {
                self.add_clause()?;
            }
        }
        let [both, left, right] = std::mem::take(&mut self.clauses);
        let first = both.iter().chain(&left).chain(&right).next();
        if first.is_none() {
            return Err(format!("there is no clause; {A_CLAUSE}"));
        }
        let mut clauses = both.iter().chain(&left).chain(&right);
        let Some(heaps) = clauses.find_map(heaps_of).or_else(|| self.named_heaps()) else {
            return Err("no option says how many heaps there are: () has no positions; write a clause with another option, \
                        or a condition that names the last heap"
                .into());
        };
        let moves = match self.has_moves {
            [false, false] => Players::Both(both),
            [true, true] => Players::Each([left, right]),
            [true, false] => {
                return Err("the moves of right are missing; write right: at the end, with nothing behind it \
                            if there are none"
                    .into());
            }
            [false, true] => {
                return Err("the moves of left are missing; write left: before right:, with nothing between \
                            them but a semicolon if there are none"
                    .into());
            }
        };
        let [positions, terminal, grade] = std::mem::take(&mut self.stated);
        let (data, graph) = (std::mem::take(&mut self.data), self.graph.take());
        let is_loopy = self.is_loopy;
        let rules =
            WrittenClauses { heaps, data, graph, positions, terminal, grade, is_loopy, moves };
        rules.check_loopy().map(|()| rules)
    }

    /// Returns how many heaps there are at least, as the text names them; `None` if it names no heap.
    fn named_heaps(&self) -> Option<usize> {
        let place = |(token, _): &(Token, usize)| {
            HEAP_NAMES.iter().position(|&name| *token == Token::Word(name))
        };
        self.placed.iter().filter_map(place).max().map(|last| last + 1)
    }

    /// Reads what is said of all positions.
    fn statement(&mut self, statement: usize) -> Result<(), Problem> {
        let word = STATEMENTS[statement];
        if self.stated[statement].is_some() {
            let how = if word == "grade" { "" } else { ", with `and` or `or`" };
            return Err(format!("{word} is given twice; write it once{how}"));
        }
        if self.has_moves.contains(&true) {
            return Err(format!(
                "{word} is said of both players; write it before left: and right:"
            ));
        }
        self.parser.next();
        if self.parser.peek() == Token::Sign(":") {
            return Err(format!("behind {word} stands no colon"));
        }
        self.stated[statement] = Some(self.expression()?);
        Ok(())
    }

    /// Reads that play may go on for ever.
    fn loopy(&mut self) -> Result<(), Problem> {
        if self.is_loopy {
            return Err(format!("{LOOPY} is given twice; write it once"));
        }
        if self.has_moves.contains(&true) {
            return Err(format!(
                "{LOOPY} is said of both players; write it before left: and right:"
            ));
        }
        self.parser.next();
        self.is_loopy = true;
        Ok(())
    }

    /// Reads the word with which the moves of a player begin, and the first clause.
    fn begin_player(&mut self, player: usize) -> Result<(), Problem> {
        let word = PLAYERS[player];
        if self.has_moves[player] {
            return Err(format!("{word}: is given twice; write all clauses of {word} behind one"));
        }
        if !self.clauses[0].is_empty() {
            return Err(format!(
                "the clauses before {word}: belong to no player; write left: or right: before them"
            ));
        }
        self.parser.next();
        if !self.parser.takes(":") {
            return Err(format!(
                "behind {word} a colon is expected, as in {word}: (x - k, y) for 1 <= k <= x"
            ));
        }
        self.player = player + 1;
        self.has_moves[player] = true;
        // A player may have no moves.
        match self.parser.peek() {
            Token::End => Ok(()),
            _ if self.parser.takes(";") => Ok(()),
            _ => self.add_clause(),
        }
    }

    /// Reads a clause, and what ends it.
    fn add_clause(&mut self) -> Result<(), Problem> {
        let start = self.place();
        if self.clauses.iter().map(Vec::len).sum::<usize>() == MOST_CLAUSES {
            return Err(format!("there are more than {MOST_CLAUSES} clauses"));
        }
        let clause = self.clause()?;
        self.ends(may_follow(&clause))?;
        let first = self.clauses.iter().flatten().find(|first| heaps_of(first).is_some());
        let first = first.unwrap_or(&clause);
        let known = heaps_of(first);
        if let Some(summand) =
            clause.option.iter().find(|summand| Some(summand.heaps.len()) != known)
        {
            let heaps = summand.heaps.len();
            let problem = format!(
                "the option has {heaps} {}, and that of the clause {} has {}; each option names all heaps",
                if heaps == 1 { "heap size" } else { "heap sizes" },
                shortened(&first.to_string()),
                known.unwrap_or(0)
            );
            return self.wrong(start, problem);
        }
        self.clauses[self.player].push(clause);
        Ok(())
    }

    /// Reads the semicolon after an item, or the end. `others` may stand there as well.
    fn ends(&mut self, others: &str) -> Result<(), Problem> {
        let problem = match self.parser.peek() {
            Token::End => return Ok(()),
            _ if self.parser.takes(";") => return Ok(()),
            Token::Sign(")") => "there is one ) too many".to_owned(),
            Token::Sign(",") => {
                "a semicolon is expected before the next clause, and not a comma".to_owned()
            }
            Token::Word(word)
                if STATEMENTS.contains(&word) || PLAYERS.contains(&word) || word == LOOPY =>
            {
                format!("a semicolon is missing before {word}")
            }
            Token::Word("in") => {
                "`in` stands behind a variable after `for` alone; a condition is written as in k == 2 or k == 5"
                    .to_owned()
            }
            Token::Word("where" | "when" | "with" | "unless") => {
                "a condition is written after `if`".to_owned()
            }
            token => {
                let words = ["for", "if", "pays", "and", "or"];
                let words = words.into_iter().filter(|&known| token != Token::Word(known));
                let meant = did_you_mean(self.word(), words);
                let others = if others.is_empty() { String::new() } else { format!("{others} or ") };
                format!("{meant}expected is {others}a semicolon before the next clause, and not {token}")
            }
        };
        Err(problem)
    }

    /// Reads an expression up to what is no part of it.
    fn expression(&mut self) -> Result<Syntax, Problem> {
        let start = self.place();
        let is_call = matches!(self.parser.tokens, [_, Token::Sign("("), ..]);
        if matches!(self.word(), "for" | "pays" | "in") || self.word() == "if" && !is_call {
            return Err(format!("an expression is expected before {}", self.word()));
        }
        let mut expression = self.parser.expression(Level::Whole)?;
        if let Err(problem) = spell_out(&mut expression, &self.named) {
            return self.wrong(start, problem);
        }
        // What is counted is the canonical text, which must be read as well.
        if expression.to_string().chars().count() > MOST_CHARACTERS {
            let problem = format!("the expression has more than {MOST_CHARACTERS} characters");
            return self.wrong(start, problem);
        }
        Ok(expression)
    }
}

/// Says that a variable has the name of something else.
fn is_given(name: &str) -> Problem {
    format!("{name} is given by let; call the variable otherwise")
}

/// Returns how many heaps the first position of an option has; `None` if there is none.
fn heaps_of(clause: &WrittenClause) -> Option<usize> {
    clause.option.first().map(|summand| summand.heaps.len())
}

/// Returns what may follow a clause, or what was read of it.
fn may_follow(clause: &WrittenClause) -> &'static str {
    match clause {
        WrittenClause { pays: Some(_), .. } => "an operator",
        WrittenClause { condition: Some(_), .. } => "an operator, `pays` with points",
        WrittenClause { variables, .. } if variables.is_empty() => {
            "`for` with ranges, `if` with a condition, `pays` with points"
        }
        _ => "a comma before another range, `if` with a condition, `pays` with points",
    }
}

/// Writes `not` in the place of exclamation marks and numbers in the place of their names, and reads the places of lists.
///
/// # Errors
/// When a mark stands before a number, and what is wrong with a place.
fn spell_out(expression: &mut Syntax, named: &[(String, Syntax)]) -> Result<(), Problem> {
    if let Syntax::Not { mark, of } = expression {
        let is_number = match &**of {
            Syntax::Name(name) => !matches!(name.as_str(), "true" | "false"),
            Syntax::Number(_)
            | Syntax::Negative(_)
            | Syntax::Complement(_)
            | Syntax::Arithmetic { .. } => true,
            _ => false,
        };
        if *mark && is_number {
            return Err(MARK_BEFORE_NUMBER.into());
        }
        *mark = false;
    }
    match expression {
        Syntax::Name(name) => {
            if let Some((_, number)) = named.iter().find(|(known, _)| known == name) {
                *expression = number.clone();
            }
        }
        Syntax::Indexed { name, index } if !matches!(name.as_str(), "p" | "g" | "other") => {
            let place = parse(index).map_err(|problem| format!("in {name}[{index}]: {problem}"))?;
            *expression = Syntax::Entry { list: name.clone(), place: Box::new(place) };
        }
        Syntax::Over { name, range, .. } => {
            let WrittenVariable { name: own, .. } = variable((**range).clone())?;
            if let Some(problem) = clause::wrong_name(&own, &[]) {
                return Err(problem);
            }
            if named.iter().any(|(known, _)| *known == own) {
                return Err(is_given(&own));
            }
            if !FOLDS.iter().any(|(known, _)| known == name) {
                return Err(format!(
                    "{name} does not go over the values of a variable; sum, xor, min and max do"
                ));
            }
        }
        _ => {}
    }
    expression.parts_mut().into_iter().try_for_each(|part| spell_out(part, named))
}
