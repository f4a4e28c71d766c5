//! Tabulation: into an array, or into a stored table.

use std::path::PathBuf;

use grundytab::Plan;
use grundytab::run::Storage;
use grundytab::table::{Codec, Sharding, TableWriter};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::{Sides, plan};
use crate::array;
use crate::engine::EngineArguments;
use crate::failure::raised;
use crate::running::run;
use crate::table::Table;

/// Tabulates a game, and returns its values as a numpy array or, with `out`, stores them and returns the
/// `Table`.
///
/// The array has an axis for each heap and the narrowest type that holds a proven bound on the values:
/// `uint8`, `uint16`, `uint32`, `bool` for outcomes, or `int8`, `int16`, `int32` for scores. Cells outside the
/// domain hold the largest value of the type; of outcomes False, of scores the least value.
///
/// >>> grundytab.tabulate("wythoff", box=4)
/// array([[0, 1, 2, 3],
///        [1, 2, 0, 4],
///        [2, 0, 1, 5],
///        [3, 4, 5, 6]], dtype=uint8)
///
/// Arguments:
///     game: the game, as in "wythoff+block=4"; see `games`.
///     box: every heap below its side: one side for all heaps, or a tuple of one for each.
///     tokens: at most this many tokens in all, instead of a box.
///     quantity: "grundy", "outcome" (true at P-positions), "palaces" (how many options are P-positions),
///         "outcome-class" (P, N, L, R as 0 to 3, of partizan games); "score" of vector games, "score-left" or
///         "score-right" of partizan games, if Left or Right begins; "remoteness" of vector games (moves left
///         if the winner hurries and the loser delays).
///     misere: the player who cannot move wins.
///     engine: "auto" (a hardware GPU where it is expected to be faster, else the CPU, which also takes its place
///         with a RuntimeWarning if the GPU fails, in a selftest before its first use or later), "gpu", "cpu" or
///         "reference", the definition.
///     adapter: a part of the adapter's name, for the GPU engine.
///     threads: by default one for each core.
///     out: where the table is stored, as a Zarr array. It has its name when it is complete.
///     resume: go on with what an interrupted run has stored at `out`; begin if there is nothing.
///     overwrite: replace the table at `out`.
///     codec: compression: "blosc", "zstd" or "none".
///     tile: the edge of a chunk, in cells.
///     check: the share of the chunks of which values are checked by the definition meanwhile.
///
/// Raises ValueError where the arguments make no sense, OSError where the table cannot be stored,
/// MemoryError where the array does not fit, KeyboardInterrupt on ctrl-C; what was stored until then is
/// what `resume` goes on with.
#[pyfunction]
#[pyo3(signature = (
    game, *, r#box=None, tokens=None, quantity="grundy", misere=false, engine="auto", adapter=None,
    threads=None, out=None, resume=false, overwrite=false, codec=None, tile=None, check=None,
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub fn tabulate<'py>(
    py: Python<'py>,
    game: &str,
    r#box: Option<Sides>,
    tokens: Option<i64>,
    quantity: &str,
    misere: bool,
    engine: &str,
    adapter: Option<&str>,
    threads: Option<i64>,
    out: Option<PathBuf>,
    resume: bool,
    overwrite: bool,
    codec: Option<&str>,
    tile: Option<i64>,
    check: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let plan = plan(game, r#box.as_ref(), tokens, quantity, misere, tile).map_err(raised)?;
    let codec = codec.map(str::parse::<Codec>).transpose().map_err(raised)?;
    if let Some(share) = check.filter(|share| !(0.0..=1.0).contains(share)) {
        let text =
            format!("check={share}: it is not a share of the tiles; give a number from 0 to 1");
        return Err(PyValueError::new_err(text));
    }
    let asked = EngineArguments { engine, adapter };
    let Some(path) = out else {
        if let Some(name) = [
            ("resume", resume),
            ("overwrite", overwrite),
            ("codec", codec.is_some()),
            ("check", check.is_some()),
        ]
        .iter()
        .find_map(|&(name, given)| given.then_some(name))
        {
            let text =
                format!("{name}: it says how a table is stored, but none is; give out=PATH too");
            return Err(PyValueError::new_err(text));
        }
        let values = run(py, threads, |control| {
            asked.tabulate(&plan, None, control, |tabulation| tabulation.into_array())
        })?;
        return array::of_values(py, values, plan.value_type(), plan.job().domain().shape());
    };
    let plan = if resume { TableWriter::plan_to_resume(plan, &path) } else { plan };
    run(py, threads, |control| {
        let storage = Storage {
            path: Some(&path),
            codec,
            sharding: &|plan: &Plan| Ok(Sharding::of_plan(plan)),
            sync_interval: None,
            check,
            overwrite,
            resume,
        };
        asked.tabulate(&plan, Some(storage), control, |mut tabulation| tabulation.run().map(drop))
    })?;
    Ok(Bound::new(py, Table::open(path)?)?.into_any())
}
