"""What the bar network hears of a grid: one row for each beat, the same at every tempo and in every key.

A grid of beats can be read at another level: at double or half the tempo, half a beat later, in threes. `readings` gives
all of them; the bar network tells which one listeners tap, and which of its beats are downbeats.
"""

import numpy as np

import features
from network import FRAMES_PER_SECOND, level_gain, network_input

STEPS = 12  # a beat's parts: sixteenths and triplets both fall on one
GROUPS = (0, 7, 22, 40, 58)  # bands up to 170 Hz, 620 Hz, 3 kHz, 15 kHz
ENERGIES = (0, 4, 8, 14, 22, 31, 40, 49, 58)
LAGS = (1, 2, 3, 4, 5, 6, 7, 8, 12, 16)  # beats back that a beat is compared with
SLOWEST, FASTEST = 29.0, 310.0  # beats a minute of a reading
WIDTH = STEPS * 4 + STEPS + 4 + 8 + 2 + 3 * len(LAGS) + 3


class Hearing:
    """A song's rises, loudness, pitches and evidence, ready to be cut into beats."""

    def __init__(self, bands, pitches, evidence):
        """Magnitudes at 100 and at 12.5 frames a second, and P(beat), P(downbeat) at 50."""
        bands = bands[::2]
        gain = level_gain(bands)
        heard = network_input(bands * gain).T
        count = features.BANDS
        self.loudness = group_means(heard[:, :count], ENERGIES)
        self.rises = group_means(heard[:, count:], GROUPS)
        self.evidence = evidence
        self.pitches = np.log10(1 + 1000 * pitches * gain).astype(np.float32)

    def rows(self, times):
        """The bar network's input (beats, WIDTH) for a grid of ascending times."""
        times = np.asarray(times, float)
        ends = np.append(times, 2 * times[-1] - times[-2])
        strokes = steps_of(self.rises, ends)
        beats = steps_of(self.evidence, ends)
        loudness = means(self.loudness, FRAMES_PER_SECOND, ends[:-1], ends[1:])
        rate = features.PITCH_FRAMES_PER_SECOND
        pitches = means(self.pitches, rate, ends[:-1], ends[1:])
        half = np.diff(ends) / 2
        earlier = means(self.pitches, rate, ends[:-1] - half, ends[:-1])
        later = means(self.pitches, rate, ends[:-1], ends[:-1] + half)
        low, high = slice(0, features.PITCHES // 2), slice(features.PITCHES // 2, None)
        changes = [likeness(earlier[:, part], later[:, part])[:, None] for part in (low, high)]
        pattern = strokes.reshape(len(times), -1)
        columns = [
            pattern * 2,
            beats[:, :, 0] * 2,
            beats[:, ::3, 1] * 3,
            (loudness - loudness.mean(0)) * 2,
            *changes,
            *[likenesses(rows) for rows in (pitches[:, low], pitches[:, high], pattern)],
            tempo(ends),
        ]
        return np.concatenate(columns, 1).astype(np.float32)


def group_means(bands, edges):
    return np.stack([bands[:, a:b].mean(1) for a, b in zip(edges, edges[1:])], 1)


def steps_of(signal, ends):
    """(beats, STEPS, columns): the highest value of each part of each beat, a part being centred on its place."""
    count = len(ends) - 1
    places = np.arange(count * STEPS) / STEPS
    centres = np.interp(places, np.arange(len(ends)), ends) * FRAMES_PER_SECOND
    whole = np.clip(centres.astype(int), 0, len(signal) - 2)
    share = np.clip(centres - whole, 0, 1)[:, None]
    highest = signal[whole] * (1 - share) + signal[whole + 1] * share
    first = max(0, int(np.ceil((ends[0] - (ends[1] - ends[0]) / STEPS / 2) * FRAMES_PER_SECOND)))
    frames = np.arange(first, min(len(signal), int(ends[-1] * FRAMES_PER_SECOND)))
    outside = ends[0] - (ends[1] - ends[0])
    at = np.interp(frames / FRAMES_PER_SECOND, np.concatenate([[outside], ends]), np.arange(-1, len(ends)))
    steps = np.floor(at * STEPS + 0.5).astype(int)
    inside = (steps >= 0) & (steps < count * STEPS)
    np.maximum.at(highest, steps[inside], signal[frames[inside]])
    return highest.reshape(count, STEPS, -1)


def means(signal, rate, starts, stops):
    """The mean of a signal over each interval; frame k stands for the time from k to k + 1 less half a frame."""
    total = np.concatenate([np.zeros((1, signal.shape[1])), np.cumsum(signal.astype(float), 0)])

    def integral(at):
        at = np.clip(at * rate + 0.5, 0, len(signal))
        whole = np.minimum(at.astype(int), len(signal) - 1)
        return total[whole] + signal[whole] * (at - whole)[:, None]

    length = np.maximum((stops - starts) * rate, 1e-3)[:, None]
    return (integral(stops) - integral(starts)) / length


def likeness(a, b):
    """Correlation of corresponding rows."""
    a, b = a - a.mean(1, keepdims=True), b - b.mean(1, keepdims=True)
    return (a * b).sum(1) / np.sqrt((a * a).sum(1) * (b * b).sum(1) + 1e-4)


def likenesses(rows):
    """How much each row is like those some beats before; 0 where there is none."""
    like = np.zeros((len(rows), len(LAGS)))
    for column, lag in enumerate(LAGS):
        if lag < len(rows):
            like[lag:, column] = likeness(rows[lag:], rows[:-lag])
    return like


def tempo(ends):
    """Octaves from 120 beats a minute, its square, and how much shorter or longer a beat is than the one before."""
    length = np.diff(ends)
    octaves = np.log2(0.5 / np.median(length))
    change = np.log2(length[1:] / length[:-1])
    return np.stack([np.full(len(length), octaves), np.full(len(length), octaves**2), np.append(0, change) * 4], 1)


def readings(times):
    """(name, times) of every reading of a grid within the range of tempi, the grid itself first."""
    times = np.asarray(times, float)
    count = len(times)
    index = np.arange(count)

    def every(period, phase):
        return np.interp(np.arange(phase, count - 1 + 1e-6, period), index, times)

    drawn = [
        ("same", times),
        ("double", every(1 / 2, 0)),
        ("half", times[::2]),
        ("half later", times[1::2]),
        ("off", every(1, 1 / 2)),
        *[(f"half, off {k}", every(2, k + 1 / 2)) for k in range(2)],
        ("triple", every(1 / 3, 0)),
        *[(f"third {k}", times[k::3]) for k in range(3)],
        *[(f"three to two {k}", every(2 / 3, k / 3)) for k in range(2)],
        *[(f"two to three {k}", every(3 / 2, k / 2)) for k in range(3)],
    ]
    return [
        (name, found) for name, found in drawn if len(found) >= 4 and SLOWEST <= 60 / np.median(np.diff(found)) <= FASTEST
    ]
