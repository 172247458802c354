"""Trains the beat network.

    train.py SONGS VALIDATION OUT.npz --minutes 75 [--from WEIGHTS.npz] [--rate 1e-3]

Songs rendered while it runs are used from the next epoch on.
"""

import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F

import weights
from examples import Examples
from network import BeatNetwork

BATCH = 16
FRAMES = 1280  # 25.6 s
VALIDATION_SONGS, VALIDATION_FRAMES = 120, 1400
BEAT_WEIGHT, DOWNBEAT_WEIGHT = 1.5, 2.5  # of the rare class
DOWNBEAT_SHARE = 1.5  # of the downbeat's loss in the sum
WARM_UP = 60  # steps
LOWEST_RATE = 1e-5
LONGEST_MEMORY = 0.995  # of the averaged weights that are kept


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


class Validation:
    """Losses of the averaged weights on songs kept apart."""

    def __init__(self, folder):
        songs = Examples(folder, VALIDATION_SONGS)
        indices = range(len(songs.songs))
        self.batches = [songs.batch(indices[at : at + 20], VALIDATION_FRAMES) for at in indices[::20]]
        self.network = BeatNetwork().eval()

    def losses(self, average):
        self.network.load_state_dict(average.state)
        with torch.no_grad():
            return np.mean([[float(x) for x in losses(self.network(x), y, w)] for x, y, w in self.batches], 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("songs")
    parser.add_argument("validation")
    parser.add_argument("out")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--from", dest="start", help="weights to continue from")
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()

    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    examples, validation = Examples(options.songs), Validation(options.validation)
    network = weights.load(options.start) if options.start else BeatNetwork()
    network.train()
    average = Average(network)
    optimizer = torch.optim.AdamW(network.parameters(), options.rate, weight_decay=0.01, betas=(0.9, 0.98))
    began, reported, step, order, recent = time.time(), time.time(), 0, [], []

    def report():
        weights.save(options.out, network.shape, average.state)
        trained, validated = np.mean(recent[-100:], 0), validation.losses(average)
        print(
            f"{time.time() - began:.0f} s, step {step}, {len(examples.songs)} songs,",
            f"trained {trained[0]:.4f} {trained[1]:.4f}, validated {validated[0]:.4f} {validated[1]:.4f}",
            flush=True,
        )

    while (passed := (time.time() - began) / 60 / options.minutes) < 1:
        cosine = 0.5 + 0.5 * np.cos(np.pi * passed)
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1, (step + 1) / WARM_UP) * cosine + LOWEST_RATE
        if len(order) < BATCH:
            examples.load()
            order = list(rng.permutation(len(examples.songs)))
        indices, order = order[:BATCH], order[BATCH:]
        heard, target, weight = examples.batch(indices, FRAMES, rng)
        beat, downbeat = losses(network(heard), target, weight)
        optimizer.zero_grad()
        (beat + DOWNBEAT_SHARE * downbeat).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        step += 1
        average.add(network, step)
        recent.append((float(beat.detach()), float(downbeat.detach())))
        if time.time() - reported > 60:
            reported = time.time()
            report()
    report()


if __name__ == "__main__":
    main()
