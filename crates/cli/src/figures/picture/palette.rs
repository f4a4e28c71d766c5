//! Palettes: how values become colours, as users choose it.

use std::fmt;
use std::str::FromStr;

use super::limits::Limits;
use crate::figures::drawing::Color;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::number::parse_number;
use grundytab::quantity::{Quantity, ValueKind};
use grundytab::wording::{counted_as, did_you_mean};

/// How values become colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Palette {
    /// P-positions black on white.
    PPositions,
    /// P, N, L and R in a colour each.
    Classes,
    /// Zeros black, other values by hue: from 1 to the largest value or, with a period, again and again.
    Hue(Option<u32>),
    /// Zeros black, other values by their residue modulo a number, in a colour for each residue.
    Residue(u32),
    /// Values in whose binary representation a bit is set, black on white; bit 0 is the lowest.
    Bit(u32),
    /// Values by the number of ones in their binary representation.
    Ones,
    /// Palace numbers: the palaces, which are the cells with at most this many P-positions among the
    /// options, in a warm colour; greater numbers graded. By default this is the blocking number.
    Palaces(Option<u32>),
    /// Scores: 0 light, greater ones in deeper and deeper blue, negative ones in red, to the one furthest
    /// from 0.
    Diverging,
    /// What is said of cells, of pictures that are of no table: users have no name for it. What is looked for is black.
    Verdicts,
    /// Values graded by a colour map, from 0 to the largest value or to the one that is given.
    Map(ColorMap, Option<u32>),
}

/// A colour map: one of the crate colorous, in which equal steps of the value look about equal, or one of a user's
/// colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorMap {
    /// Its place in the list of those that have names.
    Named(usize),
    /// The colours at equal distances, of which the first `count` are there.
    Own { colors: [Color; MOST_COLORS], count: usize },
}

/// A palette of a user's has at most this many colours.
const MOST_COLORS: usize = 32;

/// The colour maps with their names as they are typed.
const COLORS: &str = "colors";

const MAPS: [(&str, colorous::Gradient); 10] = [
    ("viridis", colorous::VIRIDIS),
    ("magma", colorous::MAGMA),
    ("inferno", colorous::INFERNO),
    ("plasma", colorous::PLASMA),
    ("cividis", colorous::CIVIDIS),
    ("turbo", colorous::TURBO),
    ("cubehelix", colorous::CUBEHELIX),
    ("greys", colorous::GREYS),
    ("blues", colorous::BLUES),
    ("spectral", colorous::SPECTRAL),
];

impl ColorMap {
    /// Returns all colour maps.
    pub fn all() -> impl Iterator<Item = ColorMap> + Clone {
        (0..MAPS.len()).map(ColorMap::Named)
    }

    /// Returns the name as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            ColorMap::Named(place) => MAPS[place].0,
            ColorMap::Own { .. } => COLORS,
        }
    }

    /// Returns the colour at a place from 0 to 1.
    pub(super) fn color(self, place: f64) -> Color {
        match self {
            ColorMap::Named(named) => MAPS[named].1.eval_continuous(place).into(),
            ColorMap::Own { colors, count } => {
                let at = place.clamp(0.0, 1.0) * (count - 1) as f64;
                let before = (at as usize).min(count - 2);
                let share = at - before as f64;
                let [from, to] = [colors[before], colors[before + 1]].map(|color| color.rgb);
                // As other programs mix colours: by their bytes.
                let mixed = |channel: usize| {
                    let [from, to] = [from, to].map(|rgb| f64::from(rgb[channel]));
                    (from + share * (to - from)).round() as u8
                };
                Color { rgb: [mixed(0), mixed(1), mixed(2)] }
            }
        }
    }

    /// Reads colours separated by commas.
    fn of_colors(text: &str, list: &str) -> Result<Self, InvalidInput> {
        let refuse = |problem: &str| {
            let hint =
                format!("give 2 to {MOST_COLORS} colours, as in colors:#000000,#ff8800,#ffffff");
            InvalidInput::new(InvalidInputKind::MissingArgument, text, problem, hint)
        };
        let found = list.split(',').filter(|_| !list.is_empty());
        let found: Vec<Color> = found
            .map(|color| color.trim().parse().map_err(|error: InvalidInput| error.within(text)))
            .collect::<Result<_, _>>()?;
        let count = found.len();
        if !(2..=MOST_COLORS).contains(&count) {
            return Err(refuse(&counted_as(count, "colour is given", "colours are given")));
        }
        let mut colors = [Color::BLACK; MOST_COLORS];
        colors[..count].copy_from_slice(&found);
        Ok(ColorMap::Own { colors, count })
    }
}

/// The largest number of residues that have a colour of their own.
const MOST_RESIDUES: u32 = 64;

impl Palette {
    /// The palettes with what they show, a line for each, for a help text. Colour maps are one line.
    pub const DESCRIPTIONS: [(&'static str, &'static str); 10] = [
        ("p-positions", "P-positions black on white"),
        ("classes", "P, N, L and R in a colour each"),
        ("hue", "zeros black, other values by hue; hue:64 repeats the hues every 64 values"),
        ("residue:M", "zeros black, other values by their residue modulo M"),
        ("bit:K", "values whose bit K is set black on white; bit 0 is the lowest"),
        ("ones", "the number of ones in the binary representation of the value"),
        ("palaces", "palace numbers up to the blocking number, or up to 9 with palaces:9, warm"),
        ("diverging", "scores: 0 light, positive ones blue, negative ones red"),
        (
            "viridis",
            "from 0 to the largest value, or to 200 with viridis:200; also magma, inferno, \
                     plasma, cividis, turbo, cubehelix, greys, blues, spectral",
        ),
        (
            "colors:#000000,#ff8800,...",
            "a colour map of your own: 2 to 32 colours from the least value to the largest, mixed in between",
        ),
    ];

    /// Returns the palette that suits a quantity.
    pub fn of(quantity: Quantity) -> Self {
        match quantity.kind() {
            ValueKind::Number if quantity == Quantity::Palaces => Palette::Palaces(None),
            ValueKind::Number => Palette::Hue(None),
            ValueKind::Outcome => Palette::PPositions,
            ValueKind::Class => Palette::Classes,
            ValueKind::Score => Palette::Diverging,
        }
    }

    /// Whether its colours depend on the largest value.
    pub(super) fn is_graded_to_the_largest(self) -> bool {
        matches!(
            self,
            Palette::Hue(None)
                | Palette::Ones
                | Palette::Palaces(_)
                | Palette::Diverging
                | Palette::Map(_, None)
        )
    }

    /// Checks that its colours can be spread over other values than all, or over logarithms, and returns the limits.
    ///
    /// # Errors
    /// When the palette does not grade values, or when limits or a logarithm do not fit its values.
    pub(super) fn limits(
        self,
        limits: Option<Limits>,
        is_logarithmic: bool,
    ) -> Result<Option<[u32; 2]>, InvalidInput> {
        let refuse = |problem: &str, hint: &str| {
            let input = match limits {
                Some(limits) if !is_logarithmic => limits.to_string(),
                _ => self.to_string(),
            };
            Err(InvalidInput::new(InvalidInputKind::ModifierDoesNotApply, input, problem, hint))
        };
        if limits.is_none() && !is_logarithmic {
            return Ok(None);
        }
        let grades = matches!(
            self,
            Palette::Hue(None) | Palette::Palaces(_) | Palette::Map(..) | Palette::Diverging
        );
        if !grades {
            let problem = format!(
                "the palette {self} does not grade values, so it has no limits or logarithm"
            );
            return refuse(&problem, "choose hue or a colour map, as in viridis");
        }
        if is_logarithmic && self == Palette::Diverging {
            return refuse(
                "scores may be negative, and have no logarithm",
                "leave out the logarithm",
            );
        }
        let Some(given) = limits else { return Ok(None) };
        let [least, largest] = [given.least, given.largest].map(u32::try_from);
        match (self, least, largest) {
            (Palette::Diverging, _, Ok(largest)) if given.least == -given.largest => {
                Ok(Some([0, largest]))
            }
            (Palette::Diverging, ..) => refuse(
                "the colours of scores have 0 in their middle",
                "give a number and its negative, as in -20..20",
            ),
            (Palette::Map(_, Some(_)), ..) => {
                refuse("the palette has a limit already", "leave out its number")
            }
            (_, Ok(0), Ok(_)) if is_logarithmic => {
                refuse("0 has no logarithm", "let the limits begin with 1, or leave them out")
            }
            (_, Ok(least), Ok(largest)) => Ok(Some([least, largest])),
            _ => refuse("no value of the table is negative", "let the limits begin with 0"),
        }
    }

    /// Checks that it shows something of a quantity.
    ///
    /// # Errors
    /// When outcomes are to be graded as numbers are, numbers to be shown as outcome classes, or scores by
    /// a palette that knows no negative numbers.
    pub fn require_suits(self, quantity: Quantity) -> Result<(), InvalidInput> {
        let suits = match (self, quantity.kind()) {
            (Palette::Verdicts, _) => false,
            (Palette::Diverging, kind) => kind == ValueKind::Score,
            (_, ValueKind::Score) => false,
            (Palette::PPositions, _) | (Palette::Classes, ValueKind::Class) => true,
            (_, ValueKind::Outcome | ValueKind::Class) | (Palette::Classes, _) => false,
            (Palette::Palaces(bound), _) => bound.is_some() || quantity == Quantity::Palaces,
            (_, ValueKind::Number) => true,
        };
        if suits {
            return Ok(());
        }
        let problem = format!("this palette does not show values of the quantity {quantity}");
        let hint = format!("use the palette {}", Palette::of(quantity));
        Err(InvalidInput::new(InvalidInputKind::ModifierDoesNotApply, self, problem, hint))
    }
}

impl FromStr for Palette {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        let (name, argument) = match text.split_once(':') {
            Some((name, argument)) => (name, Some(argument)),
            None => (text, None),
        };
        let refuse = |kind, problem: &str, hint: &str| InvalidInput::new(kind, text, problem, hint);
        let number = |least: u32, most: u32, meaning: &str| {
            let Some(argument) = argument else { return Ok(None) };
            let number = parse_number(argument, meaning).map_err(|error| error.within(text))?;
            let hint = format!("{meaning} is from {least} to {most}");
            if (least..=most).contains(&number) {
                return Ok(Some(number));
            }
            Err(refuse(InvalidInputKind::OutOfRange, "the number is out of range", &hint))
        };
        let required = |number: Option<u32>, example: &str| {
            let hint = format!("give a number, as in {example}");
            number.ok_or_else(|| {
                refuse(InvalidInputKind::MissingArgument, "a number is missing", &hint)
            })
        };
        let plain = |palette| match argument {
            None => Ok(palette),
            Some(_) => {
                let hint = format!("leave out the colon, as in {name}");
                let kind = InvalidInputKind::ModifierDoesNotApply;
                Err(refuse(kind, "this palette takes no number", &hint))
            }
        };
        let map = ColorMap::all().find(|map| map.name() == name);
        match (name, map) {
            ("p-positions", _) => plain(Palette::PPositions),
            ("classes", _) => plain(Palette::Classes),
            ("hue", _) => number(2, u32::MAX, "the period of the hues").map(Palette::Hue),
            ("residue", _) => {
                let modulus = number(2, MOST_RESIDUES, "a modulus")?;
                required(modulus, "residue:3").map(Palette::Residue)
            }
            ("bit", _) => required(number(0, 31, "a bit")?, "bit:0").map(Palette::Bit),
            ("ones", _) => plain(Palette::Ones),
            ("diverging", _) => plain(Palette::Diverging),
            (COLORS, _) => {
                let map = ColorMap::of_colors(text, argument.unwrap_or_default())?;
                Ok(Palette::Map(map, None))
            }
            ("palaces", _) => number(0, u32::MAX, "a palace number").map(Palette::Palaces),
            (_, Some(map)) => {
                number(1, u32::MAX, "the last value").map(|last| Palette::Map(map, last))
            }
            (_, None) => {
                let others = Palette::DESCRIPTIONS[..8].iter().map(|(name, _)| *name);
                let maps = ColorMap::all().map(ColorMap::name);
                let all: Vec<&str> = others.chain(maps).chain([COLORS]).collect();
                let meant = did_you_mean(name, all.iter().copied());
                let hint = format!("{meant}it is one of {}", all.join(", "));
                let kind = InvalidInputKind::UnknownName;
                Err(refuse(kind, &format!("there is no palette {name:?}"), &hint))
            }
        }
    }
}

impl fmt::Display for Palette {
    /// Prints what is read as this palette.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, number) = match *self {
            Palette::PPositions => ("p-positions", None),
            Palette::Classes => ("classes", None),
            Palette::Hue(period) => ("hue", period),
            Palette::Residue(modulus) => ("residue", Some(modulus)),
            Palette::Bit(bit) => ("bit", Some(bit)),
            Palette::Ones => ("ones", None),
            Palette::Diverging => ("diverging", None),
            Palette::Palaces(bound) => ("palaces", bound),
            Palette::Verdicts => ("verdicts", None),
            Palette::Map(ColorMap::Own { colors, count }, _) => {
                let colors: Vec<String> = colors[..count].iter().map(Color::to_string).collect();
                return write!(f, "{COLORS}:{}", colors.join(","));
            }
            Palette::Map(map, last) => (map.name(), last),
        };
        f.write_str(name)?;
        number.map_or(Ok(()), |number| write!(f, ":{number}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a name that is read as another palette, or printed as one that is read differently.
    #[test]
    fn palettes_are_printed_as_they_are_read() {
        let texts = "p-positions classes hue hue:64 residue:2 residue:64 bit:0 bit:31 ones diverging palaces \
                     palaces:0 viridis viridis:1 colors:#000000,#ff8800";
        let maps = ColorMap::all().map(ColorMap::name);
        for text in texts.split_whitespace().chain(maps) {
            assert_eq!(text.parse::<Palette>().expect(text).to_string(), text);
        }
    }

    /// Catches messages that do not say what is wrong.
    #[test]
    fn what_is_no_palette_is_refused() {
        for (text, words) in [
            ("", "there is no palette"),
            ("Hue", "it is one of p-positions"),
            ("hue:1", "from 2 to"),
            ("hue:", "empty number"),
            ("residue", "as in residue:3"),
            ("residue:65", "from 2 to 64"),
            ("bit:32", "from 0 to 31"),
            ("ones:3", "takes no number"),
            ("viridis:0", "from 1"),
            ("viridis:-1", "negative"),
            ("colors", "0 colours are given"),
            ("colors:", "0 colours are given"),
            ("colors:#000000", "1 colour is given"),
            ("colors:#000,red", "it is not a colour"),
        ] {
            let error = text.parse::<Palette>().expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    /// Catches a default that its own check refuses.
    #[test]
    fn defaults_suit_their_quantities() {
        for &quantity in Quantity::ALL {
            assert_eq!(Palette::of(quantity).require_suits(quantity), Ok(()));
        }
        assert!(Palette::Ones.require_suits(Quantity::Outcome).is_err());
        assert!(Palette::Classes.require_suits(Quantity::Grundy).is_err());
        assert!(Palette::PPositions.require_suits(Quantity::Score).is_err());
        assert!(Palette::Diverging.require_suits(Quantity::Palaces).is_err());
    }
}
