"""docs/proofs/check.py decides certificates as the program does, with which it shares nothing, and pages say of automata
what docs/proofs/structure.py finds."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import grundytab
import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PROOFS = DOCS / "proofs"
CERTIFICATES = DOCS.parent / "crates/cli/certificates"
PROGRAM = os.path.join(os.path.dirname(sys.executable), "grundytab")


def imported(name):
    spec = importlib.util.spec_from_file_location(name, PROOFS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_short_check_confirms_wythoff_nim_and_refutes_every_change(tmp_path):
    """Catches a check that confirms whatever it reads, and one that refutes what is true."""
    path = tmp_path / "wythoff.json"
    subprocess.run([PROGRAM, "prove", "wythoff", "--quiet", "--certificate", path], check=True)
    said = subprocess.run([sys.executable, PROOFS / "check.py", path], capture_output=True, text=True, check=True)
    assert said.stdout.startswith("true: the P-positions of wythoff are those that the automaton of 7 states accepts\n")
    check = imported("check")
    automaton = json.loads(path.read_text())["sets"][0]["automaton"]
    accepting = set(automaton["accepting"])

    def refutation(transitions, accepting):
        steps = [{} for _ in range(automaton["states"])]
        for state, letter, to in transitions:
            steps[state][tuple(letter)] = to
        return check.check(check.MOVES["wythoff"], [(steps, accepting)])[1]

    assert refutation(automaton["transitions"], accepting) is None
    changes = 0
    for number, (state, letter, right) in enumerate(automaton["transitions"]):
        for wrong in set(range(automaton["states"])) - {right}:
            changed = list(automaton["transitions"])
            changed[number] = state, letter, wrong
            assert refutation(changed, accepting) is not None, changed[number]
            changes += 1
    for state in range(automaton["states"]):
        assert refutation(automaton["transitions"], accepting ^ {state}) is not None, state
        changes += 1
    assert changes == 85

    # What the document says of the numeration is read, too.
    certificate = json.loads(path.read_text())
    for key, other in (("name", "base:2"), ("digits", 3), ("recurrence", [2, 1]), ("weights", [1, 0]), ("valid", {})):
        path.write_text(json.dumps(certificate | {"numeration": certificate["numeration"] | {key: other}}))
        said = subprocess.run([sys.executable, PROOFS / "check.py", path], capture_output=True, text=True)
        assert said.returncode == 1 and "in Fibonacci numeration are checked" in said.stderr, key
    # From the state after (1, 2) another 1 of y leads back there.
    invalid = json.loads(path.read_text()) | {"numeration": certificate["numeration"]}
    [[at, _, _]] = [step for step in automaton["transitions"] if step[0] in accepting and step[1] == [0, 1] and step[0] != 0]
    invalid["sets"][0]["automaton"]["transitions"].append([at, [1, 1], at])
    path.write_text(json.dumps(invalid))
    said = subprocess.run([sys.executable, PROOFS / "check.py", path], capture_output=True, text=True)
    assert said.returncode == 1 and "which are no words of numbers" in said.stdout

    certificate["sets"][0]["automaton"]["accepting"] = []
    path.write_text(json.dumps(certificate))
    said = subprocess.run([sys.executable, PROOFS / "check.py", path], capture_output=True, text=True)
    # Without any P-position the first that is wrong is the one without moves.
    assert said.returncode == 1
    assert said.stdout.startswith("false: the automaton of p is wrong about (0, 0)")


def test_the_short_check_confirms_values_and_refutes_changes(tmp_path):
    """Catches a check that does not compare every value with those below it."""
    certificate = json.loads((CERTIFICATES / "wythoff-values.json").read_text())
    # Value 2 takes too long.
    first = certificate["sets"][:2]
    names = [entry["set"] for entry in first]
    path = tmp_path / "values.json"

    def said_of(sets):
        path.write_text(json.dumps(certificate | {"sets": sets}))
        return subprocess.run([sys.executable, PROOFS / "check.py", path], capture_output=True, text=True)

    said = said_of(first)
    lines = said.stdout.splitlines()
    assert said.returncode == 0 and len(lines) == len(names) + 1 and all(line.startswith("true: ") for line in lines[:-1])

    # One state of an automaton accepts what it did not, or the other way round.
    zero, one = first
    for index, state in (0, 6), (1, 0), (1, 5), (1, 824):
        changed = json.loads(json.dumps(first))
        accepting = set(changed[index]["automaton"]["accepting"])
        changed[index]["automaton"]["accepting"] = sorted(accepting ^ {state})
        said = said_of(changed)
        assert said.returncode == 1 and said.stdout.startswith(f"false: the automaton of {names[index]} is wrong about ("), (index, state)

    # A true automaton is no proof of what another set is.
    for wrong, name in ([one], "value:0"), ([zero, zero], "value:1"):
        said = said_of([{"set": f"value:{v}", "automaton": entry["automaton"]} for v, entry in enumerate(wrong)])
        assert said.returncode == 1 and said.stdout.startswith(f"false: the automaton of {name} is wrong about (0, 0)")
    for sets in [one], [one, zero], []:
        said = said_of(sets)
        assert said.returncode == 1 and "values from 0 on" in said.stderr


def structure_of(certificate, name, *dots):
    """Returns what the program says of the structure of a set's automaton, and the shares in it; it writes pictures."""
    command = [sys.executable, PROOFS / "structure.py", CERTIFICATES / certificate, name, *dots]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return said, re.findall(r"floor\(phi x\) = +(-?\d+): (\d\.\d{4}) of the positions with x < y, (.*)", said)


def test_signs_are_exact():
    """Catches signs that are computed with rounded numbers: L(n) - F(n) sqrt(5) = 2 psi^n, for Lucas and Fibonacci numbers."""
    golden = imported("shares").Golden
    lucas, fibonacci = (2, 1), (0, 1)
    for n in range(1000):
        assert golden(lucas[0], -fibonacci[0]).is_positive() == (n % 2 == 0)
        assert golden(-lucas[0], fibonacci[0]).is_positive() == (n % 2 == 1)
        lucas, fibonacci = (lucas[1], sum(lucas)), (fibonacci[1], sum(fibonacci))
    assert golden(1, 1).is_positive() and golden(0, 1).is_positive()
    assert not golden(0).is_positive() and not golden(-1, -1).is_positive() and not golden(0, -1).is_positive()


def test_the_note_on_maharaja_nim_says_what_its_automaton_is(tmp_path):
    """Catches numbers of the note and a picture that are not those of the certificate."""
    dot = tmp_path / "maharaja.dot"
    said, shares = structure_of("maharaja.json", "p", dot)
    note = (DOCS / "maharaja.md").read_text()
    assert len(shares) == 8
    for index in 0, 1:
        assert " | ".join(share[index] for share in shares) in note
    for value, _, share in shares:
        assert f"| {value} | {share} |\n" in note
    [core] = re.findall(r"(\d\.\d{4}) of them end in the core", said)
    assert f"share {core} of the P-positions never leaves it" in note
    assert "-3 <= y - floor(phi x) <= 4" in note and "there are only 12 pairs (u, v)" in note and said.startswith("12 values")
    assert "an automaton of 1240 states" in note and "1240 states with them" in said
    assert "988 states" in note and "988 states are drawn" in said
    automaton = json.loads((CERTIFICATES / "maharaja.json").read_text())["sets"][0]["automaton"]
    assert f"automaton of {automaton['states']} states" in note
    assert f"{len(automaton['transitions'])} transitions, {len(automaton['accepting'])} accepting states" in note
    # Graphviz writes each line of a label, and a title of each vertex and edge.
    picture = (PROOFS / "maharaja.svg").read_text()
    drawn = sorted(re.findall(r">([^<>\n]+)</text>", picture))
    labels = [line for label in re.findall(r'label="([^"]*)"', dot.read_text()) for line in label.split("\\n")]
    assert drawn == sorted(labels)
    edges = {tuple(edge) for edge in re.findall(r"^(\w+) -> (\w+)", dot.read_text(), re.M)}
    assert {tuple(edge) for edge in re.findall(r"<title>(\w+)&#45;&gt;(\w+)</title>", picture)} == edges


def test_the_note_on_values_says_what_their_automaton_is(tmp_path):
    """Catches numbers of the note and a picture that are not those of the certificate."""
    dot = tmp_path / "values.dot"
    said, shares = structure_of("wythoff-values.json", "value:1", dot)
    note = (DOCS / "wythoff-values.md").read_text()
    assert len(shares) == 7
    for value, rounded, share in shares:
        assert f" {rounded} |" in note and f"| {value} | {share} |\n" in note
    assert "automaton of 432 states" in note and "432 states with them" in said
    assert "412 states" in note and "412 states are drawn" in said
    sets = json.loads((CERTIFICATES / "wythoff-values.json").read_text())["sets"]
    for automaton in (entry["automaton"] for entry in sets[1:]):
        assert f"{automaton['states']} states" in note.replace("\n> ", " ")
        assert f"{len(automaton['transitions'])}" in note and f"{len(automaton['accepting'])}" in note
    picture = (PROOFS / "wythoff-values.svg").read_text()
    labels = [line for label in re.findall(r'label="([^"]*)"', dot.read_text()) for line in label.split("\\n")]
    assert sorted(re.findall(r">([^<>\n]+)</text>", picture)) == sorted(labels)


def test_the_note_on_queens_says_what_their_automaton_is():
    """Catches bounds and shares of the note that are not those of the certificate."""
    note = (DOCS / "queens.md").read_text()
    for name, least, most in ("p", 0, 2), ("p,mirrored", -6, 5):
        _, shares = structure_of("queens.json", name)
        assert [int(value) for value, _, _ in shares] == list(range(least, most + 1))
        assert " | ".join(rounded for _, rounded, _ in shares) in note
    assert "floor(phi x) <= y <= floor(phi x) + 2" in note and "floor(phi y) - 6 <= x <= floor(phi y) + 5" in note
    automaton = json.loads((CERTIFICATES / "queens.json").read_text())["sets"][0]["automaton"]
    assert f"automaton of {automaton['states']} states" in note
    assert f"{len(automaton['transitions'])} transitions and {len(automaton['accepting'])} accepting" in note


def test_what_is_proved_is_read_in_python(tmp_path):
    """Catches a certificate that is not what stdout has alone, and a refutation that does not say where."""
    certificate = json.loads(grundytab.prove("wythoff", certificate="-"))
    automaton = certificate["sets"][0]["automaton"]
    assert automaton["states"] == 7 and b"digraph" in grundytab.prove("wythoff", graph="-")
    automaton["accepting"] = automaton["accepting"][1:]
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(certificate))
    found = grundytab.prove(check=path)
    assert found.proved is False and "the certificate is false: refuted at (" in found.message
    assert (found.kind, found.exit_code) == ("check_failed", 1)
    with pytest.raises(RuntimeError, match="no automaton of the P-positions was found") as error:
        grundytab.prove("wythoff+block=3", numeration="base:2", seconds=1, certificate="-")
    assert error.value.report.proved is False and error.value.report.tried
