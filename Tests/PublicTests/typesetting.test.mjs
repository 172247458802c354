import assert from "node:assert/strict";
import { test } from "node:test";
import { fitted, leading, letters } from "../../Public/renderers/typesetting.js";

const measure = (text) => 0.5 * text.length; // each letter is half as wide as high
const place = { width: 1000, height: 400, most: 240, least: 20 };
const titles = [
    "Pulse", "Night Drive", "Concerto in B flat minor, op. 23, third movement, allegro con fuoco (live at the harbour, 1974)",
    "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz", "a ".repeat(400), "x".repeat(2000), "", "   ",
];

test("every title fits, in the largest size that is tried, and keeps its words", () => {
    for (const title of titles) {
        const { size, rows } = fitted(title, measure, place);
        assert.ok(size <= place.most && size >= place.least * 0.95, title);
        assert.ok(rows.length * size * leading <= place.height, title);
        for (const row of rows) assert.ok(measure(row) * size <= place.width + 1e-6, row);
        const shown = rows.join("").replace(/\s/gu, "");
        assert.ok(shown.endsWith("…") || shown === title.replace(/\s/gu, ""), shown);
    }
});

test("short titles are large, and words stay whole while they can", () => {
    assert.deepEqual(fitted("Pulse", measure, place), { size: 240, rows: ["Pulse"] });
    const { rows } = fitted("Night Drive", measure, { ...place, width: 400 });
    assert.deepEqual(rows, ["Night", "Drive"]);
    assert.ok(fitted(titles[3], measure, place).rows.length > 1);
});

test("accents and emoji are one letter, and joined scripts one piece", () => {
    assert.deepEqual(letters("e\u0301👩‍🚀a"), ["e\u0301", "👩‍🚀", "a"]);
    assert.deepEqual(letters("فنان"), ["فنان"]);
});
