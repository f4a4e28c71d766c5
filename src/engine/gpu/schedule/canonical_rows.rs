//! The rows of canonical positions of a layer, and where their values lie in the output, by closed
//! formulas. `shaders/canonical_rows.wgsl` has the same ones.
//!
//! A row has a fixed number x of tokens on the first axis. Whatever the automorphisms are, its columns,
//! which are the tokens on the second axis, begin at a multiple of x and become fewer by a constant
//! from row to row; where the last two axes may be swapped, half of them are left. So the last row has
//! about no columns, and two rows are a *pair*: the first and the last row, the second and the last
//! but one, and so on. All pairs have the same length, at most two words beyond what they hold, so
//! that a word leads to its pair by a division. Where the number of rows is odd, the row in the
//! middle has a pair for itself.

#[cfg(test)]
use std::ops::Range;

use crate::domain::Coordinates;
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::engine::gpu::shader::Constant;

/// The rows of canonical positions of every layer, which the shader has as constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::gpu) struct CanonicalRows {
    /// Rows that the domain has; layers of few tokens have fewer.
    most_rows: u32,
    /// Row x begins at column `column_shift` * x.
    column_shift: u32,
    /// Row x has columns for `grade` - `columns_lost` * x tokens ...
    columns_lost: u32,
    /// ... divided by this, and one more.
    divisor: u32,
}

impl CanonicalRows {
    /// Returns the rows under the automorphisms of a game, for less than `most_rows` tokens on the
    /// first axis.
    ///
    /// A canonical position (x, y, z) has x <= y if the symmetry orders the first two axes, so that y
    /// begins at x, else at 0. It has y <= z = grade - x - y if the last two axes are ordered, so that y
    /// ends at half of grade - x; else at grade - x, or at grade - 2x if x <= z.
    pub(super) fn new(symmetry: &Symmetry, most_rows: u32) -> Self {
        let orders = |i, j| u32::from(symmetry.orders(i, j));
        CanonicalRows {
            most_rows,
            column_shift: orders(1, 2),
            columns_lost: 1 + orders(1, 2) + orders(1, 3),
            divisor: 1 + orders(2, 3),
        }
    }

    /// Returns the constants of `shaders/canonical_rows.wgsl`.
    pub(super) fn constants(&self) -> Vec<Constant> {
        vec![
            ("MOST_ROWS", self.most_rows),
            ("COLUMN_SHIFT", self.column_shift),
            ("COLUMNS_LOST", self.columns_lost),
            ("DIVISOR", self.divisor),
        ]
    }

    /// Returns whether there may be a canonical position between these two in every coordinate: whether
    /// each two axes that are ordered can be.
    pub(super) fn may_meet(&self, first: Coordinates, last: Coordinates) -> bool {
        let is_ordered = [
            (1, 2, self.column_shift == 1),
            (1, 3, self.columns_lost == 2 + self.column_shift),
            (2, 3, self.divisor == 2),
        ];
        is_ordered.iter().all(|&(i, j, is_ordered)| !is_ordered || first[i] <= last[j])
    }

    /// Returns the number of rows of a layer.
    pub(super) fn count(&self, grade: u32) -> u32 {
        self.most_rows.min(grade / self.columns_lost + 1)
    }

    /// Returns the columns of a row of a layer.
    #[cfg(test)]
    pub(super) fn columns(&self, grade: u32, x: u32) -> Range<u32> {
        let first = self.column_shift * x;
        first..first + (grade - self.columns_lost * x) / self.divisor + 1
    }

    /// Returns the number of words of a row of a layer, two columns in each.
    fn words(&self, grade: u32, x: u32) -> u32 {
        (grade - self.columns_lost * x) / (2 * self.divisor) + 1
    }

    /// Returns the number of words of a pair of rows of a layer.
    fn pair_words(&self, grade: u32) -> u32 {
        match self.count(grade) {
            1 => self.words(grade, 0),
            count => (2 * grade - self.columns_lost * (count - 1)) / (2 * self.divisor) + 2,
        }
    }

    /// Returns the number of words of a layer.
    pub(super) fn layer_words(&self, grade: u32) -> usize {
        self.pair_words(grade) as usize * self.count(grade).div_ceil(2) as usize
    }

    /// Returns the first word of a row, counted from that of its layer.
    #[cfg(test)]
    pub(super) fn first_word(&self, grade: u32, x: u32) -> usize {
        let partner = self.count(grade) - 1 - x;
        let before = if x <= partner { 0 } else { self.words(grade, partner) };
        x.min(partner) as usize * self.pair_words(grade) as usize + before as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    /// A game for each group of automorphisms: none, each swap of two axes, rotations, all.
    const GAMES: [&str; 7] = [
        "digraph:XY/YX/ZX",
        "digraph:XY/YX+heaps=3",
        "digraph:XZ/ZX+heaps=3",
        "digraph:YZ/ZY",
        "digraph:XY/YX",
        "triangle",
        "digraph:XY/YX/XZ/ZX/YZ/ZY",
    ];

    fn symmetry(text: &str) -> Symmetry {
        let game = Ruleset::parse(text).expect("a game");
        Symmetry::of(game.digraph_game().expect("a digraph"))
    }

    /// Every group of automorphisms is among those of the games.
    #[test]
    fn games_have_all_groups() {
        let orders = |text| {
            let symmetry = symmetry(text);
            [(1, 2), (1, 3), (2, 3)].map(|(i, j)| symmetry.orders(i, j))
        };
        let mut groups: Vec<_> = GAMES.into_iter().map(orders).collect();
        groups.sort_unstable();
        groups.dedup();
        assert_eq!(groups.len(), 6, "{groups:?}");
    }

    /// Catches a formula that differs from the definition of a canonical position, rows that share a
    /// word or leave their layer, and pairs with more than two words to spare.
    #[test]
    fn rows_are_those_of_the_symmetry() {
        for text in GAMES {
            let symmetry = symmetry(text);
            for most_rows in [1, 2, 5, 61] {
                let rows = CanonicalRows::new(&symmetry, most_rows);
                for grade in 0..=60 {
                    let is_filled = |&x: &u32| !symmetry.columns(grade, x).is_empty();
                    let filled = (0..most_rows.min(grade + 1)).take_while(is_filled);
                    assert_eq!(filled.count() as u32, rows.count(grade), "{text} {grade}");
                    let mut owners = vec![None; rows.layer_words(grade)];
                    for x in 0..rows.count(grade) {
                        let columns = symmetry.columns(grade, x);
                        assert_eq!(rows.columns(grade, x), columns, "{text} {grade} {x}");
                        let first = rows.first_word(grade, x);
                        for owner in &mut owners[first..][..columns.len().div_ceil(2)] {
                            assert_eq!(owner.replace(x), None, "{text} {grade} {x}");
                        }
                    }
                    let lines = rows.count(grade) as usize / 2;
                    let spare = owners.iter().filter(|owner| owner.is_none()).count();
                    let of_the_middle =
                        (rows.count(grade) as usize % 2) * rows.pair_words(grade) as usize;
                    assert!(spare <= 2 * lines + of_the_middle, "{text} {grade}: {spare}");
                }
            }
        }
    }

    /// The words that a layout wastes are few: of the Triangle Game with 2048 tokens, less than a
    /// hundredth.
    #[test]
    fn little_is_wasted() {
        let rows = CanonicalRows::new(&symmetry("triangle"), 2049);
        let (mut words, mut cells) = (0, 0);
        for grade in 0..=2048 {
            words += rows.layer_words(grade);
            cells += (0..rows.count(grade)).map(|x| rows.columns(grade, x).len()).sum::<usize>();
        }
        assert!(2 * words < cells + cells / 100, "{words} words for {cells} cells");
    }
}
