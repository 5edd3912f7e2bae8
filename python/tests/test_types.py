"""The types, checked against the compiled module and in use."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import fogbound

PACKAGE = Path(fogbound.__file__).parent
USE = """
import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type

import fogbound
from fogbound.gymnasium import FogboundEnv
from fogbound.pettingzoo import FogboundAEC

game = fogbound.make("trial", preset="adept")
table = game.new_table(seed=1)
assert_type(game, fogbound.Game)
assert_type(table.waiting, list[int])
assert_type(table.returns, list[float] | None)
assert_type(fogbound.vector("kuhn", 4), fogbound.Vector)
assert_type(fogbound.pettingzoo.env("trial"), FogboundAEC)
action: int = fogbound.bots.spec("random").bot(game, 0).act(table.perspective(0))
mask: npt.NDArray[np.bool_] = FogboundEnv("kuhn").action_masks()
"""
PYRIGHT = {"typeCheckingMode": "strict", "reportMissingTypeStubs": False}
# Adapters to libraries that have no types, so that what derives from them cannot be known.
UNTYPED = {"fogbound.open_spiel": "pyspiel", "fogbound.pettingzoo": "pettingzoo"}
# Adapters to libraries that may not be installed.
OPTIONAL = {"fogbound.ray": "ray", "fogbound.rllib": "ray"}
# What these libraries are made of is not ours to check, and takes minutes.
CONFIG = """
[mypy]
strict = true
ignore_missing_imports = true
warn_unused_ignores = false

[mypy-ray.*,torch.*,pettingzoo.*,pyspiel.*,PIL.*]
follow_imports = skip
"""
WRONG = "import fogbound\nfogbound.make('kuhn').new_table('one')\n"


def run(*command, cwd):
    """Run a checker with its settings in the folder."""
    (cwd / "mypy.ini").write_text(CONFIG)
    (cwd / "pyrightconfig.json").write_text(json.dumps(PYRIGHT))
    # Pyright looks at what the first Python on the path has installed.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=cwd,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_the_stubs_tell_the_truth(tmp_path):
    code, text = run("mypy.stubtest", "fogbound._core", "--mypy-config-file", "mypy.ini", cwd=tmp_path)
    assert code == 0, text


def test_the_package_is_marked_as_typed():
    assert (PACKAGE / "py.typed").exists()


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
@pytest.mark.parametrize(("code", "fine"), [(USE, True), (WRONG, False)])
def test_users_are_checked(tmp_path, checker, code, fine):
    (tmp_path / "use.py").write_text(code)
    result, text = run(checker, "use.py", cwd=tmp_path)
    assert (result == 0) == fine, text
    # It failed for what is wrong, and not for anything else.
    assert fine or "new_table" in text, text


def test_every_public_type_is_known(tmp_path):
    """Pyright looks at all that the package exports, and finds nothing of ours whose type it would have to guess."""
    _, text = run("pyright", "--verifytypes", "fogbound", "--ignoreexternal", "--outputjson", cwd=tmp_path)
    symbols = json.loads(text)["typeCompleteness"]["symbols"]
    ours = [symbol for symbol in symbols if symbol["name"].startswith("fogbound.")]
    assert len(ours) > 200
    missing = {module for module, library in OPTIONAL.items() if find_spec(library) is None}
    excused = (*UNTYPED, *missing)
    unknown = [one for one in ours if not one["isTypeKnown"] or one["isTypeAmbiguous"]]
    assert [one for one in unknown if not one["name"].startswith(excused)] == []
    # There, too, what is our own is known: only classes that derive from the library, and what gives them.
    derived = ("base class", "metaclass", "partially unknown")
    assert [text for one in unknown for text in messages(one) if not any(word in text for word in derived)] == []


def messages(symbol):
    """Give what Pyright says about a symbol."""
    return [diagnostic["message"] for diagnostic in symbol.get("diagnostics", [])]


def test_the_package_is_well_typed(tmp_path):
    code, text = run("mypy", "-p", "fogbound", cwd=tmp_path)
    assert code == 0, text
