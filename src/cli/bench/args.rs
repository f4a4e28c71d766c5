//! The arguments of `grundytab bench`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Measure how fast the engines are on this machine, and compare what they compute.
#[derive(Args)]
pub struct BenchArgs {
    /// Engines to measure, as in cpu,gpu; both by default, the GPU engine on every hardware GPU.
    #[arg(long, value_enum, value_delimiter = ',')]
    pub engine: Vec<BenchEngine>,
    /// Measure only jobs whose names contain this, as in wythoff,triangle.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub job: Vec<String>,
    /// Sizes of the jobs; small and medium by default. Large jobs take minutes, and a few GB.
    #[arg(long, value_enum, value_delimiter = ',', conflicts_with = "quick")]
    pub size: Vec<BenchSize>,
    /// Use tiny sizes and include software adapters: this checks that everything works, not how fast it is.
    #[arg(long)]
    pub quick: bool,
    /// Measure only the adapter whose name contains this, hardware or software.
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
    /// Measure nothing here, but write a page into a new folder: a browser that opens it runs the GPU engine's shaders,
    /// by WebGPU, shows whether the results are those of the CPU engine and how fast it was, and has a text to send.
    /// Writing it needs no GPU. Jobs are triangle, wythoff and palaces if --job names no others; the tiny size, whose
    /// values are compared one by one and drawn, comes before those of --size, and is all with --quick.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["engine", "adapter"])]
    pub web: Option<PathBuf>,
}

impl BenchArgs {
    /// Whether an engine is to be measured.
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
