"""General MIDI programs of a band: bass, chords, pad, lead, arpeggio, second voice."""

FINGERED, PICKED, UPRIGHT, SYNTH_BASS = [33, 33, 34, 35, 36], [34, 33, 37], [32, 32, 35], [38, 39, 38, 87]
CLEAN, DRIVEN, NYLON = [24, 25, 26, 27, 28], [29, 30, 29, 30, 27], [24, 25, 25]
PIANOS, ORGANS, EPIANOS = [0, 0, 1, 2, 3], [16, 17, 18, 19], [4, 5, 4, 5, 2]
STRINGS, CHOIR, SYNTH_PADS = [48, 49, 50, 51], [52, 53, 54], [88, 89, 90, 91, 92, 93, 94, 95, 50, 51]
SYNTH_LEADS, PLUCKS = (
    [80, 81, 81, 82, 84, 85, 86, 87, 62, 63],
    [8, 9, 10, 11, 12, 13, 14, 15, 45, 46, 80, 81, 98, 99, 107, 108],
)
HORNS, WOODS, FIDDLES = [56, 57, 58, 59, 60, 61], [64, 65, 66, 67, 68, 70, 71, 72, 73], [40, 40, 41, 42, 110]
BASS_POOLS, CHORD_POOLS, PAD_POOLS, LEAD_POOLS, ARPEGGIO_POOLS = 0, 1, 2, 3, 4
PALETTES = {
    "rock": (FINGERED + PICKED, CLEAN + DRIVEN + DRIVEN + PIANOS, STRINGS + ORGANS, DRIVEN + CLEAN + HORNS + PIANOS + SYNTH_LEADS,
    CLEAN + PLUCKS),
    "soul": (FINGERED, EPIANOS + ORGANS + CLEAN + PIANOS, STRINGS + ORGANS, HORNS + WOODS + EPIANOS + CLEAN, CLEAN + PLUCKS),
    "jazz": (UPRIGHT + [33], PIANOS + [26, 26, 4, 11], STRINGS, HORNS + WOODS + [0, 26, 11], [11, 12, 26]),
    "guitarjazz": (UPRIGHT, [24, 25, 26], STRINGS, [24, 25, 26, 40, 71, 21], [24]),
    "bossa": (UPRIGHT + [33], NYLON + [0, 4, 26], STRINGS, WOODS + [0, 24, 11], NYLON),
    "latin": (UPRIGHT + FINGERED, NYLON + PIANOS + [21], STRINGS + [61], HORNS + WOODS, [24, 11, 12, 114]),
    "salsa": (UPRIGHT + FINGERED, [0, 0, 1, 2, 3], [61, 48], HORNS + [73], [11]),
    "tango": ([32, 32, 43], [21, 23, 0], STRINGS, [21, 23, 40, 0], [0]),
    "reggae": (FINGERED, [27, 28, 26, 16, 17, 18, 0, 4], ORGANS + [61], HORNS + [22, 80, 17], CLEAN),
    "country": (UPRIGHT + FINGERED, [24, 25, 25, 0, 27], STRINGS + [16], [22, 25, 27, 40, 105, 110, 0], [105, 25, 105]),
    "folk": ([32, 43, 35, 109, 21], [25, 24, 0, 21, 46, 105], [48, 109, 21, 19], FIDDLES + [72, 73, 75, 21, 22, 105, 109, 46], [25, 46,
    105]),
    "accordion": ([32, 58, 21, 33], [21, 21, 23, 25, 0], [48, 21], [21, 21, 22, 40, 71, 56], [25]),
    "ballroom": (UPRIGHT, [0, 25, 48, 21], STRINGS, WOODS + [0, 40, 56, 21], [46]),
    "brass": ([58, 58, 57, 43], [60, 61, 57, 56], [61, 60], HORNS + [71, 72], [56, 71]),
    "orchestra": ([42, 43, 48, 70], [48, 49, 45, 46, 6, 41, 0], STRINGS + [60], FIDDLES + WOODS + [56, 60, 6], [46, 45, 6]),
    "choir": ([52, 53, 19, 48], [52, 53, 19, 52], [19, 48], [52, 53, 54], [46]),
    "piano": ([0], [0], STRINGS, [0], [0]),
    "guitar": ([24], [24], STRINGS, [24], [24]),
    "electro": (SYNTH_BASS, SYNTH_LEADS + EPIANOS + ORGANS + [0, 0, 90, 50], SYNTH_PADS + STRINGS, SYNTH_LEADS + PLUCKS,
    PLUCKS + SYNTH_LEADS),
    "chip": ([80, 38, 39, 87, 81], [80, 80, 81, 82, 62], [80, 89, 50], [80, 80, 81, 82, 85], [80, 81, 82, 98]),
}  # fmt: skip
KITS = {
    "electro": [24, 25, 25, 0, 16, 8],
    "chip": [25, 24, 0],
    "jazz": [32, 32, 40, 0],
    "orchestra": [48, 0],
    "brass": [48, 0, 32],
    "rock": [0, 16, 8, 0],
}


def draw_programs(rng, palette):
    """The program of each channel; now and then a part is lent from another band."""
    pools = PALETTES[palette]
    if palette in ("piano", "guitar"):
        same = rng.choice([0, 0, 0, 1, 2, 3, 4, 6, 11] if palette == "piano" else [24, 25, 25, 26, 27, 46])
        return {
            0: same,
            1: same,
            2: rng.choice(STRINGS),
            3: same if rng.random() < 0.7 else rng.choice(WOODS + FIDDLES),
            4: same,
            5: same,
        }
    programs = {channel: rng.choice(pool) for channel, pool in enumerate(pools)}
    programs[5] = rng.choice(pools[LEAD_POOLS])
    if rng.random() < 0.12 and palette not in ("chip", "choir"):
        channel = rng.choice([CHORD_POOLS, LEAD_POOLS, PAD_POOLS])
        programs[channel] = rng.choice(PALETTES[rng.choice(["rock", "soul", "electro", "orchestra", "folk"])][channel])
    return programs


def draw_kit(rng, palette):
    return rng.choice(KITS.get(palette, [0, 0, 8, 16, 40]))
