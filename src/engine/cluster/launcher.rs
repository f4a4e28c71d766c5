//! The information that a launcher gives to the processes that it starts.

/// The environment variables with the number of processes that a launcher has started together: `mpirun` of Open MPI;
/// `mpirun` of MPICH and its derivatives; `srun` of Slurm. The first variable that is set counts, because `mpirun` may
/// start its processes by `srun`.
///
/// `SLURM_NTASKS` is not among these variables: Slurm also sets it in batch scripts, which run once, and in the
/// programs that they start without a launcher.
pub const COUNTS: [&str; 3] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"];

/// How this process was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Launched {
    /// The variable that was set.
    pub variable: &'static str,
    /// The number of processes that were started together.
    pub processes: usize,
}

impl Launched {
    /// Reads the environment. Returns `None` if no launcher has started this process.
    pub fn by_environment() -> Option<Self> {
        Launched::by(|variable| std::env::var(variable).ok())
    }

    fn by(value_of: impl Fn(&str) -> Option<String>) -> Option<Self> {
        COUNTS.into_iter().find_map(|variable| {
            let processes = value_of(variable)?.trim().parse().ok()?;
            Some(Launched { variable, processes })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches the count of processes that start `mpirun` on each node in the place of those that it has started.
    #[test]
    fn the_nearest_launcher_counts() {
        let by = |variables: &[(&str, &str)]| {
            let value_of = |name: &str| {
                let found = variables.iter().find(|(variable, _)| *variable == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            Launched::by(value_of).map(|launched| (launched.variable, launched.processes))
        };
        assert_eq!(by(&[("SLURM_NTASKS", "4")]), None);
        assert_eq!(by(&[("PMI_SIZE", "many")]), None);
        let srun = ("SLURM_STEP_NUM_TASKS", "4");
        assert_eq!(by(&[srun]), Some(srun).map(|(variable, _)| (variable, 4)));
        let mpirun = ("OMPI_COMM_WORLD_SIZE", "64");
        assert_eq!(by(&[srun, mpirun]), Some((mpirun.0, 64)));
    }
}
