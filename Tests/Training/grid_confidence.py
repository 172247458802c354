"""How sure a grid and its bars are: what is measured of them, and the logistic regressions that `calibrate.py` fits."""

import numpy as np

from network import FRAMES_PER_SECOND

FAINT, HIT, SLACK = 0.02, 0.15, 2  # evidence of a peak, of a hit; frames between a beat and its evidence


def fit(evidence, times):
    """How well a grid fits the evidence: strength, share of the evidence that is explained, unrest, share of hits."""
    beat = evidence[:, 0]
    near, heights = np.zeros(len(beat), bool), []
    for frame in np.round(np.asarray(times) * FRAMES_PER_SECOND).astype(int):
        around = slice(max(0, frame - SLACK), max(0, min(len(beat), frame + SLACK + 1)))
        near[around] = True
        heights.append(beat[around].max(initial=0))
    heights = np.array(heights)
    middle = beat[1:-1]
    peaks = (middle > FAINT) & (middle >= beat[:-2]) & (middle > beat[2:])
    explained = middle[peaks & near[1:-1]].sum() / max(middle[peaks].sum(), 1e-9)
    changes = np.sort(np.abs(np.diff(np.log(np.diff(times)))))
    return np.array([heights.mean(), explained, changes[len(changes) // 2], (heights > HIT).mean()])


def measures(reading):
    """The fit of a reading, the level's logit, that of the bars."""
    probability = np.clip(reading.bar_probability, 1e-3, 1 - 1e-3)
    bars = np.log(probability / (1 - probability))
    return np.append(fit(reading.evidence, reading.times), [np.clip(reading.level, -6, 6), bars])
