"""Drum machines: kits like the well-known ones, noise of a chip, samples played too fast, snares with a gated room."""

import math

import numpy as np
from scipy.signal import lfilter

from sounds import (
    KICKS,
    METALS,
    RATE,
    RINGING,
    SNARES,
    TURN,
    electronic_drum,
    numpy_generator,
    peak_normalized,
    place,
)

KITS = ["analogue", "deep", "hard", "drawn", "drawn", "sampled"]


def swept_sine(low, high, fall, decay, size):
    time = np.arange(size) / RATE
    return np.sin(TURN * (low * time + (high - low) * fall * (1 - np.exp(-time / fall)))) * np.exp(-time / decay)


def metal(generator, decay, size):
    """Six square waves out of tune, high-passed: the cymbal of an analogue machine."""
    time = np.arange(size) / RATE
    tones = sum(
        np.sign(np.sin(TURN * tone * time))
        for tone in generator.uniform(0.9, 1.1) * np.array([205, 304, 370, 523, 540, 800]) * 2
    )
    return np.diff(np.diff(tones + generator.standard_normal(size), prepend=0), prepend=0) * np.exp(-time / decay)


def machine_drum(kit, drum, rng, generator):
    """One drum of a kit with its own character."""
    if kit == "drawn":
        return electronic_drum(drum, rng, generator)
    deep, hard = kit == "deep", kit == "hard"
    if drum in KICKS:
        decay = rng.uniform(0.3, 0.9) if deep else rng.uniform(0.08, 0.3)
        size = int(min(1.4, decay * 5) * RATE)
        sound = swept_sine(
            rng.uniform(40, 55), rng.uniform(120, 200 if deep else 400), rng.uniform(0.006, 0.03), decay, size
        )
        sound[:200] += rng.uniform(0, 0.5) * generator.standard_normal(200) * np.linspace(1, 0, 200)
        sound = np.tanh(sound * rng.uniform(3, 12)) if hard else sound
    elif drum == 39:  # three short bursts and a tail
        size = int(0.25 * RATE)
        time = np.arange(size) / RATE
        bursts = (
            sum(np.exp(-np.maximum(0, time - at) / 0.004) * (time >= at) for at in (0, 0.01, 0.02))
            + np.exp(-time / 0.07) * 0.6
        )
        sound = lfilter([1, 0, -1], [1, -1.6 * math.cos(0.16), 0.64], generator.standard_normal(size) * bursts)
    elif drum in SNARES:
        size = int(0.3 * RATE)
        time = np.arange(size) / RATE
        tone = swept_sine(180, 330, 0.01, 0.06, size) + 0.5 * swept_sine(330, 500, 0.01, 0.04, size)
        sound = tone * rng.uniform(0.2, 1) + generator.standard_normal(size) * np.exp(
            -time / rng.uniform(0.04, 0.14)
        ) * rng.uniform(0.3, 1)
    elif drum in METALS:
        decay = rng.uniform(0.1, 0.5) if drum in RINGING else rng.uniform(0.015, 0.05)
        sound = 0.4 * metal(generator, decay, int(min(1.0, decay * 5) * RATE))
    else:
        size = int(0.35 * RATE)
        sound = swept_sine(60 + drum * 3, 90 + drum * 6, 0.02, rng.uniform(0.04, 0.15), size)
    return peak_normalized(sound).astype(np.float32) * rng.uniform(0.4, 1)


def register_noise(size, every, short):
    """Noise of a 15-bit shift register, a new bit every `every` samples; the short register whistles."""
    state, bits = 1, np.empty(size // every + 1, np.float32)
    tap = 6 if short else 1
    for index in range(len(bits)):
        bits[index] = 1.0 if state & 1 else -1.0
        state = state >> 1 | ((state ^ state >> tap) & 1) << 14
    return np.repeat(bits, every)[:size]


def chip_drum(drum, rng):
    """A drum of a chip: noise, or a triangle that falls, in 16 levels at 60 steps a second."""
    decay = 0.05 if drum in METALS and drum not in RINGING else rng.uniform(0.06, 0.2)
    size = int(min(0.5, decay * 4) * RATE)
    time = np.arange(size) / RATE
    loud = np.floor(np.exp(-np.floor(time * 60) / 60 / decay) * 15) / 15
    if drum in KICKS or drum in (41, 43, 45, 47, 48, 50):
        top = 400 if drum in KICKS else 300 + 20 * drum
        phase = np.cumsum(40 + top * np.exp(-time / rng.uniform(0.02, 0.05))) / RATE % 1
        sound = (np.floor(np.abs(phase * 32 - 16)) / 8 - 1) * loud
        if rng.random() < 0.5:
            sound[:800] += register_noise(800, 4, False) * 0.4
    else:
        every = rng.choice([6, 8, 12, 16]) if drum in SNARES else rng.choice([1, 2, 3])
        sound = register_noise(size, every, drum not in SNARES and rng.random() < 0.15) * loud
    weight = 0.35 if drum in METALS else 0.8
    return sound.astype(np.float32) * np.float32(weight * rng.uniform(0.7, 1))


def gated(sound, rng, generator):
    """A loud room that is cut off at once."""
    tail = int(rng.uniform(0.12, 0.35) * RATE)
    longer = np.zeros(max(len(sound), tail), np.float32)
    longer[: len(sound)] = sound
    room = generator.standard_normal(tail) * np.linspace(1, 0.6, tail)
    longer[:tail] += (lfilter([0.4], [1, -0.6], room) * rng.uniform(0.1, 0.4) * np.abs(sound).max()).astype(np.float32)
    return longer


def coarse(sound, rng):
    """Played faster or slower and kept in few bits, as by an early sampler."""
    rate, hold = rng.uniform(0.8, 1.7), rng.choice([1, 2, 2, 4])
    places = np.arange(0, len(sound) - 1, rate).astype(int)
    places = places // hold * hold
    return np.round(sound[places] * 127) / np.float32(127)


def machine_drums(strokes, duration, rng, palette):
    """Drum notes played on a machine."""
    generator, kit = numpy_generator(rng), rng.choice(KITS)
    chip = palette == "chip" and rng.random() < 0.75
    crushed = rng.random() < (0.5 if palette == "chip" else 0.15) or kit == "sampled"
    gates, track, sounds = rng.random() < 0.15, np.zeros(int(duration * RATE), np.float32), {}
    for start, _, _, drum, velocity in strokes:
        if drum not in sounds:
            sound = (
                chip_drum(drum, rng)
                if chip
                else machine_drum("analogue" if kit == "sampled" else kit, drum, rng, generator)
            )
            if gates and drum in SNARES:
                sound = gated(sound, rng, generator)
            sounds[drum] = coarse(sound, rng) if crushed and not chip else sound
        place(track, start, sounds[drum] * np.float32((velocity / 110) ** 1.5))
    return track
