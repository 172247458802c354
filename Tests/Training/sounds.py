"""Sounds no sound font has: an electronic drum kit, a singer made of formants, noise."""

import numpy as np
import scipy.fft
from scipy.signal import lfilter

RATE = 44100
TURN = 6.283
KICKS = (35, 36)
SNARES = (37, 38, 39, 40)
METALS = (42, 44, 46, 49, 51, 57, 53, 54, 59, 70, 82)
RINGING = (46, 49, 51, 57, 59)
VOWELS = [(730, 1090, 2440), (270, 2290, 3010), (530, 1840, 2480), (570, 840, 2410), (300, 870, 2240)]
COLOURS = [0, 0.5, 1, 0.25]  # exponents of the frequency: white, pink, brown, nearly white


def numpy_generator(rng):
    """A numpy generator seeded by a `random.Random`."""
    return np.random.default_rng(rng.randrange(1 << 30))


def peak_normalized(samples, floor=1e-9):
    return samples / (np.max(np.abs(samples)) + floor)


def loudness_normalized(samples, floor=1e-6):
    return samples / (np.sqrt(np.mean(samples**2)) + floor)


def place(track, time, sound):
    """Adds a sound to a track at a time in seconds; what lies outside is cut."""
    start = int(round(time * RATE))
    skipped, stop = max(0, -start), min(len(sound), len(track) - start)
    if stop > skipped:
        track[start + skipped : start + stop] += sound[skipped:stop]


def noise(length, rng):
    """Noise of unit deviation in one of four colours."""
    generator, colour = numpy_generator(rng), rng.choice(COLOURS)
    size = scipy.fft.next_fast_len(length, real=True)
    spectrum = scipy.fft.rfft(generator.standard_normal(size).astype(np.float32))
    spectrum[1:] *= ((np.arange(1, len(spectrum)) / 1000.0) ** -colour).astype(np.float32)
    samples = scipy.fft.irfft(spectrum, size)[:length]
    return (samples / (samples.std() + 1e-9)).astype(np.float32)


def electronic_drum(drum, rng, generator):
    """One drum of an electronic kit, with random tuning, decay and colour."""
    decay = rng.uniform(0.03, 0.25)
    time = np.arange(int(min(0.5, decay * 5) * RATE)) / RATE
    envelope = np.exp(-time / decay)
    if drum in KICKS:
        pitch, sweep, fall = rng.uniform(38, 65), rng.uniform(30, 250), rng.uniform(0.005, 0.04)
        body = np.sin(TURN * (pitch * time + sweep * fall * (1 - np.exp(-time / fall)))) * envelope
        sound = body + rng.uniform(0, 0.3) * generator.standard_normal(len(time)) * np.exp(-time / 0.003)
    elif drum in SNARES:
        rattle = rng.uniform(0.3, 1) * generator.standard_normal(len(time)) * envelope * 0.6
        tone = rng.uniform(0, 0.8) * np.sin(TURN * rng.uniform(140, 280) * time) * np.exp(-time / 0.05)
        sound = lfilter([1], [1, -rng.uniform(-0.3, 0.7)], rattle + tone)
    elif drum in METALS:
        decay = rng.uniform(0.08, 0.4) if drum in RINGING else rng.uniform(0.01, 0.05)
        sound = np.diff(generator.standard_normal(int(min(0.8, decay * 5) * RATE)), prepend=0)
        if rng.random() < 0.5:
            sound = np.diff(sound, prepend=0) * 0.5
        sound = 0.35 * sound * np.exp(-np.arange(len(sound)) / RATE / decay)
    else:
        sound = 0.7 * np.sin(TURN * (60 + drum * rng.uniform(3, 12)) * time) * envelope
    return peak_normalized(sound).astype(np.float32) * rng.uniform(0.35, 1)


def electronic_drums(notes, duration, rng):
    """Drum notes played on an electronic kit."""
    track, kit, generator = np.zeros(int(duration * RATE), np.float32), {}, numpy_generator(rng)
    for start, _, _, drum, velocity in notes:
        if drum not in kit:
            kit[drum] = electronic_drum(drum, rng, generator)
        place(track, start, kit[drum] * (velocity / 110) ** 1.5)
    return track


def vowel(phase, pitch, formants):
    """Harmonics of a pitch, each as loud as the formants let it be."""
    sound = np.zeros(len(phase))
    for harmonic in range(1, int(min(24, 5000 / pitch)) + 1):
        frequency = pitch * harmonic
        gain = sum(1 / (1 + ((frequency - formant) / (90 + 0.06 * formant)) ** 2) for formant in formants) + 0.02
        sound += gain / harmonic**0.5 * np.sin(harmonic * phase)
    return sound


def voice(sung, duration, rng, speaks=False):
    """Sung (start, end, pitch, velocity) notes with glides, vibrato and noisy consonants; spoken ones fall in pitch."""
    track, generator, last = np.zeros(int(duration * RATE), np.float32), numpy_generator(rng), None
    for start, end, pitch, velocity in sung:
        length = max(0.06, min(end - start, 4))
        time = np.arange(int(length * RATE)) / RATE
        target = 440 * 2 ** ((pitch - 69) / 12)
        origin = last or target * 0.94
        glide = np.exp(-time / rng.uniform(0.02, 0.06))
        depth = rng.uniform(0, 0.012)
        vibrato = 1 + depth * np.sin(TURN * rng.uniform(4.5, 6.5) * time + 1) * np.minimum(1, time / 0.25)
        frequency = target * (1 - 0.2 * time / length) if speaks else (target + (origin - target) * glide) * vibrato
        sound = vowel(np.cumsum(frequency) / RATE * TURN, target, rng.choice(VOWELS))
        sound *= np.minimum(1, time / rng.uniform(0.015, 0.09)) * np.minimum(1, (length - time) / 0.06)
        place(track, start, (sound * 0.12 * velocity / 90).astype(np.float32))
        last = None if speaks else target
        if rng.random() < 0.45:
            size = int(rng.uniform(0.03, 0.12) * RATE)
            hiss = np.diff(generator.standard_normal(size + 1)) * np.hanning(size) * rng.uniform(0.02, 0.1)
            place(track, start - size / RATE * 0.8, hiss.astype(np.float32))
    return track


def syllables(duration, rng):
    """Notes with the rhythm of speech."""
    time, notes, pitch = rng.uniform(0, 1), [], rng.uniform(42, 62)
    while time < duration:
        length = rng.uniform(0.06, 0.28)
        notes.append((time, time + length, pitch + rng.gauss(0, 2.5), rng.uniform(60, 110)))
        gap = rng.expovariate(1 / rng.uniform(0.03, 0.12))
        time += length + gap + (rng.uniform(0.2, 1.2) if rng.random() < 0.12 else 0)
    return notes


def effect(kind, length, rng):
    """What leads into a section or opens it: noise or a reversed cymbal that rises, a boom that falls."""
    generator, size = numpy_generator(rng), max(64, int(length * RATE))
    place = np.arange(size) / size
    if kind == "boom":
        time = np.arange(size) / RATE
        body = np.sin(TURN * (35 * time + 40 * 0.08 * (1 - np.exp(-time / 0.08)))) * np.exp(-time / 0.4)
        return peak_normalized(body + 0.3 * generator.standard_normal(size) * np.exp(-time / 0.3)).astype(np.float32)
    hiss = np.diff(generator.standard_normal(size + 1)).astype(np.float32)
    if kind == "reverse":
        return peak_normalized(hiss * np.exp(-(1 - place) * length / 0.25)).astype(np.float32)
    dark = lfilter([0.1], [1, -0.9], hiss)
    return peak_normalized((dark * (1 - place) * 8 + hiss * place) * place**1.5).astype(np.float32)
