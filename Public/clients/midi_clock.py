#!/usr/bin/env python3
"""MIDI clock for drum machines and sequencers: 24 pulses a quarter between the beats, with start, continue and stop.

    python3 midi_clock.py http://localhost:8080 --out /dev/snd/midiC1D0     a MIDI port (amidi -l lists them: hw:1,0 is this one)
    python3 midi_clock.py --out - | your-program

A beat counts as a quarter. After a pause or a seek it tells the place (song position) and continues on the next beat. Needs
downbeat.py beside it, and nothing else.
"""

import os
import sys

import downbeat

PULSES = 24
CLOCK, START, CONTINUE, STOP = b"\xf8", b"\xfa", b"\xfb", b"\xfc"
AHEAD = 5_000  # a device needs the start message a little before the first pulse


def position(beat):
    """Song position counts sixteenths in 14 bits."""
    sixteenths = min(beat * 4, 0x3FFF)
    return bytes([0xF2, sixteenths & 0x7F, sixteenths >> 7])


class Pulses:
    """Plans what to send from the announced beats."""

    def __init__(self):
        self.last = None

    def plan(self, message):
        if message["type"] != "beat":
            if message["type"] == "welcome":
                self.last = None  # earlier plans are void
            yield from downbeat.announced(message)
            return
        last, self.last = self.last, message
        if last and last["generation"] == message["generation"] and last["beat"] + 1 == message["beat"]:
            for pulse in range(1, PULSES):
                due = last["due"] + (message["due"] - last["due"]) * pulse // PULSES
                yield due, {"type": "midi", "generation": message["generation"], "bytes": CLOCK}
        else:
            begin = START if message["beat"] == 0 else position(message["beat"]) + CONTINUE
            yield message["due"] - AHEAD, {"type": "begin", "generation": message["generation"], "bytes": begin}
        yield message["due"], {"type": "midi", "generation": message["generation"], "bytes": CLOCK}


def main():
    parser = downbeat.options(__doc__)
    parser.add_argument("--out", required=True, metavar="FILE", help="where to write: a MIDI device, a file, or - for standard output")
    options = parser.parse_args()
    try:
        out = sys.stdout.fileno() if options.out == "-" else os.open(options.out, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    except OSError as problem:
        sys.exit(f"{options.out}: {problem.strerror}")
    running = None  # the generation that plays, once it began
    try:
        # Slow music has two seconds between beats, and the pulses need both beats.
        for event in downbeat.join(options, {"beats": {"lead": 4}}, Pulses().plan):
            if event["type"] == "timeline" and running is not None and event["generation"] > running:
                os.write(out, STOP)
                running = None
            elif event["type"] == "begin":
                if running is not None:
                    os.write(out, STOP)
                os.write(out, event["bytes"])
                running = event["generation"]
            elif event["type"] == "midi" and event["generation"] == running:
                os.write(out, event["bytes"])
    finally:
        if running is not None:
            os.write(out, STOP)


if __name__ == "__main__":
    downbeat.run(main)
