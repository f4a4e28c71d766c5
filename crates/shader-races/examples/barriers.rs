//! Leaves out each barrier of a shader in turn, and shows what would go wrong without it.
//!
//! The shader adds up the numbers of a workgroup by halves. One of its barriers is not needed.
#![allow(clippy::print_stdout, reason = "an example prints what it found")]

use std::error::Error;

use shader_races::{Machine, Program};

const SHADER: &str = "
var<workgroup> sums: array<u32, 8>;
@group(0) @binding(0) var<storage, read> numbers: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: array<u32>;

@compute @workgroup_size(8)
fn add_up(@builtin(local_invocation_index) own: u32, @builtin(workgroup_id) group: vec3<u32>) {
    sums[own] = numbers[8u * group.x + own];
    workgroupBarrier();
    for (var half = 4u; half > 0u; half /= 2u) {
        if own < half { sums[own] += sums[own + half]; }
        workgroupBarrier();
    }
    if own == 0u { total[group.x] = sums[0]; }
    workgroupBarrier();
}";

fn main() -> Result<(), Box<dyn Error>> {
    let program = Program::new(SHADER, &[])?;
    let buffers = |_, binding| match binding {
        0 => (1..=16).collect(),
        _ => vec![0; 2],
    };

    let mut machine = Machine::new(&program, buffers, &[], &[]);
    machine.dispatch("add_up", [2, 1, 1])?;
    println!("as it is: the sums are {:?}", machine.buffer(0, 1));
    assert_eq!(*machine.buffer(0, 1), [36, 100]);

    let mut not_needed = 0;
    for site in program.barriers() {
        let left_out = [site.span];
        let mut machine = Machine::new(&program, buffers, &[], &left_out);
        let without = format!("without barrier {} of {}", site.number, site.function);
        match machine.dispatch("add_up", [2, 1, 1]) {
            Ok(()) => {
                println!("{without}: nothing, it is not needed");
                not_needed += 1;
            }
            Err(fault) => println!("{without}: {fault}"),
        }
    }
    assert_eq!(not_needed, 1);
    Ok(())
}

#[test]
fn the_example_runs() -> Result<(), Box<dyn Error>> {
    main()
}
