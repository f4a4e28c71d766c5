//! The family of games whose rules the user writes: clauses that say to which positions a move leads. The language is
//! that of the crate `heap-rules`; `docs/rules.md` describes it.

pub mod clauses;
mod faults;
mod grade;
mod mask;
mod recognised;

pub(crate) use clauses::ClauseMoves;
pub use clauses::Wanted as WantedOfMoves;
pub use clauses::WrittenRuleset;
pub use faults::Misstep;
pub use grade::{heap_bounds, largest_heaps, most_points_of_move};

use heap_rules::clause::WrittenClauses;
use heap_rules::symmetry::is_symmetric;

use super::Ruleset;
use super::definition::{GameDefinition, GameWording, take_and_return};
use super::facts::{GameFacts, Misfit};
use super::family::{Argument, Family, Name};
use super::method::Method;
use super::notation::field::{Field, FieldValue, FieldValues, Shape};
use super::notation::lists::{number, shortened};
use super::notation::modifiers::{BLOCK, TERMINAL};
use crate::domain::{
    Coordinates, Domain, Grading, HEAP_NAMES, MAX_HEAPS, Permutation, Position, Sum,
};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Mover, Quantity};

/// The name with which rules begin.
pub const NAME: &str = "rules";

/// Returns what follows `rules:` in a text that begins so.
pub fn after_name(text: &str) -> Option<&str> {
    let (name, rules) = text.split_once(':')?;
    (name.trim() == NAME).then_some(rules)
}

/// The whole rules, as the notation writes them.
const RULES: Field = Field { name: "rules", usage: "CLAUSES", shape: Shape::Text };
/// The parts of rules, as a file has them. Left and Right have moves of their own in a partizan game.
const MOVES: Field = Field { name: "moves", usage: "", shape: Shape::Words };
const LEFT: Field = Field { name: "left", usage: "", shape: Shape::Texts };
const RIGHT: Field = Field { name: "right", usage: "", shape: Shape::Texts };
const POSITIONS: Field = Field { name: "positions", usage: "", shape: Shape::Text };
const NO_MOVES_AT: Field = Field { usage: "", shape: Shape::Texts, ..TERMINAL };
const GRADE: Field = Field { name: "grade", usage: "", shape: Shape::Text };
const LET: Field = Field { name: "let", usage: "", shape: Shape::Texts };
const GRAPH: Field = Field { name: "graph", usage: "", shape: Shape::Text };
const LOOPY: Field = Field { name: "loopy", usage: "", shape: Shape::Flag };

pub(super) const FAMILY: Family = Family {
    kind: NAME,
    names: &[Name {
        name: NAME,
        argument: Some(Argument {
            fields: &[
                &RULES,
                &MOVES,
                &LEFT,
                &RIGHT,
                &LET,
                &GRAPH,
                &POSITIONS,
                &NO_MOVES_AT,
                &GRADE,
                &LOOPY,
            ],
            read: |text| Ok(vec![FieldValue::Text(text.trim().to_owned())]),
            missing: Some(
                "give clauses, as in 'rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y'",
            ),
        }),
        game: written,
    }],
    modifiers: &[&BLOCK],
};

/// Makes a game of its rules as a whole, or of their parts.
fn written(given: &mut FieldValues) -> Result<Ruleset, InvalidInput> {
    let whole = given.text(&RULES);
    let mut items: Vec<String> = Vec::new();
    for field in [&LET, &GRAPH, &POSITIONS, &NO_MOVES_AT, &GRADE] {
        let texts = match field.shape {
            Shape::Text => given.text(field).map(|text| vec![text]),
            _ => given.words(field),
        };
        items.extend(texts.into_iter().flatten().map(|text| format!("{} {text}", field.name)));
    }
    if given.flag(&LOOPY) {
        items.push(LOOPY.name.to_owned());
    }
    if let Some(clauses) = given.words(&MOVES) {
        check_clauses(&MOVES, &clauses)?;
        items.extend(clauses);
    }
    for field in [&LEFT, &RIGHT] {
        if let Some(clauses) = given.words(field) {
            check_clauses(field, &clauses)?;
            items.push(format!("{}: {}", field.name, clauses.join("; ")));
        }
    }
    let text = match whole {
        Some(_) if !items.is_empty() => {
            return Err(InvalidInput::new(
                InvalidInputKind::RepeatedModifier,
                RULES.name,
                "rules is the whole text, and there are parts of it besides",
                "give either rules, or moves with what belongs to them",
            ));
        }
        Some(text) => text,
        None if items.is_empty() => return Err(given.needs(&MOVES)),
        None => items.join("; "),
    };
    let block = given.number(&BLOCK).unwrap_or(0);
    WrittenRuleset::new(&text)?.with_blocking_number(block).map(Ruleset::Written)
}

/// Checks that each clause of a list can be read.
///
/// # Errors
/// Which one cannot, and the place in it.
fn check_clauses(field: &Field, clauses: &[String]) -> Result<(), InvalidInput> {
    // The empty sum does not say how many heaps there are: it is read with the others alone.
    let is_read_alone = |(_, clause): &(u32, &String)| {
        !clause.split_whitespace().collect::<String>().starts_with("()")
    };
    for (number, clause) in (1..).zip(clauses).filter(is_read_alone) {
        if let Err(problem) = WrittenClauses::parse(clause) {
            let problem = format!("number {number} of {}, `{clause}`: {problem}", field.name);
            let hint =
                "each is a clause, as in \"(x - k, y) for 1 <= k <= x\"; docs/rules.md has many";
            return Err(InvalidInput::new(InvalidInputKind::Syntax, clause, problem, hint));
        }
    }
    Ok(())
}

/// Reads what follows `rules:` in the notation, which is this number of characters: clauses, and +block=B behind them.
///
/// # Errors
/// When it is no game.
pub(super) fn read(
    text: &str,
    before: usize,
    is_modifier: impl Fn(&str) -> bool,
) -> Result<Ruleset, InvalidInput> {
    // A plus sign stands in expressions, too, an equality sign alone in none: there are two.
    let (rules, block) = match text.rsplit_once('+') {
        Some((rules, modifier)) => {
            match modifier.split_once('=').filter(|of| !of.1.starts_with('=')) {
                Some((name, block)) if name.trim() == BLOCK.name => {
                    (rules, number(block.trim(), "a number of options to block")?)
                }
                Some((name, _)) if is_modifier(name.trim()) => {
                    return Err(InvalidInput::new(
                        InvalidInputKind::ModifierDoesNotApply,
                        name,
                        format!("the modifier {} does not apply to rules", name.trim()),
                        "there is +block=B; what else there is to say is said in the rules",
                    ));
                }
                _ => (text, 0),
            }
        }
        None => (text, 0),
    };
    // What is wrong is told with its place in the whole notation.
    let rules = format!("{:before$}{}", "", rules.trim_end());
    WrittenRuleset::new(&rules)?.with_blocking_number(block).map(Ruleset::Written)
}

/// Returns the text of rules with the first `most` items of each set.
fn with_short_sets(rules: &str, most: usize) -> String {
    let (mut text, mut rest) = (String::new(), rules);
    while let Some((before, (set, after))) =
        rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        let items = || set.split(", ").map(str::to_owned);
        let set = shortened(items().count(), "items", most, ", ", items());
        text.push_str(&format!("{before}{{{set}}}"));
        rest = after;
    }
    text + rest
}

impl GameDefinition for WrittenRuleset {
    fn facts(&self) -> GameFacts {
        *WrittenRuleset::facts(self)
    }

    /// Whether a move leads out of the domain is found where it is made.
    fn check(&self, domain: &Domain, quantity: Quantity, _: Convention) -> Result<(), Misfit> {
        grade::check(self, domain)?;
        if quantity.is_score() { grade::check_points(self, domain) } else { Ok(()) }
    }

    fn restrict(&self, domain: Domain) -> Result<Domain, Misfit> {
        mask::restrict(self, domain)
    }

    /// A family may have no method for the domain, as digraph games have none for boxes, which moves that return tokens
    /// need not leave; or none for the quantity, as digraph games have none for palace numbers.
    fn method(&self, domain: &Domain, quantity: Quantity, convention: Convention) -> Method {
        if self.is_loopy() {
            return Method::Loopy(self.clone());
        }
        let family = self.family().filter(|_| !quantity.is_score());
        let of_family = family.and_then(|of| of.method(domain, quantity, convention).ok());
        of_family.unwrap_or_else(|| Method::Clauses(self.clone()))
    }

    fn options_of(&self, mover: Mover, at: Coordinates) -> Vec<Sum<Coordinates>> {
        WrittenRuleset::options_of(self, mover, at)
    }

    fn moves_that_pay(&self, mover: Mover, at: Coordinates) -> Vec<(Coordinates, i64)> {
        let moves = self.moves(mover, at, None, WantedOfMoves::Points).unwrap_or_default();
        let single = |(option, points): (Sum<_>, _)| Some((option.single()?, points));
        moves.into_iter().filter_map(single).collect()
    }

    fn grading(&self) -> Grading {
        grade::grading(self)
    }

    fn largest_grade(&self, domain: &Domain) -> u32 {
        grade::largest(self, domain)
    }

    fn most_options(&self, domain: &Domain) -> u64 {
        grade::most_options(self, domain)
    }

    /// The grade falls with every move, and no play comes twice to a position. Nor does one in a loopy game whose winner
    /// hurries; others may have no end. Of a sum the positions are played one after
    /// the other, and nothing is known of how many there will be.
    fn longest_play(&self, domain: &Domain) -> (u64, &'static str) {
        match self.family() {
            // Its moves are the same up to empty heaps.
            Some(family) if family.has_sums() => return family.definition().longest_play(domain),
            _ if WrittenRuleset::has_sums(self) => {
                return (u64::MAX, "the moves in all positions of a sum");
            }
            _ => {}
        }
        let grades = (u64::from(self.largest_grade(domain)), "the largest grade");
        let positions = (domain.positions().saturating_sub(1), "the number of positions");
        if self.is_loopy() {
            return positions;
        }
        if positions.0 < grades.0 { positions } else { grades }
    }

    /// What is stored in a table has no fault, so that what is proved of rules without one holds.
    fn has_symmetry(&self, permutation: &Permutation) -> bool {
        let padding = MAX_HEAPS - WrittenRuleset::heaps(self);
        let places: Vec<usize> = permutation[padding..].iter().map(|axis| axis - padding).collect();
        let of_family =
            || self.family().is_some_and(|of| of.definition().has_symmetry(permutation));
        is_symmetric(WrittenRuleset::rules(self), &places) || of_family()
    }
}

impl GameWording for WrittenRuleset {
    /// A heap whose size becomes another one by rules that do not take from it or return to it may be none: a limit, a
    /// switch, the length of a row.
    fn describe_move(&self, from: Position, to: Position) -> String {
        let heaps = from.heaps().iter().zip(to.heaps()).zip(HEAP_NAMES).enumerate();
        let (mut kept, mut changed) = (from.heaps().to_vec(), Vec::new());
        for (heap, ((before, after), name)) in heaps {
            if self.is_counted(heap) {
                kept[heap] = *after;
            } else if before != after {
                changed.push(format!("{name} becomes {after}"));
            }
        }
        let kept = Position::new(&kept);
        let taken = (kept != from || changed.is_empty()).then(|| take_and_return(from, kept));
        taken.into_iter().chain(changed).collect::<Vec<_>>().join(", ")
    }

    fn text(&self, most: usize) -> String {
        let block = match self.blocking_number() {
            0 => String::new(),
            number => format!("+{}={number}", BLOCK.name),
        };
        format!("{NAME}: {}{block}", with_short_sets(self.text(), most))
    }
}
