//! Jobs: `run` does one as users mean it, `batch` reads many from one file.

pub mod batch;
pub mod run;
