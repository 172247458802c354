import assert from "node:assert/strict";
import { test } from "node:test";
import { addressed, settled, usual } from "../../Public/session/settings.js";
import { paletteOfArt, paletteOfCustom, paletteOfHue, signal } from "../../Public/session/palette.js";

test("a later layer counts more, and what makes no sense is passed over", () => {
    assert.deepEqual(settled(), usual);
    const settings = settled({ style: "wave", points: 32 }, null, { points: 1000, calm: "yes", colour: "mud", custom: "#zzz", other: 1 });
    assert.deepEqual([settings.style, settings.points, settings.calm, settings.colour], ["wave", 64, false, "art"]);
});

test("the address of the page sets room and look, and the token is in its fragment", () => {
    const asked = addressed("?room=bar&style=Wave&color=ff8800&points=16&fps=30&bg=transparent&kiosk=1&offset=-40&calm=1&name=TV", "#token=abc");
    assert.deepEqual([asked.room, asked.fps, asked.kiosk, asked.offsetMs, asked.name, asked.token], ["bar", 30, true, -40, "TV", "abc"]);
    assert.deepEqual(asked.look, { style: "wave", points: 16, colour: "custom", custom: "#ff8800", background: "transparent", calm: true, party: "off" });
    const plain = addressed("", "");
    assert.deepEqual([plain.room, plain.look, plain.kiosk, plain.token], ["main", {}, false, undefined]);
});

test("no cover and no choice makes a saturated red", () => {
    const light = (part) => (part / 255) ** 2.2;
    for (const colour of ["#ff0000", "#a00808", "#ff7a18", "#af002d", "#200000"]) {
        for (const { main, second, accent } of [paletteOfArt([colour, colour]), paletteOfCustom(colour)]) {
            for (const [red, green, blue] of [main, second, accent]) assert.ok(light(red) < 0.8 * (light(red) + light(green) + light(blue)), `${colour}: ${[red, green, blue]}`);
        }
    }
});

test("words of a colour are made once", () => {
    assert.equal(signal.css.main, "rgb(44 230 255)");
    assert.equal(paletteOfHue(190), paletteOfHue(190.4));
    assert.equal(paletteOfHue(359.9), paletteOfHue(0));
});

test("the colours of a cover shine, and a grey cover falls back to ours", () => {
    const palette = paletteOfArt(["#202024", "#401010", "#102040"]);
    assert.ok(Math.max(...palette.main) >= 250);
    assert.equal(paletteOfArt(["#404040", "#222222"]), signal);
    assert.equal(paletteOfArt([]), signal);
});
