"""Where a song's sections begin and what they are:  python form.py FORM.weights FOLDER... --whole FOLDER [--test FOLDER]

Learns from the songs that `render.py --wide` stored, and prints how well it does on those of the test folder. `Sources/Analysis/Form`
computes the same numbers.
"""

import argparse
import copy
import glob
import os

import numpy as np

import features
from export_weights import write
from songs.wide.form import LABELS as MADE
from songs.wide.compose import FAMILIES

ROW = 8  # frames of 10 ms in a row
GROUPS = np.array_split(np.arange(features.BANDS), 16)
LOWEST = -80.0  # decibels
REACHES = (1, 2, 4, 8)  # bars on either side of a border that are compared
FEWEST_BARS = 8
BIAS, NO_FOUR, NO_EIGHT, SHORT = -2.5, 2.0, 0.5, 0.5
SHORTEST = 3.0  # seconds of a section
CUTS = 3  # parts of each whole song from which labels are learned, too: they begin and end anywhere
LEAST = -1.5  # a border with a lower score is none, or music that stays the same would have some
SURE = 0.5
LABELS = ("part", "intro", "build", "drop", "break", "outro")
FORMS = {kind.name: kind.form for _, family in FAMILIES for kind in family}


def rows(bands):
    """Levels (rows, 16) of wider bands in decibels, 12.5 times a second."""
    powers = np.stack([(bands[:, group] ** 2).sum(1) for group in GROUPS], 1)
    levels = np.maximum(10 * np.log10(powers + 1e-12), LOWEST)
    count = len(levels) // ROW
    return levels[: count * ROW].reshape(count, ROW, 16).mean(1)


def bar_rows(edges, count):
    """First and last row of each bar."""
    places = np.round(np.asarray(edges) / 0.08).astype(int)
    first = np.minimum(places[:-1], count - 1)
    return list(zip(first, np.minimum(np.maximum(places[1:], first + 1), count)))


def bars_of(levels, edges):
    """Mean and deviation of each band in each bar, and how each bar begins: (bars, 16), (bars, 16), (bars, 3)."""
    spans = bar_rows(edges, len(levels))
    mean = np.array([levels[first:last].mean(0) for first, last in spans])
    deviation = np.array([levels[first:last].std(0) for first, last in spans])
    heads = np.zeros((len(spans), 3))
    for bar, (first, last) in enumerate(spans):
        low = levels[max(0, first - 1) : first + 3, :4].max(0)
        heads[bar, 0] = (low - mean[bar, :4]).mean()
        heads[bar, 1] = levels[first : first + 8, 11:].mean() - mean[bar, 11:].mean()
        quarter = max(1, (last - first) // 4)
        if first >= 2 * quarter:
            heads[bar, 2] = levels[first - quarter : first].mean() - levels[first - 2 * quarter : first - quarter].mean()
    return mean, deviation, heads


def changes(mean, deviation, heads):
    """What tells a border (bars, 20)."""
    count, found = len(mean), []
    for values, scale in ((mean, 4), (deviation, 3)):
        for reach in REACHES:
            change = np.zeros(count)
            for bar in range(1, count):
                change[bar] = abs(values[bar : bar + reach].mean(0) - values[max(0, bar - reach) : bar].mean(0)).mean() / scale
            found += [change, change / (change.mean() + 0.1)]
    fill = np.zeros(count)
    for bar in range(2, count):
        fill[bar] = abs(deviation[bar - 1] - deviation[max(0, bar - 5) : bar - 1].mean(0)).mean() / 3
    return np.stack([*found, fill, *(heads.T / 6)], 1)


def divided(scores, edges):
    """The first bars of the most likely sections between the times of bars; sections like to be four or eight bars long."""
    borders = [0, *(bar for bar in range(1, len(scores)) if scores[bar] >= LEAST), len(scores)]
    count = len(borders) - 1
    best, before = np.full(count + 1, -np.inf), np.zeros(count + 1, int)
    best[0] = 0
    for end in range(1, count + 1):
        for start in range(end):
            if edges[borders[end]] - edges[borders[start]] < SHORTEST:
                continue
            length, weight = borders[end] - borders[start], 0.5 if start == 0 or end == count else 1.0
            cost = NO_FOUR * (length % 4 != 0) + NO_EIGHT * (length % 8 != 0) + SHORT * (length < 4)
            score = best[start] - weight * cost + (scores[borders[end]] - BIAS if end < count else 0)
            if score > best[end]:
                best[end], before[end] = score, start
    starts, end = [], count
    while end > 0:
        end = before[end]
        starts.append(borders[end])
    return starts[::-1]


def portraits(mean, deviation, starts):
    """What tells a section's label (sections, 26): against the loudest of the song, against its neighbours, how it rises, where it is."""
    edges = [*starts, len(mean)]
    levels, rises = [], []
    for first, last in zip(edges, edges[1:]):
        level, moves, half = mean[first:last].mean(0), deviation[first:last].mean(0), max(1, (last - first) // 2)
        levels.append([level[:3].mean(), level[3:8].mean(), level[8:12].mean(), level[12:].mean(), moves[:3].mean(), moves[3:10].mean(), moves[10:].mean()])
        rises.append([mean[last - half : last].mean() - mean[first : first + half].mean(), deviation[last - half : last, 10:].mean() - deviation[first : first + half, 10:].mean()])
    levels, rises = np.array(levels), np.array(rises)
    near = np.maximum((levels - levels.max(0)) / [12, 8, 8, 8, 6, 5, 5], -2)
    count = len(near)
    after, ahead = np.zeros_like(near), np.zeros_like(near)
    after[:-1], ahead[1:] = near[1:] - near[:-1], near[:-1] - near[1:]
    index = np.arange(count)
    place = np.stack([index == 0, index == count - 1, np.diff(edges) / 16], 1)
    return np.concatenate([near, after, ahead, rises / 5, place], 1)


def labelled(scores):
    """Labels of sections: the likeliest where it is likelier than all others, in an order that makes sense."""
    chances = np.exp(scores - scores.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    labels = [int(row.argmax()) if row.max() >= SURE else 0 for row in chances]
    for index, label in enumerate(labels):
        before = labels[index - 1] if index else 0
        if label == 1 and index and before != 1:
            labels[index] = 0
        if label == 3 and before not in (2, 3, 4):
            labels[index] = 0
    for index in reversed(range(len(labels))):
        if labels[index] == 5 and index < len(labels) - 1 and labels[index + 1] != 5:
            labels[index] = 0
    return labels


class Example:
    """A rendered song, its bars and what is true of it."""

    def __init__(self, path):
        file = np.load(path)
        self.style, self.sections = str(file["style"]), file["sections"]
        downbeats = [float(time) for time, place in file["beats"] if round(float(place)) == 1]
        self.usable = len(self.sections) > 0 and len(downbeats) >= FEWEST_BARS
        if not self.usable:
            return
        levels = rows(features.from_stored(file["bands"]))
        self.bar = float(np.median(np.diff(downbeats)))
        self.edges = np.array(downbeats + [max(downbeats[-1] + 0.1, min(len(levels) * 0.08, downbeats[-1] + self.bar))])
        self.mean, self.deviation, heads = bars_of(levels, self.edges)
        self.changes = changes(self.mean, self.deviation, heads)
        self.borders = [float(time) for time, _ in self.sections if self.edges[0] + 0.1 < time < self.edges[-1] - 0.1]
        self.begins = np.zeros(len(self.mean))
        for time in self.borders:
            bar = int(np.argmin(abs(self.edges[:-1] - time)))
            if bar and abs(self.edges[bar] - time) < 0.3 * self.bar:
                self.begins[bar] = 1
        self.starts = [0] + [int(bar) for bar in np.flatnonzero(self.begins)]
        at = np.maximum(np.searchsorted(self.sections[:, 0], self.edges[:-1] + 0.2) - 1, 0)
        self.labels = np.array([self.label(MADE[int(self.sections[index, 1])]) for index in at])

    def cut(self, first, last):
        """The same song from one bar to another."""
        part = copy.copy(self)
        part.mean, part.deviation, part.edges = self.mean[first:last], self.deviation[first:last], self.edges[first : last + 1]
        part.changes = changes(part.mean, part.deviation, self.changes[first:last, -3:] * 6)
        part.begins, part.labels = self.begins[first:last].copy(), self.labels[first:last]
        part.begins[0] = 0
        part.starts = [0] + [int(bar) for bar in np.flatnonzero(part.begins)]
        part.borders = [time for time in self.borders if part.edges[0] + 0.1 < time < part.edges[-1] - 0.1]
        return part

    def label(self, made):
        """A chorus is a drop where the form has builds; a verse is a part like any other."""
        if made == "chorus" and FORMS.get(self.style) == "club":
            return LABELS.index("drop")
        return LABELS.index(made) if made in LABELS else 0


def read(folder):
    examples = [Example(path) for path in sorted(glob.glob(os.path.join(folder, "*.npz")))]
    return [example for example in examples if example.usable]


def cuts(examples, seed):
    """Parts of songs, of ten bars to seven tenths."""
    rng, found = np.random.default_rng(seed), []
    for example in examples:
        bars = len(example.mean)
        for _ in range(CUTS):
            length = min(bars, int(rng.integers(10, max(11, int(bars * 0.7)))))
            first = int(rng.integers(0, bars - length + 1))
            found.append(example.cut(first, first + length))
    return found


def logistic(inputs, truth, decay=1e-3):
    """Weights and bias by Newton's method."""
    inputs = np.concatenate([inputs, np.ones((len(inputs), 1))], 1)
    weights = np.zeros(inputs.shape[1])
    for _ in range(25):
        chances = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (truth - chances) - decay * len(inputs) * weights
        bend = (inputs * (chances * (1 - chances))[:, None]).T @ inputs + decay * len(inputs) * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights[:-1], weights[-1]


def softmax(inputs, truth, classes, decay=3e-3, steps=3000, rate=0.3):
    """Weights and biases by gradient descent; rare classes count by the root of their rarity."""
    inputs = np.concatenate([inputs, np.ones((len(inputs), 1))], 1)
    counts = np.bincount(truth, minlength=classes)
    importance = (len(truth) / np.maximum(counts, 1)) ** 0.5
    importance = (importance / importance[truth].mean())[truth][:, None]
    weights, wanted = np.zeros((inputs.shape[1], classes)), np.eye(classes)[truth]
    for _ in range(steps):
        scores = inputs @ weights
        chances = np.exp(scores - scores.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        weights += rate * (inputs.T @ (importance * (wanted - chances)) / len(inputs) - decay * weights)
    return weights[:-1], weights[-1]


def border_score(examples, found, reach):
    """Precision, recall and F of borders within `reach` bars, the first section's start not counted."""
    hits = said = true = 0
    for example, starts in zip(examples, found):
        left = list(example.borders)
        for start in starts[1:]:
            near = [time for time in left if abs(time - example.edges[start]) <= reach * example.bar + 0.05]
            if near:
                left.remove(min(near, key=lambda time: abs(time - example.edges[start])))
                hits += 1
        said, true = said + len(starts) - 1, true + len(example.borders)
    precision, recall = hits / max(said, 1), hits / max(true, 1)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)


def report(examples, border, label):
    found = [divided(example.changes @ border[0] + border[1], example.edges) for example in examples]
    for name, starts in (("found", found), ("every 4 bars", [list(range(0, len(e.mean), 4)) for e in examples]), ("every 8 bars", [list(range(0, len(e.mean), 8)) for e in examples])):
        for reach in (1, 0.25):
            print(f"{name:13} within {reach} bars: P {{:.3f}} R {{:.3f}} F {{:.3f}}".format(*border_score(examples, starts, reach)))
    for name, starts in (("true borders", [example.starts for example in examples]), ("found borders", found)):
        table, all_said = np.zeros((6, 6), int), []
        for example, firsts in zip(examples, starts):
            said = labelled(portraits(example.mean, example.deviation, firsts) @ label[0] + label[1])
            all_said.append(said)
            for one, first, last in zip(said, firsts, [*firsts[1:], len(example.mean)]):
                np.add.at(table, (example.labels[first:last], one), 1)
        first, last = (np.mean([labels[at] == index for labels in all_said]) for at, index in ((0, 1), (-1, 5)))
        print(f"{name}: {first:.2f} begin with an intro, {last:.2f} end with an outro")
        print(f"{name}: {np.trace(table) / table.sum():.3f} of the bars labelled right; {table[0].sum() / table.sum():.3f} are plain parts")
        for index, word in enumerate(LABELS):
            print(f"  {word:6} recall {table[index, index] / max(table[index].sum(), 1):.2f} precision {table[index, index] / max(table[:, index].sum(), 1):.2f}  {table[index]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target")
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--whole", action="append", default=[], help="a folder of whole songs, from which labels are learned, too")
    parser.add_argument("--test", action="append", default=[])
    options = parser.parse_args()
    whole = [example for folder in options.whole for example in read(folder)]
    examples = whole + [example for folder in options.folders for example in read(folder)]
    border = logistic(np.concatenate([e.changes[1:] for e in examples]), np.concatenate([e.begins[1:] for e in examples]))
    labels_of = whole + cuts(whole, seed=1)
    shown = np.concatenate([portraits(e.mean, e.deviation, e.starts) for e in labels_of])
    truth = np.concatenate([[np.bincount(part).argmax() for part in np.split(e.labels, e.starts[1:])] for e in labels_of])
    label = softmax(shown, truth, len(LABELS))
    layers = [(1, weights.reshape(1, len(weights), -1), np.atleast_1d(bias)) for weights, bias in (border, label)]
    write(options.target, 1, layers)
    print(f"learned from {len(examples)} songs and {CUTS} cuts of each whole one")
    rounded = [(weights.astype(np.float16).astype(float), np.float16(bias).astype(float)) for weights, bias in (border, label)]
    for folder in options.test:
        songs = read(folder)
        for name, examples in ((folder, songs), (f"{folder}, cuts", cuts(songs, seed=2))):
            print(name)
            report(examples, *rounded)


if __name__ == "__main__":
    main()
