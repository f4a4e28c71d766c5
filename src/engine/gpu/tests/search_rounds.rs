//! The searches of `shaders/vector_grundy.wgsl`, counted: how many rounds of reading they take on the
//! critical path. `docs/performance.md` has the counts.
//!
//! A *round* reads four words of each line of a cell at once. The cells of a step wait for the
//! one with the most rounds, and a front for the block whose steps have most. What is read ahead of a step takes no round.
//! It is taken to lack all that the last two steps have recorded, and the top level the step before them as well: as if
//! every word were read as early as can be. So no more rounds are taken than are counted.

use std::collections::VecDeque;

use crate::domain::Coordinates;
use crate::engine::gpu::blocks::Blocks;
use crate::engine::gpu::blocks::sizes::{BlockInputs, BlockPlan, Kept};
use crate::engine::gpu::testing::{WYTHOFF, plan};

/// Words that are read at once.
const WINDOW: usize = 4;

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
            // Steps that are known to have ended when a level is read ahead.
            let is_seen = |level| steps_ago > level;
            for &Filled(line, level, index) in filled.iter().filter(|filled| is_seen(filled.1)) {
                self.ahead[line].set(level, index);
            }
        }
        if self.filled.len() > 3 {
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
        let words = self.now[0].0[0].len();
        let union = |lines: &[Line], level: usize, word: usize| {
            cell.iter().fold(0, |taken, &line| taken | lines[line].0[level][word])
        };
        let open = |taken: u32, word: usize, words: usize| {
            let bits =
                (0..32).filter(move |bit| taken >> bit & 1 == 0).map(move |bit| 32 * word + bit);
            bits.filter(move |&word| word < words).collect::<VecDeque<usize>>()
        };
        let [_, middle_words, top_words] = self.now[0].0.each_ref().map(Vec::len);
        let mut rounds = 0;
        for top in 0..top_words {
            // The first four words of the top level, and four words below one of them, are read ahead.
            rounds += u64::from(top > 0);
            let has_top = middle_words > WINDOW;
            let taken = if has_top { union(&self.ahead, 2, top) } else { 0 };
            let mut middles = open(taken, top, middle_words);
            let mut is_first = top == 0;
            while !middles.is_empty() {
                rounds += u64::from(!is_first);
                let lines = if is_first { &self.ahead } else { &self.now };
                is_first = false;
                let below = middles.drain(..WINDOW.min(middles.len()));
                let mut leaves: VecDeque<usize> =
                    below.flat_map(|middle| open(union(lines, 1, middle), middle, words)).collect();
                while !leaves.is_empty() {
                    rounds += 1;
                    for leaf in leaves.drain(..WINDOW.min(leaves.len())) {
                        if let Some(value) =
                            open(union(&self.now, 0, leaf), leaf, 32 * words).pop_front()
                        {
                            return (value, rounds);
                        }
                    }
                }
            }
        }
        panic!("more values than words");
    }
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

/// Catches blocks of another shape than those of the documentation, and searches that take more rounds than a
/// tree must.
#[test]
fn critical_paths_are_those_of_the_documentation() {
    let path = |fronts, steps, rounds| CriticalPath { fronts, steps, rounds };
    assert_eq!(count(1024, 256), path(67, 2144, 2818));
    assert_eq!(count(2048, 256), path(135, 4320, 6950));
}

/// The rest of the table.
#[test]
#[ignore = "takes minutes"]
fn critical_paths_of_large_tables() {
    let path = |fronts, steps, rounds| CriticalPath { fronts, steps, rounds };
    println!("{:?} {:?}", count(4096, 256), count(8192, 256));
    assert_eq!(count(32768, 256), path(2175, 69_600, 0));
}
