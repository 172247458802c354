// Which items of a long list are in sight, and where a key leads. All lines are equally high.

/**
 * @typedef {object} Shape
 * @property {number} columns
 * @property {number} rowPx the height of a line
 * @property {number} total items
 */

/**
 * The items in sight and some lines more.
 * @param {Shape} shape
 * @param {number} topPx how far the list is scrolled; negative while something stands above it
 * @param {number} heightPx of what is seen
 * @param {number} spare lines beyond each edge
 * @returns {{ from: number, to: number }} indices, the last one not included
 */
export function inSight({ columns, rowPx, total }, topPx, heightPx, spare) {
    const first = Math.max(0, Math.floor(topPx / rowPx) - spare);
    const end = Math.max(0, Math.ceil((topPx + heightPx) / rowPx) + spare);
    return { from: Math.min(total, first * columns), to: Math.min(total, end * columns) };
}

/** The height of the whole list. @param {Shape} shape */
export const wholePx = ({ columns, rowPx, total }) => Math.ceil(total / columns) * rowPx;

/** How far the line of an item is below the top. @param {Shape} shape @param {number} index */
export const lineTopPx = ({ columns, rowPx }, index) => Math.floor(index / columns) * rowPx;

/**
 * How far a list must be scrolled so that a line is seen whole.
 * @param {number} topPx of the line @param {number} rowPx @param {number} scrolledPx @param {number} heightPx
 */
export function scrolledTo(topPx, rowPx, scrolledPx, heightPx) {
    if (topPx < scrolledPx) return topPx;
    return topPx + rowPx > scrolledPx + heightPx ? topPx + rowPx - heightPx : scrolledPx;
}

/**
 * The item to which a key leads; undefined for a key of something else.
 * @param {string} key @param {number} at @param {Shape} shape @param {number} heightPx of what is seen
 */
export function ledTo(key, at, { columns, rowPx, total }, heightPx) {
    const page = Math.max(1, Math.floor(heightPx / rowPx) - 1) * columns;
    const steps = {
        ArrowDown: columns, ArrowUp: -columns, PageDown: page, PageUp: -page, Home: -at, End: total - 1 - at,
        ...(columns > 1 ? { ArrowRight: 1, ArrowLeft: -1 } : {}),
    };
    const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
    if (step === undefined) return undefined;
    // Above the first line is nothing; the last line may have no item below this one.
    if (key === "ArrowUp" && at < columns) return at;
    return Math.min(total - 1, Math.max(0, at + step));
}
