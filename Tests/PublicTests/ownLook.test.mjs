import assert from "node:assert/strict";
import { test } from "node:test";
import { OwnLook } from "../../Public/session/ownLook.js";

const store = (text) => ({ get: () => text, set: (next) => { text = next; } });

test("a screen without wishes follows the room, and its settings stay the same object until one changes", () => {
    const look = new OwnLook(store(), {}, () => false);
    const before = look.settle({ style: "wave" });
    assert.equal(before.style, "wave");
    assert.equal(look.settle({ style: "wave" }), before);
    assert.equal(look.change({ style: "bars" }, false), false);
    assert.equal(look.settle({ style: "bars" }).style, "bars");
});

test("a screen with wishes of its own keeps them, until it goes back to the room's", () => {
    const look = new OwnLook(store(), {}, () => false);
    assert.equal(look.change({}, true), true);
    assert.equal(look.change({ style: "line" }, false), true);
    assert.equal(look.settle({ style: "wave" }).style, "line");
    look.change(null, false);
    assert.equal(look.settle({ style: "wave" }).style, "wave");
});

test("the page's address counts most, until somebody changes just that", () => {
    const look = new OwnLook(store('{"points":16}'), { style: "siri", points: 8 }, () => false);
    assert.equal(look.settle({ style: "wave" }).points, 8);
    look.change({ points: 32 }, true);
    assert.deepEqual([look.settle({}).points, look.settings.style], [32, "ribbons"]);
});

test("what a host sets for a screen counts more than its address, and replaces once what was set at it", () => {
    const look = new OwnLook(store('{"style":"line","points":16}'), { style: "ribbons" }, () => false);
    assert.equal(look.settle({ style: "wave" }, { look: null, lookEdition: 0 }).style, "ribbons");
    assert.deepEqual([look.isOwn, look.wishes], [true, { style: "line", points: 16 }]);
    const told = { look: { style: "bars" }, lookEdition: 1 };
    assert.deepEqual([look.settle({ style: "wave" }, told).style, look.settings.points], ["bars", 48]);
    look.change({ points: 8 }, false);
    assert.deepEqual([look.settle({ style: "wave" }, told).style, look.settings.points], ["bars", 8]);
    assert.equal(look.settle({ style: "wave" }, { look: null, lookEdition: 2 }).style, "ribbons");
    assert.equal(look.isOwn, false);
});

test("less motion is the screen's own affair", () => {
    const look = new OwnLook(store(), {}, () => true);
    assert.equal(look.settle({ calm: false }).calm, true);
    assert.equal(look.change({ calm: false }, false), true);
    assert.equal(look.settle({}).calm, false);
});

test("what somebody else wrote into the store is no look", () => {
    assert.equal(new OwnLook(store("{broken"), {}, () => false).settle({}).style, "pulse");
});
