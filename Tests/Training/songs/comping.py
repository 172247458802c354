"""The accompanying chords, the pad under them and the arpeggio over them."""

from .instruments import GUITARS
from .score import ARPEGGIO, COMP, PAD
from .styles import SOLO, VOICES

ANY_KIND = ["stab", "stab", "strum", "block", "sustained", "pulse", "broken", "off", "rand16"]
FIXED_LENGTH = {"skank": 0.2, "off": 0.3, "block": 0.9}


def draw_kind(rng, style):
    """How the chords are played."""
    kinds = {
        "onedrop": "skank", "ska": "skank", "polka": "skank", "reggae": "skank", "country": rng.choice(["back", "strum"]),
        "waltz": rng.choice(["oompah", "oompah", "broken", "sustained"]), "slow3": rng.choice(["oompah", "broken", "strum"]),
        "hymn": "block", "latin": "montuno", "six8": rng.choice(["broken", "strum", "sustained"]),
        "twelve8": rng.choice(["strum", "stab", "sustained"]), "jazz": "stab", "jazzwaltz": "stab", "bossa": "stab",
        "strings": rng.choice(["sustained", "block", "pulse"]), "march": rng.choice(["skank", "block", "stab"]),
    }  # fmt: skip
    any_kind = rng.choice(ANY_KIND)
    if style.name == "ballad":
        return rng.choice(["broken", "block", "pulse", "strum", "sustained", "rand16"])
    return "none" if style.name in SOLO | VOICES else kinds.get(style.name, any_kind)


class Comping:
    """Chords in one manner through the whole song."""

    def __init__(self, band):
        rng = band.rng
        self.band = band
        self.kind = draw_kind(rng, band.style)
        sixteenths = self.kind == "rand16" or band.style.name in ("funk16", "four", "samba")
        division = 3 if band.triplets else (4 if sixteenths else 2)
        density = rng.uniform(0.2, 0.5)
        self.onsets = band.draw_rhythm(band.pattern.length, density, division, rng.uniform(0.2, 0.8))
        self.gate = rng.uniform(0.25, 1.2)
        self.base = rng.choice([48, 52, 55, 60])
        self.strum = rng.choice([0, 0, 0.012, 0.02]) if band.programs[COMP] in GUITARS else 0

    def play(self):
        band = self.band
        for bar in range(band.bars):
            if not band.sections.plays("comp", bar) or self.kind == "none":
                continue
            if self.kind == "broken":
                self.break_chord(bar * band.bar)
            else:
                self.play_chords(bar)

    def play_chords(self, bar):
        band, start = self.band, bar * self.band.bar
        length = FIXED_LENGTH.get(self.kind, self.gate * 0.8)
        if self.kind == "sustained":
            length = band.bar / max(1, band.harmony.chords_per_bar)
        for beat in self.beats(bar):
            for index, pitch in enumerate(band.harmony.chord(start + beat, self.base)):
                velocity = band.loudness[COMP] * (1 if beat == int(beat) else band.rng.uniform(0.8, 1))
                band.score.play(start + beat, length, COMP, pitch, velocity, index * self.strum)

    def break_chord(self, start):
        """The chord's notes one after the other, up or down."""
        band, steps = self.band, self.band.subdivision
        chord = band.harmony.chord(start, self.base)
        chord = chord + [chord[0] + 12]
        upward = band.rng.random() < 0.8
        for index in range(band.bar * steps):
            note = index % len(chord) if upward else len(chord) - 1 - index % len(chord)
            velocity = band.loudness[COMP] * (1 if index % steps == 0 else 0.85)
            band.score.play(start + index / steps, 1.1 / steps, COMP, chord[note], velocity)

    def beats(self, bar):
        """Where in the bar the chords fall."""
        rng, beats, steps = self.band.rng, self.band.bar, self.band.subdivision
        match self.kind:
            case "stab" | "rand16":
                return self.band.within(self.onsets, bar)
            case "skank" | "off":
                return [beat + (2 / 3 if self.band.triplets else 0.5) for beat in range(beats)]
            case "back":
                return range(1, beats, 2)
            case "strum":
                return [index / steps for index in range(beats * steps) if index % steps == 0 or rng.random() < 0.8]
            case "block":
                return range(beats)
            case "pulse":
                return [index / steps for index in range(beats * steps)]
            case "oompah":
                return range(1, beats)
            case "sustained":
                return [0] if self.band.harmony.chords_per_bar <= 1 else [0, beats / 2]
            case _:  # montuno
                return [0, 0.5, 1.5, 2.5, 3.5] if bar % 2 == 0 else [0.5, 1.5, 2, 2.5, 3.5]


def play_pad(band):
    """Held chords."""
    harmony = band.harmony
    changes = max(1, int(harmony.chords_per_bar))
    length = band.bar / changes * (0.97 if harmony.chords_per_bar >= 1 else 1.9)
    for bar in range(band.bars):
        if not band.sections.plays("pad", bar) or band.style.name in SOLO:
            continue
        for change in range(changes):
            beat = bar * band.bar + change * band.bar / changes
            if harmony.chords_per_bar == 0.5 and bar % 2 and band.rng.random() < 0.7:
                continue
            early = 0.5 if harmony.anticipated and beat > 0 else 0
            for pitch in harmony.chord(beat, 60):
                band.score.play(beat - early, length, PAD, pitch, band.loudness[PAD] * 0.7)


def play_arpeggio(band):
    """A short pattern of chord notes, over and over; odd lengths drift across the bar."""
    always = band.style.name == "ambientarp"
    if not (band.sections.band["arpeggio"] or always):
        return
    rng = band.rng
    division = 3 if band.triplets else rng.choice([2, 4, 4])
    length = rng.choice([3, 4, 4, 6, 8, 8, 16])
    shape = [rng.randrange(0, 8) for _ in range(length)]
    sounds = [rng.random() < 0.9 for _ in range(length)]
    weak = rng.uniform(0.7, 1)
    for bar in range(band.bars):
        if not (band.sections.plays("arpeggio", bar) or always):
            continue
        for index in range(band.bar * division):
            step = (index if length in (4, 8, 16) else bar * band.bar * division + index) % length
            if not sounds[step]:
                continue
            beat = bar * band.bar + index / division
            chord = band.harmony.chord(beat, 60)
            note = chord[shape[step] % len(chord)] + 12 * (shape[step] // len(chord) % 2)
            velocity = band.loudness[ARPEGGIO] * (1 if index % division == 0 else weak)
            band.score.play(beat, 0.9 / division, ARPEGGIO, note, velocity)
