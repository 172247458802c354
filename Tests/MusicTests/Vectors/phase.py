"""Prints phase.json: grids, moments, and the phase at each, worked out in fractions and by a plain search."""
import json
import random
from fractions import Fraction


def steady(first, interval, count, meter, place=1):
    beats = [first + number * interval for number in range(count)]
    return beats, [(place - 1 + number) % meter + 1 for number in range(count)] if meter else [0] * count, meter


def wavering(seed, count, meter):
    chance = random.Random(seed)
    beats = [chance.randrange(0, 2_000_000)]
    while len(beats) < count:
        beats.append(beats[-1] + chance.randrange(250_000, 1_100_000))
    return beats, [number % meter + 1 for number in range(count)], meter


def hurrying():
    beats, time = [], 1.25
    while time < 60:
        beats.append(round(time * 1_000_000))
        time += 60 / (100 + 40 * time / 60)
    return beats, [number % 4 + 1 for number in range(len(beats))], 4


def phase(beats, positions, meter, moment):
    """Beats go on beyond both ends at the distance of the nearest two, bars at the meter."""
    sounded = [number for number, time in enumerate(beats) if time <= moment]
    edge = sounded[-1] if sounded else 0
    inside = sounded and edge < len(beats) - 1
    start = edge if inside else min(edge, len(beats) - 2)
    interval = beats[start + 1] - beats[start]
    passed = Fraction(moment - beats[edge], interval)
    whole = 0 if inside else passed.numerator // passed.denominator
    if whole == 0:
        position = positions[edge]
    else:
        position = (positions[edge] - 1 + whole) % meter + 1 if meter and positions[edge] else 0
    return {"at": moment, "beat": edge + whole, "fraction": float(passed - whole), "position": position, "tempo": 60_000_000 / interval}


def moments(beats, chance):
    """On beats, between them, and beyond both ends; nowhere near a beat that is only thought of, where rounding would decide."""
    chosen = [beats[0], beats[1], beats[-1], beats[len(beats) // 2], beats[1] - 1, beats[1] + 1]
    while len(chosen) < 24:
        moment = chance.randrange(beats[0] - 9_000_000, beats[-1] + 9_000_000)
        for first, second, edge in ((beats[0], beats[1], beats[0]), (beats[-2], beats[-1], beats[-1])):
            passed = Fraction(moment - edge, second - first) % 1
            if min(passed, 1 - passed) < Fraction(1, 1000):
                break
        else:
            chosen.append(moment)
    return sorted(chosen)


grids = [steady(412_345, 500_000, 40, 4), steady(0, 344_828, 64, 4, place=3), steady(3_000_000, 1_333_333, 9, 3), steady(250_000, 461_538, 30, 0),
         steady(7_000_000, 800_000, 2, 6, place=5), hurrying(), *(wavering(seed, 25, meter) for seed, meter in ((1, 4), (2, 3), (3, 7)))]
chance = random.Random(4)
vectors = [{"beats": beats, "positions": positions, "meter": meter,
            "phases": [phase(beats, positions, meter, moment) for moment in moments(beats, chance)]} for beats, positions, meter in grids]
print("[\n" + ",\n".join(json.dumps(vector) for vector in vectors) + "\n]")
