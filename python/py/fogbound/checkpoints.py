"""Networks on disk, as the bots and the trainer read them.

A checkpoint is one safetensors file: the parameters are called `net.*`, and a card in its metadata says what they
are for. Networks trained elsewhere can be saved here and then play as `policy:ckpt=FILE` or `guided:ckpt=FILE`.

A network is a trunk of layers, each linear, normalised (LayerNorm with epsilon 1e-5) and rectified, from the second
on added to what came before; a policy and a value on top, both linear.
"""

import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fogbound._core import Game

__all__ = ["fresh", "load", "parameters", "save"]

Tensors = dict[str, npt.NDArray[np.float32]]


def parameters(game: Game, *, hidden: int, layers: int) -> dict[str, tuple[int, ...]]:
    """Name the parameters of a network for the game, with their shapes; weights are outputs by inputs.

    >>> import fogbound
    >>> sizes = fogbound.checkpoints.parameters(fogbound.make("kuhn"), hidden=8, layers=1)
    >>> sizes["trunk.0.weight"], sizes["policy.weight"]
    ((8, 11), (2, 8))
    """
    info = game.info()
    sizes: dict[str, tuple[int, ...]] = {}

    def linear(name: str, inputs: int, outputs: int) -> None:
        sizes[f"{name}.weight"] = (outputs, inputs)
        sizes[f"{name}.bias"] = (outputs,)

    for layer in range(layers):
        linear(f"trunk.{layer}", hidden if layer else info["observation"], hidden)
    linear("policy", hidden, info["actions"])
    linear("value", hidden, 1)
    for layer in range(layers):
        sizes[f"norm.{layer}.weight"] = sizes[f"norm.{layer}.bias"] = (hidden,)
    return sizes


def fresh(game: Game, *, hidden: int = 64, layers: int = 1, seed: int = 0) -> Tensors:
    """Draw the parameters of a network that has learnt nothing: its policy is nearly even, its value nearly 0."""
    rng = np.random.default_rng(seed)
    tensors = {}
    for name, shape in parameters(game, hidden=hidden, layers=layers).items():
        if name.startswith("norm.") and name.endswith(".weight"):
            tensors[name] = np.ones(shape, np.float32)
        elif name.endswith(".bias"):
            tensors[name] = np.zeros(shape, np.float32)
        else:
            gain = 1.0 if name.startswith("trunk.") else 0.01
            spread = gain * math.sqrt(3 / shape[1])
            tensors[name] = rng.uniform(-spread, spread, shape).astype(np.float32)
    return tensors


def save(path: str | os.PathLike[str], game: Game, tensors: Tensors, *, card: dict[str, Any] | None = None) -> None:
    """Write a network for all seats of the game. `card` adds to what the checkpoint says about itself.

    >>> import fogbound, tempfile, os
    >>> game = fogbound.make("kuhn")
    >>> path = os.path.join(tempfile.mkdtemp(), "kuhn.safetensors")
    >>> fogbound.checkpoints.save(path, game, fogbound.checkpoints.fresh(game))
    >>> str(fogbound.bots.load(game, path=path)).startswith("policy:ckpt=")
    True
    """
    info = game.info()
    layers = sum(name.startswith("norm.") for name in tensors) // 2
    hidden = len(tensors["value.weight"][0])
    wanted = parameters(game, hidden=hidden, layers=layers)
    found = {name: tuple(tensor.shape) for name, tensor in tensors.items()}
    if found != wanted:
        wrong = sorted(name for name in {*found, *wanted} if found.get(name) != wanted.get(name))
        raise ValueError(f"the tensors do not make a network for {info['name']}: see {', '.join(wrong)}")
    network = {
        "observation": info["observation"],
        "actions": info["actions"],
        "hidden": hidden,
        "layers": layers,
    }
    identity = {
        "format": 1,
        "game": info["name"],
        "setup": info["setup"],
        "rules": info["rules"],
        "schema": info["schema_fingerprint"],
        "network": network,
        "sharing": "shared",
    }
    _write(Path(path), {f"net.{name}": tensor for name, tensor in tensors.items()}, {**(card or {}), **identity})


def load(path: str | os.PathLike[str]) -> tuple[Tensors, dict[str, Any]]:
    """Read the tensors of a checkpoint, the network's without their `net.`, and its card."""
    data = Path(path).read_bytes()
    length = int.from_bytes(data[:8], "little")
    try:
        header = json.loads(data[8 : 8 + length])
        card = json.loads(header.pop("__metadata__")["card"])
        body = memoryview(data)[8 + length :]
        tensors = {
            name.removeprefix("net."): np.frombuffer(
                body[entry["data_offsets"][0] : entry["data_offsets"][1]], np.dtype("<f4")
            ).reshape(entry["shape"])
            for name, entry in header.items()
        }
    except (KeyError, ValueError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not a whole checkpoint: {error}") from error
    return tensors, card


def _write(path: Path, tensors: Tensors, card: dict[str, Any]) -> None:
    header: dict[str, Any] = {"__metadata__": {"card": json.dumps(card)}}
    parts, at = [], 0
    for name, tensor in tensors.items():
        if not np.isfinite(tensor).all():
            raise ValueError(f"{name} holds a number that is not finite")
        part = np.ascontiguousarray(tensor, np.dtype("<f4")).tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [at, at + len(part)]}
        parts.append(part)
        at += len(part)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    # Beside its place first, so that a reader never meets half of it.
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(parts))
    partial.replace(path)
