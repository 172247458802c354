"""Electronic dance music and its relatives, counted as dancers tap it: dubstep and trap at the half, drum and bass at the full tempo.

Four on the floor has no accent on one here: the bar is told by chords, bass, fills and the sounds at the start of a phrase.
"""

from .kinds import Kind

FLOOR = ["x...x...x...x..."]
CLAPS = ["....x.......x...", "....x.......x..x", "................", "............x..."]
OFFBEATS = ["..x...x...x...x.", "..x...x...x...x.", "................"]
HATS = [
    "x.x.x.x.x.x.x.x.",
    "xoxoxoxoxoxoxoxo",
    "..x...x...x...x.",
    "xox.xox.xox.xox.",
    "................",
    "x.xxx.xxx.xxx.xx",
]
PERCUSSION = [
    "~4",
    "................",
    "...x..x....x..x.",
    "x..x..x.x..x..x.",
    "......x.......x.",
    "..............x.",
    "x..x..x..x..x...",
]
CLUB_BASS = ["..R...R...R...R.", ".RRR.RRR.RRR.RRR", "R..R..R...R.R...", "R.R.R.R.R.R.R.R.", "R.8.R.8.R.8.R.8.", "~4", "~4",
    "R-----R-----R---",
             "..R-..R-..R-..R8", "R---------------", "R..8..5.R..8..7.", "R-..R-..R-..5-a-", "..RR..RR..RR..R5",
                 "R.......R.....5."]  # fmt: skip
CLUB_CHORDS = ["x..x..x...x..x..", "..x...x...x...x.", "x-----x-----x---", "x---------------", "...x..x....x..x.", "~4",
    "x..x..x..x..x.x.",
               "x.x.x.x.x.x.x.x.", "................", "......x-........", "x-....x-........"]  # fmt: skip
ARPEGGIOS = [
    "0123012301230123",
    "0120120120120120",
    "0.1.2.3.2.1.0.1.",
    "0213021302130213",
    "0242024202420242",
    "~4",
    "01234321",
    "0.2.1.3.",
]
BREAKS = [
    {"kick": ["x.x.......xx...."], "snare": ["....x..o.o..x..o"]},
    {"kick": ["x.x.......xx....x.x.......xx....x.x.......x.......xx......x....."],
     "snare": ["....x..o.o..x..o....x..o.o..x..o....x..o.o....x..o..x..o.o....x."]},
    {"kick": ["x.x...x...x....."], "snare": ["....x.......x..."]},
    {"kick": ["x.......x.x....."], "snare": ["....x..o....x..."]},
    {"kick": ["x..x..x...x..x.."], "snare": ["....x..o.o..x..o"]},
    {"kick": ["x.....x..?x....."], "snare": ["....x.......x..o"]},
]  # fmt: skip


def club(name, weight, slowest, fastest, **more):
    """A kind of dance music on a grid of sixteenths."""
    drums = {"kick": FLOOR, "clap": CLAPS, "open": OFFBEATS, "hat": HATS, "perc": PERCUSSION}
    drums |= more.pop("drums", {})
    given = {"bass": CLUB_BASS, "chords": CLUB_CHORDS, "arpeggio": ARPEGGIOS, "harmony": ("vamp", "minor", "minor", "pop"),
        "form": "club",
             "palette": "electro", "live": 0.0, "lead": 0.5, "sung": 0.12} | more  # fmt: skip
    return Kind(name, weight, slowest, fastest, drums=drums, **given)


def broken(name, weight, slowest, fastest, **more):
    """A kind that goes over a break: a kick and a snare that belong together."""
    return club(
        name, weight, slowest, fastest, drums={"pair": BREAKS, "kick": [], "clap": []} | more.pop("drums", {}), **more
    )


HALF = {"kick": ["x.......x.......", "x.....x.........", "x..........x....", "x..x......x.....", "x.....x...x..x.."],
    "clap": ["....x.......x..."], "open": ["................"],
        "hat": ["x.x.x.x.x.x.x.x.", "xxxxxxxxxxxxxxxx", "x.xxx.x.x.xxx.xx", "8|x.x.x.x.xxxx.x.xx.x.x.x.x.xxxxxx",
        "6|x.x.x.x.x.x.xxxxxxx.x.x.", "..x...x...x...x."]}  # fmt: skip

ELECTRONIC = [
    club("house", 5, 116, 130),
    club("deephouse", 2, 116, 126, chords=["x..x..x...x..x..", "...x..x....x..x.", "~4"], harmony=("vamp", "minor", "jazz"), swing=(0.5,
        0.6), swings=4),
    club("techno", 5, 122, 150, chords=["................", "...x..x....x..x.", "~4", "......x-........"], harmony=("vamp",), lead=0.2),
    club("minimal", 2, 118, 130, harmony=("vamp",), lead=0.1, drums={"hat": ["..x...x...x...x.", "~4"]}, bass=["~4"], arpeggio=["~4"]),
    club("trance", 3, 128, 146, bass=["..R...R...R...R.", ".RRR.RRR.RRR.RRR"], chords=["x---------------", "x.xx.x.xx.xx.x.x", "~4"],
        harmony=("minor", "minor", "pop"), lead=0.8),
    club("psytrance", 1.5, 136, 150, bass=[".RRR.RRR.RRR.RRR", "..RR..RR..RR..RR"], harmony=("vamp",), arpeggio=["~4",
        "0123012301230123"]),
    club("eurodance", 2, 128, 156, bass=["..R...R...R...R.", "R.8.R.8.R.8.R.8.", "..RR..RR..RR..R5"], harmony=("minor", "pop"), lead=0.8,
        sung=0.4),
    club("hardcore", 3, 160, 205, bass=["..R...R...R...R.", "R...R...R...R...", "~2", "2|.R.R.R.R"], lead=0.7,
        drums={"hat": ["................", "..x...x...x...x."]}),
    club("hardstyle", 1.5, 145, 162, bass=["..R...R...R...R.", ".RRR.RRR.RRR.RRR"], lead=0.8, harmony=("minor",)),
    club("electro", 3, 100, 136, drums={"kick": ["x.....x.....x...", "x.....x...x.....", "x..x......x..x..", "x.....x..x......"],
        "clap": ["....x.......x..."]}, bass=["~4", "R.R8R.R8R.R8R.R8", "R..R..R.R..R..R."]),
    broken("breaks", 3, 118, 144),
    broken("drumandbass", 5, 160, 182, bass=["~4", "R-----------....", "R-------R-------", "R-......R-..5-..", "~2"], lead=0.4,
        drums={"open": ["................"]}),
    broken("jungle", 2, 152, 174, bass=["R---....R-..R---", "R-----......R---", "~2"], harmony=("vamp", "minor", "jazzminor")),
    club("twostep", 2, 126, 138, drums={"kick": ["x.........x.....", "x.....x...x.....", "x..x......x....."],
        "clap": ["....x.......x..."]}, swing=(0.54, 0.64), swings=4, harmony=("jazz", "minor", "vamp")),
    club("dubstep", 4, 66, 75, drums=HALF, bass=["~4", "6|R.....R.....R..R..R.R.R.", "R-------R---R---", "~8", "3|R..R.RR..R.R"],
        harmony=("vamp", "minor")),
    club("trapbeat", 4, 58, 84, drums=HALF, bass=["R-----R---......", "R---......R---..", "~4", "R.........R-..5-"], harmony=("vamp",
        "minor", "minor"), form="song", sung=0.3),
    club("futurebass", 2, 66, 84, drums=HALF, chords=["x.x.x.xx.x.x.xx.", "8|x-x-x-x-x-x-x-x-x-x-x-x-x-x-x-x-", "~4"], harmony=("pop",
        "minor", "gospel"), lead=0.8),
    club("synthwave", 3, 78, 122, drums={"kick": ["x.......x.......", "x...x...x...x...", "x.......x.x....."],
        "clap": ["....x.......x..."]}, bass=["RRRRRRRRRRRRRRRR", "R.R.R.R.R.R.R.R.", "R.8.R.8.R.8.R.8.", "RR8RRR8RRR8RRR8R"],
        harmony=("minor", "minor", "pop"), lead=0.7),
    club("synthpop", 3, 96, 146, drums={"kick": ["x.......x.......", "x...x...x...x...", "x.....x.x......."],
        "clap": ["....x.......x..."]}, form="song", harmony=("pop", "minor"), lead=0.6, sung=0.4),
    club("discobeat", 2, 106, 134, bass=["R.8.R.8.R.8.R.8.", "R..R..8.R..5..8.", "~4"], harmony=("minor", "pop", "jazz"), form="song",
        palette="soul", live=0.4),
    club("electroswing", 1.5, 104, 132, swing=(0.58, 0.68), swings=2, grid=2, drums={"kick": ["x.x.x.x."], "clap": ["..x...x."],
        "open": [".x.x.x.x"], "hat": ["xxxxxxxx"], "perc": ["~2"]}, bass=["R.5.R.5.", "W.W.W.W."], chords=["..x...x.", ".x.x.x.x",
        "x.x.x.x."], arpeggio=["~2"], harmony=("jazzminor", "jazz", "minor"), palette="jazz", lead=0.8),
    broken("triphop", 2, 62, 96, bass=["~4", "R-----..R-....5-"], swing=(0.5, 0.6), swings=4, harmony=("vamp", "minor", "jazzminor"),
        form="song", sung=0.4),
    broken("idm", 2, 72, 150, drums={"perc": ["~4", "~8"], "hat": ["~4", "~8"]}, bass=["~4"], arpeggio=["~4"], chords=["~4",
        "x---------------"]),
    club("lofi", 2, 66, 94, swing=(0.53, 0.64), swings=4, drums={"kick": ["x......x..x.....", "x.....x..x......", "x..x......x....."],
        "clap": ["....x.......x..."], "open": ["................"]}, harmony=("jazz", "jazzminor"), bass=["R-----..5-..R-..", "~4"],
        form="song", palette="soul"),
    club("boombap", 4, 80, 106, swing=(0.5, 0.62), swings=4, drums={"kick": ["x......x..x.....", "x.x.......x..x..", "x.....x..xx.....",
        "x..x..x...x....."], "clap": ["....x.......x..."], "open": ["................", "......x........."]}, bass=["~4",
        "R.....R...5.R..."], form="song", harmony=("vamp", "minor", "jazzminor"), sung=0.5),
    club("reggaeton", 3, 84, 108, drums={"kick": FLOOR, "clap": ["...x..x....x..x."], "open": ["................"],
        "hat": ["x.x.x.x.x.x.x.x.", "................"]}, bass=["R..R..R.R..R..R.", "R.....R.R.....R.", "~4"], form="song",
        harmony=("minor", "vamp"), sung=0.5),
    club("moombahton", 1, 100, 114, drums={"clap": ["...x..x....x..x.", "....x.......x..."]}),
    club("dancehall", 1.5, 88, 112, drums={"kick": ["x..x..x.........", "x..x....x..x...."], "clap": ["......x.......x.",
        "...x..x....x..x."]}, form="song", harmony=("reggae", "vamp"), sung=0.4),
    club("ambientpulse", 2, 60, 124, drums={"kick": ["................", "x..............."], "clap": ["................"],
        "open": ["................"], "hat": ["................", "..x...x...x...x."], "perc": ["~4", "................"]},
        harmony=("pop", "minor", "vamp")),
    club("videogame", 2, 84, 176, drums={"kick": ["x.......x.......", "x.....x.x.......", *FLOOR], "clap": ["....x.......x..."]},
        form="chip", harmony=("pop", "minor", "rock"), lead=1),
    club("hyper", 1.5, 150, 190, drums={"kick": ["x...x...x...x...", "x.....x...x.....", "x.......x......."], "clap": ["....x.......x...",
        "........x......."]}, form="song", harmony=("pop",), lead=0.7, sung=0.4),
]  # fmt: skip
