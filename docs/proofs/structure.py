"""Prints what docs/maharaja.md, docs/wythoff-values.md and docs/queens.md say of automata, and writes a picture of one for Graphviz.

    python3 docs/proofs/structure.py crates/cli/certificates/maharaja.json p maharaja.dot
    dot -Tsvg maharaja.dot > docs/proofs/maharaja.svg
    python3 docs/proofs/structure.py crates/cli/certificates/wythoff-values.json value:1
    python3 docs/proofs/structure.py crates/cli/certificates/queens.json p,mirrored

The last one exchanges x and y. It needs Python 3 alone, and reads only the certificate, whose truth it takes for granted (docs/proofs/check.py).
"""

import json
import sys
from collections import Counter

from shares import reached, shares


def read(path, name):
    """Returns the steps from each state of an automaton, and its accepting states; x and y are exchanged if the name ends so."""
    name, _, mirrored = name.partition(",")
    with open(path, encoding="utf-8") as file:
        [automaton] = [entry["automaton"] for entry in json.load(file)["sets"] if entry["set"] == name]
    steps = [{} for _ in range(automaton["states"])]
    for state, letter, to in automaton["transitions"]:
        steps[state][tuple(letter[::-1] if mirrored else letter)] = to
    return steps, set(automaton["accepting"])


def deviations(steps, accepting):
    """Returns the states of an automaton that follows y - floor(phi x) with those of `steps`, as the states that each leads to, and
    the value of y - floor(phi x) in each of them that accepts a position with 0 < x < y.

    docs/maharaja.md proves how: by y - s(x), where s(x) is the number whose word is that of x with a 0 behind it, as a pair (u, v) from
    which that of the next longer word is computed, and by whether the word of x ends with an odd number of zeros.
    """

    def step(at):
        state, u, v, odd, less = at
        for (x, y), to in steps[state].items():
            if less or x <= y:
                yield to, u + v + y - 2 * x, u + y - x, not x and not odd, less or x < y

    after = {at: list(step(at)) for at in reached([(0, 0, 0, False, False)], step)}
    return after, {at: at[1] + (not at[3]) for at in after if at[0] in accepting and at[4]}


def picture(steps, accepting):
    """Returns the groups of states in which words with x < y end, drawn for Graphviz: strongly connected components of
    more than one state; and other states, together if the same components lead to them and they lead to the same ones."""
    upper = reached([steps[0][0, 1]], lambda state: steps[state].values())
    after = {state: reached(steps[state].values(), lambda state: steps[state].values()) for state in upper}
    component = {s: frozenset(t for t in after[s] if s in after[t]) for s in upper if s in after[s]}
    from_here = {s: frozenset(component[t] for t in after[s] & component.keys()) for s in upper}
    to_here = {s: frozenset(component[t] for t in component if s in after[t]) for s in upper}
    groups = {}
    for s in upper:
        groups.setdefault(component.get(s, (to_here[s], from_here[s])), []).append(s)
    groups = sorted(groups.values(), key=lambda group: (-len(group), min(group)))
    lines = ['digraph positions {', "rankdir=LR; nodesep=0.15; node [fontname=Helvetica, fontsize=11, shape=box];",
             "edge [fontname=Helvetica, fontsize=9];", 'start [label="(0, 0)"];']
    group_of = {s: number for number, group in enumerate(groups) for s in group}
    for number, group in enumerate(groups):
        label = f"{len(group)} state{'s' * (len(group) > 1)}"
        style = ""
        if group[0] in component:
            style = ', style="filled,rounded", fillcolor="#f2d0a9"'
            letters = [letter for s in group for letter, to in steps[s].items() if to in component[s]]
            if len(letters) == len(group):
                label = f"cycle of {len(group)}"
                style = ', style="filled,rounded", fillcolor="#cfe3f5"'
            label += "\\nletters " + ", ".join("".join(map(str, letter)) for letter in sorted(set(letters)))
        label += f"\\n{sum(s in accepting for s in group)} accept"
        lines.append(f'{number} [label="{label}"{style}];')
    edges = Counter((group_of[s], group_of[t]) for s in upper for t in steps[s].values())
    edges = {pair: count for pair, count in edges.items() if pair[0] != pair[1]}
    lines.append(f"start -> {group_of[steps[0][0, 1]]};")
    lines += [f'{a} -> {b} [label="{count}"];' for (a, b), count in sorted(edges.items())]
    return len(upper), "\n".join([*lines, "}", ""])


if __name__ == "__main__":
    steps, accepting = read(*sys.argv[1:3])
    after, values = deviations(steps, accepting)
    print(len({at[1:3] for at in after}), "values of the pair (u, v),", len(after), "states with them")
    of_values, of_core = shares(after, values)
    for value, share in of_values.items():
        print(f"y - floor(phi x) = {value:2}: {float(share):.4f} of the positions with x < y, {share}")
    print(f"{float(of_core):.4f} of them end in the core, {of_core}")
    for path in sys.argv[3:]:
        states, dot = picture(steps, accepting)
        print(states, "states are drawn")
        with open(path, "w", encoding="utf-8") as file:
            file.write(dot)
