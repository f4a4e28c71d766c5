//! Disjunctive sums: a move in a sum is a move in one of its components.
//!
//! In normal play the value of a sum is the xor s of the values of its components. The sum is a
//! P-position iff s = 0, and a winning move leads one component from its value g to g xor s (Sprague
//! 1935, Grundy 1939).
//!
//! In misère play the values of the components do not determine a sum, unless the components are
//! tame: at every position that can be reached, the pair of the values in normal and in misère play
//! is (0, 1) or (1, 0), which is called fickle, or (n, n), which is called firm.
//!
//! Claim (Conway, On Numbers and Games, chapter 12). The pairs of tame components add up as those of
//! Nim do: a sum of fickle pairs has the fickle pair whose normal value is the xor of the normal
//! values; a sum with a firm pair among its components has the firm pair of the xor of the normal
//! values.
//!
//! Proof for two components G and H with the pairs (g, g') and (h, h'), by induction: the claim holds
//! when G or H is replaced by one of its options.
//!
//! - Both pairs are firm. In either play, the options of G + H have the values a xor h for the normal
//!   values a of the options of G, and g xor b for the normal values b of the options of H. The mex
//!   of these is g xor h, as in normal play.
//! - G is firm, H is fickle. A move in G, whether to a fickle or a firm option, leads in misère play
//!   to the misère value of the option xor h, and the mex of the misère values of the options of G is
//!   g; a move in H leads to the normal value of the option xor g, and the mex of the normal values
//!   of the options of H is h. So the misère value is g xor h, too.
//! - Both pairs are fickle. A firm option of G has a value of at least 2, because it differs from the
//!   values 0 and 1 of G; the same is true of H, so a move to a firm option leads to a value of at
//!   least 2. A move to a fickle option leads to the value g xor h in misère play. If g xor h = 0,
//!   there is such a move, and the misère value is 1; or neither G nor H has any move, and it is 1 by
//!   definition. If g xor h = 1, G or H has a move and no option has the misère value 0, which is
//!   therefore that of the sum.

use super::query::distinct_options;
use super::reached::Reached;
use crate::analyses::theorem::{self, Claim, Scope, TAMENESS, check_partner};
use grundytab::control::Control;
use grundytab::domain::{Position, Sum};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::quantity::Mover;
use grundytab::quantity::{Convention, Quantity};
use grundytab::table::{OtherTables, TableError, TableReader};

/// The answer of tables to the question about a disjunctive sum of their positions.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SumAnswer {
    /// The play convention of the tables.
    pub convention: Convention,
    /// The values of the components.
    pub values: Vec<u32>,
    /// The value of the sum: in normal play the xor. The sum is a P-position iff this is 0.
    pub value: u32,
    /// The winning moves: the index of the component, and the option to which it is moved.
    pub winning: Vec<(usize, Sum<Position>)>,
}

/// Plays the disjunctive sum of positions from tables of Grundy values, all of one play convention.
/// In misère play every component has to be tame, and a table of the same positions in normal play
/// has to be among `partners`.
///
/// # Errors
/// When a table holds something else, a position is not in its table, a table is incomplete or
/// damaged, the conventions differ, or misère components are not known to be tame.
pub fn sum(
    components: &[(&TableReader, &[u32])],
    partners: &[TableReader],
) -> Result<SumAnswer, Error> {
    let mut summands = Vec::new();
    for &(table, heaps) in components {
        check_summand(table)?;
        let position = table.position(heaps)?;
        let partner = match table.plan().job().convention() {
            Convention::Normal => None,
            Convention::Misere => Some(tame_partner(table, position, partners)?),
        };
        summands.push(Summand { table, partner, position });
    }
    let convention = common_convention(components)?;
    let pairs: Vec<Pair> = summands
        .iter()
        .map(|summand| summand.pairs(&[summand.position.into()]).map(|pairs| pairs[0]))
        .collect::<Result<_, _>>()?;
    let value = Pair::of_sum(&pairs).value(convention);
    let mut winning = Vec::new();
    for (component, summand) in summands.iter().enumerate() {
        if value == 0 {
            break;
        }
        let options = distinct_options(summand.table, summand.position, Mover::Next, |_| true);
        let mut after = pairs.clone();
        let of_options = summand.pairs(&options)?;
        for (option, pair) in options.into_iter().zip(of_options) {
            after[component] = pair;
            if Pair::of_sum(&after).value(convention) == 0 {
                winning.push((component, option));
            }
        }
    }
    let values = pairs.iter().map(|pair| pair.value(convention)).collect();
    Ok(SumAnswer { convention, values, value, winning })
}

/// A component of a sum. Its table has a partner of normal play if it is of misère play itself.
struct Summand<'a> {
    table: &'a TableReader,
    partner: Option<&'a TableReader>,
    position: Position,
}

impl Summand<'_> {
    /// Returns the pairs of positions of the component, or of sums of them: in misère play, in which no game is tabulated
    /// whose moves lead to sums, of positions alone.
    fn pairs(&self, options: &[Sum<Position>]) -> Result<Vec<Pair>, TableError> {
        let values = |table: &TableReader| {
            let lookup = table.lookup();
            let value = |option: &Sum<Position>| {
                option.value(|position| lookup.value(position.coordinates()))
            };
            let values: Vec<u32> = options.iter().map(value).collect();
            lookup.finish().map(|()| values)
        };
        let own = values(self.table)?;
        let Some(partner) = self.partner else {
            let pair = |normal| Pair { normal, misere: normal };
            return Ok(own.into_iter().map(pair).collect());
        };
        let normal = values(partner)?;
        Ok(normal.into_iter().zip(own).map(|(normal, misere)| Pair { normal, misere }).collect())
    }
}

/// The values of a tame position in normal and misère play. For a sum in normal play the misère
/// values are not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair {
    normal: u32,
    misere: u32,
}

impl Pair {
    fn is_fickle(self) -> bool {
        self.normal != self.misere
    }

    fn is_tame(self) -> bool {
        !self.is_fickle() || self.normal.saturating_add(self.misere) == 1
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

/// Checks that a table is complete and holds Grundy values: only these add up.
fn check_summand(table: &TableReader) -> Result<(), Error> {
    table.require_complete()?;
    table.require_moves()?;
    if table.plan().job().quantity() == Quantity::Grundy {
        return Ok(());
    }
    Err(InvalidInput::new(
        InvalidInputKind::NoGrundyValues,
        table.path().display(),
        "the table holds no Grundy values, which alone add up",
        "tabulate its Grundy values",
    )
    .into())
}

/// Returns the play convention that all components have.
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

/// Returns the table of normal play of the same positions as a table of misère play, if the two show
/// that `position` is tame.
fn tame_partner<'a>(
    table: &TableReader,
    position: Position,
    partners: &'a [TableReader],
) -> Result<&'a TableReader, Error> {
    let job = table.plan().job();
    let refuse = |kind: InvalidInputKind, problem: String, hint: String| {
        Err(Error::Refused(InvalidInput::new(kind, table.path().display(), problem, hint)))
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
    let (scope, control) = (Scope::Below(position), Control::default());
    let others = OtherTables::partner(Some(partner));
    let tameness = Claim::parse(TAMENESS, job, &others)?.into_statement();
    let findings = theorem::check(table, &others, &[tameness], scope, &control)?;
    let untame = findings.into_iter().find_map(|mut finding| finding.counterexamples.pop());
    let Some(first) = untame.map(|counterexample| counterexample.position.coordinates()) else {
        return Ok(partner);
    };
    let (misere, normal) = (table.lookup(), partner.lookup());
    let pair = |at| Pair { normal: normal.value(at), misere: misere.value(at) };
    let is_untame = |at| !pair(at).is_tame();
    let reached = Reached::from(table, position.coordinates(), first, is_untame, &control)?;
    let at = match reached {
        Reached::Nothing => None,
        Reached::At(at) => Some(at),
        Reached::Undecided => Some(first),
    };
    let found = at.map(|at| (job.domain().position(at), pair(at)));
    misere.finish()?;
    normal.finish()?;
    match found {
        None => Ok(partner),
        Some((position, Pair { normal, misere })) => refuse(
            InvalidInputKind::NotTame,
            format!(
                "the game is not tame: at {position} the values are {normal} in normal and {misere} in \
                 misère play, and then values do not determine the sum{}",
                reached.doubt()
            ),
            "sum tables of normal play".into(),
        ),
    }
}
