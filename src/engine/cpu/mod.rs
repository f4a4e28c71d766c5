//! The CPU engine: the mathematics of the shaders, multi-threaded with rayon.
//!
//! The engine runs in the thread pool of its caller.

mod clauses;
mod digraph;
mod digraph_four;
mod euclid;
mod fibonacci;
mod loopy;
mod partizan;
mod scores;
mod subtraction;
mod take_and_break;
#[cfg(test)]
pub(crate) mod tests;
mod tiles;
mod time;
mod vector;
mod vector_grundy;
mod vector_palaces;

pub use clauses::{RulesFilling, filling_of_rules};

use std::time::Duration;

use fearless_simd::Level;
use time::ProcessorTime;

use super::rates::{duration, thread};
use super::{
    Engine, EngineError, EngineKind, Memory, Prepared, RunReport, Sink, Traffic, Wanted,
    unknown_moves,
};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::{Method, WrittenRuleset};

/// Thresholds and line states on all threads of the caller's thread pool.
///
/// On GNU systems, before a run of vector games, one allocation of 16 MiB is made and freed at once, so that the
/// allocator keeps the memory of freed tiles (`vector/wavefront.rs` has the figures).
#[derive(Debug, Clone, Copy, Default)]
pub struct CpuEngine;

impl Engine for CpuEngine {
    fn kind(&self) -> EngineKind {
        EngineKind::Cpu
    }

    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        _: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        let method = method(plan, Level::new());
        method.check()?;
        Ok(Box::new(PreparedCpu { plan, method }))
    }

    fn fit_tiles(&self, plan: Plan) -> Plan {
        tiles::fitting(plan)
    }
}

/// A method of the engine, for a plan.
trait CpuMethod {
    /// Checks that the integers in use hold what is computed.
    fn check(&self) -> Result<(), EngineError> {
        Ok(())
    }

    /// Returns the memory of a run.
    fn memory(&self) -> Memory;

    /// Returns the expected time of a run.
    fn time(&self) -> ProcessorTime;

    /// Computes the tiles of this rank. Returns the traffic of this rank.
    fn run(&self, sink: &dyn Sink) -> Result<Traffic, EngineError>;
}

/// A method that is made of functions.
struct OfFunctions<Check, Bytes, Time, Run> {
    check: Check,
    bytes: Bytes,
    time: Time,
    run: Run,
}

impl<Check, Bytes, Time, Run> CpuMethod for OfFunctions<Check, Bytes, Time, Run>
where
    Check: Fn() -> Result<(), EngineError>,
    Bytes: Fn() -> u64,
    Time: Fn() -> ProcessorTime,
    Run: Fn(&dyn Sink) -> Result<Traffic, EngineError>,
{
    fn check(&self) -> Result<(), EngineError> {
        (self.check)()
    }

    fn memory(&self) -> Memory {
        Memory { host_bytes: (self.bytes)(), ..Memory::default() }
    }

    fn time(&self) -> ProcessorTime {
        (self.time)()
    }

    fn run(&self, sink: &dyn Sink) -> Result<Traffic, EngineError> {
        (self.run)(sink)
    }
}

/// Returns the method of a plan, with the vectors of a SIMD level, which the machine must have; some methods use them.
fn method(plan: &Plan, level: Level) -> Box<dyn CpuMethod + '_> {
    let is_outcome = plan.job().quantity() == Quantity::Outcome;
    let without_messages = |()| Traffic::default();
    match plan.job().method() {
        Method::Array => Box::new(OfFunctions {
            check: || Err(unknown_moves(plan)),
            bytes: || 0,
            time: || time::on_all_threads(plan, 0.0),
            run: |_: &dyn Sink| Err(unknown_moves(plan)),
        }),
        Method::Clauses(game) => {
            clauses::along_lines(plan, game, level).unwrap_or_else(|| option_by_option(plan, game))
        }
        Method::Digraph(game) => Box::new(OfFunctions {
            check: || Ok(()),
            bytes: || digraph::memory_bytes(plan, game),
            time: || time::of_digraph(plan, game),
            run: move |sink: &dyn Sink| digraph::run(plan, game, sink, level),
        }),
        Method::DigraphFour(game) => Box::new(OfFunctions {
            check: || digraph_four::check(plan),
            bytes: || digraph_four::memory_bytes(plan, game),
            time: move || {
                let edges = if is_outcome { 0 } else { game.edges().len() };
                let of_edges = thread::EDGE_OF_FOUR_HEAPS * edges as f64;
                time::on_all_threads(plan, thread::FOUR_HEAPS + of_edges)
            },
            run: move |sink: &dyn Sink| digraph_four::run(plan, game, sink),
        }),
        Method::Euclid(game) => Box::new(OfFunctions {
            check: || Ok(()),
            bytes: || euclid::memory_bytes(plan),
            time: || time::on_all_threads(plan, thread::EUCLID),
            run: move |sink: &dyn Sink| euclid::run(plan, *game, sink).map(without_messages),
        }),
        Method::Fibonacci => Box::new(OfFunctions {
            check: || Ok(()),
            bytes: || fibonacci::memory_bytes(plan),
            time: move || {
                let of_values = thread::FIBONACCI;
                let of_position = if is_outcome { thread::FIBONACCI_OUTCOME } else { of_values };
                time::on_all_threads(plan, of_position)
            },
            run: move |sink: &dyn Sink| fibonacci::run(plan, sink).map(without_messages),
        }),
        Method::Loopy(game) => Box::new(OfFunctions {
            check: || loopy::check(plan, game),
            bytes: || loopy::memory_bytes(plan, game),
            time: || time::on_all_threads(plan, loopy::nanoseconds_of_position(plan, game)),
            run: move |sink: &dyn Sink| loopy::run(plan, game, sink).map(without_messages),
        }),
        Method::SubtractionGrundy(game) | Method::SubtractionPalaces(game) => {
            Box::new(OfFunctions {
                check: || Ok(()),
                bytes: || subtraction::memory_bytes(plan, game),
                time: || {
                    let bytes = subtraction::bytes_of_heap_size(plan, game);
                    let of_heap = thread::HEAP_SIZE + thread::BYTE_OF_VECTOR * bytes;
                    time::on_one_thread(plan, of_heap)
                },
                run: move |sink: &dyn Sink| {
                    subtraction::run(plan, game, sink).map(without_messages)
                },
            })
        }
        Method::TakeAndBreak(game) => Box::new(OfFunctions {
            check: || Ok(()),
            bytes: || take_and_break::memory_bytes(plan, game),
            time: || {
                let fixed = take_and_break::fixed_parts_of_heap(plan, game);
                time::on_one_thread(plan, thread::HEAP_OF_PAIRS + thread::FIXED_PART * fixed)
            },
            run: move |sink: &dyn Sink| {
                take_and_break::run(plan, game, sink, level).map(without_messages)
            },
        }),
        Method::Partizan(game) => Box::new(partizan::wavefront(plan, game)),
        Method::Scores(games) => scores::wavefront(plan, games),
        Method::VectorGrundy(game) => Box::new(vector_grundy::wavefront(plan, game, level)),
        Method::VectorPalaces(game) => Box::new(vector_palaces::wavefront(plan, game, level)),
    }
}

/// Returns the method of a written ruleset whose options are looked up one by one.
fn option_by_option<'a>(plan: &'a Plan, game: &'a WrittenRuleset) -> Box<dyn CpuMethod + 'a> {
    Box::new(OfFunctions {
        check: || clauses::check(plan, game),
        bytes: || clauses::memory_bytes(plan, game),
        time: || time::of_clauses(plan, game),
        run: |sink: &dyn Sink| clauses::run(plan, game, sink).map(|()| Traffic::default()),
    })
}

/// Returns the expected time of a run on one thread in nanoseconds.
pub(super) fn nanoseconds(plan: &Plan) -> f64 {
    method(plan, Level::new()).time().nanoseconds
}

struct PreparedCpu<'a> {
    plan: &'a Plan,
    method: Box<dyn CpuMethod + 'a>,
}

impl Prepared for PreparedCpu<'_> {
    fn plan(&self) -> &Plan {
        self.plan
    }

    fn memory(&self) -> Memory {
        self.method.memory()
    }

    fn expected(&self) -> Duration {
        duration(self.method.time().seconds())
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        let traffic = self.method.run(sink)?;
        Ok(RunReport { traffic, ..RunReport::default() })
    }
}
