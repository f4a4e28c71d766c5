//! The table from which automata are guessed: one that is filled for that, and grows, or a stored one.

use grundytab::engine::Wanted;
use std::sync::Arc;

use super::caps::Caps;
use super::classes::Classes;
use super::definition::{Definition, SetName};
use super::end::{End, Halt};
use super::followed;
use super::outcomes::Outcomes;
use super::shape::{Shape, bounded_heaps};
use crate::automata::{Limits, ListedWords, Numeration};
use grundytab::domain::{Coordinates, Domain, MAX_HEAPS};
use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::error::Error;
use grundytab::invalid_input::InvalidInput;
use grundytab::job::Job;
use grundytab::memory::available_memory_bytes;
use grundytab::plan::Plan;
use grundytab::quantity::Quantity;
use grundytab::ruleset::Ruleset;
use grundytab::tabulate::tabulate_array;
use grundytab::values::Values;

/// The side of the first box, or the token sum of the first simplex, where such a table has no more positions than this: one of
/// side 50 on four heaps has millions, and may take a minute.
const FIRST_SIZE: u32 = 50;
const FIRST_POSITIONS: u64 = 100_000;

/// The binary digits of all heaps together that are known of a game with finitely many positions.
const DIGITS_OF_WHOLE: usize = 16;

/// After this many cells of a table the limits are looked at.
const CELLS_A_CHECK: usize = 1 << 16;

/// Tables that are filled for a search: which sets they are to show, how large they may be, and who hears of each.
pub(super) struct Tables<'a> {
    pub(super) definition: &'a Definition,
    pub(super) caps: &'a Caps<'a>,
    pub(super) tell: &'a mut dyn FnMut(&Domain),
}

/// The values of all positions of a domain, in memory.
pub(crate) struct Evidence {
    domain: Domain,
    quantity: Quantity,
    /// By the row-major index in the bounding box.
    values: Values,
    /// Below which sizes all is known. A heap that has less than the domain in all positions has so by the rules.
    sides: Vec<u32>,
    /// What a larger table has.
    shape: Shape,
}

impl Evidence {
    pub(super) fn new(
        ruleset: &Ruleset,
        domain: Domain,
        quantity: Quantity,
        values: Values,
    ) -> Self {
        let bounds = bounded_heaps(ruleset);
        let is_whole = |(&side, largest): (&u32, &Option<u32>)| largest.is_some_and(|of| of < side);
        let longest = domain.shape().iter().copied().max().unwrap_or(0);
        let longest = match domain.shape().iter().zip(&bounds).all(is_whole) {
            // The table has all positions. It is as if it had more cells, so that an automaton can be guessed.
            true => longest.saturating_mul(2).max(1 << (DIGITS_OF_WHOLE / domain.heaps())),
            false => longest,
        };
        let known = |heap: (&u32, &Option<u32>)| if is_whole(heap) { longest } else { *heap.0 };
        let sides = domain.shape().iter().zip(&bounds).map(known).collect();
        Evidence { domain, quantity, values, sides, shape: Shape::Box }
    }

    /// Fills the largest table that the caps allow, of those whose sizes follow one another when tables grow; `None`
    /// if there is none.
    ///
    /// # Errors
    /// When the game does not fit a table, or the computation is interrupted.
    pub(crate) fn largest(definition: &Definition, caps: &Caps) -> Result<Option<Self>, Error> {
        let (shape, _) = Shape::all(definition.ruleset());
        let fits = |size: &u32| {
            let domain = shape.domain(definition.ruleset(), *size);
            domain.is_ok_and(|domain| domain.positions() <= caps.positions)
        };
        // Where the rules bound all heaps, every size fits.
        let sizes = std::iter::successors(Some(5_u32), |size| size.checked_add(size / 5 * 2));
        let Some(size) = sizes.take_while(fits).last() else { return Ok(None) };
        match Evidence::filled(&mut Tables { definition, caps, tell: &mut |_| () }, size) {
            Ok(evidence) => Ok(Some(evidence)),
            Err(Halt::End(_)) => Ok(None),
            Err(Halt::Error(error)) => Err(error),
        }
    }

    /// Fills the first table.
    pub(super) fn first(tables: &mut Tables) -> Result<Self, Halt> {
        let ruleset = tables.definition.ruleset();
        let (shape, _) = Shape::all(ruleset);
        let is_small = |size: &u32| {
            let domain = shape.domain(ruleset, *size);
            domain.is_ok_and(|domain| domain.positions() <= FIRST_POSITIONS)
        };
        let size = (1..=FIRST_SIZE).rev().find(is_small).unwrap_or(1);
        Evidence::filled(tables, size)
    }

    /// Returns a larger table.
    pub(super) fn grown(&self, tables: &mut Tables) -> Result<Self, Halt> {
        // Continuations of another digit need a table that is larger by the root of the numeration or more.
        let size = match self.domain.is_box() {
            true => self.domain.shape().iter().copied().max().unwrap_or(1),
            false => self.domain.largest_token_sum(),
        };
        let size = if matches!(self.shape, Shape::LongBox) { size / 2 } else { size };
        let grown = size.saturating_add(size / 5 * 2);
        let larger = self.shape.domain(tables.definition.ruleset(), grown);
        if larger.is_ok_and(|larger| larger.shape() == self.domain.shape()) {
            // The rules bound all heaps.
            return Err(Halt::End(End::LargestTable));
        }
        // No move leaves a smaller table of this shape.
        match Evidence::of_shape(self.shape, true, tables, grown) {
            Err(halt) if halt.is_of_rules() => {
                Evidence::of_shape(Shape::OpenBox, false, tables, grown)
            }
            filled => filled,
        }
    }

    /// Fills a table, if the caps and the memory of this machine allow: with the CPU engine, of the first shape that no move
    /// leaves, or else of a box that moves leave.
    fn filled(tables: &mut Tables, size: u32) -> Result<Self, Halt> {
        let (first, others) = Shape::all(tables.definition.ruleset());
        let mut filled = Evidence::of_shape(first, false, tables, size);
        for &shape in others {
            match filled {
                Err(halt) if halt.is_of_rules() => {
                    filled = Evidence::of_shape(shape, false, tables, size);
                }
                filled => return filled,
            }
        }
        filled
    }

    /// Fills a table of a shape, of which it may be known that no move leaves it.
    fn of_shape(
        shape: Shape,
        is_closed: bool,
        Tables { definition, caps, tell }: &mut Tables,
        size: u32,
    ) -> Result<Self, Halt> {
        let ruleset = definition.ruleset();
        let too_large = |_: InvalidInput| Halt::End(End::LargestTable);
        let domain = shape.domain(ruleset, size).map_err(too_large)?;
        if domain.positions() > caps.positions {
            return Err(Halt::End(End::Positions(domain)));
        }
        let (quantity, convention) = (definition.quantity(), definition.convention());
        let job = Job::new(ruleset.clone(), domain.clone(), quantity, convention);
        let plan = job.and_then(|job| Plan::new(job, None)).map_err(Error::from)?;
        let bytes = bounding_cells(&domain).saturating_mul(plan.value_type().bytes() as u64);
        if bytes > memory_for_tables() {
            return Err(Halt::End(End::Memory(domain)));
        }
        tell(&domain);
        let control = &caps.control;
        let domain = plan.job().domain().clone();
        if matches!(shape, Shape::OpenBox) {
            let values = followed::fill(definition, &domain, caps, memory_for_tables())?;
            return Ok(Evidence { shape, ..Evidence::new(ruleset, domain, quantity, values) });
        }
        let values = match Outcomes::of(definition)
            .filter(|outcomes| is_closed && outcomes.are_quicker(&plan))
        {
            Some(outcomes) => outcomes.fill(&domain, control).map_err(|_| Error::Interrupted),
            None => {
                let prepared = CpuEngine.prepare(&plan, Wanted::Values).map_err(Error::from)?;
                tabulate_array(prepared.as_ref(), control)
            }
        };
        let values = values.map_err(|error| match error {
            Error::Interrupted => Halt::of_interruption(control),
            error => error.into(),
        })?;
        Ok(Evidence { shape, ..Evidence::new(ruleset, domain, quantity, values) })
    }

    /// Returns the domain.
    pub(crate) fn domain(&self) -> &Domain {
        &self.domain
    }

    /// Whether a position is in a set; `None` outside the domain. What the rules call no position is in none.
    pub(crate) fn is_member(
        &self,
        definition: &Definition,
        set: SetName,
        heaps: &[u64],
    ) -> Option<bool> {
        let value = self.cell(heaps)?;
        Some(value.is_some_and(|value| definition.is_member_by(self.quantity, set, value)))
    }

    /// Returns the largest value that is stored, with a position that has it.
    pub(super) fn largest_value(&self) -> Option<(u32, Vec<u64>)> {
        let heaps = self.domain.heaps();
        let cells = Coordinates::cells_of_box(self.domain.sides());
        let values = cells
            .filter(|&at| self.domain.contains(at))
            .map(|at| (self.values.get(at.row_major_index(self.domain.sides())), at));
        let (value, at) = values.max_by_key(|(value, _)| *value)?;
        Some((value, at.unpadded(heaps).iter().map(|&heap| heap.into()).collect()))
    }

    /// Counts the classes of the words of the P-positions of a table of two or three heaps, if it has enough.
    pub(super) fn classes(
        &self,
        definition: &Definition,
        numeration: &Arc<Numeration>,
        limits: &Limits,
    ) -> Option<Classes> {
        match definition.ruleset().heaps() {
            2 => self.classes_of::<2>(definition, numeration, limits),
            3 => self.classes_of::<3>(definition, numeration, limits),
            _ => None,
        }
    }

    fn classes_of<const HEAPS: usize>(
        &self,
        definition: &Definition,
        numeration: &Arc<Numeration>,
        limits: &Limits,
    ) -> Option<Classes> {
        let is_p = |heaps: [u64; HEAPS]| self.is_member(definition, SetName::P, &heaps);
        let is_known = |side: u32| is_p([u64::from(side) - 1; HEAPS]).is_some();
        let sides = (1..).map_while(|digits| Some((digits, numeration.least_of(digits + 1)?)));
        let (digits, side) = sides.take_while(|&(_, side)| is_known(side)).last()?;
        let mut members: Vec<[u32; HEAPS]> = Vec::new();
        let cells = Coordinates::cells_of_box(Coordinates::padded(&[side; HEAPS], 1));
        for (number, at) in cells.enumerate() {
            if number.is_multiple_of(CELLS_A_CHECK) {
                limits.check(0).ok()?;
            }
            let heaps: [u32; HEAPS] = at.unpadded(HEAPS).try_into().ok()?;
            if is_p(heaps.map(u64::from)) == Some(true) {
                members.push(heaps);
            }
        }
        let words = ListedWords::of(numeration, digits, members, limits).ok()?;
        Some(Classes::of(&words, 0))
    }

    /// Returns the value of a position; `None` outside the domain, and where there is none.
    pub(crate) fn value(&self, heaps: &[u64]) -> Option<u32> {
        self.cell(heaps).flatten()
    }

    /// Returns the value of a cell of the domain, or that it is no position; `None` outside the domain.
    fn cell(&self, heaps: &[u64]) -> Option<Option<u32>> {
        let mut at = Coordinates::ZERO;
        for (axis, &heap) in (MAX_HEAPS - heaps.len()..).zip(heaps) {
            at[axis] = u32::try_from(heap).unwrap_or(u32::MAX);
        }
        // A coordinate above a side is not added up, so that no sum overflows.
        let sides = self.domain.sides();
        if at.is_inside(sides) && self.domain.encloses(at) {
            let value = || self.values.get(at.row_major_index(sides));
            return Some(self.domain.contains(at).then(value));
        }
        let is_known = |(&heap, &side): (&u64, &u32)| heap < u64::from(side);
        (self.domain.is_box() && heaps.iter().zip(&self.sides).all(is_known)).then_some(None)
    }
}

/// Returns the number of cells of the bounding box of a domain.
pub(super) fn bounding_cells(domain: &Domain) -> u64 {
    domain.sides().iter().fold(1, |cells: u64, &side| cells.saturating_mul(side.into()))
}

/// Returns the bytes that a table may take: the automata need memory, too.
pub(super) fn memory_for_tables() -> u64 {
    available_memory_bytes() / 2
}
