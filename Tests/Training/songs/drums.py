"""A drum pattern of one or two bars, and the drummer who plays it with fills, stops and crashes."""

from typing import NamedTuple

from .styles import DANCE

PEDAL_HAT, OPEN_HAT, RIDE = 44, 46, 51
CROSS_STICK, CLAP, TAMBOURINE, COWBELL, SHAKER = 37, 39, 54, 56, 70
EIGHTHS_OFF = (0.5, 1.5, 2.5, 3.5)
KITS = [0, 0, 0, 8, 16, 24, 25, 32, 40]
TOM_FILLS = [[50, 48, 47, 45], [38, 38, 38, 38], [48, 47, 43, 41], [38, 50, 45, 43]]


class Stroke(NamedTuple):
    """One stroke of the pattern; a beat of None stands for free comping over the bar."""

    beat: float | None
    drum: int
    velocity: float
    chance: float


class DrumPattern:
    """The strokes of a pattern, with the kit and the loudness its drummer was given."""

    def __init__(self, rng, bpm, bar):
        self.rng, self.bpm, self.bar = rng, bpm, bar
        self.kit = rng.choice(KITS) if rng.random() < 0.8 else 0
        self.kick = rng.choice((35, 36))
        self.snare = rng.choice((38, 40, 38))
        self.hat = rng.choice([42, 42, 42, 51, 44, 70, 82, 54, 53, 59])
        self.open_hat = rng.choice([46, 46, 54, 44, 49])
        self.clap = rng.choice([39, 39, 38, 40, 37])
        self.kick_velocity = rng.uniform(75, 122)
        self.snare_velocity = rng.uniform(75, 122)
        self.hat_velocity = rng.uniform(40, 95)
        self.hat_division = rng.choice([1, 2, 2, 2, 4, 4])
        self.hat_weak = rng.uniform(0.4, 1.0)
        self.hat_accents_off = rng.random() < 0.12
        self.bars = 2 if rng.random() < 0.5 else 1
        self.strokes = []

    @property
    def length(self):
        """The pattern's length in beats."""
        return self.bar * self.bars

    def hit(self, beat, drum, velocity, chance=1.0):
        self.strokes.append(Stroke(beat, drum, velocity, chance))

    def each(self, beats, drum, velocity, chance=1.0):
        """Strokes on the same beats of every bar."""
        for bar in range(self.bars):
            for beat in beats:
                self.hit(beat + bar * self.bar, drum, velocity, chance)

    def kicks(self, *beats, weight=1.0, chance=1.0):
        self.each(beats, self.kick, self.kick_velocity * weight, chance)

    def snares(self, *beats, drum=None, weight=1.0, chance=1.0):
        self.each(beats, drum or self.snare, self.snare_velocity * weight, chance)

    def hats(self, division=None, chance=1.0, drum=None):
        """A steady stream of `division` strokes a beat."""
        division = division or self.hat_division
        for index in range(int(self.length * division)):
            beat = index / division
            on_beat = abs(beat - round(beat)) < 1e-6
            accent = 1 if on_beat != self.hat_accents_off else self.hat_weak
            self.hit(beat, drum or self.hat, self.hat_velocity * accent, chance)

    def syncopate(self, most=3, division=4, velocity=None, drum=None):
        """Up to `most` strokes anywhere on the grid."""
        for _ in range(self.rng.randint(0, most)):
            beat = self.rng.randrange(int(self.length * division)) / division
            self.hit(beat, drum or self.kick, (velocity or self.kick_velocity) * self.rng.uniform(0.7, 1))

    def kick_beats(self):
        """Where the kick falls, for a bass that follows it."""
        return sorted({s.beat for s in self.strokes if s.drum == self.kick and s.beat is not None}) or [0.0]


class Drummer:
    """Plays a pattern through a song's sections."""

    def __init__(self, rng, style, pattern, sections, triplets):
        self.rng, self.pattern, self.sections, self.triplets = rng, pattern, sections, triplets
        self.fill_chance = rng.choice([0, 0.2, 0.5, 0.9])
        self.crashes = rng.random() < 0.6
        self.drops_strokes = rng.random() < 0.15
        if style.name in DANCE:
            self.fill_chance *= 0.5
        self.may_fill = style.beats_per_bar >= 3 and style.name != "metro"

    def play(self, score, bars):
        for bar in range(bars):
            if self.sections.plays("drums", bar):
                self.play_bar(score, bar)

    def play_bar(self, score, bar):
        rng, length, section = self.rng, self.pattern.bar, self.sections.bars
        last = (bar + 1) % section == 0
        fills = last and rng.random() < self.fill_chance and self.may_fill
        fill_from = rng.choice([length - 1, length - 2]) if fills else 99
        stops = last and rng.random() < 0.06
        self.play_strokes(score, bar, fill_from, length / 2 if stops else length)
        if fills:
            self.play_fill(score, bar * length + fill_from, length - fill_from)
        if self.crashes and bar % section == 0 and bar:
            score.strike(bar * length, rng.choice([49, 57]), 105)

    def play_strokes(self, score, bar, fill_from, stop_at):
        rng, length = self.rng, self.pattern.bar
        start, phase = bar * length, (bar % self.pattern.bars) * length
        for stroke in self.pattern.strokes:
            if stroke.beat is None:
                self.comp(score, start, stroke)
                continue
            if not phase <= stroke.beat < phase + length or rng.random() > stroke.chance:
                continue
            beat = stroke.beat - phase
            if beat >= fill_from and stroke.drum != self.pattern.kick or beat >= stop_at:
                continue
            if self.drops_strokes and rng.random() < 0.06:
                continue
            score.strike(start + beat, stroke.drum, stroke.velocity)

    def comp(self, score, start, stroke):
        for half in range(2 * self.pattern.bar):
            if self.rng.random() < stroke.chance * 0.5:
                score.strike(start + half / 2, stroke.drum, stroke.velocity)

    def play_fill(self, score, start, beats):
        rng = self.rng
        division = 3 if self.triplets else rng.choice([2, 4, 4, 4])
        toms = rng.choice(TOM_FILLS)
        strokes = int(beats * division)
        for index in range(strokes):
            if rng.random() < 0.85:
                score.strike(start + index / division, toms[min(3, index * 4 // strokes)], rng.uniform(75, 118))
