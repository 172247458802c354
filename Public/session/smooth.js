const reachS = 1; // length of the filter: a screen that has a second of history draws what all others draw
const leastS = 0.002;
const mostS = 0.25;

/**
 * @param {number} viscosity 0 (nervous) to 1 (thick)
 * @returns {number} seconds
 */
function timeConstantS(viscosity) {
    return leastS * (mostS / leastS) ** Math.min(1, Math.max(0, viscosity));
}

/**
 * Levels at a time, smoothed over the last second of media time. How often they are drawn, and whether some draws were skipped, has
 * no effect. Without viscosity they are interpolated between the two frames around the moment.
 * @param {import("./frames.js").FrameWindow} window
 * @param {number} mediaS
 * @param {number} viscosity
 * @param {Float32Array} levels output, one for each band; all 0 if no frame is known
 * @returns {boolean} whether any frame was known
 */
export function smoothed(window, mediaS, viscosity, levels) {
    const tauS = timeConstantS(viscosity);
    const edge = Math.exp(-reachS / tauS);
    const { rate, bands } = window;
    const stepS = 1 / rate;
    const place = mediaS * rate;
    const reach = Math.min(reachS, 12 * tauS) * rate + 1;
    levels.fill(0);
    let sum = 0;
    for (let number = Math.floor(place) + 1; number > place - reach; number -= 1) {
        const slot = window.slot(number);
        if (slot < 0) continue;
        const ageS = (place - number) / rate;
        const weight = area(ageS + stepS, tauS, edge) - 2 * area(ageS, tauS, edge) + area(ageS - stepS, tauS, edge);
        if (weight <= 0) continue;
        sum += weight;
        for (let band = 0; band < bands; band += 1) levels[band] += weight * window.level(slot, band);
    }
    if (sum > 0) for (let band = 0; band < bands; band += 1) levels[band] /= sum;
    return sum > 0;
}

/**
 * Resamples bands to a number of points, low to high: the mean of the interpolated bands over each point's interval.
 * @param {Float32Array} bands
 * @param {number} count how many of them are used
 * @param {Float32Array} points output, filled completely
 */
export function spread(bands, count, points) {
    const share = count / points.length;
    for (let point = 0; point < points.length; point += 1) {
        const first = Math.floor(point * share);
        const last = Math.max(first + 1, Math.floor((point + 1) * share));
        let sum = 0;
        for (let band = first; band < last; band += 1) sum += bands[Math.min(band, count - 1)];
        points[point] = sum / (last - first);
    }
}

// The weight e^(-age/tau) integrated twice. Its second difference over frames is a frame's exact weight if the signal is linear
// between frames.
function area(ageS, tauS, edge) {
    if (ageS <= 0) return 0;
    const within = Math.min(ageS, reachS);
    const double = tauS * within - tauS * tauS * (1 - Math.exp(-within / tauS)) - (edge * within * within) / 2;
    if (ageS <= reachS) return double;
    return double + (tauS * (1 - Math.exp(-reachS / tauS)) - edge * reachS) * (ageS - reachS);
}
