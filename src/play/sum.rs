//! Disjunctive sums: a move is a move in one component.
//!
//! In normal play the value of a sum is the xor of its components' values; the sum is a P-position
//! iff that is 0, and a winning move leads one component from g to g xor s (Sprague 1935, Grundy
//! 1939).
//!
//! In misère play the values do not determine a sum, unless the components are tame: at every
//! position that can be reached, the pair of the values in normal and in misère play is (0, 1) or
//! (1, 0), call it fickle, or (n, n), firm. Then the pairs add up as those of Nim do (Conway, On
//! Numbers and Games, chapter 12): a sum of fickle pairs is the fickle pair of the xor, and with a
//! firm one among them the sum is firm, with the xor of the normal values. For let the pair of
//! a position G be (g, g') and that of its sum with H be claimed to be as said, for the options
//! already.
//!
//! - Both firm. The values of the options of G + H are, in either play, those of the options of G
//!   in normal play xor h, and vice versa: the mex is g xor h, as in normal play.
//! - G firm, H fickle. An option of G, fickle or firm, gives its misère value xor h, and g is the
//!   mex of these values; an option of H gives its normal value xor g, and h is the mex of those.
//! - Both fickle. Firm options have values from 2 on: 0 or 1 would be excluded by one of the two
//!   values of their position. The fickle ones give 1 - (g xor h) in normal, g xor h in misère play,
//!   and if g xor h is 0 there is one, or neither G nor H has a move and the misère value is 1.

use super::{Mover, PlayError, distinct_options, position_of};
use crate::control::Control;
use crate::domain::Position;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Quantity};
use crate::table::{StoredValues, TableError, TableReader};
use crate::theorem::{self, Counterexample, Region, check_partner, tameness};

/// What tables say of the disjunctive sum of their positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumAnswer {
    /// The play convention of the tables.
    pub convention: Convention,
    /// Values of the components.
    pub values: Vec<u32>,
    /// The value of the sum: in normal play the xor. The sum is a P-position iff this is 0.
    pub value: u32,
    /// The winning moves: the component in which to move, and where to.
    pub winning: Vec<(usize, Position)>,
}

/// Plays the disjunctive sum of positions from tables of Grundy values, all of one play
/// convention. In misère play each component's game needs a table of normal play among `partners`,
/// and has to be tame as far as it can be reached.
///
/// # Errors
/// When a table holds something else, a position is not in its table, a table is incomplete or
/// damaged, the conventions differ, or misère components are not known to be tame.
pub fn sum(
    components: &[(&TableReader, &[u32])],
    partners: &[TableReader],
) -> Result<SumAnswer, PlayError> {
    let mut summands = Vec::new();
    for &(table, heaps) in components {
        check_summand(table)?;
        let position = position_of(table, heaps)?;
        let partner = match table.plan().job().convention() {
            Convention::Normal => None,
            Convention::Misere => Some(tame_partner(table, position, partners)?),
        };
        let partner = partner.map(StoredValues::new);
        summands.push(Summand { stored: StoredValues::new(table), partner, position });
    }
    let convention = common_convention(components)?;
    let pairs: Vec<Pair> = summands
        .iter()
        .map(|summand| summand.pairs(&[summand.position]).map(|pairs| pairs[0]))
        .collect::<Result<_, _>>()?;
    let value = Pair::of_sum(&pairs).value(convention);
    let mut winning = Vec::new();
    for (component, summand) in summands.iter().enumerate() {
        if value == 0 {
            break;
        }
        let options = distinct_options(summand.stored.table, summand.position, Mover::Next);
        let mut after = pairs.clone();
        for (option, pair) in options.iter().zip(summand.pairs(&options)?) {
            after[component] = pair;
            if Pair::of_sum(&after).value(convention) == 0 {
                winning.push((component, *option));
            }
        }
    }
    let values = pairs.iter().map(|pair| pair.value(convention)).collect();
    Ok(SumAnswer { convention, values, value, winning })
}

/// A component, with the table of normal play if its own is of misère play.
struct Summand<'a> {
    stored: StoredValues<'a>,
    partner: Option<StoredValues<'a>>,
    position: Position,
}

impl Summand<'_> {
    /// The pairs of positions of the component.
    fn pairs(&self, positions: &[Position]) -> Result<Vec<Pair>, TableError> {
        let values = |stored: &StoredValues| {
            let lookup = stored.lookup();
            let value = |position: &Position| lookup.value(position.coordinates());
            let values: Vec<u32> = positions.iter().map(value).collect();
            lookup.finish().map(|()| values)
        };
        let own = values(&self.stored)?;
        let Some(partner) = &self.partner else {
            let pair = |normal| Pair { normal, misere: normal };
            return Ok(own.into_iter().map(pair).collect());
        };
        let normal = values(partner)?;
        Ok(normal.into_iter().zip(own).map(|(normal, misere)| Pair { normal, misere }).collect())
    }
}

/// The values of a tame position in normal and misère play. Where only normal play is asked for,
/// the misère value is not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair {
    normal: u32,
    misere: u32,
}

impl Pair {
    fn is_fickle(self) -> bool {
        self.normal != self.misere
    }

    fn of_sum(pairs: &[Pair]) -> Self {
        let normal = pairs.iter().fold(0, |sum, pair| sum ^ pair.normal);
        let fickle = pairs.iter().all(|pair| pair.is_fickle());
        Pair { normal, misere: if fickle { 1 - normal } else { normal } }
    }

    fn value(self, convention: Convention) -> u32 {
        match convention {
            Convention::Normal => self.normal,
            Convention::Misere => self.misere,
        }
    }
}

/// Only Grundy values add up.
fn check_summand(table: &TableReader) -> Result<(), PlayError> {
    table.require_complete()?;
    match table.plan().job().quantity() {
        Quantity::Grundy => Ok(()),
        _ => Err(InvalidInput::new(
            InvalidInputKind::NoGrundyValues,
            table.path().display(),
            "the table holds no Grundy values, which alone add up",
            "tabulate its Grundy values",
        )
        .into()),
    }
}

fn common_convention(components: &[(&TableReader, &[u32])]) -> Result<Convention, InvalidInput> {
    let of = |(table, _): &(&TableReader, &[u32])| table.plan().job().convention();
    let first = components.first().map_or(Convention::Normal, of);
    match components.iter().find(|component| of(component) != first) {
        None => Ok(first),
        Some((table, _)) => Err(InvalidInput::new(
            InvalidInputKind::MixedConventions,
            table.path().display(),
            "the tables are of different play conventions",
            "a sum is played in one of them: give tables of normal play, or of misère play",
        )),
    }
}

/// The table of normal play that shows a misère table's game to be tame, from `position` on.
fn tame_partner<'a>(
    table: &TableReader,
    position: Position,
    partners: &'a [TableReader],
) -> Result<&'a TableReader, PlayError> {
    let job = table.plan().job();
    let refuse = |kind: InvalidInputKind, wrong: String, right: String| {
        Err(PlayError::Refused(InvalidInput::new(kind, table.path().display(), wrong, right)))
    };
    let Some(partner) = partners.iter().find(|partner| check_partner(table, partner).is_ok())
    else {
        return refuse(
            InvalidInputKind::MissingPartner,
            "in misère play the values of the components do not determine the sum, unless they \
             are tame, which takes the values of normal play to show"
                .into(),
            format!(
                "add the table of {} on {} in normal play, or sum tables of normal play",
                job.ruleset(),
                job.domain()
            ),
        );
    };
    let below = Region::Below(position);
    let control = Control::default();
    let findings = theorem::check(table, Some(partner), &[tameness()], below, &control)?;
    let untame = findings.into_iter().find_map(|finding| finding.counterexample);
    match untame {
        None => Ok(partner),
        Some(Counterexample { position, value, partner_value, .. }) => refuse(
            InvalidInputKind::NotTame,
            format!(
                "the game is not tame: at {position} the values are {} in normal and {value} in \
                 misère play, and then values do not determine the sum",
                partner_value.unwrap_or_default()
            ),
            "sum tables of normal play".into(),
        ),
    }
}
