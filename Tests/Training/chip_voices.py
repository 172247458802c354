"""Voices of game consoles and trackers, coarse in loudness, width and time; and which voice a part is given."""

import math

import numpy as np

from sounds import RATE, TURN, place
from voices import LONGEST, Modulated, Subtractive, Voice

ROLES = ("bass", "chords", "pad", "lead", "arpeggio", "lead")  # by channel
TRACKED = ("tracker", "trackerdance", "chipbreak")  # kinds of music that sampled cycles are usual in


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
    if palette == "chip" and style in TRACKED:
        makers = [Sample] * 5 + [Chip, Subtractive]
    elif palette == "chip":
        makers = [Chip] * 8 + [Sample, Modulated]
    else:
        makers = [Subtractive] * 6 + [Modulated] * 3 + [Sample]
    maker = rng.choice(makers)
    if maker is Subtractive:
        return Subtractive(
            rng, role, bpm, role == "bass" and rng.random() < (0.6 if style in ("dubstep", "drumandbass") else 0.04)
        )
    return maker(rng, role)
