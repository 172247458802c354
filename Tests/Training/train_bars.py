"""Trains the bar network.

    train_bars.py EXAMPLES,EXAMPLES OUT.npz --steps 3000 [--from BARS.npz] [--bars-only EXAMPLES]
"""

import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F

import bar_examples
import bars
import weights
from bar_network import BarNetwork
from train import Descent

SONGS = 12  # a step
WRONG = 5  # readings of a song that are wrong, in a step
CROPPED, LIVE = 0.6, 0.5  # how often a reading is cropped, and how often to the few beats that the live form has
FEWEST_BEATS, MOST_LIVE_BEATS = 8, 28  # of a crop
OF_TWO = 3  # how often a song in bars of two is taken: they are rare, and easily read as bars of four
WARM_UP = 100  # steps
LOWEST_RATE = 1e-6
REPORTED = 200  # steps between reports

LOUDNESS, LIKENESSES = slice(64, 72), slice(74, 104)
# What is hidden from the network in some examples, so that it learns from all the rest: columns and how often.
HIDDEN = [(slice(60, 64), 0.2)] + [
    (columns, 0.08)
    for columns in (slice(0, 48), slice(48, 60), slice(64, 72), slice(72, 74), slice(74, 84), slice(84, 94), slice(94, 104))
]


def cropped(rows, first, count):
    """Rows as they were if nothing but these beats had been heard."""
    rows = rows[first : first + count].astype(np.float32)
    rows[:, LOUDNESS] -= rows[:, LOUDNESS].mean(0)
    for column, lag in enumerate(bars.LAGS):
        rows[:lag, LIKENESSES.start + column : LIKENESSES.stop : len(bars.LAGS)] = 0
    return rows


def disturbed(rows, rng):
    """The rows with other levels, some columns hidden, and a little noise."""
    rows[:, :48] *= np.tile(np.exp(rng.normal(0, 0.3, 4)), bars.STEPS)
    rows[:, LOUDNESS] *= np.exp(rng.normal(0, 0.3, 8))
    for columns, chance in HIDDEN:
        if rng.random() < chance:
            rows[:, columns] = 0
    return rows + rng.normal(0, 0.05, rows.shape).astype(np.float32)


def weighted(songs):
    """The songs, those in bars of two several times."""
    of_two = [song for song in songs if max(example.places.max(initial=-1) for example in song) == 2]
    return songs + of_two * (OF_TWO - 1)


def draw(song, rng):
    """One or two readings of a song that are right, and some that are wrong, the decoder's among them; cropped."""
    order = [song[index] for index in rng.permutation(len(song))]
    right = [example for example in order if example.score > bar_examples.RIGHT][:2]
    wrong = [example for example in order if example.score < bar_examples.RIGHT - 0.05]
    wrong = sorted(wrong, key=lambda example: not example.is_found)[:WRONG]
    drawn = []
    for example in right + wrong:
        first, count = 0, len(example.rows)
        if count > 1.5 * FEWEST_BEATS and rng.random() < CROPPED:
            most = min(count, MOST_LIVE_BEATS) if rng.random() < LIVE else count
            count = rng.integers(FEWEST_BEATS, most + 1)
            first = rng.integers(0, len(example.rows) - count + 1)
        rows, places = cropped(example.rows, first, count), example.places[first : first + count]
        drawn.append((disturbed(rows, rng), places, example.score > bar_examples.RIGHT))
    return drawn


def padded(drawn):
    """Rows (batch, WIDTH, beats), which beats are inside, the places and which readings are right."""
    longest = max(len(rows) for rows, _, _ in drawn)
    batch = torch.zeros(len(drawn), bars.WIDTH, longest)
    inside = torch.zeros(len(drawn), 1, longest)
    places = torch.full((len(drawn), longest), -1)
    for index, (rows, place, _) in enumerate(drawn):
        batch[index, :, : len(rows)] = torch.from_numpy(rows.T)
        inside[index, 0, : len(rows)] = 1
        places[index, : len(rows)] = torch.from_numpy(place)
    return batch, inside, places, torch.tensor([right for _, _, right in drawn])


def losses(network, drawn, song_of, has_level):
    """Of downbeats in readings that are right, of each reading, and of the choice among a song's readings, where its level is known."""
    batch, inside, places, right = padded(drawn)
    logits = network(batch, inside)
    known = (places >= 1) & right[:, None]
    downbeat = F.binary_cross_entropy_with_logits(logits[:, 0][known], (places[known] == 1).float())
    level = (logits[:, 1] * inside[:, 0]).sum(1) / inside[:, 0].sum(1)
    known_level = torch.tensor([has_level[song] for song in song_of.tolist()])
    each = F.binary_cross_entropy_with_logits(level[known_level], right[known_level].float())
    choices = []
    for song in set(song_of.tolist()):
        own = song_of == song
        if has_level[song] and right[own].any() and not right[own].all():
            choices.append(torch.logsumexp(level[own], 0) - torch.logsumexp(level[own & right], 0))
    return downbeat, each, torch.stack(choices).mean()


def train(network, songs, steps, rate, rng, report=None, hidden=(), bars_only=0):
    """Trains a network, from which some columns are always hidden, and returns the average of its weights. Of the first `bars_only`
    songs the level is not known."""
    network.train()
    descent = Descent(network, steps, rate, WARM_UP, LOWEST_RATE, weight_decay=0.02)
    order, recent = [], []
    for step in range(steps):
        if len(order) < SONGS:
            order = list(rng.permutation(len(songs)))
        taken, order = order[:SONGS], order[SONGS:]
        groups = [draw(songs[index], rng) for index in taken]
        for columns in hidden:
            for group in groups:
                for rows, _, _ in group:
                    rows[:, columns] = 0
        song_of = torch.tensor([number for number, group in enumerate(groups) for _ in group])
        has_level = [index >= bars_only for index in taken]
        parts = losses(network, [example for group in groups for example in group], song_of, has_level)
        descent.step(parts[0] + 0.5 * parts[1] + 0.5 * parts[2])
        recent = [*recent[-199:], [float(part.detach()) for part in parts]]
        if report and (step + 1) % REPORTED == 0:
            report(step + 1, np.mean(recent, 0))
    return descent.average


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", help="folders, separated by commas")
    parser.add_argument("out")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--from", dest="start", help="weights to continue from")
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument("--bars-only", default="", help="folders of examples whose level is not known")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    songs, without_level = (
        weighted([song for folder in folders.split(",") if folder for song in bar_examples.load(folder) if song])
        for folders in (options.examples, options.bars_only)
    )
    network = weights.load(options.start, BarNetwork) if options.start else BarNetwork()
    began = time.time()

    def report(step, recent):
        print(f"{time.time() - began:.0f} s, step {step}, {len(songs)} songs,", recent.round(4), flush=True)

    songs = without_level + songs
    average = train(network, songs, options.steps, options.rate, rng, report, bars_only=len(without_level))
    weights.save(options.out, network.shape, average.state)


if __name__ == "__main__":
    main()
