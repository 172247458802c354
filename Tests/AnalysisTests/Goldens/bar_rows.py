"""What the bar network hears of a grid and of its other readings, as `Tests/Training/bars.py` computes it:

    python3 bar_rows.py > bar-rows.txt

One line for each reading: for every beat, its row's numbers times 1, 2, 3 … over the row's length, summed.
"""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'Training'))
import bars  # noqa: E402
import features  # noqa: E402

SECONDS = 14


def numbers(count, state):
    """From 0 to 1, by a linear congruential generator"""
    made = []
    for _ in range(count):
        state = (state * 1664525 + 1013904223) % 2**32
        made.append((state >> 16) / 65536)
    return np.array(made)


def main():
    frames, pitches = SECONDS * 50 + 1, SECONDS * 12 + 8
    magnitudes = numbers(frames * features.BANDS, 1).reshape(frames, -1) ** 6 * 0.2
    tones = numbers(pitches * features.PITCHES, 2).reshape(pitches, -1) ** 6 * 0.2
    evidence = numbers(frames * 2, 3).reshape(frames, 2) ** 4
    hearing = bars.Hearing(np.repeat(magnitudes, 2, axis=0), tones, evidence)
    times = 0.3 + np.cumsum(0.45 + 0.1 * numbers(24, 4))
    weights = np.arange(1, bars.WIDTH + 1) / bars.WIDTH
    for _, reading in bars.readings(times):
        print(' '.join(f'{value:.4f}' for value in hearing.rows(reading) @ weights))


if __name__ == '__main__':
    main()
