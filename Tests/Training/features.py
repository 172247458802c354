"""What is heard of a sound, from 44.1 kHz mono: 58 band magnitudes a hundred times a second, eight to the octave, and the
magnitudes of 48 semitones 12.5 times a second."""

import numpy as np
import scipy.fft
import scipy.signal

RATE = 44100
HOP = 441
WINDOW = 2048
FRAMES_PER_SECOND = RATE // HOP
BANDS_PER_OCTAVE = 8
LOWEST, HIGHEST = 30.0, 15000.0
FLOOR = 1e-5  # added before the logarithm that is stored
PITCH_DECIMATION = 8
PITCH_RATE = RATE / PITCH_DECIMATION
PITCH_HOP = 441
PITCH_WINDOW = 2048
PITCH_FRAMES_PER_SECOND = PITCH_RATE / PITCH_HOP
LOWEST_PITCH, PITCHES = 36, 48  # MIDI pitches from 65 Hz


def triangular_bank():
    """Weights (bins, bands) of overlapping triangles, each of sum 1."""
    count = int(np.ceil(BANDS_PER_OCTAVE * np.log2(HIGHEST / LOWEST)))
    centres = LOWEST * 2 ** (np.arange(count + 1) / BANDS_PER_OCTAVE)
    bins = np.unique(np.clip(np.round(centres * WINDOW / RATE).astype(int), 1, WINDOW // 2))
    bins = np.concatenate([[0], bins])
    bank = np.zeros((WINDOW // 2 + 1, len(bins) - 2), np.float32)
    for band in range(len(bins) - 2):
        low, middle, high = bins[band : band + 3]
        for index in range(low, middle):
            bank[index, band] = (index - low) / (middle - low)
        for index in range(middle, high):
            bank[index, band] = (high - index) / (high - middle)
        bank[:, band] /= bank[:, band].sum()
    return bank


BANK = triangular_bank()
BANDS = BANK.shape[1]
HANN = (np.hanning(WINDOW + 1)[:-1] / (WINDOW / 4)).astype(np.float32)  # a full-scale sine has magnitude 1


def band_edges():
    """First and last bin of every band."""
    return np.array([np.flatnonzero(BANK[:, band])[[0, -1]] for band in range(BANDS)], np.int16)


def magnitudes(samples):
    """Linear band magnitudes (frames, bands); frame t is centred at t * 10 ms."""
    count = len(samples) // HOP + 1
    padded = np.pad(samples.astype(np.float32), (WINDOW // 2, WINDOW))
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][:count]
    bands = np.empty((count, BANDS), np.float32)
    for start in range(0, count, 1024):
        spectrum = scipy.fft.rfft(frames[start : start + 1024] * HANN, axis=1)
        bands[start : start + 1024] = np.abs(spectrum) @ BANK
    return bands


def semitone_bank():
    """Weights (bins, pitches) of triangles over the logarithm of the frequency, from each semitone to its neighbours."""
    semitones = np.full(PITCH_WINDOW // 2 + 1, -1e9)
    semitones[1:] = 69 + 12 * np.log2(np.arange(1, len(semitones)) * PITCH_RATE / PITCH_WINDOW / 440)
    pitches = LOWEST_PITCH + np.arange(PITCHES)
    return np.maximum(0, 1 - np.abs(semitones[:, None] - pitches)).astype(np.float32)


def decimation_filter():
    """A low pass of length 81 whose pass band ends at a fifth of the new rate."""
    half = 5 * PITCH_DECIMATION
    index = np.arange(-half, half + 1)
    taps = np.sinc(index / PITCH_DECIMATION) * np.kaiser(2 * half + 3, 8)[1:-1]
    return (taps / taps.sum()).astype(np.float32)


SEMITONES = semitone_bank()
DECIMATION = decimation_filter()
PITCH_HANN = (np.hanning(PITCH_WINDOW + 1)[:-1] / (PITCH_WINDOW / 4)).astype(np.float32)


def pitch_magnitudes(samples):
    """Linear magnitudes (frames, pitches); frame t is centred at t * 80 ms."""
    thinned = scipy.signal.upfirdn(DECIMATION, samples.astype(np.float32), down=PITCH_DECIMATION)
    thinned = thinned[len(DECIMATION) // 2 // PITCH_DECIMATION :][: len(samples) // PITCH_DECIMATION + 1]
    count = (len(thinned) - 1) // PITCH_HOP + 1
    padded = np.pad(thinned, (PITCH_WINDOW // 2, PITCH_WINDOW))
    frames = np.lib.stride_tricks.sliding_window_view(padded, PITCH_WINDOW)[::PITCH_HOP][:count]
    return np.abs(scipy.fft.rfft(frames * PITCH_HANN, axis=1)) @ SEMITONES


def to_stored(bands):
    """Magnitudes as they are kept on disk: logarithms in half precision."""
    return np.log10(bands + FLOOR).astype(np.float16)


def from_stored(stored):
    """The magnitudes that were stored."""
    return np.maximum(10 ** stored.astype(np.float32) - FLOOR, 0)
