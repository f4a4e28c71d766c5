"""Random rules and their values by the definition (`rules_oracle.py`).

    python random_rules.py SEED COUNT

prints COUNT lines. Each is a JSON object that has the keys of a question to `rules_oracle.py` and those of its answer. One
in ten games has a fault. Shapes are frequent for which there may be faster ways than to go through the options: whole
lines, with and without conditions, lines that are almost whole, options that are no positions, clauses that overlap.
"""

import itertools
import json
import random
import sys

import rules_oracle

VARIABLES = ["k", "j", "l", "m", "i", "a", "b", "step"]
# The largest sides of a box for each number of heaps, and the largest token sum of a simplex.
SIDES, TOKENS = [40, 13, 6, 4], [30, 14, 8, 5]


def chance(probability):
    return random.random() < probability


def one_of(*texts):
    return random.choice(texts)


def number(names, depth=2):
    """An expression of names; most have a value for all heaps, and some none."""
    if depth == 0 or chance(0.3):
        return random.choice([*names, *names, "tokens", str(random.randrange(0, 7))])

    def part():
        return number(names, depth - 1)

    match random.randrange(18):
        case 0 | 1 | 2:
            return f"({part()} {one_of('+', '-', '^')} {part()})"
        case 3:
            return f"{part()}*{part()}"
        case 4:
            return f"({part()} + 1) {one_of('/', '%')} {one_of('2', '3', '5', '-2', part())}"
        case 5 | 6:
            parts = ", ".join(part() for _ in range(random.choice([2, 2, 3])))
            return f"{one_of('min', 'max', 'xor', 'sum', 'gcd')}({parts})"
        case 7:
            return f"abs({part()} - {part()})"
        case 8:
            return f"if({condition(names, depth - 1)}, {part()}, {part()})"
        case 9:
            function = one_of("floor_phi", "floor_phi2", "zeckendorf_shift", "floor_sqrt")
            return f"{function}({random.choice([*names, f'abs({part()})', part()])})"
        case 10:
            function = one_of("fibonacci_word", "zeckendorf_part", "zeckendorf_zeros")
            return f"{function}(1 + {random.choice([*names, f'abs({part()})'])})"
        case 11:
            return f"({condition(names, depth - 1)})"
        case 12:
            return f"({part()} {one_of('&', '|', '<<', '>>')} {one_of(part(), '1', '3')})"
        case 13:
            # A part that may be a quotient is one inside of a function, whose arguments are integers.
            of = one_of(*names, f"max({part()}, {part()})")
            form = one_of("{} * sqrt({})", "{} / sqrt {}", "(1 + sqrt({1})) / 2 * {0}", "({} - sqrt({})) / -3", "{} * phi", "{} / phi")
            return f"floor({form.format(of, one_of('2', '3', '9', '13', '20'))})"
        case 14:
            return f"({part()} & ~{part()})"
        case 15:
            function = one_of("popcount({})", "first_one(1 + {})", "last_one(1 + {})", "power(2, {} % 9)", "digit({}, 1, 3)")
            return function.format(random.choice([*names, f"abs({part()})"]))
        case 16:
            return f"{one_of('sum', 'max', 'xor')}({number([*names, 'q'], 1)} for 0 <= q < {random.randrange(1, 4)})"
        case _:
            return f"-{part()}"


def condition(names, depth=2):
    def part():
        return condition(names, depth - 1)

    match random.randrange(15 if depth > 0 else 6):
        case 0 | 1 | 2:
            sign = one_of("<", "<=", ">", ">=", "!=", "==")
            return f"{random.choice(names)} {sign} {number(names, max(depth - 1, 0))}"
        case 3:
            name = random.choice(names)
            return f"({name} + {random.choice(names)}) % {random.choice('234')} == {random.choice('01')}"
        case 4:
            name = random.choice(names)
            # The sides of a chain are numbers, and no conditions.
            signs = one_of("<", "<="), one_of("<", "<=", "==")
            return f"{random.choice('01')} {signs[0]} {name} {signs[1]} {number(names, 0)}"
        case 5:
            function = one_of("is_square({})", "is_prime({})", "divides({}, {})", "divides({} + 1, {})")
            return function.format(random.choice(names), number(names, 1))
        case 6 | 7:
            return f"({part()} {one_of('and', 'or', '&&', '||')} {part()})"
        case 8:
            return f"({part()} {one_of('implies', 'iff')} {part()})"
        case 9:
            return f"{one_of('not ', '!')}({part()})"
        case 10:
            return f"({random.choice(names)} > 0 implies {number(names, 1)} / {random.choice(names)} < 3)"
        case 11:
            return f"if({part()}, {part()}, {part()})"
        case 13:
            return f"bit({random.choice(names)}, {one_of('0', '1', '2', random.choice(names))})"
        case 12:
            return f"({part()}) {one_of('==', '!=')} ({part()})"
        case _:
            return f"{number(names)} {one_of('<', '>=', '==', '!=')} {number(names)}"


def ranged(low, name, high, is_open=False):
    """A range in one of the ways in which it can be written; `high` does not belong to it if `is_open`."""
    sign = "<" if is_open else "<="
    if low == "1" and chance(0.2):
        return f"0 < {name} {sign} {high}"
    if chance(0.1):
        return f"{high} {sign.replace('<', '>')} {name} >= {low}"
    return f"{low} <= {name} {sign} {high}"


def a_set():
    parts = [str(random.randrange(1, 9)) for _ in range(random.randrange(1, 5))]
    first = random.randrange(-1, 6)
    parts += [f"{first}..{first + random.randrange(0, 4)}"] if chance(0.4) else []
    return f"{{{', '.join(parts)}}}"


def joined(conditions):
    conditions = [each for each in conditions if each]
    random.shuffle(conditions)
    return " and ".join(conditions)


def written(option, ranges=(), conditions=()):
    text = f"({', '.join(option)})"
    text += f" for {', '.join(ranges)}" if ranges else ""
    condition = joined(conditions)
    return text + (f" if {condition}" if condition else "")


def with_summands(clause):
    """A clause whose option is a sum, of which the option that it had is the first position; or the sum of none."""
    depths = itertools.accumulate((char == "(") - (char == ")") for char in clause)
    end = 1 + next(place for place, depth in enumerate(depths) if depth == 0)
    option, rest = clause[:end], clause[end:]
    heaps, depth = [""], 0
    for char in option[1:-1]:
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            heaps.append("")
        else:
            heaps[-1] += char
    names = [name for name in VARIABLES if f" {name} " in rest]
    unused = next(name for name in VARIABLES if name not in names)

    def less(name):
        """A position with no more tokens."""
        return "(" + ", ".join(f"min({heap.strip()}, {name})" if chance(0.6) else heap.strip() for heap in heaps) + ")"

    match random.randrange(10):
        case 0:
            return "()" + rest
        case 1 | 2:
            return f"{option} + {option}{rest}"
        case 3 | 4:
            ranges = [f"{one_of('0', '1')} <= {unused} <= {heaps[-1]}", f"{unused} in {a_set()}"]
            ranges += [f"{unused} in {{0..2}}, {names[0]} <= z1 < {unused}"] if names else []
            return f"{option} + sum {less(unused)} for {random.choice(ranges[: 4 - len(names)])}{rest}"
        case 5:
            return f"{less(one_of('1', '2', heaps[0]))} + {less('3')} + {option}{rest}"
        case _:
            return f"{option} + {less(random.choice([*names, *names, '1', '4', 'tokens / 2']))}{rest}"


def splits(x):
    """Splits a heap as octal games do."""
    taken = random.randrange(3)
    lower = random.choice("01") if taken else "1"
    clause = f"(a) + ({x} - {taken} - a) for {lower} <= a <= {x} - {taken}"
    return clause + ("" if lower == "0" else f" - {random.randrange(1, 3)}") + (f" if a != {x} - a" if chance(0.2) else "")


def times(step, name):
    return name if step == 1 else f"{step}*{name}" if chance(0.8) else f"{name}*{step}"


class Rules:
    """Rules on some heaps, of which a domain is known, so that most moves stay within it."""

    def __init__(self, heaps):
        self.heaps = heaps
        self.names = list(rules_oracle.HEAPS[:heaps])
        self.is_simplex = chance(0.35)
        self.sides = [random.randrange(2, SIDES[heaps - 1] + 1) for _ in self.names]
        if heaps < 3 and chance(0.06):
            # Rows of more than one or two words of bits.
            self.sides = [random.randrange(1, 4), random.randrange(60, 135)][-heaps:]
            random.shuffle(self.sides)
        self.tokens = random.randrange(2, TOKENS[heaps - 1] + 1)
        self.grade = None
        self.has_sums = self.is_loopy = False
        # Data and graphs that clauses bring in.
        self.data = {}
        # Of a game with a history the last heap is what was taken last.
        self.has_history = heaps > 1 and not self.is_simplex and max(self.sides) < 14 and chance(0.15)
        if self.has_history:
            self.sides[-1] = max(self.sides)
            self.grade = " + ".join(self.names[:-1])
        elif chance(0.15):
            weights = [random.randrange(1, 4) for _ in self.names]
            self.grade = " + ".join(times(weight, name) for weight, name in zip(weights, self.names))

    def domain(self):
        return f"tokens {self.tokens}" if self.is_simplex else f"box {'x'.join(map(str, self.sides))}"

    def fits(self, heap, more):
        """That a heap may grow, where the domain does not say so itself."""
        return "" if self.is_simplex or chance(0.05) else f"{self.names[heap]} + {more} < {self.sides[heap]}"

    def guard(self, names):
        return condition(names, random.choice([0, 1, 1, 2])) if chance(0.3) else ""

    def line(self):
        """All steps along a ray, or all but some."""
        vector = [0] * self.heaps
        while not any(vector):
            vector = [random.choice([0, 0, 1, 1, 1, 2, 3]) for _ in vector]
        used = [(step, name) for step, name in zip(vector, self.names) if step]
        k = random.choice(VARIABLES)
        option = [name if not step else f"{name} - {times(step, k)}" for step, name in zip(vector, self.names)]
        ends = [name if step == 1 else f"{name} / {step}" for step, name in used]
        high, conditions = ends[0], []
        way = random.randrange(4)
        if way == 0:
            # The end of the range is that of one heap, and conditions say the rest.
            conditions += [f"{times(step, k)} <= {name}" for step, name in used[1:]]
        elif way == 1 and len(used) == 1 and used[0][0] == 1:
            # The variable is what is left.
            option = [k if step else name for step, name in zip(vector, self.names)]
            return written(option, [ranged(one_of("0", "0", "1"), k, ends[0], True)], [self.guard([*self.names, k])])
        elif len(ends) > 1:
            high = f"min({', '.join(ends)})"
        low, is_open = "1", False
        match random.randrange(16):
            case 0:
                low = one_of("2", "3", random.choice(self.names))
                low = low if low.isdigit() else f"max({low}, 1)"
            case 1:
                is_open = True
            case 2:
                high = f"min({high}, {random.choice([1, 2, 3, 5, 'tokens / 2', *self.names])})"
            case 3:
                high = f"({high}) / 2"
            case 4:
                conditions.append(f"{k} != {random.choice([1, 2, 3, *self.names])}")
            case 5:
                of_k = ["{} % 2 == 1", "is_prime({})", "is_square({})", f"gcd({{}}, {self.names[0]}) == 1"]
                conditions.append(random.choice(of_k).format(k))
            case 6:
                conditions.append(f"divides({k}, {random.choice(self.names)})")
            case 7:
                ranges = [f"{k} in {a_set()}"]
                conditions += [f"{times(step, k)} <= {name}" for step, name in used] + [one_of(f"{k} > 0", f"0 < {k}")]
                return written(option, ranges, [" and ".join(conditions), self.guard(self.names)])
            case 8 if chance(0.3):
                high += " + 1"
        conditions.append(self.guard(random.choice([self.names, [*self.names, k]])))
        return written(option, [ranged(low, k, high, is_open)], conditions)

    def digits(self):
        """A move at a place of the digits of a heap, along a list, a graph or a base."""
        heap = random.randrange(self.heaps)
        x, v, u = self.names[heap], *random.sample(VARIABLES, 2)
        bits = max(self.sides[heap] - 1, self.tokens if self.is_simplex else 0).bit_length() or 1
        option, ranges, conditions = list(self.names), [f"{v} in {x}"], []
        match random.randrange(6):
            case 0:
                rows, columns = random.choice([(1, bits), (2, (bits + 1) // 2), (3, (bits + 2) // 3)])
                graphs = [f"path({bits})", f"cycle({bits})", f"complete({bits})", f"grid({rows}, {columns})"]
                graphs += [f"{{0-{bits}, {random.randrange(bits + 1)}-{bits + 1}}}"]
                self.data.setdefault("graph", f"graph {random.choice(graphs)}")
                option[heap] = f"{x} & ~(neighbours({v}) | 1 << {v})"
            case 1:
                sets = [", ".join(str(random.randrange(bits)) for _ in range(random.randrange(3))) for _ in range(bits)]
                self.data.setdefault("S", f"let S = [{', '.join(f'{{{places}}}' for places in sets)}]")
                option[heap] = f"{x} & ~(1 << {v} | 1 << {u})"
                ranges.append(f"{u} in {one_of(f'S[{v}]', f'S[{v}] & {x}')}")
            case 2:
                numbers = [random.randrange(1, 6) for _ in range(bits if chance(0.9) else bits - 1 or 1)]
                self.data.setdefault("L", f"let L = [{', '.join(map(str, numbers))}]")
                option[heap] = f"{x} - {v}"
                ranges.append(ranged("1", u, f"L[{v}]"))
                conditions += [f"{v} > 0", f"{u} <= {v} + 1"]
            case 3:
                self.data.setdefault("n", f"let n = {random.randrange(2, 4)}")
                option[heap] = f"{x} - power(3, {v})"
                ranges, conditions = [f"0 <= {v} < n"], [f"digit({x}, {v}, 3) > 0"]
            case 4:
                option[heap] = f"{x} - (1 << {v}) + {u}"
                ranges.append(ranged("0", u, f"{one_of('2', '12')} / {v}" if chance(0.2) else f"min({v}, 1)"))
                conditions += [f"{u} < 1 << {v}"]
            case _:
                option[heap] = f"{x} ^ 1 << {v} ^ (1 << {v} / 2)"
                conditions += [f"{v} > 0"]
        return written(option, ranges, [*conditions, self.guard([*self.names, v])])

    def pair(self):
        """Something of two heaps, or of three, by numbers that are close to one another or fulfil a condition."""
        one, two = random.sample(range(self.heaps), 2)
        x, y = self.names[one], self.names[two]
        k, j, l = random.sample(VARIABLES, 3)
        option = list(self.names)
        match random.randrange(5):
            case 0:
                option[one], option[two] = f"{x} - {k}", f"{y} - {j}"
                is_near = f"abs({k} - {j}) < {random.randrange(1, 4)}"
                near = one_of(is_near, f"{k} <= {j} + 1", f"{k} ^ {j} > 0")
                return written(option, [ranged("0", k, x), ranged("0", j, y)], [f"{k} + {j} > 0", near])
            case 1:
                option[one], option[two] = f"{x} - {k}", f"{y} - {k} - {j}"
                bound = one_of(f"min({random.randrange(0, 3)}, {y} - {k})", f"{y} - {k}")
                ranges = [ranged("1", k, f"min({x}, {y})"), ranged("0", j, bound)]
                return written(option, ranges, [self.guard([x, y, k, j])])
            case 2:
                option[one], option[two] = f"{x} - {k}", f"{y} - {k} - {j}"
                ranges = [ranged("1", k, f"min({x}, {y})"), ranged("0", j, str(random.randrange(1, 4)), True)]
                return written(option, ranges, [f"{k} + {j} <= {y}"])
            case 3 if self.heaps > 2:
                z = self.names[next(heap for heap in range(self.heaps) if heap not in (one, two))]
                option[one], option[two] = f"{x} - {k}", f"{y} - {j}"
                option[self.names.index(z)] = f"{z} - {l}"
                ranges = [ranged("0", k, x), ranged("0", j, f"min({y}, {k})"), ranged("0", l, f"min({z}, 1)")]
                return written(option, ranges, [f"{k} + {j} + {l} > 0"])
            case _:
                # Take from one, and return less to the other.
                option[one], option[two] = f"{x} - {k}", f"{y} + {j}"
                return written(option, [ranged("1", k, x), ranged("0", j, k, True)], [self.fits(two, j)])

    def single(self):
        steps = [random.choice([0, 0, 1, 1, 2, 3, -1]) for _ in self.names]
        option, conditions = [], []
        for heap, (step, name) in enumerate(zip(steps, self.names)):
            option.append(f"{name} - {step}" if step > 0 else f"{name} + {-step}" if step < 0 else name)
            if step:
                conditions.append(f"{name} >= {step}" if step > 0 else self.fits(heap, -step))
        return written(option, (), [*conditions, self.guard(self.names)])

    def function_of_a_heap(self):
        heap = random.randrange(self.heaps)
        x, k = self.names[heap], random.choice(VARIABLES)
        option = list(self.names)
        match random.randrange(6):
            case 0:
                option[heap] = one_of(f"{x} / {random.choice('234')}", f"floor_sqrt({x})", f"{x} - zeckendorf_part({x})")
                return written(option, (), [f"{x} > {random.choice('112')}"])
            case 1:
                option[heap] = f"{x} ^ {k}"
                return written(option, [ranged("1", k, x)], [f"{x} ^ {k} < {x}", self.guard([*self.names, k])])
            case 2:
                taken = one_of(f"{k}*{k}", f"floor_phi({k})", f"gcd({x}, {k})", f"zeckendorf_shift({k})")
                option[heap] = f"{x} - {taken}"
                return written(option, [ranged("1", k, x)], [f"{taken} <= {x}"])
            case 3:
                option[heap] = f"{x} % {k}" if chance(0.5) else f"({x} - 1) % {k}"
                return written(option, [ranged("1", k, x)])
            case _:
                # What is left of one heap bounds the others, as in Chomp; or the heaps are sorted anew.
                if self.heaps > 1 and chance(0.3):
                    one, two, *others = self.names
                    option = [f"min({one} - {k}, {two})", f"max({one} - {k}, {two})", *others]
                    conditions = [f"max({one} - {k}, {two}) < {self.sides[1]}", f"{two} < {self.sides[0]}"]
                    conditions = [] if self.is_simplex else conditions
                    return written(option, [ranged("1", k, one)], conditions)
                option = [f"min({name}, {k})" for name in self.names]
                option[heap] = k
                option[:heap] = self.names[:heap]
                return written(option, [ranged(one_of("0", "0", "1"), k, x, True)])

    def anything(self):
        """Options of random expressions, held to the domain and to fewer tokens."""
        names, ranges = self.names, []
        for name in random.sample(VARIABLES, random.choice([0, 1, 1, 1, 2, 2])):
            high = random.choice([*names, f"min({number(names, 1)}, {6 if not ranges else 2})"])
            ranges.append(ranged(one_of("0", "1", "-1"), name, high))
            names = [*names, name]
        option = [f"max(0, min({name}, {number(names)}))" if chance(0.8) else name for name in self.names]
        less = f"sum(0, {', '.join(option)}) < tokens" if not self.grade else f"max(0, {option[0]}) < {self.names[0]}"
        return written(option, ranges, [less, condition(names) if chance(0.4) else ""])

    def history(self):
        """The last heap is what was taken last, and bounds what may be taken next."""
        heap, last = random.randrange(self.heaps - 1), self.names[-1]
        x, k = self.names[heap], random.choice(VARIABLES)
        option = [*self.names[:-1], one_of(k, k, f"min({k}, {last} + 1)", last)]
        option[heap] = f"{x} - {k}"
        if option[-1].startswith("min"):
            option[-1] = f"min({k}, {self.sides[-1] - 1})"
        high = one_of(x, f"min({x}, 2*{last})", f"min({x}, {last} + 1)")
        return written(option, [ranged("1", k, high)], [one_of("", f"{k} != {last}", f"{k} >= {last}")])

    def clause(self):
        if self.has_sums and self.heaps == 1 and chance(0.4):
            return splits(self.names[0])
        clause = self.option()
        return with_summands(clause) if self.has_sums and chance(0.6) else clause

    def wandering(self):
        """A move there and back, which may go on for ever."""
        steps, k = [random.choice([0, 1, 1, -1, -1, 2, -2]) for _ in self.names], random.choice(VARIABLES)
        option, conditions, ranges = [], [], []
        for heap, (step, name) in enumerate(zip(steps, self.names)):
            taken = abs(step)
            if taken == 2 and chance(0.5):
                ranges, taken = [ranged("1", k, "2")], k
            option.append(name if not step else f"{name} {'-' if step > 0 else '+'} {taken}")
            if step > 0:
                conditions.append(f"{name} >= {taken}")
            elif step < 0 and not self.is_simplex:
                conditions.append(f"{name} + {taken} < {self.sides[heap]}" if chance(0.97) else "")
        if self.is_simplex and min(steps) < 0:
            conditions.append(f"sum(0, {', '.join(option)}) <= {self.tokens}")
        return written(option, ranges, [*conditions, self.guard(self.names)])

    def option(self):
        """A clause whose option is a single position."""
        if self.is_loopy and chance(0.6):
            return self.wandering()
        if self.has_history and chance(0.7):
            return self.history()
        ways = [self.line] * 8 + [self.digits] * 2 + [self.single, self.function_of_a_heap, self.anything]
        ways += [self.pair] * 3 if self.heaps > 1 else [self.function_of_a_heap]
        return random.choice(ways)()

    def clauses(self, with_points):
        found = []
        if chance(0.3) and not self.has_history:
            # Lines of all heaps, as in Nim and Wythoff Nim.
            for heap, x in enumerate(self.names):
                option = list(self.names)
                option[heap] = f"{x} - k"
                found.append(written(option, [ranged("1", "k", x)]))
        while not found or chance(0.45):
            found.append(self.clause())
        if self.is_loopy:
            found += [self.wandering() for _ in range(random.choice([1, 2, 2, 3]))]
        if all(clause.startswith("()") for clause in found):
            # The sum of no positions does not say how many heaps there are.
            found.append(self.option())
        if chance(0.1):
            found.append(random.choice(found))
        if with_points:
            found = [clause + (f" pays {self.points(clause)}" if chance(0.8) else "") for clause in found]
        return found

    def points(self, clause):
        names = list(self.names)
        # The variables of a summand are not known behind it.
        for name in VARIABLES if not self.has_sums else []:
            if f" {name} <" in clause or f" {name} >" in clause or f" {name} in" in clause:
                names.append(name)
        last = names[-1]
        of_last = ["{}", "{} - 3", "if({} > 2, 5, -1)", "{0}*{0} % 7"]
        return one_of("1", "-2", "300 - tokens", condition(names, 0), random.choice(of_last).format(last))

    def stated(self):
        """Which cells are positions, which are terminal, and the grade."""
        first, last = self.names[0], self.names[-1]
        items = []
        if chance(0.35):
            usual = [condition(self.names), condition(self.names, 1), "tokens % 2 == 0", f"{last} <= 1", f"{last} > 0"]
            usual += [" and ".join(f"{name} >= 1" for name in self.names)]
            if self.heaps > 1:
                usual += [f"{first} >= {last}", " >= ".join(self.names), f"{first} != {last}"]
            items.append(f"positions {random.choice(usual)}")
        if chance(0.2):
            usual = ["tokens <= 2", f"{first} == 3", f"{first} == {last} == 1", condition(self.names, 1)]
            items.append(f"terminal {random.choice(usual)}")
        if self.is_loopy:
            items.append("loopy")
        elif self.grade or chance(0.03):
            items.append("grade " + (self.grade or number(self.names)))
        random.shuffle(items)
        return items


def question():
    rules, misere, block = Rules(random.choice([1, 2, 2, 2, 2, 3, 3, 4])), False, ""
    is_partizan = chance(0.25)
    rules.is_loopy = chance(0.15)
    if rules.is_loopy:
        quantity = "outcome-class" if is_partizan else one_of("grundy", "grundy", "outcome", "remoteness")
        misere = quantity.startswith("outcome") and chance(0.3)
    elif is_partizan:
        quantity = one_of("outcome-class", "score-left", "score-right")
        misere = quantity == "outcome-class" and chance(0.3)
    else:
        quantity = one_of("grundy", "grundy", "grundy", "outcome", "palaces", "remoteness", "score")
        rules.has_sums = quantity in ["grundy", "outcome"] and chance(0.45)
        misere = quantity in ["grundy", "outcome"] and not rules.has_sums and chance(0.3)
        if rules.has_sums:
            pass
        elif quantity in ["outcome", "palaces"] and not misere and chance(0.4):
            block = f"+block={random.choice([1, 1, 2, 4])}"
    is_scoring = quantity.startswith("score")
    players = [rules.clauses(is_scoring or not rules.is_loopy and chance(0.1)) for _ in range(1 + is_partizan)]
    if is_scoring and not any(" pays " in clause for clauses in players for clause in clauses):
        players[-1][-1] += " pays 1"
    if is_partizan:
        items = rules.stated() + [
            word + "; ".join(clauses) for word, clauses in zip(["left: ", "right: "], players)
        ]
    else:
        [items] = players
        for item in rules.stated():
            items.insert(random.choice([0, 0, random.randrange(len(items) + 1)]), item)
    text = "; ".join([*rules.data.values(), *items]) + (";" if chance(0.03) else "")
    if chance(0.1):
        for sign in ["<=", "<", "==", "+", "-", ","]:
            text = text.replace(f" {sign} ", sign).replace(f"{sign} ", sign)
    return {"rules": f"rules: {text}{block}", "domain": rules.domain(), "quantity": quantity, "misere": misere}


def random_rules():
    """Rules with their values, or one time in ten with their faults."""
    is_faulty = chance(0.1)
    while True:
        asked = question()
        answer = rules_oracle.answer(**asked)
        is_dull = not is_faulty and len(set(answer.get("values", [])) - {None}) < 2
        if ("error" in answer) == is_faulty and (not is_dull or chance(0.1)):
            return asked | answer


if __name__ == "__main__":
    seed, count = sys.argv[1:]
    random.seed(int(seed))
    for _ in itertools.repeat(None, int(count)):
        print(json.dumps(random_rules()))
