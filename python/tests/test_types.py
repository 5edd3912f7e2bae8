"""The types, checked against the compiled module and in use."""

import subprocess
import sys
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
    done = subprocess.run([sys.executable, "-m", *command], cwd=cwd, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_stubs_tell_the_truth(tmp_path):
    (tmp_path / "mypy.ini").write_text(CONFIG)
    code, text = run("mypy.stubtest", "fogbound._core", "--mypy-config-file", "mypy.ini", cwd=tmp_path)
    assert code == 0, text


def test_the_package_is_marked_as_typed():
    assert (PACKAGE / "py.typed").exists()


@pytest.mark.parametrize(("code", "fine"), [(USE, True), (WRONG, False)])
def test_users_are_checked(tmp_path, code, fine):
    (tmp_path / "use.py").write_text(code)
    (tmp_path / "mypy.ini").write_text(CONFIG)
    result, text = run("mypy", "use.py", cwd=tmp_path)
    assert (result == 0) == fine, text


def test_the_package_is_well_typed(tmp_path):
    (tmp_path / "mypy.ini").write_text(CONFIG)
    code, text = run("mypy", "-p", "fogbound", cwd=tmp_path)
    assert code == 0, text
