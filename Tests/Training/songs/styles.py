"""The styles songs are drawn from, how often each is drawn, and how fast each is played."""

from typing import NamedTuple


class Style(NamedTuple):
    """One style: its weight in each mixture, the range of its counted beat, and the beats in its bar."""

    name: str
    broad: float
    hard: float
    slowest: float  # beats per minute of the beat that is labelled
    fastest: float
    beats_per_bar: int


# The broad mixture is even over popular styles. The hard one gives room to what a network trained on the broad one misses:
# slow songs it counts double, off-beat styles it hears half a beat late, six eighths, odd metres, free piano.
STYLES = [
    Style("rock", 12, 6, 70, 190, 4),
    Style("pop8", 8, 5, 70, 140, 4),
    Style("slow16", 6, 8, 48, 92, 4),
    Style("funk16", 7, 3, 80, 126, 4),
    Style("four", 12, 4, 108, 150, 4),
    Style("disco", 4, 1, 100, 134, 4),
    Style("trance", 3, 1, 124, 148, 4),
    Style("break", 5, 3, 90, 180, 4),
    Style("dnb", 4, 3, 155, 190, 4),
    Style("hiphop", 6, 3, 64, 108, 4),
    Style("trap", 3, 3, 60, 84, 4),
    Style("punk", 4, 3, 150, 215, 4),
    Style("onedrop", 4, 4, 60, 96, 4),
    Style("ska", 3, 7, 100, 160, 4),
    Style("dembow", 3, 3, 80, 106, 4),
    Style("latin", 5, 8, 80, 116, 4),
    Style("bossa", 4, 8, 95, 160, 4),
    Style("samba", 2, 4, 90, 130, 4),
    Style("jazz", 7, 6, 90, 240, 4),
    Style("jazzballad", 2, 4, 50, 85, 4),
    Style("shuffle", 6, 3, 70, 150, 4),
    Style("twelve8", 4, 4, 44, 86, 4),
    Style("country", 4, 2, 80, 130, 4),
    Style("train", 3, 1, 90, 140, 4),
    Style("march", 2, 3, 90, 130, 2),
    Style("polka", 2, 2, 100, 140, 2),
    Style("waltz", 7, 5, 80, 210, 3),
    Style("slow3", 4, 4, 60, 110, 3),
    Style("jazzwaltz", 2, 3, 100, 190, 3),
    Style("six8", 6, 8, 44, 110, 2),
    Style("five", 3, 6, 90, 180, 5),
    Style("seven", 1.5, 4, 110, 200, 7),
    Style("randpat", 6, 3, 60, 180, 4),
    Style("perc", 4, 4, 70, 160, 4),
    Style("solo4", 12, 4, 45, 150, 4),
    Style("solo3", 5, 5, 50, 170, 3),
    Style("solo6", 2, 5, 40, 90, 2),
    Style("hymn", 3, 2, 55, 110, 4),
    Style("strings", 4, 4, 50, 140, 4),
    Style("counter", 4, 3, 55, 140, 4),
    Style("ambientarp", 3, 2, 60, 140, 4),
    Style("metro", 1.5, 1, 45, 230, 4),
    Style("ballad", 0, 9, 50, 84, 4),
    Style("pianopop", 0, 12, 52, 100, 4),
    Style("rubato4", 0, 8, 45, 120, 4),
    Style("rubato3", 0, 4, 55, 150, 3),
    Style("reggae", 0, 8, 62, 98, 4),
    Style("invention", 0, 7, 52, 112, 4),
    Style("solo5", 0, 3, 80, 180, 5),
]

SOLO = {"solo4", "solo3", "solo6", "solo5", "pianopop", "rubato4", "rubato3"}  # one instrument, two hands
VOICES = {"counter", "invention"}  # independent melodies
RUBATO = {"rubato4", "rubato3"}
DRUMLESS = SOLO | VOICES | {"hymn", "strings", "ambientarp"}
JAZZ = {"jazz", "jazzballad", "jazzwaltz"}
DANCE = {"four", "disco", "trance"}


def draw_style(rng, hard):
    """A style from the hard or from the broad mixture."""
    return rng.choices(STYLES, [style.hard if hard else style.broad for style in STYLES])[0]


def subdivisions(bpm):
    """Notes to a beat that keep the number of notes a second alike at every tempo, so that texture tells the level."""
    if bpm < 76:
        return [4, 4, 2]
    if bpm < 96:
        return [4, 2, 2]
    return [2, 2, 1] if bpm < 126 else [1, 1, 2]
