//! What a position gathers of its options.

/// Options at equal distances in the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    /// The index of the first one.
    pub(super) first: usize,
    /// The distance.
    pub(super) step: isize,
    /// How many there are, at least one.
    pub(super) count: usize,
    /// What the move to the first one pays.
    pub(super) points: i64,
    /// By how much more the move to each next one pays.
    pub(super) more_points: i64,
}

impl Run {
    /// Returns the same run with the least index first.
    pub(super) fn upwards(self) -> Self {
        if self.step >= 0 {
            return self;
        }
        let last = self.count as i64 - 1;
        Run {
            first: self.first.wrapping_add_signed(self.step * last as isize),
            step: -self.step,
            points: self.points + self.more_points * last,
            more_points: -self.more_points,
            ..self
        }
    }
}

/// Positions at equal distances in the table, one in each of several sums.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// The index of the first one.
    pub(super) first: usize,
    /// The distance.
    pub(super) step: isize,
}

/// Runs at equal distances: each like the one before, but so much further.
#[derive(Debug, Clone, Copy)]
pub(super) struct Repeated {
    /// How much further each next run lies.
    pub(super) step: isize,
    /// How many runs there are, at least one.
    pub(super) count: usize,
    /// By how much more the moves of each next run pay.
    pub(super) more_points: i64,
}

/// The indices of the options in the lanes, and what the moves there pay: vectors that are used again.
#[derive(Default)]
pub(super) struct LaneValues {
    pub(super) indices: Vec<usize>,
    pub(super) points: Vec<i64>,
}

impl LaneValues {
    /// Takes the options of a run with these numbers of the variable, which begin with that of the run.
    pub(super) fn scatter(&mut self, run: Run, numbers: &[i64]) {
        let from = numbers.first().copied().unwrap_or(0);
        self.indices.clear();
        self.points.clear();
        let index =
            |&number: &i64| run.first.wrapping_add_signed(run.step * (number - from) as isize);
        self.indices.extend(numbers.iter().map(index));
        let points = |&number: &i64| run.points + run.more_points * (number - from);
        self.points.extend(numbers.iter().map(points));
    }
}

/// Takes in the options of a position, in any order; an option may come again.
pub(super) trait Tally {
    /// Takes in the options of a run.
    fn run(&mut self, run: Run);

    /// Takes in the options of several runs.
    fn runs(&mut self, mut run: Run, repeated: Repeated) {
        for _ in 0..repeated.count {
            self.run(run);
            run.first = run.first.wrapping_add_signed(repeated.step);
            run.points = run.points.wrapping_add(repeated.more_points);
        }
    }

    /// Takes in the options with these indices, and what the moves there pay.
    fn each(&mut self, indices: &[usize], points: &[i64]);

    /// Takes in options that are sums, as many as `count`: of each, every run has a position. Only Grundy values follow from those of
    /// the positions, so that no other tally meets sums.
    fn sums(&mut self, _runs: &[Line], _count: usize) {}

    /// Returns whether further options would change nothing.
    fn is_decided(&self) -> bool {
        false
    }
}

/// Why the options of a position are not listed to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halt {
    /// The others would change nothing.
    Decided,
    /// Something may be wrong, and has to be looked at closely.
    Noticed,
}

/// Something may be wrong at a position, which has to be looked at closely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Noticed;
