"""Finds the beats of every recording in a folder.

predict.py WEIGHTS.npz RECORDINGS OUT   ->  OUT/NAME.json (bpm, beats, downbeats in seconds, confidence)
"""

import argparse
import json
import os
import subprocess

import numpy as np
import torch

import features
import weights
from decode import decode
from network import FRAMES_PER_SECOND, evidence

RECORDINGS = (".flac", ".mp3", ".wav", ".m4a", ".ogg", ".opus")


def samples(path):
    """44.1 kHz mono."""
    command = ["ffmpeg", "-v", "error", "-i", path, "-ac", "1", "-ar", str(features.RATE), "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, np.float32)


def described(grid):
    """A grid as the scoring programs read it."""
    bpm = float(60 / np.median(np.diff(grid.times))) if len(grid.times) > 2 else 0.0
    downbeats = grid.times[grid.places == 1]
    return {"bpm": bpm, "beats": grid.times.tolist(), "downbeats": downbeats.tolist(), "confidence": grid.confidence}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument("recordings")
    parser.add_argument("out")
    options = parser.parse_args()

    torch.set_num_threads(1)
    os.makedirs(options.out, exist_ok=True)
    network = weights.load(options.weights)
    for file in sorted(os.listdir(options.recordings)):
        name, extension = os.path.splitext(file)
        if extension not in RECORDINGS:
            continue
        bands = features.magnitudes(samples(os.path.join(options.recordings, file)))
        grid = decode(evidence(network, bands), FRAMES_PER_SECOND)
        with open(os.path.join(options.out, name + ".json"), "w") as out:
            json.dump(described(grid), out)


if __name__ == "__main__":
    main()
