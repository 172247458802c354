"""Bass lines."""

from .score import BASS

LINES = {
    "four": ["off", "eighth", "quarter", "rand16", "octaves", "gallop"], "trance": ["off", "gallop", "off"],
    "disco": ["octaves", "eighth", "rand16"], "onedrop": ["rests", "rand8"], "reggae": ["rests", "rand8", "rand16", "rests"],
    "ballad": ["one", "half", "rand8", "quarter", "kick", "eighth"], "ska": ["walk", "quarter"], "latin": ["tumbao"],
    "bossa": ["bossa", "root_five"], "samba": ["root_five", "tumbao"], "jazz": ["walk"], "jazzballad": ["half", "walk"],
    "jazzwaltz": ["walk", "one"], "country": ["root_five"], "train": ["root_five"], "polka": ["alternate"],
    "march": ["alternate"], "waltz": ["one", "one", "walk"], "slow3": ["one", "rand8"], "six8": ["quarter", "one", "triplets"],
    "twelve8": ["quarter", "walk", "triplets"], "shuffle": ["walk", "eighth", "quarter"], "dembow": ["dembow", "rand8"],
    "hymn": ["quarter"], "strings": ["one", "half", "quarter"], "ambientarp": ["one", "half"],
    "dnb": ["rand16", "rand8", "one"], "punk": ["eighth"], "funk16": ["rand16"], "hiphop": ["rand16", "rand8", "one"],
    "trap": ["rand16", "one"],
}  # fmt: skip
ANY_LINE = ["eighth", "quarter", "rand8", "rand16", "half", "kick", "kick"]
NO_LINE = ["none"]


class BassLine:
    """A line of one kind through the whole song."""

    def __init__(self, band, silent):
        rng, pattern = band.rng, band.pattern
        self.band = band
        self.kind = rng.choice(NO_LINE if silent else LINES.get(band.style.name, ANY_LINE))
        density = rng.uniform(0.2, 0.6)
        division = 3 if band.triplets else (4 if self.kind == "rand16" else 2)
        self.onsets = band.draw_rhythm(pattern.length, density, division, rng.uniform(0.4, 0.9))
        self.gate = rng.uniform(0.35, 1.0)
        self.velocity = rng.uniform(75, 118)
        if self.kind == "rests":
            self.onsets = [beat for beat in self.onsets if beat % band.bar >= 0.5 or rng.random() < 0.4] or [1.0]
        if rng.random() < 0.7 and self.kind in ("rand8", "rand16") and 0.0 not in self.onsets:
            self.onsets = [0.0] + self.onsets
        self.kicks = pattern.kick_beats()

    def play(self):
        band = self.band
        for bar in range(band.bars):
            if not band.sections.plays("bass", bar) or self.kind == "none":
                continue
            start = bar * band.bar
            for beat, length, interval in self.events(bar):
                anticipated = self.kind == "tumbao" and beat == 3  # a tumbao's last note belongs to the next chord
                root = band.harmony.root(start + (beat + 1 if anticipated else beat))
                velocity = self.velocity * (1 if beat == 0 else 0.94)
                band.score.play(start + beat, length * self.gate, BASS, root + interval, velocity)

    def events(self, bar):
        """(beat in the bar, length, semitones above the root) of each note."""
        rng, beats, steps = self.band.rng, self.band.bar, self.band.subdivision
        match self.kind:
            case "off":
                return [(beat + 0.5, 0.4, 0) for beat in range(beats)]
            case "eighth":
                return [(index / steps, 1 / steps, 0) for index in range(beats * steps)]
            case "quarter":
                return [(beat, 0.9, 0) for beat in range(beats)]
            case "octaves":
                return [(index / 2, 0.4, 12 if index % 2 else 0) for index in range(beats * 2)]
            case "gallop":
                return [(beat + place, 0.22, 0) for beat in range(beats) for place in (0.25, 0.5, 0.75)]
            case "half":
                return [(beat, 1.8, 0 if beat == 0 else 7) for beat in range(0, beats, 2)]
            case "one":
                return [(0, beats * 0.95, 0)]
            case "walk":
                steps = [3, 4, 5, 7, 7, 9, 10, -1, -2, 2]
                return [(beat, 0.95, 0 if beat == 0 else rng.choice(steps)) for beat in range(beats)]
            case "root_five":
                return [(0, 1, 0), (beats // 2, 1, 7 if rng.random() < 0.8 else -5)]
            case "alternate":
                return [(beat, 0.45, 0 if beat == 0 else -5) for beat in range(beats)]
            case "bossa":
                return [(0, 1.4, 0), (1.5, 0.5, 7), (2, 1.4, 7), (3.5, 0.5, 0)]
            case "tumbao":
                first = [(0, 1, 0)] if bar == 0 or rng.random() < 0.15 else []
                return [(1.5, 1.4, 7), (3, 1.4, 12)] + first
            case "dembow":
                return [(0, 0.7, 0), (0.75, 0.7, 0), (1.5, 0.5, 7), (2, 0.7, 0), (2.75, 0.7, 0), (3.5, 0.5, 7)]
            case "triplets":
                return [(index / 3, 0.3, 0) for index in range(beats * 3) if index % 3 != 1]
            case "kick":
                return [(beat, 0.6, 0) for beat in self.band.within(self.kicks, bar)]
            case _:
                length = 0.6 if steps == 2 else 0.33
                return [
                    (beat, length, rng.choice([0, 0, 0, 0, 7, 12, 10])) for beat in self.band.within(self.onsets, bar)
                ]
