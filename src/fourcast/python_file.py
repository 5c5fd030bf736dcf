"""Functions in Python files of users, written `FILE.py:FUNCTION`, or `FILE.py` where it is clear which one is meant."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from importlib.machinery import PathFinder
from inspect import Parameter, signature
from pathlib import Path
from threading import RLock
from traceback import extract_tb
from types import FunctionType, ModuleType
from typing import Any, Final, cast

from fourcast.errors import UsageError, quote
from fourcast.files import read_limited

BOARD_NAMES: Final = ("board", "grid")
"""Names of a first argument that is an array, not a position."""


def is_python_file(text: str) -> bool:
    """Whether a text names a Python file, or a function in one."""
    return text.endswith(".py") or text.rpartition(":")[0].endswith(".py")


def split_function(text: str) -> tuple[Path, str]:
    """The file and the function of a text; the function is empty where the text names none.

    >>> split_function("bots/mine.py:fair")
    (PosixPath('bots/mine.py'), 'fair')
    """
    file, _, function = ("", "", "") if text.endswith(".py") else text.rpartition(":")
    return Path(file or text), function


def split_file(text: str) -> tuple[str, str]:
    """The path of a Python file at the beginning of a text, which may have slashes, and the rest.

    >>> split_file("bots/mine.py:step/centre/table"), split_file("alphabeta/centre")
    (('bots/mine.py', ':step/centre/table'), ('', 'alphabeta/centre'))
    """
    head, suffix, rest = text.rpartition(".py")
    return (head + suffix, rest) if rest[:1] in ("", ":", "/") else ("", text)


def absolute(text: str) -> str:
    """The same function by the absolute path of its file, for a process with another working folder; any other text as
    it is."""
    if not is_python_file(text):
        return text
    path, function = split_function(text)
    return ":".join([str(path.resolve()), *([function] if function else [])])


def file_hash(text: str) -> str:
    """A hash of the file of a function; empty for any other text. With another content it is another function."""
    return sha256(split_function(text)[0].read_bytes()).hexdigest() if is_python_file(text) else ""


def load_function(text: str, *defaults: str) -> Callable[..., Any]:
    """The function of a text. Without its name: one of the `defaults`, else the only one that the file defines.

    Runs the file. Raises `UsageError` with the line of the file that fails.
    """
    path, name = split_function(text)
    names = load_file(path)
    own = [
        key for key, value in names.items() if isinstance(value, FunctionType) and value.__module__ == names["__name__"]
    ]
    if text.endswith(".py"):
        known = [default for default in defaults if callable(names.get(default))]
        name = known[0] if known else own[0] if len(own) == 1 else defaults[0]
    function: Any = names.get(name)
    if not callable(function):
        others = f"It defines {', '.join(own)}." if own else "It defines no function."
        raise UsageError(f"{path} has no function {quote(name)}. {others} Write FILE.py:FUNCTION.")
    if not hasattr(function, "__code__") and hasattr(type(function).__call__, "__code__"):
        function = function.__call__  # the method of any object can be hashed, and has lines
    return cast("Callable[..., Any]", function)


def load_file(path: Path) -> Mapping[str, Any]:
    """The names that a Python file defines, in the order in which it defines them. Runs it, once for each content; it
    may import what is in its folder, and the package that it belongs to. Raises `UsageError` if that is impossible."""
    try:
        source = read_limited(path)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        raise UsageError(f"There is no Python file {quote(str(path))}. Write FILE.py:FUNCTION.") from None
    return _run(path.absolute(), source)


@lru_cache(maxsize=64)
def _run(path: Path, source: bytes) -> Mapping[str, Any]:
    package = path.parent
    while (package / "__init__.py").is_file():  # a module of a package may import it by its name
        package = package.parent
    module = ModuleType(f"file:{path}")  # no name that an import statement could have
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    try:
        with _imports_from(package), _imports_from(path.parent):
            exec(compile(source.decode(), str(path), "exec"), module.__dict__)
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a text file.") from None
    except (Exception, SystemExit) as error:
        raise UsageError(f"{error_text(error, path)}.") from error
    return vars(module)


_MODULES: Final[dict[str, dict[str, ModuleType]]] = {}
"""For a folder, its modules whose names modules of other folders have too."""
_NOT_OF_USERS: Final = {*sys.stdlib_module_names, "__main__", __package__}
_LOCK: Final = RLock()


@contextmanager
def _imports_from(path: Path) -> Iterator[None]:
    """Import modules from a folder first, also those of a name under which one of another folder was imported before,
    which has its name again afterwards. Modules of Python and installed packages stay."""
    folder = str(path)
    with _LOCK:
        if folder in sys.path:
            sys.path.remove(folder)
        sys.path.insert(0, folder)
        names = {name for name, module in [*sys.modules.items()] if _is_hidden_by(folder, name, module)}
        others = _take_modules(names)
        sys.modules.update(_MODULES.get(folder, {}))
        try:
            yield
        finally:
            if names:
                _MODULES.setdefault(folder, {}).update(_take_modules(names))
            sys.modules.update(others)


def _is_hidden_by(folder: str, name: str, module: ModuleType) -> bool:
    """Whether a user's module is from elsewhere, and the folder has one of the same name."""
    if "." in name or name in _NOT_OF_USERS:
        return False
    file = getattr(module, "__file__", None)
    if not file or "site-packages" in Path(file).parts:
        return False
    own = PathFinder.find_spec(name, [folder])
    return own is not None and own.origin is not None and Path(own.origin).resolve() != Path(file).resolve()


def _take_modules(names: set[str]) -> dict[str, ModuleType]:
    return {name: sys.modules.pop(name) for name in [*sys.modules] if name.partition(".")[0] in names}


def error_text(error: BaseException, function: Callable[..., Any] | Path) -> str:
    """What is wrong with a function or a file, and in which line of its file, as far as that is known."""
    code = None if isinstance(function, Path) else getattr(function, "__code__", None)
    file = str(function) if isinstance(function, Path) else code.co_filename if code else ""
    if isinstance(error, SyntaxError):
        file, line, message = error.filename or file, error.lineno, error.msg
    else:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if file and frame.filename == file]
        line, message = lines[-1] if lines else None, str(error)
    where = f" in {Path(file).name}" if file else ""
    where += "" if line is None else f", line {line}"
    return f"{type(error).__name__}{where}: {' '.join(message.split())}".rstrip(".: ")


def arguments_of(function: Callable[..., Any]) -> list[Parameter] | None:
    """The arguments of a function that a call may give by position, and all that have no default; None if it does not
    tell them, as some compiled functions."""
    try:
        parameters = signature(function).parameters.values()
    except ValueError:
        return None
    by_position = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD, Parameter.VAR_POSITIONAL)
    return [one for one in parameters if one.kind in by_position or one.default is Parameter.empty]


def takes_board(function: Callable[..., Any]) -> bool:
    """Whether the first argument of a function is an array of the board, by its name."""
    arguments = arguments_of(function) or []
    return bool(arguments) and arguments[0].name in BOARD_NAMES
