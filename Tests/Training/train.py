"""Trains the beat network.

    train.py SONGS,SONGS VALIDATION,VALIDATION OUT.npz --steps 5000 [--from WEIGHTS.npz] [--rate 1e-3]
"""

import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F

import weights
from examples import Examples
from network import BeatNetwork

BATCH, FRAMES = 16, 1280  # 25.6 s
# What the live form hears: a few seconds, the newest of which matter most.
LIVE_BATCH, LIVE_FRAMES, LIVE_SHARE = 40, 512, 0.3
NEWEST, NEWEST_WEIGHT = 75, 3
VALIDATION_SONGS, VALIDATION_FRAMES = 120, 1400
BEAT_WEIGHT, DOWNBEAT_WEIGHT = 1.5, 2.5  # of the rare class
DOWNBEAT_SHARE = 1.5  # of the downbeat's loss in the sum
WARM_UP = 60  # steps
LOWEST_RATE = 1e-5
LONGEST_MEMORY = 0.995  # of the averaged weights that are kept
REPORTED = 200  # steps between reports


def losses(logits, target, weight):
    """Cross entropy of beats and of downbeats, over the frames inside the songs."""
    positive = torch.tensor([[BEAT_WEIGHT], [DOWNBEAT_WEIGHT]])
    each = F.binary_cross_entropy_with_logits(logits, target, reduction="none", pos_weight=positive) * weight[:, None]
    return each[:, 0].sum() / weight.sum(), each[:, 1].sum() / weight.sum()


class Average:
    """Exponentially averaged weights: steadier than the last step's."""

    def __init__(self, network):
        self.state = {name: tensor.clone() for name, tensor in network.state_dict().items()}

    def add(self, network, step):
        memory = min(LONGEST_MEMORY, step / (step + 10))
        for name, tensor in network.state_dict().items():
            self.state[name].mul_(memory).add_(tensor, alpha=1 - memory)


class Descent:
    """Steps down a loss by AdamW, at a rate that warms up and then falls as a cosine does; keeps the average of the weights."""

    def __init__(self, network, steps, rate, warm_up, lowest_rate, **options):
        self.network, self.steps, self.rate, self.warm_up, self.lowest_rate = network, steps, rate, warm_up, lowest_rate
        self.optimizer = torch.optim.AdamW(network.parameters(), rate, **options)
        self.average = Average(network)
        self.step_count = 0

    def step(self, loss):
        cosine = 0.5 + 0.5 * np.cos(np.pi * self.step_count / self.steps)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * min(1, (self.step_count + 1) / self.warm_up) * cosine + self.lowest_rate
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        self.step_count += 1
        self.average.add(self.network, self.step_count)


class Validation:
    """Losses of the averaged weights on songs kept apart."""

    def __init__(self, folders):
        songs = Examples(folders)
        indices = range(0, len(songs.songs), max(1, len(songs.songs) // VALIDATION_SONGS))
        self.batches = [songs.batch(indices[at : at + 20], VALIDATION_FRAMES) for at in range(0, len(indices), 20)]

    def losses(self, network, average):
        """Those of beats and of downbeats, with a network of the same shape."""
        network.load_state_dict(average.state)
        network.eval()
        with torch.no_grad():
            return np.mean([[float(x) for x in losses(network(x), y, w)] for x, y, w in self.batches], 0)


def train(network, examples, steps, rate, rng, report=None):
    """Trains a network and returns the average of its weights. `report` gets the step, the average and the last losses."""
    network.train()
    descent = Descent(network, steps, rate, WARM_UP, LOWEST_RATE, weight_decay=0.01, betas=(0.9, 0.98))
    order, recent = [], []
    for step in range(steps):
        is_live = rng.random() < LIVE_SHARE
        batch, frames = (LIVE_BATCH, LIVE_FRAMES) if is_live else (BATCH, FRAMES)
        if len(order) < batch:
            order = list(rng.permutation(len(examples.songs)))
        indices, order = order[:batch], order[batch:]
        heard, target, weight = examples.batch(indices, frames, rng)
        if is_live:
            weight[:, -NEWEST:] *= NEWEST_WEIGHT
        beat, downbeat = losses(network(heard), target, weight)
        descent.step(beat + DOWNBEAT_SHARE * downbeat)
        if not is_live:
            recent = [*recent[-99:], (float(beat.detach()), float(downbeat.detach()))]
        if report and ((step + 1) % REPORTED == 0 or step + 1 == steps):
            report(step + 1, descent.average, np.mean(recent, 0))
    return descent.average


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("songs", help="folders, separated by commas")
    parser.add_argument("validation", help="folders, separated by commas")
    parser.add_argument("out")
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--from", dest="start", help="weights to continue from")
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()

    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    examples, validation = Examples(options.songs.split(",")), Validation(options.validation.split(","))
    network = weights.load(options.start) if options.start else BeatNetwork()
    began = time.time()

    def report(step, average, trained):
        weights.save(options.out, network.shape, average.state)
        validated = validation.losses(BeatNetwork(), average)
        print(
            f"{time.time() - began:.0f} s, step {step}, {len(examples.songs)} songs,",
            f"trained {trained[0]:.4f} {trained[1]:.4f}, validated {validated[0]:.4f} {validated[1]:.4f}",
            flush=True,
        )

    train(network, examples, options.steps, options.rate, rng, report)


if __name__ == "__main__":
    main()
