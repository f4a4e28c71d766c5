//! Tests of the whole way from texts to rules. What is claimed in `analysis` is tested there.

mod canonical;
mod data;
mod folders;
mod lanes;
mod messages;
mod mutations;
mod quadratic;
