//! The colours of values, for programs that draw them themselves: the page of `view`.

use super::palette::Palette;
use super::shades::{Range, Shades};
use crate::drawing::Color;
use crate::job::Job;

impl Palette {
    /// Returns the colours of values of a job's table whose largest value is `maximum`: those of pictures.
    ///
    /// ```
    /// use grundytab::Plan;
    /// use grundytab::picture::{Color, Palette};
    /// let plan = Plan::parse("wythoff", "40x40", "grundy")?;
    /// let colors = Palette::PPositions.colors_of_values(plan.job(), 60, [0, 1, 2]);
    /// assert_eq!(colors, [Color::BLACK, Color::WHITE, Color::WHITE]);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
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
