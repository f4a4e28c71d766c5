//! Descriptions of the table and of its planes, as the page reads them.

use grundytab::Quantity;
use grundytab::domain::Plane;
use grundytab::picture::{ColorMap, Palette};
use grundytab::table::{Channel, TableReader};
use serde_json::{Value, json};

use super::super::game;
use super::answer::{Answer, NoAnswer};
use super::cells::sent_type;

/// Describes a table.
pub fn of_table(table: &TableReader) -> Value {
    let (job, attributes) = (table.plan().job(), table.attributes());
    let (domain, sent) = (job.domain(), sent_type(table));
    let channels: Vec<&str> =
        Channel::of(job.quantity()).iter().map(|channel| channel.name()).collect();
    let name = table.path().file_name().map(|name| name.to_string_lossy());
    json!({
        "name": name,
        "game": game::shown(job.ruleset()),
        "domain": domain.to_string(),
        "shape": domain.shape(),
        "largest_token_sum": domain.largest_token_sum(),
        "positions": domain.positions(),
        "quantity": attributes.quantity,
        "value_name": job.quantity().value_name(),
        "value_names": attributes.value_names,
        "convention": job.convention(),
        "blocking_number": job.ruleset().blocking_number(),
        "totals": attributes.totals,
        "bytes_per_cell": sent.bytes(),
        "outside": sent.fill(),
        "channels": channels,
        "palettes": palettes(job.quantity()),
        "program": concat!("grundytab ", env!("CARGO_PKG_VERSION")),
    })
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
    let maps = ColorMap::ALL.map(|map| Palette::Map(map, None));
    let others = [Palette::PPositions, Palette::Hue(None)].into_iter().chain(maps).chain(periodic);
    let suits = |palette: &Palette| *palette != usual && palette.require_suits(quantity).is_ok();
    let all = [usual].into_iter().chain(others.filter(suits));
    all.map(|palette| palette.to_string()).collect()
}

/// The most colours that are sent.
const MOST_COLOURS: u32 = 1 << 16;

/// Sends the colours of the values 0, 1, 2, ..., red, green and blue of each. Where there are more values than
/// colours that are sent, graded palettes are sent in as many steps.
pub fn colours(table: &TableReader, palette: Palette) -> Result<Answer, NoAnswer> {
    let job = table.plan().job();
    palette.require_suits(job.quantity())?;
    let maximum = table.attributes().totals.map_or(1, |totals| totals.maximum);
    // No value without a sign has more than 32 bits.
    let maximum = u32::try_from(maximum).unwrap_or(u32::MAX).max(1);
    let least_colours = match job.quantity() {
        Quantity::OutcomeClass => 4,
        Quantity::Grundy | Quantity::Outcome | Quantity::Palaces | Quantity::Score => 1,
    };
    let count = maximum.saturating_add(1).clamp(least_colours, MOST_COLOURS);
    let is_graded = matches!(palette, Palette::Hue(None) | Palette::Map(..) | Palette::Palaces(_));
    let value = |step: u32| match is_graded && maximum >= MOST_COLOURS {
        true => (u64::from(step) * u64::from(maximum) / u64::from(MOST_COLOURS - 1)) as u32,
        false => step,
    };
    let colors = palette.colors_of_values(job, maximum, (0..count).map(value));
    Ok(Answer::numbers(colors.into_iter().flat_map(|color| color.rgb).collect()))
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
