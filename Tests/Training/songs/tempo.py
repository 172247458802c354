"""Tempo over a song, and the clock that turns beats into seconds."""

import math

from .styles import DRUMLESS, JAZZ, RUBATO

TURN = 6.283


def curve_kind(rng, style):
    """How the tempo moves: constant, walk, sine, ramp, step or rubato."""
    draw = rng.random()
    expressive = style.name in DRUMLESS - {"pianopop", "rubato4", "rubato3", "ambientarp"}
    if style.name in RUBATO or expressive and draw < 0.6:
        return "rubato"
    for kind, limit in (("constant", 0.55), ("walk", 0.78), ("sine", 0.84), ("ramp", 0.91), ("step", 0.95)):
        if draw < limit:
            return kind
    return "rubato"


def tempo_curve(rng, bpm, beats, style):
    """Beats per minute of each of `beats` beats around `bpm`."""
    bar = style.beats_per_bar
    kind = curve_kind(rng, style)
    walk_step = rng.choice([0.003, 0.006, 0.01, 0.015])
    wave_beats = rng.uniform(8, 60)
    wave_depth = rng.uniform(0.01, 0.06)
    ramp_to = rng.uniform(0.6, 1.4)
    ramp_start = rng.uniform(0, 0.6) * beats
    ramp_end = ramp_start + rng.uniform(0.2, 0.6) * beats
    step_to = rng.uniform(0.75, 1.33)
    phrase = rng.choice([4, 8]) * bar
    swell = rng.uniform(0.02, 0.18)
    slowing = rng.uniform(0.05, 0.4) if rng.random() < 0.6 else 0
    unrest = rng.choice([0, 0.01, 0.025, 0.05])
    if style.name in RUBATO:
        swell = rng.uniform(0.06, 0.26)
        slowing = rng.uniform(0.15, 0.5) if rng.random() < 0.8 else 0
        unrest = rng.choice([0.015, 0.03, 0.05, 0.07])

    curve, drift = [], 0.0
    for beat in range(beats):
        if kind == "constant":
            factor = 1
        elif kind == "walk":
            drift = max(-0.08, min(0.08, drift * 0.995 + rng.gauss(0, walk_step)))
            factor = 1 + drift
        elif kind == "sine":
            factor = 1 + wave_depth * math.sin(TURN * beat / wave_beats)
        elif kind == "ramp":
            factor = 1 + (ramp_to - 1) * max(0, min(1, (beat - ramp_start) / (ramp_end - ramp_start)))
        elif kind == "step":
            factor = step_to if beat >= int(ramp_start + ramp_end) // 2 // bar * bar else 1
        else:
            place = (beat % phrase) / phrase
            arch = 1 + swell * math.sin(math.pi * place * 2 - 0.6)
            ending = 1 - slowing * max(0, place - 0.8) / 0.2
            factor = arch * ending * (1 + rng.gauss(0, unrest))
        curve.append(bpm * max(0.45, factor))
    return curve


def draw_swing(rng, style):
    """The place of the second half of a swung pair, 0.5 for straight playing."""
    if style.name in JAZZ:
        return rng.uniform(0.58, 0.70)
    if style.name == "shuffle":
        return rng.uniform(0.62, 0.7)
    if style.name in ("hiphop", "four", "funk16", "country", "reggae") and rng.random() < 0.25:
        return rng.uniform(0.53, 0.62)
    return 0.5


class Clock:
    """Seconds of every beat of a song; places between beats are swung."""

    def __init__(self, rng, bpm, curve, style):
        start = rng.uniform(0.05, 3) if rng.random() < 0.6 else -rng.uniform(0, 8)
        self.bpm = bpm
        self.beats = [start]
        for tempo in curve:
            self.beats.append(self.beats[-1] + 60 / tempo)
        self.swing = 0.5
        self.swings_sixteenths = style.name in ("hiphop", "four", "funk16", "trap", "reggae")

    def swung(self, place):
        """`place` within a pair of notes, both in 0..1."""
        return place * 2 * self.swing if place < 0.5 else self.swing + (place - 0.5) * 2 * (1 - self.swing)

    def seconds(self, beat):
        """The time of a beat, whole or not."""
        whole = math.floor(beat)
        place = beat - whole
        if self.swing != 0.5:
            if self.swings_sixteenths:
                half = math.floor(place * 2)
                place = (half + self.swung(place * 2 - half)) / 2
            else:
                place = self.swung(place)
        whole = max(0, min(whole, len(self.beats) - 2))
        return self.beats[whole] + place * (self.beats[whole + 1] - self.beats[whole])
