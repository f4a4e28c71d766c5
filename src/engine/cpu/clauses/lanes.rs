//! The innermost variable of a clause in lanes: its options where a condition is left that it decides, or where a heap
//! is not linear in it.

use heap_rules::column::{Column, Lanes, Truths, Wanted, is_wanted};
use heap_rules::evaluation::Block;
use heap_rules::rules::{NoTruth, OfRules};
use heap_rules::tree::Number;

use super::cells::Cells;
use super::listed::Numbers;
use super::prepared::{Clause, Heap};
use super::scalar::Environment;
use super::tally::{Halt, LaneValues, Tally};
use super::walk::Walk;

/// The lanes that are evaluated at once.
const LANES: usize = 256;

/// So few numbers are quicker taken one by one.
const FEW: usize = 32;

/// The innermost variable in lanes, where the others are known.
struct InLanes<'a> {
    at: &'a Environment,
    innermost: usize,
    numbers: Numbers<'a>,
    length: usize,
}

impl Block<OfRules> for InLanes<'_> {
    fn length(&self) -> usize {
        self.length
    }

    fn number(&self, &place: &usize, _: Wanted) -> Column {
        match self.numbers {
            _ if place != self.innermost => Column::constant(self.at[place]),
            Numbers::Between(first, _) => Column::linear(first, 1),
            Numbers::Set(numbers) => Column::each(
                numbers.to_vec(),
                (numbers[0], numbers[numbers.len() - 1]),
                Default::default(),
            ),
        }
    }

    fn truth(&self, none: &NoTruth, _: Wanted) -> Truths {
        match *none {}
    }
}

impl<'a> Numbers<'a> {
    /// Returns the first numbers, at most as many as there are lanes, and the others, if there are any.
    fn split(self) -> (Self, usize, Option<Self>) {
        match self {
            Numbers::Between(low, high) => {
                let last = high.min(low + LANES as i64 - 1);
                let rest = (last < high).then_some(Numbers::Between(last + 1, high));
                (Numbers::Between(low, last), (last - low) as usize + 1, rest)
            }
            Numbers::Set(numbers) => {
                let (first, rest) = numbers.split_at(numbers.len().min(LANES));
                let others = (!rest.is_empty()).then_some(Numbers::Set(rest));
                (Numbers::Set(first), first.len(), others)
            }
        }
    }
}

impl Walk<'_> {
    /// Lists the options for some numbers of the innermost variable, in lanes.
    pub(super) fn lanes(
        &self,
        clause: &Clause,
        numbers: Numbers,
        at: &mut Environment,
        lanes: &mut LaneValues,
        tally: &mut dyn Tally,
    ) -> Result<(), Halt> {
        if numbers.count() <= FEW {
            return self.one_by_one(clause, numbers, at, lanes, tally);
        }
        let mut rest = Some(numbers);
        while let Some(numbers) = rest {
            let (first, length, others) = numbers.split();
            rest = others;
            lanes.indices.clear();
            lanes.points.clear();
            let block = InLanes { at, innermost: clause.innermost, numbers: first, length };
            let wanted = clause.lane_test.as_ref().map(|test| test.on(&block, None));
            if wanted.as_ref().is_some_and(|wanted| !wanted.faults.are_none()) {
                return Err(Halt::Noticed);
            }
            let mut wanted = wanted.map(|Truths { lanes, .. }| lanes);
            self.leave_out_holes(clause, first, length, at, &mut wanted);
            match &wanted {
                Some(wanted) if !wanted.contains(&true) => continue,
                Some(wanted) if clause.is_piecewise_linear() => {
                    self.pieces(clause, first, wanted, at, lanes)?;
                }
                wanted => self.columns(clause, &block, wanted.as_deref(), lanes)?,
            }
            tally.each(&lanes.indices, &lanes.points);
            if tally.is_decided() {
                return Err(Halt::Decided);
            }
        }
        Ok(())
    }

    /// Lists the options for a few numbers of the innermost variable.
    fn one_by_one(
        &self,
        clause: &Clause,
        numbers: Numbers,
        at: &mut Environment,
        lanes: &mut LaneValues,
        tally: &mut dyn Tally,
    ) -> Result<(), Halt> {
        lanes.indices.clear();
        lanes.points.clear();
        let holes = clause.loops.last().filter(|of_loop| !of_loop.holes.is_empty());
        numbers.try_for_each(|number| {
            if holes.is_some_and(|of| of.next_hole([number, number], at) == number) {
                return Ok(());
            }
            at[clause.innermost] = number;
            if let Some(test) = &clause.lane_test
                && !test.at(at).ok_or(Halt::Noticed)?
            {
                return Ok(());
            }
            let heaps = clause.option.heaps.iter().zip(&clause.option.written).enumerate();
            let (mut index, mut sum) = (0, 0i64);
            for (axis, (heap, written)) in heaps {
                let size = match heap {
                    Heap::Same => at[axis],
                    Heap::Shape(_) | Heap::Column => written.at(at).ok_or(Halt::Noticed)?,
                };
                if size as u64 >= self.geometry.sides[axis] as u64 {
                    return Err(Halt::Noticed);
                }
                index += size * self.geometry.strides[axis];
                sum += size;
            }
            if sum > self.geometry.tokens {
                return Err(Halt::Noticed);
            }
            let points = clause.pays.as_ref().map_or(Some(0), |(pays, _)| pays.at(at));
            lanes.indices.push(index as usize);
            lanes.points.push(points.ok_or(Halt::Noticed)?);
            Ok(())
        })?;
        tally.each(&lanes.indices, &lanes.points);
        if tally.is_decided() { Err(Halt::Decided) } else { Ok(()) }
    }

    /// Leaves out the lanes of numbers that the innermost variable does not take.
    fn leave_out_holes(
        &self,
        clause: &Clause,
        numbers: Numbers,
        length: usize,
        at: &Environment,
        wanted: &mut Option<Vec<bool>>,
    ) {
        let Some(of_loop) = clause.loops.last().filter(|of_loop| !of_loop.holes.is_empty()) else {
            return;
        };
        let Numbers::Between(low, high) = numbers else { return };
        let (mut at, mut next) = (*at, low);
        let wanted = wanted.get_or_insert_with(|| vec![true; length]);
        while next <= high {
            let hole = of_loop.next_hole([next, high], &mut at);
            if let Some(wanted) = wanted.get_mut((hole - low) as usize) {
                *wanted = false;
            }
            next = hole + 1;
        }
    }

    /// Takes the options of the lanes that are wanted, which lie on pieces of lines.
    fn pieces(
        &self,
        clause: &Clause,
        numbers: Numbers,
        wanted: &[bool],
        at: &mut Environment,
        lanes: &mut LaneValues,
    ) -> Result<(), Halt> {
        let number = |lane: usize| match numbers {
            Numbers::Between(low, _) => low + lane as i64,
            Numbers::Set(numbers) => numbers[lane],
        };
        let is_wanted = |&lane: &usize| wanted[lane];
        let Some(highest) = (0..wanted.len()).rev().find(is_wanted) else { return Ok(()) };
        let mut lane = 0;
        while let Some(first) = (lane..=highest).find(is_wanted) {
            let low = number(first);
            let (run, last) = self.run(clause, low, number(highest), at)?;
            lane = first;
            while lane <= highest && number(lane) <= last {
                if wanted[lane] {
                    let steps = number(lane) - low;
                    lanes.indices.push(run.first.wrapping_add_signed(run.step * steps as isize));
                    lanes.points.push(run.points + run.more_points * steps);
                }
                lane += 1;
            }
        }
        Ok(())
    }

    /// Takes the options of the lanes that are wanted, heap by heap.
    fn columns(
        &self,
        clause: &Clause,
        block: &InLanes,
        wanted: Wanted,
        lanes: &mut LaneValues,
    ) -> Result<(), Halt> {
        let column = |number: &Number<OfRules>| {
            let Column { lanes, faults } = number.on(block, wanted);
            faults.are_none().then_some(lanes).ok_or(Halt::Noticed)
        };
        let mut options = Cells::new(self.geometry, block.length);
        for (axis, (heap, number)) in
            clause.option.heaps.iter().zip(&clause.option.written).enumerate()
        {
            options.add(
                axis,
                &match heap {
                    Heap::Same => Lanes::Linear { first: block.at[axis], step: 0 },
                    Heap::Shape(_) | Heap::Column => column(number)?,
                },
            );
        }
        let points = clause.pays.as_ref().map(|(pays, _)| column(pays)).transpose()?;
        for lane in (0..block.length).filter(|&lane| is_wanted(wanted, lane)) {
            lanes.indices.push(options.index(lane).ok_or(Halt::Noticed)?);
            lanes.points.push(points.as_ref().map_or(0, |points| points.at(lane)));
        }
        Ok(())
    }
}
