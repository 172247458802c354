"""What has no beat: speech, noise, applause, rain, drones, notes at random, silence."""

import math
import subprocess

import numpy as np
from scipy.signal import lfilter, resample_poly

from sounds import RATE, noise, numpy_generator, peak_normalized, place, syllables, voice

BROAD_KINDS = ["noise", "noisemod", "speech", "speech", "drone", "random", "silence", "speechnoise"]
HARD_KINDS = ["talk"] * 6 + ["talknoise"] * 2 + ["speech", "applause", "applause", "rain", "rain", "crackle", "noise",
              "noisemod", "drone", "drone", "random", "random", "random", "silence"]  # fmt: skip
LANGUAGES = ["en-us", "en-gb", "en-gb-scotland", "de", "fr", "es", "it", "pt", "nl", "sv", "pl", "cs", "tr", "fi", "hu", "ro",
             "id", "sw"]  # fmt: skip
SPEAKERS = [
    "",
    "+m1",
    "+m2",
    "+m3",
    "+m4",
    "+m5",
    "+m6",
    "+m7",
    "+f1",
    "+f2",
    "+f3",
    "+f4",
    "+f5",
    "+croak",
    "+whisper",
]
ONSETS = ["", "b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "st", "tr", "pl", "gr", "sh"]
NUCLEI = ["a", "e", "i", "o", "u", "ai", "ea", "ou"]
CODAS = ["", "", "", "n", "r", "s", "t", "l", "m", "nd", "st", "k"]
# Grains a second, from and to; seconds a grain rings, from and to.
GRAINS = {"applause": (20, 400, 0.004, 0.02), "rain": (100, 900, 0.0006, 0.004), "crackle": (2, 40, 0.0003, 0.003)}


def invented_words(rng):
    """Some words of no language, now and then a number, with punctuation for its pauses."""
    words = []
    for _ in range(rng.randrange(8, 40)):
        if rng.random() < 0.93:
            syllable_count = rng.choice([1, 1, 2, 2, 3, 4])
            word = "".join(rng.choice(ONSETS) + rng.choice(NUCLEI) + rng.choice(CODAS) for _ in range(syllable_count))
        else:
            word = str(rng.randrange(2000))
        words.append(word + rng.choices(["", ",", ".", "?"], [0.84, 0.08, 0.06, 0.02])[0])
    return " ".join(words)


def talk(duration, rng):
    """Invented words read by espeak-ng, by one voice or by two in turn."""
    turns = [
        (rng.choice(LANGUAGES) + rng.choice(SPEAKERS), rng.randrange(105, 215), rng.randrange(15, 90))
        for _ in range(rng.choice([1, 1, 1, 2]))
    ]
    pieces, spoken = [], 0.0
    while spoken < duration:
        name, speed, pitch = turns[len(pieces) % len(turns)]
        command = ["espeak-ng", "-v", name, "-s", str(speed), "-p", str(pitch), "--stdout", invented_words(rng)]
        wave = subprocess.run(command, capture_output=True, check=True).stdout
        samples = np.frombuffer(wave[44 : len(wave) // 2 * 2], np.int16).astype(np.float32) / 32768
        samples = resample_poly(samples, 2, 1).astype(np.float32)
        pieces += [samples, np.zeros(int(rng.uniform(0.05, 1.2) * RATE), np.float32)]
        spoken += len(samples) / RATE
    return peak_normalized(np.concatenate(pieces)[: int(duration * RATE)])


def draw_grains(rng, generator, shortest, longest):
    """Short bursts of noise, each with a resonance of its own."""
    grains = []
    for _ in range(24):
        decay = math.exp(rng.uniform(math.log(shortest), math.log(longest)))
        size = int(decay * 6 * RATE) + 8
        burst = generator.standard_normal(size) * np.exp(-np.arange(size) / RATE / decay)
        radius = rng.uniform(0.2, 0.9)
        angle = 6.283 * rng.uniform(400, 5000) / RATE
        poles = [1, -2 * radius * math.cos(angle), radius * radius]
        grains.append(lfilter([1 - radius], poles, burst).astype(np.float32))
    return grains


def crowd(duration, rng, kind):
    """Applause, rain or crackle: grains at random times, swelling and fading."""
    track, generator = np.zeros(int(duration * RATE), np.float32), numpy_generator(rng)
    fewest, most, shortest, longest = GRAINS[kind]
    rate = math.exp(rng.uniform(math.log(fewest), math.log(most)))
    swell = [rng.uniform(0.15, 1) for _ in range(9)]
    grains = draw_grains(rng, generator, shortest, longest)
    for time in np.cumsum(generator.exponential(1 / rate, int(duration * rate * 1.1) + 5)):
        if time >= duration:
            break
        grain = grains[generator.integers(len(grains))]
        gain = np.float32(generator.uniform(0.1, 1) * np.interp(time / duration * 8, range(9), swell))
        place(track, time, grain * gain)
    wash = noise(len(track), rng) * rng.uniform(0, 0.03) if kind != "crackle" else 0
    return peak_normalized(track) + wash


def swelling(noise_track, duration, rng):
    """The noise with its loudness wandering every 1.7 s."""
    knots = np.arange(0, duration + 2, 1.7)
    gains = [rng.uniform(0.05, 1) for _ in knots]
    return noise_track * np.interp(np.arange(len(noise_track)) / RATE, knots, gains).astype(np.float32)


def drone(rng):
    """Long notes that begin at random."""
    starts = np.cumsum([rng.expovariate(0.4) for _ in range(14)])
    return [(t, t + rng.uniform(4, 12), rng.randrange(5), rng.randrange(36, 80), rng.randrange(40, 90)) for t in starts]


def random_notes(rng):
    """Short notes and drum strokes that begin at random."""
    starts = np.cumsum([rng.expovariate(rng.choice([1, 3])) for _ in range(40)])
    channels = [0, 1, 2, 3, 4, 9]
    return [
        (t, t + rng.uniform(0.1, 2), rng.choice(channels), rng.randrange(35, 82), rng.randrange(40, 110))
        for t in starts
    ]


def beatless(synthesizer, rng, kinds):
    """Samples, their duration in seconds and their kind."""
    duration = rng.uniform(24, 34)
    track = np.zeros(int(duration * RATE), np.float32)
    kind = rng.choice(kinds)
    if kind.startswith("talk"):
        track += talk(duration, rng)
    if kind == "talknoise":
        if rng.random() < 0.6:
            track += noise(len(track), rng) * 10 ** (rng.uniform(-40, -12) / 20)
        else:
            track += crowd(duration, rng, rng.choice(["applause", "rain"])) * rng.uniform(0.05, 0.6)
    if kind in GRAINS:
        track += crowd(duration, rng, kind)
    if kind in ("noise", "noisemod", "speechnoise"):
        track += noise(len(track), rng) * 0.2
    if kind == "noisemod":
        track = swelling(track, duration, rng)
    if kind.startswith("speech"):
        track += voice(syllables(duration, rng), duration, rng, speaks=True) * rng.uniform(0.5, 2)
    if kind in ("drone", "random"):
        notes = drone(rng) if kind == "drone" else random_notes(rng)
        programs = {channel: rng.randrange(0, 120) for channel in range(5)}
        track += synthesizer.render(notes, programs, 0, {}, duration)
    return track, duration, kind
