#!/usr/bin/env python3
"""The spectrum and the beat in a terminal. Ctrl-C ends it.

    python3 terminal.py http://localhost:8080

Needs downbeat.py beside it, and nothing else.
"""

import os
import shutil
import sys

import downbeat

FPS, BANDS = 30, 32
STEPS = " ▁▂▃▄▅▆▇█"
ENTER, LEAVE = "\x1b[?1049h\x1b[?25l\x1b[2J", "\x1b[0m\x1b[?25h\x1b[?1049l"


def spread(bands, columns):
    """The height of the band of each column; the highest if a column has several. With gaps if there is space."""
    wide = columns // len(bands)
    if wide < 2:
        edges = [column * len(bands) // columns for column in range(columns + 1)]
        return [max(bands[low:max(high, low + 1)]) for low, high in zip(edges, edges[1:])]
    return [band if column + 1 < wide else 0 for band in bands for column in range(wide)]


def bars(bands, columns, rows):
    """Lines of text from the top down."""
    eighths = [round(height * rows * 8) for height in spread(bands, columns)]
    return ["".join(STEPS[min(max(eighth - row * 8, 0), 8)] for eighth in eighths) for row in reversed(range(rows))]


def light(phase):
    """A dot that is bright on the beat and fades until the next."""
    grey = 236 if phase is None else 236 + round(19 * (1 - phase) ** 2)
    return f"\x1b[38;5;{grey}m●\x1b[0m"


def title(state):
    track = state.get("track")
    return " – ".join(filter(None, (track.get("title"), track.get("artist")))) if track else ""


def screen(frame, words, columns, lines):
    picture = [f"\x1b[{row + 1};1H\x1b[38;5;{51 - row * 30 // lines}m{bar}\x1b[0m\x1b[K" for row, bar in
               enumerate(bars(downbeat.heights(frame), columns, max(1, lines - 1)))]
    position = frame["beat"] if 0 < frame["beat"] < 255 else ""
    return "".join(picture) + f"\x1b[{lines};1H {light(frame['phase'])} {position or ' '}  {words[:max(0, columns - 8)]}\x1b[K"


def main():
    options = downbeat.options(__doc__).parse_args()
    if os.environ.get("TERM", "dumb") == "dumb":
        sys.exit("this terminal cannot move its cursor (TERM is unset or dumb)")
    room = downbeat.join(options, {"frames": {"fps": FPS, "bands": BANDS, "lead": 1}, "state": True})
    words, size = "", None
    sys.stdout.write(ENTER)
    try:
        for event in room:
            if event["type"] == "state":
                words = title(event)
            elif event["type"] == "frame":
                before, size = size, shutil.get_terminal_size()
                clear = "\x1b[2J" if size != before else ""
                sys.stdout.write(clear + screen(event, words, *size))
                sys.stdout.flush()
    finally:
        sys.stdout.write(LEAVE)
        sys.stdout.flush()


if __name__ == "__main__":
    downbeat.run(main)
