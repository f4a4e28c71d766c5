//! What the CPU and the GPU engine share for games whose rules the user writes: whether the rules are known to have no
//! fault, the positions in the order of their grades, and how many options they have.

pub(crate) mod faultless;
pub(crate) mod grades;
pub(crate) mod work;
