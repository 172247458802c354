"""From the logits of downbeats to bars: a hidden Markov model over the places in bars of every metre."""

import numpy as np

METRES = {2: -1.5, 3: 0.0, 4: 0.6, 5: -1.5, 6: -2.0, 7: -2.0}  # beats in a bar, and the logarithm of its prior
CHANGE_PRICE = 6.0  # of going on in another metre after a bar
CERTAIN = 8.0  # logits beyond this do not count more

LANES = [(beats, place) for beats in METRES for place in range(beats)]
BEFORE = np.array([LANES.index((beats, (place - 1) % beats)) for beats, place in LANES])
OPENINGS = [lane for lane, (_, place) in enumerate(LANES) if place == 0]
CLOSINGS = [lane for lane, (beats, place) in enumerate(LANES) if place == beats - 1]
START = np.array([METRES[beats] - np.log(beats) for beats, _ in LANES])
CHANGE = np.array([METRES[LANES[lane][0]] / 2 - CHANGE_PRICE for lane in OPENINGS])


def scores(logits):
    """Log-probabilities (beats, lanes) of each beat in each lane."""
    sure = np.clip(logits, -CERTAIN, CERTAIN)
    opens = np.array([place == 0 for _, place in LANES])
    return np.where(opens, -np.log1p(np.exp(-sure))[:, None], -np.log1p(np.exp(sure))[:, None])


def bars(logits):
    """Places of the beats in their bars from 1, the beats in each one's bar, and the mean probability of the downbeats."""
    given = scores(logits)
    best, origins = START + given[0], []
    for beat in given[1:]:
        closing = max(CLOSINGS, key=lambda lane: best[lane])
        origin, arriving = BEFORE.copy(), best[BEFORE]
        changed = best[closing] + CHANGE
        for lane, score in zip(OPENINGS, changed):
            if score > arriving[lane]:
                origin[lane], arriving[lane] = closing, score
        origins.append(origin)
        best = arriving + beat
    path = [int(np.argmax(best))]
    for origin in reversed(origins):
        path.append(int(origin[path[-1]]))
    path = path[::-1]
    places = np.array([LANES[lane][1] + 1 for lane in path])
    metres = np.array([LANES[lane][0] for lane in path])
    opening = downbeat_probabilities(given)[places == 1]
    return places, metres, float(opening.mean()) if len(opening) else 0.0


def downbeat_probabilities(given):
    """The probability that each beat is a downbeat, by the forward-backward algorithm."""
    weights = np.exp(given)
    forward = [np.exp(START) * weights[0]]
    forward[0] /= forward[0].sum()
    for beat in weights[1:]:
        here = forward[-1][BEFORE]
        here[OPENINGS] += forward[-1][CLOSINGS].sum() * np.exp(CHANGE)
        here *= beat
        forward.append(here / here.sum())
    backward, probabilities = np.ones(len(LANES)), np.zeros(len(given))
    for index in range(len(given) - 1, -1, -1):
        both = forward[index] * backward
        probabilities[index] = both[OPENINGS].sum() / both.sum()
        seen = backward * weights[index]
        backward = np.zeros(len(LANES))
        np.add.at(backward, BEFORE, seen)
        backward[CLOSINGS] += (seen[OPENINGS] * np.exp(CHANGE)).sum()
        backward /= backward.sum()
    return probabilities
