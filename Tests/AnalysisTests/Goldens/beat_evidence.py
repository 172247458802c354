"""The beat network in plain numpy, as its definition reads:  python3 beat_evidence.py WEIGHTS > beat-evidence.txt

Prints the evidence of beat and downbeat, 50 times a second, for the rhythm below.
"""
import struct
import sys

import numpy as np

RATE, FRAME, HOP = 44100, 2048, 882


def rhythm(seconds=5):
    """Noise bursts on beats at 120 BPM over faint noise, and a square tone of 110 Hz after every fourth; whole numbers of 16 bits"""
    state, samples = 1, []
    for index in range(RATE * seconds):
        state = (state * 1664525 + 1013904223) % 2**32
        noise = (state >> 16) - 32768
        beat, since = divmod(index, RATE // 2)
        value = noise // 256 + noise * max(0, 3000 - since) // 12000
        if beat % 4 == 0:
            value += (6000 if index // 200 % 2 else -6000) * max(0, 12000 - since) // 12000
        samples.append(value)
    return np.array(samples, np.float32) / np.float32(32768)


def bands(samples):
    """Magnitudes (frames, 58) under a Hann window, averaged by triangles with corners eight an octave, rounded to bins"""
    steps = int(np.ceil(8 * np.log2(15000 / 30)))
    corners = np.round(30 * 2 ** (np.arange(steps + 1) / 8) * FRAME / RATE).clip(1, FRAME // 2).astype(int)
    corners = [0] + sorted(set(corners))
    bins = np.arange(FRAME // 2 + 1)
    triangles = np.array([np.interp(bins, corners[i:i + 3], [0, 1, 0], 0, 0) for i in range(len(corners) - 2)])
    triangles /= triangles.sum(1, keepdims=True)
    window = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / FRAME)) * 4 / FRAME
    padded = np.pad(samples, FRAME // 2)
    frames = np.array([padded[at:at + FRAME] for at in range(0, len(samples) + 1, HOP)])
    return np.abs(np.fft.rfft(frames * window)) @ triangles.T


def layers(path):
    """(dilation, weights, biases) of every layer of a file of weights"""
    data = open(path, 'rb').read()
    count = struct.unpack('<I', data[8:12])[0]
    shapes = [struct.unpack_from('<4H', data, 20 + 8 * index) for index in range(count)]
    numbers, at = np.frombuffer(data[20 + 8 * count:], '<f2').astype(float), 0
    for taps, inputs, outputs, dilation in shapes:
        size = taps * inputs * outputs
        yield dilation, numbers[at:at + size].reshape(taps, inputs, outputs), numbers[at + size:at + size + outputs]
        at += size + outputs


def convolve(rows, layer):
    dilation, weights, biases = layer
    reach = len(weights) // 2 * dilation
    padded = np.pad(rows, ((reach, reach), (0, 0)))
    return biases + sum(padded[tap * dilation:tap * dilation + len(rows)] @ weights[tap] for tap in range(len(weights)))


def evidence(loudness, net):
    means = loudness.mean(1)
    level = means[means >= np.median(means)].mean()
    loudness = np.log10(1 + 1000 * loudness * 0.01 / max(level, 2e-5)) - 0.6
    growth = 1.5 * np.diff(loudness, axis=0, prepend=loudness[:1]).clip(0)
    rows = np.concatenate([loudness, growth], 1)
    for layer in net[:2]:
        rows = convolve(rows, layer).clip(0)
    for look, mix in zip(net[2:-1:2], net[3:-1:2]):
        rows = rows + convolve(convolve(rows, look).clip(0), mix)
    return 1 / (1 + np.exp(-convolve(rows.clip(0), net[-1])))


if __name__ == '__main__':
    for beat, downbeat in evidence(bands(rhythm()), list(layers(sys.argv[1]))):
        print(f'{beat:.5f} {downbeat:.5f}')
