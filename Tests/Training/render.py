"""Renders songs and beatless sounds and keeps what the network hears of them.

render.py FOLDER FIRST_SEED COUNT FONT:WEIGHT,FONT:WEIGHT [--hard | --wide | --whole | --beatless] [--only STYLE] [--sound]
->  FOLDER/SEED.npz, and FOLDER/SEED.flac with --sound

A file holds bands, pitches, beats (time, place in the bar) and style, and of a song of the wide mixture its key (pitch class
of the tonic, 0 major or 1 minor; -1, -1 where there is none) and its sections (time, index into songs.wide.form.LABELS).
"""

import argparse
import os
import subprocess
import time
from random import Random

import numpy as np

import features
from beatless import BROAD_KINDS, HARD_KINDS, beatless
from mastering import coded, master
from songs import compose, compose_wide
from sounds import (
    RATE,
    electronic_drums,
    loudness_normalized,
    noise,
    peak_normalized,
    syllables,
    voice,
)
from synthesizer import DRUM_CHANNEL, Synthesizer
from wide_mix import render_wide_song

ELECTRONIC = ("four", "trance", "trap", "dembow", "dnb", "disco", "hiphop", "metro")
# Of each mixture, the share of sounds without a beat, and their kinds.
BEATLESS = {
    "broad": (0.07, BROAD_KINDS), "hard": (0.14, HARD_KINDS), "wide": (0.08, HARD_KINDS), "whole": (0.08, HARD_KINDS),
    "beatless": (1, sorted({*BROAD_KINDS, *HARD_KINDS})),
}  # fmt: skip
NO_KEY = (-1, -1)


def mix_over(track, overlay, gain):
    """An overlay at a loudness relative to the track's."""
    return loudness_normalized(track) + loudness_normalized(overlay) * gain


def render_song(song, synthesizer, rng):
    """The mix of one song before mastering."""
    volumes = {channel: rng.uniform(60, 127) for channel in range(6)}
    volumes[DRUM_CHANNEL] = rng.uniform(70, 127)
    strokes = [note for note in song.notes if note[2] == DRUM_CHANNEL]
    electronic = strokes and rng.random() < (0.45 if song.style in ELECTRONIC else 0.1)
    notes = [note for note in song.notes if not electronic or note[2] != DRUM_CHANNEL]
    track = synthesizer.render(notes, song.programs, song.kit, volumes, song.duration)
    if electronic:
        drums = electronic_drums(strokes, song.duration, rng)
        track = peak_normalized(track, 1e-3) + peak_normalized(drums) * rng.uniform(0.3, 1.5)
    if song.sung:
        track = mix_over(track, voice(song.sung, song.duration, rng), rng.uniform(0.3, 1.6))
    if rng.random() < 0.05:
        speech = voice(syllables(song.duration, rng), song.duration, rng, speaks=True)
        track = mix_over(track, speech, rng.uniform(0.2, 0.9))
    return track


def render(seed, synthesizers, weights, mixture, only=()):
    """Samples, (time, place in the bar) of each beat, style, key and sections of a seed; nothing if its style is not among `only`."""
    rng = Random(seed * 7919 + 13)
    synthesizer = rng.choices(synthesizers, weights)[0]
    share, kinds = BEATLESS[mixture]
    if rng.random() < share:
        if only:
            return None
        track, _, kind = beatless(synthesizer, rng, kinds)
        if kind == "silence":
            return track + 1e-5 * noise(len(track), rng) * rng.choice([0, 1]), [], "beatless silence", NO_KEY, []
        return master(track, rng), [], "beatless " + kind, NO_KEY, []
    if mixture in ("wide", "whole"):
        song = compose_wide(seed, mixture == "whole")
        if only and song.style not in only:
            return None
        samples = coded(master(render_wide_song(song, synthesizer, rng), rng), rng)
        return samples, song.beats, song.style, song.key, song.sections
    song = compose(seed, mixture == "hard")
    if only and song.style not in only:
        return None
    return master(render_song(song, synthesizer, rng), rng), song.beats, song.style, NO_KEY, []


def load_fonts(fonts):
    """A synthesizer for each FONT:WEIGHT, and the weights."""
    parts = [font.rsplit(":", 1) for font in fonts.split(",")]
    return [Synthesizer(path) for path, _ in parts], [float(weight) for _, weight in parts]


def store(path, samples, beats, style, key=NO_KEY, sections=()):
    np.savez(
        path,
        bands=features.to_stored(features.magnitudes(samples)),
        pitches=features.to_stored(features.pitch_magnitudes(samples)),
        beats=np.array(beats, np.float32).reshape(-1, 2),
        style=style,
        key=np.array(key, np.int8),
        sections=np.array(sections, np.float32).reshape(-1, 2),
    )


def store_sound(path, samples):
    command = ["ffmpeg", "-v", "error", "-y", "-f", "f32le", "-ar", str(RATE), "-ac", "1", "-i", "-", "-sample_fmt", "s16", path]
    subprocess.run(command, input=np.asarray(samples, "<f4").tobytes(), check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("first_seed", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("fonts", help="FONT:WEIGHT,FONT:WEIGHT")
    mixtures = parser.add_mutually_exclusive_group()
    for mixture, help in (
        ("hard", "the mixture of styles that are often missed"),
        ("wide", "the mixture of most kinds of music, electronic above all"),
        ("whole", "songs of the wide mixture from the intro to the outro"),
        ("beatless", "no songs; every kind of sound without a beat is as likely"),
    ):
        mixtures.add_argument("--" + mixture, dest="mixture", action="store_const", const=mixture, default="broad", help=help)
    parser.add_argument("--sound", action="store_true", help="keep the sound, too")
    parser.add_argument("--only", default="", help="styles, separated by commas; songs of others are left out")
    options = parser.parse_args()

    only = options.only.split(",") if options.only else ()
    os.makedirs(options.folder, exist_ok=True)
    synthesizers, weights = load_fonts(options.fonts)
    began, rendered = time.time(), 0.0
    for index, seed in enumerate(range(options.first_seed, options.first_seed + options.count), 1):
        made = render(seed, synthesizers, weights, options.mixture, only)
        if made is None:
            continue
        samples, beats, style, key, sections = made
        rendered += len(samples) / RATE
        store(os.path.join(options.folder, f"{seed}.npz"), samples, beats, style, key, sections)
        if options.sound:
            store_sound(os.path.join(options.folder, f"{seed}.flac"), samples)
        if index % 50 == 0:
            spent = time.time() - began
            print(f"{index} songs, {spent:.0f} s, {rendered / spent:.0f} times real time", flush=True)


if __name__ == "__main__":
    main()
