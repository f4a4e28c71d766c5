"""Decides a certificate of Wythoff Nim or of Maharaja Nim, independently of grundytab: it reads the document and
nothing else, and needs Python 3 alone.

    python3 docs/proofs/check.py crates/cli/certificates/maharaja.json

A certificate claims that automata A(0), ..., A(V), which read the digits of x and y in parallel, accept exactly the
positions (x, y) of the Grundy values 0, ..., V; those of value 0 are the P-positions. Numbers are written in Fibonacci
numeration: by Zeckendorf's theorem every number has one word of digits without two neighbouring ones, up to zeros before
it. The automata are right if for all v and all words of one length, zeros before them included,

    A(v) accepts (x, y) exactly if moves lead from (x, y) to positions that A(0), ..., A(v - 1) accept, and none to one
    that A(v) accepts.

For every move makes x + y smaller, and the words of the options have no more digits. So this is an induction on x + y
among the words of one length, and one for each length: that zeros before a word change nothing follows, too.

For each automaton A and each kind of move the positions from which it leads to A are those that another automaton accepts.
It reads (x, y) and guesses the digits of (b, c), an option; its state is that of A after (b, c), whether (b, c) is smaller
so far, and what the digits say of the linear forms that make the move. The subset construction follows all guesses at once,
and the result is minimized. Then all these automata read (x, y) together: they have finitely many states together, and the
claim is compared in each. There is no useful bound on the number of subsets: if A is false, they may become too many.
"""

import json
import sys
from collections import deque

LETTERS = [(0, 0), (0, 1), (1, 0), (1, 1)]

# Digits, weights 1, 2, 3, 5, ..., and words without two neighbouring ones.
NUMERATION = {
    "name": "fibonacci",
    "digits": 2,
    "recurrence": [1, 1],
    "weights": [1, 1],
    "valid": {
        "tracks": 1,
        "states": 2,
        "accepting": [0, 1],
        "transitions": [[0, [0], 0], [0, [1], 1], [1, [0], 0]],
    },
}

# A kind of move is a list of linear forms (p, q, r), which say p (x - b) + q (y - c) = r. `append` needs that r is 0, 1 or 2
# and that p and q are 0, 1 or -1.
QUEEN = [[(0, 1, 0)], [(1, 0, 0)], [(1, -1, 0)]]
KNIGHT = [[(1, 0, 1), (0, 1, 2)], [(1, 0, 2), (0, 1, 1)]]
MOVES = {"wythoff": QUEEN, "maharaja": QUEEN + KNIGHT}


def follows(letter, last):
    """Says whether no number has two neighbouring ones."""
    return not (letter[0] and last[0] or letter[1] and last[1])


def explore(start, step):
    """Returns the edges, a list of (letter, state), of all states that are reached, the nearest first; and how each was."""
    edges, reached_by, queue = {}, {start: None}, deque([start])
    while queue:
        state = queue.popleft()
        edges[state] = step(state)
        for letter, to in edges[state]:
            if to not in reached_by:
                reached_by[to] = state, letter
                queue.append(to)
    return edges, reached_by


def word_to(state, reached_by):
    """Returns the letters of a shortest word that leads to a state."""
    word = []
    while reached_by[state]:
        state, letter = reached_by[state]
        word.insert(0, letter)
    return word


def append(value, digit):
    """Appends a digit to a word d(k) ... d(0) of digits from -2 to 2, of which the pair u = sum d(i) F(i + 2) and
    v = sum d(i) F(i + 1) is known; u is its value. Returns None if no more digits can make the value 0, 1 or 2.

    Such are the digits of all forms: those of x, y, b and c are 0 and 1, so those of x - b and y - c, place by place in words
    padded to one length, are from -1 to 1, and those of the difference of these two from -2 to 2.

    Let phi be the golden ratio and psi = 1 - phi. A digit d turns L = phi u + v into phi (L + phi d), and C = psi u + v into
    psi (C + psi d). So always |C| <= 2, by induction on the digits from the left. If the last value is 0, 1 or 2, in the end
    |L| = |C + (phi - psi) u| <= 2 + 2 sqrt(5) < 6.5, but from |L| > 2 phi^3 = 8.47... on |L| grows with every digit. Else
    |u| = |L - C| / sqrt(5) < 5 and |v| = |phi C - psi L| / sqrt(5) < 4.
    """
    u, v = value[0] + value[1] + digit, value[0] + digit
    return (u, v) if abs(u) < 5 and abs(v) < 4 else None


def guesses(forms, steps, accepting):
    """Returns the nondeterministic automaton of the positions from which a kind of move leads to A: its initial state, the
    states that each letter of (x, y) leads to, and the states in which a guess has been right."""

    def step(state):
        at, last, smaller, values = state
        found = []
        for x, y in LETTERS:
            for (b, c), to in steps[at].items():
                if follows((b, c), last) and (smaller or (b, c) <= (x, y)):
                    digits = [p * (x - b) + q * (y - c) for p, q, _ in forms]
                    longer = tuple(map(append, values, digits))
                    if None not in longer:
                        found.append(((x, y), (to, (b, c), smaller or (b, c) < (x, y), longer)))
        return found

    start = 0, (0, 0), False, ((0, 0),) * len(forms)
    edges, _ = explore(start, step)
    wanted = [r for _, _, r in forms]
    right = {s for s in edges if s[0] in accepting and s[2] and [u for u, _ in s[3]] == wanted}
    before = {}
    for state, found in edges.items():
        for _, to in found:
            before.setdefault(to, set()).add(state)
    useful, new = set(right), right
    while new:
        new = set().union(*(before.get(state, ()) for state in new)) - useful
        useful |= new
    number = {state: i for i, state in enumerate(useful)}
    after = [{letter: set() for letter in LETTERS} for _ in number]
    for state, i in number.items():
        for letter, to in edges[state]:
            if to in number:
                after[i][letter].add(number[to])
    return number.get(start), after, {number[state] for state in right}


def deterministic(start, after, right):
    """Returns the minimal automaton of what guesses accept: its initial state, next states and accepting states. It also
    accepts all words that are none of numbers, in a state None, with which all states agree that accept whatever follows."""

    def step(state):
        if state is None:
            return [(letter, None) for letter in LETTERS]
        subset, last = state
        union = {letter: frozenset().union(*(after[i][letter] for i in subset)) for letter in LETTERS}
        return [(letter, (union[letter], letter) if follows(letter, last) else None) for letter in LETTERS]

    first = frozenset(() if start is None else (start,)), (0, 0)
    edges, _ = explore(first, step)
    # Moore's algorithm: states are told apart by longer and longer words.
    kind = {state: state is None or not right.isdisjoint(state[0]) for state in edges}
    accepts, kinds = dict(kind), 0
    while len(set(kind.values())) > kinds:
        kinds = len(set(kind.values()))
        names = {}
        rows = {state: (kind[state], *(kind[to] for _, to in found)) for state, found in edges.items()}
        kind = {state: names.setdefault(row, len(names)) for state, row in rows.items()}
    everything = kind[None]
    named = lambda state: None if kind[state] == everything else kind[state]
    table = {named(state): {letter: named(to) for letter, to in found} for state, found in edges.items()}
    return named(first), table, {named(state) for state in edges if accepts[state]}


def check(moves, sets):
    """Returns how many states were compared and, if the claim is false, the letters of a shortest word that shows it, and the
    value whose automaton is wrong about it. `sets` has the steps and the accepting states of the automata of the values."""
    to_sets = [[deterministic(*guesses(forms, *automaton)) for forms in moves] for automaton in sets]

    def step(state):
        found = []
        for letter in filter(lambda letter: follows(letter, state[1]), LETTERS):
            ats = tuple(None if at is None else steps[at].get(letter) for at, (steps, _) in zip(state[0], sets))
            after = []
            for kinds, automata in zip(state[2], to_sets):
                kinds = kinds and tuple(table[kind][letter] for kind, (_, table, _) in zip(kinds, automata))
                # From here on there is always a move of some kind to this set.
                after.append(None if kinds and None in kinds else kinds)
            found.append((letter, (ats, letter, tuple(after))))
        return found

    starts = tuple(tuple(start for start, _, _ in automata) for automata in to_sets)
    edges, reached_by = explore(((0,) * len(sets), (0, 0), starts), step)
    for state in edges:
        reaches_all_below = True
        for v, (at, kinds) in enumerate(zip(state[0], state[2])):
            reaches = kinds is None or any(kind in ends for kind, (_, _, ends) in zip(kinds, to_sets[v]))
            if (at in sets[v][1]) != (reaches_all_below and not reaches):
                return len(edges), word_to(state, reached_by), v
            reaches_all_below &= reaches
    return len(edges), None, None


def accepted_invalid_word(steps, accepting):
    """Returns the letters of a shortest word that is accepted although it is none of two numbers; None if there is none."""

    def step(state):
        at, last, is_valid = state
        return [(letter, (to, letter, is_valid and follows(letter, last))) for letter, to in steps[at].items()]

    edges, reached_by = explore((0, (0, 0), True), step)
    for state in edges:
        if state[0] in accepting and not state[2]:
            return word_to(state, reached_by)
    return None


def value(digits):
    """Returns the number that a word stands for."""
    u, v = 0, 0
    for digit in digits:
        u, v = u + v + digit, u + digit
    return u


def read(automaton):
    """Returns the steps of an automaton from each state, and its accepting states."""
    steps = [{} for _ in range(automaton["states"])]
    for state, letter, to in automaton["transitions"]:
        steps[state][tuple(letter)] = to
    return steps, set(automaton["accepting"])


def main(path):
    with open(path, encoding="utf-8") as file:
        certificate = json.load(file)
    game, convention, numeration = (certificate[key] for key in ("ruleset", "convention", "numeration"))
    names = [entry["set"] for entry in certificate["sets"]]
    known = names == ["p"] or names and names == [f"value:{v}" for v in range(len(names))]
    if game not in MOVES or convention != "normal" or numeration != NUMERATION or not known:
        sys.exit(f"{path}: only P-positions, or values from 0 on, of {' and '.join(MOVES)} in Fibonacci numeration are checked")
    sets = [read(entry["automaton"]) for entry in certificate["sets"]]
    for name, automaton in zip(names, sets):
        word = accepted_invalid_word(*automaton)
        if word is not None:
            x, y = ("".join(map(str, digits)) for digits in zip(*word))
            print(f"false: the automaton of {name} accepts {x} and {y}, which are no words of numbers")
            sys.exit(1)
    compared, word, v = check(MOVES[game], sets)
    if word is not None:
        x, y = (value(digits) for digits in zip(*word)) if word else (0, 0)
        print(f"false: the automaton of {names[v]} is wrong about ({x}, {y}), if all are right about all its options")
        sys.exit(1)
    for name, (steps, _) in zip(names, sets):
        of = "P-positions" if name == "p" else f"positions of value {name[len('value:'):]}"
        print(f"true: the {of} of {game} are those that the automaton of {len(steps)} states accepts")
    print(f"({compared} states were compared)")


if __name__ == "__main__":
    main(sys.argv[1])
