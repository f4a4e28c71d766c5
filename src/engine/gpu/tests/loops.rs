//! Loops of shaders end, so that naga need not count their rounds.
//!
//! > **Claim.** A loop `for (; i < b; i += c)` ends if it assigns neither i nor what b and c are made of, c is not 0, and
//! > b + c fits into the integers of i.
//! >
//! > **Proof.** Each round begins with a larger i, as no sum wraps around.
//!
//! Here c is 1, or a number of invocations of at least one workgroup, and b is the size of an array, a number of steps, or
//! the bound of a variable of rules, to which the host adds the most invocations when it checks that it has 32 bits
//! (`src/engine/gpu/kernels/rules/loops.rs`). The other loops are listed.

use super::{kernels, kernels_of_large_tables};
use crate::engine::gpu::GpuEngine;
use crate::engine::gpu::testing::{assert_same_as_cpu, engines_of_tests, plan};

/// The first lines of loops of other forms, with their proofs.
const PROVED: &str = "\
while smaller != 0i { // It gets smaller, and is not negative.
for (var digit = 1u << 30u; digit > 0u; digit >>= 2u) { // 16 rounds.
for (var divisor = 5i; !has_divisor && divisor <= 46340i && divisor * divisor <= n; divisor += 6i) { // As the claim.
while next_one <= rest { // Fibonacci numbers up to one of 31 bits.
while rest > 0u { // The same in reverse: less is left than the next one, and nothing after the number 1.
while LANES == 1u && !is_faulty && is_full() { // A round finds an option of each value of its window, until none is left.
while first / 32u < SEEN_WORDS && atomicLoad(&all_seen[first / 32u * PLACES + place]) == FULL { // `first` grows.
loop { // A round takes a bit of a word, which one bit of another word fills once; the last is filled UPPER_NODES times.
while ((both >> shift) & HALF_MASK) < threshold { // Thresholds only rise, and an exchange fails where one has risen.
while all(open_leaves == vec4<u32>(0u)) && top < TOP_WORDS { // A round takes a bit of a top word, or the next one.
while value == NOTHING && any(open_leaves != vec4<u32>(0u)) { // A round takes an open leaf, which comes once.
while all(vector <= at) { // A component of the ray is not 0, and those of `at` have 16 bits.";

fn first_lines() -> impl Iterator<Item = &'static str> {
    PROVED.lines().filter_map(|line| line.split(" // ").next())
}

/// Whether a line assigns one of these variables.
fn assigns(line: &str, names: &[&str]) -> bool {
    let operators = ["++", "--", " = ", " += ", " -= ", " *= ", " >>= ", " |= "];
    let assigned = operators.iter().filter_map(|operator| line.split_once(operator));
    assigned.into_iter().any(|(variable, _)| names.contains(&variable.trim_start()))
}

/// Whether a loop with this first line and body has the form of the claim.
fn is_plain(first: &str, body: &[&str]) -> bool {
    let Some((_, head)) = first.split_once("; ") else { return false };
    let words: Vec<&str> = head.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let counts = ["<", "<="].iter().any(|sign| head.starts_with(&format!("{} {sign} ", words[0])));
    let steps =
        ["++) {", " += "].iter().any(|step| head.contains(&format!("; {}{step}", words[0])));
    counts && steps && !body.iter().any(|line| assigns(line, &words))
}

/// Lists the first lines of the loops of a shader that are neither plain nor proved.
fn unproved(source: &str) -> Vec<&str> {
    let lines: Vec<&str> = source.lines().collect();
    let mut unproved = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let first = line.trim_start();
        let end = format!("{}}}", &line[..line.len() - first.len()]);
        let is_loop = ["for (", "while ", "loop {"].iter().any(|word| first.starts_with(word));
        let body = || lines[at + 1..].split(|line| *line == end).next().unwrap_or_default();
        let is_proved = || first_lines().any(|proved| proved == first);
        unproved.extend((is_loop && !is_proved() && !is_plain(first, body())).then_some(first));
    }
    unproved
}

/// Catches a loop of another form without a proof, and a test that finds none.
#[test]
fn all_loops_are_plain_or_proved() {
    let kernels = kernels().into_iter().chain(kernels_of_large_tables());
    let sources: Vec<String> = kernels.map(|kernel| kernel.source()).collect();
    for source in &sources {
        assert_eq!(unproved(source), [""; 0]);
    }
    for first in first_lines() {
        assert!(sources.iter().any(|source| source.contains(first)), "no shader has {first}");
    }
    let plain = "for (var i = a; i < b.size; i += step) {\n    bits |= i;\n}\n";
    assert_eq!(unproved(plain), [""; 0]);
    for (from, to) in [("bits |=", "i -="), ("bits |=", "b ="), ("i <", "i !="), ("+=", "*=")] {
        assert_eq!(unproved(&plain.replace(from, to)).len(), 1, "{to}");
    }
}

/// Catches shaders that compute something else when their loops have no bounds.
#[test]
fn unbounded_loops_agree_with_the_cpu_engine() {
    for engine in engines_of_tests().map(GpuEngine::with_unbounded_loops) {
        for game in ["euclid", "wythoff"] {
            assert_same_as_cpu(&engine, &plan(game, "40x30", "grundy"));
        }
    }
}
