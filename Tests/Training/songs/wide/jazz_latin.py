"""Jazz and the music of Latin America, the Caribbean and West Africa."""

from .kinds import Kind

RIDE = ["x.xxx.xx", "x.x.x.x.", "x.xxx.x.", "xxx.xxx."]
PEDAL = ["..x...x.", "........"]
COMPING = ["~2", "~2", "x..x....", "...x..x.", "x...x...", "x.......", "..x...x.", ".x.....x"]
WALKING = ["W.W.W.W.", "W.W.W.W.", "R.5.R.5.", "R...5..."]
SON32, SON23 = "x..x..x...x.x...", "..x.x...x..x..x."
RUMBA32, RUMBA23 = "x..x...x..x.x...", "..x.x...x..x...x"
CLAVES = [SON32, SON23, SON23, SON32, RUMBA32, RUMBA23]  # two bars of eighths


def jazz(name, weight, slowest, fastest, swing, **more):
    drums = {
        "kick": ["x.x.x.x.", "........", "~2"],
        "snare": ["~2", "........"],
        "ride": RIDE,
        "pedal": PEDAL,
    } | more.pop("drums", {})
    given = {
        "bass": WALKING,
        "chords": COMPING,
        "grid": 2,
        "harmony": ("jazz", "jazz", "blues", "jazzminor"),
        "palette": "jazz",
        "lead": 0.8,
        "sung": 0.1,
    } | more
    return Kind(name, weight, slowest, fastest, drums=drums, swing=swing, **given)


def latin(name, weight, slowest, fastest, drums, **more):
    given = {"grid": 2, "harmony": ("latin", "latin", "minor"), "palette": "latin", "sung": 0.3} | more
    return Kind(name, weight, slowest, fastest, drums=drums, **given)


JAZZ_LATIN = [
    jazz("swingslow", 3, 58, 120, (0.6, 0.7)),
    jazz("swing", 5, 120, 210, (0.57, 0.68)),
    jazz("swingfast", 4, 200, 300, (0.51, 0.62), chords=["~2", "x.......", "...x....", "x..x...."]),
    jazz("bigband", 2, 110, 220, (0.58, 0.68), palette="brass", drums={"kick": ["x.x.x.x."], "snare": ["..x...x.", "........"]},
        chords=["~2", "x-..x..x", "...x--x."]),
    jazz("gypsyjazz", 2, 150, 270, (0.54, 0.66), palette="guitarjazz", drums={"kick": ["........"], "snare": ["........"],
        "ride": ["........"]}, bass=["R...5...", "W.W.W.W."], chords=["x.X.x.X.", "x.XxX.Xx"]),
    jazz("dixieland", 1.5, 140, 240, (0.56, 0.66), drums={"kick": ["x...x...", "x.x.x.x."], "snare": ["..x...x.", "o.xoo.xo"]},
        bass=["R...5...", "W.W.W.W."], chords=["..x...x.", "x.x.x.x."], palette="brass", harmony=("jazz", "country")),
    jazz("jazzballad", 2, 48, 84, (0.56, 0.68), bass=["R---5---", "W.W.W.W."]),
    Kind("jazzwaltzes", 2.5, 96, 210, beats=3, grid=2, swing=(0.56, 0.68), drums={"kick": ["x.....", "......"], "snare": ["~2", "......"],
        "ride": ["x.xxx.", "x.x.xx", "x.x.x."], "pedal": ["..x...", "..x.x.", "......"]}, bass=["W.W.W.", "R-----", "R---5-"],
        chords=["~2", "x..x..", "..x.x.", "x-----"], harmony=("jazz", "jazzminor"), palette="jazz", lead=0.8),
    Kind("jazzfive", 1, 130, 220, beats=5, grid=2, swing=(0.56, 0.66), drums={"kick": ["x.....x..."], "snare": ["~2", ".........."],
        "ride": ["x.xxx.x.xx", "x.x.xxx.x."], "pedal": ["..x.....x."]}, bass=["R..5..R.5.", "R-----5---"], chords=["x..x..x.x.",
        "x-----x---"], harmony=("jazzminor", "vamp"), palette="jazz", lead=0.8),
    latin("bossanova", 4, 100, 170, {"kick": ["x..xx..x", "x...x..."], "cross": [SON32, SON23, "x..x..x...x..x..", "..x..x..x..x..x."],
        "hat": ["xxxxxxxx"]}, bass=["R..55..R", "R-..5-..", "R--55--a"], chords=["~2", "x..x..x.", "x.x..x.x", "x..x..x...x..x..",
        ".x.x..x."], harmony=("jazz", "jazzminor"), palette="bossa"),
    latin("sambaband", 3, 92, 136, {"kick": ["x..ox..o", "x...x..."], "low": ["..x...X.", "..x...x."], "shaker": ["4|XooxXooxXooxXoox",
        "4|xxxxxxxxxxxxxxxx"], "perc": ["4|x.x.xx.x.x.xx.x.", "4|x..x..x...x.x...", "~4"], "snare": ["4|xooxoxooxooxoxoo", "........"]},
        bass=["R..a5..a", "R...5..."], chords=["4|x.x..x.x..x.x..x", "x..x..x.", "~4"], harmony=("latin", "jazz")),
    latin("salsa", 4, 150, 210, {"bell": ["x.x.x.xx", "x.xxx.xx", "x.xx.x.x"], "clave": CLAVES, "conga": ["..x...xx"],
        "shaker": ["x.x.x.x.", "........"]}, bass=["...5..8.", "R..5..8."], chords=["x.x.x..x.x.x.x.x", ".x.xx.x.x.xx.x.x",
        "x..xx.x..x.xx.x."], palette="salsa", lead=0.7, sung=0.5),
    latin("songuaracha", 2, 90, 150, {"clave": CLAVES, "conga": ["..x...xx"], "perc": ["XoooXooo", "xxxxxxxx"]}, bass=["...5..8.",
        "R..5..R."], chords=["0.1.2.1.0.12.1.2", "x.x..x.x", "01210121"]),
    latin("chacha", 2.5, 106, 132, {"bell": ["x.x.x.x."], "guiro": ["x.xxx.xx"], "conga": ["..x...xx"], "kick": ["x......."]},
        bass=["R..55.8.", "R..5..8.", "R..5.R.."], chords=["..x...x.", ".x.x.x.x", "x.x..x.x"]),
    latin("bolero", 2, 76, 116, {"shaker": ["x.xxxxxx", "xxxxxxxx"], "conga": ["..x...xx"], "perc": ["x.xxxxxx", "........"]},
        bass=["R--.5.8.", "R---5-8-"], chords=["x.......", "01212121", "x..x..x."], sung=0.6),
    latin("cumbia", 2, 82, 112, {"guiro": ["x.xxx.xx"], "kick": ["x...x...", "x.x.x.x."], "conga": ["..xx..xx", "..x...x."]},
        bass=["R...5.5.", "R...5.8."], chords=[".x.x.x.x"], sung=0.4),
    latin("merengue", 1.5, 118, 168, {"kick": ["x.x.x.x.", "x...x..."], "guiro": ["x.xxx.xx"], "conga": ["x.x.x.xx", "..x...xx"]},
        bass=["R...5...", "R.R.5.5."], chords=["x.xx.xx.", ".xx.xx.x"]),
    latin("bachata", 1.5, 112, 140, {"bongo": ["xxxxxxxx"], "guiro": ["x.xxx.xx"], "low": ["......x.", "......xx"]}, bass=["R--55-5-",
        "R..5R.5."], chords=["01210121", "02120212"], sung=0.5),
    latin("tangos", 2, 108, 136, {}, bass=["R.5.R.5.", "R.R.R.R.", "R..RR.5."], chords=["x.x.x.x.", "X..xx.x.", "X.x.X.x."],
        harmony=("classicalminor", "minor"), palette="tango", lead=0.9),
    latin("afrobeat", 2, 98, 134, {"kick": ["x.x..x..", "x..x..x.", "~4"], "snare": ["..x..x.x", "~4"], "hat": ["xxxxxxxx"],
        "shaker": ["4|xxxxxxxxxxxxxxxx"], "bell": ["x..x..x...x.x...", "........"]}, bass=["~2", "~4"], chords=["~4", ".x.x.x.x"],
        harmony=("vamp",), lead=0.7),
    Kind("afrotwelve", 2.5, 84, 140, grid=3, drums={"bell": ["x.x.xx.x.x.x"], "shaker": ["x.xx.xx.xx.x", "xxxxxxxxxxxx"],
        "conga": ["..xx....xx..", "~3"], "kick": ["x.....x.....", "x..x..x..x.."], "perc": ["~3"]}, bass=["~3", "R..R..5.....",
        "R.R..5.R...."], chords=["~3", "x.x.xx.x.x.x", "012012012012"], harmony=("vamp", "latin"), palette="latin"),
    latin("soca", 1.5, 110, 162, {"kick": ["x.x.x.x."], "snare": ["...x..x.", "4|...x..x....x..x."], "hat": [".x.x.x.x"]},
        bass=["R..R..5.", "~2"], chords=[".x.x.x.x"], harmony=("latin", "pop"), sung=0.5),
    latin("calypso", 1.5, 90, 136, {"kick": ["x...x..."], "snare": ["..xx..x.", "...x..x."], "shaker": ["xxxxxxxx"]}, bass=["R..5..8.",
        "R...5.a."], chords=[".x.x.x.x", "x..x..x."], harmony=("latin", "folk")),
    latin("handdrums", 2, 76, 160, {"conga": ["~4", "~2"], "low": ["x.......", "x...x...", "x..x...."], "bongo": ["~4"],
        "shaker": ["xxxxxxxx", "........"], "bell": ["........", "~2"]}, lead=0.1, sung=0.1, harmony=("vamp",)),
]  # fmt: skip
