"""The drummer or drum machine of the wide mixture: patterns, variation by phrase, fills, rolls and what stops before a drop."""

from ..score import DRUMS
from .form import DRUM_PARTS
from .kinds import drawn_row, steps_of_bar

LANES = {  # which part a row belongs to, the drums it may be played on, how loud
    "kick": ("kick", [35, 36], 1.0), "snare": ("snare", [38, 40], 1.0), "clap": ("snare", [39, 39, 40, 38], 0.95), "cross": ("snare",
    [37], 0.9),
    "hat": ("hats", [42, 42, 42, 44, 70, 69], 0.65), "open": ("hats", [46], 0.75), "ride": ("hats", [51, 51, 59, 53], 0.75),
    "pedal": ("hats", [44], 0.6),
    "shaker": ("perc", [70, 82, 69], 0.55), "bell": ("perc", [56, 53, 67], 0.7), "clave": ("perc", [75, 75, 37], 0.85), "conga": ("perc",
    [63, 62, 64], 0.8),
    "bongo": ("perc", [60, 61], 0.7), "guiro": ("perc", [73, 70], 0.65), "low": ("perc", [41, 43, 64, 66], 0.95), "cymbal": ("perc", [49,
    57], 0.5),
    "perc": ("perc", [54, 56, 62, 63, 64, 67, 70, 75, 76, 77, 37, 39, 42, 60], 0.6),
}  # fmt: skip
WEIGHTS = {"X": 1.12, "x": 1.0, "o": 0.45}
TOMS = [[50, 48, 47, 45], [48, 47, 43, 41], [38, 38, 38, 38], [38, 50, 45, 43], [38, 40, 38, 40]]
CRASHES = [49, 57, 52, 55]


class Row:
    """One drum's pattern, with a variation for the last bar of a phrase."""

    def __init__(self, rng, name, pattern, kind):
        self.part, drums, self.weight = LANES[name]
        self.name, self.drum = name, rng.choice(drums)
        self.signs, self.grid = drawn_row(pattern, kind.grid, kind.beats, rng)
        self.weak = rng.choice([1, rng.uniform(0.5, 1)]) if name in ("hat", "shaker", "ride", "perc") else 1
        size = self.grid * kind.beats
        varied = list((self.signs[-size:] if len(self.signs) >= size else self.signs * 8)[:size])
        if name in ("kick", "perc", "open", "snare"):
            for _ in range(rng.choice([0, 1, 2, 3])):
                varied[rng.randrange(size // 2, size)] = rng.choice("xo.") if name == "snare" else rng.choice("xx.")
        self.varied = "".join(varied)


class Drummer:
    """Plays the rows through the form."""

    def __init__(self, band):
        rng, kind = band.rng, band.kind
        self.band, self.rows = band, []
        drums = dict(kind.drums)
        if "pair" in drums:
            drums |= rng.choice(drums.pop("pair"))
        for name, patterns in drums.items():
            if patterns:
                self.rows.append(Row(rng, name, rng.choice(patterns), kind))
        self.loudness = {row.name: rng.uniform(0.75, 1.1) * rng.uniform(75, 118) for row in self.rows}
        self.phrase = rng.choice([4, 4, 8, 2])
        self.varies = rng.random() < 0.6
        self.fills = rng.choice([0, 0.3, 0.6, 0.95]) if kind.live else rng.choice([0, 0.2, 0.5, 0.9])
        self.crash = rng.choice([0, 0.4, 0.8, 1])
        self.crash_drum = rng.choice(CRASHES)
        self.toms = rng.choice(TOMS)
        self.uneven = 0.1 if kind.live else rng.choice([0, 0, 0.05])

    def play(self):
        band = self.band
        for section in band.form.sections:
            for index in range(section.bars):
                self.play_bar(section, index)
            if section.label == "build":
                self.roll(section)

    def play_bar(self, section, index):
        band, rng = self.band, self.band.rng
        bar = section.first + index
        start, beats = band.form.starts[bar], band.form.lengths[bar]
        last, phrase_ends = index == section.bars - 1, (index + 1) % self.phrase == 0
        drumming = section.parts & DRUM_PARTS
        fills = drumming & {"kick", "snare"} and (
            last and rng.random() < self.fills or phrase_ends and rng.random() < self.fills * 0.5
        )
        fill_from = beats - rng.choice([1, 1, 2, min(2, beats)]) if fills and beats > 1 else beats if not fills else 0.5
        silent_from = band.gap_from(section, index)
        for row in self.rows:
            if row.part not in drumming:
                continue
            varied = self.varies and phrase_ends
            for beat, sign, _ in steps_of_bar(
                row.varied if varied else row.signs, row.grid, index, band.kind.beats, beats
            ):
                if (
                    beat >= silent_from
                    or beat >= fill_from
                    and row.part != "hats"
                    or beat >= fill_from
                    and rng.random() < 0.5
                ):
                    continue
                if section.half_time and row.name in ("snare", "clap") and band.kind.beats == 4:
                    if beat % 2:  # in half time the backbeat falls on three
                        beat = 2 if beat < 2 else beats
                    if beat >= beats:
                        continue
                velocity = (
                    self.loudness[row.name] * row.weight * WEIGHTS.get(sign, 1) * (1 if beat == int(beat) else row.weak)
                )
                band.score.strike(
                    start + beat, row.drum, velocity * (1 + rng.gauss(0, self.uneven) if self.uneven else 1)
                )
        if fills and silent_from >= beats:
            self.fill(start + fill_from, beats - fill_from)
        opens = index == 0 or index % 8 == 0 and rng.random() < 0.5 and bar > 0
        if opens and section.parts & {"kick", "snare"} and rng.random() < self.crash:
            band.score.strike(start, self.crash_drum, rng.uniform(85, 118))

    def fill(self, start, beats):
        band, rng = self.band, self.band.rng
        division = 3 if band.kind.grid == 3 or band.kind.swing else rng.choice([2, 4, 4]) if band.bpm < 150 else 2
        if band.kind.swing:
            division = 2 if band.kind.swings == 2 else 4
        strokes = max(1, int(beats * division))
        toms = [38, 38, 38, 38] if not band.kind.live and rng.random() < 0.6 else self.toms
        for index in range(strokes):
            if rng.random() < 0.85:
                band.score.strike(
                    start + index / division,
                    toms[min(3, index * 4 // strokes)],
                    rng.uniform(75, 118) * (0.7 + 0.3 * index / strokes),
                )

    def roll(self, section):
        """A snare that comes in twice as often as the build goes on, louder and louder."""
        band, rng = self.band, self.band.rng
        first, last = section.first, section.first + section.bars - 1
        start, stop = band.form.starts[first], band.form.starts[last] + band.form.lengths[last]
        drum, stop = rng.choice([38, 40, 39, 38]), stop - rng.choice([0, 0, 1, 2])
        beat, length = start, stop - start
        while beat < stop:
            done = (beat - start) / length
            step = 1 if done < 0.5 else 0.5 if done < 0.75 else 0.25
            band.score.strike(beat, drum, 45 + 65 * done)
            beat += step


def knock_in(band):
    """A bar of stick strokes before the song, sometimes."""
    if band.kind.live and band.form.pickup >= band.kind.beats - 1 and band.rng.random() < 0.5:
        for beat in range(band.form.pickup):
            band.score.play(beat, 0.2, DRUMS, 37, 90)
