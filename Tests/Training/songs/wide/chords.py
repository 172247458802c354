"""Keys and progressions that move as songs do: by function, in four or eight bars, changing mostly on the bar line."""

from bisect import bisect_right

MAJOR, MINOR = [0, 2, 4, 5, 7, 9, 11], [0, 2, 3, 5, 7, 8, 10]
ROMAN = {"i": 0, "ii": 2, "iii": 4, "iv": 5, "v": 7, "vi": 9, "vii": 11}
# Bars are set apart by spaces, chords in a bar by commas. Upper case is major, lower case minor.
PROGRESSIONS = {
    "pop": [
        "I V vi IV", "vi IV I V", "I vi IV V", "I IV vi V", "IV I V vi", "I IV I V", "I I IV V", "I iii IV V", "I V vi iii IV I IV V",
        "IV V iii vi ii V I I", "I bVII IV I", "vi V IV V", "I IV V IV", "I I vi vi IV IV V V", "IV IV I I V V vi V", "I,V vi,IV",
        "I,IV V", "I V ii IV", "ii IV I V", "I iii vi IV I iii IV V", "IV iv I I", "I ii IV V",
    ],
    "minor": [
        "i bVI bIII bVII", "i bVII bVI V", "i iv bVII bIII", "i bVI iv V", "i i bVI bVII", "i iv i V", "i bVII bVI bVII", "i v bVI bVII",
        "i i iv iv bVI bVII i i", "bVI bVII i i", "i bIII bVII iv", "iv bVI i bVII", "i,bVII bVI,V", "i i bVI V", "i bIII iv V",
        "bVI bVII i bIII bVI bVII i V", "i iv bVI V",
    ],
    "vamp": ["i", "i i i i", "i i i bVII", "i i bVI bVI", "i bVII", "i iv", "i i iv iv", "i i bVII bVII", "I IV", "i bII", "i i i iv"],
    "jazz": [
        "ii7 V7 I7m I7m", "I7m,vi7 ii7,V7", "I7m VI7 ii7 V7", "I7m,VI7 ii7,V7 iii7,VI7 ii7,V7", "ii7 V7 I7m VI7",
        "I7m IV7m iii7 VI7 ii7 V7 I7m V7",
        "vi7 II7 ii7 V7", "I7m I7m ii7 ii7 V7 V7 I7m V7", "I7m ii7 iii7 IV7m", "iii7 VI7 ii7 V7", "I7m bVII7 I7m VI7",
    ],
    "jazzminor": ["i7 iv7 i7 V7", "iio V7 i7 i7", "i7 i7 iio V7", "i7 bVI7 V7 i7", "iv7 bVII7 bIII7m bVI7m iio V7 i7 i7",
    "i7,bVI7 iio,V7"],
    "blues": [
        "I7 I7 I7 I7 IV7 IV7 I7 I7 V7 IV7 I7 V7", "I7 IV7 I7 I7 IV7 IV7 I7 I7 V7 V7 I7 V7", "i i i i iv iv i i bVI7 V7 i V7",
        "I7 IV7 I7 V7", "I7 I7 IV7 I7",
    ],
    "folk": [
        "I I IV V I IV V I", "I IV I V I IV I,V I", "I I V V I I V I", "I V I V I IV V I", "I IV V I", "I I ii V I IV V I",
        "I vi IV V I vi V I",
        "I,IV I,V I,IV V,I", "I V vi IV I V V I", "I I IV I I I V V",
    ],
    "folkminor": ["i i bVII bVII i i bVII,v i", "i bVII i v i bVII v i", "i bVII i bVII bIII bVII i i", "i iv i V i iv V i",
    "i,bVII i,V i,bVII V,i"],
    "classical": [
        "I IV V I", "I ii V I", "I V I V I IV V I", "I vi ii V", "I,V vi,iii IV,I IV,V", "I IV I V I ii,V I,V I", "I V vi iii IV I ii V",
        "I I V V V V I I", "I,IV V,I vi,ii V,I", "I VI7 ii V I VI7 II7 V", "IV V iii vi ii V I I",
    ],
    "classicalminor": ["i iv V i", "i i V V iv V i i", "i,iv V,i bVI,iv V", "i iv bVII bIII bVI iio V i", "i V i V iv i V i"],
    "latin": ["I IV V IV", "i iv V V", "i V i V", "ii7 V7 I I", "I IV V V", "i bVII bVI V", "i,iv V,iv", "ii7 V7", "i iv i V",
    "I,IV V,IV"],
    "reggae": ["I IV", "i bVII", "I V vi IV", "i i iv iv", "i iv", "I IV V IV", "I ii", "i v", "I I IV V", "vi ii V I"],
    "gospel": ["I7 IV7 I7 V7", "I I7 IV iv I V I V", "I vi7 ii7 V7", "I,iii vi,I7 IV,iv I,V", "IV7m iii7 ii7 I7m",
    "I I7 IV IV I,VI7 ii7,V7 I V"],
    "rock": ["I bVII IV I", "I IV", "i bVII bVI bVII", "I I bVII IV", "i i bIII iv", "I V IV IV", "i bIII bVII iv", "I IV V IV",
    "i i bVI bVII", "I7 I7 IV7 I7"],
    "metal": ["i i bII i", "i i bVI bVII", "i bII i bVII", "i i i bVI,bVII", "i bVI bVII i", "i", "i i bIII bII", "i bVI iv V"],
    "country": ["I I IV I V V I I", "I IV I V", "I I IV IV V V I I", "I IV V I", "I V I I IV I V I", "I I V V V V I I"],
}  # fmt: skip
NEXT = {  # where a chord likes to go, for progressions of no list
    "I": ["IV", "V", "vi", "ii", "IV", "V", "iii"], "ii": ["V", "V", "IV"], "iii": ["vi", "IV"], "IV": ["V", "I", "ii", "V"],
    "V": ["I", "vi", "I", "IV"], "vi": ["IV", "ii", "V", "iii"],
    "i": ["iv", "bVI", "V", "bVII", "bIII"], "iv": ["V", "bVII", "i", "V"], "bVI": ["bVII", "V", "iv", "bIII"], "bVII": ["i", "bIII",
    "bVI"],
    "bIII": ["bVI", "iv", "bVII"],
}  # fmt: skip


def parsed(name):
    """(semitones above the tonic, intervals) of a chord's name."""
    flat = name.startswith("b")
    letters = name.lstrip("b").rstrip("7mo")
    suffix = name.lstrip("b")[len(letters) :]
    root = ROMAN[letters.lower()] - flat
    third, fifth = (3 if letters.islower() else 4), 7
    if "o" in suffix:
        return root, (0, 3, 6, 10)
    if suffix == "7m":
        return root, (0, third, fifth, 11)
    return root, (0, third, fifth, 10) if suffix == "7" else (0, third, fifth)


def walked(minor, rng):
    """A progression of four or eight bars led by `NEXT`, that ends on a dominant or at home."""
    home = "i" if minor else "I"
    bars = [home if rng.random() < 0.8 else rng.choice(NEXT[home])]
    for _ in range(rng.choice([4, 4, 8]) - 2):
        bars.append(bars[-1] if rng.random() < 0.12 and bars[-1] in NEXT else rng.choice(NEXT.get(bars[-1], [home])))
    return bars + [rng.choice(["V", "V", home, "bVII" if minor else "IV"])]


class Chords:
    """The chords of a whole song by beat, in one key, one progression for each label of its sections."""

    def __init__(self, rng, kind, form):
        self.tonic = rng.randrange(12)
        family = rng.choice(kind.harmony)
        lines = [bars.split() for bars in PROGRESSIONS[family]]
        first = rng.choice(lines)
        self.minor = self.is_minor(first)
        same = [line for line in lines if self.is_minor(line) == self.minor]
        if family in ("pop", "minor", "folk", "classical") and rng.random() < 0.3:
            first = walked(self.minor, rng)
        other = walked(self.minor, rng) if rng.random() < 0.25 else rng.choice(same)
        lines = {"chorus": other if rng.random() < 0.6 else first, "break": rng.choice([first, other])}
        self.stretch = rng.choices(
            [1, 2, 0.5], [8, 2 if kind.beats < 4 or kind.fastest > 150 else 1, 0.6 if kind.beats == 4 else 0]
        )[0]
        if family in ("blues", "jazz", "folk") or any("," in bar for bar in first + other):
            self.stretch = 1
        self.enriched = rng.random() < (0.3 if kind.palette != "rock" else 0.05)
        self.push = (
            0.5 if rng.random() < 0.1 and kind.form in ("song", "club") else 0
        )  # changes anticipated by an eighth
        self.turns = rng.random() < 0.35 and family in ("pop", "minor", "folk", "country", "gospel")
        self.scale = MINOR if self.minor else MAJOR
        if rng.random() < 0.3:
            self.scale = [0, 3, 5, 7, 10] if self.minor or family == "blues" else [0, 2, 4, 7, 9]
        self.starts, self.chords = [], []
        for section in form.sections:
            self.lay(section, lines.get(section.label, first), form)
        self.key = (self.tonic, int(self.minor))

    @staticmethod
    def is_minor(bars):
        names = ",".join(bars).replace("o", "").replace("7", "").replace("m", "").split(",")
        return "i" in names or ("bVI" in names and "I" not in names)

    def lay(self, section, line, form):
        """Writes a section's chords; its last bar may turn to the dominant."""
        for index in range(section.bars):
            start, beats = form.starts[section.first + index], form.lengths[section.first + index]
            if self.stretch == 0.5:
                names = [line[index * 2 % len(line)], line[(index * 2 + 1) % len(line)]]
            else:
                names = line[int(index / self.stretch) % len(line)].split(",")
            if self.turns and index == section.bars - 1 and section.bars >= 4:
                names = ["V"]
            middle = (beats + 1) // 2
            for place, name in zip((0, middle), names[: 1 if beats < 2 else 2]):
                root, intervals = parsed(name)
                if self.enriched and len(intervals) == 3:
                    intervals += (11 if intervals[1] == 4 and name != "V" else 10,)
                self.starts.append(start + place)
                self.chords.append(((root + self.tonic) % 12, intervals))

    def at(self, beat):
        """(root's pitch class, intervals) of the chord that sounds at a beat."""
        return self.chords[max(0, bisect_right(self.starts, beat + 1e-6) - 1)]

    def spans(self, start, stop):
        """(beat, length) of each chord between two beats, one for repeated chords."""
        inside = [beat for beat in self.starts if start <= beat < stop]
        return [(beat, after - beat) for beat, after in zip(inside, inside[1:] + [stop])]

    def pitches(self, beat, base):
        """The chord from `base` up, each note folded into the octave above it."""
        root, intervals = self.at(beat)
        return sorted(base + (root + interval - base) % 12 for interval in intervals)

    def bass(self, beat, lowest=28):
        """The root's pitch in the octave above `lowest`."""
        return lowest + (self.at(beat)[0] - lowest) % 12

    def scale_pitch(self, step, lowest):
        """The pitch of a step of the key's scale, counted from the tonic at or above `lowest`."""
        octave, degree = divmod(step, len(self.scale))
        return lowest + (self.tonic - lowest) % 12 + 12 * octave + self.scale[degree]

    def is_chord_note(self, pitch, beat):
        root, intervals = self.at(beat)
        return (pitch - root) % 12 in intervals
