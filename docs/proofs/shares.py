"""Shares of words in the limit, as exact numbers of the field of sqrt(5): how often words of a language end in certain states.

structure.py computes with it which shares positions have. It needs Python 3 alone.
"""

import math
from collections import Counter, deque
from decimal import Decimal, localcontext
from fractions import Fraction


def reached(starts, successors):
    """Returns all that is reached from some starts."""
    found = set(starts)
    queue = list(found)
    while queue:
        new = set(successors(queue.pop())) - found
        found |= new
        queue.extend(new)
    return found


class Golden:
    """A number a + b sqrt(5) with rational a and b."""

    def __init__(self, a, b=0):
        self.a, self.b = Fraction(a), Fraction(b)

    def __add__(self, other):
        return Golden(self.a + other.a, self.b + other.b)

    def __mul__(self, other):
        return Golden(self.a * other.a + 5 * self.b * other.b, self.a * other.b + self.b * other.a)

    def __truediv__(self, other):
        norm = other.a**2 - 5 * other.b**2
        return self * Golden(other.a / norm, -other.b / norm)

    def __eq__(self, other):
        return self.a == other.a and self.b == other.b

    def is_positive(self):
        """Says whether a + b sqrt(5) > 0, exactly: if the signs differ, the squares a^2 and 5 b^2 are compared."""
        if self.a * self.b >= 0:
            return self.a > 0 or self.b > 0
        return (self.a if self.a**2 > 5 * self.b**2 else self.b) > 0

    def __float__(self):
        # The summands may be large and nearly cancel.
        with localcontext() as context:
            context.prec = 60
            a, b = (Decimal(part.numerator) / part.denominator for part in (self.a, self.b))
            return float(a + b * Decimal(5).sqrt())

    def __str__(self):
        common = math.lcm(self.a.denominator, self.b.denominator)
        a, b = int(self.a * common), int(self.b * common)
        return f"({a} {'-' if b < 0 else '+'} {abs(b)} sqrt(5)) / {common}"


PHI = Golden(Fraction(1, 2), Fraction(1, 2))


def solved(states, before, known):
    """Returns the numbers x[s] of states with phi x[s] = the sum of x[r] over all r in before[s], which are among these states or
    known. States whose equation and uses are few are eliminated first. If nothing is known, the last number is 1."""
    equations, constants, uses = {}, {}, {state: set() for state in states}
    for state in states:
        counts = Counter(before[state])
        equations[state] = {r: Golden(n) / PHI for r, n in counts.items() if r in uses}
        constants[state] = sum((known[r] * Golden(n) / PHI for r, n in counts.items() if r in known), Golden(0))
        for r in equations[state]:
            uses[r].add(state)
    left, order = set(states), []
    while len(left) > (not known):
        state = min(left, key=lambda state: (len(equations[state]) * len(uses[state]), state))
        left.remove(state)
        order.append(state)
        own = equations[state].pop(state, None)
        uses[state].discard(state)
        if own:
            rest = Golden(1) + Golden(-1) * own
            equations[state] = {r: factor / rest for r, factor in equations[state].items()}
            constants[state] = constants[state] / rest
        for user in uses[state]:
            factor = equations[user].pop(state)
            constants[user] += factor * constants[state]
            for r, further in equations[state].items():
                equations[user][r] = equations[user].get(r, Golden(0)) + factor * further
                uses[r].add(user)
        for r in equations[state]:
            uses[r].discard(state)
    found = {state: Golden(1) for state in left}
    for state in reversed(order):
        found[state] = sum((f * found[r] for r, f in equations[state].items()), constants[state])
    for state in states:
        assert PHI * found[state] == sum(((found | known)[r] for r in before[state]), Golden(0))
    return found


def shares(after, values):
    """Returns the shares of the values among the positions with x < y, and that of those whose words end in the core.

    The core is the one component with several cycles. It is aperiodic and has an eigenvector of the eigenvalue phi whose
    components are positive, by exact signs, so that by Perron and Frobenius the other eigenvalues are smaller; all other components are cycles,
    whose eigenvalues have size 1. So the number of words of n digits that end in a state, divided by phi^n, tends to a multiple of
    this eigenvector, continued to the states behind the core.
    """
    component = components(after)
    core = [c for c in component if sum(to in c for at in c for to in after[at]) > len(c)]
    assert len(core) == 1 and all(sum(to in c for at in c for to in after[at]) <= len(c) for c in component if c not in core)
    core = core[0]
    # Lengths of walks from one state: of two to the same state the period divides the difference.
    first = min(core)
    distance, queue, period = {first: 0}, deque([first]), 0
    while queue:
        at = queue.popleft()
        for to in filter(core.__contains__, after[at]):
            if to not in distance:
                distance[to] = distance[at] + 1
                queue.append(to)
            period = math.gcd(period, distance[at] + 1 - distance[to])
    assert period == 1
    before = {at: [] for at in after}
    for at, found in after.items():
        for to in found:
            before[to].append(at)
    within = {at: [r for r in before[at] if r in core] for at in core}
    weights = solved(core, within, {})
    assert all(weight.is_positive() for weight in weights.values())
    behind = reached(core, after.get) - core
    # No word comes to these states but through the core, or its share is 0.
    from_core = {at: [r for r in before[at] if r in core or r in behind] for at in behind}
    weights |= solved(behind, from_core, weights)
    totals = {value: Golden(0) for value in sorted(set(values.values()))}
    in_core = Golden(0)
    for at, value in values.items():
        totals[value] += weights.get(at, Golden(0))
        in_core += weights[at] if at in core else Golden(0)
    assert all(total.is_positive() for total in totals.values())
    everything = sum(totals.values(), Golden(0))
    return {value: total / everything for value, total in totals.items()}, in_core / everything


def components(after):
    """Returns the strongly connected components (Kosaraju's algorithm)."""
    seen, order = set(), []
    for start in after:
        stack = [(start, iter(after[start]))] if start not in seen else []
        seen.add(start)
        while stack:
            at, rest = stack[-1]
            to = next((to for to in rest if to not in seen), None)
            if to is None:
                order.append(at)
                stack.pop()
            else:
                seen.add(to)
                stack.append((to, iter(after[to])))
    before = {at: [] for at in after}
    for at, found in after.items():
        for to in found:
            before[to].append(at)
    left, found = set(after), []
    for start in reversed(order):
        if start in left:
            found.append(frozenset(reached([start], lambda at: left.intersection(before[at]))))
            left -= found[-1]
    return found
