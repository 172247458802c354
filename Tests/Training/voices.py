"""Synthesizers of our own for what sound fonts lack: filtered oscillators, frequency modulation, chips and eight-bit samples.

A voice has drawn its sound once and turns (pitch, seconds) into samples; a note once made is kept and played again.
"""

import functools
import math

import numpy as np
from numba import njit

from sounds import RATE, TURN, numpy_generator, place

TABLE = 2048  # samples of a stored cycle
LONGEST = 5.0  # seconds a note sounds at most
ROLES = ("bass", "chords", "pad", "lead", "arpeggio", "lead")  # by channel


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
        self.attack = rng.uniform(0.05, 0.5) if role == "pad" else rng.choice([0.001, 0.003, 0.01, rng.uniform(0.01, 0.05)])
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
            self.count, self.damping, self.octaves, self.fall = 1, rng.uniform(0.08, 0.2), rng.uniform(2.5, 5), rng.uniform(0.05, 0.25)
        self.wobble = rng.choice([1, 2, 3, 4, 6, 1.5]) * bpm / 60 if wobbles else rng.choice([0, 0, 0, 0, rng.uniform(0.1, 6)])
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
        opened = self.octaves * np.exp(-thin / self.fall) + self.depth * np.sin(TURN * self.wobble * thin) * (self.wobble > 0)
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


class Chip(Voice):
    """A pulse of fixed width or a triangle of 16 levels, its loudness in steps; a chord is its notes in quick turn."""

    def __init__(self, rng, role):
        super().__init__(rng, role)
        self.width = rng.choice([0.125, 0.25, 0.25, 0.5, 0.5])
        self.triangle = role == "bass" and rng.random() < 0.65 or rng.random() < 0.08
        self.tick = 1 / rng.choice([50, 60, 60, 30, 25])
        self.vibrato = rng.choice([0, 0, rng.uniform(0.003, 0.015)])
        self.levels = rng.choice([15, 15, 63])
        self.attack, self.release = 1e-4, 0.004
        if self.triangle:
            self.sustain = 1.0
        self.sweeps = rng.random() < 0.3  # the width changes after the attack

    def play(self, notes, duration):
        track, groups = np.zeros(int(duration * RATE), np.float32), {}
        for note in notes:
            groups.setdefault(round(note[0] * 50), []).append(note)
        for group in groups.values():
            start, pitches = group[0][0], tuple(sorted({note[3] for note in group}))
            place(track, start, self.note(pitches, group[0][1] - start) * np.float32(group[0][4] / 100))
        return track

    def note(self, pitch, length):
        kind = (pitch, round(math.log(max(0.03, min(LONGEST, length))) * 6))
        if kind not in self.made:
            length = math.exp(kind[1] / 6)
            time = np.arange(int((length + 0.02) * RATE)) / RATE
            self.made[kind] = self.sound(pitch, length, time).astype(np.float32)
        return self.made[kind]

    def sound(self, pitches, length, time):
        tick = (time / self.tick).astype(int)
        frequency = (440 * 2 ** ((np.array(pitches) - 69) / 12))[tick % len(pitches)]
        if self.vibrato:
            frequency = frequency * (1 + self.vibrato * np.sin(TURN * 5.5 * time) * (time > 0.2))
        phase = np.cumsum(frequency) / RATE % 1
        if self.triangle:
            return (np.floor(np.abs(phase * 32 - 16)) / 8 - 1) * (time < length)
        width = np.where(time < 0.04, 0.5, self.width) if self.sweeps else self.width
        wave = np.where(phase < width, 1.0, -1.0) + (1 - 2 * self.width)
        loud = self.shape(tick * self.tick, length) if self.sustain < 1 else (time < length).astype(float)
        return wave * np.floor(np.maximum(loud, tick == 0) * self.levels + 0.5) / self.levels * 0.6


class Sample(Voice):
    """A cycle or a short sound of eight bits, played faster or slower without interpolation, as trackers do."""

    def __init__(self, rng, role):
        super().__init__(rng, role)
        generator = self.generator
        self.cycles = rng.choice([16, 32, 32, 64])  # samples to a cycle
        self.looped = rng.random() < 0.6
        harmonics = np.arange(1, self.cycles // 2)
        strength = generator.random(len(harmonics)) ** 2 / harmonics ** rng.uniform(0.5, 1.8)
        strength[0] = 1
        turns = 1 if self.looped else 400
        place_ = np.arange(self.cycles * turns) / self.cycles
        fading = np.exp(-np.outer(place_, harmonics) * (0 if self.looped else rng.uniform(0.002, 0.02)))
        phases = generator.random(len(harmonics)) * TURN
        wave = (np.sin(TURN * np.outer(place_, harmonics) + phases) * strength * fading).sum(1)
        self.wave = (np.round(wave / np.abs(wave).max() * 127) / 127).astype(np.float32)
        self.tick = 1 / 50

    def sound(self, frequency, length, time):
        places = (frequency * self.cycles * time).astype(np.int64)
        wave = self.wave[places % len(self.wave)] if self.looped else self.wave[np.minimum(places, len(self.wave) - 1)]
        return wave * self.shape(np.floor(time / self.tick) * self.tick, length)


def draw_voice(rng, role, palette, style, bpm):
    """A voice that fits the part and the kind of music."""
    if palette == "chip" and style in ("tracker", "trackerdance", "chipbreak"):
        makers = [Sample] * 5 + [Chip, Subtractive]
    elif palette == "chip":
        makers = [Chip] * 8 + [Sample, Modulated]
    else:
        makers = [Subtractive] * 6 + [Modulated] * 3 + [Sample]
    maker = rng.choice(makers)
    if maker is Subtractive:
        return Subtractive(rng, role, bpm, role == "bass" and rng.random() < (0.6 if style in ("dubstep", "drumandbass") else 0.04))
    return maker(rng, role)
