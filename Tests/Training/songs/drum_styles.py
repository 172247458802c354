"""What a drummer plays in each style. Beats count from 0: a backbeat falls on 1 and 3."""

from .drums import CLAP, COWBELL, CROSS_STICK, EIGHTHS_OFF, OPEN_HAT, PEDAL_HAT, RIDE, SHAKER, TAMBOURINE

HAND_DRUMS = [60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 75, 76, 77, 39, 54, 56, 41, 43, 36, 37]
CLAVES = [(0, 1.5, 3, 5, 6), (1, 2, 4, 5.5, 7), (0, 1.5, 3.5, 5, 6), (0, 1.5, 3, 5, 6.5), (1, 2, 4, 5.5, 7.5)]
BOSSA_CLAVE = (0, 1.5, 3, 4.5, 6)


def rock(p, rng):
    p.kicks(0)
    p.kicks(2, chance=rng.choice([1, 1, 0.6, 0.2]))
    p.snares(1, 3)
    for beat in EIGHTHS_OFF:
        if rng.random() < 0.3:
            p.kicks(beat, weight=0.92, chance=rng.choice([1, 0.5]))
    if rng.random() < 0.08:
        p.strokes.clear()
        p.kicks(0, 1, 2, 3)
        p.snares(1, 3)
    p.hats(rng.choice([1, 2, 2, 2, 4]) if p.bpm < 125 else rng.choice([1, 2, 2]))
    if rng.random() < 0.2:
        p.hats(1, 1, rng.choice([TAMBOURINE, SHAKER, COWBELL]))
    if rng.random() < 0.1:
        p.snares(0, 1, 2, 3)


def slow_sixteenths(p, rng):
    p.kicks(0)
    p.snares(1, 3)
    p.syncopate(4, 4)
    p.hats(rng.choice([2, 4, 4]))


def funk(p, rng):
    p.kicks(0)
    p.snares(1, 3)
    p.syncopate(5, 4)
    p.syncopate(4, 4, 42, p.snare)
    p.hats(rng.choice([2, 4, 4]))
    if rng.random() < 0.5:
        p.each((rng.choice([0.5, 1.5, 3.5]),), OPEN_HAT, p.hat_velocity * 1.2)


def four_on_the_floor(p, rng):
    p.kicks(0, 1, 2, 3)
    if rng.random() < 0.75:
        p.snares(1, 3, drum=p.clap)
    if rng.random() < 0.8:
        p.each(EIGHTHS_OFF, p.open_hat, rng.uniform(60, 115))
    if rng.random() < 0.6:
        p.hats(rng.choice([2, 4, 4]), rng.choice([1, 0.85]))
    if rng.random() < 0.35:
        p.syncopate(4, 4, 70, rng.choice([62, 63, 56, 75, 76, 39, 37, 61]))


def broken(p, rng):
    p.syncopate(4, 4, 40, p.snare)
    p.hats(rng.choice([2, 2, 4]))


def drum_and_bass(p, rng):
    p.kicks(0)
    p.kicks(rng.choice([2.5, 2.5, 2.5, 1.5, 2.75]))
    p.snares(1, 3)
    broken(p, rng)


def breakbeat(p, rng):
    p.kicks(0)
    p.snares(1)
    p.snares(3, chance=rng.choice([1, 0.6]))
    p.syncopate(4, 4)
    broken(p, rng)


def random_pattern(p, rng):
    kick = [[0.9, 0.1, 0.2, 0.15], [0.15, 0.1, 0.3, 0.1], [0.45, 0.1, 0.35, 0.15], [0.15, 0.1, 0.25, 0.15]]
    snare = [[0.02, 0.02, 0.05, 0.05], [0.8, 0.03, 0.1, 0.1], [0.05, 0.05, 0.05, 0.1], [0.8, 0.05, 0.15, 0.1]]
    for index in range(int(p.length * 4)):
        beat, sixteenth = (index // 4) % 4, index % 4
        if rng.random() < kick[beat][sixteenth]:
            p.hit(index / 4, p.kick, p.kick_velocity)
        if rng.random() < snare[beat][sixteenth]:
            p.hit(index / 4, p.snare, p.snare_velocity)
    broken(p, rng)


def hip_hop(p, rng):
    p.kicks(0)
    p.snares(1, 3, drum=rng.choice([p.snare, CLAP]))
    p.syncopate(4, 4)
    p.hats(rng.choice([2, 2, 4, 1]), rng.choice([1, 0.9]))


def trap(p, rng):
    p.kicks(0)
    p.snares(1, 3, drum=rng.choice([39, 40, 38]))
    p.syncopate(5, 4)
    p.hats(rng.choice([4, 4, 8, 3]), 0.95)
    if rng.random() < 0.5:
        for index in range(6):
            p.hit(p.length - 1 + index / 6, p.hat, p.hat_velocity, 0.7)


def punk(p, rng):
    if rng.random() < 0.5:
        p.kicks(0, 2)
    else:
        p.kicks(0, 0.5, 2, 2.5)
    p.snares(1, 3)
    p.syncopate(2, 2)
    p.hats(rng.choice([1, 1, 2]), 1, rng.choice([42, 46, 51, 49]))


def one_drop(p, rng):
    draw = rng.random()
    if draw < 0.55:
        p.kicks(2)
        p.snares(2, drum=rng.choice([37, 38, 40]))
    elif draw < 0.75:
        p.kicks(0, 1, 2, 3)
        p.snares(2, drum=rng.choice([37, 38]))
    else:
        p.kicks(1, 3)
        p.snares(1, 3, drum=rng.choice([37, 38]))
    p.hats(rng.choice([2, 2, 4]) if rng.random() < 0.7 else 3, rng.choice([1, 0.85]))
    p.syncopate(2, 4, 60, rng.choice([37, 42, 76]))


def reggae(p, rng):
    draw = rng.random()
    if draw < 0.6:
        p.kicks(1, 3)
        p.snares(1, 3, drum=rng.choice([37, 38, 40]))
    elif draw < 0.85:
        p.kicks(0, 1, 2, 3)
        p.snares(1, 3, drum=rng.choice([37, 38, 40]), chance=rng.choice([1, 0.7]))
    else:
        p.kicks(0, 2, weight=0.9)
        p.snares(1, 3, drum=rng.choice([37, 38]))
        p.syncopate(2, 4)
    p.hats(rng.choice([2, 2, 4, 3]), rng.choice([1, 0.9, 0.75]))
    p.syncopate(2, 4, 60, rng.choice([37, 42, 76, 67]))
    if rng.random() < 0.25:
        p.each(EIGHTHS_OFF, rng.choice([42, 46, 70]), p.hat_velocity * 1.3)


def ballad(p, rng):
    p.kicks(0, weight=0.85)
    p.snares(1, 3, drum=rng.choice([p.snare, p.snare, CROSS_STICK, CLAP]), weight=rng.uniform(0.7, 1))
    if rng.random() < 0.6:
        p.kicks(rng.choice([2, 2, 2.5, 1.5]), weight=0.8, chance=rng.choice([1, 0.6]))
    p.syncopate(2, 4)
    p.hats(rng.choice([1, 2, 2, 4, 4]), rng.choice([1, 0.95]), rng.choice([42, 42, 44, 51, 70, 54]))


def ska(p, rng):
    p.kicks(0, 2, chance=rng.choice([1, 0.3]))
    p.snares(1, 3)
    p.each(EIGHTHS_OFF, p.hat, p.hat_velocity * 1.2)
    p.hats(1)


def dembow(p, rng):
    p.kicks(0, 1, 2, 3)
    p.snares(0.75, 1.5, 2.75, 3.5, drum=rng.choice([p.snare, 37, 40]))
    p.hats(rng.choice([2, 4]))


def latin(p, rng):
    clave = rng.choice(CLAVES)
    p.bars = 2
    for beat in clave:
        p.hit(beat, rng.choice([75, 37, 76]), p.snare_velocity)
    cascara = (0, 1, 1.5, 2.5, 3.5, 4, 5, 5.5, 6.5, 7) if rng.random() < 0.5 else range(8)
    for beat in cascara:
        p.hit(beat, COWBELL if rng.random() < 0.02 else RIDE, p.hat_velocity)
    p.each((1.0,), rng.choice([63, 62]), 90)
    p.each((3, 3.5), 63, 92)
    if rng.random() < 0.4:
        p.hats(2, 1, SHAKER)
    if rng.random() < 0.5:
        p.kicks(1.5, 3, weight=0.9)


def bossa(p, rng):
    clave = rng.choice(CLAVES) if rng.random() < 0.8 else BOSSA_CLAVE
    p.bars = 2
    for beat in clave:
        p.hit(beat, CROSS_STICK, p.snare_velocity)
    p.kicks(*((0, 1.5, 2, 3.5) if rng.random() < 0.6 else (0, 2)), weight=0.8)
    p.hats(2, 1, rng.choice([42, 70, 42, 51]))
    if rng.random() < 0.4:
        p.each((1, 3), PEDAL_HAT, 70)


def samba(p, rng):
    p.hats(4, 1, rng.choice([70, 82, 42]))
    p.each((1, 3), rng.choice([41, 36]), p.kick_velocity)
    p.kicks(0, 2, weight=0.65)
    p.syncopate(5, 4, 80, rng.choice([67, 68, 75, 54]))


def jazz(p, rng):
    ride = rng.choice([51, 51, 59, 53])
    p.each((0, 1, 1.5, 2, 3, 3.5), ride, p.hat_velocity + 15, rng.choice([1, 0.93]))
    p.each((1, 3), PEDAL_HAT, rng.uniform(50, 95), rng.choice([1, 1, 0.5]))
    feather_and_comp(p, rng)


def jazz_waltz(p, rng):
    ride = rng.choice([51, 51, 59, 53])
    p.each((0, 1, 1.5, 2), ride, p.hat_velocity + 15)
    p.each((0,), p.kick, 60)
    if rng.random() < 0.5:
        p.each((1,), PEDAL_HAT, 75)
    else:
        p.each((1, 2), PEDAL_HAT, 70)
    feather_and_comp(p, rng)


def feather_and_comp(p, rng):
    if rng.random() < 0.4:
        p.each(range(p.bar), p.kick, 42)
    p.hit(None, p.snare, 55, 0.3)
    p.hit(None, p.kick, 65, 0.15)


def shuffle(p, rng):
    p.kicks(0, 2)
    p.snares(1, 3)
    p.hats(2, 1, rng.choice([42, 51, 42]))
    p.syncopate(2, 2)
    if rng.random() < 0.2:
        p.strokes[:] = [stroke for stroke in p.strokes if stroke.drum != p.kick]
        p.kicks(*range(4))


def twelve_eight(p, rng):
    p.kicks(0, 2, chance=rng.choice([1, 1, 0.5]))
    p.snares(1, 3)
    p.hats(3)
    p.syncopate(3, 3)


def country(p, rng):
    p.kicks(0, 2)
    p.snares(1, 3, drum=rng.choice([p.snare, CROSS_STICK]))
    p.hats(rng.choice([1, 2]))


def train(p, rng):
    for index in range(int(p.length * 4)):
        rng.random()  # keeps a seed's song what it was when the weights were trained
        p.hit(index / 4, p.snare, p.snare_velocity * (0.95 if index % 4 == 2 else 0.5))
    p.kicks(0, 2)


def march(p, rng):
    p.kicks(*((0, 1) if rng.random() < 0.6 else (0,)))
    p.snares(*((0.5, 1.5) if rng.random() < 0.5 else (1,)))
    p.syncopate(4, 4, 60, p.snare)


def polka(p, rng):
    p.kicks(*((0, 1) if rng.random() < 0.6 else (0,)))
    p.snares(0.5, 1.5)
    p.hats(rng.choice([1, 2]))


def three(p, rng):
    p.kicks(0)
    draw = rng.random()
    beats = (1, 2) if draw < 0.5 else (2,) if draw < 0.65 else (1,)
    p.snares(*beats, drum=rng.choice([p.snare, p.snare, 42, 44, 37, 40]), weight=rng.uniform(0.6, 1))


def waltz(p, rng):
    three(p, rng)
    p.hats(rng.choice([1, 2]), 1)


def slow_three(p, rng):
    three(p, rng)
    p.hats(rng.choice([2, 2, 4]), 1)
    p.syncopate(2, 2)


def six_eight(p, rng):
    p.kicks(0)
    p.snares(1)
    p.hats(3)
    if rng.random() < 0.5:
        p.kicks(rng.choice([2 / 3, 4 / 3, 5 / 3]), weight=0.9, chance=rng.choice([1, 0.5]))
    p.syncopate(1, 3)


def five(p, rng):
    p.kicks(0)
    p.kicks(3 if rng.random() < 0.6 else 2, chance=0.9)
    p.snares(*rng.choice([(1, 4), (2, 4), (1, 2, 4), (1, 3), (4,)]))
    p.hats(rng.choice([1, 2]))
    p.syncopate(2, 2)


def seven(p, rng):
    groups = rng.choice([(0, 2, 4), (0, 3, 5), (0, 2, 5)])
    p.kicks(0)
    p.each(groups[1:], rng.choice([p.kick, p.snare]), p.kick_velocity)
    p.snares(6, weight=0.8)
    p.hats(rng.choice([1, 2]))


def percussion(p, rng):
    drums = rng.sample(HAND_DRUMS, 4)
    p.each((0,), drums[0], 115)
    p.each((0, 2) if rng.random() < 0.5 else (2,), drums[0], 100)
    for drum in drums[1:3]:
        for index in range(int(p.length * 4)):
            if rng.random() < (0.45 if index % 2 == 0 else 0.2):
                p.hit(index / 4, drum, rng.uniform(60, 105))
    p.hats(rng.choice([2, 4]), 0.95, drums[3])


def metronome(p, rng):
    click = rng.choice([37, 75, 76, 77, 42, 56, 33, 36])
    accent = rng.choice([click, click, click + 1 if click in (75, 76) else 38, 76])
    p.each((0,), accent, 115)
    p.each(range(1, p.bar), click, 90)


PATTERNS = {
    "rock": rock, "pop8": rock, "slow16": slow_sixteenths, "funk16": funk, "four": four_on_the_floor,
    "disco": four_on_the_floor, "trance": four_on_the_floor, "break": breakbeat, "dnb": drum_and_bass,
    "randpat": random_pattern, "hiphop": hip_hop, "trap": trap, "punk": punk, "onedrop": one_drop, "reggae": reggae,
    "ballad": ballad, "ska": ska, "dembow": dembow, "latin": latin, "bossa": bossa, "samba": samba, "jazz": jazz,
    "jazzballad": jazz, "jazzwaltz": jazz_waltz, "shuffle": shuffle, "twelve8": twelve_eight, "country": country,
    "train": train, "march": march, "polka": polka, "waltz": waltz, "slow3": slow_three, "six8": six_eight,
    "five": five, "seven": seven, "perc": percussion, "metro": metronome,
}  # fmt: skip
