"""A song by rule from a seed: notes, drum strokes, a sung line, and where its beats are exactly."""

import math
from dataclasses import dataclass
from random import Random

from .band import Band
from .bass import BassLine
from .comping import Comping, play_arpeggio, play_pad
from .drum_styles import PATTERNS
from .drums import Drummer, DrumPattern
from .harmony import Harmony
from .instruments import draw_programs
from .keyboard import Soloist
from .melody import play_counterpoint, play_lead, sing
from .score import Score
from .sections import Sections
from .styles import DRUMLESS, SOLO, VOICES, draw_style
from .tempo import Clock, draw_swing, tempo_curve


@dataclass
class Song:
    """One song; all times in seconds."""

    style: str
    duration: float
    notes: list  # (start, end, channel, pitch, velocity)
    sung: list  # (start, end, pitch, velocity)
    beats: list  # (time, place in the bar from 1)
    programs: dict  # by channel
    kit: int


def compose(seed, hard=False):
    """The song of a seed, from the broad or the hard mixture of styles."""
    rng = Random(seed)
    style = draw_style(rng, hard)
    bar = style.beats_per_bar
    duration = rng.uniform(26, 36)
    bpm = math.exp(rng.uniform(math.log(style.slowest), math.log(style.fastest)))
    curve = tempo_curve(rng, bpm, int(duration * 2.2 * bpm / 60) + 24, style)
    clock = Clock(rng, bpm, curve, style)

    ends_early = rng.random() < 0.12
    stop = duration - rng.uniform(1, 6) if ends_early else duration
    beats_before_stop = sum(1 for time in clock.beats if time < stop)
    bars = beats_before_stop // bar + 1
    last_beat = beats_before_stop if ends_early else bars * bar
    clock.swing = draw_swing(rng, style)
    triplets = style.name in ("twelve8", "six8", "solo6")
    triplets = triplets or style.name in ("solo4", "solo3", "rubato4") and rng.random() < 0.15

    score = Score(rng, clock, style, last_beat, duration)
    harmony = Harmony(rng, style)
    sections = Sections(rng, style, bars, style.name in DRUMLESS)
    pattern = DrumPattern(rng, bpm, bar)
    if style.name in PATTERNS:
        PATTERNS[style.name](pattern, rng)
    Drummer(rng, style, pattern, sections, triplets).play(score, bars)

    subdivision = 3 if triplets else 2
    if style.name == "ballad" and rng.random() < 0.55:
        subdivision = 4
    programs = draw_programs(rng, style)
    band = Band(rng, style, bpm, bars, triplets, subdivision, harmony, sections, pattern, score, programs)
    band.loudness = {channel: rng.uniform(45, 110) for channel in range(6)}
    if style.name not in ("perc", "metro"):
        play_band(band)

    times = clock.beats[: min(last_beat, len(clock.beats) - 1)]
    return Song(
        style=style.name,
        duration=duration,
        notes=sorted(note for note in score.notes if note[1] > 0 and note[0] < duration),
        sung=score.sung,
        beats=[(time, index % bar + 1) for index, time in enumerate(times) if 0 <= time < duration],
        programs=programs,
        kit=pattern.kit,
    )


def play_band(band):
    """Everything that has a pitch."""
    name, rng = band.style.name, band.rng
    BassLine(band, silent=name in SOLO | VOICES).play()
    Comping(band).play()
    play_pad(band)
    play_arpeggio(band)
    division = 3 if band.triplets else rng.choice([2, 2, 4] if band.bpm < 110 else [1, 2, 2])
    play_lead(band, division)
    sing(band, division)
    if name in VOICES:
        play_counterpoint(band)
    if name in SOLO:
        Soloist(band).play()
