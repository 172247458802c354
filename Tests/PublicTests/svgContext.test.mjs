import assert from "node:assert/strict";
import { test } from "node:test";
import { waveformStyles } from "../../Public/renderers/waveform/index.js";
import { signal } from "../../Public/session/palette.js";
import { SvgContext } from "../../Public/ui/svgContext.js";

const drawn = (context) => [...context.document(100, 50, "t", "#000").matchAll(/<path d="([^"]*)" ([^>]*)\/>/g)].map(([, path, traits]) => ({ path, traits }));

test("points are transformed when they are added, as on a canvas", () => {
    const context = new SvgContext();
    context.translate(10, 20);
    context.scale(2, 3);
    context.beginPath();
    context.moveTo(1, 1);
    context.lineTo(2, 2);
    context.scale(5, 5);
    context.fill();
    assert.equal(drawn(context)[0].path, "M12 23L14 26");
});

test("restore brings back colours and the transform", () => {
    const context = new SvgContext();
    context.fillStyle = "rgb(1 2 3)";
    context.save();
    context.fillStyle = "#fff";
    context.scale(9, 9);
    context.restore();
    context.fillRect(0, 0, 2, 1);
    const [{ path, traits }] = drawn(context);
    assert.equal(path, "M0 0L2 0L2 1L0 1Z");
    assert.match(traits, /fill="rgb\(1,2,3\)"/);
});

test("a whole circle is two halves, since SVG draws no arc from a point to itself", () => {
    const context = new SvgContext();
    context.beginPath();
    context.arc(10, 10, 5, 0, 2 * Math.PI);
    context.fill();
    assert.equal(drawn(context)[0].path, "M15 10A5 5 0 0 1 5 10A5 5 0 0 1 15 10");
});

test("a gradient keeps the transform of the moment of filling, and its colours their opacity", () => {
    const context = new SvgContext();
    const gradient = context.createLinearGradient(0, 0, 1, 0);
    gradient.addColorStop(0.25, "rgb(10 20 30 / 0.5)");
    context.beginPath();
    context.rect(0, 0, 40, 10);
    context.transform(40, 0, 0, 40, 5, 0);
    context.fillStyle = gradient;
    context.fill();
    const text = context.document(100, 50, "t", "#000");
    assert.match(text, /gradientTransform="matrix\(40 0 0 40 5 0\)"><stop offset="0.25" stop-color="rgb\(10,20,30\)" stop-opacity="0.5"\/>/);
    assert.match(text, /fill="url\(#g0\)"/);
});

test("titles cannot add elements", () => {
    assert.ok(!new SvgContext().document(1, 1, `</title><script>"&\u0007`, "#000").includes("<script"));
});

test("each waveform style draws with finite numbers inside the picture", async () => {
    const strip = {
        width: 1600, height: 200, unit: 4, peaks: Float32Array.from({ length: 800 }, (_, i) => Math.abs(Math.sin(i))), progress: 0.4, playing: true, timeS: 1,
        levels: new Float32Array(48).fill(0.5), loudness: 0.5, colours: signal, css: signal.css, movement: "still",
    };
    for (const { id, load } of waveformStyles) {
        const context = new SvgContext();
        (await load()).draw(context, strip);
        const shapes = drawn(context);
        assert.ok(shapes.length > 0, id);
        for (const { path } of shapes) {
            assert.doesNotMatch(path, /NaN|Infinity|undefined/, id);
            for (const [, x, y] of path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) assert.ok(x >= -1 && x <= 1601 && y >= -1 && y <= 201, `${id}: ${x} ${y}`);
        }
    }
});
