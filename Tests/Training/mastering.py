"""What happens to a mix on its way to a listener: colour, room, compression, clipping, noise. Beats stay where they are."""

import math

import numpy as np
import scipy.fft

from sounds import RATE, noise, numpy_generator, peak_normalized

HOP = 441


def colour_gain(frequencies, rng):
    """A random equalizer in decibels, sometimes with a low or a high cut."""
    octaves = np.log2(np.maximum(frequencies, 20) / 640)
    knots = np.linspace(-5, 5, 8)
    gain = np.interp(octaves, knots, [rng.gauss(0, 4) for _ in knots]) + rng.gauss(0, 1.5) * octaves
    if rng.random() < 0.3:
        cut = rng.choice([4000, 6000, 9000, 11000, 14000])
        gain -= 24 * np.maximum(0, np.log2(np.maximum(frequencies, 1) / cut))
    if rng.random() < 0.15:
        gain -= 18 * np.maximum(0, np.log2(rng.uniform(60, 250) / np.maximum(frequencies, 5)))
    return np.clip(gain, -90, 18)


def room(rng):
    """An impulse response: the direct sound and a decaying tail of half a second at most."""
    generator = numpy_generator(rng)
    decay = rng.uniform(0.1, 0.5) if rng.random() < 0.75 else rng.uniform(0.5, 1.4)
    size = int(decay * RATE * 0.9)
    response = generator.standard_normal(size) * np.exp(-np.arange(size) / RATE / decay * 5)
    response *= rng.uniform(0.05, 0.6) / np.sqrt((response**2).sum())
    response[0] = 1
    return response[: RATE // 2].astype(np.float32)


def compressed(samples, rng):
    """Gain that falls as the 10 ms envelope rises."""
    energy = samples[: len(samples) // HOP * HOP].reshape(-1, HOP) ** 2
    rms = np.sqrt(np.mean(energy, 1))
    release = math.exp(-0.01 / rng.uniform(0.05, 0.4))
    envelope = rms.copy()
    for index in range(1, len(envelope)):
        envelope[index] = max(rms[index], envelope[index - 1] * release)
    gain = np.maximum(envelope, 0.02) ** -rng.uniform(0.2, 0.7)
    return samples * np.interp(np.arange(len(samples)), np.arange(len(gain)) * HOP + 220, gain).astype(np.float32)


def master(samples, rng):
    """The mastered samples, as long as they were."""
    length = len(samples)
    samples = peak_normalized(samples)
    if rng.random() < 0.85:
        size = scipy.fft.next_fast_len(length + RATE // 2, real=True)
        spectrum = scipy.fft.rfft(samples, size)
        spectrum *= 10 ** (colour_gain(np.arange(len(spectrum)) * RATE / size, rng) / 20)
        if rng.random() < 0.5:
            spectrum *= scipy.fft.rfft(room(rng), size)
        samples = scipy.fft.irfft(spectrum, size)[:length]
    samples = peak_normalized(samples)
    if rng.random() < 0.4:
        samples = peak_normalized(compressed(samples, rng))
    drive = rng.choice([0.5, 1, 1.5, 2.5, 4])
    samples = np.tanh(samples * drive) / np.tanh(drive)
    if rng.random() < 0.35:
        samples = samples + noise(length, rng) * 10 ** (rng.uniform(-60, -24) / 20)
    return (samples * 10 ** (rng.uniform(-18, 0) / 20)).astype(np.float32)


def coded(samples, rng):
    """As a lossy codec leaves it: nothing above its cutoff."""
    if rng.random() < 0.6:
        return samples
    size = scipy.fft.next_fast_len(len(samples), real=True)
    spectrum = scipy.fft.rfft(samples, size)
    cutoff = rng.choice([16000, 16000, 15000, 11000, 11000, 8000, 5500])
    spectrum[int(cutoff * size / RATE) :] = 0
    return scipy.fft.irfft(spectrum, size)[: len(samples)].astype(np.float32)
