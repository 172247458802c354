// The seek bar as a circle: the track runs once around, from the top clockwise.

/** How far out the ring begins that can be pressed, in the dial's radii: the music's picture inside stays free. */
export const pressable = 0.68;

/**
 * @param {number} x to the right of the centre
 * @param {number} y below it
 * @returns {number} the way around in [0, 1), 0 at the top
 */
export function turnOf(x, y) {
    const turn = Math.atan2(x, -y) / (2 * Math.PI);
    return turn < 0 ? turn + 1 : turn;
}

/**
 * Where a hand is that was elsewhere just before: over the top it stays at the end it came from, for the track does not go round.
 * @param {number} turn in [0, 1)
 * @param {number} before in [0, 1]
 * @returns {number} in [0, 1]
 */
export function carried(turn, before) {
    return Math.min(1, Math.max(0, turn + Math.round(before - turn)));
}
