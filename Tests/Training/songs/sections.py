"""Which parts play in which section of a song."""

PARTS = ["drums", "bass", "comp", "pad", "lead", "arpeggio"]
DRUMS_ALONE = {part: part == "drums" for part in PARTS}


class Sections:
    """Sections of equal length; a part rests in some of them."""

    def __init__(self, rng, style, bars, drumless):
        self.bars = rng.choice([4, 8, 8, 16])
        self.band = {
            "drums": not drumless,
            "bass": rng.random() < 0.88,
            "comp": rng.random() < 0.8,
            "pad": rng.random() < 0.45,
            "lead": rng.random() < 0.6,
            "arpeggio": rng.random() < 0.3,
        }
        if style.name in ("perc", "metro"):
            self.band = dict(DRUMS_ALONE)
        if not drumless and rng.random() < 0.09:
            self.band = dict(DRUMS_ALONE)
        self.playing = [self.draw_section(rng, index) for index in range(bars // self.bars + 2)]

    def draw_section(self, rng, index):
        band = self.band
        section = {part: band[part] and not (rng.random() < 0.12) for part in PARTS}
        if band["drums"] and not band["bass"] and not band["comp"]:
            section["drums"] = True
        if index == 0 and rng.random() < 0.35:
            section = {part: band[part] and rng.random() < 0.45 for part in PARTS}
        return section if any(section.values()) else dict(band)

    def plays(self, part, bar):
        """Whether `part` plays in that bar."""
        return self.playing[min(len(self.playing) - 1, bar // self.bars)][part]
