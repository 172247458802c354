/**
 * An estimate of the server's clock as a linear function of client time.
 * @typedef {object} ClockEstimate
 * @property {number} madeAtUs the client time of the estimate
 * @property {number} offsetUs server time less client time at `madeAtUs`
 * @property {number} skew how much faster than the client's the server's clock runs
 * @property {number} roundTripUs the shortest round trip that the samples allow
 * @property {number} boundUs the error bound at `madeAtUs`
 * @property {number} boundGrowth growth of the bound in microseconds per microsecond since then
 */

/**
 * The server's time at a client time.
 * @param {ClockEstimate} estimate
 * @param {number} clientUs
 * @returns {number} microseconds
 */
export function serverTimeUs(estimate, clientUs) {
    return clientUs + estimate.offsetUs + estimate.skew * (clientUs - estimate.madeAtUs);
}

/**
 * The client's time at a server time.
 * @param {ClockEstimate} estimate
 * @param {number} serverUs
 * @returns {number} microseconds
 */
export function clientTimeUs(estimate, serverUs) {
    return estimate.madeAtUs + (serverUs - estimate.offsetUs - estimate.madeAtUs) / (1 + estimate.skew);
}

/**
 * The error in microseconds that is not exceeded in 95 of 100 cases, unless one direction of the network takes over 5/8 of the
 * shortest round trip, which cannot be measured from the two ends. It grows while nothing is received.
 * @param {ClockEstimate} estimate
 * @param {number} clientUs
 * @returns {number} microseconds
 */
export function errorBoundUs(estimate, clientUs) {
    return estimate.boundUs + estimate.boundGrowth * Math.abs(clientUs - estimate.madeAtUs);
}

/**
 * The same function for a client clock with a smaller value.
 * @param {ClockEstimate} estimate
 * @param {number} lessUs
 * @returns {ClockEstimate}
 */
export function forClockBehind(estimate, lessUs) {
    return { ...estimate, madeAtUs: estimate.madeAtUs - lessUs, offsetUs: estimate.offsetUs + lessUs };
}
