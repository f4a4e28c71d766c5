// The numbers of the language in which users write rules, in integers of 32 bits.
//
// All results are exact. Where a number has no value, as a quotient by 0, a function returns anything, and the text
// that calls it notices that there is none. All loops end whatever they are given.
// Twin of crates/heap-rules/src/language/fold.rs and functions.rs.

// Returns the quotient that is rounded so that the remainder is not negative.
fn quotient(a: i32, b: i32) -> i32 {
    let rounded = a / b;
    return select(rounded, rounded - sign(b), a % b < 0i);
}

// Returns the remainder that is not negative.
fn remainder(a: i32, b: i32) -> i32 {
    let rest = a % b;
    return select(rest, rest + abs(b), rest < 0i);
}

// Returns the greatest common divisor of numbers that are not negative.
fn greatest_common_divisor(a: i32, b: i32) -> i32 {
    var larger = a;
    var smaller = b;
    while smaller != 0i {
        let rest = larger % smaller;
        larger = smaller;
        smaller = rest;
    }
    return larger;
}

// Returns the square root, rounded down. It has 16 binary digits, which are found from the first one on.
fn floor_sqrt(n: i32) -> i32 {
    var rest = u32(max(n, 0i));
    var root = 0u;
    for (var digit = 1u << 30u; digit > 0u; digit >>= 2u) {
        let fits = rest >= root + digit;
        rest -= select(0u, root + digit, fits);
        root = (root >> 1u) + select(0u, digit, fits);
    }
    return i32(root);
}

// Returns floor(n sqrt d), where n * n * d has 31 bits. For n < 0 it is the opposite of the root, rounded up.
fn floor_times_root(n: i32, d: i32) -> i32 {
    let square = n * n * d;
    let root = floor_sqrt(select(square, square - 1i, n < 0i));
    return select(root, -1i - root, n < 0i);
}

fn is_square(n: i32) -> bool {
    let root = floor_sqrt(n);
    return root * root == n;
}

// Tries the divisors 2, 3 and those that neither of them divides, up to the square root, which is 46340 at most.
fn is_prime(n: i32) -> bool {
    if n < 4i {
        return n > 1i;
    }
    var has_divisor = n % 2i == 0i || n % 3i == 0i;
    for (var divisor = 5i; !has_divisor && divisor <= 46340i && divisor * divisor <= n; divisor += 6i) {
        has_divisor = n % divisor == 0i || n % (divisor + 2i) == 0i;
    }
    return !has_divisor;
}

// Returns the upper half of a product of 64 bits, from the products of halves of both numbers.
fn upper_half(a: u32, b: u32) -> u32 {
    let low = (a & 0xffffu) * (b & 0xffffu);
    let first = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
    let second = (a & 0xffffu) * (b >> 16u) + (first & 0xffffu);
    return (a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u);
}

// Returns floor(n phi), where phi is the golden ratio: n and the upper 32 bits of n times the first 64 bits of phi - 1.
// The twin proves that this is exact below 2^31.
fn floor_phi(n: i32) -> i32 {
    let factor = u32(n);
    let middle = factor * 0x9e3779b9u;
    let carried = middle + upper_half(factor, 0x7f4a7c15u);
    return n + i32(upper_half(factor, 0x9e3779b9u) + u32(carried < middle));
}

fn floor_phi2(n: i32) -> i32 {
    return floor_phi(n) + n;
}

// Returns the number whose Zeckendorf representation has a 0 appended.
fn zeckendorf_shift(n: i32) -> i32 {
    return floor_phi(n + 1i) - 1i;
}

// Returns the letter with an index from 1 on of the Fibonacci word 0100101001001...: it is 0 where floor(n phi) grows by 2.
fn fibonacci_word(index: i32) -> i32 {
    return 2i + floor_phi(index) - floor_phi(index + 1i);
}

// Returns the smallest Fibonacci number of the Zeckendorf representation, and its index among 1, 2, 3, 5, ...
fn smallest_part(n: i32) -> vec2<u32> {
    var rest = u32(max(n, 1i));
    var this_one = 1u;
    var next_one = 2u;
    var index = 0u;
    while next_one <= rest {
        let after = this_one + next_one;
        this_one = next_one;
        next_one = after;
        index += 1u;
    }
    var smallest = vec2<u32>(this_one, index);
    while rest > 0u {
        if this_one <= rest {
            rest -= this_one;
            smallest = vec2<u32>(this_one, index);
        }
        let before = next_one - this_one;
        next_one = this_one;
        this_one = before;
        index -= 1u;
    }
    return smallest;
}

fn zeckendorf_part(n: i32) -> i32 {
    return i32(smallest_part(n).x);
}

fn zeckendorf_zeros(n: i32) -> i32 {
    return i32(smallest_part(n).y);
}
