//! The colours of values, for programs that draw them themselves: the page of `view`.

use super::palette::Palette;
use super::shades::{Range, Shades};
use crate::figures::drawing::Color;
use grundytab::job::Job;

impl Palette {
    /// Returns the colours of values of a job's table whose largest value is `maximum`: those of pictures.
    pub fn colors_of_values(
        self,
        job: &Job,
        maximum: u32,
        values: impl IntoIterator<Item = u32>,
    ) -> Vec<Color> {
        let shades = Shades::new(self, Range { p_values: job.p_values(), maximum }, false);
        values.into_iter().map(|value| shades.of(value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_positions_are_black() {
        let plan = grundytab::plan::Plan::parse("wythoff", "40x40", "grundy").expect("a plan");
        let colors = Palette::PPositions.colors_of_values(plan.job(), 60, [0, 1, 2]);
        assert_eq!(colors, [Color::BLACK, Color::WHITE, Color::WHITE]);
    }
}
