/**
 * A round trip in milliseconds as a person reads it. Browsers tell time in steps of 0.1 ms at best, so no finer.
 * @param {number | undefined} us
 * @returns {string} without its unit
 */
export function milliseconds(us) {
    if (us === undefined) return "–";
    const ms = us / 1000;
    if (ms < 0.1) return "<0.1";
    return ms < 99.95 ? ms.toFixed(1) : ms.toFixed(0);
}

/**
 * @param {number} seconds
 * @returns {string} "0:42", "12:05", "3 h 07 min", "2 d 4 h"
 */
export function duration(seconds) {
    const whole = Math.max(0, Math.floor(seconds));
    const minutes = Math.floor(whole / 60);
    const hours = Math.floor(minutes / 60);
    if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
    if (hours >= 1) return `${hours} h ${twoDigits(minutes % 60)} min`;
    return `${minutes}:${twoDigits(whole % 60)}`;
}

function twoDigits(number) {
    return String(number).padStart(2, "0");
}
