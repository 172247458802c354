"""Rock, pop, soul, country, metal and the music of Jamaica. Slow backbeats are counted with the snare on two and four."""

from .kinds import Kind

BACK8, HATS8, HATS4, NONE8 = (
    ["..x...x."],
    ["xxxxxxxx", "x.x.x.x.", "XoXoXoXo"],
    ["x.x.x.x.x.x.x.x.", "xxxxxxxxxxxxxxxx", "xoxoxoxoxoxoxoxo"],
    ["........"],
)
BACK16 = ["....x.......x...", "....x..o....x...", "....x....o..x..o"]
KICK8 = [
    "x...x...",
    "x...xx..",
    "x..xx...",
    "x..x.x..",
    "x.x.x.x.",
    "x....x..",
    "xx..x...",
    "x...x..?",
    "x..x....x...xx..",
]
KICK16 = [
    "x.......x.......",
    "x.....x.x.......",
    "x..x..x...x.....",
    "x.......x.x.....",
    "x......xx.......",
    "x..........x..?.",
    "x.?...x...x..?..",
]
BASS8 = [
    "RRRRRRRR",
    "R.R.R.R.",
    "R..R..R.",
    "R...R...",
    "~2",
    "~2",
    "R-..R-5.",
    "R---R---",
    "R-------",
    "R..RR.a.",
    "R.5.R.a.",
]
BASS16 = ["R.....R.R.....R.", "R-------R-------", "~4", "R---------5-R---", "R..R..R.R..R..5.", "R-----..R-..a-.."]
CHORDS8 = [
    "x.xxx.xx",
    "x...x...",
    "x-------",
    "xxxxxxxx",
    "x-..x-..",
    "x..x..x.",
    "~2",
    "x.x.x.x.",
    "..x...x.",
    "01232123",
    "x-xx.xxx",
]
CHORDS16 = [
    "x---------------",
    "x-..x-..x-..x-..",
    "0123210123210123",
    "0.1.2.1.0.1.2.1.",
    "~4",
    "x-----x-x-----x-",
    "x.....x.....x...",
    "x-xxx-xxx-xxx-xx",
]
FINGERS = ["0.2.1.2.0.2.1.2.", "0213021302130213", "b.2.1.3.b.2.1.3.", "b1231213b1231213", "0.1.2.3.2.1.0.1."]


def band8(name, weight, slowest, fastest, **more):
    """A band that plays in eighths."""
    drums = {
        "kick": KICK8,
        "snare": BACK8,
        "hat": HATS8,
        "perc": [*NONE8, *NONE8, "x.x.x.x.", "xxxxxxxx", "..x...x."],
    } | more.pop("drums", {})
    given = {
        "bass": BASS8,
        "chords": CHORDS8,
        "arpeggio": ["~2", "01230123", *NONE8],
        "grid": 2,
        "harmony": ("pop", "rock", "minor"),
    } | more
    return Kind(name, weight, slowest, fastest, drums=drums, **given)


def band16(name, weight, slowest, fastest, **more):
    """A band that plays in sixteenths."""
    drums = {"kick": KICK16, "snare": BACK16, "hat": HATS4, "perc": ["................", "~4"]} | more.pop("drums", {})
    given = {
        "bass": BASS16,
        "chords": CHORDS16,
        "arpeggio": ["~4", "0123012301230123", "................"],
        "harmony": ("pop", "minor"),
    } | more
    return Kind(name, weight, slowest, fastest, drums=drums, **given)


LILT = {"kick": ["x.....", "x....x", "x.x..."], "snare": ["...x.."], "hat": ["xxxxxx", "x.xx.x"]}
LILT4 = {
    "kick": ["x.....x.....", "x....xx.....", "x.....x.x..."],
    "snare": ["...x.....x.."],
    "hat": ["xxxxxxxxxxxx", "x.xx.xx.xx.x"],
}
BASS3, CHORDS3 = ["R.....", "R..5..", "R-.R-a", "R.R5.5"], ["012321", "x-----", "x..x..", "xxxxxx", "x.xx.x", "0.1.2."]
BASS43, CHORDS43 = (
    ["R..R..5..a..", "R.RR.RR.R5.a", "R-----5-----", "W..W..W..W.."],
    ["xxxxxxxxxxxx", "x..x..x..x..", "012321012321", "x-----x-----", "...x.....x.."],
)

POPULAR = [
    band8("rockband", 5, 84, 180),
    band8("popband", 5, 84, 144, sung=0.6),
    band8("indie", 2, 100, 170, drums={"kick": ["x.x.x.x.", *KICK8]}),
    band8("motown", 2, 96, 140, drums={"snare": ["x.x.x.x.", "..x...x."]}, palette="soul"),
    band8("surf", 1.5, 130, 184, drums={"snare": ["..xx..x.", "..xx..xx", "..x...x."]}, lead=0.9),
    band8("punkbeat", 2, 150, 215, drums={"kick": ["x...x...", "x...xx..", "x..xx..."], "hat": ["x.x.x.x.", "xxxxxxxx"]},
        bass=["RRRRRRRR"], chords=["xxxxxxxx", "x-------", "x.x.x.x."], harmony=("rock", "pop")),
    band8("dbeat", 1.5, 150, 220, drums={"kick": ["x..xx...", "x..x.x.."], "hat": ["x.x.x.x.", "xxxxxxxx"]}, bass=["RRRRRRRR"],
        chords=["xxxxxxxx", "x-------"], harmony=("metal", "rock")),
    band16("metalband", 2, 84, 150, drums={"kick": ["xxxxxxxxxxxxxxxx", "x.xxx.xxx.xxx.xx", "x..x..x.x..x..x.", "~4"],
        "hat": ["x...x...x...x...", "x.x.x.x.x.x.x.x."]}, bass=["RRRRRRRRRRRRRRRR", "R.RRR.RRR.RRR.RR", "R..R..R.R..R..R."],
        chords=["xxxxxxxxxxxxxxxx", "x.xxx.xxx.xxx.xx", "x..x..x.x..x..x.", "x---------------"], harmony=("metal",)),
    band8("blast", 1, 150, 250, drums={"kick": ["xxxxxxxx", "x.x.x.x."], "snare": ["x.x.x.x.", ".x.x.x.x", "xxxxxxxx"],
        "hat": ["x.x.x.x.", "xxxxxxxx"]}, bass=["RRRRRRRR", "R-------"], chords=["xxxxxxxx", "x-------"], harmony=("metal", "minor")),
    band8("thrash", 1.5, 150, 230, drums={"kick": ["x...x...", "x..xx..x"]}, bass=["RRRRRRRR"], chords=["xxxxxxxx", "x.xxx.xx"],
        harmony=("metal",)),
    band16("halftimerock", 3, 56, 92, drums={"kick": KICK16, "snare": ["....x.......x..."]}, harmony=("rock", "minor", "pop")),
    band16("halfshuffle", 2, 72, 104, swing=(0.62, 0.68), swings=4, drums={"hat": ["x.xxx.xxx.xxx.xx", "xxxxxxxxxxxxxxxx"],
        "snare": ["..o.x..o..o.x..o", "....x.......x..."]}, chords=["x.....x.....x...", "x---------------", "..x...x...x...x."]),
    band16("powerballad", 5, 50, 86, sung=0.7),
    band16("funkband", 3, 84, 122, drums={"kick": ["x.....x...x..x..", "x..x......x.....", "~4"], "snare": ["....x..o.o..x..o"]},
        bass=["~4", "R..R...8..R.7.8."], chords=["~4", "..x...x...x...x.", "x.xx..xx.xx..x.x"], harmony=("vamp", "blues", "rock"),
        palette="soul"),
    band16("soulband", 2, 64, 104, harmony=("gospel", "pop", "jazz"), palette="soul", sung=0.6),
    Kind("pianoballad", 3, 50, 92, grid=2, chords=["x.x.x.x.", "b.x.b.x.", "01232123", "xxxxxxxx", "x---x---", "b12321.."],
        bass=["R---5---", "R-------", "R---R-a-"], palette="piano", form="solo", harmony=("pop", "pop", "minor", "classical"), lead=0.8,
        sung=0.5),
    Kind("fingerstyle", 3, 60, 132, chords=FINGERS, bass=["R...5...R...5...", "R-------5-------"], palette="guitar", form="solo",
        harmony=("pop", "folk", "minor", "country"), lead=0.5, sung=0.4),
    Kind("strummed", 2, 72, 150, grid=2, chords=["x.xx.xxx", "x.xxx.xx", "x...x.xx", "b.xxb.xx"], bass=[], palette="guitar", form="solo",
        harmony=("pop", "folk", "country"), lead=0.2, sung=0.7),
    Kind("sixballad", 5, 32, 76, beats=2, grid=3, drums=LILT, bass=BASS3, chords=CHORDS3, arpeggio=["012321"], harmony=("pop", "minor",
        "gospel"), sung=0.6),
    Kind("doowop", 2, 44, 84, grid=3, drums=LILT4, bass=BASS43, chords=CHORDS43, harmony=("pop", "gospel"), palette="soul", sung=0.6),
    Kind("twelveblues", 3, 46, 96, grid=3, drums=LILT4, bass=BASS43, chords=CHORDS43, harmony=("blues",), palette="soul"),
    Kind("gospelshout", 2, 52, 110, grid=3, drums=LILT4, bass=BASS43, chords=CHORDS43, harmony=("gospel",), palette="soul", sung=0.6),
    band8("shuffleband", 4, 84, 176, swing=(0.62, 0.69), drums={"hat": ["x.xxx.xx", "xxxxxxxx", "x.x.x.x."]}, bass=["R.3.5.^.",
        "W.W.W.W.", "RRRR5555", "R.R.5.5.", "RR33^^55"], chords=["x.xxx.xx", "..x...x.", ".x.x.x.x", "x-------"], harmony=("blues",
        "blues", "rock", "country"), palette="soul"),
    band8("rockabilly", 2, 140, 220, swing=(0.56, 0.68), bass=["R.3.5.3.", "W.W.W.W.", "R.5.R.5."], chords=["..x...x.", "x.xxx.xx",
        ".x.x.x.x"], harmony=("blues", "country")),
    band8("boomchick", 4, 84, 150, drums={"kick": ["x...x..."], "snare": ["..x...x.", "........"], "hat": ["..x...x.", "xxxxxxxx",
        "........"]}, bass=["R-..4-..", "R-..5-..", "R.4.R.a."], chords=["b.x.b.x.", "..x...x.", "b.xxb.xx"], harmony=("country", "folk"),
        palette="country", sung=0.4),
    band16("trainbeat", 1.5, 84, 136, drums={"kick": ["x.......x.......", "x...x...x...x..."], "snare": ["ooXoooXoooXoooXo",
        "xoXoxoXoxoXoxoXo"], "hat": ["................"]}, bass=["R---....5---....", "R...5...R...5..."], chords=["....x.......x...",
        "x-xxx-xxx-xxx-xx"], harmony=("country", "folk"), palette="country"),
    band16("bluegrass", 2, 100, 168, drums={"kick": ["................"], "snare": ["................"], "hat": ["................",
        "..x...x...x...x."], "perc": ["................"]}, bass=["R...5...R...5..."], chords=["..x...x...x...x.", "0213021302130213",
        "b.x.b.x.b.x.b.x."], arpeggio=["0213021302130213", "0123021301230213"], harmony=("folk", "country"), palette="country", lead=0.8),
    band8("skaband", 3, 108, 174, drums={"kick": ["x...x...", "..x...x.", "x.x.x.x."], "hat": [".x.x.x.x", "xxxxxxxx"]}, bass=["W.W.W.W.",
        "R.3.5.3.", "R.R.5.5."], chords=[".x.x.x.x"], harmony=("pop", "reggae"), palette="reggae", lead=0.8),
    band8("rocksteady", 2, 70, 104, drums={"kick": ["....x...", "..x...x."], "snare": ["....x...", "..x...x."], "hat": ["xxxxxxxx",
        "x.x.x.x."]}, bass=["~2", "R-..5.R.", "..R.5.8."], chords=[".x.x.x.x", "..x...x."], harmony=("reggae", "pop"), palette="reggae",
        sung=0.5),
    band16("onedropband", 4, 62, 94, swing=(0.5, 0.6), swings=4, drums={"kick": ["........x.......", "....x.......x..."],
        "snare": ["........x.......", "....x.......x..."], "hat": ["x.x.x.x.x.x.x.x.", "x.xxx.xxx.xxx.xx"]}, bass=["..R-..R-5-......",
        "R---..R-..5-8-..", "~4", "....R-5-8---...."], chords=["..x...x...x...x.", "..xx..xx..xx..xx", "....x.......x..."],
        harmony=("reggae",), palette="reggae", sung=0.5),
    band16("steppers", 2, 66, 140, drums={"kick": ["x...x...x...x..."], "snare": ["........x.......", "....x.......x..."]}, bass=["~4",
        "R---..R-..5-8-.."], chords=["..x...x...x...x."], harmony=("reggae", "vamp"), palette="reggae"),
]  # fmt: skip
