//! What the parts of a sentence are at some numbers: `None` where there is no value, or none that is known. It lies
//! outside the tables, is too large to be computed, or depends on more numbers than are looked at.

use super::{INNER_CHOICES, Look, Table};
use crate::proofs::decide::automatic::Game;
use crate::proofs::decide::moves::moves_named;
use crate::proofs::decide::translation::game_named;
use crate::proofs::prove::SetName;
use grundytab::domain::{Coordinates, HEAP_NAMES, MAX_HEAPS, Sum};
use grundytab::quantity::Mover;
use grundytab::ruleset::{Ruleset, WantedOfMoves};
use heap_rules::{
    self as language, Connective, DIVIDES, Fold, Function, Meaning, Operation, Problem, Quantifier,
    Sign, Syntax, Two, function_at,
};

type Term = language::Term<Option<i64>, Option<bool>>;

/// The most tokens of a position whose options are listed: of digraph games there are as many as pairs of heaps.
const MOST_TOKENS: i64 = 100;

impl Meaning for Look<'_> {
    type Number = Option<i64>;
    type Truth = Option<bool>;

    fn constant(&self, number: i64) -> Option<i64> {
        Some(number)
    }

    fn name(&mut self, name: &str) -> Result<Term, Problem> {
        let known = self.numbers.iter().find(|(known, _)| known == name);
        Ok(match (known, name) {
            (Some(&(_, number)), _) => Term::Number(Some(number)),
            (None, "true") => Term::Truth(Some(true)),
            (None, "false") => Term::Truth(Some(false)),
            (None, "tokens") => Term::Number(Some(self.heaps().iter().sum())),
            (None, _) => {
                let heaps = self.heaps();
                self.at(name, None, Some(heaps))?
            }
        })
    }

    fn call(
        &mut self,
        name: &str,
        game: Option<&str>,
        arguments: &[Syntax],
    ) -> Result<Term, Problem> {
        let numbers = self.numbers(arguments)?;
        Ok(match name {
            "p" | "g" => self.at(name, game, numbers)?,
            "xor" => {
                let numbers = numbers.filter(|numbers| numbers.iter().all(|&of| of >= 0));
                Term::Number(numbers.and_then(|numbers| function_at(name, &numbers)))
            }
            DIVIDES => Term::Truth(numbers.and_then(|numbers| match numbers[..] {
                [0, of] => Some(of == 0),
                [divisor, of] => Some(of.checked_rem(divisor)? == 0),
                _ => None,
            })),
            _ => Term::Number(numbers.and_then(|numbers| function_at(name, &numbers))),
        })
    }

    fn is_move(
        &mut self,
        text: Option<&str>,
        from: &[Syntax],
        to: &[Syntax],
    ) -> Result<Option<bool>, Problem> {
        let (from, to) = (self.numbers(from)?, self.numbers(to)?);
        let of_heaps = self.sentence.game.as_ref();
        let game = read_once(&mut self.moving, text, || moves_named(text, of_heaps))?;
        let ends = from.and_then(position).zip(to.and_then(position));
        Ok(ends.and_then(|(from, to)| leads(game, from, to)))
    }

    fn choice(&mut self, condition: Option<bool>, of: Two<Self>) -> Result<Term, Problem> {
        let first = |truth: bool| usize::from(!truth);
        Ok(match of {
            language::Term::Number(of) => {
                Term::Number(condition.and_then(|truth| of[first(truth)]))
            }
            language::Term::Truth(of) => Term::Truth(condition.and_then(|truth| of[first(truth)])),
        })
    }

    fn negative(&mut self, of: Option<i64>) -> Result<Option<i64>, Problem> {
        Ok(of.and_then(i64::checked_neg))
    }

    fn times_root(&mut self, of: Option<i64>, radicand: u32) -> Result<Option<i64>, Problem> {
        Ok(of.and_then(|of| Function::TimesRoot(radicand).of(of)))
    }

    fn arithmetic(
        &mut self,
        operation: Operation,
        [one, two]: [Option<i64>; 2],
    ) -> Result<Option<i64>, Problem> {
        // Sentences have the digits of numbers that are not negative alone.
        let is_of_digits =
            matches!(operation, Operation::BitAnd | Operation::Xor | Operation::BitOr);
        let is_defined = |of: &(i64, i64)| !is_of_digits || of.0 >= 0 && of.1 >= 0;
        let both = one.zip(two).filter(is_defined);
        Ok(both.and_then(|(one, two)| Fold::from(operation).of(one, two)))
    }

    fn comparison(
        &mut self,
        sign: Sign,
        [one, two]: [Option<i64>; 2],
    ) -> Result<Option<bool>, Problem> {
        Ok(one.zip(two).map(|(one, two)| sign.test()(&one, &two)))
    }

    fn not(&self, of: Option<bool>) -> Option<bool> {
        of.map(|truth| !truth)
    }

    fn connected(&self, connective: Connective, mut of: Vec<Option<bool>>) -> Option<bool> {
        match connective {
            Connective::And => settled_by(false, &of),
            Connective::Or => settled_by(true, &of),
            Connective::Implies => {
                // It is true if one of the parts before the last one is false, or the last one is true.
                let premises = of.len().saturating_sub(1);
                of.iter_mut().take(premises).for_each(|premise| *premise = self.not(*premise));
                settled_by(true, &of)
            }
            Connective::Iff => of.into_iter().try_fold(true, |one, two| Some(one == two?)),
        }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variables: &[String],
        of: &Syntax,
    ) -> Result<Option<bool>, Problem> {
        let looked_for = quantifier == Quantifier::Exists;
        let found = self.choice(variables, of, looked_for, INNER_CHOICES);
        Ok(found.map(|_| looked_for))
    }
}

impl Look<'_> {
    /// Returns what some parts are, if all are known.
    fn numbers(&mut self, of: &[Syntax]) -> Result<Option<Vec<i64>>, Problem> {
        let numbers = of.iter().map(|of| self.number(of));
        Ok(numbers.collect::<Result<Vec<_>, Problem>>()?.into_iter().collect())
    }

    /// Returns the heaps of the game that the sentence is a claim about.
    fn heaps(&self) -> Vec<i64> {
        let heaps = self.sentence.game.as_ref().map_or(0, |game| game.ruleset.heaps());
        let number = |name: &&str| self.numbers.iter().find(|(known, _)| known == name);
        HEAP_NAMES[..heaps].iter().filter_map(number).map(|&(_, number)| number).collect()
    }

    /// Returns `p` or `g` of the position with these heaps.
    fn at(
        &mut self,
        name: &str,
        text: Option<&str>,
        heaps: Option<Vec<i64>>,
    ) -> Result<Term, Problem> {
        let (tables, of_heaps) = (self.tables, self.sentence.game.as_ref());
        let game = read_once(&mut self.named, text, || game_named(name, text, of_heaps))?;
        let natural =
            |heaps: Vec<i64>| heaps.iter().map(|&heap| u64::try_from(heap).ok()).collect();
        let heaps: Option<Vec<u64>> = heaps.and_then(natural);
        Ok(match name {
            "p" => Term::Truth(heaps.and_then(|heaps| is_p(tables, game, &heaps))),
            _ => Term::Number(heaps.and_then(|heaps| value(tables, game, &heaps))),
        })
    }
}

/// Returns what a text in square brackets means, which is read once.
fn read_once<'a, T>(
    known: &'a mut Vec<(String, T)>,
    text: Option<&str>,
    read: impl FnOnce() -> Result<T, Problem>,
) -> Result<&'a T, Problem> {
    let key = text.unwrap_or_default();
    let place = known.iter().position(|(text, _)| text == key);
    if place.is_none() {
        known.push((key.to_owned(), read()?));
    }
    let place = place.unwrap_or(known.len() - 1);
    Ok(&known[place].1)
}

/// Returns the truth value of a connection that one part of this truth value settles, whatever the others are.
fn settled_by(truth: bool, of: &[Option<bool>]) -> Option<bool> {
    match of.contains(&Some(truth)) {
        true => Some(truth),
        false => of.iter().all(Option::is_some).then_some(!truth),
    }
}

/// Returns a position with few tokens.
fn position(heaps: Vec<i64>) -> Option<Coordinates> {
    let are_few = heaps.iter().all(|heap| (0..=MOST_TOKENS).contains(heap));
    if !are_few || heaps.iter().sum::<i64>() > MOST_TOKENS {
        return None;
    }
    let mut at = Coordinates::ZERO;
    for (axis, heap) in (MAX_HEAPS - heaps.len()..).zip(heaps) {
        at[axis] = heap as u32;
    }
    Some(at)
}

/// Returns whether a move leads from one cell to another one: none does from a cell that is no position.
fn leads(game: &Ruleset, from: Coordinates, to: Coordinates) -> Option<bool> {
    let Some(game) = game.clause_game() else {
        return Some(game.definition().options(from).contains(&Sum::from(to)));
    };
    if !game.rules().is_position(from.unpadded(game.heaps())).ok()? {
        return Some(false);
    }
    let moves = game.moves(Mover::Next, from, None, WantedOfMoves::Options).ok()?;
    Some(moves.iter().any(|(option, _)| *option == Sum::from(to)))
}

fn is_p(tables: &[Table], game: &Game, heaps: &[u64]) -> Option<bool> {
    let is_in = |set: SetName| {
        let mut tables = tables.iter().filter(|table| table.game == *game);
        let table = tables.find(|table| table.definition.sets().contains(&set))?;
        table.evidence.value(heaps)?;
        table.evidence.is_member(&table.definition, set, heaps)
    };
    match game.ruleset.is_partizan() {
        false if game.ruleset.has_sums() => is_in(SetName::Value(0)),
        false => is_in(SetName::P),
        // The player who moves first loses, be it Left or Right.
        true => Some(!is_in(SetName::LeftWinsFirst)? && !is_in(SetName::RightWinsFirst)?),
    }
}

fn value(tables: &[Table], game: &Game, heaps: &[u64]) -> Option<i64> {
    let mut tables = tables.iter().filter(|table| table.game == *game);
    let table = tables.find(|table| table.definition.sets().contains(&SetName::Value(0)))?;
    table.evidence.value(heaps).map(i64::from)
}
