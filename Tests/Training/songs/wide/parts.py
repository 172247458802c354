"""Bass, chords, arpeggio and pad of the wide mixture."""

from ..score import ARPEGGIO, BASS, COMP, PAD
from .kinds import drawn_row, steps_of_bar

INTERVALS = {"R": 0, "x": 0, "X": 0, "8": 12, "5": 7, "4": -5, "7": 10, "^": 9}
STRUMMED = {24, 25, 26, 27, 28, 29, 30, 46, 105}


class Part:
    """A row of signs through the sections that have it; another row under the chorus in some songs."""

    name, channel = "", 0

    def __init__(self, band, patterns, signs):
        rng, kind = band.rng, band.kind
        self.band = band
        self.loudness = rng.uniform(55, 112)
        self.gate = rng.choice([rng.uniform(0.3, 0.7), rng.uniform(0.7, 1.0)])
        draw = lambda: drawn_row(rng.choice(patterns), kind.grid, kind.beats, rng, signs)  # noqa: E731
        self.row = draw()
        self.other = draw() if rng.random() < 0.35 else self.row

    def play(self):
        form = self.band.form
        for section in form.sections:
            if self.name not in section.parts:
                continue
            signs, grid = self.other if section.label in ("chorus", "break") else self.row
            for index in range(section.bars):
                bar = section.first + index
                silent_from = self.band.gap_from(section, index)
                for beat, sign, length in steps_of_bar(signs, grid, index, self.band.kind.beats, form.lengths[bar]):
                    if beat < silent_from:
                        self.sound(form.starts[bar] + beat, sign, length, beat == 0)

    def emit(self, beat, length, pitch, weight=1.0, delay=0.0):
        self.band.score.play(beat, length, self.channel, pitch, self.loudness * weight, delay)


class Bass(Part):
    """Roots on one for the most part; walks by chord notes and steps towards the next root."""

    name, channel = "bass", BASS

    def __init__(self, band):
        super().__init__(band, band.kind.bass, "RRRRR587")
        self.lowest = band.rng.choice([28, 28, 31, 33] if band.kind.palette != "chip" else [31, 36, 40])
        self.loudness = band.rng.uniform(75, 118)
        self.walked = self.lowest

    def sound(self, beat, sign, length, first):
        band, rng = self.band, self.band.rng
        ahead = band.chords.push if length >= 0.4 else 0
        root = band.chords.bass(beat + ahead, self.lowest)
        if sign == "W":
            pitch = self.walk(
                beat,
                root,
                first or (beat - 1e-6) // 1 != beat // 1 and band.chords.at(beat) != band.chords.at(beat - 1),
            )
        elif sign == "a":
            pitch = band.chords.bass(beat + length, self.lowest) + rng.choice([-1, -1, 1, -2, 2])
        elif sign == "3":
            pitch = root + band.chords.at(beat)[1][1]
        else:
            pitch = root + INTERVALS.get(sign, 0)
        self.emit(beat, length * (self.gate if length <= 1 else 0.95), pitch, 1.03 if first else 0.97)

    def walk(self, beat, root, home):
        if home:
            pitch = root if self.band.rng.random() < 0.85 else root + 7
        elif self.band.chords.at(beat + 1) != self.band.chords.at(beat):
            pitch = self.band.chords.bass(beat + 1, self.lowest) + self.band.rng.choice([-1, 1, -1, 2, 7])
        else:
            pitch = root + self.band.rng.choice([2, *self.band.chords.at(beat)[1][1:3], 9, 12, 5])
        self.walked = pitch
        return pitch


class Comping(Part):
    """Chords, or a chord's notes one by one."""

    name, channel = "chords", COMP

    def __init__(self, band, name="chords", channel=COMP, patterns=None):
        self.name, self.channel = name, channel
        super().__init__(band, patterns or band.kind.chords, "x" if name == "chords" else "0123")
        rng = band.rng
        self.base = rng.choice([48, 50, 53, 55, 58] if name == "chords" else [55, 60, 60, 65])
        self.strum = rng.choice([0, 0.012, 0.02]) if band.programs[channel] in STRUMMED and band.kind.live else 0
        self.ringing = rng.random() < 0.5 and band.kind.form in ("solo", "song")

    def sound(self, beat, sign, length, first):
        band = self.band
        ahead = band.chords.push if length >= 0.4 else 0
        pitches = band.chords.pitches(beat + ahead, self.base)
        weight = 1.1 if sign == "X" else 0.6 if sign == "o" else 1.0
        if sign == "b":
            self.emit(beat, max(length, 0.9), band.chords.bass(beat, 36 if self.base < 55 else 40), 1.05)
        elif sign.isdigit():
            octave, note = divmod(int(sign), len(pitches))
            self.emit(
                beat,
                1.5 if self.ringing else length * max(0.6, self.gate),
                pitches[note] + 12 * octave,
                1.04 if first else 0.95,
            )
        else:
            sounding = length * self.gate if length < 1 else length * 0.95
            for index, pitch in enumerate(pitches):
                self.emit(beat, sounding, pitch, weight, index * self.strum)


def play_pad(band):
    """Held chords, a new one only where the harmony changes."""
    loudness, base = band.rng.uniform(40, 85), band.rng.choice([55, 58, 60])
    for section in band.form.sections:
        if "pad" not in section.parts:
            continue
        last = section.first + section.bars - 1
        spans = band.chords.spans(band.form.starts[section.first], band.form.starts[last] + band.form.lengths[last])
        held = 0
        for (beat, length), after in zip(spans, spans[1:] + [None]):
            held += length
            if after and band.chords.at(after[0]) == band.chords.at(beat) and held < 2 * band.kind.beats:
                continue
            for pitch in band.chords.pitches(beat, base):
                band.score.play(
                    beat + length - held - (band.chords.push if beat > 0 else 0), held * 0.98, PAD, pitch, loudness
                )
            held = 0


def play_parts(band):
    """All accompanying parts."""
    if band.kind.bass:
        Bass(band).play()
    if band.kind.chords:
        Comping(band).play()
    if band.kind.arpeggio:
        Comping(band, "arpeggio", ARPEGGIO, band.kind.arpeggio).play()
    play_pad(band)
