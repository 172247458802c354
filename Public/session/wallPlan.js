// The places of a wall's screens, as people move them.

/** @typedef {import("./wall.js").Place} Place */

const usual = { width: 160, height: 90 }; // of a new screen: if the unit is a centimetre, a large television
const grain = 1000; // places are rounded to its fraction of a unit
const least = 1; // width
const most = 10_000; // as far as the server accepts

/** The size of a screen with a window of this shape, of the usual area. @returns {{ width: number, height: number }} */
export function sizeOf({ width, height }) {
    const shape = width > 0 && height > 0 ? width / height : usual.width / usual.height;
    const wide = Math.sqrt(usual.width * usual.height * shape);
    return { width: rounded(wide), height: rounded(wide / shape) };
}

/** The smallest rectangle around places; undefined without any. @param {readonly Place[]} places @returns {Place | undefined} */
export function around(places) {
    if (places.length === 0) return undefined;
    const [x, y] = [Math.min(...places.map((place) => place.x)), Math.min(...places.map((place) => place.y))];
    return {
        x, y, width: Math.max(...places.map((place) => place.x + place.width)) - x, height: Math.max(...places.map((place) => place.y + place.height)) - y,
    };
}

/**
 * Moves a place by a little to where it meets its neighbours' edges.
 * @param {Place} place
 * @param {readonly Place[]} others
 * @param {number} within how far it may be moved
 * @param {number} gap between neighbours, for the bezels
 * @returns {Place}
 */
export function snapped(place, others, within, gap) {
    const along = (start, size) => {
        let by = 0;
        let nearest = within;
        for (const other of others) {
            const [from, to] = [other[start], other[start] + other[size]];
            for (const edge of [from, to + gap, to - place[size], from - gap - place[size]]) {
                if (Math.abs(edge - place[start]) >= nearest) continue;
                by = edge - place[start];
                nearest = Math.abs(by);
            }
        }
        return by;
    };
    return placed({ ...place, x: place.x + along("x", "width"), y: place.y + along("y", "height") });
}

/**
 * Screens beside each other in rows of one height, which most of them had.
 * @param {readonly { width: number, height: number }[]} sizes
 * @param {number} columns in a row
 * @param {number} gap
 * @returns {Place[]}
 */
export function inRows(sizes, columns, gap) {
    const tall = sizes.map(({ height }) => height).sort((one, other) => one - other)[Math.floor(sizes.length / 2)];
    let x = 0;
    return sizes.map(({ width, height }, i) => {
        if (i % columns === 0) x = 0;
        const wide = (width * tall) / height;
        const place = placed({ x, y: Math.floor(i / columns) * (tall + gap), width: wide, height: tall });
        x += wide + gap;
        return place;
    });
}

/** To the right of all others. @param {{ width: number, height: number }} size @param {readonly Place[]} others @returns {Place} */
export function beside(size, others, gap) {
    const all = around(others);
    return placed({ ...size, x: all ? all.x + all.width + gap : 0, y: all ? all.y : 0 });
}

/** The same shape at another width. @param {Place} place @param {number} width @returns {Place} */
export function resized(place, width) {
    return placed({ ...place, width, height: (place.height * width) / place.width });
}

/** A place that the server accepts. @param {Place} place @returns {Place} */
export function placed({ x, y, width, height }) {
    const wide = Math.min(most, Math.max(least, width));
    const tall = Math.min(most, Math.max(least / 10, (height * wide) / width));
    const within = (at) => rounded(Math.min(most, Math.max(-most, at)));
    return { x: within(x), y: within(y), width: rounded(wide), height: rounded(tall) };
}

/** Whether two places are the same. @param {Place | null | undefined} one @param {Place | null | undefined} other */
export function isSame(one, other) {
    if (!one || !other) return !one && !other;
    return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

function rounded(number) {
    return Math.round(number * grain) / grain;
}
