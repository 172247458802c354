import assert from "node:assert/strict";
import { test } from "node:test";
import { PlaceEdits } from "../../Public/ui/wall/placeEdits.js";

const place = (x) => ({ x, y: 0, width: 160, height: 90 });
const screens = [{ id: 1, place: place(0) }, { id: 2, place: null }];
const placesIn = (edits, list = screens) => edits.in(list).map((screen) => screen.place?.x ?? null);

test("a changed place is shown at once, and until the list of screens has it", async () => {
    const edits = new PlaceEdits();
    const sent = edits.during([[2, place(160)]], async () => ({ type: "result" }));
    assert.deepEqual(placesIn(edits), [0, 160]);
    await sent;
    edits.settle(screens);
    assert.deepEqual(placesIn(edits), [0, 160]);
    edits.settle([screens[0], { id: 2, place: place(160) }]);
    assert.deepEqual(placesIn(edits), [0, null]);
});

test("what the server refuses is taken back", async () => {
    const edits = new PlaceEdits();
    await edits.during([[1, place(40)], [2, place(80)]], async () => ({ type: "error" }));
    assert.deepEqual(placesIn(edits), [0, null]);
});

test("a refusal does not take back what was changed since", async () => {
    const edits = new PlaceEdits();
    await edits.during([[1, place(40)]], async () => {
        edits.show(1, place(50));
        return { type: "error" };
    });
    assert.deepEqual(placesIn(edits), [50, null]);
});

test("changes of a screen that has left are forgotten", () => {
    const edits = new PlaceEdits();
    edits.show(1, place(40));
    edits.settle([screens[1]]);
    assert.deepEqual(placesIn(edits), [0, null]);
});
