//! No shader has a race, on tables of every family and in workgroups of every shape; and a race
//! would be found: whichever barrier is left out of a shader, the interpreter notices.

mod cases;
mod planted;
mod run;
mod work;

use crate::engine::Wanted;
use std::collections::BTreeMap;

use cases::{HARDWARE, PERMISSIONS, USUAL_BINDING, cases};
use run::{Case, Loaded, program};
use shader_races::{BarrierSite, FaultKind, Machine};

/// Catches a barrier that is missing or of the wrong kind, an update that should be atomic, an index
/// beyond an array, workgroup memory that is read before it is written, an interpreter that
/// computes something else than the kernels mean, waves that leave another state when they are
/// replayed than when they are searched, and a cell that was not written, or is beyond the bound, and comes back as if
/// nothing were wrong.
#[test]
fn shaders_have_no_races_and_wrong_cells_are_found() {
    let mut needed = vec![false; PERMISSIONS.len()];
    for case in cases() {
        let loaded = case.load(Wanted::Values);
        let mut machine = loaded.machine(&loaded.program, PERMISSIONS, &[]);
        let run = loaded.run_and_compare(&mut machine);
        assert_eq!(run.map_err(|fault| fault.to_string()), Ok(()), "{case:?}");
        needed.iter_mut().zip(machine.used_permissions()).for_each(|(all, one)| *all |= one);
        assert_wrong_cells_are_found(&loaded, &mut machine);
        if !loaded.kernel.values_suffice {
            continue;
        }
        let replayed = loaded.replay_and_compare(&mut machine, PERMISSIONS);
        assert!(replayed.is_ok(), "{case:?}, replayed: {}", replayed.err().expect("a fault"));
    }
    for (permission, needed) in PERMISSIONS.iter().zip(needed) {
        assert!(needed, "no case needs {}: {}", permission.array, permission.reason);
    }
}

/// Catches a variant for totals alone that races, writes more than the few words of values that it is given, or adds up
/// other totals than those of the table.
#[test]
fn totals_alone_have_no_races_and_are_true() {
    for case in cases() {
        let loaded = case.load(Wanted::Totals);
        let mut machine = loaded.machine(&loaded.program, PERMISSIONS, &[]);
        let run = loaded.run(&mut machine);
        assert_eq!(run.map_err(|fault| fault.to_string()), Ok(()), "{case:?}");
        assert_eq!(loaded.totals(&mut machine), loaded.totals_of(&loaded.truth()), "{case:?}");
    }
}

/// Lets two invocations of each workgroup add its totals, which is no race, and catches a comparison that overlooks it.
#[test]
fn totals_that_are_added_twice_are_found() {
    let case = Case {
        game: "wythoff",
        domain: "20x20",
        quantity: "grundy",
        shape: HARDWARE,
        binding: USUAL_BINDING,
    };
    let loaded = case.load(Wanted::Totals);
    let source = loaded.kernel.source();
    let [one, two] = ["if local > 0u {", "if local > 1u {"];
    assert_eq!(source.matches(one).count(), 1, "the shader has changed: plant the fault anew");
    let program = program(&loaded.kernel, &source.replace(one, two), false);
    let mut machine = loaded.machine(&program, PERMISSIONS, &[]);
    loaded.run(&mut machine).expect("no fault");
    assert_ne!(loaded.totals(&mut machine), loaded.totals_of(&loaded.truth()));
}

/// Plants wrong cells among those that a machine has computed, and gathers the tiles.
fn assert_wrong_cells_are_found(loaded: &Loaded, machine: &mut Machine) {
    for (group, binding) in loaded.value_buffers() {
        let written: Vec<usize> = (0..)
            .zip(&*machine.buffer(group, binding))
            .filter(|(_, word)| **word > 0)
            .map(|(index, _)| index)
            .collect();
        for &index in written.iter().step_by(written.len() / 3 + 1) {
            for planted in [0, u32::MAX] {
                let word = std::mem::replace(&mut machine.buffer(group, binding)[index], planted);
                loaded.gather(machine).expect("no fault");
                assert!(!loaded.wrong_positions(machine).is_empty(), "{:?}", loaded.case);
                machine.buffer(group, binding)[index] = word;
            }
        }
    }
    loaded.gather(machine).expect("no fault");
    assert_eq!(loaded.wrong_positions(machine), [], "{:?}", loaded.case);
}

/// A barrier of a kernel, whichever variant of its text it is in.
type Barrier = (&'static str, String, usize);

/// Runs a case without some barriers, and returns whether that showed.
fn shows(loaded: &Loaded, left_out: &[&BarrierSite]) -> bool {
    let spans: Vec<_> = left_out.iter().map(|site| site.span).collect();
    let mut machine = loaded.machine(&loaded.program, PERMISSIONS, &spans);
    match loaded.run(&mut machine).and_then(|()| loaded.gather(&mut machine)) {
        Ok(()) => false,
        Err(fault) => {
            assert_eq!(fault.kind, FaultKind::Race, "{:?}: {fault}", loaded.case);
            true
        }
    }
}

/// Leaves out each barrier of each shader, one at a time, and two that follow one another also
/// together. Catches a barrier that is not needed, and a checker that does not notice that one is
/// missing.
#[test]
fn every_barrier_is_needed() {
    let mut found: BTreeMap<Barrier, bool> = BTreeMap::new();
    let cases: Vec<Case> = cases();
    for case in cases {
        let loaded = case.load(Wanted::Values);
        let sites = loaded.program.barriers();
        for (index, site) in sites.iter().enumerate().filter(|(_, site)| site.is_reached) {
            let name = site.function.clone();
            let barrier = (loaded.kernel.name, name.clone(), site.number);
            let single = found.entry(barrier).or_default();
            *single = *single || shows(&loaded, &[site]);
            if site.follows_another {
                let pair = (loaded.kernel.name, name + " with the one before", site.number);
                let pair = found.entry(pair).or_default();
                *pair = *pair || shows(&loaded, &[&sites[index - 1], site]);
            }
        }
    }
    assert!(!found.is_empty());
    let missed: Vec<_> = found.iter().filter(|(_, is_found)| !**is_found).collect();
    assert!(missed.is_empty(), "no race without {missed:?}");
}
