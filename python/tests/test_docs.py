"""The examples in docstrings and in the guide do what they say, and the example programs run in short form."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import fogbound

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
GUIDES = HERE.parent.parent / "docs" / "guide"
GUIDE = GUIDES / "python.md"
ECOSYSTEM = GUIDES / "ecosystem.md"
MODULES = [found.name for found in pkgutil.walk_packages(fogbound.__path__, "fogbound.") if "_core" not in found.name]
SHORT = {
    "random_rollout.py": ["--steps", "20"],
    "numpy_ppo.py": ["--updates", "40"],
    "open_spiel_cfr.py": ["--iterations", "30"],
    "maskable_ppo.py": ["--steps", "256", "--games", "1"],
    "rllib_ppo.py": ["--iterations", "1", "--batch", "200"],
}
NEEDS = {
    "maskable_ppo.py": "sb3_contrib",
    "rllib_ppo.py": "ray.rllib",
    "fogbound.ray": "ray",
    "fogbound.rllib": "ray.rllib",
}


@pytest.mark.parametrize("name", ["fogbound", *MODULES])
@pytest.mark.filterwarnings("ignore")
def test_docstrings_tell_the_truth(name):
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    module = importlib.import_module(name)
    assert doctest.testmod(module, verbose=False).failed == 0


@pytest.mark.skipif(not GUIDE.exists(), reason="the guide is not packed with the tests")
@pytest.mark.filterwarnings("ignore")
def test_the_guide_tells_the_truth():
    done = doctest.testfile(str(GUIDE), module_relative=False)
    assert done.attempted > 20
    assert done.failed == 0


@pytest.mark.skipif(not ECOSYSTEM.exists(), reason="the guide is not packed with the tests")
def test_every_trap_has_its_test():
    """Each line of the table names tests that there are."""
    there = set(re.findall(r"^def (test_\w+)", "\n".join(path.read_text() for path in HERE.glob("test_*.py")), re.M))
    rows = [line for line in ECOSYSTEM.read_text().splitlines() if line.startswith("| ")]
    lines = [line for line in rows if not line.startswith("| trap |")]
    assert len(lines) > 20
    for line in lines:
        named = re.findall(r"`(test_\w+)`", line.rsplit("|", 2)[1])
        assert named, line
        assert set(named) <= there, line


def test_every_example_is_run():
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(SHORT)


@pytest.mark.parametrize("name", SHORT)
def test_examples_run(name, tmp_path):
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    # Otherwise Ray would leave a file in the user's home.
    settings = {**os.environ, "RAY_AUTH_MODE": "disabled"}
    command = [sys.executable, str(EXAMPLES / name), *SHORT[name]]
    done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout
