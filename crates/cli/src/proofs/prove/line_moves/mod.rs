//! Moves on two free heaps, and perhaps bounded ones, as lines between layers: a layer has all positions with the same bounded
//! heaps.
//!
//! The lines are recognised from examples: the rules list the options of a position, the lines are read off what these have less
//! than the position, and are compared with the options of many other positions. So they are evidence, from which P-positions are
//! listed and automata guessed; no proof rests on them.

mod decomposition;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use grundytab::control::{Control, Interrupted};
use grundytab::domain::Coordinates;
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;

use super::definition::{Definition, SetName};
use super::followed;
use super::shape::bounded_heaps;
use decomposition::lines_of;

/// The most layers.
const MOST_LAYERS: usize = 64;

/// The most lines between all layers.
const MOST_LINES: usize = 2048;

/// The free heaps of the positions of which lines are read off. The nim-sums of k with 8 have period 16, but a few k follow one
/// another at distance 15, too, until they have moved on by 8: this is further.
const LEARNED_AT: u32 = 160;

/// In a box of this side all options are compared with the lines.
const COMPARED_BELOW: u32 = 24;

/// And at these positions: far ones, those with other remainders, and those that are near to one axis.
const COMPARED: [[u32; 2]; 10] = [
    [190, 189],
    [179, 86],
    [90, 181],
    [53, 52],
    [33, 70],
    [0, 97],
    [1, 130],
    [97, 0],
    [130, 2],
    [25, 101],
];

/// All exceptions lie in a box whose side is at most this.
const MOST_EXCEPTIONS_BELOW: u32 = 8;

/// At most this many values of variables are tried in all layers at the same free heaps.
const MOST_TRIED: u64 = 1 << 23;

/// So many positions are followed at most to find the values of the exceptions.
const MOST_FOLLOWED: u64 = 1 << 16;

/// The parts of a vector in the two free heaps.
type Vector = [i64; 2];

/// The two free heaps of a position.
type Free = [u32; 2];

/// A game on two free heaps, and perhaps bounded ones, whose moves are lines.
#[derive(Debug)]
pub(super) struct LineMoves {
    /// The free heaps, by their index in a position.
    pub(super) free: [usize; 2],
    /// The sizes of the bounded heaps in each layer, in an order in which moves lead to earlier layers, those within the same free
    /// heaps at least. One empty entry if there are none.
    pub(super) layers: Vec<Vec<u32>>,
    /// The moves.
    pub(super) lines: Vec<LineMove>,
    /// The side of the box of free heaps, near zero, in which positions may be exceptions: cells that are no positions, those
    /// whose options are others, and in misère play those without options.
    pub(super) exceptions_below: u32,
}

/// Moves from one layer to another or the same: the options of (x, y) are (x, y) - offset - m * ray for m = 0, 1, 2, ..., and without a
/// ray for m = 0 alone, wherever no heap is negative.
///
/// Each makes the first free heap smaller; or that stays as it is and the second one becomes smaller; or both stay, and the move
/// leads to an earlier layer. The second heap may grow where the first one becomes smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineMove {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) offset: Vector,
    pub(super) ray: Option<Vector>,
}

impl LineMoves {
    /// Returns the moves of a game; `None` if they are not found to be lines, if options may be blocked, and if the definition is
    /// about other sets than those of P-positions or Grundy values.
    pub(super) fn of(definition: &Definition) -> Option<Self> {
        let ruleset = definition.ruleset();
        let is_listed = |set: &SetName| matches!(set, SetName::P | SetName::Value(_));
        let is_other = ruleset.has_sums() || ruleset.is_loopy() || ruleset.blocking_number() > 0;
        if is_other || !definition.sets().iter().all(is_listed) {
            return None;
        }
        let largest = bounded_heaps(ruleset);
        let free: Vec<usize> = (0..largest.len()).filter(|&heap| largest[heap].is_none()).collect();
        let &[x, y] = free.as_slice() else { return None };
        let mut game =
            LineMoves { free: [x, y], layers: Vec::new(), lines: Vec::new(), exceptions_below: 0 };
        let is_there = |layer: &Vec<u32>| game.is_position(ruleset, layer, [LEARNED_AT; 2]);
        game.layers = all_layers(&largest).into_iter().filter(is_there).collect();
        if !(1..=MOST_LAYERS).contains(&game.layers.len()) {
            return None;
        }
        game.learn(ruleset)?;
        game.exceptions_below = game.compare(ruleset, definition.convention())?;
        Some(game)
    }

    /// Reads the lines off the options of one position in each layer, and orders free heaps and layers.
    fn learn(&mut self, ruleset: &Ruleset) -> Option<()> {
        let mut vectors: BTreeMap<(usize, usize), BTreeSet<Vector>> = BTreeMap::new();
        let at = [LEARNED_AT; 2];
        for from in 0..self.layers.len() {
            for (to, option) in self.options(ruleset, from, at)? {
                let vector = [0, 1].map(|axis| i64::from(at[axis]) - i64::from(option[axis]));
                vectors.entry((from, to)).or_default().insert(vector);
            }
        }
        let least = |vectors: &BTreeSet<Vector>| vectors.first().copied();
        if vectors.values().filter_map(least).any(|vector| vector < [0, 0]) {
            self.free.reverse();
            for vectors in vectors.values_mut() {
                *vectors = vectors.iter().map(|&[x, y]| [y, x]).collect();
                vectors.first().filter(|&&vector| vector >= [0, 0])?;
            }
        }
        let stays = |from, to| vectors.get(&(from, to)).and_then(least) == Some([0, 0]);
        // In turn, if no two layers lead to one another.
        let leads = |from, to| from != to && vectors.contains_key(&(from, to));
        let order = in_order(self.layers.len(), leads);
        let order = order.or_else(|| in_order(self.layers.len(), stays))?;
        self.layers = order.iter().map(|&layer| self.layers[layer].clone()).collect();
        let place = |layer| order.iter().position(|&other| other == layer);
        for (&(from, to), vectors) in &vectors {
            let (from, to) = (place(from)?, place(to)?);
            let lines = lines_of(vectors, LEARNED_AT.into())?.into_iter();
            self.lines.extend(lines.map(|(offset, ray)| LineMove { from, to, offset, ray }));
            if self.lines.len() > MOST_LINES {
                return None;
            }
        }
        Some(())
    }

    /// Compares options, and returns the side of a box in which all exceptions lie; `None` if there are others.
    fn compare(&self, ruleset: &Ruleset, convention: Convention) -> Option<u32> {
        let near = (0..COMPARED_BELOW).flat_map(|x| (0..COMPARED_BELOW).map(move |y| [x, y]));
        let mut exceptions_below = 0;
        for at in COMPARED.into_iter().chain(near) {
            for layer in 0..self.layers.len() {
                let is_position =
                    |layer: usize, at| self.is_position(ruleset, &self.layers[layer], at);
                let is_as_lines = is_position(layer, at) && {
                    let options = self.options(ruleset, layer, at)?;
                    let mut by_lines = self.options_by_lines(layer, at);
                    by_lines.retain(|&(layer, option)| is_position(layer, option));
                    let is_end = options.is_empty() && convention == Convention::Misere;
                    options == by_lines && !is_end
                };
                if !is_as_lines {
                    exceptions_below = exceptions_below.max(at[0].max(at[1]) + 1);
                }
            }
            if exceptions_below > MOST_EXCEPTIONS_BELOW {
                return None;
            }
        }
        Some(exceptions_below)
    }

    /// Lists the options of a position by the lines: layers and free heaps.
    fn options_by_lines(&self, layer: usize, at: Free) -> BTreeSet<(usize, Free)> {
        let mut options = BTreeSet::new();
        for line in self.lines.iter().filter(|line| line.from == layer) {
            for m in 0.. {
                let step =
                    |axis: usize| line.offset[axis] + m * line.ray.map_or(0, |ray| ray[axis]);
                let option = [0, 1].map(|axis| u32::try_from(i64::from(at[axis]) - step(axis)));
                let [Ok(x), Ok(y)] = option else { break };
                options.insert((line.to, [x, y]));
                if line.ray.is_none() {
                    break;
                }
            }
        }
        options
    }

    /// Lists the options of a position by the rules; `None` if these have a fault there, or lead elsewhere.
    fn options(
        &self,
        ruleset: &Ruleset,
        layer: usize,
        at: Free,
    ) -> Option<BTreeSet<(usize, Free)>> {
        let at = self.position(&self.layers[layer], at);
        let most_tried = MOST_TRIED / self.layers.len() as u64;
        let options = followed::options(ruleset, at, most_tried)?;
        options.into_iter().map(|option| self.place(option)).collect()
    }

    /// Returns the position with these bounded and free heaps.
    pub(super) fn position(&self, layer: &[u32], at: Free) -> Coordinates {
        let mut heaps = layer.to_vec();
        let mut free: Vec<(usize, u32)> = self.free.into_iter().zip(at).collect();
        free.sort_unstable();
        free.into_iter().for_each(|(heap, size)| heaps.insert(heap, size));
        Coordinates::padded(&heaps, 0)
    }

    /// Returns the layer and the free heaps of a position; `None` if there is no such layer.
    fn place(&self, position: Coordinates) -> Option<(usize, Free)> {
        let heaps = position.unpadded(self.layers.first()?.len() + 2);
        let bounded = (0..heaps.len()).filter(|heap| !self.free.contains(heap));
        let bounded: Vec<u32> = bounded.map(|heap| heaps[heap]).collect();
        let layer = self.layers.iter().position(|layer| *layer == bounded)?;
        Some((layer, self.free.map(|heap| heaps[heap])))
    }

    fn is_position(&self, ruleset: &Ruleset, layer: &[u32], at: Free) -> bool {
        let position = self.position(layer, at);
        ruleset.written_ruleset().is_none_or(|game| {
            game.rules().is_position(position.unpadded(game.heaps())).unwrap_or(false)
        })
    }

    /// Returns the values of the positions in the box of exceptions, by the definition: of each layer in the order of the first
    /// free heap, then of the second one, with `None` for cells that are no positions. `None` in all if too many other positions
    /// are followed.
    ///
    /// # Errors
    /// When the control interrupts it.
    pub(super) fn exceptions(
        &self,
        definition: &Definition,
        control: &Control,
    ) -> Result<Option<Vec<Vec<Option<u32>>>>, Interrupted> {
        let ruleset = definition.ruleset();
        let side = self.exceptions_below;
        let cells = || (0..side).flat_map(|x| (0..side).map(move |y| [x, y]));
        let of_layer = |layer: &Vec<u32>| -> Vec<Option<Coordinates>> {
            let position =
                |at| self.is_position(ruleset, layer, at).then(|| self.position(layer, at));
            cells().map(position).collect()
        };
        let positions: Vec<Vec<Option<Coordinates>>> = self.layers.iter().map(of_layer).collect();
        let all = positions.iter().flatten().copied().flatten();
        let known = followed::values(definition, all, MOST_FOLLOWED, control)?;
        Ok(known.map(|known| {
            let value = |at: &Option<Coordinates>| at.and_then(|at| known.get(&at).copied());
            positions.iter().map(|of_layer| of_layer.iter().map(value).collect()).collect()
        }))
    }
}

/// Lists all sizes of the bounded heaps.
fn all_layers(largest: &[Option<u32>]) -> Vec<Vec<u32>> {
    largest.iter().flatten().fold(vec![Vec::new()], |layers, &largest| {
        let with = |size| move |layer: &Vec<u32>| [&layer[..], &[size]].concat();
        (0..=largest).flat_map(|size| layers.iter().map(with(size)).collect::<Vec<_>>()).collect()
    })
}

/// Returns an order of layers in which those come first to which others lead.
fn in_order(layers: usize, leads: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = Vec::new();
    while order.len() < layers {
        let is_next = |layer: &usize| {
            !order.contains(layer)
                && (0..layers).all(|to| order.contains(&to) || !leads(*layer, to))
        };
        let next = (0..layers).find(is_next)?;
        order.push(next);
    }
    Some(order)
}
