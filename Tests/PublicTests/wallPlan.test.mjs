import assert from "node:assert/strict";
import { test } from "node:test";
import { around, beside, inRows, isSame, placed, resized, sizeOf, snapped } from "../../Public/session/wallPlan.js";

test("a new screen has the shape of its window and the usual area", () => {
    assert.deepEqual(sizeOf({ width: 1920, height: 1080 }), { width: 160, height: 90 });
    assert.deepEqual(sizeOf({ width: 1080, height: 1920 }), { width: 90, height: 160 });
    assert.deepEqual(sizeOf({ width: null, height: null }), { width: 160, height: 90 });
    assert.deepEqual(sizeOf({ width: 0, height: 0 }), { width: 160, height: 90 });
});

test("a dragged screen meets its neighbours' edges, with the gap for bezels", () => {
    const others = [{ x: 0, y: 0, width: 160, height: 90 }];
    const place = (x, y) => ({ x, y, width: 80, height: 45 });
    assert.deepEqual(snapped(place(163, 3), others, 5, 0), place(160, 0));
    assert.deepEqual(snapped(place(163, 43), others, 5, 0), place(160, 45));
    assert.deepEqual(snapped(place(168, 3), others, 5, 4), place(164, 0));
    assert.deepEqual(snapped(place(-83, 91), others, 5, 0), place(-80, 90));
    assert.deepEqual(snapped(place(200, 200), others, 5, 0), place(200, 200));
    assert.deepEqual(snapped(place(1.23456, 2), [], 5, 0), place(1.235, 2));
});

test("rows are of one height, and as wide as their screens with the gaps", () => {
    const tv = { width: 160, height: 90 };
    assert.deepEqual(inRows([tv, tv, { width: 45, height: 80 }], 3, 5), [
        { x: 0, y: 0, ...tv }, { x: 165, y: 0, ...tv }, { x: 330, y: 0, width: 50.625, height: 90 },
    ]);
    const grid = inRows([tv, tv, tv], 2, 0);
    assert.deepEqual(grid[2], { x: 0, y: 90, ...tv });
    assert.deepEqual(around(grid), { x: 0, y: 0, width: 320, height: 180 });
    assert.deepEqual(inRows([], 1, 0), []);
    assert.equal(around([]), undefined);
});

test("a screen is added at the right", () => {
    assert.deepEqual(beside({ width: 80, height: 45 }, [], 5), { x: 0, y: 0, width: 80, height: 45 });
    assert.deepEqual(beside({ width: 80, height: 45 }, [{ x: -10, y: 7, width: 160, height: 90 }], 5), { x: 155, y: 7, width: 80, height: 45 });
});

test("places stay within what the server accepts, and keep their shape when they are resized", () => {
    assert.deepEqual(resized({ x: 1, y: 2, width: 160, height: 90 }, 320), { x: 1, y: 2, width: 320, height: 180 });
    const wild = placed({ x: 1e9, y: -1e9, width: 0.0001, height: 0.0001 });
    assert.deepEqual(wild, { x: 10_000, y: -10_000, width: 1, height: 1 });
    assert.equal(placed({ x: 0, y: 0, width: 1e9, height: 1 }).width, 10_000);
});

test("the same place is the same, and none is none", () => {
    const place = { x: 1, y: 2, width: 3, height: 4 };
    assert.ok(isSame(place, { ...place }) && isSame(null, undefined) && !isSame(place, null) && !isSame(place, { ...place, y: 3 }));
});
