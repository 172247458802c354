"""Fits `BeatPresence`: how likely a sound has a beat at all, by what the live form measures of songs and of sounds without a beat.

    presence.py BENCH SOUNDS [SOUNDS …] [--test SOUNDS]

SOUNDS are folders of `render.py --sound`, and BENCH is the built `downbeat-bench`. Prints the coefficients, and how many moments pass of
sounds that were not fitted: those of the test folders, or each sound by a fit without its fold.
"""

import argparse
import glob
import os
import subprocess
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from calibrate import regression

FOLDS = 5
BEATLESS_IMPORTANCE = 3.0  # of a moment without a beat
FIRST, LAST = 1.5, 3.0  # seconds: from the start, and before a song's last beat
STEADY = 5.0  # seconds from which moments are counted
FLOORS = (0.3, 0.5, 0.6, 0.7, 0.8)


class Sound:
    """What was measured of one sound once a second: (moments, measures)."""

    def __init__(self, path, bench):
        file = np.load(path)
        self.style, self.has_beat = str(file["style"]), len(file["beats"]) > 0
        end = file["beats"][-1, 0] - LAST if self.has_beat else np.inf
        lines = subprocess.run([bench, "presence", path[:-4] + ".flac"], capture_output=True, check=True, text=True).stdout
        self.times, self.measures, due = [], [], FIRST
        for line in lines.splitlines():
            time, *measures = map(float, line.split()[-9:])
            if due <= time <= end:
                due = time + 1
                self.times.append(time)
                self.measures.append(measures)


def read(folders, bench):
    paths = sorted(path for folder in folders for path in glob.glob(os.path.join(folder, "*.npz")))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [sound for sound in pool.map(lambda path: Sound(path, bench), paths) if sound.times]


def fit(sounds):
    measures = np.concatenate([sound.measures for sound in sounds])
    has_beat = np.repeat([sound.has_beat for sound in sounds], [len(sound.times) for sound in sounds])
    spread = measures.std(0)
    coefficients = regression(measures / spread, has_beat, np.where(has_beat, 1, BEATLESS_IMPORTANCE))
    return coefficients / np.append(spread, 1)


def chances(sounds, coefficients):
    """The probability of a beat at each moment after the first seconds, by what kind of sound it is."""
    found = defaultdict(list)
    for sound in sounds:
        late = np.array(sound.times) > STEADY
        if not late.any():
            continue
        logits = np.array(sound.measures)[late] @ coefficients[:-1] + coefficients[-1]
        for kind in ("songs",) if sound.has_beat else ("beatless", sound.style):
            found[kind] += list(1 / (1 + np.exp(-logits)))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench")
    parser.add_argument("sounds", nargs="+")
    parser.add_argument("--test", action="append", default=[])
    options = parser.parse_args()

    sounds = read(options.sounds, options.bench)
    coefficients = fit(sounds)
    print(len(sounds), "sounds, coefficients", coefficients.round(2).tolist())
    if options.test:
        passed = chances(read(options.test, options.bench), coefficients)
    else:
        passed = defaultdict(list)
        for fold in range(FOLDS):
            others = [sound for index, sound in enumerate(sounds) if index % FOLDS != fold]
            for kind, values in chances(sounds[fold::FOLDS], fit(others)).items():
                passed[kind] += values
    print("share of moments that pass, from", *FLOORS)
    for kind, values in sorted(passed.items(), key=lambda item: item[0] != "songs"):
        print(f"  {kind:<20}", *(f"{np.mean(np.array(values) >= floor):.3f}" for floor in FLOORS), f"of {len(values)}")


if __name__ == "__main__":
    main()
