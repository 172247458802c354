"""General MIDI programs to choose from."""

from .styles import JAZZ

BASSES = [32, 33, 33, 34, 35, 36, 38, 39, 38, 43, 58, 87]
KEYS = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 21, 80, 81]
GUITARS = [24, 25, 26, 27, 28, 29, 30, 104, 105, 106]
PADS = [48, 49, 50, 51, 52, 53, 54, 88, 89, 90, 91, 92, 93, 94, 95, 61, 16, 19]
LEADS = [0, 11, 12, 22, 40, 41, 42, 52, 53, 54, 56, 57, 59, 60, 64, 65, 66, 68, 71, 72, 73, 75, 78, 79, 80, 81, 82, 84, 85,
         87, 26, 27, 29, 30, 4, 105, 110]  # fmt: skip
PLUCKED = [0, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 27, 45, 46, 80, 81, 82, 88, 98, 99, 107, 108, 114]
SOLOISTS = [0, 0, 0, 0, 1, 24, 25, 6, 46, 4, 11, 8, 2]
CONSORTS = [0, 6, 19, 40, 48, 71, 73]


def draw_programs(rng, style):
    """The program of each channel: bass, comp, pad, lead, arpeggio and a spare lead."""
    pools = [BASSES, KEYS + GUITARS + GUITARS, PADS, LEADS, PLUCKED, LEADS]
    programs = {channel: rng.choice(pool) for channel, pool in enumerate(pools)}
    if style.name == "reggae":
        programs[1] = rng.choice([27, 28, 26, 16, 17, 18, 0, 4])
    if style.name in JAZZ or style.name == "bossa":
        programs[0] = rng.choice([32, 32, 33, 35])
        programs[1] = rng.choice([0, 0, 26, 4, 24, 11])
    return programs
