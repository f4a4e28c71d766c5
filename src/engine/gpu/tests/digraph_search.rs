//! What searches of `shaders/digraph.wgsl` cost, counted exactly by a model of them: the same nodes,
//! renewed as late, visited in the same order. `docs/data/gpu-triangle-searches.tsv` has the counts.

use std::collections::BTreeSet;

use crate::domain::Coordinates;
use crate::engine::cpu::CpuEngine;
use crate::engine::gpu::testing::plan;
use crate::table::InMemoryTable;

pub(super) const ENTRIES: usize = 16;
type Node = [u16; ENTRIES];

/// The edges of the Triangle Game: the axis of the heap that receives, and that of the spectator. They
/// share their thresholds.
pub(super) const EDGES: [(usize, usize); 3] = [(1, 2), (2, 0), (0, 1)];

/// Invocations that execute together.
const SUBGROUP: usize = 32;

/// A position, and the nodes that its search visits: level and number.
type Visits = ([usize; 3], Vec<(usize, usize)>);

/// The nodes of a layer, level by level: of values, of their minima, and of the minima of these.
struct Nodes {
    columns: usize,
    levels: [Vec<Node>; 3],
}

impl Nodes {
    fn new(tokens: usize) -> Self {
        let columns = tokens + 1;
        let mut count = columns;
        let levels = [(); 3].map(|()| {
            count = count.div_ceil(ENTRIES);
            vec![[0; ENTRIES]; count * columns]
        });
        Nodes { columns, levels }
    }

    fn node(&self, level: usize, node: usize, column: usize) -> &Node {
        &self.levels[level][node * self.columns + column]
    }

    /// Returns bit i if entry i of a node is open.
    fn open(&self, level: usize, node: usize, at: [usize; 3]) -> u32 {
        let mut open = u32::from(u16::MAX);
        for (to, spectator) in EDGES {
            let entries = self.node(level, node, at[spectator]);
            let closed = |i: &usize| usize::from(entries[*i]) > at[to];
            open &= !(0..ENTRIES).filter(closed).fold(0, |bits, i| bits | 1 << i);
        }
        open
    }

    /// Returns the minima of what the layer before has read, and of the thresholds of now.
    fn renewed(&self, grade: usize) -> [Vec<Node>; 2] {
        [1, 2].map(|level| {
            let mut renewed = self.levels[level].clone();
            let nodes = grade / ENTRIES.pow(level as u32 + 1) + 1;
            for (index, entries) in renewed.iter_mut().enumerate().take(nodes * self.columns) {
                let (node, column) = (index / self.columns, index % self.columns);
                for (i, entry) in entries.iter_mut().enumerate() {
                    let below = (node * ENTRIES + i) * self.columns + column;
                    let least =
                        self.levels[level - 1].get(below).and_then(|node| node.iter().min());
                    *entry = least.copied().unwrap_or(0);
                }
            }
            renewed
        })
    }

    /// Returns the value at a position, and the nodes that are visited: level and number.
    fn search(&self, at: [usize; 3]) -> (usize, Vec<(usize, usize)>) {
        let mut visited = Vec::new();
        let mut open = [0_u32; 3];
        let mut first = [0; 3];
        let mut upper = 0;
        loop {
            // The lowest node that is open, or the next one of the highest level.
            let (level, node) = match (1..3).find(|&level| open[level] != 0) {
                Some(above) => {
                    let i = open[above].trailing_zeros();
                    open[above] &= open[above] - 1;
                    (above - 1, first[above] + i as usize)
                }
                None => {
                    upper += 1;
                    (2, upper - 1)
                }
            };
            visited.push((level, node));
            let bits = self.open(level, node, at);
            if level == 0 && bits != 0 {
                return (node * ENTRIES + bits.trailing_zeros() as usize, visited);
            }
            if level > 0 {
                (open[level], first[level]) = (bits, node * ENTRIES);
            }
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Cells of all layers, and of those whose searches are counted.
    computed: u64,
    cells: u64,
    /// Visited nodes, level by level.
    pub(super) visits: [u64; 3],
    subgroups: u64,
    /// Rounds of the loop of `least_open_value` until the last of a subgroup has its value, and pieces of 32
    /// bytes that the subgroup loads.
    rounds: u64,
    sectors: u64,
    layers: u64,
    /// Nodes that the slowest cell of each layer visits.
    slowest: u64,
    /// Thresholds that are raised in all layers, if one cell comes after the other.
    raised: u64,
}

impl Counts {
    /// Counts what a subgroup does: in each round, first the minima, then the values.
    fn subgroup(&mut self, cells: &[Visits]) {
        self.subgroups += 1;
        self.cells += cells.len() as u64;
        for (level, _) in cells.iter().flat_map(|(_, visited)| visited) {
            self.visits[*level] += 1;
        }
        let mut next = vec![0; cells.len()];
        while next.iter().zip(cells).any(|(&next, (_, visited))| next < visited.len()) {
            for level in [2, 1, 0] {
                let mut loaded = BTreeSet::new();
                for (next, (at, visited)) in next.iter_mut().zip(cells) {
                    if visited.get(*next).is_some_and(|visit| visit.0 == level) {
                        let node = visited[*next].1;
                        // Each edge loads for itself.
                        let columns = EDGES.map(|(_, spectator)| at[spectator]);
                        loaded
                            .extend((0..).zip(columns).map(|(edge, column)| (edge, node, column)));
                        *next += 1;
                    }
                }
                self.rounds += u64::from(!loaded.is_empty());
                self.sectors += loaded.len() as u64;
            }
        }
    }

    fn per_cell(&self, count: u64) -> f64 {
        count as f64 / self.cells as f64
    }

    fn per_subgroup(&self, count: u64) -> f64 {
        count as f64 / self.subgroups as f64
    }

    fn slowest_of_layer(&self) -> f64 {
        self.slowest as f64 / self.layers as f64
    }
}

/// Plays through the Triangle Game, gives each value to `check`, and counts the searches of one layer
/// in every `every`, the last one.
pub(super) fn count(tokens: usize, every: usize, check: impl Fn([usize; 3], usize)) -> Counts {
    let mut counts = Counts::default();
    let mut nodes = Nodes::new(tokens);
    for grade in 0..=tokens {
        let renewed = nodes.renewed(grade);
        let mut values = Vec::new();
        let is_counted = grade % every == every - 1 || grade == tokens;
        let mut slowest = 0;
        for x in 0..=grade / 3 {
            let row: Vec<_> = (x..=grade - 2 * x).map(|y| [x, y, grade - x - y]).collect();
            for cells in row.chunks(SUBGROUP) {
                let mut visits = Vec::new();
                for &at in cells {
                    let (value, visited) = nodes.search(at);
                    check(at, value);
                    values.push((at, value));
                    slowest = slowest.max(visited.len() as u64);
                    visits.push((at, visited));
                }
                if is_counted {
                    counts.subgroup(&visits);
                }
            }
        }
        counts.computed += values.len() as u64;
        counts.layers += 1;
        counts.slowest += slowest;
        for (at, value) in values {
            for (to, spectator) in EDGES {
                let node = value / ENTRIES * nodes.columns + at[spectator];
                let threshold = &mut nodes.levels[0][node][value % ENTRIES];
                if usize::from(*threshold) <= at[to] {
                    *threshold = at[to] as u16 + 1;
                    counts.raised += 1;
                }
            }
        }
        // The two buffers ping-pong.
        [nodes.levels[1], nodes.levels[2]] = renewed;
    }
    counts
}

/// The model finds the values of the game.
#[test]
fn the_model_is_right() {
    let plan = plan("triangle", "tokens 60", "grundy");
    let truth = InMemoryTable::run(&CpuEngine, &plan).expect("the CPU engine runs");
    let sides = plan.job().domain().sides();
    count(60, 1, |at, value| {
        let at = Coordinates::padded(&at.map(|tokens| tokens as u32), 0);
        assert_eq!(value as u32, truth.values()[at.row_major_index(sides)], "{at:?}");
    });
}

/// Catches minima that are renewed too late or too low, so that searches grow with the number of
/// values: three nodes are the least.
#[test]
fn searches_visit_few_nodes() {
    for tokens in [64, 192, 300] {
        let counts = count(tokens, 1, |_, _| ());
        let visits: u64 = counts.visits.iter().sum();
        assert!((3.0..3.6).contains(&counts.per_cell(visits)), "{tokens}: {counts:?}");
        assert!(counts.per_subgroup(counts.rounds) < 5.0, "{tokens}: {counts:?}");
        assert!(counts.per_subgroup(counts.sectors) < 220.0, "{tokens}: {counts:?}");
        assert!(counts.slowest_of_layer() < 8.0, "{tokens}: {counts:?}");
        assert!(3 * counts.computed > 4 * counts.raised, "{tokens}: {counts:?}");
    }
}

/// Prints the counts in `docs/data/gpu-triangle-searches.tsv`, which take minutes. Catches a growth of searches with
/// the number of values that small tables do not show.
#[test]
#[ignore = "takes minutes"]
fn counts_of_large_tables() {
    for (tokens, every) in [(512, 7), (1024, 7), (2048, 17)] {
        let counts = count(tokens, every, |_, _| ());
        let visits = counts.visits.map(|visits| counts.per_cell(visits));
        println!(
            "{tokens} tokens, {} cells: nodes of values and minima per cell {visits:.2?}; per subgroup \
             {:.2} rounds, {:.0} sectors; slowest cell of a layer {:.1}; raised {:.3}",
            counts.computed,
            counts.per_subgroup(counts.rounds),
            counts.per_subgroup(counts.sectors),
            counts.slowest_of_layer(),
            counts.raised as f64 / (3 * counts.computed) as f64,
        );
        assert!(visits.iter().sum::<f64>() < 4.0, "{tokens}: {counts:?}");
    }
}
