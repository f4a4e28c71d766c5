"""The type stubs name what the module has, with the same parameters and defaults."""

import ast
import inspect
from pathlib import Path

import grundytab

STUBS = ast.parse((Path(grundytab.__file__).parent / "__init__.pyi").read_text()).body
FUNCTIONS = [stub for stub in STUBS if isinstance(stub, ast.FunctionDef)]
CLASSES = [stub for stub in STUBS if isinstance(stub, ast.ClassDef)]


def test_all_names_have_stubs():
    typed_only = {"Finding", "Report", "Game"}
    stubs = {stub.name for stub in FUNCTIONS + CLASSES}
    assert stubs - typed_only == set(grundytab.__all__) - {"__version__"}


def test_parameters_are_those_of_the_functions():
    assert len(FUNCTIONS) >= 7
    for stub in FUNCTIONS:
        parameters = inspect.signature(getattr(grundytab, stub.name)).parameters
        arguments = stub.args.args + stub.args.kwonlyargs
        assert [argument.arg for argument in arguments] == list(parameters), stub.name
        for argument, default in zip(stub.args.kwonlyargs, stub.args.kw_defaults):
            found = parameters[argument.arg].default
            assert parameters[argument.arg].kind == inspect.Parameter.KEYWORD_ONLY
            # In `tabulate(..., out: str)` there is none.
            if default is not None:
                assert ast.literal_eval(default) == found, (stub.name, argument.arg)


def test_classes_have_what_the_stubs_say():
    for stub in CLASSES:
        members = {item.name for item in stub.body if isinstance(item, ast.FunctionDef)}
        found = getattr(grundytab, stub.name, None)
        if found is not None:
            # Python makes an iterator of `__getitem__`.
            assert members - set(dir(found)) <= {"__iter__"}, stub.name


def test_everything_is_documented():
    for name in set(grundytab.__all__) - {"__version__"}:
        assert getattr(grundytab, name).__doc__, name
