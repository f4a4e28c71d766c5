//! What the parts of a sentence are at some numbers.

use super::knowledge::{Knowledge, Known, Nothing, Unknown, all, function, result};
use super::{INNER_CHOICES, Look, Table};
use crate::decide::automatic::Game;
use crate::decide::translation::game_named;
use crate::domain::HEAP_NAMES;
use crate::expression::{Connective, Quantifier, Sign, Syntax};
use crate::prove::SetName;

impl Look<'_> {
    /// Returns whether a part is true.
    pub(super) fn truth(&mut self, syntax: &Syntax) -> Knowledge<bool> {
        match syntax {
            Syntax::Name(name) if name == "true" => Known(true),
            Syntax::Name(name) if name == "false" => Known(false),
            Syntax::Name(_) => self.at_heaps(None, Look::is_p),
            Syntax::Call { name, arguments, .. } if name == "implies" => {
                self.connected(Connective::Implies, arguments)
            }
            Syntax::Call { game, arguments, .. } => match self.numbers_of(arguments) {
                Known(heaps) => self.at(game.as_deref(), &heaps, Look::is_p),
                Nothing => Nothing,
                Unknown => Unknown,
            },
            Syntax::Not { of, .. } => self.truth(of).map(|truth| !truth),
            Syntax::Connective(connective, of) => self.connected(*connective, of),
            Syntax::Comparison { signs, between } => {
                let pairs: Vec<Knowledge<bool>> = signs
                    .iter()
                    .zip(between.windows(2))
                    .map(|(sign, sides)| self.comparison(*sign, &sides[0], &sides[1]))
                    .collect();
                all(pairs)
            }
            Syntax::Quantified { quantifier, variables, of } => {
                let looked_for = *quantifier == Quantifier::Exists;
                match self.choice(variables, of, looked_for, INNER_CHOICES) {
                    Some(_) => Known(looked_for),
                    None => Unknown,
                }
            }
            // Reading has shown that these are numbers.
            Syntax::Number(_) | Syntax::Negative(_) | Syntax::Arithmetic { .. } => Unknown,
        }
    }

    fn connected(&mut self, connective: Connective, of: &[Syntax]) -> Knowledge<bool> {
        let mut truths: Vec<Knowledge<bool>> = of.iter().map(|of| self.truth(of)).collect();
        let not = |found: Knowledge<bool>| found.map(|truth| !truth);
        match connective {
            Connective::And => all(truths),
            Connective::Or => not(all(truths.into_iter().map(not).collect())),
            Connective::Implies => {
                // False exactly if all but the last one are true, and the last one is false.
                if let Some(last) = truths.last_mut() {
                    *last = not(*last);
                }
                not(all(truths))
            }
            Connective::Iff => truths.into_iter().fold(Known(true), |so_far, next| {
                so_far.and_then(|one| next.map(|two| one == two))
            }),
        }
    }

    fn comparison(&mut self, sign: Sign, left: &Syntax, right: &Syntax) -> Knowledge<bool> {
        if is_truth(left) {
            let (left, right) = (self.truth(left), self.truth(right));
            return left.and_then(|one| right.map(|two| (one == two) == (sign == Sign::Equal)));
        }
        let (left, right) = (self.number(left), self.number(right));
        left.and_then(|one| {
            right.map(|two| match sign {
                Sign::Equal => one == two,
                Sign::NotEqual => one != two,
                Sign::Less => one < two,
                Sign::AtMost => one <= two,
                Sign::Greater => one > two,
                Sign::AtLeast => one >= two,
            })
        })
    }

    fn numbers_of(&mut self, of: &[Syntax]) -> Knowledge<Vec<i128>> {
        let mut numbers = Vec::new();
        for of in of {
            match self.number(of) {
                Known(number) => numbers.push(number),
                Nothing => return Nothing,
                Unknown => return Unknown,
            }
        }
        Known(numbers)
    }

    fn number(&mut self, syntax: &Syntax) -> Knowledge<i128> {
        match syntax {
            Syntax::Number(number) => Known((*number).into()),
            Syntax::Name(name) => {
                let known = self.numbers.iter().find(|(known, _)| known == name);
                match (known, name.as_str()) {
                    (Some(&(_, number)), _) => Known(number),
                    (None, "tokens") => Known(self.heaps().iter().sum()),
                    (None, _) => self.at_heaps(None, Look::value),
                }
            }
            Syntax::Negative(of) => self.number(of).map(|number| -number),
            Syntax::Arithmetic { first, rest } => {
                let mut all = self.number(first);
                for (operation, of) in rest {
                    let of = self.number(of);
                    all = all.and_then(|one| of.and_then(|two| result(*operation, one, two)));
                }
                all
            }
            Syntax::Call { name, game, arguments } => {
                let numbers = self.numbers_of(arguments);
                match (name.as_str(), numbers) {
                    ("g", Known(heaps)) => self.at(game.as_deref(), &heaps, Look::value),
                    (name, numbers) => numbers.and_then(|numbers| function(name, &numbers)),
                }
            }
            // Reading has shown that these are true or false.
            Syntax::Not { .. }
            | Syntax::Connective(..)
            | Syntax::Comparison { .. }
            | Syntax::Quantified { .. } => Unknown,
        }
    }

    /// Returns the heaps of the game that the sentence is a claim about.
    fn heaps(&self) -> Vec<i128> {
        let heaps = self.sentence.game.as_ref().map_or(0, |game| game.ruleset.heaps());
        let number = |name: &&str| self.numbers.iter().find(|(known, _)| known == name);
        HEAP_NAMES[..heaps].iter().filter_map(number).map(|&(_, number)| number).collect()
    }

    fn at_heaps<T>(
        &mut self,
        game: Option<&str>,
        ask: impl Fn(&Self, &Game, &[u64]) -> Knowledge<T>,
    ) -> Knowledge<T> {
        let heaps = self.heaps();
        self.at(game, &heaps, ask)
    }

    /// Asks something of a position, if there is one with these heaps.
    fn at<T>(
        &mut self,
        game: Option<&str>,
        heaps: &[i128],
        ask: impl Fn(&Self, &Game, &[u64]) -> Knowledge<T>,
    ) -> Knowledge<T> {
        if heaps.iter().any(|&heap| heap < 0) {
            return Nothing;
        }
        let natural = heaps.iter().map(|&heap| u64::try_from(heap).ok());
        let Some(heaps) = natural.collect::<Option<Vec<u64>>>() else { return Unknown };
        let key = game.unwrap_or_default();
        if !self.named.iter().any(|(known, _)| known == key) {
            let read = game_named("p", game, self.sentence.game.as_ref()).ok();
            self.named.push((key.to_owned(), read));
        }
        let game = self.named.iter().find(|(known, _)| known == key);
        match game {
            Some((_, Some(game))) => ask(self, game, &heaps),
            _ => Unknown,
        }
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
        Knowledge::computed(is_p)
    }

    fn value(&self, game: &Game, heaps: &[u64]) -> Knowledge<i128> {
        let mut tables = self.tables.iter().filter(|table| table.game == *game);
        let shows_values = |table: &&Table| table.definition.sets().contains(&SetName::Value(0));
        let value = tables.find(shows_values).and_then(|table| table.evidence.value(heaps));
        Knowledge::computed(value.map(i128::from))
    }
}

/// Whether a part is true or false, and not a number.
fn is_truth(syntax: &Syntax) -> bool {
    match syntax {
        Syntax::Name(name) => ["true", "false", "p"].contains(&name.as_str()),
        Syntax::Call { name, .. } => ["p", "implies"].contains(&name.as_str()),
        Syntax::Not { .. }
        | Syntax::Connective(..)
        | Syntax::Comparison { .. }
        | Syntax::Quantified { .. } => true,
        Syntax::Number(_) | Syntax::Negative(_) | Syntax::Arithmetic { .. } => false,
    }
}
