//! Lines: the definition at every position, in much less time than it takes to look at every option.
//!
//! What is checked of a position is the same as in [`by_definition`](super::by_definition): that its stored value is what the definition
//! makes of the stored values of its options. That this holds at all positions proves the table, by induction over the
//! grade. Only the way is another. The options of a position lie on a few lines, and each line is walked from its
//! beginning with what the check of the next position needs: the set of the values that were met ([`mexes`]), how many
//! of the positions that were met are lost for the player to move ([`counts`]), or the best of them ([`bests`]). In digraph games the options
//! along an edge fill a triangle, for which a number for each value takes the place of the set ([`layers`]). Options of written
//! rules lie in windows of lines, of which the last place of each value is known ([`clause_lines`]).
//!
//! This is plain code of its own, so that an engine and its check do not share a mistake. A position whose value
//! does not agree with its lines is judged by the definition itself: what is reported is the same, and is found at
//! the same position.

mod bests;
mod clause_lines;
mod counts;
mod layers;
mod mexes;
mod seen;
mod vector_moves;
mod walk;

use std::time::Duration;

use bests::Bests;
use clause_lines::ClauseLines;
use counts::Counts;
pub(super) use layers::Layers;
use mexes::Mexes;
pub(super) use walk::AlongLines;
use walk::LineRule as _;

use crate::domain::Coordinates;
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::Method;
use crate::table::TableError;

/// Who is asked about a position whose value does not agree with its lines.
pub(super) trait Judge: Sync {
    /// Compares the value of a position with that of the definition, and keeps a fault.
    fn suspect(&self, at: Coordinates) -> Result<(), TableError>;

    /// Whether a fault is known at a grade below this one, so that no position of this grade matters.
    fn is_settled(&self, grade: u32) -> bool;
}

/// The lines of a game, along which a table of it is checked.
pub(super) struct Lines(Kind);

enum Kind {
    Mexes(Mexes),
    Counts(Box<Counts>),
    Bests(Bests),
    Layers(Layers),
    Clauses(Box<ClauseLines>),
}

impl Lines {
    /// Returns the lines for the values of a plan; `None` where values do not follow from such lines.
    pub(super) fn of(plan: &Plan) -> Option<Self> {
        let (job, ruleset) = (plan.job(), plan.job().ruleset());
        // Lines and layers go through every cell.
        if job.domain().mask().is_some() {
            return None;
        }
        if let Method::Clauses(game) = job.method() {
            return ClauseLines::of(game, plan).map(Box::new).map(Kind::Clauses).map(Lines);
        }
        let digraph = ruleset.digraph_game();
        let of_loops = digraph.and_then(|game| game.as_vector_game());
        let vector = ruleset.vector_game().cloned().or(of_loops);
        let kind = match (job.quantity(), vector, digraph, ruleset.partizan_game()) {
            (Quantity::Grundy, Some(game), _, _) => Some(Kind::Mexes(Mexes::of(game, plan))),
            (Quantity::Outcome | Quantity::Palaces, Some(game), _, _) => {
                Counts::of(&[&game], job).map(Box::new).map(Kind::Counts)
            }
            (Quantity::Remoteness | Quantity::Score, Some(game), _, _) => {
                Bests::of(game, job).map(Kind::Bests)
            }
            (Quantity::OutcomeClass, _, _, Some(game)) => {
                Counts::of(&[game.left(), game.right()], job).map(Box::new).map(Kind::Counts)
            }
            (Quantity::Grundy | Quantity::Outcome, None, Some(game), _) => {
                Layers::of(game, plan).map(Kind::Layers)
            }
            _ => None,
        };
        kind.map(Lines)
    }

    /// Returns about the most bytes that the lines take at a time.
    pub(super) fn bytes(&self, plan: &Plan) -> u64 {
        match &self.0 {
            Kind::Mexes(mexes) => walk::bytes(plan, mexes.rays(), mexes.bytes_of_line()),
            Kind::Counts(counts) => walk::bytes(plan, counts.rays(), Counts::BYTES_OF_LINE),
            Kind::Bests(bests) => walk::bytes(plan, bests.rays(), Bests::BYTES_OF_LINE),
            Kind::Layers(layers) => layers.bytes(),
            Kind::Clauses(clauses) => walk::bytes(plan, clauses.rays(), clauses.bytes_of_line()),
        }
    }

    /// Returns about how long one thread takes.
    pub(super) fn expected(&self, plan: &Plan) -> Duration {
        let nanoseconds = match &self.0 {
            Kind::Mexes(mexes) => mexes.nanoseconds_of_position(),
            Kind::Counts(counts) => counts.nanoseconds_of_position(),
            Kind::Bests(bests) => bests.nanoseconds_of_position(),
            Kind::Layers(layers) => layers.nanoseconds_of_position(),
            Kind::Clauses(clauses) => clauses.nanoseconds_of_position(),
        };
        Duration::from_secs_f64(plan.job().domain().positions() as f64 * nanoseconds * 1e-9)
    }

    /// Returns the pass that compares the stored value of every position with its lines; `None` where layers take the
    /// place of lines.
    pub(super) fn walk<'a>(
        &'a self,
        plan: &'a Plan,
        judge: &'a dyn Judge,
    ) -> Option<AlongLines<'a>> {
        match &self.0 {
            Kind::Mexes(mexes) => Some(AlongLines::new(plan, mexes, judge)),
            Kind::Counts(counts) => Some(AlongLines::new(plan, counts.as_ref(), judge)),
            Kind::Bests(bests) => Some(AlongLines::new(plan, bests, judge)),
            Kind::Clauses(clauses) => Some(AlongLines::new(plan, clauses.as_ref(), judge)),
            Kind::Layers(_) => None,
        }
    }

    /// Returns the layers that take the place of lines, if they do.
    pub(super) fn layers(&self) -> Option<&Layers> {
        match &self.0 {
            Kind::Layers(layers) => Some(layers),
            Kind::Mexes(_) | Kind::Counts(_) | Kind::Bests(_) | Kind::Clauses(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::control::Control;
    use crate::engine::cpu::CpuEngine;
    use crate::table::{OtherTables, TableReader, TableWriter};
    use crate::tabulate;

    /// Is never asked.
    struct Nobody;

    impl Judge for Nobody {
        fn suspect(&self, at: Coordinates) -> Result<(), TableError> {
            panic!("{at:?}");
        }

        fn is_settled(&self, _: u32) -> bool {
            false
        }
    }

    /// A window that slides, one that begins late, single options, and conditions on heaps.
    const WINDOWS: &str = "rules: terminal x == 7 and y == 3; (x - k, y) for 1 <= k <= x if k >= x / 3; (x, y - k) for 1 <= k <= y if k != 4; (x - k, y - k) for 1 <= k <= min(x, y) if 2*k <= max(x, y) and x % 5 != 2; (x - 3, y - 1) if x > 2 and y > 0";

    /// Catches a check that finds what the definition finds because it asks the definition everywhere, and positions
    /// that are not passed.
    #[test]
    fn no_true_value_is_suspected() {
        for (game, domain, quantity) in [
            ("wythoff+alter=1,1/2,1+terminal=3,0+to-zero=4,5", "40x30", "grundy misere"),
            ("vector:2,0/3,0/0,1+block=2+alter=6,0/1,1", "30x30", "palaces"),
            ("partizan:1,0/2,2:0,1/1,1+alter-left=2,2/0,3", "30x30", "outcome-class misere"),
            ("wythoff+alter=2,1+to-zero=4,5", "30x40", "remoteness"),
            ("nim:3+points=3/-1/2+terminal=1,2,3", "9x8x7", "score"),
            ("digraph:XY/YX/ZZ", "tokens 20", "grundy misere"),
            ("triangle", "tokens 20", "outcome misere"),
            ("digraph:XX/YY", "tokens 20", "grundy"),
            (WINDOWS, "30x30", "grundy"),
            (WINDOWS, "tokens 30", "grundy misere"),
            (WINDOWS, "30x20", "outcome misere"),
        ] {
            let plan = Plan::parse(game, domain, quantity).expect(game).with_tile(8).expect(game);
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("table.zarr");
            let writer = TableWriter::options(&plan).create(&path).expect("a table");
            tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect("tabulated");
            let passed = AtomicU64::new(0);
            let report = |positions| {
                passed.fetch_add(positions, Ordering::Relaxed);
            };
            let table = TableReader::open(&path).expect("a table");
            let lines = Lines::of(&plan).expect("lines");
            let control = Control::default().reporting(&report);
            match lines.walk(&plan, &Nobody) {
                Some(walk) => table.pass(&OtherTables::default(), walk, &control),
                None => lines.layers().expect("layers").check(&table, &control, &Nobody),
            }
            .expect("a whole table");
            assert_eq!(passed.into_inner(), plan.job().domain().positions(), "{game}");
        }
    }
}
