import { held, lengthWithin, shareOf } from "./span.js";

const leastShare = 0.01; // least distance of two fingers, as a share of the bar

/**
 * Pinch zoom: each time stays under its finger, as far as the track and the least span allow.
 * @param {{ atS: number, share: number }} one the time, and the current position of its finger on the bar
 * @param {{ atS: number, share: number }} other
 * @param {number} durationS
 * @returns {import("./span.js").Span | undefined} undefined while the fingers are too close, or have crossed
 */
export function pinched(one, other, durationS) {
    const length = (other.atS - one.atS) / (other.share - one.share);
    if (!(length > 0 && Math.abs(other.share - one.share) > leastShare)) return undefined;
    const within = lengthWithin(length, durationS);
    return held((one.atS + other.atS) / 2 - ((one.share + other.share) / 2) * within, within, durationS);
}

/**
 * The marker that a tap hits, or none.
 * @param {readonly { start: number }[]} markers
 * @param {import("./span.js").Span} span
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
