//! Rules whose moves go along lines.

use std::collections::BTreeMap;

use heap_rules::Sign;
use heap_rules::intervals::possible;
use heap_rules::option_lines::Line;
use heap_rules::rules::OfRules;
use heap_rules::tree::{Number, Truth};

use crate::domain::{Coordinates, Domain, MAX_HEAPS};
use crate::engine::clause_games::faultless::{has_grades, is_faultless};
use crate::engine::vector_games::mirror::mirror_image;
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::{ClauseMoves, WrittenRuleset, heap_bounds};

/// The most single options of a game without lines that is computed in the same way. It is quicker to walk more of them,
/// which marks their values.
const MOST_STEPS_ALONE: usize = 32;

/// The moves of a game, by lines.
pub(in crate::engine::cpu::clauses) struct LineMoves {
    pub(super) tracks: Vec<Track>,
    pub(super) steps: Vec<SingleStep>,
    /// The numbers of the clauses whose options are listed one by one.
    pub(super) listed: Vec<usize>,
    /// Which positions have no moves.
    pub(super) terminal: Option<Truth<OfRules>>,
    /// Whether half of the table is computed: the last two heaps may change places, and so may the lines.
    pub(in crate::engine::cpu::clauses) are_mirrored: bool,
}

/// Lines of one direction to which cells add the same.
#[derive(Debug)]
pub(super) struct Track {
    /// The distance of neighbours on a line.
    pub(super) step: Coordinates,
    /// How far before a position the values lie that it looks up and adds.
    pub(super) bases: Vec<Coordinates>,
    /// Whether a position hands its own value on to the next one.
    pub(super) hands_on: bool,
    /// What positions ask for.
    pub(super) windows: Vec<Window>,
}

/// The options k that a clause has on a line, counted from the newest one back.
#[derive(Debug, Clone, Default)]
pub(super) struct Window {
    /// When they are there.
    pub(super) guard: Vec<Truth<OfRules>>,
    /// The least k is the largest of 0 and these numbers.
    pub(super) from: Vec<Number<OfRules>>,
    /// The largest k is the least of these numbers, if there are any.
    pub(super) to: Vec<Number<OfRules>>,
}

/// A single option.
pub(super) struct SingleStep {
    /// How far before a position it lies.
    pub(super) vector: Coordinates,
    /// When it is there.
    pub(super) guard: Vec<Truth<OfRules>>,
}

impl Track {
    /// Returns whether the places of values matter.
    pub(super) fn has_places(&self) -> bool {
        self.windows.iter().any(|window| !window.to.is_empty())
    }

    /// Returns whether values wait until they enter the window, of which there is one then.
    pub(super) fn is_delayed(&self) -> bool {
        self.windows.iter().any(|window| !window.from.is_empty())
    }
}

impl Window {
    fn of(line: &Line) -> Self {
        Window { guard: line.guard.clone(), from: line.from.clone(), to: line.to.clone() }
    }

    /// Returns the condition that it has the newest option of a line.
    fn has_newest(&self) -> Vec<Truth<OfRules>> {
        let zero = || Number::Constant(0);
        let compare = |one, two| Truth::Comparison(Sign::AtMost, Box::new([one, two]));
        let from = self.from.iter().map(|from| compare(from.clone(), zero()));
        let to = self.to.iter().map(|to| compare(zero(), to.clone()));
        self.guard.iter().cloned().chain(from).chain(to).collect()
    }

    /// Returns how many operations it takes to evaluate it.
    fn operations(&self) -> u64 {
        let numbers = self.from.iter().chain(&self.to).map(Number::operations).sum::<u64>();
        numbers + self.guard.iter().map(Truth::operations).sum::<u64>()
    }
}

impl LineMoves {
    /// Returns the moves of a game along lines, if those of some clauses are and no position of the plan can have a fault. For
    /// outcomes all moves must be: where some are not, P-positions are quicker marked.
    pub(in crate::engine::cpu::clauses) fn of(plan: &Plan, game: &WrittenRuleset) -> Option<Self> {
        let (rules, domain) = (game.rules(), plan.job().domain());
        let is_of_lines = match plan.job().quantity() {
            Quantity::Grundy => true,
            Quantity::Outcome => game.blocking_number() == 0,
            _ => false,
        };
        let heaps = heap_bounds(domain);
        let has_values = |truth: &Truth<OfRules>| possible(truth, &heaps).is_some();
        if !is_of_lines
            || game.is_partizan()
            || !has_grades(rules, &heaps)
            || !rules.terminal.as_ref().is_none_or(has_values)
        {
            return None;
        }
        let terminal = rules.terminal.clone();
        let (tracks, steps, listed) = (Vec::new(), Vec::new(), Vec::new());
        let mut moves = LineMoves { tracks, steps, listed, terminal, are_mirrored: false };
        // The tracks, by what their clauses have in common. Equal expressions are written alike.
        let mut places = BTreeMap::new();
        let may_list = plan.job().quantity() == Quantity::Grundy && !game.has_sums();
        for (number, of_clause) in game.clause_moves().iter().enumerate() {
            let parts = match of_clause {
                ClauseMoves::Lines(parts) => parts,
                ClauseMoves::Others { never_grow: true } if may_list => {
                    moves.listed.push(number);
                    continue;
                }
                ClauseMoves::Others { .. } => return None,
            };
            for line in &parts.lines {
                let (step, base) = (padded(&line.step)?, padded(&line.base)?);
                let window = Window::of(line);
                let place = *places.entry((step, format!("{window:?}"))).or_insert_with(|| {
                    let (bases, windows) = (Vec::new(), vec![window]);
                    moves.tracks.push(Track { step, bases, hands_on: false, windows });
                    moves.tracks.len() - 1
                });
                let track = &mut moves.tracks[place];
                match base == step {
                    true => track.hands_on = true,
                    false => track.bases.push(base),
                }
            }
            for step in &parts.steps {
                let (vector, guard) = (padded(&step.vector)?, step.guard.clone());
                moves.steps.push(SingleStep { vector, guard });
            }
        }
        moves.leave_out_what_is_too_long(domain);
        moves.join_tracks();
        moves.are_mirrored = game.is_mirrored_on(domain) && moves.have_images();
        let are_few = !moves.tracks.is_empty()
            || moves.steps.len() <= MOST_STEPS_ALONE && moves.listed.is_empty();
        // That the others have no fault either is proved of the whole game.
        (are_few && (moves.listed.is_empty() || is_faultless(game, domain))).then_some(moves)
    }

    /// Lists the vectors whose values positions look up: those of each track, and those of single options.
    pub(super) fn looked_up(&self) -> Vec<Coordinates> {
        let of_tracks = self.tracks.iter().flat_map(|track| &track.bases);
        of_tracks.chain(self.steps.iter().map(|step| &step.vector)).copied().collect()
    }

    /// Returns how many lines a cell lies on, and how many options it looks up.
    pub(in crate::engine::cpu::clauses) fn work(&self) -> (usize, usize) {
        (self.tracks.len(), self.looked_up().len())
    }

    /// Returns whether windows of some lines end somewhere, whether values of some wait, and whether options are listed.
    #[cfg(test)]
    pub(in crate::engine::cpu::clauses) fn kinds(&self) -> [bool; 3] {
        let any = |is_so: fn(&Track) -> bool| self.tracks.iter().any(is_so);
        [any(Track::has_places), any(Track::is_delayed), !self.listed.is_empty()]
    }

    /// Returns how many operations the conditions and windows of a cell are.
    pub(in crate::engine::cpu::clauses) fn operations(&self) -> u64 {
        let of_windows = self.tracks.iter().flat_map(|track| &track.windows);
        let of_steps = self.steps.iter().flat_map(|step| &step.guard);
        of_windows.map(Window::operations).sum::<u64>()
            + of_steps.chain(&self.terminal).map(Truth::operations).sum::<u64>()
    }

    /// Leaves out what leads from no position of the domain into it. A step that is too long for a second option makes
    /// a line a single option.
    fn leave_out_what_is_too_long(&mut self, domain: &Domain) {
        let sides = domain.sides();
        for track in std::mem::take(&mut self.tracks) {
            let Track { step, mut bases, hands_on, windows } = track;
            bases.retain(|base| base.is_inside(sides));
            if step.is_inside(sides) {
                if hands_on || !bases.is_empty() {
                    self.tracks.push(Track { step, bases, hands_on, windows });
                }
                continue;
            }
            for (vector, window) in
                bases.iter().flat_map(|base| windows.iter().map(|of| (*base, of)))
            {
                self.steps.push(SingleStep { vector, guard: window.has_newest() });
            }
        }
        self.steps.retain(|step| step.vector.is_inside(sides));
    }

    /// Makes one track of those of a direction on which positions hand on their own values at once: what is kept is the same,
    /// and only what is asked for differs.
    fn join_tracks(&mut self) {
        let is_plain = |track: &Track| track.bases.is_empty() && !track.is_delayed();
        for track in std::mem::take(&mut self.tracks) {
            let same = self
                .tracks
                .iter_mut()
                .find(|other| other.step == track.step && is_plain(other) && is_plain(&track));
            match same {
                Some(other) => other.windows.extend(track.windows),
                None => self.tracks.push(track),
            }
        }
    }

    /// Returns whether each track has one mirror image, to which cells add the mirror images of what they add to it. Of two
    /// tracks with one direction the images could be confused, and values that wait enter at different times.
    fn have_images(&self) -> bool {
        let image = |track: &Track| {
            let step = mirror_image(track.step);
            let mut images = self.tracks.iter().filter(move |other| other.step == step);
            images.next().filter(|_| images.next().is_none())
        };
        let bases = |track: &Track, of: fn(Coordinates) -> Coordinates| {
            let mut bases: Vec<Coordinates> = track.bases.iter().map(|&base| of(base)).collect();
            bases.sort_unstable();
            bases
        };
        self.tracks.iter().all(|track| {
            let is_same = |other: &Track| {
                other.hands_on == track.hands_on
                    && bases(other, |base| base) == bases(track, mirror_image)
            };
            !track.is_delayed() && image(track).is_some_and(is_same)
        })
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
