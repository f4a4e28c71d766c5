//! No shader has a race, on tables of every family and in workgroups of every shape; and a race
//! would be found: whichever barrier is left out of a shader, the interpreter notices.

mod cases;
mod planted;
mod run;
mod work;

use crate::engine::Wanted;
use std::collections::{BTreeMap, BTreeSet};

use cases::{PERMISSIONS, cases, cases_of_run};
use run::{Case, Loaded, program};
use shader_races::naga::Span;
use shader_races::{FaultKind, Machine};

use crate::tests::common::random;

/// Catches a barrier that is missing or of the wrong kind, an update that should be atomic, an index
/// beyond an array, workgroup memory that is read before it is written, an interpreter that
/// computes something else than the kernels mean, waves that leave another state when they are
/// replayed than when they are searched, and a cell that was not written, or is beyond the bound, and comes back as if
/// nothing were wrong.
#[test]
fn shaders_have_no_races_and_wrong_cells_are_found() {
    let mut needed = vec![false; PERMISSIONS.len()];
    for case in cases_of_run() {
        let loaded = case.load(Wanted::Values);
        let mut machine = loaded.machine(&loaded.program, PERMISSIONS, &[]);
        let run = loaded.run_and_compare(&mut machine);
        assert_eq!(run.map_err(|fault| fault.to_string()), Ok(()), "{case:?}");
        needed.iter_mut().zip(machine.used_permissions()).for_each(|(all, one)| *all |= one);
        assert_wrong_cells_are_found(&loaded, &mut machine);
        if loaded.kernel.coherent.is_some() {
            let program = program(&loaded.kernel, &loaded.kernel.coherent_source(), false);
            let mut machine = loaded.machine(&program, PERMISSIONS, &[]);
            let run = loaded.run_and_compare(&mut machine);
            assert_eq!(run.map_err(|fault| fault.to_string()), Ok(()), "{case:?}, coherent");
        }
        if !loaded.kernel.values_suffice {
            continue;
        }
        let replayed = loaded.replay_and_compare(&mut machine, PERMISSIONS);
        let fault = replayed.err().map(|fault| fault.to_string());
        assert_eq!(fault, None, "{case:?}, replayed");
    }
    for (permission, needed) in PERMISSIONS.iter().zip(needed) {
        assert!(needed, "no case needs {}: {}", permission.array, permission.reason);
    }
}

/// Catches a variant for totals alone that races, writes more than the few words of values that it is given, or adds up
/// other totals than those of the table. In each run some of the tables, every night all.
#[test]
fn totals_alone_have_no_races_and_are_true() {
    let (seed, drawn) = (random::seed() as usize, random::count(1) as usize);
    let is_drawn = |number: &usize| (number + seed) % 4 < drawn;
    let cases = (0..).zip(cases_of_run()).filter(|(number, _)| is_drawn(number));
    for (_, case) in cases {
        let loaded = case.load(Wanted::Totals);
        let mut machine = loaded.machine(&loaded.program, PERMISSIONS, &[]);
        let run = loaded.run(&mut machine);
        assert_eq!(run.map_err(|fault| fault.to_string()), Ok(()), "{case:?}");
        assert_eq!(loaded.totals(&mut machine), loaded.totals_of(&loaded.truth()), "{case:?}");
    }
}

/// Catches a way of sharing positions of rules that no case has.
#[test]
fn positions_are_shared_in_every_way() {
    let lanes_of = |case: run::Case| {
        let sizes = case.load(Wanted::Totals).kernel.sizes();
        sizes.into_iter().find(|(name, _)| *name == "LANES").map(|(_, lanes)| lanes)
    };
    let lanes: BTreeSet<u32> = cases().into_iter().filter_map(lanes_of).collect();
    assert_eq!(lanes, [1, 8, 64].into());
}

/// Lets two invocations of each workgroup add its totals, which is no race, and catches a comparison that overlooks it.
#[test]
fn totals_that_are_added_twice_are_found() {
    let loaded = Case::new("wythoff", "20x20", "grundy").load(Wanted::Totals);
    let source = loaded.kernel.source();
    let [one, two] = ["        add_total(word);", "        add_total(word / 2u);"];
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
fn shows(loaded: &Loaded, left_out: &[Span]) -> bool {
    let mut machine = loaded.machine(&loaded.program, PERMISSIONS, left_out);
    match loaded.run(&mut machine).and_then(|()| loaded.gather(&mut machine)) {
        Ok(()) => false,
        Err(fault) => {
            assert_eq!(fault.kind, FaultKind::Race, "{:?}: {fault}", loaded.case);
            true
        }
    }
}

/// Lists the barriers of a kernel that are reached: each one alone, and two that follow one another also together.
fn barriers(loaded: &Loaded) -> Vec<(Barrier, Vec<Span>)> {
    let sites = loaded.program.barriers();
    let mut found = Vec::new();
    for (index, site) in sites.iter().enumerate().filter(|(_, site)| site.is_reached) {
        let name = site.function.clone();
        found.push(((loaded.kernel.name, name.clone(), site.number), vec![site.span]));
        if site.follows_another {
            let pair = (loaded.kernel.name, name + " with the one before", site.number);
            found.push((pair, vec![sites[index - 1].span, site.span]));
        }
    }
    found
}

/// The share of the barriers that each run leaves out; twenty times as many are all.
const SHARE: usize = 20;

/// Leaves out barriers of the shaders, one at a time, and two that follow one another also together: in each run a few of
/// them, every night all. Catches a barrier that is not needed, and a checker that does not notice that one is missing.
#[test]
fn every_barrier_is_needed() {
    let (seed, shares) = (random::seed() as usize, random::count(1) as usize);
    // Whether each barrier was missed, of those that are drawn.
    let mut found: BTreeMap<Barrier, Option<bool>> = BTreeMap::new();
    for case in cases() {
        let loaded = case.load(Wanted::Values);
        for (barrier, left_out) in barriers(&loaded) {
            let is_drawn = (found.len() + seed) % SHARE < shares;
            if let Some(missed) = found.entry(barrier).or_insert(is_drawn.then_some(false)) {
                *missed = *missed || shows(&loaded, &left_out);
            }
        }
    }
    let drawn = found.values().flatten().count();
    assert!(drawn > 0 && drawn >= found.len() / SHARE * shares.min(SHARE), "{drawn} drawn");
    let unneeded: Vec<_> = found.iter().filter(|(_, missed)| **missed == Some(false)).collect();
    assert!(unneeded.is_empty(), "no race without {unneeded:?}");
}
