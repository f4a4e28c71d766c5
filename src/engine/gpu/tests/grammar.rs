//! The operators that WGSL does not let stand side by side without parentheses. naga reads them by precedence
//! (gfx-rs/wgpu #4536), other compilers refuse them, and so may a later version of naga.

use super::sources;

/// The keywords that an expression may follow.
const KEYWORDS: [&str; 8] = ["return", "if", "else", "while", "for", "switch", "case", "const"];
/// What a list of parameters in angle brackets may follow.
const TEMPLATES: [&str; 7] = ["array", "atomic", "ptr", "var", "vec2", "vec3", "vec4"];
/// The tokens of several characters, longer ones first.
const LONG_TOKENS: [&str; 21] = [
    "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "++", "--", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=",
];
const LOGICAL: [&str; 2] = ["&&", "||"];
const RELATIONAL: [&str; 6] = ["<", ">", "<=", ">=", "==", "!="];
const SHIFTS: [&str; 2] = ["<<", ">>"];
const BITWISE: [&str; 3] = ["&", "|", "^"];
const ARITHMETIC: [&str; 5] = ["+", "-", "*", "/", "%"];

fn is_operator(token: &str) -> bool {
    [&LOGICAL[..], &RELATIONAL, &SHIFTS, &BITWISE, &ARITHMETIC]
        .iter()
        .any(|class| class.contains(&token))
}

/// Splits a shader into tokens. Leaves out comments, and the parameters of types.
fn tokens(text: &str) -> Vec<&str> {
    let mut rest = text.trim_start();
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let is_part_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let length = if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
            continue;
        } else if is_part_of_word(first) {
            rest.find(|c| !is_part_of_word(c)).unwrap_or(rest.len())
        } else {
            LONG_TOKENS
                .iter()
                .find(|token| rest.starts_with(**token))
                .map_or(1, |token| token.len())
        };
        let (token, behind) = rest.split_at(length);
        tokens.push(token);
        let opens_list = TEMPLATES.contains(&token) && behind.starts_with('<');
        rest = if opens_list { behind_list(behind) } else { behind }.trim_start();
    }
    tokens
}

/// Returns what follows a list in angle brackets.
fn behind_list(text: &str) -> &str {
    let mut depth = 0;
    let closes = |c: char| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        depth == 0
    };
    text.find(closes).map_or("", |end| &text[end + 1..])
}

/// Checks that these operators may stand in one expression without parentheses: the rules `expression`,
/// `relational_expression` and `shift_expression` of the grammar of WGSL.
fn may_stand_together(operators: &[&str]) -> bool {
    let is_one_of = |class: &'static [&str]| move |operator: &&str| class.contains(operator);
    if operators.iter().any(is_one_of(&BITWISE)) || operators.iter().all(is_one_of(&LOGICAL)) {
        return operators.iter().all(|operator| *operator == operators[0]);
    }
    let logical: Vec<&str> = operators.iter().filter(|o| LOGICAL.contains(o)).copied().collect();
    let of_side = |side: &[&str]| side.len() == 1 || !side.iter().any(is_one_of(&SHIFTS));
    let of_relation = |relation: &[&str]| {
        let sides: Vec<&[&str]> = relation.split(is_one_of(&RELATIONAL)).collect();
        sides.len() <= 2 && sides.into_iter().all(of_side)
    };
    may_stand_together(&logical) && operators.split(is_one_of(&LOGICAL)).all(of_relation)
}

/// Lists the expressions with operators that need parentheses. What stands in brackets is shown as such alone.
fn faults(text: &str) -> Vec<String> {
    /// An expression as far as it has been read.
    #[derive(Default)]
    struct Expression<'a> {
        operators: Vec<&'a str>,
        text: Vec<&'a str>,
        /// Whether an operand was read last, so that an operator that follows is binary.
        ends_in_operand: bool,
    }
    let mut faults = Vec::new();
    let mut open = vec![Expression::default()];
    for token in tokens(text) {
        let closes = [")", "]", "}"].contains(&token);
        let ends = closes
            || KEYWORDS.contains(&token)
            || ["(", "[", "{", ",", ";", ":", "@", "->"].contains(&token)
            || token.ends_with('=') && !RELATIONAL.contains(&token);
        let opens_group = ["(", "["].contains(&token);
        if ends && !opens_group {
            let ended = open.last_mut().map(std::mem::take).unwrap_or_default();
            if !ended.operators.is_empty() && !may_stand_together(&ended.operators) {
                faults.push(ended.text.join(" "));
            }
        }
        if closes {
            open.pop();
        }
        if opens_group || token == "{" {
            open.push(Expression::default());
            continue;
        }
        let Some(expression) = open.last_mut() else { panic!("{token} closes nothing") };
        if !ends && is_operator(token) && expression.ends_in_operand {
            expression.operators.push(token);
        }
        // A block is no operand.
        if !ends || closes && token != "}" {
            expression.text.push(if closes { "(..)" } else { token });
            expression.ends_in_operand = !is_operator(token) && !["!", "~"].contains(&token);
        }
    }
    assert_eq!(open.len(), 1, "brackets are closed");
    faults
}

/// Catches an expression that naga reads, and that is no WGSL.
#[test]
fn operators_that_do_not_mix_are_in_parentheses() {
    for (name, source) in sources() {
        assert_eq!(faults(&source), [""; 0], "{name}");
    }
}

/// Catches a test that finds nothing: the first of these stood in the shaders.
#[test]
fn the_rule_is_that_of_the_grammar() {
    for refused in [
        "(tokens | tokens << 16u) | HIGHEST_BITS",
        "at.x << 16u | at.y",
        "found[local] | found[local + 1u] << 16u",
        "a + b << c",
        "a << b << c",
        "a & b | c",
        "a & b == c",
        "a < b < c",
        "a + b == c && !d || (e && f)",
        "(a == b) ^ c + 1u",
    ] {
        assert_eq!(faults(&format!("let x = {refused};")).len(), 1, "{refused}");
    }
    for allowed in [
        "tokens | (tokens << 16u) | HIGHEST_BITS",
        "f(a + b) << (c + d)",
        "a + b * c - -d % e",
        "a + b < c << d",
        "a + b == c && !d && (e || f)",
        "a & ~b & vec2<u32>(1u, 2u).x",
        "&a[b + c]",
        "-a << 2u",
    ] {
        assert_eq!(faults(&format!("let x = {allowed};")), [""; 0], "{allowed}");
    }
}
