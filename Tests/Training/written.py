"""Renders music that people wrote: grooves of MMA's libraries over chords drawn at random, MIDI files, and tracker modules.

written.py FOLDER COUNT FONT:WEIGHT,FONT:WEIGHT [--files FOLDER] [--first SEED]  ->  FOLDER/NAME.npz, as render.py writes them

Without --files, each seed is a band of one of MMA's two thousand grooves (Debian: mma). With it, every MIDI file and module below a folder,
and those inside the WADs of Doom, are rendered COUNT times, each time in another font and mix. A module's beat is usually four rows long.
"""

import argparse
import ctypes
import glob
import hashlib
import io
import os
import re
import struct
import subprocess
import tempfile
from random import Random
from typing import NamedTuple

import mido
import numpy as np

from mastering import coded, master
from render import load_fonts, store
from synthesizer import DRUM_CHANNEL, RATE

LENGTH = 55.0  # seconds of an excerpt
FEWEST_NOTES, FEWEST_BEATS = 60, 24
LIBRARY = "/usr/share/mma/lib/*/*.mma"
VARIANTS = re.compile(r"intro|end|fill|break", re.I)
# Tempi of a groove by a part of its name; the first that fits.
TEMPI = [
    ("vienes|vienn", 140, 190), ("fast.*(jazz|swing)|bebop", 190, 240), ("slow", 58, 88), ("waltz", 85, 165), ("ballad|lullaby|hymn", 58, 86),
    ("dnb|jungle|drum.?n", 160, 180), ("techno|house|trance|disco|dance|euro|club|rave", 116, 142), ("hip|trip|rap|r&b|rnb|soul|motown", 72, 112),
    ("metal|punk|speed|hard", 110, 185), ("reggae|dub", 66, 96), ("swing|jazz|bigband|dixie|boog|rag|charleston|basie", 105, 205),
    ("bossa", 105, 150), ("samba|salsa|mambo|merengue", 90, 125), ("rhumba|rumba|beguine|bolero|cha|tango|latin|afro|cuban", 88, 132),
    ("country|bluegrass|folk|western|train", 90, 150), ("funk|fusion", 88, 122), ("blues|shuffle", 70, 140), ("rock|twist|surf|beat|pop", 80, 150),
    ("", 80, 140),
]  # fmt: skip
AMBIGUOUS = re.compile(r"polka|march|two.?step|cut|fox", re.I)  # counted in two or in four
PROGRESSIONS = [
    "C Am F G", "C G Am F", "Am F C G", "C F G C", "C C F G", "Dm7 G7 CM7 CM7", "CM7 Am7 Dm7 G7", "Am G F E7", "C7 C7 C7 C7 F7 F7 C7 C7 G7 F7 C7 G7",
    "Am Am Dm E7", "C Em F G", "F G Em Am", "C Bb F C", "Am7 D7 GM7 CM7 F#m7b5 B7 Em Em", "C C7 F Fm", "Am C G D", "C D F C", "Dm Dm C C",
    "Em Em D D C C B7 B7", "C Am Dm G7", "Fm Db Ab Eb", "Gm7 C7 FM7 FM7", "C F C G C F G C", "Am Am Am Am", "C7 C7 F7 F7", "Bb Gm Eb F",
]  # fmt: skip


KINDS = {"mid": "midi", "midi": "midi", "wad": "midi", **dict.fromkeys(("mod", "xm", "it", "s3m", "mtm", "stm"), "module")}


class Groove(NamedTuple):
    library: str
    name: str
    bar: int  # MMA beats
    beats: int  # that are tapped
    fills: list


class Written(NamedTuple):
    notes: list  # (start, end, channel, pitch, velocity)
    programs: dict
    beats: list  # (time, place in the bar)


def grooves():
    found = []
    for path in sorted(glob.glob(LIBRARY)):
        bar, signature, names = 4, "", []
        for line in open(path, errors="replace"):
            words = line.split("//")[0].split()
            word = words[0].lower() if words else ""
            if word == "time" and len(words) > 1 and words[1].isdigit():
                bar = int(words[1])
            elif word == "timesig":
                signature = "/".join(words[1:])
            elif word == "defgroove" and len(words) > 1:
                names.append((words[1], bar, bar // 3 if signature.startswith("6/8") and bar % 3 == 0 else bar))
        library = path.split("/")[-2]
        fills = [name for name, _, _ in names if "fill" in name.lower()]
        found.append([Groove(library, *name, fills) for name in names if not VARIANTS.search(name[0]) and not AMBIGUOUS.search(name[0])])
    return [group for group in found if group]


def band(seed, groups):
    """A song of one groove, or of two of the same file."""
    rng = Random(seed * 104729 + 7)
    group = rng.choice(groups)
    main, other = rng.choice(group), rng.choice(group)
    if other.bar != main.bar:
        other = main
    slowest, fastest = next((low, high) for words, low, high in TEMPI if re.search(words, main.name, re.I))
    tempo = rng.uniform(slowest, fastest)
    if main.beats * 3 == main.bar:
        tempo = rng.uniform(46, 96) * 3
    chords = rng.choice(PROGRESSIONS).split()
    rate = rng.choice([1, 1, 1, 2])  # bars of a chord
    lines = [f"Tempo {tempo:.3f}", f"KeySig {rng.choice('CDFG')}", f"Transpose {rng.randint(-5, 6)}"]
    bars = int(LENGTH * tempo / 60 / main.bar) + 1
    fills = [fill for fill in main.fills if fill.lower()[:3] == main.name.lower()[:3]]
    phrase = rng.choice([4, 8, 8])
    for number in range(bars):
        groove = other if number // 16 % 2 else main
        name = rng.choice(fills) if fills and number % phrase == phrase - 1 and rng.random() < 0.7 else groove.name
        lines += [f"Groove {main.library}:{name}", f"{number + 1} {chords[number // rate % len(chords)]}"]
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "song.mma")
        with open(source, "w") as file:
            file.write("\n".join(lines) + "\n")
        result = subprocess.run(["mma", source, "-f", source + ".mid"], capture_output=True, check=False)
        if result.returncode != 0 or not os.path.exists(source + ".mid"):
            return None
        written = of_midi(open(source + ".mid", "rb").read())
    if written is None:
        return None
    beat = 60 / tempo * main.bar / main.beats
    beats = [(index * beat, index % main.beats + 1) for index in range(bars * main.beats)]
    return written._replace(beats=beats)


def of_midi(data):
    """The notes and the beats of a MIDI file; its quarters are beats, or dotted quarters in eighths by threes."""
    try:
        file = mido.MidiFile(file=io.BytesIO(data))
    except Exception:  # whatever is wrong with a file, it is left out
        return None
    per_beat, events = file.ticks_per_beat, []
    for track in file.tracks:
        tick = 0
        for message in track:
            tick += message.time
            events.append((tick, message))
    events.sort(key=lambda event: event[0])
    tempi = [(0, 500000)] + [(tick, message.tempo) for tick, message in events if message.type == "set_tempo"]
    edges = np.array([tick for tick, _ in tempi], float)
    rates = np.array([tempo for _, tempo in tempi]) / 1e6 / per_beat
    starts = np.concatenate([[0], np.cumsum(np.diff(edges) * rates[:-1])])

    def seconds(tick):
        index = np.searchsorted(edges, tick, side="right") - 1
        return float(starts[index] + (tick - edges[index]) * rates[index])

    notes, open_notes, programs = [], {}, {}
    for tick, message in events:
        if message.type == "program_change":
            programs.setdefault(message.channel, message.program)
        elif message.type == "note_on" and message.velocity:
            open_notes.setdefault((message.channel, message.note), (seconds(tick), message.velocity))
        elif message.type in ("note_on", "note_off"):
            held = open_notes.pop((message.channel, message.note), None)
            if held:
                notes.append((held[0], max(seconds(tick), held[0] + 0.03), message.channel, message.note, held[1]))
    if len(notes) < FEWEST_NOTES:
        return None
    signatures = [(0, 4, 4)] + [(t, m.numerator, m.denominator) for t, m in events if m.type == "time_signature"]
    last, beats = events[-1][0], []
    for index, (first, count, unit) in enumerate(signatures):
        step = per_beat * 4 / unit
        if unit == 8 and count % 3 == 0:
            step, count = step * 3, count // 3
        until = signatures[index + 1][0] if index + 1 < len(signatures) else last
        beats += [(seconds(first + k * step), k % count + 1) for k in range(int(np.ceil((until - first) / step)))]
    return Written(notes, programs, beats)


openmpt = ctypes.CDLL("libopenmpt.so.0")
openmpt.openmpt_module_create_from_memory2.restype = ctypes.c_void_p
openmpt.openmpt_module_create_from_memory2.argtypes = [ctypes.c_char_p, ctypes.c_size_t] + [ctypes.c_void_p] * 7
for name in ("order", "row"):
    getattr(openmpt, f"openmpt_module_get_current_{name}").argtypes = [ctypes.c_void_p]
openmpt.openmpt_module_destroy.argtypes = [ctypes.c_void_p]
openmpt.openmpt_module_read_float_mono.restype = ctypes.c_size_t
openmpt.openmpt_module_read_float_mono.argtypes = [ctypes.c_void_p, ctypes.c_int32, ctypes.c_size_t, ctypes.c_void_p]
PIECE = 64  # samples between two looks at the row


def of_module(data):
    """Samples and beats of a module: a beat begins with every fourth row of a pattern, a bar with every sixteenth."""
    module = openmpt.openmpt_module_create_from_memory2(data, len(data), *[None] * 7)
    if not module:
        return None
    count = int((LENGTH + 12) * RATE) // PIECE
    samples, rows, before = np.zeros(count * PIECE, np.float32), [], None
    for piece in range(count):
        row = openmpt.openmpt_module_get_current_order(module), openmpt.openmpt_module_get_current_row(module)
        if row != before:
            rows.append((piece * PIECE / RATE, row[1]))
            before = row
        if openmpt.openmpt_module_read_float_mono(module, RATE, PIECE, samples.ctypes.data + piece * PIECE * 4) < PIECE:
            break
    openmpt.openmpt_module_destroy(module)
    if len(rows) < 8 * FEWEST_BEATS:
        return None
    # Rows of a beat: four at the usual speed, so many that the tempo is between 70 and 170.
    row_length = np.median(np.diff([time for time, _ in rows]))
    size = next((size for size in (4, 8, 2, 6, 3) if 68 <= 60 / (row_length * size) <= 172), None)
    if size is None:
        return None
    beats = [(time, row // size % 4 + 1) for time, row in rows if row % size == 0]
    return samples[: int(rows[-1][0] * RATE)], beats


def excerpt(beats, rng):
    """Where a part of a song begins, and the beats in it."""
    latest = beats[-1][0] - LENGTH
    start = rng.uniform(0, latest) if latest > 0 and rng.random() < 0.6 else max(0.0, beats[0][0] - rng.uniform(0.1, 2))
    return start, [(time - start, place) for time, place in beats if start <= time <= start + LENGTH]


def is_steady(beats):
    intervals = np.diff([time for time, _ in beats])
    return len(beats) >= FEWEST_BEATS and 0.24 < np.median(intervals) < 1.4 and intervals.min() > 0.12


def played(written, synthesizer, rng):
    """An excerpt of notes, mixed anew: samples and beats."""
    start, beats = excerpt(written.beats, rng)
    notes = [(a - start, b - start, *rest) for a, b, *rest in written.notes if start <= a < start + LENGTH]
    if len(notes) < FEWEST_NOTES or not beats:
        return None
    first, last = min(note[0] for note in notes), max(note[0] for note in notes)
    beats = [beat for beat in beats if first - 0.05 <= beat[0] <= last + 0.05]
    if not is_steady(beats):
        return None
    volumes = {channel: rng.uniform(60, 120) for channel in range(16)}
    duration = min(LENGTH, last + 1.5)
    samples = synthesizer.render(notes, written.programs, written.programs.get(DRUM_CHANNEL, 0), volumes, duration)
    return coded(master(samples, rng), rng), beats


def cut(samples, beats, rng):
    """An excerpt of a module: samples and beats."""
    start, beats = excerpt(beats, rng)
    samples = samples[int(start * RATE) : int((start + LENGTH) * RATE)]
    beats = [beat for beat in beats if beat[0] < len(samples) / RATE]
    return (coded(master(samples, rng), rng), beats) if is_steady(beats) else None


def files(folder):
    """Kind, mark and bytes of every MIDI file and module below a folder, the same only once."""
    met = set()
    for path in sorted(glob.glob(os.path.join(folder, "**", "*"), recursive=True)):
        kind = path.lower().rsplit(".", 1)[-1]
        if not os.path.isfile(path) or kind not in KINDS:
            continue
        data = open(path, "rb").read()
        for part in midi_of_wad(data) if kind == "wad" else [data]:
            mark = hashlib.sha256(part).hexdigest()[:12]
            if mark not in met:
                met.add(mark)
                yield KINDS[kind], mark, part


def midi_of_wad(data):
    """The MIDI files in a WAD of Doom."""
    count, directory = struct.unpack("<ii", data[4:12])
    entries = [struct.unpack("<ii", data[directory + 16 * entry :][:8]) for entry in range(count)]
    return [data[start : start + size] for start, size in entries if data[start : start + 4] == b"MThd"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("count", type=int)
    parser.add_argument("fonts", help="FONT:WEIGHT,FONT:WEIGHT")
    parser.add_argument("--files")
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()

    os.makedirs(options.folder, exist_ok=True)
    synthesizers, weights = load_fonts(options.fonts)
    if not options.files:
        groups = grooves()
        for seed in range(options.first, options.first + options.count):
            written, rng = band(seed, groups), Random(seed)
            made = written and played(written, rng.choices(synthesizers, weights)[0], rng)
            if made:
                store(os.path.join(options.folder, f"groove{seed}.npz"), *made, "groove")
        return
    for kind, mark, data in files(options.files):
        is_midi = kind == "midi"
        whole = of_midi(data) if is_midi else of_module(data)
        for number in range(options.count) if whole else ():
            rng = Random(f"{mark}{number}{options.first}")
            made = played(whole, rng.choices(synthesizers, weights)[0], rng) if is_midi else cut(*whole, rng)
            if made:
                store(os.path.join(options.folder, f"{mark}-{number}.npz"), *made, kind)


if __name__ == "__main__":
    main()
