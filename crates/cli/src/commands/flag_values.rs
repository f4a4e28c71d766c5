//! Values of flags: numbers, sides of boxes, positions.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::automata::Numeration;
use crate::proofs::prove::{Definition, slopes_of_games};
use clap::ValueEnum;
use grundytab::engine::EngineKind;
use grundytab::number::parse_number;
use grundytab::{Control, InvalidInput, InvalidInputKind};
use heap_rules::golden_ratio::Zeckendorf;

use super::option::option;

type Result<T> = std::result::Result<T, InvalidInput>;

/// Sides of a box as typed: `4096` or `500x300`, which may be written `500,300`, too.
#[derive(Clone)]
pub struct Sides(pub Vec<u32>);

impl FromStr for Sides {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self> {
        let side = |side| {
            parse_number(side, "a side").map_err(|error| {
                with_example(error.within(option("--box").value(text)), "4096 or 500x300")
            })
        };
        text.split(['x', ',']).map(side).collect::<Result<_>>().map(Sides)
    }
}

/// Heap sizes as typed.
#[derive(Clone)]
pub struct Heaps(pub Vec<u32>);

/// A component of a sum as typed.
#[derive(Clone)]
pub struct Component {
    pub path: PathBuf,
    pub heaps: Heaps,
}

/// Who computes, as typed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineArg {
    Auto,
    Gpu,
    Cpu,
    Reference,
}

impl EngineArg {
    /// Returns the engine, or `None` for `auto`.
    pub fn kind(self) -> Option<EngineKind> {
        match self {
            EngineArg::Auto => None,
            EngineArg::Gpu => Some(EngineKind::Gpu),
            EngineArg::Cpu => Some(EngineKind::Cpu),
            EngineArg::Reference => Some(EngineKind::Reference),
        }
    }

    /// Whether it may be a GPU.
    pub fn may_use_gpu(self) -> bool {
        match self {
            EngineArg::Auto | EngineArg::Gpu => true,
            EngineArg::Cpu | EngineArg::Reference => false,
        }
    }
}

/// Puts the flag before what was typed after it, in an error about that.
pub fn typed_as(flag: &str, error: InvalidInput) -> InvalidInput {
    let typed = option(flag).value(&error.input);
    error.about(typed)
}

/// Returns what reads a number that is typed after a flag, which errors name.
pub fn number(
    flag: &'static str,
    meaning: &'static str,
) -> impl Fn(&str) -> Result<u32> + Clone + Send + Sync {
    move |text| parse_number(text, meaning).map_err(|error| typed_as(flag, error))
}

/// Returns what reads a number from a range; `outside` is what is wrong with other numbers, and what would be right.
pub fn number_from(
    range: RangeInclusive<u32>,
    flag: &'static str,
    meaning: &'static str,
    outside: [&'static str; 2],
) -> impl Fn(&str) -> Result<u32> + Clone + Send + Sync {
    move |text| match number(flag, meaning)(text)? {
        number if range.contains(&number) => Ok(number),
        _ => {
            let [problem, hint] = outside;
            let typed = option(flag).value(text);
            Err(InvalidInput::new(InvalidInputKind::OutOfRange, typed, problem, hint))
        }
    }
}

/// The seconds after which proofs are given up if no time is given.
pub const SECONDS: &str = "60";

/// Names the option of a longer time, for who wants to go on when the time is over.
pub fn further(seconds: Duration) -> impl Display {
    option("--seconds").value(seconds.saturating_mul(10).as_secs().max(60))
}

/// Says which numeration the slopes of the P-positions of some games suggest, or that they suggest none, for who has asked for
/// others in vain.
pub fn other_numeration(
    games: &[Definition],
    asked: &[Numeration],
    control: Control,
) -> Option<String> {
    /// Slopes are measured for no longer.
    const TIME: Duration = Duration::from_secs(10);
    let end = Instant::now().checked_add(TIME).filter(|_| !asked.is_empty())?;
    let slopes = slopes_of_games(games, &control.until(end)).ok()?;
    // Others of the same field suit worse.
    let Some(other) = slopes.numerations.first() else { return slopes.obstacle() };
    if asked.contains(other) {
        return None;
    }
    let numeration = option("--numeration").value(other);
    Some(format!("{numeration} suits the slopes of the P-positions"))
}

/// Reads a time in seconds.
pub fn seconds(text: &str) -> Result<Duration> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| {
        InvalidInput::new(
            InvalidInputKind::NotANumber,
            text,
            "it is not a time",
            "give a number of seconds, as in 60 or 0.5",
        )
    })
}

/// Reads a share of a whole: a number from 0 to 1, or a fraction.
pub fn share(text: &str) -> Result<f64> {
    let share = match text.split_once('/') {
        Some((parts, whole)) => parts
            .parse::<u32>()
            .ok()
            .zip(whole.parse::<u32>().ok())
            .map(|(parts, whole)| f64::from(parts) / f64::from(whole)),
        None => text.parse().ok(),
    };
    share.filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| {
        InvalidInput::new(
            InvalidInputKind::NotANumber,
            option("--check").value(text),
            "it is not a share of the tiles",
            "give a number from 0 to 1, or a fraction, as in 1/256",
        )
    })
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<u32> {
    let hint = "it is from 1 to 1024";
    let outside = ["the number of threads is out of range", hint];
    number_from(1..=1024, "--threads", "a number of threads", outside)(text)
        .map_err(|error| InvalidInput { hint: hint.into(), ..error })
}

/// Reads a number of ranks.
pub fn ranks(text: &str) -> Result<u32> {
    let hint = "it is from 1 to 65536";
    let outside = ["the number of ranks is out of range", hint];
    number_from(1..=65_536, "--ranks", "a number of ranks", outside)(text)
        .map_err(|error| InvalidInput { hint: hint.into(), ..error })
}

/// Reads heap sizes separated by commas, also in the form in which positions are printed, `(3, 5)`.
pub fn position(text: &str) -> Result<Heaps> {
    let trimmed = text.trim();
    let bare = trimmed.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(trimmed);
    let heap = |heap: &str| {
        heap_size(heap.trim()).map_err(|error| with_example(error.within(text), "3,5 or (3, 5)"))
    };
    bare.split(',').map(heap).collect::<Result<_>>().map(Heaps)
}

/// Reads a heap size: digits or, behind a `z`, the digits of its Zeckendorf representation, as in z10100 for 11.
fn heap_size(text: &str) -> Result<u32> {
    let Some(digits) = text.strip_prefix('z') else { return parse_number(text, "a heap size") };
    let value = Zeckendorf::from_digits(digits).map(Zeckendorf::value);
    value.and_then(|value| u32::try_from(value).ok()).ok_or_else(|| {
        let problem = "it is not a Zeckendorf representation of a heap size";
        let hint = "after the z come 0s and 1s, and no two 1s are neighbours; z10100 is 8 + 3";
        InvalidInput::new(InvalidInputKind::Syntax, text, problem, hint)
    })
}

/// Reads the path of a table and a position in it, separated by the last `@`.
pub fn component(text: &str) -> Result<Component> {
    let Some((path, heaps)) = text.rsplit_once('@') else {
        return Err(InvalidInput::new(
            InvalidInputKind::Syntax,
            text,
            "no position is given",
            "as in wythoff.zarr@3,5",
        ));
    };
    let heaps = position(heaps).map_err(|error| error.about(text))?;
    Ok(Component { path: path.into(), heaps })
}

/// Returns the name of a value of a flag, as it is typed.
pub fn name_of(value: &impl ValueEnum) -> String {
    // Only values that are hidden from the help have none.
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

fn with_example(error: InvalidInput, example: &str) -> InvalidInput {
    InvalidInput { hint: format!("{}, as in {example}", error.hint), ..error }
}
