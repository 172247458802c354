"""Key, chord progression and the pitches that follow from them."""

import math

MAJOR = [0, 2, 4, 5, 7, 9, 11]
MINOR = [0, 2, 3, 5, 7, 8, 10]
HARMONIC_MINOR = [0, 2, 3, 5, 7, 8, 11]
DORIAN = [0, 2, 3, 5, 7, 9, 10]
MIXOLYDIAN = [0, 2, 4, 5, 7, 9, 10]


class Harmony:
    """A scale, a key and a progression of degrees; all in MIDI pitches and beats."""

    def __init__(self, rng, style):
        bar = style.beats_per_bar
        self.bar = bar
        self.scale = rng.choice([MAJOR, MAJOR, MAJOR, MINOR, MINOR, HARMONIC_MINOR, DORIAN, MIXOLYDIAN])
        self.key = rng.randrange(12)
        blues = style.name in ("shuffle", "twelve8", "jazz")
        length = rng.choice([2, 4, 4, 4, 8, 8, 3 if bar == 3 else 4, 12 if blues else 4])
        self.degrees = [rng.choice([0, 0, 3, 4, 5, 1, 3, 4, 5, 2, 6]) for _ in range(length)]
        self.degrees[0] = rng.choice([0, 0, 0, 5, 3, 1])
        if rng.random() < 0.06:
            self.degrees = [self.degrees[0]] * length
        self.chords_per_bar = rng.choices([1, 2, 0.5], [6, 2, 2])[0]
        if bar == 2 and self.chords_per_bar == 2:
            self.chords_per_bar = 1
        if bar == 2 and rng.random() < 0.5:
            self.chords_per_bar = 0.5
        self.sevenths = rng.random() < 0.35
        self.anticipated = rng.random() < 0.15  # chords change half a beat early

    def degree(self, beat):
        """The degree of the chord that sounds at `beat`."""
        beat = beat + (0.5 if self.anticipated else 0)
        return self.degrees[int(math.floor(beat / self.bar * self.chords_per_bar + 1e-6)) % len(self.degrees)]

    def pitch(self, degree, step, base):
        """The pitch `step` scale steps above `degree`, counted from `base`."""
        index = degree + step
        return base + self.scale[index % 7] + 12 * (index // 7)

    def chord(self, beat, base):
        """The chord's pitches at `beat`, folded to stay near `base`."""
        degree = self.degree(beat)
        steps = (0, 2, 4, 6) if self.sevenths else (0, 2, 4)
        pitches = [self.pitch(degree, step, base + self.key) for step in steps]
        return [pitch - 12 if pitch > base + 17 else pitch for pitch in pitches]

    def root(self, beat):
        """The bass note under the chord at `beat`."""
        return self.pitch(self.degree(beat), 0, 31 + self.key if self.key < 7 else 24 + self.key)
