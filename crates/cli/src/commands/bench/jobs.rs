//! The jobs of `grundytab bench`, each in several sizes, so that growth shows.

use grundytab::wording::joined;
use grundytab::{InvalidInput, Plan};

use super::args::BenchSize;
use crate::commands::failure::{Failure, Result};
use crate::commands::option::option;

/// A job whose size is open.
pub struct Job {
    pub name: &'static str,
    game: &'static str,
    quantity: &'static str,
    /// What the size counts.
    unit: Unit,
    /// Sizes: of `--quick`, small, medium and large.
    sizes: [u32; 4],
}

/// What the size of a job counts.
#[derive(Clone, Copy)]
enum Unit {
    /// The tokens of a simplex.
    Tokens,
    /// The side of a square.
    Side,
}

/// The jobs of docs/performance.md, and one for each other schedule of the GPU engine.
const JOBS: &[Job] = &[
    job("triangle", "triangle", "grundy", Unit::Tokens, [40, 512, 2048, 8192]),
    job("wythoff", "wythoff", "grundy", Unit::Side, [200, 2048, 8192, 32_768]),
    job("palaces", "wythoff+block=100", "palaces", Unit::Side, [300, 8192, 32_768, 65_536]),
    job("scores", "wythoff+points=3/-7/2", "score", Unit::Side, [300, 4096, 16_384, 32_768]),
    job("triangle-outcome", "triangle", "outcome", Unit::Tokens, [40, 512, 1024, 2048]),
    job("five-rays", FIVE_RAYS, "grundy", Unit::Side, [100, 1024, 4096, 8192]),
    job("euclid", "euclid", "grundy", Unit::Side, [200, 1024, 4096, 8192]),
    job("fibonacci", "fibonacci", "grundy", Unit::Side, [200, 1024, 2048, 4096]),
    // Every position looks at all its options, which neither engine has a quicker way for.
    job("rules", TRIANGULAR_NIM, "outcome", Unit::Tokens, [30, 300, 600, 1500]),
];

const FIVE_RAYS: &str = "vector:1,0/0,1/1,1/1,2/2,1";
const TRIANGULAR_NIM: &str = "rules: (x - k, y + j) for 2 <= k <= x, 1 <= j < k; (x + j, y - k) for 2 <= k <= y, 1 <= j < k; (x - k, y - k) for 1 <= k <= min(x, y)";

const fn job(
    name: &'static str,
    game: &'static str,
    quantity: &'static str,
    unit: Unit,
    sizes: [u32; 4],
) -> Job {
    Job { name, game, quantity, unit, sizes }
}

impl Job {
    /// Returns the sizes that were requested, in ascending order; small and medium if none were.
    pub fn sizes(&self, quick: bool, asked: &[BenchSize]) -> Vec<u32> {
        let [tiny, small, medium, large] = self.sizes;
        if quick {
            return vec![tiny];
        }
        let is_asked = |size| match size {
            BenchSize::Small | BenchSize::Medium => asked.is_empty() || asked.contains(&size),
            BenchSize::Large => asked.contains(&size),
        };
        [(BenchSize::Small, small), (BenchSize::Medium, medium), (BenchSize::Large, large)]
            .into_iter()
            .filter_map(|(size, number)| is_asked(size).then_some(number))
            .collect()
    }

    /// Returns the sizes of the page of `--web`: the one of `--quick`, then those that were requested.
    #[cfg(feature = "gpu")]
    pub fn sizes_of_page(&self, quick: bool, asked: &[BenchSize]) -> Vec<u32> {
        let others = if quick { Vec::new() } else { self.sizes(false, asked) };
        [self.sizes(true, &[]), others].concat()
    }

    /// Returns the sizes of `--report`, the tiny one first: numbers of one or two binary digits.
    #[cfg(feature = "gpu")]
    pub fn sizes_of_report(&self) -> impl Iterator<Item = u32> {
        let tiny = self.sizes[0];
        let powers = (4..17).flat_map(|power| [2 << power, 3 << power]);
        std::iter::once(tiny).chain(powers.filter(move |&size| size > tiny))
    }

    /// Plans the job at a size.
    pub fn plan(&self, size: u32) -> std::result::Result<Plan, InvalidInput> {
        let domain = match self.unit {
            Unit::Tokens => format!("tokens {size}"),
            Unit::Side => format!("{size}x{size}"),
        };
        Plan::parse(self.game, &domain, self.quantity)
    }
}

/// The jobs on the page of `--web`, unless others are named.
#[cfg(feature = "gpu")]
pub const ON_PAGE: &[&str] = &["triangle", "wythoff", "palaces"];

/// The jobs of `--report`, unless others are named: a game of each kind, and one by rules.
#[cfg(feature = "gpu")]
pub const IN_REPORT: &[&str] = &["triangle", "wythoff", "palaces", "rules"];

/// Returns the jobs whose names contain one of these texts, or the usual ones.
///
/// # Errors
/// When a text is in no job's name.
#[cfg(feature = "gpu")]
pub fn chosen_or(texts: &[String], usual: &[&str]) -> Result<Vec<&'static Job>> {
    let mut jobs = chosen(texts)?;
    jobs.retain(|job| !texts.is_empty() || usual.contains(&job.name));
    Ok(jobs)
}

/// Returns the jobs whose names contain one of these texts; all of them if there is no text.
///
/// # Errors
/// When a text is in no job's name.
pub fn chosen(texts: &[String]) -> Result<Vec<&'static Job>> {
    for text in texts {
        if !JOBS.iter().any(|job| job.name.contains(text.as_str())) {
            let hint = format!("there are {}", joined(JOBS.iter().map(|job| job.name), ", "));
            let problem = "no job has a name that contains it";
            return Err(Failure::usage(option("--job").value(text), problem, &hint));
        }
    }
    let is_chosen =
        |job: &&Job| texts.is_empty() || texts.iter().any(|text| job.name.contains(text.as_str()));
    Ok(JOBS.iter().filter(is_chosen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a job that cannot be planned, and sizes in another order than their names say.
    #[test]
    fn jobs_are_possible_at_every_size() {
        for job in JOBS {
            assert!(job.sizes.is_sorted(), "{}", job.name);
            for size in job.sizes {
                assert!(job.plan(size).is_ok(), "{} {size}", job.name);
            }
        }
    }

    #[test]
    fn sizes_are_chosen() {
        let [tiny, small, medium, large] = JOBS[0].sizes;
        assert_eq!(JOBS[0].sizes(true, &[]), [tiny]);
        assert_eq!(JOBS[0].sizes(false, &[]), [small, medium]);
        assert_eq!(JOBS[0].sizes(false, &[BenchSize::Large, BenchSize::Small]), [small, large]);
        let names = |texts: &[&str]| -> Vec<&str> {
            let texts: Vec<String> = texts.iter().map(|&text| text.into()).collect();
            chosen(&texts).expect("jobs").iter().map(|job| job.name).collect()
        };
        assert_eq!(names(&["out", "wyth"]), ["wythoff", "triangle-outcome"]);
        assert_eq!(names(&[]).len(), JOBS.len());
        assert!(chosen(&["chess".into()]).is_err());
    }
}
