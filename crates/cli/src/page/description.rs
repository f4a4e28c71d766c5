//! Descriptions of the table and of its planes, as the page reads them.

use crate::analyses::play;
use crate::figures::picture::{ColorMap, Palette};
use grundytab::domain::Plane;
use grundytab::error::Error;
use grundytab::table::{Channel, TableReader};
use grundytab::version::PROGRAM;
use grundytab::wording::joined;
use grundytab::{Convention, InvalidInput, InvalidInputKind, Job, Quantity, Statistics, ValueKind};
use serde_json::{Value, json};

use super::answer::Answer;
use super::cells::sent_type;
use super::overview::MOST_CELLS_ADDED_UP;
use super::overview::Overview;
use super::subject::{LARGEST_HEAP, Subject};

/// Describes a table.
pub fn of_table(subject: &Subject) -> Value {
    let table = subject.table;
    let (job, attributes) = (table.plan().job(), table.attributes());
    let (domain, sent) = (job.domain(), sent_type(subject));
    let channels: Vec<&str> =
        Channel::of(job.quantity()).iter().map(|channel| channel.name()).collect();
    let called = name_of_table(table);
    let p_values = job.p_values();
    json!({
        "name": called["name"],
        "path": called["path"],
        "flags": called["flags"],
        "game": job.ruleset().shown(),
        "domain": domain.to_string(),
        // How much is there of an unfinished table; else null.
        "unfinished": table.unfinished_text(),
        "shape": table.shape_there(),
        "largest_token_sum": domain.largest_token_sum(),
        "positions": domain.positions(),
        // Whether some cells of the box or the simplex are no positions.
        "has_holes": domain.mask().is_some(),
        "quantity": attributes.quantity,
        "value_name": job.quantity().value_name(),
        "values_name": job.quantity().values_name(),
        "value_names": attributes.value_names,
        "convention": job.convention(),
        // Which values are drawn positions, and which are infinite; null of games that end.
        "draws": job.is_loopy().then(|| json!({
            "value": match job.quantity() {
                Quantity::Outcome => Some(2),
                Quantity::OutcomeClass => Some(4),
                Quantity::Remoteness => Some(-1),
                _ => None,
            },
            "first_infinite": job.first_infinite(),
            "colours": Palette::OF_DRAWS.map(|color| color.rgb),
        })),
        // The values whose colour stands for P-positions and for N-positions.
        "p_value": p_values.first,
        "last_p_value": p_values.last,
        "n_value": (0..).find(|&value| !p_values.contains(value)),
        "blocking_number": job.ruleset().blocking_number(),
        "totals": table.totals_there().map(|totals| totals_shown(subject, &totals)),
        "bytes_per_cell": sent.bytes(),
        "is_signed": sent.is_signed(),
        "outside": sent.number(sent.fill()),
        "furthest_from_0": furthest_from_0(subject),
        "channels": channels,
        // Pixels of lower levels are added up from this number of cells at once; null where all are.
        "overview_level": subject.overview.map(Overview::first_level),
        "most_cells_added_up": MOST_CELLS_ADDED_UP,
        "palettes": palettes(job.quantity()),
        "heap": subject.heap,
        "largest_heap": LARGEST_HEAP,
        // Why no nim heap can stand beside the positions; null if it can.
        "no_heap": play::require_nim_values(table).err().map(|error| error.to_string()),
        "program": PROGRAM,
    })
}

/// Returns how a table is called: its name, and its path as it was typed, for commands that are copied; nothing if it is no
/// text.
pub fn name_of_table(table: &TableReader) -> Value {
    let path = table.path();
    let name = path.file_name().map(|name| name.to_string_lossy());
    // A game that was tabulated in memory is no table without them.
    let flags = if table.is_in_memory() { flags_of(table.plan().job()) } else { Vec::new() };
    json!({"name": name, "path": path.to_str(), "flags": flags})
}

/// Returns the flags by which a command tabulates a job of a game.
fn flags_of(job: &Job) -> Vec<String> {
    let domain = job.domain();
    let mut flags = match domain.is_box() {
        true => vec!["--box".to_owned(), joined(domain.shape(), "x")],
        false => vec!["--tokens".to_owned(), domain.largest_token_sum().to_string()],
    };
    flags.extend(["--quantity".to_owned(), job.quantity().name().to_owned()]);
    flags.extend((job.convention() == Convention::Misere).then(|| "--misere".to_owned()));
    flags
}

/// Returns the totals of what is shown. Those of sums are not counted: their values are bounded, and their P-positions
/// taken to be about as many as those of the table.
fn totals_shown(subject: &Subject, totals: &Statistics) -> Value {
    let mut shown = json!(totals);
    if subject.heap > 0 {
        shown["minimum"] = 0.into();
        shown["maximum"] = furthest_from_0(subject).into();
    }
    shown
}

/// Returns the palettes that are offered for a quantity, the usual one first. The page takes others too, by
/// their names in a link.
fn palettes(quantity: Quantity) -> Vec<String> {
    let usual = Palette::of(quantity);
    let periodic = [
        Palette::Hue(Some(16)),
        Palette::Hue(Some(64)),
        Palette::Residue(2),
        Palette::Residue(3),
        Palette::Residue(4),
        Palette::Residue(5),
        Palette::Residue(8),
        Palette::Bit(0),
        Palette::Bit(1),
        Palette::Bit(2),
        Palette::Ones,
    ];
    let maps = ColorMap::all().map(|map| Palette::Map(map, None));
    let others = [Palette::PPositions, Palette::Hue(None)].into_iter().chain(maps).chain(periodic);
    let suits = |palette: &Palette| *palette != usual && palette.require_suits(quantity).is_ok();
    let all = [usual].into_iter().chain(others.filter(suits));
    all.map(|palette| palette.to_string()).collect()
}

/// The most colours that are sent.
const MOST_COLOURS: u32 = 1 << 16;

/// Sends the colours of the values 0, 1, 2, ..., red, green and blue of each; of scores as many of negative ones
/// before them. Where there are more values than colours that are sent, graded palettes are sent in as many steps.
pub fn colours(subject: &Subject, palette: Palette) -> Result<Answer, Error> {
    let job = subject.table.plan().job();
    palette.require_suits(job.quantity())?;
    let furthest = furthest_from_0(subject);
    let values: Vec<u32> = if job.quantity().is_signed() {
        signed_steps(furthest).collect()
    } else {
        steps(job.quantity(), palette, furthest).collect()
    };
    let colors = palette.colors_of_values(job, furthest, values);
    Ok(Answer::numbers(colors.into_iter().flat_map(|color| color.rgb).collect()))
}

/// Sends the colours of a palette that grades values from one to another: first the colour of P-positions, then those
/// of the values between these limits, in as many steps as there are values, if there are not too many. The colours of
/// scores are those of equally many negative and positive ones.
pub fn scale(
    table: &TableReader,
    palette: Palette,
    (least, largest): (i64, i64),
) -> Result<Answer, Error> {
    let job = table.plan().job();
    palette.require_suits(job.quantity())?;
    let p_values = job.p_values();
    // The first value that is graded.
    let first = match palette {
        Palette::Map(_, None) | Palette::Diverging => 0,
        Palette::Hue(None) => 1,
        Palette::Palaces(last) => last.unwrap_or(p_values.last).saturating_add(1),
        _ => {
            let (kind, problem) =
                (InvalidInputKind::ModifierDoesNotApply, "it does not grade values");
            return Err(
                InvalidInput::new(kind, palette, problem, "`colours` has its colours").into()
            );
        }
    };
    let clamped = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    let (span, values): (u32, Vec<u32>) = if palette == Palette::Diverging {
        let furthest = clamped(least.abs().max(largest.abs()).clamp(1, i32::MAX.into()));
        (furthest, signed_steps(furthest).collect())
    } else {
        // Colours follow the distance from the first value: what counts is the distance of the limits.
        let span = clamped(largest - least).min(u32::MAX - first);
        let steps = span.saturating_add(1).min(MOST_COLOURS);
        let at = |step: u32| u64::from(step) * u64::from(span) / u64::from((steps - 1).max(1));
        (span, (0..steps).map(|step| first + at(step) as u32).collect())
    };
    let values = std::iter::once(p_values.first).chain(values);
    let colors = palette.colors_of_values(job, first + span, values);
    Ok(Answer::numbers(colors.into_iter().flat_map(|color| color.rgb).collect()))
}

/// Returns how far from 0 a value that is shown is at most; 1 if all are 0.
fn furthest_from_0(subject: &Subject) -> u32 {
    let of = |totals: Statistics| totals.maximum.unsigned_abs().max(totals.minimum.unsigned_abs());
    // No value has more than 32 bits.
    let furthest = subject.table.totals_there().map_or(1, of);
    subject.bound(u32::try_from(furthest).unwrap_or(u32::MAX)).max(1)
}

/// Returns the values without a sign whose colours are sent.
fn steps(quantity: Quantity, palette: Palette, maximum: u32) -> impl Iterator<Item = u32> {
    let least_colours = if quantity.kind() == ValueKind::Class { 9 } else { 1 };
    let count = maximum.saturating_add(1).clamp(least_colours, MOST_COLOURS);
    let is_graded = matches!(palette, Palette::Hue(None) | Palette::Map(..) | Palette::Palaces(_));
    (0..count).map(move |step| {
        if is_graded && maximum >= MOST_COLOURS {
            (u64::from(step) * u64::from(maximum) / u64::from(MOST_COLOURS - 1)) as u32
        } else {
            step
        }
    })
}

/// Returns the scores whose colours are sent: as many negative as positive ones, in two's complement.
fn signed_steps(furthest: u32) -> impl Iterator<Item = u32> {
    let half = i64::from(furthest.min(MOST_COLOURS / 2 - 1));
    (-half..=half).map(move |step| (step * i64::from(furthest) / half) as u32)
}

/// Describes a plane.
pub fn of_plane(plane: &Plane) -> Value {
    json!({
        "plane": plane.to_string(),
        "columns": plane.columns(),
        "rows": plane.rows(),
        "axis_names": plane.axis_names(),
        "token_sum": plane.token_sum(),
    })
}
