const lateMs = 2000;
let id = null;
let atMs = -Infinity;

/** Notes that this screen draws a style in place of a shader now, because it cannot do better. @param {string} style */
export function tellInstead(style) {
    id = style;
    atMs = performance.now();
}

/** @returns {string | null} the style that this screen draws in place of a shader, because it cannot do better */
export function insteadNow() {
    return performance.now() - atMs < lateMs ? id : null;
}
