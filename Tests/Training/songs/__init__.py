"""Songs composed by rule from a seed."""

from .song import Song, compose
from .wide import WideSong, compose_wide

__all__ = ["Song", "WideSong", "compose", "compose_wide"]
