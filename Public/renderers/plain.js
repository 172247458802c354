/** The beat as one ring. */
export function draw(context, scene) {
    const { width, height, beats, levels, colours } = scene;
    const radius = Math.min(width, height) * 0.22;
    context.globalCompositeOperation = "lighter";
    context.globalAlpha = scene.show;
    context.lineWidth = 3 * scene.unit;
    for (let index = 0; index < beats.count; index += 1) {
        context.strokeStyle = colours.css.alpha("main", Math.max(0, 0.8 - beats.ageS[index] / 3) * beats.strength[index]);
        context.beginPath();
        context.arc(width / 2, height * 0.46, radius * (1 + beats.ageS[index]), 0, 7);
        context.stroke();
    }
    context.fillStyle = colours.css.alpha("main", 0.5);
    const bar = width / levels.length;
    for (let index = 0; index < levels.length; index += 1) {
        context.fillRect(index * bar, height, bar * 0.6, -levels[index] * height * 0.4);
    }
    context.globalAlpha = 1;
}
