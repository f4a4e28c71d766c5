"""Writes the commands of the program into the type stub of the package, as the program declares them: all that stands
behind the last line that is written by hand. Without an argument the stub is printed.

    python python/stubs.py --write
"""

import sys
import textwrap
from pathlib import Path

import grundytab
from grundytab._commands import DEFINITIONS, arguments_of

STUB = Path(__file__).parent / "grundytab" / "__init__.pyi"
MARK = "# The commands of the program, as python/stubs.py writes them.\n"

RETURNS = {
    "query": "Any",
    "list": "Any",
    "render": "Picture",
    "export": "Any",
    "analyze": "Any",
    "batch": "_List[Report]",
    "games": "Any",
    "prove": "Any",
    "view": "View",
}
NO_REPORT = {"dry_run": "Literal[False] = False", "discard": "Literal[False] = False"}
# Types of arguments, with what is returned then.
OVERLOADS = {
    "tabulate": [
        ({"out": "None = None", **NO_REPORT}, "NDArray[Any]"),
        ({"out": "_Path", **NO_REPORT}, "Table"),
        ({"out": "_Path | None = None", "dry_run": "Literal[True]"}, "Report"),
        ({"out": "None = None", "dry_run": "Literal[False] = False", "discard": "Literal[True]"}, "Report"),
    ],
    "batch": [
        ({"dry_run": "Literal[False] = False"}, "_List[Report]"),
        ({"dry_run": "Literal[True]"}, "Report"),
    ],
}
TYPES = {"int": "int", "float": "float", "path": "_Path", "text": "_Text"}


# Of parameters that functions have besides the arguments of their commands.
ADDED = {"moves": "_Texts", "left": "_Part", "right": "_Part", "block": "int", "options": "_Function", "loopy": "bool"}
ADDED |= {"positions": "_Part", "terminal": "_Part"}

# Types with few values, by the values.
NAMED = {}


def type_of(argument):
    if not argument["takes_value"]:
        return "bool"
    if argument["keyword"] in ("game", "path"):
        return "_Text | _Game" if not argument["repeats"] else "_Texts | _Game"
    if argument["keyword"] == "region":
        return "_Region"
    if argument["choices"]:
        one = NAMED.setdefault(tuple(argument["choices"]), named(argument["keyword"]))
        return f"{one} | Sequence[{one}]" if argument["repeats"] else one
    one = TYPES[argument["kind"]]
    if argument["repeats"]:
        return "_Texts" if one == "_Text" else f"{one} | Sequence[{one}]"
    return one


def named(keyword):
    name = "_" + keyword.title().replace("_", "")
    return name + "2" * (name in NAMED.values())


def choices():
    for values, name in NAMED.items():
        listed = ", ".join(f'"{value}"' for value in values)
        yield textwrap.fill(f"{name} = Literal[{listed}]", 110, subsequent_indent="    ", break_on_hyphens=False)


def parameters(command, special, is_method):
    function = getattr(grundytab, command)
    written = ["self"] if is_method else []
    signature = getattr(grundytab.Table if is_method else grundytab, command).__signature__.parameters
    arguments = {argument["keyword"]: argument for argument in arguments_of(command)}
    has_star = False
    for at, (name, parameter) in enumerate(signature.items()):
        if is_method and at == 0:
            continue
        if parameter.kind == parameter.KEYWORD_ONLY and not has_star:
            written.append("*")
            has_star = True
        if name in special:
            written.append(f"{name}: {special[name]}")
        elif name in function.added:
            written.append(f"{name}: {ADDED.get(name, '_Text')} | None = None")
        elif name == "progress":
            written.append("progress: _Progress = None")
        elif parameter.default is parameter.empty:
            written.append(f"{name}: {type_of(arguments[name])}")
        elif parameter.default is None:
            written.append(f"{name}: {type_of(arguments[name])} | None = None")
        else:
            written.append(f"{name}: bool = False")
    return written


def stub(command, is_method=False):
    blocks = []
    cases = OVERLOADS.get(command, [({}, RETURNS.get(command, "Report"))])
    for at, (special, returned) in enumerate(cases):
        lines = ["@overload"] if len(cases) > 1 else []
        lines += [f"def {command}("]
        lines += [f"    {parameter}," for parameter in parameters(command, special, is_method)]
        lines.append(f") -> {returned}:" + (" ..." if is_method or at else ""))
        if not is_method and not at:
            text = getattr(grundytab, command).__doc__.replace("\\", "\\\\")
            lines += [("    " + line).rstrip() for line in f'"""{text}\n"""'.splitlines()]
        blocks.append("\n".join(lines))
    return "\n".join(blocks)


def indented(text):
    return "\n".join(("    " + line).rstrip() for line in text.splitlines())


def stubs():
    by_hand = STUB.read_text().split(MARK)[0] + MARK
    methods = [name for name in DEFINITIONS if name in vars(grundytab.Table) and name != "sum"]
    written = [
        "class _Methods:\n" + "\n".join(indented(stub(name, is_method=True)) for name in methods),
        *(stub(name) for name in DEFINITIONS),
    ]
    return "\n\n".join([by_hand + "\n" + "\n".join(choices()), *written]) + "\n"


if __name__ == "__main__":
    if "--write" in sys.argv:
        STUB.write_text(stubs())
    else:
        print(stubs(), end="")
