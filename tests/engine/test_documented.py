"""A reader looks up a field in the docstring of its class, so no field may be missing there."""

import importlib
import pkgutil

import msgspec
import pytest

import sim


def descendants(of: type) -> set[type]:
    return {found for one in of.__subclasses__() for found in (one, *descendants(one))}


for module in pkgutil.walk_packages(sim.__path__, "sim."):
    importlib.import_module(module.name)

STRUCTS = sorted(
    (
        one
        for one in descendants(msgspec.Struct)
        if one.__module__.startswith("sim.") and not one.__name__.startswith("_")
    ),
    key=lambda one: (one.__module__, one.__name__),
)


def test_there_are_structs_to_look_at():
    assert len(STRUCTS) > 80


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda one: f"{one.__module__}.{one.__name__}")
def test_every_field_is_documented(struct):
    documented = struct.__doc__ or ""
    assert [field for field in struct.__struct_fields__ if f"`{field}`" not in documented] == []
