/**
 * A style of the waveform: seek bar, lists, snapshots.
 * @typedef {object} WaveformStyle
 * @property {string} id
 * @property {string} name as people see it
 * @property {() => Promise<{ name: string, draw: (context: CanvasRenderingContext2D, strip: import("./strip.js").Strip) => void }>} load
 */

/** The styles of the waveform; the first is the default. */
export const waveformStyles = /** @type {readonly WaveformStyle[]} */ ([
    { id: "mirrored", name: "Mirrored bars", load: () => import("./mirrored.js") },
    { id: "bars", name: "Bars", load: () => import("./bars.js") },
    { id: "dancing", name: "Dancing bars", load: () => import("./dancing.js") },
    { id: "line", name: "Line", load: () => import("./line.js") },
    { id: "dots", name: "Dots", load: () => import("./dots.js") },
    { id: "circular", name: "Circular", load: () => import("./circular.js") },
]);
