"""The score being written: notes as a player would play them, a little late, early, louder, softer."""

from .styles import DRUMLESS

BASS, COMP, PAD, LEAD, ARPEGGIO, DRUMS = 0, 1, 2, 3, 4, 9


class Score:
    """Notes and sung notes of one song, in seconds."""

    def __init__(self, rng, clock, style, last_beat, duration):
        self.rng = rng
        self.clock = clock
        self.last_beat = last_beat
        self.duration = duration
        self.notes = []  # (start, end, channel, pitch, velocity)
        self.sung = []  # (start, end, pitch, velocity)
        self.lag = {}  # seconds, per channel
        exact = style.name in ("four", "trance", "disco", "dnb", "trap")
        self.jitter = rng.choice([0, 0, 0, 0.003] if exact else [0, 0, 0.002, 0.004, 0.007, 0.011])
        if style.name in DRUMLESS:
            self.jitter = rng.choice([0, 0.004, 0.008, 0.014])
        self.touch = rng.uniform(2, 11)

    def play(self, beat, length, channel, pitch, velocity, delay=0.0):
        """Adds a note of `length` beats; what falls outside the song is dropped."""
        if beat < 0 or beat >= self.last_beat:
            return
        if channel not in self.lag:
            self.lag[channel] = self.rng.gauss(0, 0.004) if self.jitter else 0
        unevenness = self.rng.gauss(0, self.jitter) if self.jitter else 0
        start = self.clock.seconds(beat) + self.lag[channel] + unevenness + delay
        end = self.clock.seconds(min(beat + length, self.last_beat + 0.5))
        if end < 0 or start > self.duration:
            return
        sounding = max(start, 0.0) if start > -0.02 else start
        loudness = max(12, min(127, int(velocity + self.rng.gauss(0, self.touch))))
        self.notes.append((sounding, max(start + 0.04, end), channel, max(12, min(115, int(pitch))), loudness))

    def strike(self, beat, drum, velocity):
        """Adds a hit on the drum kit."""
        self.play(beat, 0.2, DRUMS, drum, velocity)

    def sing(self, beat, length, pitch, velocity):
        """Adds a sung note, sung less exactly than anything is played."""
        if 0 <= beat < self.last_beat:
            start = self.clock.seconds(beat) + self.rng.gauss(0, 0.02)
            self.sung.append((start, self.clock.seconds(beat + length), pitch, velocity))
