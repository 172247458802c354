const leastS = 1;
const leastShare = 0.01; // least distance of two fingers, as a share of the bar

/**
 * The part of a track that the seek bar shows.
 * @typedef {object} Span
 * @property {number} startS
 * @property {number} endS
 */

/** @param {number} durationS @returns {Span} */
export function whole(durationS) {
    return { startS: 0, endS: durationS };
}

/**
 * Zooms around the pointer.
 * @param {Span} span
 * @param {number} atS
 * @param {number} factor over 1 zooms in
 * @param {number} durationS
 * @returns {Span} never shorter than a second or longer than the track
 */
export function zoomed(span, atS, factor, durationS) {
    const old = span.endS - span.startS;
    const length = Math.min(durationS, Math.max(Math.min(leastS, durationS), old / factor));
    const share = old > 0 ? (atS - span.startS) / old : 0.5;
    return held(atS - share * length, length, durationS);
}

/**
 * Pinch zoom: each time stays under its finger, as far as the track and the least span allow.
 * @param {{ atS: number, share: number }} one the time, and the current position of its finger on the bar
 * @param {{ atS: number, share: number }} other
 * @param {number} durationS
 * @returns {Span | undefined} undefined while the fingers are too close, or have crossed
 */
export function pinched(one, other, durationS) {
    const length = (other.atS - one.atS) / (other.share - one.share);
    if (!(length > 0 && Math.abs(other.share - one.share) > leastShare)) return undefined;
    const within = Math.min(durationS, Math.max(Math.min(leastS, durationS), length));
    return held((one.atS + other.atS) / 2 - ((one.share + other.share) / 2) * within, within, durationS);
}

/** @param {Span} span @param {number} byS @param {number} durationS @returns {Span} moved within the track */
export function panned(span, byS, durationS) {
    return held(span.startS + byS, span.endS - span.startS, durationS);
}

/** The span that shows a time: the same one while the time is inside, else the page around it. */
export function following(span, atS, durationS) {
    if (atS >= span.startS && atS <= span.endS) return span;
    const length = span.endS - span.startS;
    return held(atS - length * 0.1, length, durationS);
}

/** A span that shows a time with some margin; the same one if it already does. @param {Span} span @param {number} atS @param {number} durationS */
export function showing(span, atS, durationS) {
    if (atS >= span.startS && atS <= span.endS) return span;
    const length = span.endS - span.startS;
    return held(atS - length / 2, length, durationS);
}

/** @param {Span} span @param {number} share 0 at the left edge, 1 at the right @returns {number} seconds */
export function timeAt(span, share) {
    return span.startS + Math.min(1, Math.max(0, share)) * (span.endS - span.startS);
}

/** @param {Span} span @param {number} atS @returns {number} 0 at the left edge, 1 at the right; beyond that if it is outside */
export function shareOf(span, atS) {
    return span.endS > span.startS ? (atS - span.startS) / (span.endS - span.startS) : 0;
}

/**
 * The marker that a tap hits, or none.
 * @param {readonly { start: number }[]} markers
 * @param {Span} span
 * @param {number} x pixels from the left edge
 * @param {number} width pixels
 * @param {number} reach pixels
 */
export function markerAt(markers, span, x, width, reach) {
    let nearest;
    let least = reach;
    for (const marker of markers) {
        const away = Math.abs(shareOf(span, marker.start) * width - x);
        if (away <= least) {
            nearest = marker;
            least = away;
        }
    }
    return nearest;
}

function held(startS, length, durationS) {
    const start = Math.min(Math.max(0, startS), Math.max(0, durationS - length));
    return { startS: start, endS: start + length };
}
