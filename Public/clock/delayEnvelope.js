const slotUs = 250_000;
const slots = 240; // a minute

/**
 * One of the fastest samples of a direction.
 * @typedef {object} Point
 * @property {number} time client time in microseconds from the filter's origin
 * @property {number} value the delay of this direction plus or minus the clocks' offset, in microseconds
 */

/** The fastest samples of one direction: the smallest value of each quarter second in a window of a minute. */
export class DelayEnvelope {
    /** @type {Point[]} */
    points = [];

    removeAll() {
        this.points = [];
    }

    /**
     * Adds a sample; times must ascend.
     * @param {number} time
     * @param {number} value
     * @returns {boolean} false if it adds no information
     */
    add(time, value) {
        const slot = Math.floor(time / slotUs);
        const last = this.points.at(-1);
        if (last) {
            const lastSlot = Math.floor(last.time / slotUs);
            if (!(slot > lastSlot || (slot === lastSlot && value < last.value))) return false;
            if (slot === lastSlot) this.points.pop();
        }
        while (this.points.length > 0 && Math.floor(this.points[0].time / slotUs) <= slot - slots) this.points.shift();
        this.points.push({ time, value });
        return true;
    }

    /**
     * The lower convex hull, in order (Andrew's monotone chain).
     * @returns {Point[]}
     */
    hull() {
        const hull = [];
        for (const point of this.points) {
            while (hull.length > 1 && liesOnOrAbove(hull.at(-1), hull.at(-2), point)) hull.pop();
            hull.push(point);
        }
        return hull;
    }
}

function liesOnOrAbove(point, left, right) {
    return (point.value - left.value) * (right.time - left.time) >= (right.value - left.value) * (point.time - left.time);
}
