import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { isWanted, makeActs } from "../../Public/ui/acts.js";

const page = readFileSync(new URL("../../Public/index.html", import.meta.url), "utf8");

test("a press that waited long for its part of the page still opens what it was for, and changes nothing in the room", () => {
    for (const name of ["menu", "invite", "library", "queue", "rooms", "code", "help", "metronome", "lyrics", "beats", "markers"]) assert.ok(isWanted(name, 60_000), name);
    for (const name of ["toggle", "next", "previous", "vote", "seek", "ahead", "tap", "mark", "style", "listen"]) {
        assert.ok(isWanted(name, 1999), name);
        assert.ok(!isWanted(name, 2000), name);
    }
});

test("every button of the page has an action", (context) => {
    globalThis.addEventListener ??= () => {};
    context.after(() => { delete globalThis.addEventListener; });
    const acts = makeActs({}, { sheets: {}, over: {}, chrome: { toggle() {} } });
    for (const [, name] of page.matchAll(/data-act="(\w+)"/g)) assert.equal(typeof acts[name], "function", name);
});

test("the page calls functions, and presses none of its own buttons", () => {
    const root = new URL("../../Public/", import.meta.url);
    const files = readdirSync(root, { recursive: true }).filter((name) => /^(ui|kernel|audio|session|main\.js)/.test(name) && name.endsWith(".js"));
    const pressing = files.filter((name) => /querySelector(All)?\([^)]*\)\??\.click\(\)/.test(readFileSync(new URL(name, root), "utf8")));
    assert.deepEqual(pressing, []);
});
