"""The examples in docstrings and in the guide do what they say, and the example programs run in short form."""

import doctest
import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import fogbound

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
GUIDE = HERE.parent.parent / "docs" / "guide" / "python.md"
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
