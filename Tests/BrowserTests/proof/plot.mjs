const [width, height, margin] = [1200, 480, 60];

/**
 * Plots errors over time (SVG).
 * @param {{ name: string, colour: string, points: { atMs: number, errorMs: number }[] }[]} rows
 * @param {number} mostMs the range of the vertical axis, up and down
 */
export function plot(rows, mostMs) {
    const all = rows.flatMap(({ points }) => points.map(({ atMs }) => atMs));
    const [fromMs, toMs] = [all.reduce((least, ms) => Math.min(least, ms), Infinity), all.reduce((most, ms) => Math.max(most, ms), -Infinity)];
    const x = (ms) => (margin + ((width - 2 * margin) * (ms - fromMs)) / (toMs - fromMs)).toFixed(1);
    const y = (ms) => (height / 2 - ((height / 2 - margin) * Math.max(-mostMs, Math.min(mostMs, ms))) / mostMs).toFixed(1);
    const lines = [];
    for (let ms = -mostMs; ms <= mostMs; ms += mostMs / 5) {
        lines.push(`<path d="M${margin} ${y(ms)}H${width - margin}" stroke="#1b2c44"/><text x="${margin - 8}" y="${y(ms)}" text-anchor="end" dy="4">${ms.toFixed(1)}</text>`);
    }
    for (let s = 0; s <= (toMs - fromMs) / 1000; s += 10) lines.push(`<text x="${x(fromMs + 1000 * s)}" y="${height - margin / 2}" text-anchor="middle">${s} s</text>`);
    const dots = rows.map(({ colour, points }) => `<path d="${points.map(({ atMs, errorMs }) => `M${x(atMs)} ${y(errorMs)}h0`).join("")}" stroke="${colour}" stroke-width="3" stroke-linecap="round" opacity="0.7"/>`);
    const names = rows.map(({ name, colour }, at) => `<text x="${margin + 260 * at}" y="${margin / 2}" fill="${colour}">${name}</text>`);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui" font-size="13" fill="#9fb4cc">
<rect width="${width}" height="${height}" fill="#03060d"/>
${[...lines, ...dots, ...names].join("\n")}
<text x="${width - margin}" y="${margin / 2}" text-anchor="end">milliseconds apart</text>
</svg>
`;
}
