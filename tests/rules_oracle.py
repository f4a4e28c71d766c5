"""Values of games whose rules are written as text, by the definition alone: the second opinion on every way to fill a table.

    python rules_oracle.py < questions > answers

A question is a line, a JSON object such as

    {"rules": "rules: (x - k) for 1 <= k <= min(x, 3)", "domain": "box 12", "quantity": "grundy", "misere": false}

A domain is `box 12x9`, or `tokens 9` for a simplex. The answer is {"values": [...]}, row by row over the bounding box, with
null in the cells that are no positions; infinity with a set of numbers is -1 less 2^k for each of them. Or {"error": KIND, "position": ..., "option": ..., "faults": [...]} with a KIND of

    outside     a move leads to an option with a negative heap, or outside the box or the simplex
    grade       the grade of an option is not below that of its position; or, without an option, a grade is negative
    value       an expression that matters at the position has no value

and `faults` has all that is wrong, each as a kind, a position and an option; the first of them stands before.

Shares nothing with the program but the meaning of the text. An expression becomes one of Python, in which chains and xor are
the same, and every result of arithmetic is held to 64 bits.
"""

import json
import math
import re
import sys
from fractions import Fraction
from typing import NamedTuple

import oracle


class NoValue(Exception):
    """Division by 0, a number beyond 64 bits, or a function of numbers for which it is not defined."""


def needed(condition):
    if not condition:
        raise NoValue


def whole(number):
    needed(-(2**63) <= number < 2**63)
    return number


def remainder(a, b):
    needed(b != 0)
    return a % abs(b)


def gcd(*numbers):
    needed(min(numbers) >= 0)
    return math.gcd(*numbers)


def folded(operation):
    """A function of numbers, from one of two."""

    def of_all(first, *others):
        for number in others:
            first = operation(first, number)
        return first

    return of_all


def floor_sqrt(n):
    needed(n >= 0)
    return math.isqrt(n)


class Real(NamedTuple):
    """The number whole + roots * sqrt(radicand), with fractions."""

    whole: Fraction
    roots: Fraction = Fraction(0)
    radicand: int = 1

    def joined(self, other):
        """Both numbers with the same number under the root."""
        if not isinstance(other, Real):
            other = Real(Fraction(int(other)))
        radicand = max(self.radicand, other.radicand)
        if {self.radicand, other.radicand} - {1, radicand}:
            raise ValueError("two roots")
        return other, radicand

    def __add__(self, other):
        other, radicand = self.joined(other)
        return Real(self.whole + other.whole, self.roots + other.roots, radicand)

    def __mul__(self, other):
        other, radicand = self.joined(other)
        whole = self.whole * other.whole + self.roots * other.roots * radicand
        return Real(whole, self.whole * other.roots + self.roots * other.whole, radicand)

    def inverse(self):
        norm = self.whole**2 - self.roots**2 * self.radicand
        return Real(self.whole / norm, -self.roots / norm, self.radicand)

    def is_at_least(self, number):
        """Whether whole - number >= -roots * sqrt(radicand), by signs and squares."""
        left, right = self.whole - number, -self.roots
        if (left >= 0) != (right >= 0):
            return left >= 0
        squares = left**2, right**2 * self.radicand
        return squares[0] >= squares[1] if left >= 0 else squares[0] <= squares[1]


def real(number):
    return number if isinstance(number, Real) else Real(Fraction(int(number)))


def floor(number):
    """The largest integer that the number is at least, by halving an interval around it."""
    number = real(number)
    size = math.ceil(abs(number.whole)) + math.ceil(abs(number.roots)) * number.radicand + 1
    low, high = -size, size
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if number.is_at_least(middle) else (low, middle)
    return whole(low)


def floor_phi(n):
    needed(n >= 0)
    return whole((n + math.isqrt(5 * n * n)) // 2)


def zeckendorf(n, least=1):
    """The Fibonacci numbers 1, 2, 3, 5, ... whose sum is n, the largest first: each with its place and the next number."""
    needed(n >= least)
    numbers = [1, 2]
    while numbers[-1] <= n:
        numbers.append(numbers[-1] + numbers[-2])
    parts = []
    for place in reversed(range(len(numbers) - 1)):
        if numbers[place] <= n:
            n -= numbers[place]
            parts.append((numbers[place], place, numbers[place + 1]))
    return parts


PHI = Real(Fraction(1, 2), Fraction(1, 2), 5)


def root(of):
    """The square root, as a whole number where it is one."""
    return math.isqrt(of) if math.isqrt(of) ** 2 == of else Real(Fraction(0), Fraction(1), of)


def shifted_left(a, b):
    needed(b >= 0 and (b < 64 or a == 0))
    return whole(a * 2**b) if a else 0


def shifted_right(a, b):
    needed(b >= 0)
    return a // 2 ** min(b, 100)


def natural(n, least=0):
    needed(n >= least)
    return n


def entry(numbers, place):
    needed(0 <= place < len(numbers))
    return numbers[place]


def ones(n):
    """The places of the binary digits 1."""
    return [place for place, digit in enumerate(reversed(bin(natural(n))[2:])) if digit == "1"]


def power(base, exponent):
    return whole(base ** natural(exponent))


def neighbours(graph, sizes):
    """For each vertex of a graph that has a name, the number with binary digits 1 at the places of its neighbours."""
    count = math.prod(sizes)
    row = sizes[-1] if graph == "grid" else count

    def are_joined(one, two):
        if graph == "complete":
            return one != two
        is_in_row = one // row == two // row and abs(one - two) == 1
        is_end = graph == "cycle" and count > 2 and {one, two} == {0, count - 1}
        return is_in_row or is_end or graph == "grid" and abs(one - two) == row

    return [sum(2**two for two in range(count) if are_joined(one, two)) for one in range(count)]


FUNCTIONS = {
    "entry": entry,
    "ones": ones,
    "power": power,
    "digit": lambda n, place, base: n // power(base, place) % base,
    "bit": lambda n, place: shifted_right(n, place) % 2 == 1,
    "popcount": lambda n: bin(natural(n)).count("1"),
    "first_one": lambda n: ones(natural(n, 1))[0],
    "last_one": lambda n: ones(natural(n, 1))[-1],
    # Inside of floor: of real numbers.
    "real_plus": lambda a, b: real(a) + b,
    "real_minus": lambda a, b: real(a) + real(b) * -1,
    "real_times": lambda a, b: real(a) * b,
    "real_quotient": lambda a, b: real(a) * real(b).inverse(),
    "floor": floor,
    "root": root,
    "PHI": PHI,
    "digits_and": lambda a, b: a & b,
    "digits_or": lambda a, b: a | b,
    "shifted_left": shifted_left,
    "shifted_right": shifted_right,
    "plus": lambda a, b: whole(a + b),
    "minus": lambda a, b: whole(a - b),
    "times": lambda a, b: whole(a * b),
    "quotient": lambda a, b: whole((a - remainder(a, b)) // b),
    "remainder": remainder,
    "whole": whole,
    "min": lambda *numbers: min(numbers),
    "max": lambda *numbers: max(numbers),
    "sum": folded(lambda a, b: whole(a + b)),
    "xor": folded(lambda a, b: a ^ b),
    "gcd": gcd,
    "abs": lambda n: whole(abs(n)),
    "floor_phi": floor_phi,
    "floor_phi2": lambda n: whole(floor_phi(n) + n),
    "floor_sqrt": floor_sqrt,
    # The letter of index n is 1 where the number 1 is a part of n - 1.
    "fibonacci_word": lambda n: int(any(part == 1 for part, _, _ in zeckendorf(n - 1, 0))),
    "zeckendorf_part": lambda n: zeckendorf(n)[-1][0],
    "zeckendorf_zeros": lambda n: zeckendorf(n)[-1][1],
    "zeckendorf_shift": lambda n: whole(sum(following for _, _, following in zeckendorf(n, 0))),
    "is_square": lambda n: n >= 0 and math.isqrt(n) ** 2 == n,
    "is_prime": lambda n: n >= 2 and all(n % d for d in range(2, math.isqrt(n) + 1)),
    "divides": lambda a, b: b == 0 if a == 0 else b % a == 0,
}
HEAPS = "xyzw"
TOKEN = re.compile(r"\s*(\d+|\w+|\.\.|==|!=|<=|>=|<<|>>|&&|\|\||[-+*/%^!<>(){},;:&|~=\[\]])")
# Operators from the weakest on, and what is written for them. Between them stand `not`, and comparisons, which are chains.
NEGATION, COMPARISON = 4, 5
OPERATORS = [
    {"iff": "({} == {})"},
    {"implies": "(not {} or {})"},
    {"or": "({} or {})", "||": "({} or {})"},
    {"and": "({} and {})", "&&": "({} and {})"},
    {},
    {sign: sign for sign in ["==", "!=", "<", "<=", ">", ">="]},
    {"|": "digits_or({}, {})"},
    {"^": "xor({}, {})"},
    {"&": "digits_and({}, {})"},
    {"<<": "shifted_left({}, {})", ">>": "shifted_right({}, {})"},
    {"+": "plus({}, {})", "-": "minus({}, {})"},
    {"*": "times({}, {})", "/": "quotient({}, {})", "%": "remainder({}, {})"},
]


# What is written inside of floor, unless another operator stands in the same chain.
REAL = {
    "+": "real_plus({}, {})",
    "-": "real_minus({}, {})",
    "*": "real_times({}, {})",
    "/": "real_quotient({}, {})",
}


class Source(str):
    """The source of an expression, and what it is inside of floor."""

    def __new__(cls, text, inside=None):
        source = super().__new__(cls, text)
        source.inside = str(inside or text)
        return source


class Clause(NamedTuple):
    """The sources of its parts, and later their functions: of the token sum, the heaps and the variables, in this order.

    An option is a list of summands: a position, and variables and ranges of its own.
    """

    option: object
    variables: list
    ranges: list
    condition: object
    pays: object


class Reader:
    """Reads rules, and returns expressions as source of Python, where the names of variables begin with v_."""

    def __init__(self, text):
        self.tokens, self.data = [], {}
        while text.strip():
            token = TOKEN.match(text)
            if not token:
                raise SyntaxError(text)
            self.tokens.append(token[1])
            text = text[token.end() :]

    def takes(self, *tokens):
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in tokens else None

    def must(self, *tokens):
        if not self.tokens or self.tokens[0] not in tokens:
            raise SyntaxError(f"one of {tokens} is missing before {self.tokens}")
        return self.tokens.pop(0)

    def listed(self, part, end):
        found = [part()]
        while self.takes(","):
            found.append(part())
        return found if end is None or self.must(end) else None

    def rules(self):
        """The conditions and the grade by their names, and the clauses of both players, or of each."""
        stated, players = {}, []
        while self.tokens:
            if self.takes("left", "right"):
                self.must(":")
                players.append([])
                continue
            if self.takes("let"):
                self.read_data()
            elif self.takes("graph"):
                self.read_graph()
            elif self.takes("loopy"):
                stated["loopy"] = "True"
            elif word := self.takes("positions", "terminal", "grade"):
                stated[word] = self.expression()
            else:
                players = players or [[]]
                players[-1].append(self.clause())
            if self.tokens:
                self.must(";")
        return stated, players

    def read_data(self):
        name = self.tokens.pop(0)
        self.must("=")
        if not self.takes("["):
            self.data[name] = eval(self.expression(), FUNCTIONS)
            return
        if self.tokens[0] == "{":
            sets = self.listed(self.set_of_places, "]")
            self.data[name] = [sum(2**place for place in set(eval(f"[{places}]"))) for places in sets]
        else:
            self.data[name] = [int(number) for number in self.listed(self.numbers, "]")]

    def set_of_places(self):
        self.must("{")
        return "" if self.takes("}") else ", ".join(self.listed(self.numbers, "}"))

    def read_graph(self):
        if self.takes("{"):
            edges = [re.split("-", edge) for edge in "".join(self.until("}")).split(",")]
            edges = [list(map(int, edge)) for edge in edges]
            found = [0] * (max(map(max, edges)) + 1)
            for one, two in [edge for edge in edges if len(edge) == 2]:
                found[one] |= 2**two
                found[two] |= 2**one
        else:
            name = self.tokens.pop(0)
            self.must("(")
            found = neighbours(name, [eval(size, FUNCTIONS) for size in self.listed(self.expression, ")")])
        self.data |= {"vertices": len(found), "neighbours": found}

    def until(self, end):
        while not self.takes(end):
            yield self.tokens.pop(0)

    def clause(self):
        option = [] if self.tokens[:2] == ["(", ")"] else self.sum()
        if not option:
            self.must("("), self.must(")")
        ranges = self.listed(self.range, None) if self.takes("for") else []
        condition = self.expression() if self.takes("if") else "True"
        pays = self.expression() if self.takes("pays") else None
        return Clause(option, [name for name, _ in ranges], [numbers for _, numbers in ranges], condition, pays)

    def sum(self):
        summands = []
        while not summands or self.takes("+"):
            is_sum = self.takes("sum")
            self.must("(")
            position = self.listed(self.expression, ")")
            ranges = self.listed(self.range, None) if is_sum and self.must("for") else []
            summands.append((position, [name for name, _ in ranges], [numbers for _, numbers in ranges]))
        return summands

    def range(self):
        if self.tokens[1:2] == ["in"]:
            name = self.tokens.pop(0)
            self.must("in")
            if self.tokens[0] != "{":
                return "v_" + name, f"ones({self.expression()})"
            self.must("{")
            return "v_" + name, f"sorted({{{', '.join(self.listed(self.numbers, '}'))}}})"
        low, sign = self.expression(COMPARISON + 1), self.must("<", "<=", ">", ">=")
        name = self.tokens.pop(0)
        other, high = self.must(sign[0], sign[0] + "="), self.expression(COMPARISON + 1)
        if sign[0] == ">":
            low, sign, other, high = high, other, sign, low
        return "v_" + name, f"range({low} + {'=' not in sign}, {high} + {'=' in other})"

    def numbers(self):
        """A number of a set, or all from one to another."""
        first = (self.takes("-") or "") + self.tokens.pop(0)
        if not self.takes(".."):
            return first
        last = (self.takes("-") or "") + self.tokens.pop(0)
        return f"*range({first}, {last} + 1)"

    def over(self, function):
        """A function of what an expression is for all values of a variable; None if there is no variable."""
        before = list(self.tokens)
        of = self.expression()
        if not self.takes("for"):
            self.tokens = before
            return None
        name, numbers = self.range()
        self.must(")")
        return Source(f"{function}(*[{of} for {name} in {numbers}])")

    def expression(self, level=0):
        if level == len(OPERATORS):
            return self.operand()
        if level == NEGATION and self.takes("not"):
            return f"(not {self.expression(level)})"
        if level == COMPARISON:
            chain = [self.expression(level + 1)]
            while sign := self.takes(*OPERATORS[level]):
                chain += [sign, self.expression(level + 1)]
            return f"({' '.join(chain)})" if len(chain) > 1 else chain[0]
        left = self.expression(level + 1)
        inside, signs = getattr(left, "inside", left), set()
        while sign := self.takes(*OPERATORS[level]):
            # A implies B implies C is A implies (B implies C).
            right = self.expression(level if sign == "implies" else level + 1)
            left = OPERATORS[level][sign].format(left, right)
            inside = REAL.get(sign, "").format(inside, getattr(right, "inside", right))
            signs.add(sign)
        return Source(left, inside) if signs <= REAL.keys() else Source(left)

    def operand(self):
        if self.takes("-"):
            of = self.operand()
            return Source(f"whole(-{of})", f"real_times({getattr(of, 'inside', of)}, -1)")
        if self.takes("~"):
            return Source(f"(-1 - {self.operand()})")
        if self.takes("!"):
            return f"(not {self.operand()})"
        if self.takes("("):
            return self.listed(self.expression, ")")[0]
        token = self.tokens.pop(0)
        if token in self.data:
            if isinstance(self.data[token], int):
                return Source(f"({self.data[token]})")
            end = {"[": "]", "(": ")"}[self.must("[", "(")]
            return Source(f"entry({self.data[token]}, {self.listed(self.expression, end)[0]})")
        if self.takes("("):
            if over := self.over(token):
                return over
            parts = self.listed(self.expression, ")")
            if token in ["floor", "sqrt"]:
                return Source(f"{'floor' if token == 'floor' else 'root'}({parts[0].inside})")
            return "({1} if {0} else {2})".format(*parts) if token == "if" else f"{token}({', '.join(parts)})"
        if token == "sqrt":
            return Source(f"root({self.tokens.pop(0)})")
        if token == "phi":
            return Source("PHI")
        if token in ["true", "false"]:
            return token.capitalize()
        return token if token.isdigit() or token == "tokens" or token in HEAPS else "v_" + token


class Game:
    """A game on a domain: its positions, their grades, the moves, and the faults that have been found so far."""

    def __init__(self, text, domain):
        text, _, block = text.removeprefix("rules:").partition("+block=")
        stated, players = Reader(text).rules()
        self.block = int(block or 0)
        self.is_loopy = "loopy" in stated
        options = [clause.option for clauses in players for clause in clauses]
        named = [HEAPS.index(word) + 1 for word in re.findall(r"\b[xyzw]\b", text)]
        self.heaps = next((len(option[0][0]) for option in options if option), max(named, default=None))
        self.has_sums = any(len(option) != 1 or option[0][1] for option in options)
        self.has_points = any(clause.pays for clauses in players for clause in clauses)
        self.players = [[self.compiled(clause) for clause in clauses] for clauses in players]
        kind, _, size = domain.rpartition(" ")
        sides = [int(size) + 1] * self.heaps if kind == "tokens" else list(map(int, size.split("x")))
        if len(sides) != self.heaps:
            raise ValueError(f"{domain} for a game on {self.heaps} heaps")
        self.cells = oracle.box(sides)
        self.domain = set(oracle.simplex(self.heaps, int(size)) if kind == "tokens" else self.cells)
        self.faults = []
        self.is_position = self.function(stated.get("positions", "True"))
        inside = [at for at in self.cells if at in self.domain]
        self.positions = self.at_each(inside, stated.get("positions", "True"), among=True)
        self.terminals = set(self.at_each(self.positions, stated.get("terminal", "False"), among=True))
        self.grades = self.at_each(self.positions, stated.get("grade", "tokens"))
        self.faults += [("grade", at, None) for at, grade in self.grades.items() if grade < 0]

    def function(self, source, variables=()):
        return eval(f"lambda {', '.join(['tokens', *HEAPS[: self.heaps], *variables])}: {source}", FUNCTIONS)

    def compiled(self, clause):
        option, variables, ranges, condition, pays = clause
        ranges = [self.function(source, variables[:index]) for index, source in enumerate(ranges)]
        condition, pays = (self.function(source, variables) for source in (condition, pays or "0"))
        option = [self.summand(variables, *summand) for summand in option]
        return Clause(option, variables, ranges, condition, pays)

    def summand(self, variables, position, own, ranges):
        names = [*variables, *own]
        ranges = [
            self.function(source, names[: len(variables) + index]) for index, source in enumerate(ranges)
        ]
        return self.function(f"({', '.join(position)},)", names), ranges

    def at_each(self, positions, source, among=False):
        """What an expression is at positions, as far as it has a value; or those among them where it is true."""
        function, found = self.function(source), {}
        for at in positions:
            try:
                found[at] = function(sum(at), *at)
            except NoValue:
                self.faults.append(("value", at, None))
        return [at for at in found if found[at]] if among else found

    def moves(self, clauses, at, with_points):
        """Each option with its points, as often as a move leads to it: a position, or a list of them if there are sums."""
        for clause in clauses if at not in self.terminals else []:
            for values in assignments(clause.ranges, (sum(at), *at)):
                try:
                    needed(values is not None)
                    if not clause.condition(*values):
                        continue
                    option = self.option(clause, values, at)
                    pays = clause.pays(*values) if with_points else 0
                except NoValue:
                    self.faults.append(("value", at, None))
                    continue
                if option is not None:
                    yield option if self.has_sums else option[0], pays

    def option(self, clause, values, at):
        """The positions of a sum; None if one of them is no position, or has a fault."""
        option = []
        for position, ranges in clause.option:
            for of_summand in assignments(ranges, values):
                needed(of_summand is not None)
                heaps = tuple(map(int, position(*of_summand)))
                if heaps not in self.domain:
                    if not self.is_left_out(heaps):
                        self.faults.append(("outside", at, heaps))
                    return None
                if heaps not in self.grades:
                    return None
                if not self.is_loopy and at in self.grades and self.grades[heaps] >= self.grades[at]:
                    self.faults.append(("grade", at, heaps))
                    return None
                option.append(heaps)
        return tuple(option)

    def is_left_out(self, heaps):
        """Whether a cell outside of the domain is no position, so that there is no move to it."""
        try:
            return min(heaps) >= 0 and not self.is_position(sum(heaps), *heaps)
        except NoValue:
            return False

    def values(self, quantity, misere):
        """The value of each position, or None if there are faults."""
        with_points = quantity.startswith("score")
        if with_points and not self.has_points:
            raise ValueError("no clause pays")
        moves = [
            {at: list(self.moves(clauses, at, with_points)) for at in self.positions} for clauses in self.players
        ]
        if self.faults:
            return None
        if self.is_loopy:
            return oracle.loopy_values(quantity, moves, misere)
        ordered = sorted(self.positions, key=self.grades.get)
        players = [of_player.__getitem__ for of_player in moves]
        if self.has_sums:
            if misere or len(players) > 1 or self.block or quantity not in ["grundy", "outcome"]:
                raise ValueError(f"{quantity} of a game with sums")
            return oracle.values_with_sums(quantity, ordered, *players)
        return oracle.values(quantity, ordered, players, misere, self.block)[0]


def assignments(ranges, values):
    """The values with those of variables, whose ranges depend on earlier ones; None where a range has no value."""
    if not ranges:
        yield values
        return
    try:
        numbers = ranges[0](*values)
    except NoValue:
        numbers = None
        yield None
    for number in numbers or ():
        yield from assignments(ranges[1:], (*values, number))


def answer(rules, domain, quantity, misere=False):
    game = Game(rules, domain)
    values = game.values(quantity, misere)
    if values is None:
        faults = list(dict.fromkeys(game.faults))
        kind, position, option = faults[0]
        return {"error": kind, "position": position, "option": option, "faults": faults}
    return {"values": [int(values[at]) if at in values else None for at in game.cells]}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(**json.loads(line))))
