"""Both networks together: from what is heard of a song to its beats, at the level that listeners tap, with their places in the bar."""

from typing import NamedTuple

import numpy as np
import torch

import bar_path
import bars
from decode import decode, steady_periods
from network import FRAMES_PER_SECOND, evidence

RELUCTANCE = 1.0  # how much better another level must be than the decoder's, as a logit

FEWEST_STEADY = 12  # beats of a steady tempo
NEAR = 0.05  # seconds between beats that are the same


class Reading(NamedTuple):
    times: np.ndarray
    places: np.ndarray
    level: float  # the mean logit of "this is the beat that listeners tap"
    bar_probability: float
    evidence: np.ndarray
    candidates: list  # the times of all readings, those of the decoder first


def read(bands, pitches, network, bar_network):
    """The best reading; None where there are fewer than four beats."""
    heard = evidence(network, bands)
    hearing = bars.Hearing(bands, pitches, heard)

    def hear(times):
        rows = torch.from_numpy(hearing.rows(times).T[None])
        with torch.no_grad():
            return bar_network(rows, torch.ones(1, 1, len(times)))[0].numpy()

    found = find(heard, lambda times: hear(times)[1].mean())
    if len(found) < 4:
        return None
    best = (-np.inf,)
    candidates = [times for _, times in bars.readings(found)]
    for index, times in enumerate(candidates):
        logits = hear(times)
        level = logits[1].mean() - RELUCTANCE * (index > 0)
        if level > best[0]:
            best = (level, times, logits[0])
    places, _, probability = bar_path.bars(best[2])
    return Reading(best[1], places, best[0], probability, heard, candidates)


def find(heard, level):
    """The beats that the decoder finds, or those at a steady tempo if they have the higher level."""
    found = decode(heard, FRAMES_PER_SECOND)
    if len(found) < FEWEST_STEADY:
        return found
    steady = decode(heard, FRAMES_PER_SECOND, steady_periods(np.median(np.diff(found))))
    same = len(steady) == len(found) and np.abs(steady - found).max() < NEAR
    if same or len(steady) < FEWEST_STEADY:
        return found
    return max(found, steady, key=level)
