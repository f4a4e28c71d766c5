//! The definition of a game by its rules: the options of a position, clause by clause and one number after the other.
//! Everything else is judged by this file. It is never optimised.

use std::collections::BTreeSet;

use super::{Clause, Clauses, Fault, Move, OfRules, Range, Summand};
use crate::clause::Players;
use crate::language::tree::{Number, Truth};

impl Clauses {
    /// Returns whether a cell is a position.
    ///
    /// # Errors
    /// When the condition has no value there.
    pub fn is_position(&self, heaps: &[u32]) -> Result<bool, Fault> {
        truth(&self.positions, true, heaps, POSITIONS)
    }

    /// Returns the grade of a position: the token sum, if the rules state no other.
    ///
    /// # Errors
    /// When it has no value there, or is not from 0 to 2^32 - 1.
    pub fn grade(&self, heaps: &[u32]) -> Result<u32, Fault> {
        let Some(grade) = &self.grade else {
            let sum: u64 = heaps.iter().map(|&heap| u64::from(heap)).sum();
            return Ok(u32::try_from(sum).unwrap_or(u32::MAX));
        };
        let grade = grade.at(&numbers(heaps)).ok_or(Fault::undefined("the grade", None))?;
        u32::try_from(grade).map_err(|_| Fault::GradeOutOfRange { grade })
    }

    /// Lists the moves of a player at a position: of Left for 0 and of Right for 1 in a partizan game, of whoever moves in
    /// an impartial one. Each option is listed once for each number of points that a move to it pays. `is_inside` tells which
    /// cells belong to the table.
    ///
    /// # Errors
    /// The first fault: an option outside of the table, one whose grade is not smaller, an expression without a value, or
    /// more than [`MOST_TRIED`] values of variables or, in all moves, a 32nd of that many positions, each of which takes some
    /// 70 bytes.
    pub fn moves(
        &self,
        player: usize,
        heaps: &[u32],
        is_inside: &dyn Fn(&[u32]) -> bool,
    ) -> Result<Vec<Move>, Fault> {
        self.moves_among(player, heaps, is_inside, MOST_TRIED)
    }

    /// Lists the moves as [`moves`](Self::moves) does, among at most this many values of variables.
    ///
    /// # Errors
    /// The first fault.
    pub fn moves_among(
        &self,
        player: usize,
        heaps: &[u32],
        is_inside: &dyn Fn(&[u32]) -> bool,
        most_tried: u64,
    ) -> Result<Vec<Move>, Fault> {
        if truth(&self.terminal, false, heaps, "the condition on terminal positions")? {
            return Ok(Vec::new());
        }
        let clauses = match &self.moves {
            Players::Both(clauses) => clauses,
            Players::Each([left, right]) => {
                if player == 0 {
                    left
                } else {
                    right
                }
            }
        };
        let found = BTreeSet::new();
        let mut moves =
            Moves { rules: self, heaps, is_inside, found, kept: 0, tried: 0, most_tried };
        for clause in clauses {
            moves.of_clause(clause, &mut numbers(heaps))?;
        }
        Ok(moves.found.into_iter().collect())
    }
}

/// What the condition is that tells which cells are positions.
const POSITIONS: &str = "the condition on positions";

/// Returns heap sizes as an environment.
fn numbers(heaps: &[u32]) -> Vec<i64> {
    heaps.iter().map(|&heap| i64::from(heap)).collect()
}

/// Returns whether a condition that the rules may state is true.
fn truth(
    condition: &Option<Truth<OfRules>>,
    unstated: bool,
    heaps: &[u32],
    what: &'static str,
) -> Result<bool, Fault> {
    match condition {
        None => Ok(unstated),
        Some(condition) => condition.at(&numbers(heaps)).ok_or(Fault::undefined(what, None)),
    }
}

/// At most this many values of variables are tried at a position, unless the caller says otherwise. That takes about a
/// second: listing more of them might not end.
pub const MOST_TRIED: u64 = 1 << 27;
/// How many more values of variables are tried at most than positions are found.
const TRIED_FOR_EACH_FOUND: u64 = 32;

/// The moves at a position that are found so far.
struct Moves<'a> {
    rules: &'a Clauses,
    heaps: &'a [u32],
    is_inside: &'a dyn Fn(&[u32]) -> bool,
    found: BTreeSet<Move>,
    /// How many positions the moves have.
    kept: u64,
    tried: u64,
    most_tried: u64,
}

impl Moves<'_> {
    /// Adds the moves of a clause whose first variables have these values.
    fn of_clause(&mut self, clause: &Clause, environment: &mut Vec<i64>) -> Result<(), Fault> {
        let Some(range) = clause.ranges.get(environment.len() - self.heaps.len()) else {
            return self.of_values(clause, environment);
        };
        for number in numbers_of(range, environment)? {
            self.try_value()?;
            environment.push(number);
            self.of_clause(clause, environment)?;
            environment.pop();
        }
        Ok(())
    }

    /// Counts a value of a variable that is tried.
    fn try_value(&mut self) -> Result<(), Fault> {
        self.tried += 1;
        match self.tried > self.most_tried {
            true => Err(Fault::TooManyValues { most: self.most_tried }),
            false => Ok(()),
        }
    }

    /// Adds the move of a clause whose variables have these values, if there is one.
    fn of_values(&mut self, clause: &Clause, environment: &mut Vec<i64>) -> Result<(), Fault> {
        if let Some(condition) = &clause.condition {
            let holds = condition.at(environment);
            let values = || Some(self.values(&clause.names, environment));
            if !holds.ok_or_else(|| Fault::undefined("the condition of a clause", values()))? {
                return Ok(());
            }
        }
        let mut option = Vec::new();
        for summand in &clause.option {
            let names = [&clause.names[..], &summand.names].concat();
            let of_clause = environment.len();
            if !self.add_positions(summand, &names, of_clause, environment, &mut option)? {
                return Ok(());
            }
        }
        option.sort_unstable();
        // What a move pays matters to scores alone.
        let points = clause.pays.as_ref().map_or(Some(0), |pays| pays.at(environment));
        let positions = option.len().max(1) as u64;
        if self.found.insert(Move { option, points }) {
            self.kept += positions;
        }
        let most = self.most_tried / TRIED_FOR_EACH_FOUND;
        match self.kept > most {
            true => Err(Fault::TooManyValues { most }),
            false => Ok(()),
        }
    }

    /// Adds the positions of a summand whose first variables have values: those behind the first `of_clause` numbers of the
    /// environment. Returns whether there is the move, all of whose positions must be positions of the game.
    fn add_positions(
        &mut self,
        summand: &Summand,
        names: &[String],
        of_clause: usize,
        environment: &mut Vec<i64>,
        option: &mut Vec<Vec<u32>>,
    ) -> Result<bool, Fault> {
        let Some(range) = summand.ranges.get(environment.len() - of_clause) else {
            let position = self.position(summand, names, environment)?;
            let is_move = position.is_some();
            option.extend(position);
            return Ok(is_move);
        };
        for number in numbers_of(range, environment)? {
            self.try_value()?;
            environment.push(number);
            let is_move = self.add_positions(summand, names, of_clause, environment, option)?;
            environment.pop();
            if !is_move {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns a position of an option where all variables have values; `None` if it is no position of the game.
    fn position(
        &self,
        summand: &Summand,
        names: &[String],
        environment: &[i64],
    ) -> Result<Option<Vec<u32>>, Fault> {
        let values = || self.values(names, environment);
        let heaps: Option<Vec<i64>> =
            summand.heaps.iter().map(|heap| heap.at(environment)).collect();
        let undefined = || Fault::undefined("the option of a clause", Some(values()));
        let option = heaps.ok_or_else(undefined)?;
        // All cells may be called no positions, also those outside of the table. Where a heap is negative there is no cell.
        let is_position = self.rules.positions.as_ref().map_or(Some(true), |of| of.at(&option));
        if is_position == Some(false) && option.iter().all(|&heap| heap >= 0) {
            return Ok(None);
        }
        let sizes: Option<Vec<u32>> = option.iter().map(|&heap| u32::try_from(heap).ok()).collect();
        let Some(sizes) = sizes.filter(|sizes| (self.is_inside)(sizes)) else {
            return Err(Fault::Outside { option, values: values() });
        };
        is_position.ok_or(Fault::undefined(POSITIONS, None))?;
        if self.rules.is_loopy {
            return Ok(Some(sizes));
        }
        let grades = [self.rules.grade(self.heaps)?, self.rules.grade(&sizes)?];
        match grades[1] < grades[0] {
            true => Ok(Some(sizes)),
            false => Err(Fault::Grade { option: sizes, values: values(), grades }),
        }
    }

    /// Returns the names and the values of variables.
    fn values(&self, names: &[String], environment: &[i64]) -> Vec<(String, i64)> {
        let values = &environment[self.heaps.len()..];
        names.iter().cloned().zip(values.iter().copied()).collect()
    }
}

/// Lists the numbers that a variable takes where those before it have values.
fn numbers_of<'a>(
    range: &'a Range,
    environment: &[i64],
) -> Result<Box<dyn Iterator<Item = i64> + 'a>, Fault> {
    match range {
        Range::Set(numbers) => Ok(Box::new(numbers.iter().copied())),
        Range::Between(bounds) => {
            let bound = |bound: &Number<OfRules>| {
                bound.at(environment).ok_or(Fault::undefined("a bound of a variable", None))
            };
            Ok(Box::new(bound(&bounds[0])?..=bound(&bounds[1])?))
        }
    }
}
