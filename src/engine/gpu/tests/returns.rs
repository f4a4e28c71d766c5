//! What Microsoft's compiler FXC asks of functions. On Windows wgpu compiles with it, through Direct3D 12, unless the
//! newer DXC lies beside the program. It refuses two things that WGSL allows:
//!
//! 1. A function whose last statement is no `return`, even if every way through it ends in one, as in the cases of
//!    a `switch` (X3507).
//! 2. A barrier whose control flow depends on what a function returns from several places: FXC takes that for
//!    uninitialised, and hence for different in each invocation (X3663, X4026).
//!
//! Other functions may return early. With these two rules FXC has taken all entry points.

use std::collections::BTreeSet;

use naga::{Block, Expression, Function, Handle, Module, Statement};

use super::sources;

/// Calls `visit` for all statements of a block and of those within it.
fn statements<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a Statement)) {
    for statement in block {
        visit(statement);
        match statement {
            Statement::Block(block) => statements(block, visit),
            Statement::If { accept, reject, .. } => {
                [accept, reject].into_iter().for_each(|block| statements(block, visit));
            }
            Statement::Switch { cases, .. } => {
                cases.iter().for_each(|case| statements(&case.body, visit));
            }
            Statement::Loop { body, continuing, .. } => {
                [body, continuing].into_iter().for_each(|block| statements(block, visit));
            }
            _ => {}
        }
    }
}

fn all_statements(block: &Block) -> Vec<&Statement> {
    let mut all = Vec::new();
    statements(block, &mut |statement| all.push(statement));
    all
}

/// Whether a block has a barrier, or calls a function that has one.
fn has_barrier(module: &Module, block: &Block) -> bool {
    all_statements(block).into_iter().any(|statement| match statement {
        Statement::ControlBarrier(_) => true,
        Statement::Call { function, .. } => has_barrier(module, &module.functions[*function].body),
        _ => false,
    })
}

/// Whether what comes behind a block, or the next round of a loop, may be left out.
fn leads_away(block: &Block) -> bool {
    let leads_away = |statement: &Statement| {
        matches!(statement, Statement::Return { .. } | Statement::Break | Statement::Continue)
    };
    all_statements(block).into_iter().any(leads_away)
}

/// Lists the conditions of a function on which it depends whether a barrier is reached.
fn conditions(module: &Module, function: &Function) -> Vec<Handle<Expression>> {
    let matters = |block: &Block| has_barrier(module, block) || leads_away(block);
    let condition = |statement: &Statement| match statement {
        Statement::If { condition, accept, reject } if matters(accept) || matters(reject) => {
            Some(*condition)
        }
        Statement::Switch { selector, cases } if cases.iter().any(|case| matters(&case.body)) => {
            Some(*selector)
        }
        Statement::Loop { break_if, .. } => *break_if,
        _ => None,
    };
    all_statements(&function.body).into_iter().filter_map(condition).collect()
}

/// Lists what an expression is computed from.
fn operands(function: &Function, expression: Handle<Expression>) -> Vec<Handle<Expression>> {
    match function.expressions[expression] {
        Expression::Access { base, index } => vec![base, index],
        Expression::AccessIndex { base, .. } => vec![base],
        Expression::Splat { value, .. } => vec![value],
        Expression::Swizzle { vector, .. } => vec![vector],
        Expression::Compose { ref components, .. } => components.clone(),
        Expression::Load { pointer } => vec![pointer],
        Expression::Unary { expr, .. } | Expression::As { expr, .. } => vec![expr],
        Expression::Binary { left, right, .. } => vec![left, right],
        Expression::Select { condition, accept, reject } => vec![condition, accept, reject],
        Expression::Relational { argument, .. } => vec![argument],
        Expression::Math { arg, arg1, arg2, arg3, .. } => {
            [Some(arg), arg1, arg2, arg3].into_iter().flatten().collect()
        }
        // All that is stored in any part of it.
        Expression::LocalVariable(_) => {
            let stored = |statement: &Statement| match *statement {
                Statement::Store { pointer, value } => {
                    (root(function, pointer) == expression).then_some(value)
                }
                _ => None,
            };
            all_statements(&function.body).into_iter().filter_map(stored).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the variable that a pointer leads into.
fn root(function: &Function, pointer: Handle<Expression>) -> Handle<Expression> {
    match function.expressions[pointer] {
        Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
            root(function, base)
        }
        _ => pointer,
    }
}

/// Lists the functions on whose results it depends whether a barrier of a function is reached, and those that
/// they call.
fn deciding(module: &Module, function: &Function) -> BTreeSet<Handle<Function>> {
    let mut seen = BTreeSet::new();
    let mut open = conditions(module, function);
    let mut found = Vec::new();
    while let Some(expression) = open.pop() {
        if seen.insert(expression) {
            open.extend(operands(function, expression));
            if let Expression::CallResult(called) = function.expressions[expression] {
                found.push(called);
            }
        }
    }
    let mut deciding = BTreeSet::new();
    while let Some(function) = found.pop() {
        if deciding.insert(function) {
            for statement in all_statements(&module.functions[function].body) {
                if let Statement::Call { function, .. } = statement {
                    found.push(*function);
                }
            }
        }
    }
    deciding
}

fn returns(function: &Function) -> usize {
    let statements = all_statements(&function.body).into_iter();
    statements.filter(|statement| matches!(statement, Statement::Return { value: Some(_) })).count()
}

/// Lists what FXC refuses in a shader, and the names of the functions on whose results barriers depend.
fn refused(source: &str) -> (Vec<String>, BTreeSet<String>) {
    let module = naga::front::wgsl::parse_str(source).expect("a shader");
    let mut refused = Vec::new();
    let name = |function: &Function| function.name.clone().unwrap_or_default();
    let with_result = module.functions.iter().filter(|(_, function)| function.result.is_some());
    for (_, function) in with_result {
        if !matches!(function.body.last(), Some(Statement::Return { value: Some(_) })) {
            refused.push(format!("{} does not end in a return", name(function)));
        }
    }
    let functions = module.functions.iter().map(|(_, function)| function);
    let entry_points = module.entry_points.iter().map(|entry_point| &entry_point.function);
    let with_barrier =
        functions.chain(entry_points).filter(|function| has_barrier(&module, &function.body));
    let deciding: BTreeSet<_> =
        with_barrier.flat_map(|function| deciding(&module, function)).collect();
    let deciding = || deciding.iter().map(|&function| &module.functions[function]);
    for function in deciding().filter(|function| returns(function) > 1) {
        refused.push(format!("barriers depend on {}, which returns early", name(function)));
    }
    (refused, deciding().map(name).collect())
}

/// Catches a function that FXC refuses, and a `switch`.
#[test]
fn functions_return_as_fxc_asks() {
    for (name, source) in sources() {
        let (refused, deciding) = refused(&source);
        assert_eq!(refused, [""; 0], "{name}");
        assert!(!source.contains("switch "), "{name}");
        assert_eq!(deciding.contains("block_of"), source.contains("fn block_of("), "{name}");
    }
}

/// Catches a test that finds nothing: both functions are as they stood in the shaders.
#[test]
fn what_fxc_refuses_is_found() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> words: array<u32>;
        fn read_word(word: u32) -> u32 {
            switch word / 7u {
                default: { return words[0]; }
                case 1u: { return words[1]; }
            }
        }
        struct Block { exists: bool, word: u32 }
        fn front_block(x: u32) -> Block {
            if x > 5u { return Block(false, 0u); }
            return Block(x < 4u, x);
        }
        fn block_of(x: u32) -> Block {
            let front = front_block(x);
            var block: Block;
            block.exists = front.exists && x > 1u;
            return block;
        }
        fn other(x: u32) -> u32 {
            if x > 5u { return 3u; }
            return 4u;
        }
        @compute @workgroup_size(8)
        fn tabulate(@builtin(workgroup_id) workgroup: vec3<u32>) {
            let block = block_of(workgroup.x);
            if !block.exists { return; }
            words[2] = read_word(block.word) + other(block.word);
            workgroupBarrier();
        }";
    let (refused, deciding) = refused(source);
    assert_eq!(
        refused,
        [
            "read_word does not end in a return",
            "barriers depend on front_block, which returns early"
        ]
    );
    assert!(deciding.into_iter().eq(["block_of", "front_block"]));
}
