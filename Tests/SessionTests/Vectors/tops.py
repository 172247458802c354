"""Prints tops.json: made tracks, of which each frame has one band that sounds, and the top of each frame, worked out by the definition."""
import json
import random

BANDS, LOWEST, LEAN, PAST, FUTURE = 64, 45, 70, 60, 150


def wandering(seed, count):
    """A voice that wanders over the bands, in parts of another loudness each."""
    chance, band, loud, frames = random.Random(seed), 20, 200, []
    for number in range(count):
        if number % 90 == 0:
            loud = chance.choice([0, 60, 120, 180, 255])
        band = min(max(band + chance.randrange(-3, 4), 0), BANDS - 1)
        frames.append([band, chance.randrange(loud // 2, loud + 1)])
    return frames


def strokes(count, every, band):
    return [[band, 240 if number % every == 0 else 0] for number in range(count)]


def tops(frames):
    above = [max(0, level - LEAN * (BANDS - band) / BANDS - LOWEST) for band, level in frames]
    weight = lambda away: 1 - (away / (PAST if away < 0 else FUTURE)) ** 2
    near = lambda number: range(max(0, number - PAST), min(len(frames), number + FUTURE + 1))
    return [round(LOWEST + max(above[other] * weight(other - number) for other in near(number)), 2) for number in range(len(frames))]


tracks = [strokes(1, 1, 63), strokes(400, 170, 0), strokes(500, 300, 63), *(wandering(seed, 500) for seed in (1, 2, 3))]
print("[\n" + ",\n".join(json.dumps({"frames": frames, "tops": tops(frames)}, separators=(",", ":")) for frames in tracks) + "\n]")
