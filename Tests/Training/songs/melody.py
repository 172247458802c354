"""Melodies from two motifs: the lead, the singer and the voices of a counterpoint."""

from .instruments import CONSORTS
from .score import BASS, COMP, LEAD
from .styles import SOLO, VOICES, subdivisions

HIGHEST = 15  # scale steps above the melody's lowest note


class Melody:
    """Two motifs in a form such as AABA, moved along the scale and drawn to chord notes on the beat."""

    def __init__(self, band, division, density):
        rng = band.rng
        self.band = band
        self.bars = rng.choice([1, 2, 2, 4])
        self.rest = rng.uniform(0, 0.35)
        self.motifs = [self.draw_motif(division, density), self.draw_motif(division, density)]
        self.form = rng.choice(["AAAB", "AABA", "ABAB", "AAAA", "ABBA"])
        self.step = 7 + rng.randrange(7)
        self.gate = rng.uniform(0.5, 1.0)
        self.shift = rng.choice([0, 0, 0, -0.5, 0.5, 1])

    def draw_motif(self, division, density):
        """(beat, length, steps up or down) of each note."""
        rng, motif, beat = self.band.rng, [], 0.0
        while beat < self.bars * self.band.bar:
            length = rng.choice([1, 1, 2, 2, 3, 4, 6]) / division if rng.random() > density else 1 / division
            if rng.random() > self.rest:
                motif.append((beat, length, rng.choice([-2, -1, -1, 0, 1, 1, 2, 3, -3])))
            beat += length
        return motif

    def play(self, sounds_in, lowest, loudness, emit):
        """Gives (beat, length, pitch, velocity) to `emit` for every note in the bars that `sounds_in` approves."""
        band, harmony = self.band, self.band.harmony
        for bar in range(0, band.bars, self.bars):
            if not sounds_in(bar):
                continue
            for place, length, step in self.motifs[self.form[(bar // self.bars) % 4] == "B"]:
                self.step = max(0, min(HIGHEST, self.step + step))
                beat = bar * band.bar + place + self.shift
                if abs(beat - round(beat)) < 0.01 and band.rng.random() < 0.6:
                    self.step = self.nearest_chord_step(harmony.degree(max(0, beat)))
                pitch = harmony.pitch(0, self.step, lowest + harmony.key % 12)
                emit(beat, length * self.gate, pitch, loudness * band.rng.uniform(0.85, 1.05))

    def nearest_chord_step(self, degree):
        """The step of a chord note that is nearest to the current step."""

        def distance(step):
            off = min(abs(step - (degree + third) % 7 - 7 * octave) for third in (0, 2, 4) for octave in (0, 1, 2))
            return off * 3 + abs(step - self.step)

        return min(range(HIGHEST + 1), key=distance)


def play_on(band, channel):
    """An `emit` that plays notes on a channel."""
    return lambda beat, length, pitch, velocity: band.score.play(beat, length, channel, pitch, velocity)


def play_lead(band, division):
    """The lead instrument's melody, where the band has one."""
    if band.style.name in SOLO | VOICES or not (band.sections.band["lead"] or band.style.name == "strings"):
        return
    lowest = band.rng.choice([60, 67, 72])
    melody = Melody(band, division, band.rng.uniform(0.1, 0.7))
    melody.play(lambda bar: band.sections.plays("lead", bar), lowest, band.loudness[LEAD], play_on(band, LEAD))


def sing(band, division):
    """The singer's melody, in some songs."""
    sings = band.rng.random() < (0.65 if band.style.name == "ballad" else 0.38)
    if not sings or band.style.name in SOLO | VOICES | {"perc"}:
        return
    lowest = band.rng.choice([48, 55, 60])
    melody = Melody(band, division, band.rng.uniform(0.2, 0.7))
    melody.play(lambda bar: (bar // band.sections.bars) % 3 != 2, lowest, 90, band.score.sing)


def play_counterpoint(band):
    """Two or three independent voices on one kind of instrument."""
    rng = band.rng
    program = rng.choice(CONSORTS)
    three = ((BASS, 36), (COMP, 48), (LEAD, 60))
    for channel, lowest in three if rng.random() < 0.6 else ((BASS, 42), (LEAD, 62)):
        band.programs[channel] = program
        if band.style.name == "counter":
            division = rng.choice([1, 2, 2, 4])
        else:
            division = rng.choice([1, 1, 2] if channel == BASS else subdivisions(band.bpm))
        density = rng.uniform(0.2, 0.8)
        loudness = rng.uniform(65, 100)
        Melody(band, division, density).play(lambda bar: True, lowest, loudness, play_on(band, channel))
