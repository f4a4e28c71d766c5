//! Which engine runs a job, and why.

use std::time::Duration;

use super::gpu::{open_hardware, open_requested};
use super::resources::check_memory;
use super::trial::times_by_trial;
use super::{Front, Note, Reason, Refusal, with_injected_fault};
use crate::engine::cluster::Network;
use crate::engine::cluster::undivided::Undivided;
use crate::engine::cpu::CpuEngine;
use crate::engine::reference::ReferenceEngine;
use crate::engine::{Engine, EngineError, EngineKind, Prepared};
use crate::error::Error;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::plan::Plan;

/// The engine that may run a plan.
pub struct EngineChoice {
    engine: Box<dyn Engine>,
    /// The plan with tiles that this engine can take.
    fitting: Plan,
    asked: Asked,
    /// Why it is chosen, where that is not what was requested.
    reason: Option<Reason>,
    /// Whether the CPU engine runs the plan if that is expected to take less time.
    is_auto: bool,
    /// Whether engines may run for a moment, to find out which takes less time.
    may_try: bool,
    /// Whether the CPU engine goes on where the GPU fails: if no engine was requested.
    falls_back: bool,
}

/// What an engine has to deliver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// All values.
    Values,
    /// Totals alone.
    Totals,
}

/// An engine and a plan that it has prepared.
pub struct Chosen<'a> {
    /// The engine.
    pub engine: &'a dyn Engine,
    /// The plan.
    pub prepared: Box<dyn Prepared + 'a>,
    /// How long a run is expected to take that stores nothing: by the [plan](Prepared::expected), or by a trial.
    pub expected: Duration,
}

impl<'a> Chosen<'a> {
    /// Expects of an engine what it expects of itself.
    fn untried(engine: &'a dyn Engine, prepared: Box<dyn Prepared + 'a>) -> Self {
        Chosen { engine, expected: prepared.expected(), prepared }
    }
}

/// Finds the engine that is requested; without one a hardware GPU if there is one that can take the plan and
/// the CPU engine is expected to take long, else the CPU engine. A GPU that nobody requested is used only if its
/// selftest has passed, which runs the first time.
///
/// The ranks of a network, all of which call it, get the same engine, in the same tiles. They take GPUs by turns, but
/// only if these are requested: each would compute the whole table.
///
/// # Errors
/// When an adapter is named for another engine than the GPU engine, when there is no adapter or it cannot be
/// opened, and when the front interrupts a selftest. Where this happens to one rank, the others have stopped.
pub fn choose(
    engine: Option<EngineKind>,
    adapter: Option<&str>,
    plan: &Plan,
    asked: Asked,
    network: &dyn Network,
    front: &impl Front,
) -> Result<EngineChoice, Error> {
    let falls_back = engine.is_none();
    let only = |engine: Box<dyn Engine>| {
        let fitting = asked.fit_tiles(engine.as_ref(), plan);
        EngineChoice {
            engine,
            fitting,
            asked,
            reason: None,
            is_auto: false,
            may_try: true,
            falls_back,
        }
    };
    match (engine, adapter) {
        (Some(EngineKind::Reference | EngineKind::Cpu), Some(name)) => Err(InvalidInput::new(
            InvalidInputKind::AdapterWithoutGpu,
            name,
            "only the GPU engine runs on an adapter",
            "leave it out, or ask for the GPU engine",
        )
        .into()),
        (Some(EngineKind::Reference), None) => Ok(only(Box::new(Undivided(ReferenceEngine)))),
        (Some(EngineKind::Cpu), None) => Ok(only(Box::new(CpuEngine))),
        // A name asks for that adapter, be it hardware or software.
        (Some(EngineKind::Gpu), name) | (None, name @ Some(_)) => {
            let open = || {
                let (engine, shares) = open_requested(name, front)?;
                Ok((only(with_injected_fault(engine)?), shares))
            };
            on_all_ranks(network, open(), front)
        }
        (None, None) if network.size() > 1 => {
            Ok(EngineChoice { reason: Some(Reason::SeveralRanks), ..only(Box::new(CpuEngine)) })
        }
        (None, None) => {
            let found = hardware_gpu(plan, asked, front);
            front.control().proceed()?;
            Ok(match found {
                Ok(engine) => EngineChoice { is_auto: true, ..only(with_injected_fault(engine)?) },
                Err(reason) => EngineChoice { reason: Some(reason), ..only(Box::new(CpuEngine)) },
            })
        }
    }
}

/// Agrees with all ranks on the tiles: on the smallest ones that were fitted to an adapter. `mine` is the choice of this
/// rank, and whether it shares its adapter with a rank before it.
///
/// # Errors
/// When there is no choice, on this rank or on another one.
fn on_all_ranks(
    network: &dyn Network,
    mine: Result<(EngineChoice, bool), Error>,
    front: &impl Front,
) -> Result<EngineChoice, Error> {
    // No tile has the edge 0, which says that there is no choice.
    let (edge, shares) = mine.as_ref().map_or((0, false), |(choice, shares)| {
        (choice.fitting.tiling().edges().largest(), *shares)
    });
    let edges = network.gather(&edge.to_le_bytes(), &vec![size_of::<u32>(); network.size()]);
    let least = edges.as_chunks().0.iter().map(|&edge| u32::from_le_bytes(edge)).min();
    let sharing = network.sum(shares.into());
    let (choice, _) = mine?;
    let edge = least.filter(|&edge| edge > 0).ok_or(EngineError::Stopped)?;
    if sharing > 0 && network.size() > 1 {
        front.note(&Note::SharedAdapters { ranks: sharing });
    }
    let fitting = match choice.fitting.tiling().edges().largest() {
        own if own > edge => choice.fitting.with_tile(edge)?,
        _ => choice.fitting,
    };
    Ok(EngineChoice { fitting, ..choice })
}

impl Asked {
    /// Returns the plan with tiles that an engine can take, if tiles are requested.
    fn fit_tiles(self, engine: &dyn Engine, plan: &Plan) -> Plan {
        match self {
            Asked::Values => engine.fit_tiles(plan.clone()),
            Asked::Totals => plan.clone(),
        }
    }

    fn prepare<'a>(
        self,
        engine: &'a dyn Engine,
        plan: &'a Plan,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        match self {
            Asked::Values => engine.prepare(plan),
            Asked::Totals => engine.prepare_totals(plan),
        }
    }
}

impl EngineChoice {
    /// Returns the choice for somebody who wants to know the plan alone: no engine runs to find out how long it takes.
    #[must_use]
    pub fn without_trial(self) -> Self {
        EngineChoice { may_try: false, ..self }
    }

    /// Does what [`prepare`](Self::prepare) does for a run that stores nothing, and checks that it fits into memory.
    ///
    /// # Errors
    /// When the plan is beyond the limits of the engine, or does not fit.
    pub fn prepare_unstored<'a>(
        &'a self,
        plan: &'a Plan,
        front: &impl Front,
    ) -> Result<Chosen<'a>, Error> {
        let chosen = self.prepare(plan, front)?;
        check_memory(chosen.engine, chosen.prepared.as_ref(), 0)?;
        Ok(chosen)
    }

    /// Prepares the plan on the engine that was found for it. If a GPU was found that nobody requested, the
    /// CPU engine takes the plan instead where that is expected to take less time, after a trial if it may be
    /// long (`trial.rs`), or where the GPU cannot take it. Notes which engine it is before anything runs on
    /// it. Where no edge of tiles was requested, what is prepared may have smaller ones.
    ///
    /// # Errors
    /// When the plan is beyond the limits of the engine.
    pub fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        front: &impl Front,
    ) -> Result<Chosen<'a>, EngineError> {
        let engine = self.engine.as_ref();
        let prepared = self.asked.prepare(engine, &self.fitting);
        if !self.is_auto {
            let prepared = prepared?;
            front.note(&Note::Engine(engine, self.reason.as_ref()));
            return Ok(Chosen::untried(engine, prepared));
        }
        let mut chosen = [(engine, prepared), (&CpuEngine, CpuEngine.prepare(plan))]
            .map(|(engine, prepared)| Ok(Chosen::untried(engine, prepared?)));
        if let (true, [Ok(on_gpu), Ok(on_cpu)]) = (self.may_try, &mut chosen)
            && let Some(times) =
                times_by_trial([&*on_gpu, &*on_cpu].map(|on| (on.engine, on.prepared.as_ref())))
        {
            [on_gpu.expected, on_cpu.expected] = times;
        }
        let [on_gpu, on_cpu] = chosen;
        let adapter = engine.adapter().unwrap_or_default();
        let (side, reason) = decide(&adapter, time_of(&on_gpu), time_of(&on_cpu));
        let chosen = match side {
            EngineKind::Gpu => on_gpu?,
            EngineKind::Cpu | EngineKind::Reference => on_cpu?,
        };
        front.note(&Note::Engine(chosen.engine, Some(&reason)));
        Ok(chosen)
    }

    /// Returns the CPU engine, with the plan prepared that the GPU had, if a GPU that nobody requested has
    /// failed in the middle of a run: it goes on with what is stored. Notes so.
    ///
    /// # Errors
    /// The same error, where the CPU engine cannot go on.
    pub(super) fn fallback(
        &self,
        failed: &dyn Engine,
        error: Error,
        front: &impl Front,
    ) -> Result<Chosen<'_>, Error> {
        if !self.falls_back || !error.lets_cpu_go_on(failed.kind()) {
            return Err(error);
        }
        let Ok(prepared) = CpuEngine.prepare(&self.fitting) else { return Err(error) };
        front.note(&Note::GpuFailed(&error));
        Ok(Chosen::untried(&CpuEngine, prepared))
    }
}

/// How long an engine is expected to take for a plan, or why it cannot take the plan.
type ExpectedTime = Result<Duration, EngineError>;

fn time_of(chosen: &Result<Chosen, EngineError>) -> ExpectedTime {
    chosen.as_ref().map(|chosen| chosen.expected).map_err(EngineError::clone)
}

/// Chooses the engine that is expected to take less time, and says why.
fn decide(adapter: &str, gpu: ExpectedTime, cpu: ExpectedTime) -> (EngineKind, Reason) {
    let faster = |time, other, than| Reason::Faster { time, other, than };
    match (gpu, cpu) {
        (Err(error), _) => {
            let refusal = (adapter.to_owned(), Refusal::Engine(error));
            (EngineKind::Cpu, Reason::GpuRefuses(vec![refusal]))
        }
        (Ok(_), Err(error)) => (EngineKind::Gpu, Reason::CpuRefuses(error)),
        (Ok(gpu), Ok(cpu)) if gpu < cpu => (EngineKind::Gpu, faster(gpu, cpu, None)),
        (Ok(gpu), Ok(cpu)) => (EngineKind::Cpu, faster(cpu, gpu, Some(adapter.to_owned()))),
    }
}

/// While a GPU is being opened, which takes at least a tenth of a second, the CPU engine has done what
/// it is expected to do in this time.
const SOONER_THAN_OPENED: Duration = Duration::from_millis(100);

/// While a GPU is being tested for the first time, the CPU engine has done what it is expected to do in this time.
const SOONER_THAN_TESTED: Duration = Duration::from_secs(10);

/// Opens the first hardware GPU that can take a plan that the CPU engine is expected to take long for, or returns
/// why there is none.
fn hardware_gpu(plan: &Plan, asked: Asked, front: &impl Front) -> Result<Box<dyn Engine>, Reason> {
    let on_cpu = CpuEngine.prepare(plan).map(|prepared| prepared.expected());
    if let Ok(time) = on_cpu
        && time < SOONER_THAN_OPENED
    {
        return Err(Reason::Soon(time));
    }
    let takes =
        |engine: &dyn Engine| asked.prepare(engine, &asked.fit_tiles(engine, plan)).map(drop);
    let is_worth_a_test = on_cpu.map_or(true, |time| time >= SOONER_THAN_TESTED);
    open_hardware(plan, takes, is_worth_a_test, front)
}

/// Returns the share of the tiles of an engine that is checked while it computes, unless another is
/// requested.
pub fn usually_checked(engine: EngineKind) -> f64 {
    match engine {
        EngineKind::Gpu => 1.0 / 256.0,
        EngineKind::Cpu | EngineKind::Reference => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::control::Control;
    use crate::engine::cluster::threads;
    use crate::engine::{Memory, RunReport, Sink};
    use crate::run::{Program, Work};

    /// Keeps the number of ranks that share adapters, as a note says it.
    #[derive(Default)]
    struct Told(Cell<u64>);

    impl Front for Told {
        fn note(&self, note: &Note) {
            if let Note::SharedAdapters { ranks } = note {
                self.0.set(*ranks);
            }
        }

        fn control(&self) -> Control<'_> {
            Control::default()
        }

        fn program(&self) -> Option<Program> {
            None
        }

        fn watch<T>(&self, _: impl FnOnce() -> Work, task: impl FnOnce(&Control) -> T) -> T {
            task(&Control::default())
        }
    }

    fn plan(tile: u32) -> Plan {
        let plan = Plan::parse("wythoff", "100x100", "grundy").expect("a plan");
        plan.with_tile(tile).expect("a tile")
    }

    /// Returns a choice whose engine takes tiles of this edge.
    fn choice(tile: u32) -> EngineChoice {
        EngineChoice {
            engine: Box::new(CpuEngine),
            fitting: plan(tile),
            asked: Asked::Values,
            reason: None,
            is_auto: false,
            may_try: true,
            falls_back: false,
        }
    }

    /// An engine that must not run, and is expected to take longer than the CPU engine.
    struct Unwanted;

    impl Engine for Unwanted {
        fn kind(&self) -> EngineKind {
            EngineKind::Gpu
        }

        fn prepare<'a>(&'a self, plan: &'a Plan) -> Result<Box<dyn Prepared + 'a>, EngineError> {
            Ok(Box::new(PreparedUnwanted(plan)))
        }
    }

    struct PreparedUnwanted<'a>(&'a Plan);

    impl Prepared for PreparedUnwanted<'_> {
        fn plan(&self) -> &Plan {
            self.0
        }

        fn memory(&self) -> Memory {
            Memory::default()
        }

        fn expected(&self) -> Duration {
            Duration::MAX
        }

        fn run(&self, _: &dyn Sink) -> Result<RunReport, EngineError> {
            panic!("it is run")
        }
    }

    /// Catches a plan that is printed, for which engines run to find out how long they take. One thread takes long on any
    /// machine.
    #[test]
    fn for_a_plan_alone_no_engine_runs() {
        let thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        thread.install(|| {
            let plan = Plan::parse("wythoff", "60000x60000", "grundy").expect("a plan");
            let expected = CpuEngine.prepare(&plan).expect("it fits").expected();
            assert!(expected > Duration::from_secs(10), "{expected:?} is too short for a trial");
            let (engine, fitting) = (Box::new(Unwanted), plan.clone());
            let choice = EngineChoice { engine, fitting, is_auto: true, ..choice(64) };
            let choice = choice.without_trial();
            let chosen = choice.prepare(&plan, &Told::default()).expect("the CPU engine takes it");
            assert_eq!((chosen.engine.kind(), chosen.expected), (EngineKind::Cpu, expected));
        });
    }

    /// Catches ranks with other tiles, a rank that goes on or waits where another one has no GPU, and a note that is
    /// missing.
    #[test]
    fn all_ranks_have_the_same_tiles_or_none_goes_on() {
        let edges = threads::run(3, |network| {
            let told = Told::default();
            let mine = Ok((choice([64, 16, 32][network.rank()]), network.rank() == 2));
            let choice = on_all_ranks(network, mine, &told).expect("all have a choice");
            (choice.fitting.tiling().edges().largest(), told.0.get())
        });
        assert_eq!(edges, [(16, 1); 3]);
        let outcomes = threads::run(3, |network| {
            let mine = match network.rank() {
                1 => Err(EngineError::NotBuilt.into()),
                _ => Ok((choice(64), false)),
            };
            on_all_ranks(network, mine, &Told::default()).err()
        });
        assert!(matches!(outcomes[1], Some(Error::Engine(EngineError::NotBuilt))), "{outcomes:?}");
        for other in [&outcomes[0], &outcomes[2]] {
            assert!(matches!(other, Some(Error::Interrupted)), "{other:?}");
        }
    }

    /// Catches ranks of which one takes a GPU while the others wait for its messages.
    #[test]
    fn ranks_take_no_gpu_that_nobody_requests() {
        threads::run(2, |network| {
            let plan = Plan::parse("wythoff", "30000x30000", "grundy").expect("a plan");
            let choice = choose(None, None, &plan, Asked::Values, network, &Told::default());
            let choice = choice.expect("a choice");
            assert_eq!(choice.engine.kind(), EngineKind::Cpu);
            assert_eq!(choice.reason, Some(Reason::SeveralRanks));
        });
    }

    /// Catches a choice of the slower engine, and of one that cannot take the plan.
    #[test]
    fn the_faster_engine_is_chosen() {
        let milliseconds = Duration::from_millis;
        let time = |time| Ok(milliseconds(time));
        let refusal = || Err(EngineError::NotBuilt);
        let faster = |time, other, than: Option<&str>| Reason::Faster {
            time: milliseconds(time),
            other: milliseconds(other),
            than: than.map(str::to_owned),
        };
        let not_built = Refusal::Engine(EngineError::NotBuilt);
        let gpu_refuses = Reason::GpuRefuses(vec![("card".into(), not_built)]);
        for (gpu, cpu, side, reason) in [
            (time(200), time(3000), EngineKind::Gpu, faster(200, 3000, None)),
            (time(200), time(150), EngineKind::Cpu, faster(150, 200, Some("card"))),
            (time(200), time(200), EngineKind::Cpu, faster(200, 200, Some("card"))),
            (refusal(), time(3000), EngineKind::Cpu, gpu_refuses),
            (time(200), refusal(), EngineKind::Gpu, Reason::CpuRefuses(EngineError::NotBuilt)),
        ] {
            assert_eq!(decide("card", gpu, cpu), (side, reason));
        }
    }
}
