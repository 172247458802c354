"""The mix of a song of the wide mixture: players of sound fonts and machines, ducking, echoes, filters, fades."""

import numpy as np

from chip_voices import ROLES, draw_voice
from drum_machines import machine_drums
from sounds import RATE, effect, loudness_normalized, peak_normalized, place, voice
from synthesizer import DRUM_CHANNEL
from voices import low_pass

MACHINES = {"electro": 0.8, "chip": 0.9}  # chance that a song is played by machines; other bands have few
LEVELS = {"bass": 1.0, "chords": 0.55, "pad": 0.35, "lead": 0.7, "arpeggio": 0.45}
BUILD, BREAK, INTRO = 2, 4, 0


def echo(track, seconds, feedback):
    """The track and five repeats of it."""
    out, gap = track.copy(), int(seconds * RATE)
    for repeat in range(1, 6):
        if repeat * gap >= len(track):
            break
        out[repeat * gap :] += track[: -repeat * gap] * np.float32(feedback**repeat)
    return out


def ducked(track, kicks, rng):
    """Quieter at each kick and back before the next."""
    gain, release = np.ones(len(track), np.float32), rng.uniform(0.08, 0.3)
    dip = 1 - rng.uniform(0.3, 0.95) * np.exp(-((np.arange(int(release * 3 * RATE)) / RATE / release) ** 1.5))
    for kick in kicks:
        start = int(kick * RATE)
        if 0 <= start < len(gain):
            part = gain[start : start + len(dip)]
            np.minimum(part, dip[: len(part)], out=part)
    return track * gain


def filtered(track, song, rng):
    """A low pass that opens through builds, intros or breaks."""
    cutoff = np.full(len(track) // 32 + 1, 18000.0)
    for (start, label), (end, _) in zip(song.sections, song.sections[1:] + [(song.duration, 0)]):
        if label in (BUILD, BREAK, INTRO) and rng.random() < 0.5:
            first, last = (int(time * RATE / 32) for time in (start, end))
            cutoff[first:last] = np.geomspace(rng.uniform(150, 1500), 16000, max(0, last - first))
    return low_pass(track, cutoff, 1.2)


def machine_channels(song, rng):
    """The channels that our own synthesizers play."""
    if rng.random() < MACHINES.get(song.palette, 0.12):
        share = 1.0 if song.palette == "chip" else rng.choice([1.0, 0.8, 0.6]) if song.palette == "electro" else 0.4
        return {channel for channel in range(6) if rng.random() < share}
    return set()


def play_machines(song, channels, rng):
    """What our synthesizers play, each part at its level, some with an echo in time with the beat."""
    total = np.zeros(int(song.duration * RATE), np.float32)
    for channel in sorted(channels):
        notes = [note for note in song.notes if note[2] == channel]
        if not notes:
            continue
        role = ROLES[channel]
        track = draw_voice(rng, role, song.palette, song.style, song.bpm).play(notes, song.duration)
        if role != "bass" and rng.random() < 0.3:
            track = echo(track, 60 / song.bpm * rng.choice([0.5, 0.75, 0.75, 1, 0.25, 1 / 3]), rng.uniform(0.25, 0.6))
        total += loudness_normalized(track) * np.float32(LEVELS[role] * rng.uniform(0.4, 1.4))
    return total


def draw_drums(song, strokes, rng):
    """The drum machine's track where a machine plays, else nothing."""
    if not strokes or rng.random() > {"electro": 0.75, "chip": 0.9}.get(song.palette, 0.08):
        return None
    return machine_drums(strokes, song.duration, rng, song.palette)


def render_wide_song(song, synthesizer, rng):
    """The mix of one song of the wide mixture before mastering."""
    volumes = {channel: rng.uniform(60, 127) for channel in range(6)}
    volumes[DRUM_CHANNEL] = rng.uniform(75, 127)
    strokes = [note for note in song.notes if note[2] == DRUM_CHANNEL]
    drums, machines = draw_drums(song, strokes, rng), machine_channels(song, rng)
    played = [note for note in song.notes if note[2] not in machines and (drums is None or note[2] != DRUM_CHANNEL)]
    track = np.zeros(int(song.duration * RATE), np.float32)
    if played:
        track += loudness_normalized(synthesizer.render(played, song.programs, song.kit, volumes, song.duration), 1e-4)
    if machines:
        track += play_machines(song, machines, rng) * rng.uniform(0.4, 1.6)
    if song.sung:
        track += loudness_normalized(voice(song.sung, song.duration, rng)) * np.float32(rng.uniform(0.3, 1.6))
    machine_made = song.palette in MACHINES and drums is not None
    if machine_made and rng.random() < 0.4:
        track = filtered(track, song, rng)
    if machine_made and rng.random() < 0.35:
        track = ducked(track, [note[0] for note in strokes if note[3] in (35, 36)], rng)
    track = peak_normalized(track, 1e-3)
    if drums is not None:
        track += peak_normalized(drums) * np.float32(rng.uniform(0.4, 1.6))
    for kind, start, end, loudness in song.effects:
        place(track, start, effect(kind, end - start, rng) * np.float32(loudness))
    return faded(track, song.gains)


def faded(track, gains):
    if all(gain == 1 for _, gain in gains):
        return track
    times, levels = zip(*gains)
    return track * np.interp(np.arange(len(track)) / RATE, times, levels).astype(np.float32)
