"""Which key a song is in:  python keys.py KEYS.weights FOLDER... [--test FOLDER]

Learns from the songs that `render.py --wide` stored, and prints how well it does on those of the test folder. The network is the same for
all twelve tonics: it sees the pitch classes as a ring. `Sources/Analysis/Harmony` computes the same numbers.
"""

import argparse
import glob
import os

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import features
from export_weights import write

BLOCK = 6  # frames of 80 ms that are averaged
NEAR = 6  # semitones on either side to which a pitch is compared
PITCHES = features.LOWEST_PITCH + np.arange(features.PITCHES)
BASS = np.clip((57 - PITCHES) / 6, 0, 1)
TREBLE = np.clip((PITCHES - 44) / 6, 0, 1)
CHORDS, HIDDEN = 16, 8
NO_KEY = 24


def pitch_classes(pitches):
    """What the network hears: (blocks, 2, 12), how far pitches stand out from their neighbours, summed by pitch class, bass and treble."""
    count = len(pitches) // BLOCK
    if count == 0:
        return np.zeros((0, 2, 12), np.float32)
    means = pitches.mean(1)
    level = max(means[means >= np.median(means)].mean(), 2e-5)
    loud = np.log10(1 + 10 * pitches[: count * BLOCK] / level).reshape(count, BLOCK, -1).mean(1)
    padded = np.pad(loud, ((0, 0), (NEAR, NEAR)), mode="edge")
    around = np.lib.stride_tricks.sliding_window_view(padded, 2 * NEAR + 1, axis=1).mean(2)
    standing = np.maximum(loud - around, 0)
    return np.stack([(standing * part).reshape(count, 4, 12).sum(1) for part in (BASS, TREBLE)], 1).astype(np.float32)


class KeyNetwork(nn.Module):
    """How like each of some chords the blocks are, at each of twelve roots; what the means say of the key; and whether there is one."""

    def __init__(self):
        super().__init__()
        self.chords = nn.Conv1d(2, CHORDS, 12)
        self.keys = nn.Conv1d(CHORDS + 2, 2, 12)
        self.first = nn.Linear(2 * (CHORDS + 2), HIDDEN)
        self.second = nn.Linear(HIDDEN, 1)
        nn.init.normal_(self.chords.weight, std=0.2)
        nn.init.normal_(self.keys.weight, std=0.05)
        nn.init.zeros_(self.chords.bias)
        nn.init.zeros_(self.keys.bias)

    def forward(self, blocks, real):
        """Scores (songs, 25) of blocks (songs, blocks, 2, 12), of which the real ones count: major keys from C, minor ones, none."""
        songs, count = blocks.shape[:2]
        chords = torch.relu(self.chords(around(blocks.reshape(songs * count, 2, 12)))).reshape(songs, count, CHORDS, 12)
        heard = torch.cat([chords, blocks], 2) * real[:, :, None, None]
        means = heard.sum(1) / real.sum(1)[:, None, None].clamp(min=1)
        shape = torch.cat([means.mean(2), means.std(2)], 1)
        none = self.second(torch.relu(self.first(shape)))
        return torch.cat([self.keys(around(means)).reshape(songs, 24), none], 1)


def around(rings):
    """Rings that are opened for a convolution over all twelve places."""
    return functional.pad(rings, (0, 11), mode="circular")


def batch(songs):
    longest = max(1, max(len(song) for song in songs))
    blocks, real = np.zeros((len(songs), longest, 2, 12), np.float32), np.zeros((len(songs), longest), np.float32)
    for index, song in enumerate(songs):
        blocks[index, : len(song)], real[index, : len(song)] = song, 1
    return torch.from_numpy(blocks), torch.from_numpy(real)


def cropped(song, rng):
    """Half the time a part of at least half of a song."""
    if len(song) <= 20 or rng.random() < 0.5:
        return song
    length = int(rng.integers(len(song) // 2, len(song) + 1))
    start = int(rng.integers(0, len(song) - length + 1))
    return song[start : start + length]


def train(songs, truth, epochs, size=64, rate=5e-3):
    torch.manual_seed(0)
    size = min(size, len(songs))
    rng, network = np.random.default_rng(0), KeyNetwork()
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=epochs * (len(songs) // size))
    for _ in range(epochs):
        order = rng.permutation(len(songs))
        for start in range(0, len(songs) - size + 1, size):
            chosen = order[start : start + size]
            loss = functional.cross_entropy(network(*batch([cropped(songs[index], rng) for index in chosen])), torch.from_numpy(truth[chosen]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    return network.eval()


def read(folder):
    """Pitch classes and keys of the songs of a folder."""
    songs, truth = [], []
    for path in sorted(glob.glob(os.path.join(folder, "*.npz"))):
        file = np.load(path)
        tonic, minor = (int(number) for number in file["key"])
        songs.append(pitch_classes(features.from_stored(file["pitches"])))
        truth.append(NO_KEY if tonic < 0 else tonic + 12 * minor)
    return songs, np.array(truth)


def relation(said, true):
    """How far a key is from the true one."""
    apart, modes = (said - true) % 12, (said // 12, true // 12)
    if modes[0] == modes[1]:
        return "right" if apart == 0 else "fifth" if apart in (5, 7) else "wrong"
    if apart == (9 if modes[1] == 0 else 3):
        return "relative"
    return "parallel" if apart == 0 else "wrong"


def report(network, songs, truth, floor):
    with torch.no_grad():
        chances = np.concatenate([torch.softmax(network(*batch([song])), 1).numpy() for song in songs])
    said, sure = chances[:, :NO_KEY].argmax(1), chances[:, :NO_KEY].max(1)
    given = sure >= floor
    kinds = ["right", "fifth", "relative", "parallel", "wrong"]
    counts = dict.fromkeys([*kinds, "none"], 0)
    for index in np.flatnonzero(truth != NO_KEY):
        counts[relation(said[index], truth[index]) if given[index] else "none"] += 1
    keyless = truth == NO_KEY
    print(f"floor {floor}: of {np.sum(~keyless)} songs {counts}; of {keyless.sum()} sounds without a key {(given & keyless).sum()} got one")
    for low, high in ((0, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01)):
        inside = (sure >= low) & (sure < high)
        if inside.any():
            print(f"  confidence {low}-{high}: {inside.sum()} songs, mean {sure[inside].mean():.2f}, right {(said == truth)[inside].mean():.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--test", action="append", default=[])
    parser.add_argument("--epochs", type=int, default=80)
    options = parser.parse_args()
    torch.set_num_threads(1)
    read_all = [read(folder) for folder in options.folders]
    songs, truth = [song for part, _ in read_all for song in part], np.concatenate([part for _, part in read_all])
    network = train(songs, truth, options.epochs).half().float()
    layers = []
    for layer in (network.chords, network.keys, network.first, network.second):
        weights = layer.weight.detach().numpy()
        weights = weights.transpose(2, 1, 0) if weights.ndim == 3 else weights.T[None]
        layers.append((1, weights, layer.bias.detach().numpy()))
    write(options.target, 1, layers)
    print(f"learned from {len(songs)} songs")
    for folder in options.test:
        print(folder)
        for floor in (0, 0.4):
            report(network, *read(folder), floor)


if __name__ == "__main__":
    main()
