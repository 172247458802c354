"""A song of the wide mixture from a seed: all kinds of music, with the form, the harmony and the machines of each."""

import math
from dataclasses import dataclass
from random import Random

from ..score import Score
from ..song import Song
from ..styles import Style
from ..tempo import Clock
from .chip import CHIP
from .chords import Chords
from .drumming import Drummer, knock_in
from .electronic import ELECTRONIC
from .folk import FOLK
from .form import LABELS, Form
from .jazz_latin import JAZZ_LATIN
from .kinds import Kind
from .pace import draw_pace
from .palettes import draw_kit, draw_programs
from .parts import play_parts
from .popular import POPULAR
from .tune import play_tunes

# Electronic music, whose bars were the hardest to hear, has almost half; within a family the kinds have weights of their own.
FAMILIES = [(0.3, ELECTRONIC), (0.16, CHIP), (0.22, POPULAR), (0.15, JAZZ_LATIN), (0.17, FOLK)]
LONGEST = 260  # seconds of a whole song
MOST_LAG = 0.02  # seconds a player may be early or late throughout


@dataclass
class WideBand:
    """What the players of one song share."""

    rng: Random
    kind: Kind
    bpm: float
    form: Form
    chords: Chords
    score: Score
    programs: dict
    gaps: dict  # by section: how many beats before its end the band falls silent

    def gap_from(self, section, index):
        """The beat of a bar from which the band is silent, the bar's end where it is not."""
        beats = self.form.lengths[section.first + index]
        return beats - self.gaps.get(section.first, 0) if index == section.bars - 1 else beats


@dataclass
class WideSong(Song):
    """A song, and what is known of its form."""

    key: tuple  # pitch class of the tonic, 0 major or 1 minor; -1, -1 where there is none
    sections: list  # (time, index into LABELS)
    effects: list  # (kind, start, end, loudness): what leads into a section
    gains: list  # (time, gain) between which the loudness moves
    palette: str
    bpm: float


def draw_band(rng, kind):
    """The parts a song has at all."""
    drums = {"kick", "snare", "hats", "perc"} if kind.drums and (kind.form != "tune" or rng.random() < 0.6) else set()
    band = drums | {"bass", "chords"}
    for part, chance in (("pad", 0.4), ("lead", kind.lead), ("singer", kind.sung), ("arpeggio", 0.45)):
        if rng.random() < chance:
            band.add(part)
    if kind.form != "solo" and rng.random() < 0.15:
        band.discard("chords")
    elif rng.random() < 0.06:
        band.discard("bass")
    if not kind.bass:
        band.discard("bass")
    if drums and rng.random() < 0.03:
        band = drums
    return band


def draw_duration(rng):
    return rng.uniform(50, 70) if rng.random() < 0.15 else rng.uniform(26, 36)


def draw_gaps(rng, kind, form):
    """Stops before a new section: the beats that are left out."""
    chance = 0.12 if kind.live else 0.3
    return {
        section.first: rng.choice([1, 1, 2])
        for section in form.sections
        if rng.random() < (0.6 if section.label == "build" else chance) and kind.beats > 2
    }


def compose_wide(seed, whole=False):
    """The wide mixture's song of a seed, cut to half a minute or a minute, or from the intro to the outro."""
    rng = Random(f"wide {seed}")
    family = rng.choices(FAMILIES, [share for share, _ in FAMILIES])[0][1]
    kind = rng.choices(family, [kind.weight for kind in family])[0]
    duration = LONGEST if whole else draw_duration(rng)
    bpm = math.exp(rng.uniform(math.log(kind.slowest), math.log(kind.fastest)))
    if kind.palette == "chip" and rng.random() < 0.7:
        bpm = refreshes(bpm, rng)
    style = Style(kind.name, 0, 0, kind.slowest, kind.fastest, kind.beats)
    clock = Clock(rng, bpm, draw_pace(rng, bpm, int(duration * 2.2 * bpm / 60) + 24, kind), style)
    clock.swing = rng.uniform(*kind.swing) if kind.swing else 0.5
    clock.swings_sixteenths = kind.swings == 4

    stop = duration - rng.uniform(1, 6) if rng.random() < 0.12 else duration
    last_beat = sum(1 for time in clock.beats if time < stop)
    form = Form(rng, kind, draw_band(rng, kind), 60 / bpm * kind.beats, last_beat, whole)
    if whole:
        last_beat = min(last_beat, form.total)
        duration = stop = clock.beats[min(last_beat, len(clock.beats) - 1)] + 1
    chords = Chords(rng, kind, form)
    score = Score(rng, clock, style, last_beat, duration)
    score.jitter = rng.choice([0, 0.002, 0.004, 0.007, 0.011]) * kind.live
    if kind.live:
        spread = rng.choice([0.002, 0.005, 0.009]) * kind.live
        score.lag = {channel: max(-MOST_LAG, min(MOST_LAG, rng.gauss(0, spread))) for channel in range(10)}
    programs = draw_programs(rng, kind.palette)
    band = WideBand(rng, kind, bpm, form, chords, score, programs, draw_gaps(rng, kind, form))
    if kind.drums:
        Drummer(band).play()
        knock_in(band)
    play_parts(band)
    play_tunes(band)

    places = [place for place in form.beats() if place[0] < min(last_beat, len(clock.beats) - 1)]
    return WideSong(
        style=kind.name,
        duration=duration,
        notes=sorted(note for note in score.notes if note[1] > 0 and note[0] < duration),
        sung=score.sung,
        beats=[(clock.beats[beat], place) for beat, place in places if 0 <= clock.beats[beat] < duration],
        programs=programs,
        kit=draw_kit(rng, kind.palette),
        key=chords.key if band.form.band & {"bass", "chords", "pad", "lead"} else (-1, -1),
        sections=heard_sections(form, clock, min(duration, stop)),
        effects=draw_effects(rng, band, clock, duration),
        gains=draw_fades(rng, duration),
        palette=kind.palette,
        bpm=bpm,
    )


def refreshes(bpm, rng):
    """The nearest tempo of a whole number of screen refreshes to a row, four rows to a beat."""
    rate = rng.choice([50, 60, rng.uniform(48, 62)])
    return 15 * rate / max(2, round(15 * rate / bpm))


def heard_sections(form, clock, end):
    """(time, label) of the sections that sound, the first from its start or from the beginning."""
    times = [
        (clock.seconds(form.starts[section.first]), LABELS.index(section.label))
        for section in form.sections
        if form.starts[section.first] < len(clock.beats) - 1
    ]
    running = [label for time, label in times if time <= 0][-1:]
    return [(0.0, label) for label in running] + [(time, label) for time, label in times if 0 < time < end]


def draw_effects(rng, band, clock, duration):
    """Noise that rises to a section and a boom that opens it."""
    effects = []
    if not (band.kind.form == "club" or rng.random() < 0.08):
        return effects
    rises, booms = rng.choice([0, 0.4, 0.8]), rng.choice([0, 0.3, 0.7])
    for section in band.form.sections[1:]:
        beat = band.form.starts[section.first]
        if beat >= band.score.last_beat:
            break
        length = rng.choice([1, 2, 4, 8, 16]) * band.kind.beats / 2
        start, end = clock.seconds(max(0, beat - length)), clock.seconds(beat)
        if rng.random() < rises and 0 < end < duration and end - start > 0.1:
            effects.append((rng.choice(["rise", "rise", "reverse"]), start, end, rng.uniform(0.05, 0.5)))
        if rng.random() < booms and 0 <= end < duration:
            effects.append(("boom", end, end + 1.5, rng.uniform(0.1, 0.6)))
    return effects


def draw_fades(rng, duration):
    """Songs that come in or go out softly."""
    gains = [(0.0, 1.0), (duration, 1.0)]
    draw = rng.random()
    if draw < 0.06:
        gains = [(0.0, 1.0), (duration - rng.uniform(4, 12), 1.0), (duration, 0.01)]
    elif draw < 0.1:
        gains = [(0.0, 0.01), (rng.uniform(3, 9), 1.0), (duration, 1.0)]
    return gains
