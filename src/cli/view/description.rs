//! Descriptions of the table and of its planes, as the page reads them.

use grundytab::domain::Plane;
use grundytab::table::{Channel, TableReader};
use serde_json::{Value, json};

use super::super::game;
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
        "program": concat!("grundytab ", env!("CARGO_PKG_VERSION")),
    })
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
