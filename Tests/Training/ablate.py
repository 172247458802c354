"""Trains both networks at a fifth of their size, each time without one thing, and scores them.

    ablate.py SONGS,SONGS EXAMPLES,EXAMPLES VALIDATION,VALIDATION VALIDATION_EXAMPLES,VALIDATION_EXAMPLES

Prints a table of the validation losses of beat networks, and one of how many levels and downbeats bar networks get right.
"""

import argparse

import numpy as np
import torch

import bar_examples
import bar_path
import train
import train_bars
from bar_network import BarNetwork
from reading import RELUCTANCE
from examples import Examples
from network import BeatNetwork

PART = 5  # one of so many songs is used
BEAT_STEPS, BAR_STEPS = 1000, 800


class WithoutRises(BeatNetwork):
    """A beat network that hears the bands alone."""

    def forward(self, heard):
        return super().forward(heard * (torch.arange(heard.shape[1]) < heard.shape[1] // 2)[None, :, None])


BEATS = {
    "as it is": BeatNetwork,
    "without rises": WithoutRises,
    "sight of 1.3 s in place of 20 s": lambda: BeatNetwork(dilations=(1, 2, 4, 8, 16)),
    "half the channels": lambda: BeatNetwork(wide=24, narrow=16),
    "twice the channels": lambda: BeatNetwork(wide=96, narrow=64),
}
BARS = {
    "as it is": (BarNetwork, ()),
    "without strokes": (BarNetwork, (slice(0, 48),)),
    "without evidence": (BarNetwork, (slice(48, 64),)),
    "without evidence for downbeats": (BarNetwork, (slice(60, 64),)),
    "without loudness": (BarNetwork, (slice(64, 72),)),
    "without harmony": (BarNetwork, (slice(72, 94),)),
    "without likenesses to earlier beats": (BarNetwork, (slice(74, 104),)),
    "without tempo": (BarNetwork, (slice(104, 107),)),
    "sight of 3 beats in place of 33": (lambda: BarNetwork(dilations=(1,)), ()),
}


def level_and_downbeats(network, songs, hidden):
    """The share of songs whose level is right, and the mean F-measure of downbeats."""
    levels, downbeats = [], []
    for song in songs:
        best = (-np.inf,)
        for example in song[:-1]:
            rows = example.rows.astype(np.float32)
            for columns in hidden:
                rows[:, columns] = 0
            with torch.no_grad():
                logits = network(torch.from_numpy(rows.T[None]), torch.ones(1, 1, len(rows)))[0].numpy()
            level = logits[1].mean() - RELUCTANCE * (not example.is_found)
            if level > best[0]:
                best = (level, example, logits[0])
        if len(best) == 1:
            continue
        _, example, logits = best
        found, true = bar_path.bars(logits)[0] == 1, example.places == 1
        levels.append(example.score > bar_examples.RIGHT)
        downbeats.append(2 * (found & true).sum() / max(1, found.sum() + (song[-1].places == 1).sum()))
    return np.mean(levels), np.mean(downbeats)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("songs", "examples", "validation", "validation_examples"):
        parser.add_argument(name, help="folders, separated by commas")
    options = parser.parse_args()

    torch.set_num_threads(1)
    validated = [s for folder in options.validation_examples.split(",") for s in bar_examples.load(folder) if len(s) > 1]
    songs = [song for folder in options.examples.split(",") for song in bar_examples.load(folder)[::PART] if song]
    for name, (kind, hidden) in BARS.items():
        torch.manual_seed(0)
        network = kind()
        average = train_bars.train(network, train_bars.weighted(songs), BAR_STEPS, 2e-3, np.random.default_rng(0), hidden=hidden)
        network.load_state_dict(average.state)
        level, downbeats = level_and_downbeats(network.eval(), validated, hidden)
        print(f"| {name} | {level:.3f} | {downbeats:.3f} |", flush=True)

    heard, validation = Examples(options.songs.split(","), PART), train.Validation(options.validation.split(","))
    for name, kind in BEATS.items():
        torch.manual_seed(0)
        average = train.train(kind(), heard, BEAT_STEPS, 3e-3, np.random.default_rng(0))
        beats, downbeats = validation.losses(kind(), average)
        print(f"| {name} | {beats:.4f} | {downbeats:.4f} |", flush=True)


if __name__ == "__main__":
    main()
