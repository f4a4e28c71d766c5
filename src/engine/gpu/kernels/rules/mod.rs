//! Games whose rules the user writes, on the GPU. Host half of `shaders/rules.wgsl` and of the kernels
//! that import it, one for each kind of quantity; counterpart of `engine/cpu/clauses/`.
//!
//! The clauses become WGSL (`clauses.rs`), their expressions with integers of 32 bits (`expressions.rs`). Rules any of
//! whose parts may pass them are refused, and so are tables that do not fit into the buffers of an adapter (`table.rs`).

mod choices;
mod clauses;
mod expressions;
mod loops;
mod moves;
mod operations;
mod sets;
mod sums;
mod work;
mod writer;

use crate::domain::{Coordinates, Position};
use crate::engine::EngineError;
use crate::engine::clause_games::faultless::is_faultless;
use crate::engine::clause_games::grades::{Counted, Unsorted, count, order};
use crate::engine::clause_games::{computes_grundy_values, largest_grundy_value};
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::limits::{WORKGROUP_SIZE, check_limit, largest_buffer_bytes};
use crate::engine::gpu::schedule::grades::Grades;
use crate::engine::gpu::table::Table;
use crate::engine::gpu::totals::TOTAL_WORDS;
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::{Method, WrittenRuleset, heap_bounds};
use clauses::{Text, write};
use work::{options, wants_first_moves, window};
use writer::Wanted;

/// The binding of the first buffer of the other player's scores.
const OTHER_SCORES: u32 = 4;
/// The largest bound on scores: sums of two scores and what a move pays fit in 32 bits.
const LARGEST_SCORE: u64 = 1 << 29;

/// Returns the written rules by which a plan is computed on a GPU, if it is: those of the game, or, of games that have a
/// method of their own on the CPU alone, those of the catalogue.
pub(in crate::engine::gpu) fn of_plan(plan: &Plan) -> Option<WrittenRuleset> {
    match plan.job().method() {
        Method::Clauses(game) => Some(game.clone()),
        Method::Euclid(_) | Method::Fibonacci => plan.job().ruleset().as_clauses(),
        _ => None,
    }
}

/// Describes the kernel of a plan.
///
/// # Errors
/// When the rules may pass 32 bits, when the table does not fit into the bindings, and when a position has no grade.
pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    game: &WrittenRuleset,
) -> Result<Kernel, EngineError> {
    let job = plan.job();
    let (domain, quantity) = (job.domain(), job.quantity());
    let text = text(plan, game)?;
    let cells = domain.sides().map(u64::from).into_iter().fold(1, u64::saturating_mul);
    let largest = largest_buffer_bytes(limits);
    let table = Table::new(cells, most_buffers(plan, game, limits), largest)?;
    if quantity.is_score() {
        let bound = plan.bound().largest_value;
        check_limit("the scores reach up to", bound, "points", LARGEST_SCORE)?;
    }
    let counted = counted(plan, game)?;
    let waves = counted.as_ref().map_or(job.layer_count(), |counted| counted.grades.len() as u64);
    let has_grundy_values = computes_grundy_values(plan);
    let seen_words = largest_grundy_value(plan) / 32 + 1;
    // Software computes the invocations of a workgroup one after another, in workgroups of the usual size: there is no
    // use in sharing.
    let is_software = limits.max_compute_invocations_per_workgroup <= WORKGROUP_SIZE;
    let bytes = u64::from(limits.max_compute_workgroup_storage_size).saturating_sub(OTHER_BYTES);
    let places = if has_grundy_values { bytes / (4 * seen_words) } else { WORKGROUP_SIZE.into() };
    let may_share = |lanes| !is_software && u64::from(WORKGROUP_SIZE / lanes) <= places;
    let (options, lanes) = options(plan, game, waves, may_share, text.most_options);
    check_limit("a workgroup looks up", options.of_workgroup, "options", MOST_OPTIONS)?;
    let schedule = match &counted {
        Some(counted) => Grades::of_counted(plan, counted, lanes),
        None => Grades::of_sums(plan, lanes),
    };
    let faultless = is_faultless(game, domain);
    let players = if game.is_partizan() { 2 } else { 1 };
    let (stops, stores_right) = (faultless.into(), quantity == Quantity::ScoreRight);
    let (name, own) = match quantity {
        _ if has_grundy_values => ("rules_grundy", Vec::new()),
        Quantity::Outcome | Quantity::OutcomeClass if game.blocking_number() == 0 => {
            ("rules_kinds", vec![("PLAYERS", players), ("STOPS", stops)])
        }
        Quantity::Grundy | Quantity::Outcome | Quantity::OutcomeClass | Quantity::Palaces => {
            let stops = u32::from(faultless && quantity == Quantity::Outcome);
            ("rules_palaces", vec![("BLOCKED", game.blocking_number()), ("STOPS", stops)])
        }
        Quantity::Remoteness => ("rules_remoteness", Vec::new()),
        Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => {
            ("rules_scores", vec![("PLAYERS", players), ("STORES_RIGHT", stores_right.into())])
        }
    };
    let has_two_scores = has_two_scores(quantity);
    let (is_sorted, stores_outcomes) = (counted.is_some(), !job.is_of_options());
    let mut kernel = Kernel::new(plan, name, schedule);
    kernel.constants.extend([
        ("IS_SORTED", is_sorted.into()),
        ("IS_CHECKED", (!faultless).into()),
        ("STORES_OUTCOMES", stores_outcomes.into()),
    ]);
    kernel.constants.extend(own);
    kernel.own_sizes.extend([("LANES", lanes), ("PLACES", WORKGROUP_SIZE / lanes)]);
    if has_grundy_values {
        let words = if lanes > 1 { seen_words as u32 } else { 1 };
        kernel.own_sizes.extend([("SEEN_WORDS", words), ("WINDOW", window(plan, game))]);
    }
    kernel.host.add(clauses::MODULES, &text.functions);
    kernel.buffers.push(order_buffer(plan, game, counted));
    kernel.buffers.push(KernelBuffer::given("sets", &text.sets));
    if has_two_scores {
        let of_other = table.buffers("other_scores");
        kernel.buffers.extend(of_other.map(|(name, bytes)| KernelBuffer::zeros(name, bytes)));
    } else if quantity.is_score() {
        kernel.buffers.push(KernelBuffer::zeros("other_scores", 0));
    }
    kernel.instead_of_files.extend(table.modules(has_two_scores.then_some(OTHER_SCORES)));
    Ok(Kernel {
        rules: Some(game.clone()),
        table: Some(table),
        searches: false,
        options,
        values_suffice: !has_two_scores && !stores_outcomes,
        ..kernel
    })
}

/// Returns how many buffers the table may take. What gathers tiles has four others; a wave has the order of the
/// positions, the sets, the totals and, in scores, those of the other player, as many buffers as the table.
fn most_buffers(plan: &Plan, game: &WrittenRuleset, limits: &wgpu::Limits) -> u32 {
    let job = plan.job();
    // The order of the positions has one buffer.
    let order_bytes = job.domain().positions().saturating_mul(4);
    if game.rules().grade.is_some() && order_bytes > largest_buffer_bytes(limits) {
        return 1;
    }
    let all = limits.max_storage_buffers_per_shader_stage;
    match job.quantity() {
        quantity if has_two_scores(quantity) => all.saturating_sub(3) / 2,
        _ => all.saturating_sub(4),
    }
}

fn has_two_scores(quantity: Quantity) -> bool {
    matches!(quantity, Quantity::ScoreLeft | Quantity::ScoreRight)
}

/// Returns why no adapter can take a plan, if a part of the rules may pass 32 bits.
pub(in crate::engine::gpu) fn refusal(plan: &Plan, game: &WrittenRuleset) -> Option<EngineError> {
    text(plan, game).err()
}

/// Writes the functions of a game.
///
/// # Errors
/// When a part of the rules may pass 32 bits.
fn text(plan: &Plan, game: &WrittenRuleset) -> Result<Text, EngineError> {
    let job = plan.job();
    let wanted = Wanted {
        points: job.quantity().is_score(),
        first_moves: wants_first_moves(plan, game),
        is_faultless: is_faultless(game, job.domain()),
    };
    let texts: Vec<String> = game.texts_of_clauses().collect();
    write(game.rules(), &texts, &heap_bounds(job.domain()), wanted).map_err(|too_wide| {
        EngineError::RulesPast32Bits { part: too_wide.part.to_string(), bounds: too_wide.bounds }
    })
}

/// Counts the positions of each grade, if the rules state a grade.
fn counted(plan: &Plan, game: &WrittenRuleset) -> Result<Option<Counted>, EngineError> {
    let Some(grade) = &game.rules().grade else { return Ok(None) };
    match count(plan, grade) {
        Ok(counted) => Ok(Some(counted)),
        Err(Unsorted::Stopped) => Err(EngineError::Stopped),
        Err(Unsorted::NoGrade(at)) => {
            let domain = plan.job().domain();
            game.check_grade(at, domain)?;
            Err(EngineError::Incomplete { expected: domain.positions(), found: 0 })
        }
    }
}

/// Returns the buffer of the positions in the order of their grades; one without use by the token sum.
fn order_buffer(plan: &Plan, game: &WrittenRuleset, counted: Option<Counted>) -> KernelBuffer {
    const NAME: &str = "order";
    match (game.rules().grade.clone(), counted) {
        (Some(grade), Some(counted)) => {
            let plan = plan.clone();
            let positions = plan.job().domain().positions();
            KernelBuffer::made(NAME, positions, move || order(&plan, &grade, &counted))
        }
        _ => KernelBuffer::given::<u32>(NAME, &[]),
    }
}

/// Returns the row-major index of the first position of a wave at which the kernel has noticed something wrong: the
/// complement of a maximum that no table has.
pub(in crate::engine::gpu) fn first_fault(plan: &Plan, words: &[u32; TOTAL_WORDS]) -> Option<u32> {
    let &[_, _, _, _, maximum, _, _] = words;
    let is_cell = (!maximum as usize) < plan.job().domain().sides().cells();
    is_cell.then_some(!maximum)
}

/// Checks by the definition the position with this row-major index, and returns it.
///
/// # Errors
/// What is wrong with the rules there.
pub(in crate::engine::gpu) fn check_position(
    plan: &Plan,
    game: &WrittenRuleset,
    index: u32,
) -> Result<Position, EngineError> {
    let domain = plan.job().domain();
    let at = Coordinates::from_row_major_index(index as usize, domain.sides());
    game.check(at, domain, plan.job().quantity())?;
    Ok(domain.position(at))
}

/// Bytes of the memory of a workgroup that are not those of the values seen, at most.
const OTHER_BYTES: u64 = 1024;
/// The most options of a workgroup, which cannot be cut: a GPU looks them up in seconds.
const MOST_OPTIONS: u64 = 1 << 34;
