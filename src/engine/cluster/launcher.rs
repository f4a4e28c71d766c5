//! What a launcher tells the processes that it starts.

/// The variables in which launchers say how many processes they have started as one program: `mpirun` of Open MPI;
/// `mpirun` of MPICH, and what is made of it; `srun` of Slurm. The first that is there counts, since `mpirun` may
/// start its processes by `srun`.
///
/// `SLURM_NTASKS` is not among them. Batch scripts have it, too, which run once, and so do the programs that they
/// start without a launcher.
pub const COUNTS: [&str; 3] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"];

/// How this process was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Launched {
    /// The variable that says it.
    pub variable: &'static str,
    /// How many processes were started.
    pub processes: usize,
}

impl Launched {
    /// Reads the environment. Returns nothing for a process that no launcher has started.
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
