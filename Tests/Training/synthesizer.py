"""Plays notes through libfluidsynth, in this process, with a sound font loaded once."""

import ctypes
from ctypes import c_char_p, c_double, c_int, c_void_p

import numpy as np

RATE = 44100
DRUM_BANK = 128
DRUM_CHANNEL = 9
LINEAR_INTERPOLATION = 1  # cheaper than the default and good enough to learn from

fluid = ctypes.CDLL("libfluidsynth.so.3")
SIGNATURES = {
    "new_fluid_settings": (c_void_p, []),
    "new_fluid_synth": (c_void_p, [c_void_p]),
    "fluid_settings_setnum": (c_int, [c_void_p, c_char_p, c_double]),
    "fluid_settings_setint": (c_int, [c_void_p, c_char_p, c_int]),
    "fluid_synth_sfload": (c_int, [c_void_p, c_char_p, c_int]),
    "fluid_synth_set_interp_method": (c_int, [c_void_p, c_int, c_int]),
    "fluid_synth_system_reset": (c_int, [c_void_p]),
    "fluid_synth_program_change": (c_int, [c_void_p, c_int, c_int]),
    "fluid_synth_program_select": (c_int, [c_void_p, c_int, c_int, c_int, c_int]),
    "fluid_synth_cc": (c_int, [c_void_p, c_int, c_int, c_int]),
    "fluid_synth_noteon": (c_int, [c_void_p, c_int, c_int, c_int]),
    "fluid_synth_noteoff": (c_int, [c_void_p, c_int, c_int]),
    "fluid_synth_write_float": (c_int, [c_void_p, c_int, c_void_p, c_int, c_int, c_void_p, c_int, c_int]),
    "fluid_set_log_function": (c_void_p, [c_int, c_void_p, c_void_p]),
}
for name, (result, arguments) in SIGNATURES.items():
    getattr(fluid, name).restype = result
    getattr(fluid, name).argtypes = arguments
for level in range(4):  # fonts without every drum kit are expected; the standard kit stands in
    fluid.fluid_set_log_function(level, None, None)


class Synthesizer:
    """One sound font."""

    def __init__(self, font):
        settings = fluid.new_fluid_settings()
        fluid.fluid_settings_setnum(settings, b"synth.sample-rate", RATE)
        fluid.fluid_settings_setint(settings, b"synth.polyphony", 96)
        fluid.fluid_settings_setint(settings, b"synth.cpu-cores", 1)
        fluid.fluid_settings_setint(settings, b"synth.chorus.active", 0)
        fluid.fluid_settings_setint(settings, b"synth.reverb.active", 0)
        fluid.fluid_settings_setnum(settings, b"synth.gain", 0.5)
        self.synth = fluid.new_fluid_synth(settings)
        self.font = fluid.fluid_synth_sfload(self.synth, font.encode(), 1)
        if self.font < 0:
            raise FileNotFoundError(font)
        fluid.fluid_synth_set_interp_method(self.synth, -1, LINEAR_INTERPOLATION)

    def prepare(self, programs, kit, volumes):
        synth = self.synth
        fluid.fluid_synth_system_reset(synth)
        for channel, program in programs.items():
            fluid.fluid_synth_program_change(synth, channel, program)
        if fluid.fluid_synth_program_select(synth, DRUM_CHANNEL, self.font, DRUM_BANK, kit) != 0:
            fluid.fluid_synth_program_select(synth, DRUM_CHANNEL, self.font, DRUM_BANK, 0)
        for channel, volume in volumes.items():
            fluid.fluid_synth_cc(synth, channel, 7, int(volume))

    def render(self, notes, programs, kit, volumes, duration):
        """Mono samples of (start, end, channel, pitch, velocity) notes."""
        self.prepare(programs, kit, volumes)
        events = []
        for start, end, channel, pitch, velocity in notes:
            events.append((int(max(0, start) * RATE), 1, channel, pitch, velocity))
            events.append((int(end * RATE), 0, channel, pitch, 0))
        events.sort(key=lambda event: event[:2])

        length, written = int(duration * RATE), 0
        stereo = np.zeros((length + 64, 2), np.float32)

        def write(until):
            at = stereo.ctypes.data + written * 8
            fluid.fluid_synth_write_float(self.synth, until - written, at, 0, 2, at, 1, 2)

        for sample, starts, channel, pitch, velocity in events:
            sample = min(sample, length)
            if sample - written >= 32:
                write(sample)
                written = sample
            if starts:
                fluid.fluid_synth_noteon(self.synth, channel, pitch, velocity)
            else:
                fluid.fluid_synth_noteoff(self.synth, channel, pitch)
        if length > written:
            write(length)
        return stereo[:length].mean(1)
