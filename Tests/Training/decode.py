"""Reference decoder: from the evidence of beats to their times.

Viterbi over whole beats: a state is a beat that begins at a frame and lasts one of the periods; the next beat begins where it ends.
"""

import numpy as np
from numba import njit

RATE = 100  # frames a second that are searched
SLOWEST, FASTEST = 38.0, 245.0  # beats a minute
PERIODS = np.unique(np.round(RATE * 60 / np.geomspace(FASTEST, SLOWEST, 64)).astype(int))
UNSTEADINESS = 0.02  # how far a steady tempo moves
NEIGHBOURS = 5  # periods a beat may move up or down
STEADINESS = 60.0  # weight exp(-60 |p'/p - 1|) of a change of period
BEAT_PART = 16  # a beat is expected in the first sixteenth of its period
BETWEEN_SHARE = 1.5  # divisor of the evidence between beats
FLOOR = 0.01  # of every probability
AUDIBLE = 0.06  # music is where the beat's evidence passes this
SHORTEST_GAP = 0.05  # seconds between beats


@njit(cache=True)
def best_path(gain, periods, change, reach):
    """The frames of the likeliest beats. `gain` (frames, periods) is the log-likelihood ratio of a beat that begins in a frame."""
    frames, count = gain.shape
    score = np.empty((frames, count), np.float32)
    origin = np.full((frames, count), -1, np.int16)
    ending = np.empty(count, np.float32)
    for t in range(frames):
        for q in range(count):
            ending[q] = score[t - periods[q], q] if t >= periods[q] else -np.inf
        for p in range(count):
            best = np.float32(-np.log(periods[p])) if t < periods[p] else np.float32(-np.inf)
            for q in range(max(0, p - reach), min(count, p + reach + 1)):
                candidate = ending[q] + change[q, p]
                if candidate > best:
                    best, origin[t, p] = candidate, q
            score[t, p] = best + gain[t, p]
    total, t, p = -np.inf, 0, 0
    for period in range(count):
        for frame in range(max(0, frames - periods[period]), frames):
            if score[frame, period] > total:
                total, t, p = score[frame, period], frame, period
    path = [t]
    while origin[t, p] >= 0:
        p = origin[t, p]
        t -= periods[p]
        path.append(t)
    return path[::-1]


def resampled(beat, rate):
    """The evidence at 100 frames a second, linearly between the given frames."""
    last = len(beat) - 1
    places = np.arange(0, last * RATE / rate + 1e-6) * rate / RATE
    return np.interp(places, np.arange(len(beat)), beat)


def gains(beat, periods):
    """The log-likelihood ratio of a beat to none, by the frame in which it begins and its period."""
    some = np.clip(beat, FLOOR, 1 - FLOOR)
    none = np.clip(1 - beat, FLOOR, 1) / BETWEEN_SHARE
    total = np.concatenate([[0], np.cumsum(np.log(some) - np.log(none))])
    starts, windows = np.arange(len(beat))[:, None], -(-periods // BEAT_PART)
    return (total[np.minimum(len(beat), starts + windows)] - total[starts]).astype(np.float32)


def period_changes(periods):
    """Log weights of going from one period to a neighbouring one."""
    ratio = periods[None, :] / periods[:, None]
    index = np.arange(len(periods))
    near = np.abs(index[:, None] - index[None]) <= NEIGHBOURS
    weight = np.exp(-STEADINESS * np.abs(ratio - 1)) * near
    return np.log(weight / weight.sum(1, keepdims=True) + 1e-30).astype(np.float32)


def centroid(beat, frame):
    """The exact place of the beat near a frame, in frames."""
    start, stop = max(0, frame - 4), min(len(beat), frame + 8)
    peak = start + int(np.argmax(beat[start:stop]))
    if beat[peak] < 0.05:
        return frame
    near = slice(max(0, peak - 3), min(len(beat), peak + 4))
    mass = beat[near]
    return (np.arange(near.start, near.stop) * mass).sum() / mass.sum()


def steady_periods(interval):
    """All periods of a tempo that hardly moves, given the seconds between two beats."""
    middle, reach = round(interval * RATE), max(1, round(interval * RATE * UNSTEADINESS))
    return np.arange(middle - reach, middle + reach + 1)


def decode(evidence, rate, periods=PERIODS):
    """The times of the beats, from an evidence (frames, 2) at `rate` frames a second."""
    beat = resampled(evidence[:, 0].astype(np.float64), rate)
    audible = np.flatnonzero(beat > AUDIBLE)
    if len(audible) < 2:
        return np.zeros(0)
    first = max(0, audible[0] - 5)
    heard = beat[first : audible[-1] + 6]
    path = best_path(gains(heard, periods), periods, period_changes(periods), NEIGHBOURS)
    times = np.array([centroid(beat, first + frame) for frame in path]) / RATE
    return times[np.concatenate([[True], np.diff(times) > SHORTEST_GAP])]
