"""Training examples: crops of rendered songs, stretched, coloured and disturbed, with the beats as targets."""

import glob
import os

import numpy as np
import torch

import features
from network import FRAMES_PER_SECOND, level_gain, network_input

STRIDE = features.FRAMES_PER_SECOND // FRAMES_PER_SECOND
TENT = 1.5  # frames from a beat to where its target is zero


def targets(beats, frames, first, step):
    """Tents (2, frames) around the exact places of beats and downbeats, so that a centroid tells the time."""
    target = np.zeros((2, frames), np.float32)
    for time, place in beats:
        centre = (time * features.FRAMES_PER_SECOND - first) / step
        for frame in range(max(0, int(centre) - 2), min(frames, int(centre) + 4)):
            height = 1 - abs(frame - centre) / TENT
            if height > 0:
                target[0, frame] = max(target[0, frame], height)
                if place == 1:
                    target[1, frame] = max(target[1, frame], height)
    return target


class Examples:
    """The rendered songs of folders, or one in `every` of them."""

    def __init__(self, folders, every=1):
        self.songs = []  # (stored bands, beats)
        self.beatless = []  # indices into songs
        for path in [path for folder in folders for path in sorted(glob.glob(os.path.join(folder, "*.npz")))[::every]]:
            song = np.load(path)
            if str(song["style"]).startswith("beatless"):
                self.beatless.append(len(self.songs))
            self.songs.append((song["bands"], song["beats"]))

    def crop(self, index, frames, rng=None):
        """Input, target and weight of `frames` frames; without a generator the song's start as it is."""
        stored, beats = self.songs[index]
        stretch = float(np.exp(rng.uniform(-0.12, 0.12))) if rng and rng.random() < 0.6 else 1.0
        step = STRIDE * stretch
        needed = int(frames * step) + 2
        first = rng.integers(0, len(stored) - needed + 1) if rng and len(stored) > needed else 0
        logarithms, inside = resampled(stored, first, step, frames)
        if rng:
            logarithms = coloured(logarithms, rng)
        bands = np.maximum(10**logarithms - features.FLOOR, 0) * inside[:, None]
        bands *= level_gain(bands)
        if rng:
            bands = self.disturbed(bands, rng)
        target = targets(beats, frames, first, step)
        if rng and rng.random() < 0.06:  # a late start
            silent = rng.integers(10, 200)
            bands[:silent] *= 1e-3
            target[:, :silent] = 0
        return network_input(bands), target, inside.astype(np.float32)

    def disturbed(self, bands, rng):
        """The bands with another level, something beatless mixed in, or an end of the spectrum lost."""
        bands = bands * 10 ** rng.normal(0, 0.15)
        if rng.random() < 0.15 and self.beatless:
            stored = self.songs[self.beatless[rng.integers(len(self.beatless))]][0]
            first = rng.integers(0, max(1, len(stored) - len(bands) * STRIDE))
            other = 10 ** stored[first : first + len(bands) * STRIDE : STRIDE].astype(np.float32)
            bands[: len(other)] += other / (other.mean() + 1e-6) * 0.007 * rng.uniform(0.05, 0.6)
        if rng.random() < 0.1:
            bands[:, : rng.integers(2, 20)] *= 10 ** -rng.uniform(0.5, 2)
        if rng.random() < 0.1:
            bands[:, rng.integers(25, 55) :] *= 10 ** -rng.uniform(0.5, 2)
        return bands

    def batch(self, indices, frames, rng=None):
        """Stacked tensors of several crops."""
        crops = [self.crop(index, frames, rng) for index in indices]
        return [torch.from_numpy(np.stack(column)) for column in zip(*crops)]


def resampled(stored, first, step, frames):
    """Logarithms at every `step` stored frames from `first`, and which of them lie inside the song."""
    places = first + np.arange(frames) * step
    whole = np.minimum(places.astype(int), len(stored) - 2)
    logarithms = stored[whole].astype(np.float32)
    if step != STRIDE:
        between = np.clip((places - whole).astype(np.float32)[:, None], 0, 1)
        logarithms = logarithms + (stored[whole + 1].astype(np.float32) - logarithms) * between
    return logarithms, places < len(stored) - 1


def coloured(logarithms, rng):
    """Moved by up to three bands and through a random equalizer."""
    bands = logarithms.shape[1]
    if rng.random() < 0.4:
        shift = rng.integers(-3, 4)
        logarithms = logarithms[:, np.clip(np.arange(bands) - shift, 0, bands - 1)]
    equalizer = np.interp(np.arange(bands), np.linspace(0, bands - 1, 7), rng.normal(0, 0.2, 7))
    equalizer = equalizer + rng.normal(0, 0.1) * np.linspace(-1, 1, bands)
    return logarithms + equalizer.astype(np.float32) * (rng.random() < 0.8)
