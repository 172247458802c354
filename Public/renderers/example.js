// A style of your own. Copy this file into a folder, name the folder with `downbeat --renderers DIR`, reload the page: the style is in
// the list under its file's name, and an address chooses it by `?style=example`.
//
// `draw` is called for every frame with a cleared canvas and a scene, the state of the music at one moment (its fields are listed in
// stage/beat.js). Read the scene and draw. Store nothing and read no clock, so that every screen draws the same. The scene's width and
// height are those of the whole picture; on a wall of screens the canvas is only a part of it.

export const name = "Example";

/**
 * A disc that jumps on the beat, in a ring of the spectrum.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./stage/beat.js").Scene} scene
 */
export function draw(context, scene) {
    const { width, height, unit, levels, beat, css } = scene;
    const middle = { x: width / 2, y: height * 0.46 };
    // Strong on the beat, gone before the next; weak if the scene is calm or has no beats.
    const light = scene.hasGrid && !scene.calm && !beat.calmSwing ? (1 - beat.fraction) ** 3 : 0;
    context.globalAlpha = scene.show;
    context.fillStyle = css.main;
    context.beginPath();
    context.arc(middle.x, middle.y, unit * (90 + 12 * light), 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = beat.position === 1 ? css.accent : css.second;
    context.lineWidth = 5 * unit;
    context.beginPath();
    for (let index = 0; index < levels.length; index += 1) {
        const angle = (2 * Math.PI * index) / levels.length - Math.PI / 2;
        const [x, y, far] = [Math.cos(angle), Math.sin(angle), unit * (130 + 160 * levels[index])];
        context.moveTo(middle.x + x * 125 * unit, middle.y + y * 125 * unit);
        context.lineTo(middle.x + x * far, middle.y + y * far);
    }
    context.stroke();
}
