"""The type stub names what the module has, with the same parameters, and is that which is written of the program."""

import ast
import importlib.util
import inspect
from pathlib import Path

import grundytab

STUB = (Path(grundytab.__file__).parent / "__init__.pyi").read_text()
BODY = ast.parse(STUB).body
FUNCTIONS = [stub for stub in BODY if isinstance(stub, ast.FunctionDef)]
CLASSES = [stub for stub in BODY if isinstance(stub, ast.ClassDef)]


def test_the_stub_is_what_is_written():
    path = Path(__file__).resolve().parents[1] / "stubs.py"
    spec = importlib.util.spec_from_file_location("stubs", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.stubs() == STUB, "python python/stubs.py --write"


def test_all_names_have_stubs():
    stubs = {stub.name for stub in FUNCTIONS + CLASSES}
    assert stubs - {"_Methods"} == set(grundytab.__all__) - {"__version__"}


def test_parameters_are_those_of_the_functions():
    of_table = [(item, grundytab.Table) for stub in CLASSES if stub.name == "_Methods" for item in stub.body]
    assert len(FUNCTIONS) >= 20 and len(of_table) >= 8
    for stub, owner in [(stub, grundytab) for stub in FUNCTIONS] + of_table:
        parameters = inspect.signature(getattr(owner, stub.name)).parameters
        arguments = stub.args.args + stub.args.kwonlyargs
        assert [argument.arg for argument in arguments] == list(parameters), stub.name


def test_classes_have_what_the_stubs_say():
    for stub in CLASSES:
        members = {item.name for item in stub.body if isinstance(item, ast.FunctionDef)}
        found = getattr(grundytab, "Table" if stub.name == "_Methods" else stub.name)
        # Python makes an iterator of `__getitem__`.
        assert members - set(dir(found)) <= {"__iter__"}, stub.name


def test_everything_is_documented():
    for name in set(grundytab.__all__) - {"__version__"}:
        assert getattr(grundytab, name).__doc__, name
