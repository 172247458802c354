#!/usr/bin/env python3
"""Drives WLED lamps: sends the music's spectrum as WLED's audio sync (version 2), which any number of lamps can hear.

    python3 wled.py http://localhost:8080                      to all lamps of this network
    python3 wled.py http://localhost:8080 --to 192.168.1.50    to one

In WLED: Config, Usermods, AudioReactive: enable it, and set Sync to Receive. Needs downbeat.py beside it, and nothing else.
"""

import socket
import struct

import downbeat

BANDS = 16
# Header, two bytes unused, raw and smoothed volume, peak, counter, bands, two bytes unused, magnitude and frequency of the strongest.
PACKET = struct.Struct("<6s2xffBB16s2xff")
SPAN = 128  # of the 255 steps of 80 dB: what is 40 dB below the loudest is dark
LOWEST, HIGHEST = 40, 16_000  # Hz, of all bands together
SILENCE = bytes(BANDS)


class Levels:
    """Fits the levels to what lamps expect: the loudest of the last seconds is full."""

    def __init__(self):
        self.top = 0.0

    def scaled(self, bands, loudness, fps):
        self.top = max(SPAN, max(bands), self.top - 8 / fps)  # falls by 2.5 dB a second
        return bytes(self._level(band) for band in bands), self._level(loudness)

    def _level(self, byte):
        return round(min(max((byte - self.top) / SPAN + 1, 0), 1) * 254)


def packet(bands, volume, peak, counter):
    strongest = max(range(BANDS), key=lambda band: bands[band])
    frequency = LOWEST * (HIGHEST / LOWEST) ** ((strongest + 0.5) / BANDS)
    magnitude = (bands[strongest] / 254) ** 2 * 4096  # WLED's own goes up to about that
    return PACKET.pack(b"00002\0", volume, volume, peak, counter % 256, bands, magnitude, frequency)


def main():
    parser = downbeat.options(__doc__)
    parser.add_argument("--to", default="239.0.0.1", metavar="HOST", help="a lamp, or the group that lamps listen to (default: %(default)s)")
    parser.add_argument("--port", type=int, default=11988, help="default: %(default)s")
    parser.add_argument("--fps", type=int, default=50, help="packets a second, 1 to 120 (default: %(default)s)")
    options = parser.parse_args()
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    levels, counter, phase, is_playing = Levels(), 0, None, True
    for event in downbeat.join(options, {"frames": {"fps": options.fps, "bands": BANDS, "lead": 1}}):
        if event["type"] == "timeline":
            is_playing = event["playing"]
        # Standing music has a picture too, but lamps are dark then.
        is_lit = is_playing and event["type"] == "frame"
        if not is_lit and (is_playing or event["type"] != "timeline"):
            continue
        bands, volume = levels.scaled(event["bands"], event["loudness"], options.fps) if is_lit else (SILENCE, 0)
        before, phase = phase, event["phase"] if is_lit else None
        is_beat = None not in (before, phase) and phase < before
        out.sendto(packet(bands, volume, is_beat, counter), (options.to, options.port))
        counter += 1


if __name__ == "__main__":
    downbeat.run(main)
