import assert from "node:assert/strict";
import test from "node:test";
import { addressed } from "../../Public/session/settings.js";
import { SeenViews } from "../../Public/session/views.js";

test("a full view counts from when it tells of itself until it hides", () => {
    const views = new SeenViews();
    assert.equal(views.any(0), false);
    views.hear({ id: "a", seen: true }, 0);
    views.hear({ id: "b", seen: true }, 100);
    views.hear({ id: "a", seen: false }, 200);
    assert.equal(views.any(200), true);
    views.hear({ id: "b", seen: false }, 300);
    assert.equal(views.any(300), false);
});

test("a full view that ended without a word is forgotten", () => {
    const views = new SeenViews();
    views.hear({ id: "a", seen: true }, 0);
    assert.equal(views.any(2400), true);
    assert.equal(views.any(60_000), false);
});

test("the address asks for the mini view", () => {
    assert.equal(addressed("?view=mini", "").mini, true);
    assert.equal(addressed("?view=maxi", "").mini, false);
    assert.equal(addressed("", "").mini, false);
});
