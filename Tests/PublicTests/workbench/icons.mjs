#!/usr/bin/env node
// Draws the page's icons as pictures of fixed sizes, for systems that take no SVG; they lie in Public/icons and are committed.
// Before that each is shrunk, which is seen by nobody: pngquant 96 --quality 80-99 --speed 1 --strip, then oxipng -o 6.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withWorkbench } from "./browser.mjs";

const folder = fileURLToPath(new URL("../../../Public/icons/", import.meta.url));
const icons = [["icon-192", 192, 1, false], ["icon-512", 512, 1, false], ["maskable-512", 512, 0.8, true]];

await withWorkbench(async (page) => {
    for (const [name, size, share, filled] of icons) {
        const address = await page.evaluate(`(${draw})(${size}, ${share}, ${filled})`);
        writeFileSync(`${folder}${name}.png`, Buffer.from(address.split(",")[1], "base64"));
        console.log(`${folder}${name}.png`);
    }
});

/** Within the page. Whatever cuts a maskable icon leaves its middle 80 %, and its ground fills all of it. */
async function draw(size, share, filled) {
    const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
    const context = canvas.getContext("2d");
    const unit = size / 64;
    context.fillStyle = "#040b17"; // plain: a shaded ground makes the file ten times as large
    context.beginPath();
    if (filled) context.rect(0, 0, size, size);
    else context.roundRect(0, 0, size, size, 15 * unit);
    context.fill();
    context.translate(size / 2, size / 2);
    context.scale(unit * share, unit * share);
    context.lineCap = "round";
    context.globalCompositeOperation = "lighter"; // light adds up
    context.shadowColor = "#2ce6ff";
    const ring = (radius, width, strength, glow, from = 0, to = 2 * Math.PI) => {
        context.shadowBlur = glow * unit * share;
        context.globalAlpha = strength;
        context.strokeStyle = "#2ce6ff";
        context.lineWidth = width;
        context.beginPath();
        context.arc(0, 0, radius, from, to);
        context.stroke();
    };
    ring(22, 2.2, 0.35, 5);
    ring(22, 3.2, 0.95, 7, -Math.PI / 2, 0);
    ring(13.5, 2.8, 0.75, 6);
    context.shadowColor = "#9af1ff";
    context.shadowBlur = 8 * unit * share;
    context.globalAlpha = 1;
    context.fillStyle = "#e4f6fc";
    context.beginPath();
    context.arc(0, 0, 6, 0, 2 * Math.PI);
    context.fill();
    return canvas.toDataURL("image/png");
}
