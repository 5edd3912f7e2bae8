"""What several files of tests begin with."""

import os

import pytest


@pytest.fixture(scope="session")
def ray_of_two():
    """Start a local Ray of two processors."""
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    # Otherwise it would leave a file in the user's home. It listens on this machine only.
    os.environ["RAY_AUTH_MODE"] = "disabled"
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=80 * 1024**2)
    yield ray
    ray.shutdown()
