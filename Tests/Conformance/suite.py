"""Loads the Autobahn test suite's cases, which are Python 2 source, under Python 3.

The installed package stays untouched: a path hook gives its case folder a loader that mends the few lines Python 3 cannot
read. Inside the cases a payload is a `str` whose characters are bytes (latin-1), as it was in Python 2; the fuzzing client
turns it into bytes at its border.
"""

import binascii
import importlib.machinery
import importlib.util
import pathlib
import re
import sys
import types
import warnings

import autobahn.websocket.compress
from autobahn.websocket.utf8validator import Utf8Validator

SUITE = pathlib.Path(importlib.util.find_spec("autobahntestsuite").origin).parent  # found, not run
CASES = SUITE / "case"

# Each pair mends one habit of Python 2 or one name that has moved since.
MENDED = [
    (r"^#.*coding[:=].*$", "#"),  # the literals are read as bytes, whatever the file says
    (r"^from case9_9_1 import .*$", ""),  # not on the suite's list of cases, and needs a zope of long ago
    (r"^(\s*)print\b.*$", r"\1pass"),
    (r"\(object, Case, \)", "(Case,)"),
    (r"\bxrange\b", "range"),
    (r"len\(self\.payload\) / ", "len(self.payload) // "),
    (r"^import binascii$", "import autobahn_suite_names as binascii"),
    (r"^import copy, os, pkg_resources, hashlib, binascii$",
     "import copy, os, hashlib, autobahn_suite_names as pkg_resources, autobahn_suite_names as binascii"),
    (r"^(from autobahn\.websocket\.(compress|utf8validator) import .*)$", r"\1\nfrom autobahn_suite_names import *"),
]
MENDED = [(re.compile(old, re.MULTILINE), new) for old, new in MENDED]


def to_bytes(payload):
    """A payload as it goes over the wire."""
    return payload.encode("latin-1") if isinstance(payload, str) else bytes(payload)


def to_text(payload):
    """A payload as the cases see it: one character a byte."""
    return payload if isinstance(payload, str) else bytes(payload).decode("latin-1")


class TextUtf8Validator(Utf8Validator):
    def validate(self, payload):
        return super().validate(to_bytes(payload))


class NamedOffer(autobahn.websocket.compress.PerMessageDeflateOffer):
    """The offer under the parameter names the cases know."""

    def __init__(self, requestNoContextTakeover=False, requestMaxWindowBits=0):
        super().__init__(True, True, requestNoContextTakeover, requestMaxWindowBits)
        self.requestNoContextTakeover = requestNoContextTakeover
        self.requestMaxWindowBits = requestMaxWindowBits


def names_for_cases():
    """What the cases expect from modules that have changed or gone."""
    names = types.ModuleType("autobahn_suite_names")
    names.__all__ = ["Utf8Validator", "PerMessageDeflateOffer"]
    names.Utf8Validator = TextUtf8Validator
    names.PerMessageDeflateOffer = NamedOffer
    names.hexlify = names.b2a_hex = lambda payload: binascii.b2a_hex(to_bytes(payload)).decode()
    names.unhexlify = names.a2b_hex = lambda digits: to_text(binascii.a2b_hex(digits))
    names.resource_filename = lambda package, path: str(SUITE / path)
    return names


class MendingLoader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):  # past the .pyc files: they know nothing of the mending
        return self.source_to_code(self.get_data(self.path), self.path)

    def source_to_code(self, source, path, **options):
        text = to_text(source).replace("\r\n", "\n")
        for old, new in MENDED:
            text = old.sub(new, text)
        return super().source_to_code(text, path, **options)


def case_finder(path):
    if pathlib.Path(path) != CASES:
        raise ImportError
    return importlib.machinery.FileFinder(path, (MendingLoader, [".py"]))


def load():
    """All case classes, in the suite's order."""
    warnings.simplefilter("ignore")  # unknown escapes in old literals
    sys.modules["autobahn_suite_names"] = names_for_cases()
    sys.path_hooks.insert(0, case_finder)
    sys.path.append(str(CASES))
    # The list of cases is the folder's __init__.py; it imports its neighbours as top-level modules.
    spec = importlib.util.spec_from_loader("autobahn_cases", MendingLoader("autobahn_cases", str(CASES / "__init__.py")))
    listed = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(listed)

    import case
    case.Case.compare = lambda self, received, expected: plain(received) == plain(expected)
    return listed.Cases


def plain(value):
    """Events in one shape: tuples, and bytes as text."""
    if isinstance(value, (list, tuple)):
        return tuple(plain(part) for part in value)
    return to_text(value) if isinstance(value, (bytes, bytearray)) else value


def case_id(case):
    """Case9_7_1 -> 9.7.1"""
    return case.__name__.removeprefix("Case").replace("_", ".")
