"""The names that a walk over rules passes over, and the names that it cannot follow."""

from typing import Final

# What the engine never asks.
READ_BY_PEOPLE: Final = frozenset(
    [
        "_repr_html_",
        "_repr_mimebundle_",
        "_repr_svg_",
        "depict",
        "draw",
        "how_to_play",
        "move_word",
        "name",
        "parse",
        "piece_styles",
        "player_names",
        "show",
    ]
)
# Attributes of a class that say nothing of its rules, or that others of them follow from.
OF_EVERY_CLASS: Final = frozenset(
    [
        "__module__",
        "__qualname__",
        "__doc__",
        "__dict__",
        "__weakref__",
        "__annotations__",
        "__annotate__",
        "__annotate_func__",
        "__annotations_cache__",
        "__dataclass_fields__",
        "__dataclass_params__",
        "__firstlineno__",
        "__static_attributes__",
        "__match_args__",
        "__msgspec_cache__",
        "__abstractmethods__",
        "_abc_impl",
        "__parameters__",
        "__orig_bases__",
        "__slots__",
        "__type_params__",
        "__classcell__",
        "__classdictcell__",
        "__protocol_attrs__",
        "_is_protocol",
        "__non_callable_proto_members__",
    ]
)
OF_AN_ENUM: Final = frozenset(
    [
        "_generate_next_value_",
        "_member_names_",
        "_member_map_",
        "_value2member_map_",
        "_unhashable_values_",
        "_member_type_",
        "_new_member_",
        "_use_args_",
        "_value_repr_",
        "__new__",
        "__new_member__",
        "_hashable_values_",
        "_unhashable_values_map_",
        "_add_member_",
        "_add_alias_",
        "_add_value_alias_",
        "__init_subclass__",
    ]
)
OF_A_NAMED_TUPLE: Final = frozenset(
    ["__getnewargs__", "__new__", "__replace__", "_asdict", "_make", "_replace"]
)
# Modules that draw at random, ask the machine, or read what may change.
MACHINE: Final = frozenset(
    [
        "random",
        "secrets",
        "time",
        "datetime",
        "os",
        "posix",
        "io",
        "_io",
        "subprocess",
        "uuid",
        "socket",
        "threading",
        "multiprocessing",
        "tempfile",
        "gc",
        "ctypes",
        "weakref",
        "importlib",
        "linecache",
        "locale",
        "platform",
        "select",
        "signal",
        "sqlite3",
        "shelve",
        "dbm",
        "pathlib",
        "inspect",
        "glob",
        "shutil",
        "urllib",
        "http",
        "pickle",
        "asyncio",
        "concurrent",
        "contextvars",
        "site",
        "sysconfig",
        "traceback",
        "zoneinfo",
        "pkgutil",
        "runpy",
        "code",
    ]
)
# What may be asked of `sys` all the same.
OF_SYS: Final = frozenset(["byteorder", "float_info", "hexversion", "int_info", "maxsize", "version_info"])
# Builtins whose answers no walk can foresee.
UNPREDICTABLE: Final = frozenset(
    ["__import__", "breakpoint", "compile", "eval", "exec", "globals", "hash", "id", "input", "open"]
)
# Attributes by which code looks at code, or at files.
REFLECTION: Final = frozenset(
    [
        "__globals__",
        "__code__",
        "__subclasses__",
        "__closure__",
        "f_globals",
        "f_locals",
        "f_back",
        "gi_frame",
        "__doc__",
        "__annotations__",
        "__builtins__",
        "read_text",
        "read_bytes",
        "_getframe",
        "__file__",
        "__defaults__",
        "__kwdefaults__",
        "cell_contents",
    ]
)
# What NumPy reads from files, draws, or finds in memory.
OF_NUMPY: Final = frozenset(
    ["empty", "fromfile", "fromregex", "genfromtxt", "load", "loadtxt", "memmap", "random"]
)
