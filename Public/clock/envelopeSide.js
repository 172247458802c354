const leastHeightUs = 1; // timestamps are whole microseconds
const unknownHeightUs = 1000; // for a single point, which gives no skew
const log20 = 2.995732273553991;

/** One direction's part of the fit: the highest line of a given skew under its points, and how far that may be above the true minimum. */
export class EnvelopeSide {
    /**
     * @param {import("./delayEnvelope.js").DelayEnvelope} envelope at least one point
     * @param {1 | -1} sign 1 for the direction to the client, where values fall with the skew, -1 for the other
     * @param {number} guess the skew known so far
     */
    constructor(envelope, sign, guess) {
        const { points } = envelope;
        const count = points.length;
        this.sign = sign;
        this.hull = envelope.hull();
        this.middle = points.reduce((sum, point) => sum + point.time, 0) / count;
        let lowest = Infinity;
        let sum = 0;
        for (const point of points) {
            const value = point.value + sign * guess * (point.time - this.middle);
            lowest = Math.min(lowest, value);
            sum += value;
        }
        /** Expected distance of the lowest point from the true minimum: the mean height over it, divided by the number of points. */
        this.heightUs = count > 1 ? Math.max(leastHeightUs, (sum - count * lowest) / (count - 1) / count) : unknownHeightUs;
        /** The 95 % bound of that distance. */
        this.doubtUs = count > 1 ? this.heightUs * quantile(count - 1) : Infinity;
    }

    /** The height of the highest line of this skew under all points, at the middle of the points. */
    intercept(skew) {
        let least = Infinity;
        for (const point of this.hull) least = Math.min(least, point.value + this.sign * skew * (point.time - this.middle));
        return least;
    }

    /** The height of that line at another time. */
    line(skew, time) {
        return this.intercept(skew) - this.sign * skew * (time - this.middle);
    }
}

// The 95 % quantile of an F distribution of 2 and 2k degrees of freedom, k (20^(1/k) - 1), as the start of its series.
function quantile(k) {
    let term = log20;
    let sum = term;
    for (let power = 2; power <= 6; power += 1) {
        term *= log20 / (power * k);
        sum += term;
    }
    return sum;
}
