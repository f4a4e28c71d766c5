//! Shades: the colour of every value of one table, by a palette.

use super::draws::{CLASSES, Draws};
use super::palette::Palette;
use crate::figures::drawing::Color;
use grundytab::job::Job;
use grundytab::quantity::PValues;

/// The warm colour of palaces.
pub(super) const PALACE: Color = Color::hex(0xf2_6b_21);

/// The colours of what is said of cells: paper, black for what is looked for, and three that are neither, nor the grey of
/// cells outside the domain.
const VERDICTS: [Color; 5] = [
    Color::WHITE,
    Color::BLACK,
    Color::hex(0x9ec9e8),
    Color::hex(0xf4d8a8),
    Color::hex(0xcc_79_a7),
];

/// The paper of cells in a layer, around which the figure is white.
const PAPER_OF_LAYER: Color = Color::hex(0xe9_e9_e9);

/// What a palette needs to know of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    /// The values that mark P-positions.
    pub(super) p_values: PValues,
    /// The largest value; of scores, how far from 0 they are at most.
    pub(super) maximum: u32,
    /// Which values are draws, in a table of a loopy game.
    pub(super) draws: Option<Draws>,
}

/// The colour of every value.
#[derive(Debug, Clone)]
pub(super) struct Shades {
    pub(super) palette: Palette,
    range: Range,
    is_inverted: bool,
    /// The least and the largest value that have a colour of their own, where they are given.
    limits: Option<[u32; 2]>,
    /// Whether the places of colours are those of logarithms.
    pub(super) is_logarithmic: bool,
    /// Whether the cells are those of a layer, around which the figure is white.
    is_layer: bool,
    /// The colours of the first values.
    table: Vec<Color>,
}

/// Colours of values up to this one are looked up; greater ones are computed each time.
const LARGEST_IN_TABLE: u32 = (1 << 16) - 1;

/// The steps of a palette that grades more values. They are few enough for an image of at most 256 colours, which makes
/// its file a third as large, and too many for the eye to see a step.
const STEPS: u32 = 200;

/// The numbers of ones that have a colour of their own.
const MOST_ONES: u32 = 12;

impl Shades {
    /// Returns the colours of the values of a range.
    pub(super) fn new(palette: Palette, range: Range, is_inverted: bool) -> Self {
        let (limits, is_logarithmic, is_layer, table) = (None, false, false, Vec::new());
        Shades { palette, range, is_inverted, limits, is_logarithmic, is_layer, table }.tabulated()
    }

    /// Returns the colours of a picture, in a layer or not, where they are spread over the values between limits, if these
    /// are given, or over their logarithms.
    pub(super) fn spread(
        self,
        limits: Option<[u32; 2]>,
        is_logarithmic: bool,
        is_layer: bool,
    ) -> Self {
        Shades { limits, is_logarithmic, is_layer, table: Vec::new(), ..self }.tabulated()
    }

    fn tabulated(mut self) -> Self {
        let last = self.range.maximum.min(LARGEST_IN_TABLE);
        self.table = (0..=last).map(|value| self.computed(value)).collect();
        self
    }

    /// Returns the colour of a value.
    #[inline]
    pub(super) fn of(&self, value: u32) -> Color {
        self.table.get(value as usize).copied().unwrap_or_else(|| self.computed(value))
    }

    /// Returns the colour of cells outside the domain: paper or, where the palette paints with white, grey.
    pub(super) fn outside(&self) -> Color {
        let is_of_verdicts = self.palette == Palette::Verdicts && !self.is_layer;
        let is_on_white = self.has_two_colors() || is_of_verdicts;
        if is_on_white { Color::hex(0xe4e4e4) } else { Color::WHITE }
    }

    /// Whether the picture is black on white: then a reduced picture shows shares.
    pub(super) fn has_two_colors(&self) -> bool {
        matches!(self.palette, Palette::PPositions | Palette::Bit(_)) && self.draws().is_none()
    }

    /// Returns which values are draws, in a table of a loopy game.
    pub(super) fn draws(&self) -> Option<Draws> {
        self.range.draws
    }

    /// Returns the paper and the ink of a picture in two colours.
    pub(super) fn paper_and_ink(&self) -> (Color, Color) {
        let (paper, ink) = (Color::WHITE, Color::BLACK);
        if self.is_inverted { (ink, paper) } else { (paper, ink) }
    }

    /// Whether a value is drawn in ink in a picture of two colours.
    pub(super) fn is_ink(&self, value: u32) -> bool {
        if let Palette::Bit(bit) = self.palette {
            return value >> bit & 1 == 1;
        }
        self.range.p_values.contains(value)
    }

    /// Returns the last value that has a colour of its own, where values are graded.
    pub(super) fn last_graded(&self) -> u32 {
        match (self.palette, self.limits) {
            (_, Some([_, last])) => last,
            (Palette::Map(_, Some(last)), None) => last,
            (Palette::Hue(Some(period)), None) => period - 1,
            _ => self.range.maximum.max(1),
        }
    }

    /// Returns the first and the last value that have a colour of their own, of those from `first` on.
    pub(super) fn graded_from(&self, first: u32) -> [u32; 2] {
        let first = self.limits.map_or(first, |[least, _]| least.max(first));
        // There is no logarithm of 0.
        let first = if self.is_logarithmic { first.max(1) } else { first };
        [first, self.last_graded().max(first)]
    }

    /// Returns where the colour of a value is among those from that of `first` on: from 0 to 1.
    pub(super) fn place(&self, value: u32, first: u32) -> f64 {
        let [first, last] = self.graded_from(first);
        let scaled = |value: u32| match self.is_logarithmic {
            true => f64::from(value).ln(),
            false => f64::from(value),
        };
        let [value, first, last] = [value.clamp(first, last), first, last].map(scaled);
        if last > first { (value - first) / (last - first) } else { 0.0 }
    }

    /// Whether smaller values share the colour of the first one.
    pub(super) fn first_stands_for_less(&self) -> bool {
        // Black zeros are no smaller values.
        let least = u32::from(matches!(self.palette, Palette::Hue(_)));
        !matches!(self.palette, Palette::Palaces(_)) && self.graded_from(least)[0] > least
    }

    /// Whether greater values share the colour of the last one.
    pub(super) fn last_stands_for_greater(&self) -> bool {
        self.last_graded() < self.range.maximum
    }

    /// Returns the largest number of ones that has a colour of its own.
    pub(super) fn most_ones(&self) -> u32 {
        (u32::BITS - self.range.maximum.leading_zeros()).clamp(1, MOST_ONES)
    }

    /// Whether the P-positions are those with values from 0 to `last`.
    pub(super) fn are_p_positions(&self, last: u32) -> bool {
        self.range.p_values == PValues { first: 0, last, are_even: false }
    }

    /// Returns the colour of the first value that marks P-positions.
    pub(super) fn of_p_positions(&self) -> Color {
        self.of(self.range.p_values.first)
    }

    /// Returns the largest palace number of a palace.
    pub(super) fn last_palace(&self) -> u32 {
        match self.palette {
            Palette::Palaces(Some(last)) => last,
            _ => self.range.p_values.last,
        }
    }

    fn computed(&self, value: u32) -> Color {
        // Each value has its exact colour if they are few.
        let stepped = |share: f64, values: u32| {
            let steps = f64::from(STEPS);
            let step = if values <= STEPS { share } else { (share * steps).round() / steps };
            if self.is_inverted { 1.0 - step } else { step }
        };
        let share = |part: u32, whole: u32| {
            stepped(f64::from(part.min(whole)) / f64::from(whole.max(1)), whole)
        };
        let graded = |first: u32| {
            let [least, last] = self.graded_from(first);
            self.of_step(stepped(self.place(value, first), last - least))
        };
        let (paper, ink) = self.paper_and_ink();
        if let Some(color) = self.draws().and_then(|draws| draws.color(value, self.palette)) {
            return color;
        }
        match self.palette {
            Palette::PPositions | Palette::Bit(_) if self.is_ink(value) => ink,
            Palette::PPositions | Palette::Bit(_) => paper,
            Palette::Classes => {
                let exchanged = if self.is_inverted && value < 4 { value ^ 1 } else { value };
                CLASSES[exchanged.min(8) as usize]
            }
            Palette::Hue(_) | Palette::Residue(_) if value == 0 => ink,
            Palette::Hue(None) => graded(1),
            Palette::Hue(Some(period)) => {
                let place = share(value % period, period);
                colorous::RAINBOW.eval_continuous(place.fract()).into()
            }
            Palette::Residue(modulus) => residue_color(value % modulus, modulus, self.is_inverted),
            Palette::Ones => {
                let ones = value.count_ones().min(MOST_ONES);
                colorous::MAGMA.eval_continuous(share(ones, self.most_ones())).into()
            }
            Palette::Palaces(_) => {
                let last = self.last_palace();
                if value <= last { PALACE } else { graded(last + 1) }
            }
            Palette::Diverging => {
                let score = value as i32;
                let depth = share(score.unsigned_abs(), self.last_graded());
                let depth = if self.is_inverted { depth - 1.0 } else { depth };
                let place = 0.5 + 0.5 * depth * f64::from(score.signum());
                colorous::RED_BLUE.eval_continuous(place).into()
            }
            Palette::Verdicts if value == 0 && self.is_layer => PAPER_OF_LAYER,
            Palette::Verdicts => VERDICTS[value.min(4) as usize],
            Palette::Map(..) => graded(0),
        }
    }

    /// Returns the colour at a place among the graded ones, from 0 to 1.
    pub(super) fn of_place(&self, place: f64) -> Color {
        self.of_step(if self.is_inverted { 1.0 - place } else { place })
    }

    fn of_step(&self, place: f64) -> Color {
        match self.palette {
            Palette::Map(map, _) => map.color(place),
            // The lightest blues are left out: they are near to paper.
            Palette::Palaces(_) => colorous::BLUES.eval_continuous(1.0 - 0.85 * place).into(),
            // Red at both ends would make the largest values look like the smallest.
            _ => colorous::TURBO.eval_continuous(0.06 + 0.9 * place).into(),
        }
    }
}

/// Returns the colour of a residue: ten that are easily distinguished, or as many hues as there are residues.
fn residue_color(residue: u32, modulus: u32, is_inverted: bool) -> Color {
    let residue = if is_inverted { modulus - 1 - residue } else { residue };
    match colorous::TABLEAU10.get(residue as usize).filter(|_| modulus <= 10) {
        Some(&color) => color.into(),
        None => colorous::RAINBOW.eval_rational(residue as usize, modulus as usize).into(),
    }
}

impl Palette {
    /// Returns the colours of values of a job's table whose largest value is `maximum`: those of pictures.
    pub fn colors_of_values(
        self,
        job: &Job,
        maximum: u32,
        values: impl IntoIterator<Item = u32>,
    ) -> Vec<Color> {
        let range = Range { p_values: job.p_values(), maximum, draws: Draws::of(job) };
        let shades = Shades::new(self, range, false);
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
