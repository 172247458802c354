"""Scores the beat network alone on rendered songs that were kept apart, best in a sound font the training never heard.

validate.py WEIGHTS.npz SONGS
"""

import argparse
import glob
import os
from collections import defaultdict

import numpy as np
import torch

import features
import weights
from decode import decode
from network import FRAMES_PER_SECOND, evidence

WIDE, NARROW = 0.07, 0.025  # seconds


def f_measure(truth, found, window=WIDE):
    """Harmonic mean of precision and recall with each beat matched once."""
    if not len(truth) or not len(found):
        return 0.0
    i = j = matched = 0
    while i < len(truth) and j < len(found):
        if abs(truth[i] - found[j]) <= window:
            matched, i, j = matched + 1, i + 1, j + 1
        elif truth[i] < found[j]:
            i += 1
        else:
            j += 1
    return 2 * matched / (len(truth) + len(found))


def tempo_ratio(truth, found):
    """How many beats were found for a true one, from the median intervals."""
    return np.median(np.diff(truth)) / np.median(np.diff(found)) if len(found) > 2 else 0.0


def line(name, rows):
    table = np.array(rows)
    f, narrow = table[:, :2].mean(0)
    same, double, half = (np.mean(np.abs(table[:, 2] / ratio - 1) < 0.08) for ratio in (1, 2, 0.5))
    return f"{name:<12} {len(rows):4} F {f:.3f} F25 {narrow:.3f} level right {same:.2f} doubled {double:.2f} halved {half:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument("songs")
    options = parser.parse_args()

    torch.set_num_threads(1)
    network = weights.load(options.weights)
    styles = defaultdict(list)
    for path in sorted(glob.glob(os.path.join(options.songs, "*.npz"))):
        song = np.load(path)
        found = decode(evidence(network, features.from_stored(song["bands"])), FRAMES_PER_SECOND)
        beats, style = song["beats"], str(song["style"])
        if len(beats) < 2:
            continue
        truth = beats[:, 0]
        styles[style].append((f_measure(truth, found), f_measure(truth, found, NARROW), tempo_ratio(truth, found)))
    for style in sorted(styles):
        print(line(style, styles[style]))
    print(line("all", [row for rows in styles.values() for row in rows]))


if __name__ == "__main__":
    main()
