import assert from "node:assert/strict";
import { test } from "node:test";
import { byDisc, tempoWords } from "../../Public/ui/library/albumView.js";
import { firstWith, letterOf, letters } from "../../Public/ui/library/letters.js";
import { decades, filtersOf, hashOf, listQuery, placeOf, tempos } from "../../Public/ui/library/places.js";
import { gridShape } from "../../Public/ui/library/shapes.js";
import { Selection } from "../../Public/ui/library/selection.js";

test("every place of the library has an address that leads back to it", () => {
    for (const place of [
        { view: "home", query: {} }, { view: "album", id: "12", query: {} }, { view: "genre", id: "Drum & Bass / 50%?#", query: {} },
        { view: "tracks", query: { sort: "added", genre: "R&B", minBpm: "90" } }, { view: "search", query: { q: "ä =&?#%" } },
    ]) assert.deepEqual(placeOf(hashOf(place)), place);
});

test("an address from outside leads to a known view or nowhere", () => {
    for (const hash of ["", "#token=abc", "#library=", "#library=nothing", "#library=__proto__", "#library=genre/%E0%A4%A", "#library"]) assert.equal(placeOf(hash), undefined, hash);
    assert.deepEqual(listQuery({ view: "tracks", query: { limit: "9", genre: "Jazz", sort: "year", __proto__: null } }), { sort: "year", genre: "Jazz" });
});

test("ranges of tempo follow each other, and decades go back to 1950", () => {
    const bounds = tempos.map(({ query }) => [Number(query.minBpm ?? 0), Number(query.maxBpm ?? Infinity)]);
    bounds.slice(1).forEach(([from], at) => assert.ok(from - bounds[at][1] > 0 && from - bounds[at][1] < 0.01));
    assert.equal(decades(2026)[0].name, "2020s");
    assert.deepEqual(decades(2026).at(-1).query, { minYear: "1950", maxYear: "1959" });
});

test("filters are named as people read them, with what takes each away", () => {
    const said = (query) => filtersOf(query).map(({ words }) => words);
    assert.deepEqual(said({ genre: "Jazz", minBpm: "90", maxBpm: "99.999", minYear: "1960", maxYear: "1969" }), ["Jazz", "90–99 BPM", "1960–1969"]);
    assert.deepEqual(said({ maxBpm: "69.999", favourite: "true", played: "false" }), ["up to 69 BPM", "Favourites", "Never played"]);
    assert.deepEqual(filtersOf({ minBpm: "180" }), [{ words: "from 180 BPM", names: ["minBpm", "maxBpm"] }]);
    assert.deepEqual(filtersOf(), []);
});

test("an album is divided into discs, and its tempo is a span", () => {
    const tracks = [{ disc: 2, n: 1 }, { disc: null, n: 2 }, { disc: 1, n: 3 }];
    assert.deepEqual(byDisc(tracks).map(({ disc, items }) => [disc, items.map(({ n }) => n)]), [[1, [2, 3]], [2, [1]]]);
    const at = (bpm) => ({ profile: bpm && { bpm } });
    assert.equal(tempoWords([at(120.2), at(90.6), at(undefined)]), "91–120 BPM");
    assert.equal(tempoWords([at(120)]), "120 BPM");
    assert.equal(tempoWords([at(null)]), undefined);
});

test("rows that are chosen before the tracks of the last choice are there begin at the same row", async () => {
    globalThis.document = { createElement: () => ({ dataset: {}, style: {}, setAttribute() {}, append() {}, replaceChildren() {}, addEventListener() {} }) };
    const arrivals = [];
    const range = (from, to) => new Promise((arrive) => arrivals.push(() => arrive(Array.from({ length: to + 1 - from }, (_, row) => ({ id: from + row })))));
    const selection = new Selection({ deeds: { severalMenu: () => [] }, range, changed() {}, notice: assert.fail });
    const shift = { shiftKey: true };
    const arrive = (number) => new Promise((next) => {
        arrivals[number]();
        setImmediate(next);
    });
    selection.moved(0, 1, shift);
    selection.moved(1, 2, shift);
    await arrive(1);
    assert.deepEqual(selection.tracks.map(({ id }) => id), [0, 1, 2]);
    await arrive(0);
    assert.equal(selection.count, 3, "an older choice that comes late");
    selection.moved(2, 0, shift);
    selection.clear();
    await arrive(2);
    assert.equal(selection.count, 0, "a choice that comes after all was cleared");
    delete globalThis.document;
});

test("a name is listed under the letter that the server sorts it by", () => {
    const under = (name) => letters[letterOf(name)];
    for (const [name, letter] of [["Amber", "A"], ["émile", "E"], ["Ørsted", "O"], ["(What's …)", "W"], ["“Zebra”", "Z"], ["2Tone", "#"], ["…", "#"], ["", "#"], ["坂本", "…"], ["אורנה", "…"], ["ﬁne", "F"]]) {
        assert.equal(under(name), letter, name);
    }
});

test("of a sorted list the first item of each letter is found, with few questions", async () => {
    for (const isDown of [false, true]) {
        const names = Array.from({ length: 5000 }, (_, at) => Math.floor((at * at) / 1_000_000)); // letters 0 to 24
        if (isDown) names.reverse();
        for (let letter = 0; letter < letters.length; letter += 1) {
            let asked = 0;
            const found = await firstWith(names.length, letter, async (at) => {
                asked += 1;
                return names[at];
            }, isDown);
            const wanted = names.findIndex((name) => (isDown ? name <= letter : name >= letter));
            assert.equal(found, wanted < 0 ? names.length : wanted, `${letters[letter]}, ${isDown}`);
            assert.ok(asked <= 13, `${asked} questions`);
        }
    }
    assert.equal(await firstWith(0, 5, assert.fail), 0);
});

test("covers are as many beside each other as have a good size, three on a phone, and fill the width", () => {
    assert.equal(gridShape(366, 16, 600).columns, 3);
    assert.ok(gridShape(1354, 16, 640).columns >= 8);
    assert.ok(gridShape(3600, 32, 1672).columns >= 15, "on a large screen more of them, not larger ones");
    for (let width = 320; width < 4000; width += 37) {
        const { columns, rowPx } = gridShape(width, 16, 700);
        assert.ok(width / columns >= 100 && rowPx > width / columns);
    }
});
