"""Reference decoder: from the evidence of beat and downbeat to a grid of beats with their places in the bar.

A bar pointer over whole beats: the score of a beat of some period is known from cumulative sums, so only the boundaries
between beats are visited, for every period and every length of bar.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

RATE = 100  # frames a second that are searched
SLOWEST, FASTEST, PERIODS = 38.0, 245.0, 64  # beats a minute, and how many periods between
NEIGHBOURS = 5  # periods a beat may move up or down
STEADINESS = 90.0  # weight exp(-90 |p'/p - 1|) of a change of period
BEAT_PART = 16  # a beat is expected in the first sixteenth of its period
BETWEEN_SHARE = 1.5  # divisor of the evidence between beats
BARS = {2: -20.0, 3: 0.0, 4: 0.0, 5: -20.0, 7: -25.0}  # prior of each length, per 30 s
FLOOR = 0.02  # of every probability
AUDIBLE = 0.06  # music is where the beat's evidence passes this
BELIEVED = 0.2  # the mean peak below which there is no grid
FEWEST_BEATS = 4
IMPOSSIBLE = -1e30


class Grid(NamedTuple):
    """Times in seconds, places in the bar from 1, and the mean peak of the evidence."""

    times: np.ndarray
    places: np.ndarray
    confidence: float


def no_grid(confidence=0.0):
    return Grid(np.zeros(0), np.zeros(0, int), confidence)


@njit(cache=True, fastmath=True)
def best_path(beat, downbeat, between, periods, change, reach, bar):
    """The best score and its (frame, place, period) triples from the last beat back to the first.

    `beat` and `downbeat` are the scores of a segment that starts in a frame, by period; `between` is the cumulative score
    of frames without a beat.
    """
    frames, count = len(beat), len(periods)
    score = np.full((frames, count, bar), -1e30, np.float32)
    origin = np.full((frames, count, bar), -1, np.int16)
    arriving = np.empty(count, np.float32)
    for p in range(count):
        for t in range(min(periods[p], frames)):
            for place in range(bar):
                score[t, p, place] = between[t] - np.log(float(periods[p] * bar))
    for t in range(periods[0], frames):
        for place in range(bar):
            previous = place - 1 if place > 0 else bar - 1
            for q in range(count):
                start = t - periods[q]
                arriving[q] = -1e30
                if start >= 0:
                    segment = downbeat[start, q] if previous == 0 else beat[start, q]
                    arriving[q] = score[start, q, previous] + segment
            for p in range(count):
                best, best_origin = np.float32(-1e30), -1
                for q in range(max(0, p - reach), min(count, p + reach + 1)):
                    candidate = arriving[q] + change[q, p]
                    if candidate > best:
                        best, best_origin = candidate, q
                if best > score[t, p, place]:
                    score[t, p, place] = best
                    origin[t, p, place] = best_origin
    total, last = -1e30, (0, 0, 0)
    for p in range(count):
        for t in range(max(0, frames - periods[p]), frames):
            for place in range(bar):
                segment = downbeat[t, p] if place == 0 else beat[t, p]
                cut = between[min(frames, t + periods[p])] - between[t]  # the segment's end may lie outside
                candidate = score[t, p, place] + between[frames] - between[t] + segment - cut
                if candidate > total:
                    total, last = candidate, (t, place, p)
    path = [last]
    t, place, p = last
    while origin[t, p, place] >= 0:
        p = origin[t, p, place]
        t -= periods[p]
        place = place - 1 if place > 0 else bar - 1
        path.append((t, place, p))
    return total, path


def resampled(evidence, rate):
    """The evidence at 100 frames a second, linearly between the given frames."""
    last = len(evidence) - 1
    places = np.arange(0, last * RATE / rate + 1e-6) * rate / RATE
    whole = np.minimum(places.astype(int), last - 1)
    share = (places - whole)[:, None]
    return evidence[whole] * (1 - share) + evidence[whole + 1] * share


def cumulative(values):
    return np.concatenate([[0], np.cumsum(values)])


def segment_scores(evidence, periods):
    """Scores of beat and downbeat segments by start and period, and the cumulative score between."""
    frames = len(evidence)
    downbeat = np.clip(np.minimum(evidence[:, 1], evidence[:, 0]), FLOOR, 1 - FLOOR)
    beat = np.clip(evidence[:, 0] - downbeat, FLOOR, 1 - FLOOR)
    neither = np.clip(1 - np.clip(evidence[:, 0], 0, 1), FLOOR, 1) / BETWEEN_SHARE
    between = cumulative(np.log(neither))
    starts = np.arange(frames)[:, None]
    sounding = np.minimum(frames, starts + np.ceil(periods / BEAT_PART).astype(int)[None])
    rest = between[np.minimum(frames, starts + periods[None])] - between[sounding]
    segments = []
    for probability in (beat, downbeat):
        total = cumulative(np.log(probability))
        segments.append((total[sounding] - total[starts] + rest).astype(np.float32))
    return *segments, between


def period_changes(periods):
    """Log weights of going from one period to a neighbouring one."""
    ratio = periods[None, :] / periods[:, None]
    index = np.arange(len(periods))
    near = np.abs(index[:, None] - index[None]) <= NEIGHBOURS
    weight = np.exp(-STEADINESS * np.abs(ratio - 1)) * near
    return np.log(weight / weight.sum(1, keepdims=True) + 1e-30).astype(np.float32)


def centroid(evidence, frame):
    """The exact place of the beat near a frame, in frames, and the height of its peak."""
    start, stop = max(0, frame - 4), min(len(evidence), frame + 8)
    peak = start + int(np.argmax(evidence[start:stop, 0]))
    height = evidence[peak, 0]
    if height < 0.05:
        return frame, height
    near = slice(max(0, peak - 3), min(len(evidence), peak + 4))
    mass = evidence[near, 0]
    return (np.arange(near.start, near.stop) * mass).sum() / mass.sum(), height


def decode(evidence, rate):
    """The grid of an evidence (frames, 2) at `rate` frames a second; empty where there is no beat."""
    if len(evidence) < rate * 2:
        return no_grid()
    evidence = resampled(evidence.astype(np.float64), rate)
    audible = np.flatnonzero(evidence[:, 0] > AUDIBLE)
    if len(audible) < 2:
        return no_grid()
    first = max(0, audible[0] - 5)
    evidence = evidence[first : min(len(evidence), audible[-1] + 6)]

    tempi = np.exp(np.linspace(np.log(FASTEST), np.log(SLOWEST), PERIODS))
    periods = np.unique(np.round(RATE * 60 / tempi).astype(int))
    beat, downbeat, between = segment_scores(evidence, periods)
    change = period_changes(periods)
    best, path = IMPOSSIBLE, []
    for length, prior in BARS.items():
        score, candidate = best_path(beat, downbeat, between, periods, change, NEIGHBOURS, length)
        score += prior * len(evidence) / (30 * RATE)
        if score > best:
            best, path = score, candidate
    frames = np.array([step[0] for step in reversed(path)])
    places = np.array([step[1] + 1 for step in reversed(path)])

    exact, heights = zip(*(centroid(evidence, frame) for frame in frames))
    confidence = float(np.mean(heights))
    if confidence < BELIEVED or len(frames) < FEWEST_BEATS:
        return no_grid(confidence)
    times = (np.array(exact) + first) / RATE
    apart = np.concatenate([[True], np.diff(times) > 0.05])
    return Grid(times[apart], places[apart], confidence)
