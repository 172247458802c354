"""Dances and tunes of Europe, classical textures, and odd metres. Six, nine and twelve eighths are counted in dotted beats; polka,
march and reel in bars of two."""

from .kinds import Kind


def tune(name, weight, slowest, fastest, **more):
    """A dance with a melody in phrases of four and eight bars."""
    given = {
        "form": "tune",
        "palette": "folk",
        "harmony": ("folk", "folk", "folkminor"),
        "lead": 1.0,
        "sung": 0.05,
        "grid": 2,
    } | more
    return Kind(name, weight, slowest, fastest, **given)


def consort(name, weight, slowest, fastest, **more):
    """A classical texture without drums."""
    given = {
        "form": "solo",
        "palette": "orchestra",
        "harmony": ("classical", "classical", "classicalminor"),
        "lead": 0.8,
        "sung": 0.0,
        "grid": 2,
        "live": 1.3,
    } | more
    return Kind(name, weight, slowest, fastest, **given)


def odd(name, weight, slowest, fastest, beats, **more):
    given = {"grid": 2, "harmony": ("rock", "minor", "vamp", "pop"), "palette": "rock"} | more
    return Kind(name, weight, slowest, fastest, beats, **given)


WALTZ = {"kick": ["x.....", "......"], "snare": ["..x.x.", "....x.", "......"], "hat": ["......", "x.x.x."]}
FOLK = [
    tune("polkas", 2, 104, 150, beats=2, drums={"kick": ["x.x.", "x..."], "snare": [".x.x"], "hat": ["....", "xxxx"]}, bass=["R.4.",
        "R.5."], chords=[".x.x"], palette="accordion"),
    tune("marches", 3, 92, 134, beats=2, grid=4, drums={"kick": ["x...x...", "x......."], "snare": ["..x...x.", "x.xxx.xx", "..x.x.xx",
        "x.x.xxx."], "cymbal": ["x...x...", "........"]}, bass=["R...4...", "R...5...", "2|R.4."], chords=["..x...x.", "x-------",
        "..xx..xx"], palette="brass", harmony=("folk", "classical")),
    tune("reels", 4, 96, 126, beats=2, grid=4, drums={"kick": ["x...x...", "........"], "snare": ["..x...x.", "........"],
        "perc": ["x.xxx.xx", "xxxxxxxx", "........"]}, bass=["R...5...", "R-------"], chords=["..x...x.", "x.xxx.xx", "x---x---",
        "b.x.b.x."]),
    tune("hornpipes", 2, 116, 184, swing=(0.6, 0.7), bass=["R...5...", "R.5.R.5."], chords=["..x...x.", "x.x.x.x.", "b.x.b.x."],
        drums={"kick": ["x...x...", "........"], "snare": ["..x...x.", "........"]}),
    tune("jigs", 5, 96, 142, beats=2, grid=3, bass=["R..5..", "R-----", "R..R.5"], chords=["x..x..", "x.xx.x", "..x..x", "b.xb.x",
        "x-----"], drums={"kick": ["x..x..", "x.....", "......"], "snare": ["..x..x", "......"], "perc": ["x.xx.x", "xxxxxx", "......"]}),
    tune("slipjigs", 3, 96, 140, beats=3, grid=3, bass=["R..R..5..", "R--------"], chords=["x..x..x..", "x.xx.xx.x", "b.xb.xb.x"],
        drums={"kick": ["x..x..x..", "........."], "perc": ["x.xx.xx.x", "xxxxxxxxx", "........."]}),
    tune("tarantella", 1.5, 128, 172, beats=2, grid=3, bass=["R..5..", "R..R.."], chords=["x.xx.x", "..x..x"], drums={"perc": ["xxxxxx",
        "x.xx.x"]}, harmony=("folkminor", "classicalminor"), palette="accordion"),
    tune("waltzslow", 3, 78, 112, beats=3, drums=WALTZ, bass=["R.....", "R---5-"], chords=["..x.x.", "b.x.x.", "x-----", "012121"],
        palette="ballroom", harmony=("pop", "classical", "jazz"), form="song"),
    tune("waltzfast", 3, 150, 215, beats=3, drums=WALTZ, bass=["R.....", "R.....5....."], chords=["..x.x.", "b.x.x."],
        palette="orchestra", harmony=("classical", "folk")),
    tune("waltzfolk", 3, 104, 180, beats=3, bass=["R.....", "R.....5.....", "R---a-"], chords=["..x.x.", "b.x.x.", "x-----", "x.xxxx"],
        drums={"kick": ["x.....", "......"], "perc": ["..x.x.", "......"]}, palette="accordion"),
    tune("countrywaltz", 2, 84, 140, beats=3, drums=WALTZ, bass=["R.....", "R.....5....."], chords=["..x.x.", "b.x.x.", "x.xxxx"],
        harmony=("country", "folk"), palette="country", sung=0.5, form="song"),
    tune("mazurka", 1.5, 110, 170, beats=3, drums={"kick": ["x.....", "......"], "snare": ["....x.", "..x.x."]}, bass=["R.....",
        "R.5.5."], chords=["..x.X.", "..X.x.", "b.x.X."]),
    tune("minuet", 1.5, 96, 144, beats=3, bass=["R.3.5.", "R-----", "R---3-", "R-5-8-"], chords=["..x.x.", "012121", "x-----"],
        harmony=("classical", "classicalminor"), palette="orchestra"),
    tune("polonaise", 1, 82, 112, beats=3, grid=4, bass=["R...5...5...", "R.RRR.R.R.R."], chords=["x.xxx.x.x.x.", "b.xxx.x.x.x."],
        harmony=("classical", "classicalminor"), palette="orchestra"),
    tune("schottische", 1, 88, 150, swing=(0.5, 0.67), bass=["R...5...", "R.5.R.5."], chords=["..x...x.", "b.x.b.x."],
        palette="accordion"),
    consort("chorale", 2.5, 54, 112, palette="choir", chords=["x-x-x-x-", "x---x---", "x-x-x---"], bass=["R-R-R-R-", "R-5-3-a-",
        "R---R-a-", "W-W-W-W-"], lead=0.6),
    consort("stringquartet", 2, 64, 132, chords=["xxxxxxxx", "x-------", "01210121", "x-x-x-x-"], bass=["R---5---", "R.R.R.R.",
        "R-------", "R-5-3-5-"]),
    consort("allegro", 2.5, 100, 152, chords=["02120212", "01210121", "xxxxxxxx", "4|0212021202120212"], bass=["R...R...", "R.5.R.5.",
        "RRRRRRRR", "R-------"]),
    consort("adagio", 2, 34, 74, grid=4, chords=["0121012101210121", "x-------x-------", "3|012012012012", "0.1.2.1.0.1.2.1."],
        bass=["R-------5-------", "R---------------"]),
    consort("brasschoir", 1.5, 66, 126, palette="brass", chords=["x-x-x-x-", "x.xxx.xx", "x---x---"], bass=["R-5-R-5-", "R---R-a-"]),
    consort("ostinato", 2.5, 70, 160, grid=4, chords=["xxxxxxxxxxxxxxxx", "x..x..x.x..x..x.", "0120120120120120", "x.xxx.xxx.xxx.xx"],
        bass=["R-------R-------", "R..R..R.R..R..R.", "R---------------"], drums={"low": ["x.......x.......", "x..x..x.........",
        "................"], "kick": ["x...............", "................"]}, harmony=("minor", "classicalminor", "metal"), lead=0.7),
    consort("pianosolo", 3, 64, 132, palette="piano", chords=["02120212", "..x...x.", "x.x.x.x.", "01232123", "b.x.b.x."],
        bass=["R-------", "R-..5-..", "R---R---"], lead=1.0),
    consort("pianowaltz", 2, 84, 190, beats=3, palette="piano", chords=["..x.x.", "b.x.x.", "012121"], bass=["R-----", "R....."],
        lead=1.0),
    consort("pianosix", 2, 40, 88, beats=2, grid=3, palette="piano", chords=["012321", "x..x..", "b12b12", "x.xx.x"], bass=["R-----",
        "R--5--"], lead=1.0),
    consort("nocturne", 1.5, 30, 66, grid=3, palette="piano", chords=["b12b12b12b12", "012321012321"], bass=["R-----------",
        "R-----5-----"], lead=1.0),
    consort("ragtime", 2, 80, 124, grid=4, palette="piano", chords=["b.x.b.x.b.x.b.x."], bass=[], harmony=("country", "blues",
        "classical"), lead=1.0, live=0.5),
    consort("stride", 1.5, 100, 200, palette="piano", swing=(0.56, 0.68), chords=["b.x.b.x."], bass=[], harmony=("jazz", "blues"),
        lead=1.0, live=0.6),
    odd("fiveband", 3, 90, 210, 5, drums={"kick": ["x.....x...", "x...x.....", "x..x..x...", "x.....xx.."], "snare": ["....x...x.",
        "..x.....x.", "..x...x...", "..x...x.x."], "hat": ["xxxxxxxxxx", "x.x.x.x.x."]}, bass=["R.....5...", "R..R..R.5.", "R---R-----",
        "~2"], chords=["x.....x...", "x..x..x.x.", "x-----x---", "~2", "0123210121"]),
    odd("sevenband", 3, 110, 250, 7, drums={"kick": ["x...x...x.....", "x.....x...x...", "x...x.....x..."], "snare": ["..x...x...x.x.",
        "....x...x...x.", "..x...x.....x."], "hat": ["x.x.x.x.x.x.x.", "xxxxxxxxxxxxxx"]}, bass=["R...R...R.....", "R.....5...R...",
        "~2"], chords=["x---x---x-----", "x-----x---x---", "~2", "x.x.x.x.x.x.x."]),
    odd("balkan", 1.5, 170, 300, 7, drums={"kick": ["x.....x...x..."], "snare": ["....x...x...x."], "perc": ["x...x.x.x.x.x.",
        "x.....x...x..."]}, bass=["R.....R...5..."], chords=["....x...x...x.", "x...x.x.x.x.x."], harmony=("folkminor", "vamp"),
        palette="accordion", lead=1.0),
    odd("sixband", 2, 96, 200, 6, drums={"kick": ["x.....x.....", "x...x...x...", "x...........", "x.........x."],
        "snare": ["......x.....", "..x...x...x.", "....x...x...", "......x...x."], "hat": ["xxxxxxxxxxxx", "x.x.x.x.x.x."]},
        bass=["R-----5-----", "R.R.R.R.R.a.", "~2", "R-----------"], chords=["x-----------", "x.....x.....", "~2", "012321012321"]),
    odd("nineband", 2, 50, 120, 3, grid=3, drums={"kick": ["x........", "x..x.....", "x....xx.."], "snare": ["...x..x..", "......x..",
        "...x....."], "hat": ["xxxxxxxxx", "x.xx.xx.x"]}, bass=["R--------", "R..R..5..", "R-----5--"], chords=["012321012", "x..x..x..",
        "x--------", "xxxxxxxxx"]),
    odd("threeband", 3, 64, 168, 3, drums={"kick": ["x.....", "x..x..", "x....x"], "snare": ["..x.x.", "....x.", "..x..."],
        "hat": ["xxxxxx", "x.x.x."]}, bass=["R-----", "R.R.5.", "~2", "R...a."], chords=["x.xxxx", "x-----", "012321", "x.x.x.", "~2"],
        sung=0.5),
]  # fmt: skip
