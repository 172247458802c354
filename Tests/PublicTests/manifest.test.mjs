import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const page = new URL("../../Public/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("manifest.webmanifest", page), "utf8"));

test("every icon of the manifest is there, in the size that it says", () => {
    for (const { src, sizes, type } of manifest.icons) {
        const bytes = readFileSync(new URL(src, page));
        if (type === "image/png") assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src); // PNG, IHDR
        else assert.match(bytes.toString("utf8"), /^<svg /);
    }
});

test("the manifest keeps to the page's folder, whatever it is served under", () => {
    for (const address of [manifest.start_url, manifest.scope, ...manifest.icons.map(({ src }) => src)]) assert.doesNotMatch(address, /^(\/|[a-z]+:)/);
});
