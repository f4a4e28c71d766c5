//! An engine of one's own, held to the definition.
//!
//! Bouton (1901) proved that the Grundy value of Nim is the bitwise exclusive or of the heap sizes. This
//! engine fills tables of Nim by that formula; the reference engine, which lists options and takes the
//! mex, judges it. A second engine adds the heap sizes instead, and is caught at the first position in
//! grade order where that is wrong.
//!
//! ```text
//! cargo run --example own_engine
//! ```

#![allow(clippy::print_stdout, reason = "an example prints what it found")]

use std::error::Error;
use std::time::Duration;

use grundytab::Values;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{
    Engine, EngineError, EngineKind, Memory, Prepared, RunReport, Sink, Wanted,
};
use grundytab::tiling::Tile;
use grundytab::{Coordinates, Difference, InMemoryTable, Plan, Position, Quantity, Ruleset};

/// Fills tables by a formula for the value of a position.
struct Formula(fn(&[u32]) -> u32);

impl Engine for Formula {
    /// A table stores the kind of the engine that wrote it; this one runs on the CPU.
    fn kind(&self) -> EngineKind {
        EngineKind::Cpu
    }

    /// Checks that the plan is one of Grundy values of Nim, before anything is computed.
    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        _: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        let (ruleset, quantity) = (plan.job().ruleset(), plan.job().quantity());
        let is_nim = Ruleset::parse(&format!("nim:{}", ruleset.heaps())).as_ref() == Ok(ruleset);
        if is_nim && quantity == Quantity::Grundy {
            Ok(Box::new(PreparedFormula { formula: self.0, plan }))
        } else {
            Err(EngineError::Unsupported { ruleset: ruleset.to_string(), quantity })
        }
    }
}

struct PreparedFormula<'a> {
    formula: fn(&[u32]) -> u32,
    plan: &'a Plan,
}

impl Prepared for PreparedFormula<'_> {
    fn plan(&self) -> &Plan {
        self.plan
    }

    fn memory(&self) -> Memory {
        Memory { host_bytes: self.plan.tile_bytes(), ..Memory::default() }
    }

    /// A nanosecond for each position, or so.
    fn expected(&self) -> Duration {
        Duration::from_nanos(self.plan.job().domain().positions())
    }

    /// Computes the tiles one by one. Cells of a tile that lie outside the domain hold the fill value.
    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        let (domain, tiling) = (self.plan.job().domain(), self.plan.tiling());
        let value_type = self.plan.value_type();
        for index in tiling.tiles() {
            sink.proceed()?;
            let origin = tiling.region(index).origin;
            let value = |cell: Coordinates| {
                let at = origin + cell;
                if domain.contains(at) {
                    (self.formula)(at.unpadded(domain.heaps()))
                } else {
                    value_type.fill()
                }
            };
            let cells = Coordinates::cells_of_box(tiling.edges());
            sink.tile(Tile { index, values: Values::from_u32(value_type, cells.map(value)) })?;
        }
        Ok(RunReport::default())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let nim = Plan::parse("nim:3", "20x18x9", "grundy")?.with_tile(8)?;
    let truth = InMemoryTable::run(&ReferenceEngine, &nim)?;

    let xor = Formula(|heaps| heaps.iter().fold(0, |sum, heap| sum ^ heap));
    truth.compare(&InMemoryTable::run(&xor, &nim)?)?;
    println!("xor: all {} positions agree with the definition", nim.job().domain().positions());

    let sum = Formula(|heaps| heaps.iter().sum());
    let difference = truth.compare(&InMemoryTable::run(&sum, &nim)?);
    let position = Position::new(&[0, 1, 1]);
    assert_eq!(difference, Err(Difference::Value { position, expected: 0, found: 2 }));
    println!("sum: {}", difference.err().ok_or("a difference")?);

    // Both refuse a game that they do not know.
    let wythoff = Plan::parse("wythoff", "20x20", "grundy")?;
    println!("{}", xor.prepare(&wythoff, Wanted::Values).err().ok_or("a refusal")?);
    Ok(())
}
