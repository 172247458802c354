"""Synthesizers of our own for what sound fonts lack: filtered oscillators and frequency modulation.

A voice has drawn its sound once and turns (pitch, seconds) into samples; a note once made is kept and played again.
"""

import functools
import math

import numpy as np
from numba import njit

from sounds import RATE, TURN, numpy_generator, place

TABLE = 2048  # samples of a stored cycle
LONGEST = 5.0  # seconds a note sounds at most


@njit(cache=True, fastmath=True)
def low_pass(samples, cutoff, damping):
    """A two-pole low pass whose cutoff in hertz is given for every 32 samples."""
    first, second, out = 0.0, 0.0, np.empty(len(samples), np.float32)
    gain = one = two = three = 0.0
    for index in range(len(samples)):
        if index % 32 == 0:
            gain = math.tan(math.pi * min(max(cutoff[index // 32], 20.0), 18000.0) / 44100)
            one = 1 / (1 + gain * (gain + damping))
            two = gain * one
            three = gain * two
        rest = samples[index] - second
        band = one * first + two * rest
        low = second + two * first + three * rest
        first, second = 2 * band - first, 2 * low - second
        out[index] = low
    return out


@functools.lru_cache(maxsize=512)
def cycle(wave, harmonics, width):
    """One cycle of a wave with a limited number of harmonics."""
    spectrum = np.zeros(TABLE // 2 + 1, complex)
    number = np.arange(1, min(harmonics, TABLE // 2) + 1)
    if wave == "saw":
        spectrum[number] = -1j / number
    elif wave == "pulse":
        spectrum[number] = np.sin(np.pi * number * width) / number * 1.2
    elif wave == "triangle":
        spectrum[number] = (number % 2) / number**2 * 1.2
    else:
        spectrum[1] = -1j
    return (np.fft.irfft(spectrum, TABLE) * TABLE / 3).astype(np.float32)


def oscillator(wave, frequency, time, width=0.5, phase=0.0):
    """A band-limited wave; harmonics are counted in coarse steps so that cycles are shared."""
    harmonics = 2 ** (math.floor(2 * math.log2(max(1.0, 18000 / frequency))) / 2)
    places = ((frequency * time + phase) * TABLE).astype(np.int64) & (TABLE - 1)
    return cycle(wave, max(1, int(harmonics)), width)[places]


def envelope(time, length, attack, decay, sustain, release):
    """Rises, falls to a held level, and dies away after the note's end."""
    held = np.minimum(time / attack, sustain + (1 - sustain) * np.exp(-np.maximum(0, time - attack) / decay))
    return (held * np.exp(-np.maximum(0, time - length) / release)).astype(np.float32)


class Voice:
    """The memory of notes, and the shape in time that fits a role."""

    def __init__(self, rng, role):
        self.rng, self.role, self.made = rng, role, {}
        self.generator = numpy_generator(rng)
        short = role in ("bass", "arpeggio", "chords") and rng.random() < 0.7
        self.attack = (
            rng.uniform(0.05, 0.5) if role == "pad" else rng.choice([0.001, 0.003, 0.01, rng.uniform(0.01, 0.05)])
        )
        self.decay = rng.uniform(0.06, 0.35) if short else rng.uniform(0.2, 1.5)
        self.sustain = rng.choice([0.0, 0.1, 0.3]) if short else rng.uniform(0.5, 1)
        self.release = rng.uniform(0.1, 0.6) if role == "pad" else rng.choice([0.01, 0.03, rng.uniform(0.03, 0.25)])

    def note(self, pitch, length):
        """The samples of a note; lengths within a twelfth of each other share them."""
        kind = (pitch, round(math.log(max(0.03, min(LONGEST, length))) * 6))
        if kind not in self.made:
            length = math.exp(kind[1] / 6)
            time = np.arange(int((length + 3 * self.release) * RATE)) / RATE
            sound = self.sound(440 * 2 ** ((pitch - 69) / 12), length, time)
            sound[-64:] *= np.linspace(1, 0, 64)
            self.made[kind] = sound.astype(np.float32)
        return self.made[kind]

    def shape(self, time, length):
        return envelope(time, length, self.attack, self.decay, self.sustain, self.release)

    def play(self, notes, duration):
        """A track of (start, end, channel, pitch, velocity) notes."""
        track = np.zeros(int(duration * RATE), np.float32)
        for start, end, _, pitch, velocity in notes:
            place(track, start, self.note(pitch, end - start) * np.float32((velocity / 100) ** 1.3))
        return track


class Subtractive(Voice):
    """Saws and pulses, detuned against each other, through a filter with an envelope or a wobble of its own."""

    def __init__(self, rng, role, bpm, wobbles=False):
        super().__init__(rng, role)
        self.wave = rng.choice(["saw", "saw", "saw", "pulse", "pulse", "triangle"])
        self.width = rng.choice([0.5, 0.5, 0.25, 0.125, 0.35])
        self.count = rng.choice([1, 1, 2] if role == "bass" else [1, 2, 3, 5, 7])
        self.detune = rng.uniform(0.002, 0.014)
        self.sub = rng.choice([0, 0.5, 1]) if role == "bass" else rng.choice([0, 0, 0.4])
        self.octaves = rng.uniform(0, 5)  # how far the envelope opens the filter
        self.cutoff = rng.uniform(100, 900) if role == "bass" else math.exp(rng.uniform(math.log(300), math.log(8000)))
        self.fall = rng.uniform(0.04, 0.4)
        self.damping = rng.choice([1.4, 1.0, 0.6, 0.3])
        self.acid = role in ("bass", "arpeggio") and rng.random() < 0.2
        if self.acid:
            self.count, self.damping, self.octaves, self.fall = (
                1,
                rng.uniform(0.08, 0.2),
                rng.uniform(2.5, 5),
                rng.uniform(0.05, 0.25),
            )
        self.wobble = (
            rng.choice([1, 2, 3, 4, 6, 1.5]) * bpm / 60 if wobbles else rng.choice([0, 0, 0, 0, rng.uniform(0.1, 6)])
        )
        self.depth = rng.uniform(1, 3.5) if wobbles else rng.uniform(0.1, 0.8)

    def sound(self, frequency, length, time):
        total = np.zeros(len(time), np.float32)
        for index in range(self.count):
            off = self.detune * (index - (self.count - 1) / 2) / max(1, self.count - 1) * 2
            total += oscillator(self.wave, frequency * (1 + off), time, self.width, self.generator.random())
        total /= self.count**0.7
        if self.sub:
            total += self.sub * oscillator("sine", frequency / (1 if self.role == "bass" else 2), time)
        thin = time[::32]
        opened = self.octaves * np.exp(-thin / self.fall) + self.depth * np.sin(TURN * self.wobble * thin) * (
            self.wobble > 0
        )
        cutoff = np.maximum(self.cutoff, frequency * 0.7) * 2**opened
        return low_pass(total * self.shape(time, length), cutoff, self.damping)


class Modulated(Voice):
    """Two operators: electric pianos, bells, basses, brass."""

    def __init__(self, rng, role):
        super().__init__(rng, role)
        self.ratio = rng.choice([1, 1, 2, 3, 0.5, 1.41, 3.5, 7, 14, 4])
        self.index = rng.uniform(0.3, 6) / max(1, self.ratio / 3)
        self.fall = rng.choice([0.05, 0.2, 0.6, 3])
        self.rising = role in ("lead", "pad", "chords") and rng.random() < 0.2  # brass brightens as it starts

    def sound(self, frequency, length, time):
        bright = np.minimum(1, time / 0.08) if self.rising else np.exp(-time / self.fall)
        modulator = np.sin(TURN * frequency * self.ratio * time) * self.index * bright
        return np.sin(TURN * frequency * time + modulator) * self.shape(time, length)
