"""Music of game consoles and of trackers: patterns of 64 rows, few voices, tempi of whole refreshes of a screen to a row."""

from .kinds import Kind

BASS = ["R.8.R.8.R.8.R.8.", "R.R.R.R.R.R.R.R.", "R...8...R...8...", "R..R..R.R..R..R.", "RR8RRR8RRR8RRR8R", "R.R.8.R.R.R.8.5.", "~4",
    "R..8..R.R..8.5a.",
        "R...5...R...5...", "R---R---5---a---", "R-8-5-8-R-8-5-8-"]  # fmt: skip
CHORDS = [
    "x---------------",
    "x---x---x---x---",
    "x-x-x-x-x-x-x-x-",
    "..x-..x-..x-..x-",
    "x--x--x-x--x--x-",
    "~4",
    "................",
    "x-----x-----x---",
]
ARPEGGIO = [
    "0123012301230123",
    "0121012101210121",
    "0.1.2.1.0.1.2.1.",
    "3210321032103210",
    "~4",
    "0120120120120120",
    "0213021302130213",
    "................",
]
HARMONY = ("minor", "pop", "rock", "minor", "vamp")
BEATS = {
    "kick": ["x.......x.......", "x.....x.x.......", "x...x...x...x...", "x..x..x.x..x....", "x.......x.x....."],
    "snare": ["....x.......x...", "....x.......x..x", "....x..x.x..x...", "....x.......x.xx"],
    "hat": ["x.x.x.x.x.x.x.x.", "xxxxxxxxxxxxxxxx", "..x...x...x...x.", "................", "x.xxx.xxx.xxx.xx"],
}


def chip(name, weight, slowest, fastest, **more):
    given = {"drums": BEATS, "bass": BASS, "chords": CHORDS, "arpeggio": ARPEGGIO, "harmony": HARMONY, "form": "chip", "palette": "chip",
        "live": 0.0,
             "lead": 0.95, "sung": 0.0} | more  # fmt: skip
    return Kind(name, weight, slowest, fastest, **given)


SILENT = {"kick": ["................"]}
CHIP = [
    chip("chip", 7, 100, 188),
    chip("tracker", 6, 94, 150, harmony=("minor", "vamp", "minor", "pop"), form="club", lead=0.7),
    chip("trackerdance", 3, 120, 150, drums=BEATS | {"kick": ["x...x...x...x..."], "open": ["..x...x...x...x."],
        "snare": ["....x.......x...", "................"]}, form="club", lead=0.7),
    chip("chipbattle", 3, 140, 200, harmony=("minor", "metal", "minor"), bass=["RRRRRRRRRRRRRRRR", "R.RRR.RRR.RRR.RR",
        "R.8.R.8.R.8.R.8."]),
    chip("chiptown", 3, 64, 120, drums=SILENT, harmony=("pop", "folk", "classical")),
    chip("chipwaltz", 1.5, 96, 190, beats=3, grid=2, drums={"kick": ["x....."], "snare": ["..x.x.", "......"], "hat": ["x.x.x.",
        "xxxxxx"]}, bass=["R.....", "R.5.5.", "R-5-5-"], chords=["..x.x.", "x-----"], arpeggio=["012345", "0.1.2.", "021212"],
        harmony=("classical", "folk", "minor")),
    chip("chipswing", 2, 110, 190, grid=2, swing=(0.6, 0.7), drums={"kick": ["x...x...", "x.x.x.x."], "snare": ["..x...x.", "..x...xx"],
        "hat": ["x.xxx.xx", "xxxxxxxx", "x.x.x.x."]}, bass=["R.5.R.5.", "W.W.W.W.", "R.R.5.5.", "R.8.R.8."], chords=[".x.x.x.x",
        "..x...x.", "x---x---"], arpeggio=["01230123", "........"], harmony=("pop", "blues", "jazz", "folk")),
    chip("chipmarch", 2, 100, 150, beats=2, grid=2, drums={"kick": ["x...", "x.x."], "snare": [".x.x", ".x.xxx.x", "..x."],
        "hat": ["xxxx", "...."]}, bass=["R.5.", "R.4."], chords=[".x.x", "x---"], arpeggio=["0123", "...."], harmony=("folk",
        "classical")),
    chip("chipbreak", 2, 130, 176, drums={"kick": ["x.x.......xx....", "x.....x...x....."], "snare": ["....x..x.x..x..x",
        "....x.......x..."], "hat": ["x.x.x.x.x.x.x.x."]}, form="club"),
    chip("chipodd", 1, 110, 200, beats=5, grid=2, drums={"kick": ["x.....x...", "x..x......"], "snare": ["....x...x.", "..x...x..."],
        "hat": ["xxxxxxxxxx", "x.x.x.x.x."]}, bass=["R.R.R.5.5.", "R..R..R.R.", "R.8.R.8.5."], chords=["x-----x---", "~2"],
        arpeggio=["0123012301", "~2"]),
    chip("chipseven", 1, 130, 230, beats=7, grid=2, drums={"kick": ["x...x...x.....", "x.....x...x..."], "snare": ["..x...x...x.x.",
        "....x...x...x."], "hat": ["x.x.x.x.x.x.x.", "xxxxxxxxxxxxxx"]}, bass=["R.R.R.R.R.5.5.", "R...R...R....."],
        chords=["x---x---x-----", "~2"], arpeggio=["01230123012345"]),
    chip("chipsix8", 1, 56, 110, beats=2, grid=3, drums={"kick": ["x.....", "x....x"], "snare": ["...x..", "...x.x"], "hat": ["xxxxxx",
        "x.xx.x"]}, bass=["R..5..", "R.RR.R", "R-----"], chords=["x-----", "x..x.."], arpeggio=["012321", "012012"], harmony=("minor",
        "pop", "folk")),
]  # fmt: skip
