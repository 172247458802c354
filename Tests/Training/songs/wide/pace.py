"""Tempo through a song of the wide mixture: machines hold it, players drift, hurry, slow down, or breathe by the phrase."""

import math


def manner(rng, kind):
    """How the tempo moves."""
    if not kind.live:
        return rng.choices(["constant", "ramp", "step"], [95, 2, 3])[0]
    if kind.form == "solo":
        return rng.choices(["constant", "drift", "phrase"], [2, 4, 4])[0]
    return rng.choices(["constant", "drift", "wave", "ramp", "slowing", "step"], [40, 40, 6, 6, 4, 4])[0]


def draw_pace(rng, bpm, beats, kind):
    """Beats per minute of each of `beats` beats."""
    how = manner(rng, kind)
    step, wave, depth = rng.choice([0.001, 0.003, 0.006, 0.01]), rng.uniform(12, 60), rng.uniform(0.01, 0.05)
    ramp_to, ramp_from = rng.choice([rng.uniform(0.75, 0.97), rng.uniform(1.03, 1.35)]), rng.uniform(0, 0.5) * beats
    ramp_beats = rng.uniform(0.2, 0.6) * beats
    jump_at, jump_to = int(rng.uniform(0.2, 0.8) * beats) // kind.beats * kind.beats, rng.choice([0.8, 0.9, 1.1, 1.25])
    phrase, swell, breath = rng.choice([2, 4, 4, 8]) * kind.beats, rng.uniform(0.02, 0.15), rng.uniform(0, 0.3)
    unrest, drift, pace = rng.choice([0, 0.01, 0.02, 0.035]), 0.0, []
    for beat in range(beats):
        place = beat % phrase / phrase
        match how:
            case "drift":
                drift = max(-0.06, min(0.06, drift * 0.995 + rng.gauss(0, step)))
                factor = 1 + drift
            case "wave":
                factor = 1 + depth * math.sin(6.283 * beat / wave)
            case "ramp":
                factor = 1 + (ramp_to - 1) * max(0, min(1, (beat - ramp_from) / ramp_beats))
            case "slowing":
                factor = 1 - 0.35 * max(0, (beat - 0.8 * beats) / (0.2 * beats))
            case "step":
                factor = jump_to if beat >= jump_at else 1
            case "phrase":
                factor = (
                    (1 + swell * math.sin(math.pi * place))
                    * (1 - breath * max(0, place - 0.8) / 0.2)
                    * (1 + rng.gauss(0, unrest))
                )
            case _:
                factor = 1
        pace.append(bpm * max(0.5, factor))
    return pace
