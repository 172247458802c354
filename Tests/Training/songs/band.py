"""What every part of the band shares while a song is written."""

from dataclasses import dataclass, field
from random import Random

from .drums import DrumPattern
from .harmony import Harmony
from .score import Score
from .sections import Sections
from .styles import Style


@dataclass
class Band:
    """The agreed matters of one song, from the style to the loudness of each channel."""

    rng: Random
    style: Style
    bpm: float
    bars: int
    triplets: bool
    subdivision: int  # notes to a beat for parts that play steadily
    harmony: Harmony
    sections: Sections
    pattern: DrumPattern
    score: Score
    programs: dict[int, int]
    loudness: dict[int, float] = field(default_factory=dict)

    @property
    def bar(self):
        """Beats in a bar."""
        return self.style.beats_per_bar

    def phase(self, bar):
        """Where a bar begins within the pattern, in beats."""
        return (bar % self.pattern.bars) * self.bar

    def within(self, beats, bar):
        """Those of the pattern's beats that fall in `bar`, counted from its start."""
        phase = self.phase(bar)
        return [beat - phase for beat in beats if phase <= beat < phase + self.bar]

    def draw_rhythm(self, beats, density, division, strong=0.8):
        """Onsets over `beats`; `strong` is the chance of one on a beat, `density` of one between."""
        onsets = []
        for index in range(int(round(beats * division))):
            on_beat, on_half = index % division == 0, (index * 2) % division == 0
            chance = strong if on_beat else (density if on_half else density * 0.55)
            if self.rng.random() < chance:
                onsets.append(index / division)
        return onsets or [0.0]
