"""The wide mixture: more kinds of music, with form, functional harmony, machines and odd bars."""

from .compose import WideSong, compose_wide

__all__ = ["WideSong", "compose_wide"]
