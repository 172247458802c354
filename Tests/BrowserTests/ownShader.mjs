import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server } from "./stage/server.mjs";

const colourOf = "(({ data: [red, green, blue] }) => [red, green, blue])(document.querySelector('.stage').getContext('2d').getImageData(5, 5, 1, 1))";
const close = (colour) => `${colourOf}.every((part, at) => Math.abs(part - [${colour}][at]) <= 2)`;
const notice = "document.querySelector('.toast').textContent";
const script = (body) => `export const name = "Mine"; export const instead = "line"; export const shader = \`vec3 look(vec2 p) { ${body} }\`;`;

const isf = (body, inputs = []) => `/*${JSON.stringify({ ISFVSN: "2", INPUTS: inputs })}*/\n#define LEVEL 0.5\nvarying vec2 isf_FragNormCoord;\nvoid main() { ${body} }`;
const flat = isf("gl_FragColor = vec4(tint.rgb, 1) * step(0, isf_FragNormCoord.x + LEVEL);", [{ NAME: "tint", TYPE: "color", DEFAULT: [0, 1, 0.5, 1] }]);

/** An ISF file goes the same way. */
async function foreign({ browser, server, own, law }) {
    const file = join(own, "theirs.fs");
    writeFileSync(file, flat);
    const list = await (await fetch(`${server.address}/renderers/own.json`)).json();
    law("the server lists ISF files beside scripts", list.renderers.join() === "mine,theirs", list.renderers.join());
    const page = await browser.open({ url: `${server.address}/?kiosk=1&quality=4&style=theirs`, width: 160, height: 90, apart: true });
    await page.until(`globalThis.downbeat && ${close([0, 255, 128])}`);
    law("an ISF file of the own folder is drawn, with whole numbers that are meant as floats", true);
    for (const [what, body, words] of [["that never ends", "while (true) { }", "loops must be"], ["that does not compile", "gl_FragColor = vec4(nothing);", "undeclared"]]) {
        writeFileSync(file, isf(body));
        await page.until(`${notice}.includes(${JSON.stringify(words)}) && !(${close([0, 255, 128])})`);
        law(`of an ISF file ${what} the page says why, and draws a Canvas style`, true, await page.evaluate(notice));
        writeFileSync(file, flat);
        await page.until(close([0, 255, 128]));
    }
    law("once it is mended it is drawn", true);
    await server.command({ do: "look", inputs: "theirs tint=1,0,0.5,1" });
    await page.until(close([255, 0, 128]));
    law("an input that the room sets is seen", true);
    await server.command({ do: "look", inputs: null });
    await page.until(close([0, 255, 128]));
    await page.close();
}

/** A shader of the user's own folder: drawn, drawn anew when its file changes, and explained when it is wrong. */
export default async function ownShader({ browser, law }) {
    const kept = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const own = join(kept, "own");
    const file = join(own, "mine.js");
    mkdirSync(own);
    writeFileSync(file, script("return vec3(1.0, 0.0, 0.5);"));
    const server = new Server({ kept: join(kept, "data"), options: ["--renderers", own] });
    try {
        await server.start();
        const tracks = await server.analyzed(1);
        await server.command({ do: "look", titles: "off" });
        await server.command({ do: "play", track: [...tracks.values()][0].id, position: 5 });
        const page = await browser.open({ url: `${server.address}/?kiosk=1&quality=4&style=mine`, width: 160, height: 90, apart: true });
        await page.until(`globalThis.downbeat && ${close([255, 0, 128])}`);
        law("a shader of the own folder is drawn", true);
        writeFileSync(file, script("return vec3(0.0, 1.0, 0.5);"));
        await page.until(close([0, 255, 128]));
        law("its change is seen without a reload", true);
        for (const [what, body, words] of [["that does not compile", "return vec3(x);", "undeclared"], ["that never ends", "for (;;) {} return p.xyx;", "a loop must be written as"]]) {
            writeFileSync(file, script(body));
            await page.until(`${notice}.includes(${JSON.stringify(words)}) && !(${close([0, 255, 128])})`);
            law(`of one ${what} the page says why, and draws its Canvas style`, true, await page.evaluate(notice));
        }
        writeFileSync(file, script("return vec3(0.0, 0.5, 1.0);"));
        await page.until(close([0, 128, 255]));
        law("once it is mended it is drawn", true);
        await page.close();
        await foreign({ browser, server, own, law });
    } finally {
        await server.stop();
        rmSync(kept, { recursive: true, force: true });
    }
}
