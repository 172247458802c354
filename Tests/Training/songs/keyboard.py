"""A solo piano, guitar or harp: an accompaniment in the left hand, a melody in the right."""

from .instruments import LEADS, PADS, SOLOISTS
from .melody import Melody, play_on
from .score import BASS, COMP, LEAD, PAD
from .styles import subdivisions

MANNERS = ["alberti", "stride", "broken", "block", "octaves", "wide", "pulse", "random"]
ALBERTI = [[0, 2, 1, 2], [0, 1, 2, 1], [0, 1, 2, 3], [0, 2, 3, 2], [0, 1, 2, 3, 2, 1]]


class Soloist:
    """One player, one manner of accompaniment."""

    def __init__(self, band):
        rng = band.rng
        self.band = band
        program = rng.choice(SOLOISTS)
        band.programs.update({BASS: program, COMP: program, LEAD: program})
        free = band.style.name in ("solo4", "solo3", "solo6")  # in the other styles the texture follows the tempo
        if band.triplets:
            self.division = 3
        else:
            self.division = rng.choice([1, 2, 2, 2, 4, 4] if free else subdivisions(band.bpm))
        self.manner = rng.choice(MANNERS)
        self.left = rng.uniform(45, 85)
        self.right = self.left + rng.uniform(0, 25)
        self.order = rng.choice(ALBERTI)
        self.onsets = band.draw_rhythm(band.bar, 0.4, self.division, 0.7)
        self.weak = rng.uniform(0.72, 1)
        self.roll = rng.choice([0, 0, 0.015, 0.035])
        if band.triplets:
            self.steps = 3
        elif free:
            self.steps = rng.choice([2, 2, 4] if band.bpm < 100 else [1, 2])
        else:
            self.steps = rng.choice(subdivisions(band.bpm))
        self.thickens = rng.random() < 0.25  # chords under the melody

    def play(self):
        band, rng = self.band, self.band.rng
        for bar in range(band.bars):
            self.play_bar(bar * band.bar)
        lowest = rng.choice([60, 67])
        melody = Melody(band, self.division, rng.uniform(0.1, 0.8))
        melody.play(lambda bar: True, lowest, self.right, play_on(band, LEAD))
        if band.style.name == "pianopop" and rng.random() < 0.5:
            band.programs[LEAD] = rng.choice(LEADS)
        if rng.random() < 0.12:
            band.programs[PAD] = rng.choice(PADS)
            for bar in range(band.bars):
                for pitch in band.harmony.chord(bar * band.bar, 60):
                    band.score.play(bar * band.bar, band.bar * 0.97, PAD, pitch, 45)

    def play_bar(self, start):
        band = self.band
        base = band.rng.choice([48, 48, 43]) if self.manner != "wide" else 48
        chord = band.harmony.chord(start, base)
        spread = chord[:3] + [chord[0] + 12]
        match self.manner:
            case "stride":
                self.stride(start, chord)
            case "block":
                for beat in range(band.bar):
                    self.strike_chord(start + beat, 0.95, chord, self.left + (6 if beat == 0 else 0))
            case "octaves":
                for beat in range(0, band.bar, 2 if band.bar != 3 else 3):
                    for down in (0, 12):
                        band.score.play(start + beat, 1.9, BASS, chord[0] - down, self.left)
            case "pulse":
                for index in range(band.bar * self.steps):
                    for pitch in chord:
                        band.score.play(start + index / self.steps, 0.8 / self.steps, BASS, pitch, self.accented(index))
            case "random":
                for beat in self.onsets:
                    pitch = band.rng.choice(spread) - 12 * (beat == 0)
                    band.score.play(start + beat, 1.2, BASS, pitch, self.left)
            case "wide":
                self.climb(start, spread + [chord[1] + 12, chord[2] + 12, chord[0] + 24])
            case _:
                for index in range(band.bar * self.steps):
                    pitch = spread[self.order[index % len(self.order)] % 4]
                    band.score.play(start + index / self.steps, 1.2 / self.steps, BASS, pitch, self.accented(index))
        if self.thickens:
            for beat in range(band.bar):
                if band.rng.random() < 0.6:
                    self.strike_chord(start + beat, 0.9, [pitch + 12 for pitch in chord[1:]], self.right - 5, COMP)

    def accented(self, index):
        return self.left * (1 if index % self.steps == 0 else self.weak)

    def strike_chord(self, beat, length, chord, velocity, channel=BASS):
        for index, pitch in enumerate(chord):
            self.band.score.play(beat, length, channel, pitch, velocity, index * self.roll)

    def stride(self, start, chord):
        """A low note on the strong beats, the chord on the others."""
        bar = self.band.bar
        for beat in range(bar):
            if beat == 0 if bar == 3 else beat % 2 == 0:
                low = chord[0] - 12 if beat == 0 else chord[2] - 12
                self.band.score.play(start + beat, 0.9, BASS, low, self.left + 8)
            else:
                self.strike_chord(start + beat, 0.6, chord, self.left - 6)

    def climb(self, start, ladder):
        """Up over two octaves from a low first note, then wavering at the top."""
        for index in range(self.band.bar * self.steps):
            pitch = ladder[index % 7 if index < 7 else 6 - index % 4] - (12 if index == 0 else 0)
            velocity = self.left * (1.05 if index == 0 else self.weak)
            self.band.score.play(start + index / self.steps, 1.4, BASS, pitch, velocity)
