//! Rules whose moves go along lines.

use std::collections::BTreeMap;

use heap_rules::intervals::possible;
use heap_rules::rules::OfRules;
use heap_rules::tree::Truth;

use crate::domain::{Coordinates, Domain, MAX_HEAPS};
use crate::engine::clause_games::faultless::has_grades;
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::{ClauseGame, heap_bounds};

/// The most single options of a game without lines that is computed in the same way. It is quicker to walk more of them,
/// which marks their values.
const MOST_STEPS_ALONE: usize = 32;

/// The moves of a game, by lines.
pub(in crate::engine::cpu::clauses) struct LineMoves {
    pub(super) groups: Vec<Group>,
    pub(super) steps: Vec<SingleStep>,
    /// Which positions have no moves.
    pub(super) terminal: Option<Truth<OfRules>>,
    /// Whether the last two heaps may change places.
    pub(in crate::engine::cpu::clauses) are_mirrored: bool,
}

/// Lines of one direction, with one condition.
pub(super) struct Group {
    /// The distance of neighbours on a line.
    pub(super) step: Coordinates,
    /// How far before a position the newest option of each clause lies.
    pub(super) bases: Vec<Coordinates>,
    /// When the options are there.
    pub(super) guard: Vec<Truth<OfRules>>,
}

/// A single option.
pub(super) struct SingleStep {
    /// How far before a position it lies.
    pub(super) vector: Coordinates,
    /// When it is there.
    pub(super) guard: Vec<Truth<OfRules>>,
}

impl LineMoves {
    /// Returns the moves of a game along lines, if all of them are and no position of the plan can have a fault.
    pub(in crate::engine::cpu::clauses) fn of(plan: &Plan, game: &ClauseGame) -> Option<Self> {
        let (rules, domain) = (game.rules(), plan.job().domain());
        let is_of_lines = match plan.job().quantity() {
            Quantity::Grundy => true,
            Quantity::Outcome => game.blocking_number() == 0,
            _ => false,
        };
        let heaps = heap_bounds(domain);
        let has_values = |truth: &Truth<OfRules>| possible(truth, &heaps).is_some();
        if !is_of_lines
            || !has_grades(rules, &heaps)
            || !rules.terminal.as_ref().is_none_or(has_values)
        {
            return None;
        }
        let terminal = rules.terminal.clone();
        let mut moves =
            LineMoves { groups: Vec::new(), steps: Vec::new(), terminal, are_mirrored: false };
        // The groups, by what they have in common. Equal expressions are written alike.
        let mut places = BTreeMap::new();
        for parts in game.lines()? {
            for line in &parts.lines {
                let (step, guard) = (padded(&line.step)?, &line.guard);
                let place = *places.entry((step, format!("{guard:?}"))).or_insert_with(|| {
                    moves.groups.push(Group { step, bases: Vec::new(), guard: guard.clone() });
                    moves.groups.len() - 1
                });
                moves.groups[place].bases.push(padded(&line.base)?);
            }
            for step in &parts.steps {
                let (vector, guard) = (padded(&step.vector)?, step.guard.clone());
                moves.steps.push(SingleStep { vector, guard });
            }
        }
        moves.leave_out_what_is_too_long(domain);
        moves.are_mirrored = game.is_mirrored_on(domain);
        let are_few = !moves.groups.is_empty() || moves.steps.len() <= MOST_STEPS_ALONE;
        are_few.then_some(moves)
    }

    /// Returns how many lines a cell lies on, and how many options it adds to them and looks up beside them.
    pub(in crate::engine::cpu::clauses) fn work(&self) -> (usize, usize) {
        let bases: usize = self.groups.iter().map(|group| group.bases.len()).sum();
        (self.groups.len(), bases + self.steps.len())
    }

    /// Returns how many operations the conditions of a cell are.
    pub(in crate::engine::cpu::clauses) fn operations(&self) -> u64 {
        let guards = self.groups.iter().map(|group| &group.guard);
        let guards = guards.chain(self.steps.iter().map(|step| &step.guard));
        guards.flatten().chain(&self.terminal).map(Truth::operations).sum()
    }

    /// Leaves out what leads from no position of the domain into it. A step that is too long for a second option makes
    /// a line a single option.
    fn leave_out_what_is_too_long(&mut self, domain: &Domain) {
        let sides = domain.sides();
        for group in &mut self.groups {
            group.bases.retain(|base| base.is_inside(sides));
        }
        self.groups.retain(|group| !group.bases.is_empty());
        let (lines, single) = std::mem::take(&mut self.groups)
            .into_iter()
            .partition(|group| group.step.is_inside(sides));
        self.groups = lines;
        for Group { bases, guard, .. } in single {
            let step = |vector| SingleStep { vector, guard: guard.clone() };
            self.steps.extend(bases.into_iter().map(step));
        }
        self.steps.retain(|step| step.vector.is_inside(sides));
    }
}

/// Returns entries as coordinates, if none is negative or beyond 32 bits.
fn padded<T: Copy>(entries: &[T]) -> Option<Coordinates>
where
    u32: TryFrom<T>,
{
    let entries = entries.iter().map(|&entry| u32::try_from(entry).ok());
    let entries: Vec<u32> = entries.collect::<Option<_>>()?;
    (entries.len() <= MAX_HEAPS).then(|| Coordinates::padded(&entries, 0))
}
