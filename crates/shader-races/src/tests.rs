//! The interpreter on small shaders that are wrong, or right, for one reason each.

use super::{FaultKind, Machine, Operation, Permission, Program};

/// What every text begins with: a buffer that is written, one of atomics, one that is coherent, and an array in
/// workgroup memory.
const GLOBALS: &str = "
@group(0) @binding(0) var<storage, read_write> plain: array<u32>;
@group(0) @binding(1) var<storage, read_write> shared_words: array<atomic<u32>>;
@group(0) @binding(2) @coherent var<storage, read_write> handed_on: array<u32>;
var<workgroup> near: array<u32, 8>;
";

/// Runs a body in two workgroups of four invocations, with eight words in each buffer.
fn run(body: &str, permissions: &[Permission]) -> (Result<(), FaultKind>, Vec<u32>) {
    let text = format!(
        "{GLOBALS}
        @compute @workgroup_size(4)
        fn run(
            @builtin(workgroup_id) workgroup: vec3<u32>,
            @builtin(local_invocation_index) local: u32,
        ) {{
            let global = 4u * workgroup.x + local;
            {body}
        }}"
    );
    let program = Program::new(text, &[]).expect("a shader");
    let mut machine = Machine::new(&program, |_, _| vec![0; 8], permissions, &[]);
    let result = machine.dispatch("run", [2, 1, 1]).map_err(|fault| fault.kind);
    (result, machine.buffer(0, 0).clone())
}

fn fault_of(body: &str) -> Option<FaultKind> {
    run(body, &[]).0.err()
}

/// The neighbour's value through workgroup memory, through a buffer and through atomics: right with
/// the barrier that orders this memory, a race without it or with the other one.
#[test]
fn barriers_order_their_own_memory() {
    let exchange = [
        ("near[local] = local;", "plain[global] = near[local ^ 1u];", "workgroupBarrier();"),
        (
            "atomicStore(&shared_words[global], local);",
            "plain[global] = atomicLoad(&shared_words[global ^ 1u]);",
            "storageBarrier();",
        ),
    ];
    for (write, read, right) in exchange {
        for barrier in ["", "workgroupBarrier();", "storageBarrier();"] {
            let fault = fault_of(&[write, barrier, read].join("\n"));
            assert_eq!(fault, (barrier != right).then_some(FaultKind::Race), "{write} {barrier}");
        }
    }
}

#[test]
fn no_barrier_orders_workgroups() {
    let write = "atomicStore(&shared_words[local], 1u); storageBarrier(); workgroupBarrier();";
    assert_eq!(fault_of(write), Some(FaultKind::Race));
    let read = "if global == 0u { plain[0] = 1u; } else if global == 4u { let seen = plain[0]; }";
    assert_eq!(fault_of(read), Some(FaultKind::Race));
    assert_eq!(fault_of("plain[global] = plain[global] + 1u;"), None);
}

/// Every invocation reads what nobody writes, and adds to one word.
#[test]
fn what_commutes_is_no_race() {
    assert_eq!(fault_of("let seen = plain[0] + plain[1];"), None);
    assert_eq!(
        fault_of("atomicAdd(&shared_words[0], local); atomicMax(&shared_words[1], 3u);"),
        None
    );
    assert_eq!(fault_of("plain[global] = atomicAdd(&shared_words[0], 1u);"), Some(FaultKind::Race));
    let mixed = "atomicAdd(&shared_words[0], 1u); atomicMax(&shared_words[0], 3u);";
    assert_eq!(fault_of(mixed), Some(FaultKind::Race));
    let permitted = Permission {
        array: "shared_words",
        operations: [Operation::AtomicMax, Operation::AtomicAdd],
        reason: "of this test",
    };
    assert_eq!(run(mixed, &[permitted]).0, Ok(()));
}

/// Words of a buffer that are handed on within a dispatch.
#[test]
fn plain_words_are_not_coherent() {
    let hand_on = "plain[global] = local; storageBarrier(); let seen = plain[global ^ 1u];";
    assert_eq!(fault_of(hand_on), Some(FaultKind::NotCoherent));
    assert_eq!(fault_of("plain[global] = local; storageBarrier(); plain[global] += 1u;"), None);
    assert_eq!(fault_of(&hand_on.replace("plain", "handed_on")), None);
    let without_barrier = "handed_on[global] = local; let seen = handed_on[global ^ 1u];";
    assert_eq!(fault_of(without_barrier), Some(FaultKind::Race));
}

#[test]
fn other_faults_are_reported() {
    for (body, kind) in [
        ("plain[global + 1u] = 0u;", FaultKind::OutOfBounds),
        ("let seen = near[local + 5u];", FaultKind::OutOfBounds),
        ("var own = array<u32, 2>(); own[local] = 1u;", FaultKind::OutOfBounds),
        ("plain[global] = near[local];", FaultKind::Uninitialised),
        ("if local < 3u { workgroupBarrier(); }", FaultKind::NotUniform),
        ("for (var i = 0u; i < local; i++) { workgroupBarrier(); }", FaultKind::NotUniform),
        ("if local == 2u { return; } storageBarrier();", FaultKind::NotUniform),
    ] {
        assert_eq!(fault_of(body), Some(kind), "{body}");
    }
}

/// Control flow in which invocations part and meet again, and operators whose result WGSL fixes.
#[test]
fn values_are_those_of_wgsl() {
    for (expression, expected) in [
        ("select(local, 7u, local == 2u)", [0, 1, 7, 3]),
        ("5u / local + 5u % local", [5, 5, 3, 3]),
        ("1u << (local + 31u)", [1 << 31, 1, 2, 4]),
        ("u32(i32(local) - 2 < 0)", [1, 1, 0, 0]),
        ("u32((i32(local) - 2) >> 1u)", [u32::MAX, u32::MAX, 0, 0]),
        ("firstTrailingBit(local) ^ countOneBits(local)", [u32::MAX, 1, 0, 2]),
        ("firstLeadingBit(4u * local)", [u32::MAX, 2, 3, 3]),
        ("extractBits(0x4321u, 4u * local, 4u)", [1, 2, 3, 4]),
        ("insertBits(0u, 15u, 4u * local, 2u)", [3, 48, 768, 12_288]),
        ("dot(vec2<u32>(local, 2u), vec2<u32>(10u, 1u))", [2, 12, 22, 32]),
        ("vec3<u32>(4u, 5u, 6u).zyx[min(local, 2u)]", [6, 5, 4, 4]),
        ("u32(all(vec2<u32>(local, 2u) < vec2<u32>(2u, 3u)))", [1, 1, 0, 0]),
        ("rounds(local)", [0, 1, 2, 103]),
        ("chosen(local)", [10, 31, 31, 99]),
    ] {
        let functions = "
        fn rounds(most: u32) -> u32 {
            var sum = 0u;
            for (var i = 0u; ; i++) {
                if i == most { break; }
                if i == 1u { continue; }
                if i == 2u { return sum + 100u + i; }
                sum += i + 1u;
            }
            return sum + u32(most == 2u);
        }
        fn chosen(number: u32) -> u32 {
            var value = 1u;
            switch number {
                case 0u: { value = 10u; }
                case 1u, 2u: { if number > 5u { break; } value += 30u; }
                default: { return 99u; }
            }
            return value;
        }";
        let text = format!(
            "{GLOBALS} {functions}
            @compute @workgroup_size(2, 2)
            fn run(@builtin(local_invocation_index) local: u32) {{ plain[local] = {expression}; }}"
        );
        let program = Program::new(text, &[]).expect("a shader");
        let mut machine = Machine::new(&program, |_, _| vec![0; 4], &[], &[]);
        machine.dispatch("run", [1, 1, 1]).expect("no fault");
        assert_eq!(*machine.buffer(0, 0), expected, "{expression}");
    }
}

/// Catches a type that is taken for another, or refused only when it is met.
#[test]
fn what_is_not_known_is_refused() {
    for (text, begins) in [
        ("fn f() { let a = 1u }", "error: expected"),
        ("fn f() -> u32 { return 1i; }", "error: "),
        ("var<private> a: f32;", "the interpreter does not know the type Scalar"),
        ("var<private> a: mat2x2<f32>;", "the interpreter does not know the type Matrix"),
    ] {
        let error = Program::new(text, &[]).err().expect(text).to_string();
        assert!(error.starts_with(begins), "{text}: {error}");
    }
}

/// Catches workgroups of a grid of three dimensions that are left out, run twice or numbered alike.
#[test]
fn grids_have_three_dimensions() {
    let text = "
    @group(0) @binding(0) var<storage, read_write> words: array<u32>;
    @compute @workgroup_size(1)
    fn run(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {
        words[(id.z * grid.y + id.y) * grid.x + id.x] += 100u * id.x + 10u * id.y + id.z;
    }";
    let program = Program::new(text, &[]).expect("a shader");
    let mut machine = Machine::new(&program, |_, _| vec![0; 12], &[], &[]);
    machine.dispatch("run", [2, 3, 2]).expect("no fault");
    let expected = [0, 100, 10, 110, 20, 120, 1, 101, 11, 111, 21, 121];
    assert_eq!(*machine.buffer(0, 0), expected);
}

/// Catches a member that is looked for elsewhere than it is: in a buffer, where vectors are padded, and in values with
/// truth values, which no buffer has. Nobody writes the padding, and nobody reads it.
#[test]
fn structs_have_the_layout_of_wgsl() {
    let text = "
    struct Padded { first: u32, vector: vec3<u32>, pairs: array<vec2<u32>, 2> }
    struct Marked { marks: array<vec2<bool>, 2>, inner: Padded, is_last: bool }
    @group(0) @binding(0) var<storage, read_write> padded: array<Padded>;
    var<workgroup> near: array<Padded, 2>;
    @compute @workgroup_size(2)
    fn run(@builtin(local_invocation_index) local: u32) {
        let vector = padded[local].vector;
        near[local].first = vector.z;
        near[local].vector = vector.zyx;
        near[local].pairs[0] = padded[local].pairs[1];
        near[local].pairs[1] = vec2<u32>(local);
        let bits = vec2<bool>(local == 0u, true);
        var marked = Marked(array<vec2<bool>, 2>(bits, !bits), near[local], true);
        let index = local;
        marked.inner.pairs[1].x = u32(marked.marks[index].y) + 2u * u32(marked.is_last);
        padded[local] = marked.inner;
    }";
    let program = Program::new(text, &[]).expect("a shader");
    let mut machine = Machine::new(&program, |_, _| (100..124).collect(), &[], &[]);
    machine.dispatch("run", [1, 1, 1]).expect("no fault");
    // The words 1 to 3 and 7 are padding.
    let first = [106, 101, 102, 103, 106, 105, 104, 107, 110, 111, 3, 0];
    let second = [118, 113, 114, 115, 118, 117, 116, 119, 122, 123, 2, 1];
    assert_eq!(*machine.buffer(0, 0), [first, second].concat());
}

/// Catches an access that is not counted, and words of an array that stand for one.
#[test]
fn touched_words_are_counted() {
    let text = "
        @group(0) @binding(0) var<storage, read> given: array<vec4<u32>>;
        @group(0) @binding(1) var<storage, read_write> taken: array<u32>;
        @compute @workgroup_size(4)
        fn run(@builtin(local_invocation_index) local: u32) {
            if local > 0u {
                taken[local] = given[local].x + given[0].y + dot(given[1], given[2]);
            }
        }";
    let program = Program::new(text, &[]).expect("a shader");
    let mut machine = Machine::new(&program, |_, _| vec![0; 16], &[], &[]);
    machine.dispatch("run", [1, 1, 1]).expect("no fault");
    assert_eq!((machine.words_touched("given"), machine.words_touched("taken")), (3 * 10, 3));
}

/// Catches a truth value that the host sets and that is taken for another, in a condition and in a number.
#[test]
fn truth_values_are_constants_too() {
    for is_set in [0, 1] {
        let text = "
            override IS_SET: bool;
            @group(0) @binding(0) var<storage, read_write> words: array<u32>;
            @compute @workgroup_size(1)
            fn run() {
                if IS_SET { words[0] = 5u; }
                if !IS_SET { words[1] = 7u; }
                words[2] = 2u + u32(IS_SET);
            }";
        let program = Program::new(text, &[("IS_SET", is_set)]).expect("a shader");
        let mut machine = Machine::new(&program, |_, _| vec![0; 3], &[], &[]);
        machine.dispatch("run", [1, 1, 1]).expect("no fault");
        assert_eq!(*machine.buffer(0, 0), [5 * is_set, 7 * (1 - is_set), 2 + is_set]);
    }
}
