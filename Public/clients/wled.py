#!/usr/bin/env python3
"""Drives WLED lamps: sends the music's spectrum as WLED's audio sync (version 2), which any number of lamps can hear.

    python3 wled.py http://localhost:8080                      to all lamps of this network
    python3 wled.py http://localhost:8080 --to 192.168.1.50    to one

In WLED: Config, Usermods, AudioReactive: enable it, and set Sync to Receive. Needs downbeat.py beside it, and nothing else.
"""

import struct

import downbeat

BANDS = 16
# Header, two bytes unused, raw and smoothed volume, peak, counter, bands, two bytes unused, magnitude and frequency of the strongest.
PACKET = struct.Struct("<6s2xffBB16s2xff")
LOWEST, HIGHEST = 40, 16_000  # Hz, of all bands together
SILENCE = bytes(BANDS)


def packet(bands, volume, peak, counter):
    strongest = max(range(BANDS), key=lambda band: bands[band])
    frequency = LOWEST * (HIGHEST / LOWEST) ** ((strongest + 0.5) / BANDS)
    magnitude = (bands[strongest] / 254) ** 2 * 4096  # WLED's own goes up to about that
    return PACKET.pack(b"00002\0", volume, volume, peak, counter % 256, bands, magnitude, frequency)


def main():
    parser = downbeat.options(__doc__)
    parser.add_argument("--to", type=downbeat.host, default="239.0.0.1", metavar="HOST", help="a lamp, or the group that lamps listen to (default: %(default)s)")
    parser.add_argument("--port", type=downbeat.port, default=11988, help="default: %(default)s")
    parser.add_argument("--fps", type=int, default=50, help="packets a second, 1 to 120 (default: %(default)s)")
    options = parser.parse_args()
    out = downbeat.Datagrams(options.to, options.port)
    counter, phase, is_playing = 0, None, True
    for event in downbeat.join(options, {"frames": {"fps": options.fps, "bands": BANDS, "lead": 1}}):
        if event["type"] == "timeline":
            is_playing = event["playing"]
        # Paused music has frames too, but then lamps are dark.
        is_lit = is_playing and event["type"] == "frame"
        if not is_lit and (is_playing or event["type"] != "timeline"):
            continue
        bands = bytes(round(254 * height) for height in downbeat.heights(event)) if is_lit else SILENCE
        before, phase = phase, event["phase"] if is_lit else None
        is_beat = None not in (before, phase) and phase < before
        out.send(packet(bands, max(bands), is_beat, counter))
        counter += 1


if __name__ == "__main__":
    downbeat.run(main)
