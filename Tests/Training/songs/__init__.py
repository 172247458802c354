"""Songs composed by rule from a seed."""

from .song import Song, compose

__all__ = ["Song", "compose"]
