/**
 * A style of the stage, loaded when it is first shown.
 * @typedef {object} Style
 * @property {string} id as in the page's address
 * @property {string} name as people see it
 * @property {() => Promise<{ name: string, draw: (context: CanvasRenderingContext2D, scene: import("./stage/beat.js").Scene) => void }>} load
 */

/** Styles that every browser draws; the first is the default. */
export const canvasStyles = /** @type {readonly Style[]} */ ([
    { id: "pulse", name: "Pulse", load: () => import("./stage/pulse.js") },
    { id: "wave", name: "Wave", load: () => import("./stage/wave.js") },
    { id: "ribbons", name: "Ribbons", load: () => import("./stage/ribbons.js") },
    { id: "bars", name: "Bars", load: () => import("./stage/bars.js") },
    { id: "line", name: "Line", load: () => import("./stage/line.js") },
    { id: "circular", name: "Circular", load: () => import("./stage/circular.js") },
    { id: "waterfall", name: "Waterfall", load: () => import("./stage/waterfall.js") },
    { id: "spectrogram", name: "Spectro\u00adgram", load: () => import("./stage/spectrogram.js") },
    { id: "particles", name: "Particles", load: () => import("./stage/particles.js") },
    { id: "tunnel", name: "Tunnel", load: () => import("./stage/tunnel.js") },
    { id: "cover", name: "Cover", load: () => import("./stage/sleeve.js") },
    { id: "type", name: "Type", load: () => import("./stage/type.js") },
]);

/** Styles that are shaders, by their names. Each falls back to a Canvas style that it names. */
export const shaderStyles = /** @type {readonly Style[]} */ ([
    "Nebula", "Ink", "Aurora", "Mercury", "Cavern", "Dunes", "Prism", "Lattice", "Vinyl", "Mosaic", "Voyage", "Lanterns",
    "Silk", "Glass", "Planet", "Skyline", "Rain", "Ember", "Sea", "Fractal", "Bloom", "Pool", "Lava", "Echo",
].map((name) => {
    const id = name.toLowerCase();
    return { id, name, load: () => Promise.all([import("./shading/style.js"), import(`./shaders/${id}.js`)]).then(([{ styleOf }, shader]) => styleOf(shader)) };
}));

/** The styles of the stage. */
export const styles = [...canvasStyles, ...shaderStyles];

/** @param {string} id @returns {string} the path of a style's script, from this folder: for those who need the script under another address */
export function scriptOf(id) {
    const isIn = (list) => list.some((style) => style.id === id);
    if (isIn(shaderStyles)) return `shaders/${id}.js`;
    return isIn(canvasStyles) ? `stage/${id === "cover" ? "sleeve" : id}.js` : `own/${id}.js`;
}
