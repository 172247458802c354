#!/usr/bin/env python3
"""Sends the beat as Open Sound Control messages over UDP, at their moment:

    /beat  i i   the beat's number from 0 and its position in the bar from 1 (0: unknown)
    /bar   i     the bar's number, on its first beat
    /tempo f     beats a minute, when that has changed by more than half a beat

    python3 osc.py http://localhost:8080 --to 127.0.0.1:9000

With --ahead they go out so much earlier, as bundles that say when they are meant: for programs that heed OSC time tags and whose
computer has the right time. Needs downbeat.py beside it, and nothing else.
"""

import argparse
import struct
import time

import downbeat

SINCE_1900 = 2_208_988_800  # seconds from 1900, where time tags begin, to 1970


def text(string):
    """Terminated by a zero and padded to a multiple of four bytes."""
    return string.encode() + bytes(4 - len(string.encode()) % 4)


def message(address, *values):
    tags = "," + "".join("f" if isinstance(value, float) else "i" for value in values)
    return text(address) + text(tags) + b"".join(struct.pack(">f" if isinstance(v, float) else ">i", v) for v in values)


def bundle(messages, seconds):
    """For the time `seconds` after 1970 by the wall clock."""
    tag = struct.pack(">II", int(seconds) + SINCE_1900, int(seconds % 1 * 2 ** 32))
    return b"#bundle\0" + tag + b"".join(struct.pack(">i", len(one)) + one for one in messages)


def host_and_port(address):
    host, _, port = address.rpartition(":")
    if not host:
        raise argparse.ArgumentTypeError(f"{address} is not HOST:PORT, such as 127.0.0.1:9000")
    return downbeat.host(host), downbeat.port(port)


def main():
    parser = downbeat.options(__doc__)
    parser.add_argument("--to", type=host_and_port, default="127.0.0.1:9000", metavar="HOST:PORT", help="default: %(default)s")
    parser.add_argument("--ahead", type=float, metavar="MS", help="send time-tagged bundles so much before they are due")
    options = parser.parse_args()
    options.early += options.ahead or 0
    out = downbeat.Datagrams(*options.to)
    room = downbeat.join(options, {"beats": {"lead": 2}})
    tempo = 0
    for event in room:
        if event["type"] != "beat":
            continue
        messages = [message("/beat", event["beat"], event["position"])]
        if event["position"] == 1:
            messages.append(message("/bar", event["bar"]))
        if abs(event["bpm"] - tempo) > 0.5:
            tempo = event["bpm"]
            messages.append(message("/tempo", float(tempo)))
        if options.ahead:
            messages = [bundle(messages, time.time() + (event["due"] - room.clock.now()) / 1e6)]
        for one in messages:
            out.send(one)


if __name__ == "__main__":
    downbeat.run(main)
