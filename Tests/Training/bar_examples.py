"""Examples for the bar network: the readings of the grids that the decoder finds in rendered songs, and of the true grids.

    bar_examples.py WEIGHTS.npz SONGS EXAMPLES   ->   EXAMPLES/SEED.npz
"""

import argparse
import glob
import os
from typing import NamedTuple

import numpy as np
import torch

import bars
import features
import weights
from decode import decode
from network import FRAMES_PER_SECOND, evidence
from validate import f_measure

RIGHT = 0.85  # the F-measure of a reading that is right
CLOSE = 0.07  # seconds between a beat and the true one, at most
CLOSE_SHARE = 0.2  # of the true interval


class Example(NamedTuple):
    """One reading of a song's grid."""

    rows: np.ndarray
    places: np.ndarray  # of the true beats near its beats, -1 where there is none
    score: float  # F-measure of its beats
    times: np.ndarray
    is_found: bool  # whether the decoder found this very grid


def true_places(beats, times):
    """The place in the bar of the true beat near each time; -1 where there is none."""
    if len(beats) < 2:
        return np.full(len(times), -1)
    after = np.clip(np.searchsorted(beats[:, 0], times), 1, len(beats) - 1)
    near = np.where(np.abs(beats[after - 1, 0] - times) < np.abs(beats[after, 0] - times), after - 1, after)
    limit = min(CLOSE, CLOSE_SHARE * np.median(np.diff(beats[:, 0])))
    return np.where(np.abs(beats[near, 0] - times) < limit, beats[near, 1], -1).astype(int)


def examples(song, network):
    """All readings of the grid that is found, and of the true one."""
    bands, pitches = features.from_stored(song["bands"]), features.from_stored(song["pitches"])
    heard = evidence(network, bands)
    hearing, found, beats = bars.Hearing(bands, pitches, heard), decode(heard, FRAMES_PER_SECOND), song["beats"]
    grids = [times for _, times in bars.readings(found)] if len(found) >= 4 else []
    if len(beats) >= 8:
        grids.append(beats[:, 0].astype(float))
    return [
        Example(
            hearing.rows(times).astype(np.float16),
            true_places(beats, times),
            f_measure(beats[:, 0], times) if len(beats) else 0.0,
            times,
            index == 0 and len(found) >= 4,
        )
        for index, times in enumerate(grids)
    ]


def load(folder):
    """The examples of each song of a folder."""
    songs = []
    for path in sorted(glob.glob(os.path.join(folder, "*.npz"))):
        file = np.load(path)
        columns = [[file[f"{name}{index}"] for index in range(file["count"])] for name in Example._fields]
        songs.append([Example(*row) for row in zip(*columns)])
    return songs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument("songs")
    parser.add_argument("examples")
    options = parser.parse_args()

    torch.set_num_threads(1)
    os.makedirs(options.examples, exist_ok=True)
    network = weights.load(options.weights)
    for path in sorted(glob.glob(os.path.join(options.songs, "*.npz"))):
        target = os.path.join(options.examples, os.path.basename(path))
        if os.path.exists(target):
            continue
        made = examples(np.load(path), network)
        named = {f"{name}{i}": value for i, made_one in enumerate(made) for name, value in made_one._asdict().items()}
        np.savez(target, count=len(made), **named)


if __name__ == "__main__":
    main()
