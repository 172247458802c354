import assert from "node:assert/strict";
import { test } from "node:test";
import { next, noRoom } from "../../Public/session/room.js";
import { addressed } from "../../Public/session/settings.js";
import { partOf } from "../../Public/session/wall.js";

/** The scene of a window of that size, after it became a part of a wall. */
function shown(part, width, height) {
    const scene = { width, height, view: { x: 0, y: 0, width, height } };
    part(scene);
    return scene;
}

test("the parts of an address's wall fill it without gaps and overlaps, at any size", () => {
    for (const [width, height] of [[480, 300], [509, 318], [1366, 767], [1, 3]]) {
        for (let row = 0; row < 3; row += 1) {
            for (let column = 0; column < 2; column += 1) {
                const asked = addressed(`?wall=2x3&at=${column},${row}`, "");
                const scene = shown(partOf(asked, {}), width, height);
                assert.deepEqual([scene.width, scene.height], [2 * width, 3 * height]);
                assert.deepEqual({ ...scene.view, y: scene.view.y + 0 }, { x: column * width, y: row * height, width, height });
            }
        }
    }
});

test("an address that says no wall is none, and without `at` it is the first cell", () => {
    for (const query of ["", "?wall=2", "?wall=0x1&at=0,0", "?wall=2x1&at=2,0", "?wall=2x1&at=0,1", "?wall=-2x1", "?wall=1e9x1", "?wall=65x1", "?wall=2x2&at=1", "?wall=2x2&at=,", "?wall=x&at=0,0", "?at=0,0"]) {
        assert.equal(partOf(addressed(query, ""), {}), undefined, query);
    }
    assert.equal(shown(partOf(addressed("?wall=2x1", ""), {}), 100, 50).view.x, 0);
});

test("quality=auto is the quality that the page chooses", () => {
    assert.equal(addressed("?quality=auto", "").quality, undefined);
    assert.equal(addressed("?quality=2", "").quality, 2);
});

test("a place in the room is a part of the room's wall, gaps included, and the address overrides it", () => {
    const wall = { x: -160, y: -5, width: 405, height: 120 };
    const room = { place: { x: 2.5, y: 0, width: 160, height: 90 }, wall };
    const scene = shown(partOf({}, room), 1920, 1080);
    assert.deepEqual([scene.width, scene.height], [4860, 1440]);
    assert.deepEqual(scene.view, { x: 1950, y: 60, width: 1920, height: 1080 });
    assert.equal(shown(partOf({ wall: "2x1", at: "1,0" }, room), 1920, 1080).width, 3840);
    assert.equal(partOf({}, { place: null, wall: null }), undefined);
});

test("a window of another shape than its place shows the middle of its place", () => {
    const place = { x: 0, y: 0, width: 160, height: 90 };
    const scene = shown(partOf({}, { place, wall: place }), 1600, 1000);
    assert.deepEqual([scene.width, scene.height, scene.view.x, scene.view.y], [1600, 900, 0, -50]);
});

test("a picture is never larger than a canvas can tell positions in", () => {
    const wall = { x: -10_000, y: 0, width: 20_000, height: 10 };
    const scene = shown(partOf({}, { place: { x: 9999, y: 0, width: 0.01, height: 10 }, wall }), 1920, 1080);
    assert.ok(scene.width <= 65_536 && scene.width > 0 && scene.height > 0);
    assert.ok(Number.isInteger(scene.view.x) && scene.view.x <= scene.width);
});

test("the room tells this screen its place, the wall and its quality in one message", () => {
    const place = { x: 0, y: 0, width: 160, height: 90 };
    const room = next(noRoom, { type: "you", sent: 1, name: "Left", offsetMs: 5, place, wall: { ...place, width: 320 }, quality: 2 });
    assert.deepEqual([room.offsetMs, room.place, room.wall.width, room.quality], [5, place, 320, 2]);
    const off = next(room, { type: "you", sent: 2, name: "Left", offsetMs: 5, place: null, wall: null, quality: null });
    assert.deepEqual([off.place, off.wall, off.quality], [null, null, null]);
});

test("the room lists absent screens, and tells this screen's number", () => {
    const absent = [{ name: "Right", place: { x: 0, y: 0, width: 1, height: 1 } }];
    assert.equal(next(noRoom, { type: "screens", sent: 1, total: 0, screens: [], absent }).absent, absent);
    assert.deepEqual(next(noRoom, { type: "identify", sent: 1, number: 17, name: "TV", until: 9 }).identify, { number: 17, name: "TV", untilUs: 9 });
});
