import assert from "node:assert/strict";
import { test } from "node:test";
import { runOn } from "../../Public/session/runOn.js";
import { noRoom } from "../../Public/session/room.js";
import { makeBar } from "../../Public/ui/bar.js";

const offline = { ...noRoom, link: "offline", timelines: [{ generation: 2, source: "b" }], state: { timeline: { source: "a" }, track: { title: "One" }, next: { source: "b", track: { title: "Two" } } } };

test("without a server what was announced next becomes what plays when it does", () => {
    const later = runOn(offline, "b");
    assert.equal(later.state.track.title, "Two");
    assert.deepEqual([later.state.next, later.state.timeline.source], [null, "b"]);
    assert.equal(runOn(later, "b"), undefined);
});

test("nothing changes while the server is there, before the next track plays, or without one", () => {
    assert.equal(runOn({ ...offline, link: "live" }, "b"), undefined);
    assert.equal(runOn(offline, "a"), undefined);
    assert.equal(runOn(offline, null), undefined);
    assert.equal(runOn({ ...offline, state: { ...offline.state, next: null } }, "b"), undefined);
    assert.equal(runOn(noRoom, "b"), undefined);
});

test("shown times never pass the end of the track", () => {
    globalThis.document = { createElementNS: () => ({ setAttribute() {}, append() {} }) };
    const elements = {};
    const page = { querySelector: (name) => (elements[name] ??= { textContent: "", addEventListener() {} }) };
    const told = [];
    const bar = makeBar(page, {}, { durationS: 22.4, tell: (positionS) => told.push(positionS) });
    for (const positionS of [-1, 3, 22.3, 27, 1e9]) bar.tick(positionS);
    delete globalThis.document;
    assert.equal(elements[".time-passed"].textContent, "0:22");
    assert.ok(told.every((positionS) => positionS >= 0 && positionS <= 22.4), `${told}`);
});
