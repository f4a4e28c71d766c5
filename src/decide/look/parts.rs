//! What the parts of a sentence are at some numbers.

use super::knowledge::{Knowledge, Missing, all, function, result};
use super::{INNER_CHOICES, Look, Table};
use crate::decide::automatic::Game;
use crate::decide::translation::game_named;
use crate::domain::HEAP_NAMES;
use crate::expression::{self, Connective, Meaning, Operation, Problem, Quantifier, Sign, Syntax};
use crate::prove::SetName;

type Term = expression::Term<Knowledge<i128>, Knowledge<bool>>;

impl Meaning for Look<'_> {
    type Number = Knowledge<i128>;
    type Truth = Knowledge<bool>;

    fn constant(&self, number: i64) -> Knowledge<i128> {
        Ok(number.into())
    }

    fn name(&mut self, name: &str) -> Result<Term, Problem> {
        let known = self.numbers.iter().find(|(known, _)| known == name);
        Ok(match (known, name) {
            (Some(&(_, number)), _) => Term::Number(Ok(number)),
            (None, "true") => Term::Truth(Ok(true)),
            (None, "false") => Term::Truth(Ok(false)),
            (None, "tokens") => Term::Number(Ok(self.heaps().iter().sum())),
            (None, _) => {
                let heaps = self.heaps();
                self.at(name, None, &heaps)?
            }
        })
    }

    fn call(
        &mut self,
        name: &str,
        game: Option<&str>,
        arguments: &[Syntax],
    ) -> Result<Term, Problem> {
        Ok(match (name, self.numbers(arguments)?) {
            ("p", Err(missing)) => Term::Truth(Err(missing)),
            (_, Err(missing)) => Term::Number(Err(missing)),
            ("p" | "g", Ok(heaps)) => self.at(name, game, &heaps)?,
            (_, Ok(numbers)) => Term::Number(function(name, &numbers)),
        })
    }

    fn is_move(
        &mut self,
        game: Option<&str>,
        from: &[Syntax],
        to: &[Syntax],
    ) -> Result<Knowledge<bool>, Problem> {
        let (from, to) = (self.numbers(from)?, self.numbers(to)?);
        Ok(match (from, to) {
            (Ok(from), Ok(to)) => self.leads(game, &from, &to)?,
            (Err(missing), _) | (_, Err(missing)) => Err(missing),
        })
    }

    fn negative(&mut self, of: Knowledge<i128>) -> Result<Knowledge<i128>, Problem> {
        Ok(of.and_then(|of| of.checked_neg().ok_or(Missing::Unknown)))
    }

    fn arithmetic(
        &mut self,
        operation: Operation,
        [one, two]: [Knowledge<i128>; 2],
    ) -> Result<Knowledge<i128>, Problem> {
        Ok(one.and_then(|one| result(operation, one, two?)))
    }

    fn comparison(
        &mut self,
        sign: Sign,
        [one, two]: [Knowledge<i128>; 2],
    ) -> Result<Knowledge<bool>, Problem> {
        Ok(one.and_then(|one| Ok(sign.test()(&one, &two?))))
    }

    fn not(&self, of: Knowledge<bool>) -> Knowledge<bool> {
        of.map(|truth| !truth)
    }

    fn connected(&self, connective: Connective, mut of: Vec<Knowledge<bool>>) -> Knowledge<bool> {
        let not = |truth: Knowledge<bool>| truth.map(|truth| !truth);
        match connective {
            Connective::And => all(of),
            Connective::Or => not(all(of.into_iter().map(not).collect())),
            Connective::Implies => {
                // False exactly if all but the last one are true, and the last one is false.
                if let Some(last) = of.last_mut() {
                    *last = not(*last);
                }
                not(all(of))
            }
            Connective::Iff => of.into_iter().try_fold(true, |one, two| Ok(one == two?)),
        }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variables: &[String],
        of: &Syntax,
    ) -> Result<Knowledge<bool>, Problem> {
        let looked_for = quantifier == Quantifier::Exists;
        let found = self.choice(variables, of, looked_for, INNER_CHOICES);
        Ok(found.map(|_| looked_for).ok_or(Missing::Unknown))
    }
}

impl Look<'_> {
    /// Returns what some parts are, if all are known.
    fn numbers(&mut self, of: &[Syntax]) -> Result<Knowledge<Vec<i128>>, Problem> {
        let numbers = of.iter().map(|of| self.number(of));
        Ok(numbers.collect::<Result<Vec<_>, Problem>>()?.into_iter().collect())
    }

    /// Returns the heaps of the game that the sentence is a claim about.
    fn heaps(&self) -> Vec<i128> {
        let heaps = self.sentence.game.as_ref().map_or(0, |game| game.ruleset.heaps());
        let number = |name: &&str| self.numbers.iter().find(|(known, _)| known == name);
        HEAP_NAMES[..heaps].iter().filter_map(number).map(|&(_, number)| number).collect()
    }

    /// Returns `p` or `g` of a position, if there is one with these heaps.
    fn at(&mut self, name: &str, game: Option<&str>, heaps: &[i128]) -> Result<Term, Problem> {
        let key = game.unwrap_or_default();
        if !self.named.iter().any(|(known, _)| known == key) {
            let read = game_named(name, game, self.sentence.game.as_ref())?;
            self.named.push((key.to_owned(), read));
        }
        let game = self.named.iter().find(|(known, _)| known == key).map(|(_, game)| game);
        let position = || -> Knowledge<(&Game, Vec<u64>)> {
            if heaps.iter().any(|&heap| heap < 0) {
                return Err(Missing::Nonexistent);
            }
            let natural = heaps.iter().map(|&heap| u64::try_from(heap).ok());
            game.zip(natural.collect()).ok_or(Missing::Unknown)
        };
        Ok(match name {
            "p" => Term::Truth(position().and_then(|(game, heaps)| self.is_p(game, &heaps))),
            _ => Term::Number(position().and_then(|(game, heaps)| self.value(game, &heaps))),
        })
    }

    fn is_p(&self, game: &Game, heaps: &[u64]) -> Knowledge<bool> {
        let in_set = |set: SetName| {
            let mut tables = self.tables.iter().filter(|table| table.game == *game);
            let table = tables.find(|table| table.definition.sets().contains(&set))?;
            Some(table.evidence.is_member(&table.definition, set, heaps))
        };
        // In a partizan game the player who moves first loses, be it Left or Right.
        let is_p = match (in_set(SetName::P), in_set(SetName::LeftWinsFirst)) {
            (Some(is_in), _) => is_in,
            (None, Some(left)) => left.and_then(|left| {
                let right = in_set(SetName::RightWinsFirst)??;
                Some(!left && !right)
            }),
            (None, None) => None,
        };
        is_p.ok_or(Missing::Unknown)
    }

    fn value(&self, game: &Game, heaps: &[u64]) -> Knowledge<i128> {
        let mut tables = self.tables.iter().filter(|table| table.game == *game);
        let shows_values = |table: &&Table| table.definition.sets().contains(&SetName::Value(0));
        let value = tables.find(shows_values).and_then(|table| table.evidence.value(heaps));
        value.map(i128::from).ok_or(Missing::Unknown)
    }
}
