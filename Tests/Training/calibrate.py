"""Scores both networks together on rendered songs, and fits the confidence of beats and of bars.

    calibrate.py BEATS.npz BARS.npz PLOT.svg SONGS [SONGS …]

Prints F-measures with bootstrap intervals and the coefficients of `GridConfidence` and `ReadingConfidence`, and plots how many grids of
each confidence are right; every song is plotted by a regression fitted without its fold.
"""

import argparse
import glob
import os

import numpy as np
import torch
from scipy.optimize import minimize

import features
import grid_confidence
import weights
from bar_examples import RIGHT
from bar_network import BarNetwork
from reading import read
from validate import NARROW, f_measure

FOLDS = 5
BINS = 8


def regression(inputs, right, importance=None):
    """Coefficients, the constant last, of a slightly regularized logistic regression."""
    inputs = np.column_stack([inputs, np.ones(len(inputs))])

    def loss(weights):
        margin = (inputs @ weights) * np.where(right, 1, -1)
        return np.average(np.logaddexp(0, -margin), weights=importance) + 1e-3 * (weights[:-1] ** 2).sum()

    return minimize(loss, np.zeros(inputs.shape[1])).x


def confidences(inputs, right):
    """Each song's confidence by a regression without its fold, and the coefficients of all."""
    found, fold = np.zeros(len(inputs)), np.arange(len(inputs)) % FOLDS
    for number in range(FOLDS):
        weights_of_fold = regression(inputs[fold != number], right[fold != number])
        here = np.column_stack([inputs, np.ones(len(inputs))])[fold == number]
        found[fold == number] = 1 / (1 + np.exp(-here @ weights_of_fold))
    return found, regression(inputs, right)


def interval(values):
    """The mean, and what 95 % of bootstrap means lie between."""
    values, rng = np.asarray(values, float), np.random.default_rng(0)
    means = np.sort([rng.choice(values, len(values)).mean() for _ in range(1000)])
    return f"{values.mean():.3f} ({means[25]:.3f} to {means[974]:.3f})"


def plot(path, curves):
    """Shares of right grids over confidence, one panel a curve, the area of a dot being its number of songs."""
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {len(curves) * 260} 280" font-family="sans-serif" font-size="12">',
             '<rect width="100%" height="100%" fill="#fff"/>']  # fmt: skip
    for number, (title, confidence, right) in enumerate(curves):
        left = number * 260 + 40
        parts.append(f'<g transform="translate({left} 30)"><text y="-10">{title}</text>')
        parts.append('<path d="M0 0V200H200" fill="none" stroke="#333"/><path d="M0 200L200 0" stroke="#bbb"/>')
        for tick in (0, 0.5, 1):
            parts.append(f'<text x="{tick * 200 - 8}" y="218">{tick}</text><text x="-26" y="{204 - tick * 200}">{tick}</text>')
        parts.append('<text x="60" y="236">confidence</text>')
        order = np.argsort(confidence)
        for some in np.array_split(order, BINS):
            x, y = confidence[some].mean() * 200, 200 - right[some].mean() * 200
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{np.sqrt(len(some)):.1f}" fill="#06c" fill-opacity=".7"/>')
        parts.append("</g>")
    with open(path, "w") as file:
        file.write("\n".join([*parts, "</svg>\n"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument("bars")
    parser.add_argument("plot")
    parser.add_argument("songs", nargs="+")
    options = parser.parse_args()

    torch.set_num_threads(1)
    network, bar_network = weights.load(options.weights), weights.load(options.bars, BarNetwork)
    inputs, fits, levels, downbeats, beats_found = [], [], [], [], []
    all_scores = {folder: [] for folder in options.songs}
    for folder in options.songs:
        for path in sorted(glob.glob(os.path.join(folder, "*.npz"))):
            song = np.load(path)
            bands, pitches = features.from_stored(song["bands"]), features.from_stored(song["pitches"])
            beats, reading = song["beats"], read(bands, pitches, network, bar_network)
            truth, true_bars = beats[:, 0], beats[beats[:, 1] == 1, 0]
            if reading is None:
                if len(truth):
                    all_scores[folder].append([0] * 5)
                continue
            scores = [
                f_measure(truth, reading.times), f_measure(truth, reading.times, NARROW),
                f_measure(true_bars, reading.times[reading.places == 1]), f_measure(truth, reading.candidates[0]),
            ]  # fmt: skip
            fits.append(grid_confidence.fit(reading.evidence, reading.candidates[0]))
            inputs.append(grid_confidence.measures(reading))
            beats_found.append(any(f_measure(truth, times) > RIGHT for times in reading.candidates))
            levels.append(scores[0] > RIGHT)
            downbeats.append(scores[2] > RIGHT)
            if len(truth):
                all_scores[folder].append([*scores, scores[0] > RIGHT])
    for folder, rows in all_scores.items():
        print(folder, len(rows), "songs")
        for name, column in zip(("F", "F at 25 ms", "downbeats", "F of the decoder", "level right"), zip(*rows)):
            print(f"  {name:<18}{interval(column)}")
    fits, inputs, beats_found = np.array(fits), np.array(inputs), np.array(beats_found)
    levels, downbeats = np.array(levels), np.array(downbeats)
    has_beat, fit_coefficients = confidences(fits, beats_found)
    sure, coefficients = confidences(inputs, levels)
    sure_bars, bar_coefficients = confidences(inputs, downbeats)
    for name, found, right, numbers in (
        ("a beat", has_beat, beats_found, fit_coefficients), ("beats", sure, levels, coefficients),
        ("bars", sure_bars, downbeats, bar_coefficients),
    ):  # fmt: skip
        print(name, "coefficients", numbers.round(2).tolist())
        for floor in (0.3, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8):
            given = found >= floor
            print(f"  from {floor}: {given.mean():.2f} given, {right[given].mean():.3f} of them right")
    plot(options.plot, [("Beats: right at the level", sure, levels), ("Bars: right", sure_bars, downbeats)])


if __name__ == "__main__":
    main()
