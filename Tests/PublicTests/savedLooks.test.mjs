import assert from "node:assert/strict";
import { test } from "node:test";
import { lookAddress } from "../../Public/session/lookAddress.js";
import { addressed, settled, usual } from "../../Public/session/settings.js";
import { changeTo, lookOf, shows } from "../../Public/ui/savedLooks.js";

const sea = settled({ style: "sea", seed: 7, colour: "custom", custom: "#ff8800", background: "art", points: 20, calm: true, titles: "off", party: "8" });

test("a look that is saved and shown again is the same, and leaves the habits of the house", () => {
    const look = lookOf(sea);
    assert.ok(!("calm" in look) && !("titles" in look) && !("party" in look));
    const shown = settled(usual, { calm: false }, changeTo(look));
    assert.ok(shows(shown, look));
    assert.deepEqual([shown.style, shown.seed, shown.custom, shown.calm, shown.titles, shown.party], ["sea", 7, "#ff8800", false, usual.titles, "off"]);
    for (const [part, value] of [["style", "rain"], ["seed", 8], ["custom", "#ff8801"], ["points", 21]]) assert.ok(!shows({ ...shown, [part]: value }, look), part);
});

test("what another version saved is shown as far as it is known here", () => {
    assert.deepEqual(changeTo({ style: "sea", seed: 99999, colour: "mud", glow: 3 }), changeTo({ style: "sea", seed: 999 }));
});

test("the address of a look shows it elsewhere, with its seed", () => {
    const { look } = addressed(new URL(lookAddress("http://nas/", "main", sea)).search, "");
    const there = settled(look);
    assert.deepEqual([there.style, there.seed, there.colour, there.custom, there.background, there.points], ["sea", 7, "custom", "#ff8800", "art", 20]);
    assert.ok(!new URL(lookAddress("http://nas/", "main", usual)).searchParams.has("seed"));
});
