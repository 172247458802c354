"""Finds the beats of every recording in a folder.

predict.py BEATS.npz BARS.npz RECORDINGS OUT   ->  OUT/NAME.json (bpm, beats, downbeats in seconds)
"""

import argparse
import json
import os
import subprocess

import numpy as np
import torch

import features
import weights
from bar_network import BarNetwork
from reading import read

RECORDINGS = (".flac", ".mp3", ".wav", ".m4a", ".ogg", ".opus")


def samples(path):
    """44.1 kHz mono."""
    command = ["ffmpeg", "-v", "error", "-i", path, "-ac", "1", "-ar", str(features.RATE), "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, np.float32)


def described(reading):
    """A reading as the scoring programs read it."""
    if reading is None:
        return {"bpm": 0.0, "beats": [], "downbeats": []}
    bpm, downbeats = 60 / np.median(np.diff(reading.times)), reading.times[reading.places == 1]
    return {"bpm": float(bpm), "beats": reading.times.tolist(), "downbeats": downbeats.tolist()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("beats")
    parser.add_argument("bars")
    parser.add_argument("recordings")
    parser.add_argument("out")
    options = parser.parse_args()

    torch.set_num_threads(1)
    os.makedirs(options.out, exist_ok=True)
    network, bar_network = weights.load(options.beats), weights.load(options.bars, BarNetwork)
    for file in sorted(os.listdir(options.recordings)):
        name, extension = os.path.splitext(file)
        if extension not in RECORDINGS:
            continue
        sound = samples(os.path.join(options.recordings, file))
        reading = read(features.magnitudes(sound), features.pitch_magnitudes(sound), network, bar_network)
        with open(os.path.join(options.out, name + ".json"), "w") as out:
            json.dump(described(reading), out)


if __name__ == "__main__":
    main()
