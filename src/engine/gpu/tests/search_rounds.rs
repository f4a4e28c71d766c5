//! The searches of `shaders/vector_grundy.wgsl`, counted: how many rounds of reading they take on the
//! critical path. `docs/performance.md` has the counts.
//!
//! A *round* reads a word of each line of a cell at once. The cells of a step wait for the
//! one with the most rounds, and a front for the block whose steps have most. The counts are exact: the
//! state of a line is that of the cells behind, whatever the order in which blocks are computed.

use crate::domain::Coordinates;
use crate::engine::gpu::blocks::Blocks;
use crate::engine::gpu::blocks::sizes::{BlockInputs, BlockPlan, Kept};
use crate::engine::gpu::testing::{WYTHOFF, plan};

/// A line: the leaves of its tree, and the words of the middle and of the top level.
struct Line([Vec<u32>; 3]);

impl Line {
    fn record(&mut self, value: usize) {
        let mut index = value;
        for level in &mut self.0 {
            level[index / 32] |= 1 << (index % 32);
            if level[index / 32] != u32::MAX {
                return;
            }
            index /= 32;
        }
    }
}

/// Returns the least value that no line has seen, and in how many rounds it is found.
fn search(lines: [&Line; 3]) -> (usize, u64) {
    let open = |level: usize, word: usize| {
        let taken = lines.iter().fold(0, |taken, line| taken | line.0[level][word]);
        (0..32).filter(move |bit| taken >> bit & 1 == 0).map(move |bit| 32 * word + bit)
    };
    let mut rounds = 0;
    for top in 0..lines[0].0[2].len() {
        rounds += 1;
        for middle in open(2, top) {
            rounds += 1;
            let words = lines[0].0[0].len();
            for leaf in open(1, middle).filter(|&leaf| leaf < words) {
                rounds += 1;
                if let Some(value) = open(0, leaf).next() {
                    return (value, rounds);
                }
            }
        }
    }
    panic!("more values than words");
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
    let levels = [words, words.div_ceil(32), words.div_ceil(1024)];
    let line = |_| Line(levels.map(|words| vec![0; words]));
    // A row and a column of equal number are one line; the diagonals begin after them.
    let mut lines: Vec<Line> = (0..2 * side).map(line).collect();
    let columns = blocks.grid[2] as usize;
    let mut in_block = vec![0; columns * blocks.grid[3] as usize];
    for sum in 0..2 * side - 1 {
        let mut in_step = vec![0; columns];
        for y in sum.saturating_sub(side - 1)..=sum / 2 {
            let z = sum - y;
            let numbers = [y, z, side + z - y].map(|number| number as usize);
            let (value, rounds) = search(numbers.map(|number| &lines[number]));
            numbers.iter().for_each(|&number| lines[number].record(value));
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
    assert_eq!(count(1024, 256), path(67, 2144, 13_481));
    assert_eq!(count(2048, 256), path(135, 4320, 30_954));
}
