//! The arguments of `grundytab bench`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Measure how fast the engines are on this machine, and compare what they compute.
#[derive(Args)]
pub struct BenchArgs {
    /// Engines to measure, as in cpu,gpu [default: both, with every hardware GPU].
    #[arg(long, value_enum, value_delimiter = ',')]
    pub engine: Vec<BenchEngine>,
    /// Measure only jobs whose names contain this, as in wythoff,triangle.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub job: Vec<String>,
    /// Sizes of the jobs [default: small,medium]. Large jobs take minutes and a few GB.
    #[arg(long, value_enum, value_delimiter = ',', conflicts_with = "quick")]
    pub size: Vec<BenchSize>,
    /// Use tiny sizes and include software adapters: this checks that everything works, not how fast it is.
    #[arg(long)]
    pub quick: bool,
    /// Measure only the adapter whose name contains this, hardware or software.
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
    /// Measure each GPU that has passed its selftest a second time, without the counter by which wgpu would end a loop of
    /// a shader that does not end: all of them are proved to end.
    #[arg(long, conflicts_with = "web")]
    pub unbounded_loops: bool,
    /// Write a page into a new folder instead of measuring here. A browser that opens the page runs the GPU engine's
    /// shaders by WebGPU, compares the results with those of the CPU engine, shows the speed, and offers a report to
    /// send. Writing the page needs no GPU. The default jobs are triangle, wythoff and palaces. Each begins with a tiny
    /// size, whose values are compared one by one and drawn; with --quick this is the only size.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["engine", "adapter"])]
    pub web: Option<PathBuf>,
    /// Report a GPU, in three minutes at most: its selftest, what its dispatches and loads take, and the jobs triangle,
    /// wythoff, palaces and rules, each compared with the CPU engine and then at a size that fills the card. Nothing is
    /// stored. Each step runs in a process of its own and adds a line of JSON to the file, which so survives whatever
    /// crashes. At the end stands the address of the form by which the file is sent.
    #[arg(long, conflicts_with_all = ["engine", "size", "web", "json", "unbounded_loops"])]
    pub report: bool,
    /// The file of the report, which must be new [default: grundytab-gpu.json, with a number if there is one].
    #[arg(long, value_name = "FILE", requires = "report")]
    pub out: Option<PathBuf>,
    /// The most seconds of the report [default: 180]. What does not fit is made smaller or left out, which is said; what
    /// hangs is ended 10 seconds later.
    #[arg(long, value_name = "N", requires = "report", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: Option<u32>,
    /// Do one step of a report, as the child of another process that reads what is printed.
    #[arg(long, hide = true, value_name = "JSON")]
    pub child: Option<String>,
}

impl BenchArgs {
    /// Returns whether an engine is measured.
    pub fn measures(&self, engine: BenchEngine) -> bool {
        self.engine.is_empty() || self.engine.contains(&engine)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BenchEngine {
    Cpu,
    Gpu,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BenchSize {
    Small,
    Medium,
    Large,
}
