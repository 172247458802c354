"""The pitch spectrum in plain numpy, as its definition reads:  python3 pitch_spectrum.py > pitch-spectrum.txt

Prints the magnitudes of the 48 pitches, 12.5 times a second, for the sound below.
"""
import numpy as np

RATE, FACTOR, FRAME, HOP = 44100, 8, 2048, 441
THINNED = RATE / FACTOR


def chords(count=44000):
    """Two square tones over faint noise, then two others; whole numbers of 16 bits"""
    state, samples = 1, []
    for index in range(count):
        state = (state * 1664525 + 1013904223) % 2**32
        noise = (state >> 16) - 32768
        periods = (200, 134) if index < count // 2 else (56, 300)
        samples.append(noise // 64 + sum(6000 if index // (period // 2) % 2 else -6000 for period in periods))
    return np.array(samples, float) / 32768


def thinned(samples):
    """Every eighth sample after a low pass, without delay"""
    half = 5 * FACTOR
    index = np.arange(-half, half + 1)
    taps = np.sinc(index / FACTOR) * np.i0(8 * np.sqrt(1 - (index / (half + 1)) ** 2))
    return np.convolve(samples, taps / taps.sum())[half:half + len(samples) + 1][::FACTOR]


def pitches(samples):
    """Magnitudes (frames, 48) under a Hann window, summed by triangles of a semitone on either side of each pitch"""
    semitones = 69 + 12 * np.log2(np.arange(1, FRAME // 2 + 1) * THINNED / FRAME / 440)
    triangles = np.maximum(0, 1 - abs(semitones[:, None] - np.arange(36, 84)))
    window = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / FRAME)) * 4 / FRAME
    padded = np.pad(samples, FRAME // 2)
    frames = np.array([padded[at:at + FRAME] for at in range(0, len(samples), HOP)])
    return np.abs(np.fft.rfft(frames * window))[:, 1:] @ triangles


if __name__ == '__main__':
    for row in pitches(thinned(chords())):
        print(*(f'{magnitude:.5f}' for magnitude in row))
