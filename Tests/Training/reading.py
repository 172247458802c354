"""Both networks together: from what is heard of a song to its beats, at the level that listeners tap, with their places in the bar."""

from typing import NamedTuple

import numpy as np
import torch

import bar_path
import bars
from decode import decode
from network import FRAMES_PER_SECOND, evidence

RELUCTANCE = 1.0  # how much better another level must be than the decoder's, as a logit


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
    found = decode(heard, FRAMES_PER_SECOND)
    if len(found) < 4:
        return None
    hearing, best = bars.Hearing(bands, pitches, heard), (-np.inf,)
    candidates = [times for _, times in bars.readings(found)]
    for index, times in enumerate(candidates):
        rows = torch.from_numpy(hearing.rows(times).T[None])
        with torch.no_grad():
            logits = bar_network(rows, torch.ones(1, 1, len(times)))[0].numpy()
        level = logits[1].mean() - RELUCTANCE * (index > 0)
        if level > best[0]:
            best = (level, times, logits[0])
    places, _, probability = bar_path.bars(best[2])
    return Reading(best[1], places, best[0], probability, heard, candidates)
