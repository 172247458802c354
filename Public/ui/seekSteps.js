const arrowS = 5;
const farS = 30;
const justLeftS = 1; // a jump back while the music plays leaves out a marker that has only just passed

/**
 * How far an arrow key seeks: 5 s, with Shift 30 s, with Alt a bar, with Ctrl a beat.
 * @param {{ shiftKey?: boolean, altKey?: boolean, ctrlKey?: boolean }} event @param {1 | -1} way
 * @returns {{ by: number } | { beats: number } | { bars: number }}
 */
export function distanceOf({ shiftKey, altKey, ctrlKey } = {}, way) {
    if (altKey) return { bars: way };
    if (ctrlKey) return { beats: way };
    return { by: way * (shiftKey ? farS : arrowS) };
}

/**
 * The marker before or after a time.
 * @param {readonly { start: number }[]} markers @param {number} atS @param {1 | -1} way
 */
export function markerBeside(markers, atS, way) {
    const sorted = [...markers].sort((one, other) => one.start - other.start);
    return way > 0 ? sorted.find(({ start }) => start > atS + 0.01) : sorted.findLast(({ start }) => start < atS - justLeftS);
}
