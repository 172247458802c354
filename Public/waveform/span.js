const leastS = 1;

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
    const length = lengthWithin(old / factor, durationS);
    const share = old > 0 ? (atS - span.startS) / old : 0.5;
    return held(atS - share * length, length, durationS);
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

/** @param {number} length in seconds @param {number} durationS @returns {number} at least a second, at most the track */
export function lengthWithin(length, durationS) {
    return Math.min(durationS, Math.max(Math.min(leastS, durationS), length));
}

/** A span of a length, moved into the track. @returns {Span} */
export function held(startS, length, durationS) {
    const start = Math.min(Math.max(0, startS), Math.max(0, durationS - length));
    return { startS: start, endS: start + length };
}
