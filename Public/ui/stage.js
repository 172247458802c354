const mostPixels = 3840 * 2160; // a denser canvas costs time and shows nothing more

/**
 * Keeps the canvas as dense as the screen.
 * @param {HTMLCanvasElement} canvas
 * @param {number} scale 1 is every pixel of the screen
 * @param {{ width: number, height: number, unit: number }} scene is told
 */
export function fitStage(canvas, scale, scene) {
    const fit = () => {
        const dense = Math.min((devicePixelRatio || 1) * scale, Math.sqrt(mostPixels / (innerWidth * innerHeight)));
        const width = Math.max(1, Math.round(innerWidth * dense));
        const height = Math.max(1, Math.round(innerHeight * dense));
        if (canvas.width !== width || canvas.height !== height) {
            canvas.width = width;
            canvas.height = height;
        }
        scene.width = width;
        scene.height = height;
        scene.unit = Math.min(width, height) / 900;
    };
    addEventListener("resize", fit);
    fit();
}
