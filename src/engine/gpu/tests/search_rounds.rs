//! The searches of `shaders/vector_grundy.wgsl`, counted: how many rounds of reading they take on the
//! critical path. `docs/history.md` has the counts.
//!
//! A *round* reads four words of each line of a cell at once. The cells of a step wait for the
//! one with the most rounds, and a front for the block whose steps have most. What is read ahead of a step takes no round.
//! It is taken to lack what the step before has recorded, and the top level what the two steps before have: as if
//! every word were read as early as can be. So no more rounds are taken than are counted.

use std::collections::VecDeque;

use crate::domain::Coordinates;
use crate::engine::gpu::blocks::Blocks;
use crate::engine::gpu::blocks::sizes::{BlockInputs, BlockPlan, Kept};
use crate::engine::gpu::testing::{WYTHOFF, assert_same_as_cpu, engines_of_tests, plan};

/// Words that are read at once.
const WINDOW: u64 = 4;

/// A line: the leaves of its tree, and the words of the middle and of the top level.
#[derive(Clone)]
struct Line([Vec<u32>; 3]);

/// A bit that is set in a word above the leaves of a line: the line, the level, and the index of the full word below.
#[derive(Clone, Copy)]
struct Filled(usize, usize, usize);

impl Line {
    fn set(&mut self, level: usize, index: usize) -> bool {
        let word = &mut self.0[level][index / 32];
        *word |= 1 << (index % 32);
        *word == u32::MAX
    }
}

/// The lines of a table, and how they are seen that are read ahead.
struct Lines {
    now: Vec<Line>,
    ahead: Vec<Line>,
    /// What was filled in the latest steps, the latest one last.
    filled: VecDeque<Vec<Filled>>,
}

impl Lines {
    fn new(lines: usize, words: usize) -> Self {
        let levels = [words, words.div_ceil(32), words.div_ceil(1024)];
        let now = vec![Line(levels.map(|words| vec![0; words])); lines];
        let ahead = vec![Line([0, levels[1], levels[2]].map(|words| vec![0; words])); lines];
        Lines { now, ahead, filled: VecDeque::new() }
    }

    fn begin_step(&mut self) {
        for (steps_ago, filled) in self.filled.iter().rev().enumerate() {
            // Steps that have ended when a level is read ahead.
            let is_seen = |level| steps_ago >= level;
            for &Filled(line, level, index) in filled.iter().filter(|filled| is_seen(filled.1)) {
                self.ahead[line].set(level, index);
            }
        }
        if self.filled.len() > 2 {
            self.filled.pop_front();
        }
        self.filled.push_back(Vec::new());
    }

    fn record(&mut self, line: usize, value: usize) {
        let mut index = value;
        for level in 0..2 {
            if !self.now[line].set(level, index) {
                return;
            }
            index /= 32;
            let filled = self.filled.back_mut().expect("a step");
            filled.push(Filled(line, level + 1, index));
            self.now[line].0[level + 1][index / 32] |= 1 << (index % 32);
        }
    }

    /// Returns the least value that no line has seen, and in how many rounds it is found.
    fn search(&self, cell: [usize; 3]) -> (usize, u64) {
        let union = |lines: &[Line], level: usize, word: usize| {
            let word_of =
                |line: &usize| lines[*line].0[level].get(word).copied().unwrap_or(u32::MAX);
            cell.iter().map(word_of).fold(0, |taken, of_line| taken | of_line)
        };
        let [_, middle_words, top_words] = self.now[0].0.each_ref().map(Vec::len);
        // Four words of the middle level are read at any rate.
        let has_top = middle_words as u64 > WINDOW;
        let is_open = |&top: &usize| !has_top || union(&self.ahead, 2, top) != u32::MAX;
        let first = (0..WINDOW as usize).find(is_open).unwrap_or(WINDOW as usize - 1);
        let mut rounds = 0;
        let mut lines = &self.ahead;
        for top in first..top_words {
            rounds += u64::from(top > first);
            let mut open = if has_top { !union(lines, 2, top) } else { u32::MAX };
            while open != 0 {
                let mut looked_at = 0;
                for _ in 0..WINDOW {
                    let Some(middle) = take_lowest(&mut open) else { break };
                    let middle = 32 * top + middle;
                    let mut leaves = !union(lines, 1, middle);
                    while let Some(leaf) = take_lowest(&mut leaves) {
                        let taken = union(&self.now, 0, 32 * middle + leaf);
                        if taken != u32::MAX {
                            let value = 32 * (32 * middle + leaf) + taken.trailing_ones() as usize;
                            return (value, rounds + looked_at / WINDOW + 1);
                        }
                        looked_at += 1;
                    }
                }
                // The leaves, and the next words of the middle level.
                rounds += looked_at.div_ceil(WINDOW) + 1;
                lines = &self.now;
            }
        }
        panic!("more values than words");
    }
}

/// Takes the lowest bit out of a word, and returns its number.
fn take_lowest(bits: &mut u32) -> Option<usize> {
    let lowest = (*bits != 0).then(|| bits.trailing_zeros() as usize);
    *bits &= bits.wrapping_sub(1);
    lowest
}

/// What a table takes, one after another.
#[derive(Debug, PartialEq, Eq)]
struct CriticalPath {
    fronts: u64,
    steps: u64,
    rounds: u64,
}

/// Counts the searches of Wythoff Nim on a square, by blocks of at most `rows` rows.
fn count(side: u32, rows: u32) -> CriticalPath {
    let sides = format!("{side}x{side}");
    let plan = plan("wythoff", &sides, "grundy");
    let limits = wgpu::Limits { max_compute_invocations_per_workgroup: rows, ..Default::default() };
    let words = plan.grundy_values().div_ceil(32);
    let kept = Kept::Bitset(words as u64);
    let inputs = BlockInputs { games: &[], rays: &WYTHOFF, may_mirror: true, kept };
    let blocks: Blocks = BlockPlan::new(&plan, &inputs, &limits).expect("blocks").blocks;
    // A row and a column of equal number are one line; the diagonals begin after them.
    let mut lines = Lines::new(2 * side as usize, words);
    let columns = blocks.grid[2] as usize;
    let mut in_block = vec![0; columns * blocks.grid[3] as usize];
    for sum in 0..2 * side - 1 {
        let mut in_step = vec![0; columns];
        lines.begin_step();
        for y in sum.saturating_sub(side - 1)..=sum / 2 {
            let z = sum - y;
            let numbers = [y, z, side + z - y].map(|number| number as usize);
            let (value, rounds) = lines.search(numbers);
            numbers.iter().for_each(|&number| lines.record(number, value));
            let column = (y / blocks.edges[2]) as usize;
            in_step[column] = rounds.max(in_step[column]);
        }
        let first = (sum / blocks.edges[3]) as usize * columns;
        in_block[first..].iter_mut().zip(in_step).for_each(|(all, one)| *all += one);
    }
    let mut path = CriticalPath { fronts: 0, steps: 0, rounds: 0 };
    for front in 0..blocks.fronts {
        let slots = blocks.front(front);
        let of_column = |column| in_block[(front - column) as usize * columns + column as usize];
        path.fronts += 1;
        path.steps += u64::from(blocks.steps());
        path.rounds += slots.columns().map(of_column).max().unwrap_or(0);
        assert_eq!(blocks.edges, Coordinates([1, 1, rows.min(side), blocks.steps()]));
    }
    path
}

/// Catches a search that ends where all that was read ahead is full. A line of the first game has five words of the top
/// level, of which four are read ahead; one of the second game has one.
#[test]
fn searches_go_on_beyond_what_is_read_ahead() {
    for gpu in engines_of_tests() {
        for (game, domain) in [("nim:1", "140000"), ("wythoff", "300x2500")] {
            assert_same_as_cpu(&gpu, &plan(game, domain, "grundy"));
        }
    }
}

/// Catches blocks of another shape than those of the documentation, and searches that take more rounds than a
/// tree must.
#[test]
fn critical_paths_are_those_of_the_documentation() {
    let path = |fronts, steps, rounds| CriticalPath { fronts, steps, rounds };
    assert_eq!(count(1024, 256), path(67, 2144, 2653));
    assert_eq!(count(2048, 256), path(135, 4320, 6607));
}

/// The rest of the table.
#[test]
#[ignore = "takes minutes"]
fn critical_paths_of_large_tables() {
    let path = |fronts, steps, rounds| CriticalPath { fronts, steps, rounds };
    assert_eq!(count(4096, 256), path(271, 8672, 15_965));
    assert_eq!(count(8192, 256), path(543, 17_376, 36_818));
}
