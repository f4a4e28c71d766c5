//! Which engine runs a job, and why.

use std::time::Duration;

use super::gpu::{open_hardware, open_requested};
use super::resources::check_memory;
use super::trial::times_by_trial;
use super::{Note, Observer, Reason, Refusal, with_injected_fault};
use grundytab::engine::cluster::Network;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineError, EngineKind, Prepared, Wanted};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::plan::Plan;

/// The engine that may run a plan.
pub struct EngineChoice {
    engine: Box<dyn Engine>,
    /// The plan with tiles that this engine can take.
    fitting: Plan,
    /// The plan with tiles for the CPU engine, which may run it as well.
    on_cpu: Plan,
    wanted: Wanted,
    /// Why it is chosen, where that is not what was requested.
    reason: Option<Reason>,
    /// Whether the CPU engine runs the plan if that is expected to take less time.
    is_auto: bool,
    /// Whether engines may run for a moment, to find out which takes less time.
    may_try: bool,
    /// Whether the CPU engine goes on where the GPU fails: if no engine was requested.
    falls_back: bool,
}

/// An engine and a plan that it has prepared.
pub struct Chosen<'a> {
    /// The engine.
    pub engine: &'a dyn Engine,
    /// The plan.
    pub prepared: Box<dyn Prepared + 'a>,
    /// How long a run without storing is expected to take: by the [plan](Prepared::expected), or by a trial.
    pub expected: Duration,
}

impl<'a> Chosen<'a> {
    /// Takes the expected time from the plan.
    fn untried(engine: &'a dyn Engine, prepared: Box<dyn Prepared + 'a>) -> Self {
        Chosen { engine, expected: prepared.expected(), prepared }
    }
}

/// Finds the requested engine. If none is requested, finds a hardware GPU that can take the plan, provided that the CPU
/// engine is expected to take long; otherwise the CPU engine. A GPU that nobody requested is used only if its selftest
/// has passed; the selftest runs before the first use.
///
/// Several ranks get the CPU engine, since only that one divides the work.
///
/// # Errors
/// When an adapter is named for another engine than the GPU engine, when several ranks ask for another engine than the
/// CPU engine, when there is no adapter or it cannot be opened, and when the observer interrupts a selftest.
pub fn choose(
    engine: Option<EngineKind>,
    adapter: Option<&str>,
    plan: &Plan,
    wanted: Wanted,
    network: &dyn Network,
    observer: &impl Observer,
) -> Result<EngineChoice, Error> {
    let falls_back = engine.is_none();
    let only = |engine: Box<dyn Engine>| {
        let fitting = fit_tiles(engine.as_ref(), plan, wanted);
        let on_cpu = fit_tiles(&CpuEngine, plan, wanted);
        EngineChoice {
            engine,
            fitting,
            on_cpu,
            wanted,
            reason: None,
            is_auto: false,
            may_try: true,
            falls_back,
        }
    };
    let of_one_process = match (engine, adapter) {
        (Some(EngineKind::Cpu), _) | (None, None) => None,
        (Some(engine), _) => Some(engine),
        (None, Some(_)) => Some(EngineKind::Gpu),
    };
    if let (Some(engine), 2..) = (of_one_process, network.size()) {
        return Err(EngineError::SeveralRanks { engine }.into());
    }
    match (engine, adapter) {
        (Some(EngineKind::Reference | EngineKind::Cpu), Some(name)) => Err(InvalidInput::new(
            InvalidInputKind::AdapterWithoutGpu,
            name,
            "only the GPU engine runs on an adapter",
            "leave it out, or ask for the GPU engine",
        )
        .into()),
        (Some(EngineKind::Cpu), None) => Ok(only(Box::new(CpuEngine))),
        (Some(EngineKind::Reference), None) => Ok(only(Box::new(ReferenceEngine))),
        // A name asks for that adapter, be it hardware or software.
        (Some(EngineKind::Gpu), name) | (None, name @ Some(_)) => {
            Ok(only(with_injected_fault(open_requested(name, observer)?)?))
        }
        (None, None) if network.size() > 1 => {
            Ok(EngineChoice { reason: Some(Reason::SeveralRanks), ..only(Box::new(CpuEngine)) })
        }
        (None, None) => {
            let found = hardware_gpu(plan, wanted, observer);
            observer.control().proceed()?;
            Ok(match found {
                Ok(engine) => EngineChoice { is_auto: true, ..only(with_injected_fault(engine)?) },
                Err(reason) => EngineChoice { reason: Some(reason), ..only(Box::new(CpuEngine)) },
            })
        }
    }
}

/// Returns the plan with tiles that an engine can take, if tiles are wanted.
fn fit_tiles(engine: &dyn Engine, plan: &Plan, wanted: Wanted) -> Plan {
    match wanted {
        Wanted::Values => engine.fit_tiles(plan.clone()),
        Wanted::Totals => plan.clone(),
    }
}

impl EngineChoice {
    /// Returns the choice without a trial: for a printed plan no engine runs.
    #[must_use]
    pub fn without_trial(self) -> Self {
        EngineChoice { may_try: false, ..self }
    }

    /// Does what [`prepare`](Self::prepare) does for a run that stores nothing, and checks that it fits into memory.
    ///
    /// # Errors
    /// When the plan is beyond the limits of the engine, or does not fit.
    pub fn prepare_unstored<'a>(&'a self, observer: &impl Observer) -> Result<Chosen<'a>, Error> {
        let chosen = self.prepare(observer)?;
        check_memory(chosen.engine, chosen.prepared.as_ref(), 0, None)?;
        Ok(chosen)
    }

    /// Prepares the plan on the engine that was found for it. If nobody requested a GPU and one was found, the CPU
    /// engine takes the plan if it is expected to be faster, or if the GPU cannot take the plan; a long job is tried on
    /// both engines first (`trial.rs`). Notes the engine before anything runs on it. If no tile edge was requested, the
    /// prepared plan may have smaller tiles.
    ///
    /// # Errors
    /// When the plan is beyond the limits of the engine.
    pub fn prepare<'a>(&'a self, observer: &impl Observer) -> Result<Chosen<'a>, EngineError> {
        let engine = self.engine.as_ref();
        let prepared = engine.prepare(&self.fitting, self.wanted);
        if !self.is_auto {
            let prepared = prepared?;
            observer.note(&Note::Engine(engine, self.reason.as_ref()));
            return Ok(Chosen::untried(engine, prepared));
        }
        let mut chosen =
            [(engine, prepared), (&CpuEngine, CpuEngine.prepare(&self.on_cpu, self.wanted))]
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
        observer.note(&Note::Engine(chosen.engine, Some(&reason)));
        Ok(chosen)
    }

    /// Replaces a GPU that nobody requested and that has failed during a run: returns the CPU engine with the same plan
    /// prepared, which continues from the stored tiles. Notes the replacement.
    ///
    /// # Errors
    /// The error of the GPU, if the CPU engine cannot continue.
    pub(super) fn fallback(
        &self,
        failed: &dyn Engine,
        error: Error,
        observer: &impl Observer,
    ) -> Result<Chosen<'_>, Error> {
        if !self.falls_back || !error.lets_cpu_go_on(failed.kind()) {
            return Err(error);
        }
        let Ok(prepared) = CpuEngine.prepare(&self.fitting, Wanted::Values) else {
            return Err(error);
        };
        observer.note(&Note::GpuFailed(&error));
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

/// Opening a GPU takes at least a tenth of a second. No GPU is opened for a job that the CPU engine is expected to
/// finish in this time.
const SOONER_THAN_OPENED: Duration = Duration::from_millis(100);

/// The first test of a GPU takes about this time. No GPU is tested for a job that the CPU engine is expected to finish
/// sooner.
const SOONER_THAN_TESTED: Duration = Duration::from_secs(10);

/// Opens the first hardware GPU that can take the plan, if the CPU engine is expected to take long; otherwise returns
/// the reason.
fn hardware_gpu(
    plan: &Plan,
    wanted: Wanted,
    observer: &impl Observer,
) -> Result<Box<dyn Engine>, Reason> {
    let on_cpu = CpuEngine.prepare(plan, Wanted::Values).map(|prepared| prepared.expected());
    if let Ok(time) = on_cpu
        && time < SOONER_THAN_OPENED
    {
        return Err(Reason::Soon(time));
    }
    let takes =
        |engine: &dyn Engine| engine.prepare(&fit_tiles(engine, plan, wanted), wanted).map(drop);
    let is_worth_a_test = on_cpu.map_or(true, |time| time >= SOONER_THAN_TESTED);
    open_hardware(plan, takes, is_worth_a_test, observer)
}

/// Returns the default share of an engine's tiles that is checked during the run.
pub fn usually_checked(engine: EngineKind) -> f64 {
    match engine {
        EngineKind::Gpu => 1.0 / 256.0,
        EngineKind::Cpu | EngineKind::Reference => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::run::{Program, Work};
    use crate::tests::common::threads;
    use grundytab::control::Control;
    use grundytab::engine::{Memory, RunReport, Sink};

    /// Shows nothing.
    struct Silent;

    impl Observer for Silent {
        fn note(&self, _: &Note) {}

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
            on_cpu: plan(tile),
            wanted: Wanted::Values,
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

        fn prepare<'a>(
            &'a self,
            plan: &'a Plan,
            _: Wanted,
        ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
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
            let expected = CpuEngine.prepare(&plan, Wanted::Values).expect("it fits").expected();
            assert!(expected > Duration::from_secs(10), "{expected:?} is too short for a trial");
            let (engine, fitting) = (Box::new(Unwanted), plan.clone());
            let on_cpu = plan;
            let choice = EngineChoice { engine, fitting, on_cpu, is_auto: true, ..choice(64) };
            let choice = choice.without_trial();
            let chosen = choice.prepare(&Silent).expect("the CPU engine takes it");
            assert_eq!((chosen.engine.kind(), chosen.expected), (EngineKind::Cpu, expected));
        });
    }

    /// Catches an engine that each rank would fill the whole table with, and an error that does not name it.
    #[test]
    fn several_ranks_ask_for_no_engine_but_the_cpu() {
        for (engine, adapter, refused) in [
            (Some(EngineKind::Gpu), None, EngineKind::Gpu),
            (None, Some("card"), EngineKind::Gpu),
            (Some(EngineKind::Gpu), Some("card"), EngineKind::Gpu),
            (Some(EngineKind::Reference), None, EngineKind::Reference),
        ] {
            threads::run(2, |network| {
                let choice = choose(engine, adapter, &plan(16), Wanted::Values, network, &Silent);
                let Err(error) = choice else { panic!("{engine:?}, {adapter:?}") };
                let expected = EngineError::SeveralRanks { engine: refused };
                assert!(matches!(error, Error::Engine(error) if error == expected));
            });
        }
    }

    /// Catches ranks of which one takes a GPU while the others wait for its messages.
    #[test]
    fn ranks_take_no_gpu_that_nobody_requests() {
        threads::run(2, |network| {
            let plan = Plan::parse("wythoff", "30000x30000", "grundy").expect("a plan");
            let choice = choose(None, None, &plan, Wanted::Values, network, &Silent);
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
