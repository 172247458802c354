import assert from "node:assert/strict";
import test from "node:test";
import { changesOf, changeWords, commonest, reportWords, shared } from "../../Public/ui/tags/fields.js";

const album = [
    { fields: { artist: ["A"], genre: ["Rock", "Pop"], year: ["1969"] }, cover: null },
    { fields: { artist: ["B"], genre: ["Rock", "Pop"], year: ["1969"] }, cover: null },
    { fields: { artist: ["B"], genre: ["Rock", "Pop"] }, cover: null },
];

test("what all tracks have is shown, and what differs is mixed", () => {
    assert.deepEqual(shared(album, "genre"), { value: "Rock; Pop", isMixed: false });
    assert.deepEqual(shared(album, "artist"), { value: "", isMixed: true });
    assert.deepEqual(shared(album, "year"), { value: "", isMixed: true });
    assert.deepEqual(shared(album, "composer"), { value: "", isMixed: false });
    assert.equal(commonest(album, "artist"), "B");
    assert.equal(commonest(album, "composer"), undefined);
});

test("only touched fields that are not as they were are sent", () => {
    assert.deepEqual(changesOf(album, {}), {});
    assert.deepEqual(changesOf(album, { genre: "Rock; Pop ", composer: "" }), {});
    assert.deepEqual(changesOf(album, { artist: " C ", year: "", genre: "" }), { artist: "C", year: null, genre: null });
    assert.deepEqual(changesOf(album, { compilation: "0", cover: "" }), { compilation: false, cover: null });
    assert.deepEqual(changesOf(album, { compilation: "1", cover: "data:image/png;base64,AA" }), { compilation: true, cover: "data:image/png;base64,AA" });
});

test("changes and reports are said in words", () => {
    assert.deepEqual(changeWords({ field: "albumArtist", before: [], after: ["A", "B"] }), { name: "Album artist", before: "nothing", after: "A; B" });
    assert.deepEqual(changeWords({ field: "compilation", before: ["1"], after: [] }), { name: "Compilation", before: "yes", after: "no" });
    const result = (state) => ({ state });
    assert.equal(reportWords({ total: 1, results: [result("done")] }), "1 track saved.");
    assert.equal(
        reportWords({ total: 5, results: [result("done"), result("done"), result("unchanged"), result("failed")] }),
        "2 tracks saved, 1 had these tags already, 1 not saved, 1 not begun.");
});
