"""Weights on disk: float16 arrays named by layer, convolutions stored (tap, input, output).

    weights.py A.npz B.npz OUT.npz   ->   the mean of two networks, of which one was trained from the other

The mean keeps more of what the first one could than the second one does.
"""

import json
import sys

import numpy as np
import torch

import features
from network import FRAMES_PER_SECOND, BeatNetwork

NAMES = {"first": "f1", "second": "f2", "dilated": "d", "mixing": "p", "output": "o"}


def stored_name(parameter):
    """`dilated.3.convolution.weight` is kept as `d.3.weight`."""
    layer, *rest = parameter.split(".")
    return ".".join([NAMES[layer], *(part for part in rest if part != "convolution")])


def save(path, shape, state):
    """Writes a state dictionary of a network of that shape."""
    arrays = {}
    for parameter, tensor in state.items():
        array = tensor.numpy()
        arrays[stored_name(parameter)] = (array.transpose(2, 1, 0) if array.ndim == 3 else array).astype(np.float16)
    rates = {"fps": FRAMES_PER_SECOND, "fs": features.RATE, "n": features.WINDOW}
    np.savez_compressed(path, cfg=json.dumps(shape | rates), bank_edges=features.band_edges(), **arrays)


def load(path, kind=BeatNetwork):
    """The network of a file, ready to be asked."""
    file, network = np.load(path), kind()
    state = {}
    for parameter in network.state_dict():
        array = file[stored_name(parameter)].astype(np.float32)
        state[parameter] = torch.from_numpy(
            np.ascontiguousarray(array.transpose(2, 1, 0) if array.ndim == 3 else array)
        )
    network.load_state_dict(state)
    return network.eval()


def mean(first, second, out):
    """Writes the mean of two files of weights."""
    files = np.load(first), np.load(second)
    arrays = {name: files[0][name] for name in ("cfg", "bank_edges") if name in files[0].files}
    for name in set(files[0].files) - set(arrays):
        arrays[name] = ((files[0][name].astype(np.float32) + files[1][name].astype(np.float32)) / 2).astype(np.float16)
    np.savez_compressed(out, **arrays)


if __name__ == "__main__":
    mean(*sys.argv[1:])
