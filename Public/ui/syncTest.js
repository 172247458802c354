const flashS = 1 / 60;

/**
 * The pattern for filming two screens with one camera: the server's milliseconds, a hand that turns once a beat, and a flash of one
 * frame on each beat. Without beats the hand turns once a second.
 * @param {CanvasRenderingContext2D} context
 * @param {import("../renderers/stage/beat.js").Scene} scene
 */
export function drawSyncTest(context, scene) {
    const { width, height, beat, hasGrid, timeS } = scene;
    const beatS = hasGrid ? 60 / beat.bpm : 1;
    const fraction = hasGrid && scene.playing ? beat.fraction : timeS % 1;
    const flash = fraction * beatS < flashS && !scene.calm;
    const unit = Math.min(width, height);
    context.fillStyle = flash ? "#fff" : "#000";
    context.fillRect(0, 0, width, height);
    const ink = flash ? "#000" : "#fff";
    context.strokeStyle = context.fillStyle = ink;

    const x = width / 2;
    const y = height * 0.36;
    const radius = unit * 0.26;
    context.lineWidth = unit * 0.006;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    for (let mark = 0; mark < 20; mark += 1) {
        const angle = (mark / 20) * 2 * Math.PI;
        const inner = radius * (mark % 5 ? 0.94 : 0.86);
        context.moveTo(x + Math.sin(angle) * inner, y - Math.cos(angle) * inner);
        context.lineTo(x + Math.sin(angle) * radius, y - Math.cos(angle) * radius);
    }
    context.stroke();
    context.lineWidth = unit * 0.012;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + Math.sin(fraction * 2 * Math.PI) * radius, y - Math.cos(fraction * 2 * Math.PI) * radius);
    context.stroke();

    context.textAlign = "center";
    context.textBaseline = "middle";
    const digits = Math.round(Math.min(unit * 0.24, width * 0.14));
    context.font = `700 ${digits}px ui-monospace, "DejaVu Sans Mono", monospace`;
    context.fillText(String(Math.floor(timeS * 1000) % 1_000_000).padStart(6, "0"), x, y + radius + 0.8 * digits);
}
