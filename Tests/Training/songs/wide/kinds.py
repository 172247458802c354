"""A kind of music of the wide mixture, written as step patterns that a song draws from.

A pattern is a row of signs, `grid` of them to a beat (or as many as a prefix such as `3|` says), spaces ignored; it repeats from the
start of each section. A list of patterns is a choice. The signs:

drums   X accent, x stroke, o ghost, ? perhaps (decided once for a song), . rest
bass    R root, 8 octave, 5 fifth, 4 fifth below, 3 third, 7 seventh, ^ sixth, a approach to the next root, w walking, - holds, . rest
chords  X x o as for drums, b the root low, 0 to 7 a single note of the chord, - holds, . rest
~       in place of a row: a rhythm of its own, drawn for the song
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Kind:
    """Weights, tempo and metre as listeners count, and what each player may choose from."""

    name: str
    weight: float
    slowest: float  # beats per minute of the beat that is labelled
    fastest: float
    beats: int = 4  # in a bar
    grid: int = 4  # steps to a beat
    swing: tuple = ()  # from and to, the place of the second of a pair
    swings: int = 2  # notes to a beat that are swung: 2 eighths, 4 sixteenths
    form: str = "song"  # song, club, chip, tune or solo
    harmony: tuple = ("pop",)
    palette: str = "rock"
    drums: dict = field(default_factory=dict)
    bass: tuple = ()
    chords: tuple = ()
    arpeggio: tuple = ()
    lead: float = 0.5  # chance of a melody
    sung: float = 0.3  # chance of a singer
    live: float = 1.0  # how uneven its players are; 0 for machines


def row(pattern, grid):
    """The signs of a pattern and its steps to a beat."""
    head, bar, rest = pattern.partition("|")
    if bar:
        grid, pattern = int(head), rest
    return pattern.replace(" ", ""), grid


def drawn_row(pattern, grid, beats, rng, signs="x"):
    """A pattern with its open places decided; `~` and a grid draws a rhythm of one, two or four bars."""
    if pattern.startswith("~"):
        return random_row(int(pattern[1:] or grid), beats, rng, signs)
    signs_of, grid = row(pattern, grid)
    return "".join(("x" if rng.random() < 0.5 else ".") if sign == "?" else sign for sign in signs_of), grid


def random_row(grid, beats, rng, signs):
    """A rhythm that often starts on one, then falls where chance has it, and stays the same."""
    bars, density, strong = rng.choice([1, 1, 2, 2, 4]), rng.uniform(0.15, 0.55), rng.uniform(0.3, 0.8)
    first = "".join(
        rng.choice(signs)
        if rng.random() < (0.85 if step == 0 else strong if step % grid == 0 else density)
        else "-."[rng.random() < 0.5]
        for step in range(grid * beats)
    )
    if first[0] == "-":
        first = "." + first[1:]
    if bars == 1:
        return first, grid
    turned = list(first)
    for step in range(grid * beats // 2, grid * beats):
        if rng.random() < 0.4:
            turned[step] = rng.choice([rng.choice(signs), ".", "-"])
    return first * (bars - 1) + "".join(turned), grid


def steps_of_bar(signs, grid, bar, nominal, beats):
    """(beat in the bar, sign, length in beats) of a bar's strokes; a bar of other than `nominal` beats is cut or ends in rest."""
    size = grid * nominal
    if len(signs) < size:
        signs = signs * (size // len(signs))
    rows = max(1, len(signs) // size)
    part = signs[(bar % rows) * size : (bar % rows + 1) * size]
    found = []
    for step, sign in enumerate(part[: grid * beats]):
        if sign in ".-":
            continue
        held = 1
        while step + held < len(part) and part[step + held] == "-":
            held += 1
        found.append((step / grid, sign, min(held / grid, beats - step / grid)))
    return found
