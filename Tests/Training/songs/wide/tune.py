"""Melodies in phrases of two or four bars that rhyme: the same rhythm again, another ending, sometimes begun before the bar."""

from ..score import LEAD

COUNTER = 5  # the channel of an echo or a second voice
SHAPES = ["AABC", "ABAC", "AAAC", "ABCD", "AC", "AB", "AABA"]


class Tune:
    """A phrase for each label of the sections, made once and repeated."""

    def __init__(self, band, lowest, busy):
        rng, kind = band.rng, band.kind
        self.band, self.lowest = band, lowest
        self.grid = kind.grid
        if self.grid == 4 and band.bpm > 105 and kind.name not in ("reels", "marches", "ragtime"):
            self.grid = 2
        elif self.grid == 2 and band.bpm < 80 and not kind.swing and rng.random() < 0.6:
            self.grid = 4
        self.density = busy if band.bpm * self.grid < 330 or kind.form == "tune" else busy * 0.6
        self.strong = rng.uniform(0.6, 0.95)
        self.anacrusis = rng.random() < 0.35
        self.gate = rng.uniform(0.6, 1.0)
        self.phrases = {}

    def bar_rhythm(self, ends):
        """(beat, length) of the notes of one bar, likeliest on the beats; the last bar of a phrase comes to rest."""
        rng, beats, grid = self.band.rng, self.band.kind.beats, self.grid
        places = []
        for step in range(beats * grid):
            beat, within = divmod(step, grid)
            chance = (
                (0.9 if beat == 0 else self.strong if beat % 2 == 0 else self.strong * 0.85)
                if within == 0
                else self.density * (1 if within * 2 == grid else 0.8)
            )
            if ends and beat >= (beats + 1) // 2:
                chance = 0
            if rng.random() < chance:
                places.append(step / grid)
        return [(place, after - place) for place, after in zip(places, places[1:] + [beats])]

    def phrase(self):
        """(bar, beat, length, step up or down) of each note of a phrase."""
        rng = self.band.rng
        shape = rng.choice(SHAPES)
        rhythms = {letter: self.bar_rhythm(letter == "C") for letter in "ABCD"}
        contours = {
            letter: [rng.choice([-2, -1, -1, 0, 1, 1, 2, 3, -3]) for _ in rhythm] for letter, rhythm in rhythms.items()
        }
        notes = [
            (bar, beat, length, step)
            for bar, letter in enumerate(shape)
            for (beat, length), step in zip(rhythms[letter], contours[letter])
        ]
        if self.anacrusis:
            count, grid = rng.choice([1, 2, 3]), self.grid
            notes += [
                (len(shape) - 1, self.band.kind.beats - (index + 1) / grid, 1 / grid, rng.choice([-1, 1, 1, 2]))
                for index in range(count)
            ]
            notes.sort()
        return len(shape), notes

    def play(self, part, loudness, emit):
        form, rng = self.band.form, self.band.rng
        for section in form.sections:
            if part not in section.parts:
                continue
            if section.label not in self.phrases:
                self.phrases[section.label] = self.phrase()
            bars, notes = self.phrases[section.label]
            if self.anacrusis and section.first == 0 and form.pickup:
                self.lead_in(loudness, emit)
            place = rng.choice([2, 4, 5])
            for first in range(0, section.bars, bars):
                for bar, beat, length, step in notes:
                    if first + bar >= section.bars or beat >= form.lengths[section.first + first + bar]:
                        continue
                    place = max(-2, min(11, place + step))
                    start = form.starts[section.first + first + bar] + beat
                    pitch = self.tuned(place, start, strong=beat == int(beat))
                    emit(start, length * self.gate, pitch, loudness * rng.uniform(0.88, 1.04))

    def lead_in(self, loudness, emit):
        """The song's first pickup, up to the first bar line."""
        pickup = self.band.form.pickup
        for index in range(pickup * self.grid if pickup < 2 else pickup):
            beat = index / self.grid if pickup < 2 else index
            emit(
                beat,
                0.9 / (self.grid if pickup < 2 else 1),
                self.band.chords.scale_pitch(index, self.lowest - 5),
                loudness,
            )

    def tuned(self, place, beat, strong):
        """The pitch of a scale step, on a beat drawn to a note of the chord."""
        chords = self.band.chords
        pitch = chords.scale_pitch(place, self.lowest)
        if strong and not chords.is_chord_note(pitch, beat):
            pitch = next(pitch + off for off in (1, -1, 2, -2, 3, -3, 4) if chords.is_chord_note(pitch + off, beat))
        return pitch


def play_tunes(band):
    """The lead with its echo or second voice, and the singer."""
    rng, score = band.rng, band.score
    if "lead" in band.form.band:
        tune, loudness = Tune(band, rng.choice([60, 64, 67, 72]), rng.uniform(0.15, 0.9)), rng.uniform(65, 115)
        second = rng.random() if band.kind.palette == "chip" else rng.random() * 2.5
        delay, parallel = rng.choice([0.5, 0.75, 1]), rng.choice([-3, -5, -8, -12, -9])

        def emit(beat, length, pitch, velocity):
            score.play(beat, length, LEAD, pitch, velocity)
            if second < 0.35:  # an echo
                score.play(beat + delay, length, COUNTER, pitch, velocity * 0.55)
            elif second < 0.55:
                score.play(beat, length, COUNTER, pitch + parallel, velocity * 0.8)

        tune.play("lead", loudness, emit)
    if "singer" in band.form.band:
        Tune(band, rng.choice([48, 52, 55, 60]), rng.uniform(0.1, 0.6)).play("singer", 90, score.sing)
