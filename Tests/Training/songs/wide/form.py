"""The form of a song: sections of 4, 8 or 16 bars, what plays in each, and where its bars begin."""

from dataclasses import dataclass

LABELS = ("intro", "verse", "build", "chorus", "break", "outro")  # a section is stored as its index
ORDERS = {
    "song": ["intro", "verse", "verse", "chorus", "verse", "chorus", "break", "chorus", "outro"],
    "club": ["intro", "verse", "build", "chorus", "chorus", "break", "build", "chorus", "verse", "outro"],
    "chip": ["intro", "verse", "verse", "chorus", "chorus", "break", "verse", "chorus"],
    "tune": ["verse", "verse", "chorus", "chorus"],
    "solo": ["verse", "verse", "chorus", "verse", "break", "verse"],
}
PARTS = ("kick", "snare", "hats", "perc", "bass", "chords", "pad", "lead", "arpeggio", "singer")
DRUM_PARTS = {"kick", "snare", "hats", "perc"}
CLUB_INTROS = [
    "hats perc",
    "pad",
    "kick hats",
    "kick",
    "arpeggio pad",
    "bass hats",
    "chords",
    "kick bass",
    "pad lead",
    "chords hats",
    "arpeggio kick",
]
SONG_INTROS = [
    "chords",
    "chords bass",
    "chords pad lead",
    "kick snare hats perc",
    "lead",
    "bass",
    "chords hats",
    "arpeggio pad",
    "bass kick snare hats",
]


@dataclass
class Section:
    """Some bars with one set of parts."""

    label: str
    first: int  # bar
    bars: int
    parts: set
    half_time: bool = False


class Form:
    """Sections and bars; a bar has a first beat, a number of beats and, for a pickup, starts within."""

    def __init__(self, rng, kind, band, bar_seconds, beats_needed, whole=False):
        self.rng, self.kind, self.band = rng, kind, band
        self.pickup = rng.randrange(1, kind.beats) if kind.live and kind.beats > 1 and rng.random() < 0.12 else 0
        self.starts, self.lengths, self.sections = [], [], []
        self.changes = kind.beats >= 3 and rng.random() < (0.1 if kind.live else 0.05)
        self.turns_to_three = self.changes and kind.beats == 4 and rng.random() < 0.3
        order = ORDERS[kind.form]
        index = rng.choice([0, 0, 1, 2, 3, 4, 5, 6]) % len(order) if not self.pickup else 0
        index = 0 if whole else index
        size = self.section_bars(bar_seconds)
        beat, beats = self.pickup, kind.beats
        while beat < beats_needed + 8 and not (whole and index == len(order)):
            label = order[index % len(order)]
            bars = size if label not in ("intro", "outro", "build") or rng.random() < 0.5 else max(2, size // 2)
            section = Section(
                label, len(self.starts), bars, self.parts(label), label == "break" and rng.random() < 0.08
            )
            if self.turns_to_three and label == "chorus":
                beats = 3
            for bar in range(bars):
                short = self.changes and not self.turns_to_three and bar == bars - 1 and rng.random() < 0.7
                self.starts.append(beat)
                self.lengths.append(rng.choice([2, 2, max(1, beats - 1)]) if short else beats)
                beat += self.lengths[-1]
            self.sections.append(section)
            index += 1
        self.total = beat

    def section_bars(self, bar_seconds):
        """Bars of a section, a power of two that lasts 5 to 18 seconds, in dance music up to 31."""
        longest = 31 if self.kind.form == "club" else 18
        sizes = [bars for bars in (2, 4, 8, 16, 32) if 5 <= bars * bar_seconds <= longest]
        if self.kind.form in ("tune", "chip"):
            sizes = [bars for bars in sizes if bars in (4, 8, 16)]
        if "blues" in self.kind.harmony and self.rng.random() < 0.4:
            return 12
        return self.rng.choice(sizes or [4])

    def parts(self, label):
        """What plays under a label, out of the band's parts."""
        rng, band, club = self.rng, self.band, self.kind.form == "club"
        played = set(band)
        if label == "intro" and rng.random() < 0.75:
            played &= set(rng.choice(CLUB_INTROS if club else SONG_INTROS).split())
        elif label == "verse":
            played = {
                part
                for part in sorted(played)
                if rng.random() < (0.95 if part in ("kick", "bass") else 0.88 if part == "snare" else 0.72)
            }
        elif label == "build":
            played -= {"bass"} if rng.random() < 0.6 else set()
            played -= {"kick"} if rng.random() < 0.5 else set()
            played -= {"snare"}
        elif label == "break":
            if club or rng.random() < 0.6:
                played -= {"kick", "snare"}
            played -= {"hats", "perc"} if rng.random() < 0.6 else set()
            played -= {"bass"} if rng.random() < 0.4 else set()
        elif label == "outro":
            played = {part for part in sorted(played) if rng.random() < 0.6}
        if "pair" in self.kind.drums and played & {"kick", "snare"}:
            played |= band & {"kick", "snare"}  # one drum of a break alone would tell another beat
        return played or set(band)

    def beats(self):
        """(beat, place in the bar) of every beat."""
        places = [(beat, self.kind.beats - self.pickup + beat + 1) for beat in range(self.pickup)]
        for start, length in zip(self.starts, self.lengths):
            places += [(start + place, place + 1) for place in range(length)]
        return places
