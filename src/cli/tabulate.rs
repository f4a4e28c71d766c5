//! `grundytab tabulate`

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use grundytab::engine::{Engine, GpuWork, Prepared};
use grundytab::machine::check_fits;
use grundytab::table::{Codec, TableWriter, available_disk_bytes};
use grundytab::{Convention, InvalidInput, Job, Plan, Report, TabulateError, tabulate};
use serde_json::{Value, json};

use super::args::{CodecArg, TabulateArgs};
use super::outcome::Usage;
use super::output::{bytes, note, print, print_json};
use super::{choose, game, interrupt_flag, progress, use_threads};

pub fn run(args: &TabulateArgs) -> Result<()> {
    let start = Instant::now();
    if args.resume {
        return Err(Usage::new(
            "--resume",
            "interrupted runs cannot be resumed yet",
            "tabulate again, with --overwrite to replace what is left",
        )
        .into());
    }
    use_threads(args.engine.threads)?;
    let plan = plan(args)?;
    let adapter = args.engine.adapter.as_deref();
    let quiet = args.quiet || args.json;
    let engine = choose::engine(args.engine.engine, adapter, &plan, quiet)?;
    let prepared = engine.prepare(&plan)?;
    if args.dry_run {
        print_plan(args, engine.as_ref(), prepared.as_ref())?;
    }
    check_resources(args, prepared.as_ref(), quiet)?;
    if args.dry_run {
        return Ok(());
    }
    let codec = match args.codec {
        CodecArg::Zstd => Codec::Zstd,
        CodecArg::None => Codec::None,
    };
    let interrupt = interrupt_flag()?;
    let writer = match &args.out {
        None => None,
        Some(path) => {
            let options = TableWriter::options(&plan).codec(codec).engine(engine.as_ref());
            Some(options.overwrite(args.overwrite).create(path)?)
        }
    };
    let partial = writer.as_ref().map(|writer| writer.partial_path().to_owned());
    let positions = plan.job().domain().positions();
    let outcome = progress::with_bar(positions, quiet, &interrupt, |control| {
        tabulate(&plan, engine.as_ref(), writer, control)
    });
    let report = outcome.inspect_err(|error| {
        if let (TabulateError::Interrupted, Some(partial)) = (error, &partial) {
            note(false, format!("the unfinished table is left in {}", partial.display()));
        }
    })?;
    let seconds_total = start.elapsed().as_secs_f64();
    match args.json {
        true => print_json(&json(&plan, engine.as_ref(), &report, seconds_total)),
        false => print_report(args.out.as_deref(), &plan, &report, seconds_total),
    }
}

fn plan(args: &TabulateArgs) -> Result<Plan, InvalidInput> {
    let convention = if args.misere { Convention::Misere } else { Convention::Normal };
    let game = game::read(&args.game)?;
    let domain = args.domain.domain(game.heaps())?;
    let job = Job::new(game, domain, args.quantity.into(), convention)?;
    Plan::new(job, args.tile)
}

/// Refuses a job that does not fit, before anything is allocated or written.
fn check_resources(args: &TabulateArgs, prepared: &dyn Prepared, quiet: bool) -> Result<()> {
    choose::check_fits_memory(prepared)?;
    let Some(path) = &args.out else {
        return Ok(());
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(available) = available_disk_bytes(folder.unwrap_or(Path::new("."))) else {
        // The folder is not there, which the writer says better.
        return Ok(());
    };
    let table = prepared.plan().table_bytes();
    match args.codec {
        // What a replaced table gives back counts too, and what compression saves is not known
        // beforehand: a disk that fills up ends the run.
        _ if table <= available => {}
        CodecArg::None if !args.overwrite => check_fits("this table on disk", table, available)?,
        _ => note(
            quiet,
            format!(
                "the table takes up to {} on disk, {} are free",
                bytes(table),
                bytes(available)
            ),
        ),
    }
    Ok(())
}

fn print_plan(args: &TabulateArgs, engine: &dyn Engine, prepared: &dyn Prepared) -> Result<()> {
    let (plan, memory) = (prepared.plan(), prepared.memory());
    let (job, tiling) = (plan.job(), plan.tiling());
    let domain = job.domain();
    let layers = job.layer_count();
    if args.json {
        return print_json(&json!({
            "ruleset": job.ruleset().to_string(),
            "domain": domain.to_string(),
            "quantity": job.quantity(),
            "convention": job.convention(),
            "engine": engine.kind().to_string(),
            "adapter": engine.adapter(),
            "positions": domain.positions(),
            "layers": layers,
            "tiles": tiling.count(),
            "tile_shape": tiling.chunk_shape(),
            "value_type": plan.value_type(),
            "value_bound": plan.bound().largest_value,
            "disk_bytes": plan.table_bytes(),
            "memory_bytes": choose::memory_bytes(prepared),
            "gpu_memory_bytes": memory.device_bytes,
            "gpu": prepared.gpu_work().map(|work| json!({
                "dispatches": work.dispatches,
                "bytes_read_back": work.bytes_read_back,
            })),
        }));
    }
    let shape: Vec<String> = tiling.chunk_shape().iter().map(u32::to_string).collect();
    let bound = plan.bound();
    print(format!(
        "{} on {domain}: {}, {} play, engine {}\n\
         positions    {}\n\
         layers       {layers}\n\
         tiles        {} of {}\n\
         values       {}, at most {} ({})\n\
         disk         {}, before compression\n\
         memory       {}\n\
         GPU memory   {}",
        game::shown(job.ruleset()),
        job.quantity(),
        job.convention(),
        engine.kind(),
        domain.positions(),
        tiling.count(),
        shape.join("x"),
        plan.value_type(),
        bound.largest_value,
        bound.reason,
        bytes(plan.table_bytes()),
        bytes(choose::memory_bytes(prepared)),
        bytes(memory.device_bytes),
    ))?;
    match prepared.gpu_work() {
        None => Ok(()),
        Some(work) => print(format!("GPU work     {}", describe(work))),
    }
}

fn print_report(out: Option<&Path>, plan: &Plan, report: &Report, seconds: f64) -> Result<()> {
    let (job, totals) = (plan.job(), report.totals);
    print(format!(
        "{} on {}: {}, {} play\n\
         {} positions in {seconds:.3} s ({:.1} M positions/s), computing {:.3} s\n\
         sum {}, {} P-positions, maximum {}",
        game::shown(job.ruleset()),
        job.domain(),
        job.quantity(),
        job.convention(),
        totals.positions,
        totals.positions as f64 / seconds / 1e6,
        report.compute.as_secs_f64(),
        totals.sum,
        totals.p_positions,
        totals.maximum,
    ))?;
    if let Some(period) = report.period {
        let (from, period) = (period.from, period.period);
        print(format!(
            "period {period} from {from} on at the latest, proved by a repeated window"
        ))?;
    }
    if let Some(gpu) = report.gpu {
        let time = match gpu.kernel_time {
            Some(time) => format!("kernels {:.3} s", time.as_secs_f64()),
            None => "no clock for its kernels".into(),
        };
        print(format!("GPU: {} in {} submissions, {time}", describe(gpu.work), gpu.submissions))?;
    }
    match out {
        None => Ok(()),
        Some(path) => print(format!("{} in {}", bytes(report.bytes_on_disk), path.display())),
    }
}

fn describe(work: GpuWork) -> String {
    format!("{} dispatches, {} read back", work.dispatches, bytes(work.bytes_read_back))
}

fn json(plan: &Plan, engine: &dyn Engine, report: &Report, seconds_total: f64) -> Value {
    let (job, totals) = (plan.job(), report.totals);
    json!({
        "ruleset": job.ruleset().to_string(),
        "domain": job.domain().to_string(),
        "quantity": job.quantity(),
        "convention": job.convention(),
        "engine": engine.kind().to_string(),
        "adapter": engine.adapter(),
        "positions": totals.positions,
        "sum": totals.sum,
        "p_positions": totals.p_positions,
        "maximum": totals.maximum,
        "period": report.period,
        "seconds_compute": report.compute.as_secs_f64(),
        "seconds_total": seconds_total,
        "positions_per_second": totals.positions as f64 / seconds_total,
        "bytes_on_disk": report.bytes_on_disk,
        "gpu": report.gpu.map(|gpu| json!({
            "dispatches": gpu.work.dispatches,
            "bytes_read_back": gpu.work.bytes_read_back,
            "submissions": gpu.submissions,
            "seconds_kernel": gpu.kernel_time.map(|time| time.as_secs_f64()),
        })),
    })
}
