// Shapes: the light of a beat over its phase, positions on circles, and paths of curves through points.

const attack = 0.1;
const decay = 0.3;
const sustain = 0.9;
const rest = 0.2;
const after = 0.34; // where the decay ends and the long glow begins
const edge = 0.3; // how far the anticipation rises before the next beat

/** Positions are rounded to 1 / grain of a pixel: draw with `fine` positions while the context is scaled by 1 / grain. */
export const grain = 32;

/**
 * The light of a beat over its phase: a spike, an ease down, a long glow, a slight rise before the next.
 * @param {number} fraction of the beat, in [0, 1)
 * @param {number} [peak] how bright the spike is; the light joins the next beat without a jump whatever its peak
 * @returns {number} in [0, 1]
 */
export function beatLight(fraction, peak = 1) {
    if (fraction < attack) return mix(edge, peak, 1 - (1 - fraction / attack) ** 4);
    if (fraction < decay) return mix(peak, after, smooth((fraction - attack) / (decay - attack)));
    if (fraction < sustain) return mix(after, rest, smooth((fraction - decay) / (sustain - decay)));
    return mix(rest, edge, smooth((fraction - sustain) / (1 - sustain)));
}

/**
 * How far a beat pushes the figure out, over its phase.
 * @param {number} fraction of the beat, in [0, 1)
 * @returns {number} in [0, 1]: 0 at rest, 1 at the height of the attack
 */
export function beatPush(fraction) {
    if (fraction < attack) return mix(0.1, 1, 1 - (1 - fraction / attack) ** 4);
    if (fraction < decay) return 1 - smooth((fraction - attack) / (decay - attack));
    if (fraction < sustain) return 0;
    return 0.1 * smooth((fraction - sustain) / (1 - sustain));
}

/**
 * @param {number} ageS seconds since the ring left the centre
 * @param {number} lifeS
 * @returns {number} how far it has travelled, in [0, 1]: fast at first, then slower
 */
export function ringWay(ageS, lifeS) {
    const left = 1 - clamp(ageS / lifeS, 0, 1);
    return 1 - left ** 1.7;
}

/**
 * @param {number} ageS
 * @param {number} lifeS
 * @returns {number} the ring's strength in [0, 1], 0 before its birth and at the end of its life
 */
export function ringStrength(ageS, lifeS) {
    if (!(ageS >= 0 && ageS < lifeS)) return 0;
    const left = 1 - ageS / lifeS;
    return left * left * Math.min(1, 0.55 + ageS * 9);
}

/**
 * Adds a smooth curve to the context's path: Catmull-Rom, through every point.
 * @param {CanvasRenderingContext2D} context
 * @param {ArrayLike<number>} xs
 * @param {ArrayLike<number>} ys
 * @param {number} count how many points of them
 * @param {boolean} [joined] the path continues to the first point with a line instead of starting there
 */
export function curve(context, xs, ys, count, joined = false) {
    context.scale(1 / grain, 1 / grain);
    if (joined) context.lineTo(fine(xs[0]), fine(ys[0]));
    else context.moveTo(fine(xs[0]), fine(ys[0]));
    for (let i = 0; i < count - 1; i += 1) {
        bend(context, xs, ys, i === 0 ? 0 : i - 1, i, i + 1, i + 2 < count ? i + 2 : count - 1);
    }
    context.scale(grain, grain);
}

/**
 * Adds a smooth closed curve to the context's path: Catmull-Rom, through every point and back to the first.
 * @param {CanvasRenderingContext2D} context
 * @param {ArrayLike<number>} xs
 * @param {ArrayLike<number>} ys
 * @param {number} count
 */
export function loop(context, xs, ys, count) {
    context.scale(1 / grain, 1 / grain);
    context.moveTo(fine(xs[0]), fine(ys[0]));
    for (let i = 0; i < count; i += 1) {
        bend(context, xs, ys, (i + count - 1) % count, i, (i + 1) % count, (i + 2) % count);
    }
    context.closePath();
    context.scale(grain, grain);
}

function bend(context, xs, ys, before, from, to, beyond) {
    context.bezierCurveTo(
        fine(xs[from] + (xs[to] - xs[before]) / 6), fine(ys[from] + (ys[to] - ys[before]) / 6),
        fine(xs[to] - (xs[beyond] - xs[from]) / 6), fine(ys[to] - (ys[beyond] - ys[from]) / 6),
        fine(xs[to]), fine(ys[to]),
    );
}

/**
 * Rounds to an integer, which reaches the canvas without an allocation; the difference is not visible.
 * @param {number} pixels
 * @returns {number} in grains
 */
export function fine(pixels) {
    return Math.round(pixels * grain) | 0;
}

/**
 * @param {ArrayLike<number>} values
 * @param {number} count how many of them
 * @param {number} at the position, in [0, 1] from the first to the last
 * @returns {number} the value there, interpolated linearly
 */
export function between(values, count, at) {
    const place = at * (count - 1);
    const i = Math.min(count - 2, Math.floor(place));
    return mix(values[i], values[i + 1], place - i);
}

/**
 * Smooths a row of values with the weights 1, 2, 1.
 * @param {Float32Array} values
 * @param {number} count how many of them
 */
export function soften(values, count) {
    let before = values[0];
    for (let i = 0; i < count; i += 1) {
        const here = values[i];
        const next = i + 1 < count ? values[i + 1] : here;
        values[i] = (before + 2 * here + next) / 4;
        before = here;
    }
}

/**
 * @param {number} turn around the circle: 0 up, 0.25 to the right
 * @param {number} radius
 * @returns {number} how far to the right of the centre
 */
export function across(turn, radius) {
    return Math.sin(2 * Math.PI * turn) * radius;
}

/**
 * @param {number} turn around the circle: 0 up, 0.25 to the right
 * @param {number} radius
 * @returns {number} how far below the centre
 */
export function down(turn, radius) {
    return -Math.cos(2 * Math.PI * turn) * radius;
}

/**
 * A pseudorandom number that is always the same for the same index.
 * @param {number} place an integer
 * @param {number} [kind] an integer: another sequence of numbers
 * @returns {number} in [0, 1)
 */
export function scatter(place, kind = 0) {
    let bits = Math.imul(place + 1, 0x9e3779b1) ^ Math.imul(kind + 1, 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
    bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
    return ((bits ^ (bits >>> 15)) >>> 0) / 4294967296;
}

/** @param {number} value @param {number} least @param {number} most @returns {number} */
export function clamp(value, least, most) {
    return value < least ? least : value > most ? most : value;
}

/** @param {number} from @param {number} to @param {number} t @returns {number} */
export function mix(from, to, t) {
    return from + (to - from) * t;
}

/** @param {number} t in [0, 1] @returns {number} in [0, 1], at rest on both ends */
export function smooth(t) {
    return t * t * (3 - 2 * t);
}
