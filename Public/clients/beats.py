#!/usr/bin/env python3
"""Prints every beat at its moment.

    python3 beats.py http://localhost:8080
    python3 beats.py --json | your-program

Needs downbeat.py beside it, and nothing else.
"""

import json

import downbeat


def line(beat):
    bar = f"bar {beat['bar']}.{beat['position']}" if beat["position"] else "bar -"
    return f"beat {beat['beat']}  {bar}  {beat['bpm']:.2f} bpm"


def main():
    parser = downbeat.options(__doc__)
    parser.add_argument(
        "--json", action="store_true",
        help="print the server's message, with the time by this computer's clock in microseconds (local) and how late that is (errorMs)")
    options = parser.parse_args()
    room = downbeat.join(options, {"beats": {"lead": 2}})
    for event in room:
        if event["type"] != "beat":
            continue
        if options.json:
            late = room.clock.now() - (event["due"] - room.early)
            event.update(local=downbeat.local_time(), errorMs=round(late / 1000, 3))
        print(json.dumps(event) if options.json else line(event), flush=True)


if __name__ == "__main__":
    downbeat.run(main)
