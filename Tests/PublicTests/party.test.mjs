import assert from "node:assert/strict";
import test from "node:test";
import { dim } from "../../Public/renderers/over/backdrop.js";
import { styles } from "../../Public/renderers/index.js";
import { cardShare } from "../../Public/renderers/over/titleCard.js";
import { makePhase, phaseAt } from "../../Public/session/grid.js";
import { orderOf, partyStylesOf, partyWishOf, suited, turnAt } from "../../Public/session/party.js";
import { settled } from "../../Public/session/settings.js";

/** Beats at 120 BPM in bars of four; `first` is the number of the first of them, `upbeats` come before the first bar. */
function beats(first, count, upbeats = 0) {
    const numbers = Array.from({ length: count }, (_, i) => first + i);
    return { first, meter: 4, beats: numbers.map((number) => number / 2), positions: numbers.map((number) => ((((number - upbeats) % 4) + 4) % 4) + 1) };
}

function turn(grid, mediaS, bars = 8) {
    const beat = { ...makePhase(), meter: grid?.meter ?? 0 };
    const found = { count: -1, before: -1, share: -1 };
    turnAt({ beat, mediaS, hasGrid: phaseAt(grid, mediaS, beat) }, grid, String(bars), found);
    return [found.count, Math.round(1000 * found.share) / 1000];
}

test("a turn begins with a bar and fades in for a second", () => {
    const grid = beats(0, 200);
    assert.deepEqual(turn(grid, 0), [0, 1]);
    assert.deepEqual(turn(grid, 15.9), [0, 1]);
    assert.deepEqual([turn(grid, 16), turn(grid, 16.5), turn(grid, 17)], [[1, 0], [1, 0.5], [1, 1]]);
    assert.deepEqual([turn(grid, 31.9), turn(grid, 32.25)], [[1, 1], [2, 0.25]]);
    assert.deepEqual(turn(grid, 32.25, 16), [1, 0.25]);
});

test("a screen that has other beats of the track is in the same turn", () => {
    for (let mediaS = 14; mediaS < 40; mediaS += 0.37) assert.deepEqual(turn(beats(20, 90), mediaS), turn(beats(0, 200), mediaS));
});

test("upbeats move the turns with the bars", () => {
    const grid = beats(0, 200, 2);
    const starts = [];
    for (let mediaS = 0.01, last = 0; mediaS < 60; mediaS += 0.01) {
        const [count, share] = turn(grid, mediaS);
        if (count !== last) {
            starts.push(Math.round(mediaS));
            assert.ok(share < 0.02);
        }
        last = count;
    }
    assert.deepEqual(starts.map((startS) => (startS - 1) % 2), starts.map(() => 0), "on downbeats, which are at odd seconds");
});

test("without beats, turns take as long as at 120 BPM", () => {
    assert.deepEqual([turn(undefined, 15.9), turn(undefined, 16.5)], [[0, 1], [1, 0.5]]);
});

test("with each section another style comes, and the same again where a section returns", () => {
    const at = (section, sectionBefore, led) => {
        const found = { count: -1, before: -1, share: -1 };
        turnAt({ beat: {}, mediaS: 5, direction: { section, sectionBefore, led } }, undefined, "section", found);
        return found;
    };
    assert.deepEqual(at(2, 1, 0.4), { count: 2, before: 1, share: 0.4 });
    assert.deepEqual(at(1, 1, 0.4), { count: 1, before: 1, share: 1 });
    const still = { count: -1, before: -1, share: -1 };
    turnAt({ beat: {}, mediaS: 5 }, undefined, "section", still);
    assert.deepEqual(still, { count: 0, before: 0, share: 1 });
    turnAt({ beat: {}, mediaS: 5, direction: { section: 3, sectionBefore: 1, led: 0.4 } }, undefined, "song", still);
    assert.deepEqual(still, { count: 0, before: 0, share: 1 });
});

test("a song's styles drive about as much as it does, and are the same each time", () => {
    const all = styles.map(({ id }) => id);
    for (const seed of ["0f3a", "77aa", "b19c"]) {
        assert.deepEqual(suited(all, seed, { drive: 0.9 }), suited(all, seed, { drive: 0.9 }));
        assert.ok(["tunnel", "lattice", "echo", "voyage", "prism", "fractal", "bars", "skyline", "cavern", "pulse", "circular"].includes(suited(all, seed, { drive: 0.95 })[0]));
        assert.ok(["aurora", "pool", "lanterns", "rain", "ink", "silk", "sea", "cover", "nebula", "dunes", "planet", "line"].includes(suited(all, seed, { drive: 0.05 })[0]));
    }
    const firsts = new Set(Array.from({ length: 60 }, (_, track) => suited(all, `track ${track}`, { drive: 0.5 })[0]));
    assert.ok(firsts.size >= 6, `${[...firsts]}`);
});

test("each track has its own order, the same each time, with every style once", () => {
    const styles = ["a", "b", "c", "d", "e", "f"];
    assert.deepEqual(orderOf(styles, "0f3a"), orderOf(styles, "0f3a"));
    assert.deepEqual([...orderOf(styles, "0f3a")].sort(), styles);
    const orders = new Set(Array.from({ length: 60 }, (_, track) => orderOf(styles, `track ${track}`).join("")));
    assert.ok(orders.size > 40);
    assert.notDeepEqual(orderOf(styles, "0f3a"), orderOf(styles, "0f3a", 1));
});

test("the title card comes after the start and is gone when the music is on its way", () => {
    assert.deepEqual([0, 0.4, 2, 7, 8, 100].map(cardShare), [0, 0, 1, 1, 0, 0]);
});

test("a cover behind the picture is dark enough for words, and a dark one stays", () => {
    const white = new Uint8ClampedArray(4 * 16).fill(255);
    dim(white);
    assert.ok(white[0] <= 40 && white[3] === 255);
    const spot = new Uint8ClampedArray(4 * 16);
    spot.fill(255, 0, 4);
    dim(spot);
    assert.ok(spot[0] <= 85);
});

test("a choice of a party's styles is kept in a short text, and read back", () => {
    const all = styles.map(({ id }) => id);
    assert.deepEqual(partyStylesOf("", all), all);
    assert.deepEqual(partyStylesOf("wave tunnel", all), ["wave", "tunnel"]);
    assert.deepEqual(partyStylesOf("-wave -tunnel", all), all.filter((id) => id !== "wave" && id !== "tunnel"));
    assert.equal(partyWishOf(all, all), "");
    for (let count = 0; count <= all.length; count += 1) {
        for (const chosen of [all.slice(0, count), all.slice(all.length - count)]) {
            const text = partyWishOf(chosen, all);
            assert.ok(text.length <= 200 && settled({ partyStyles: text }).partyStyles === text, text);
            assert.deepEqual(partyStylesOf(text, all), count === 0 ? all : chosen);
        }
    }
    assert.deepEqual(partyStylesOf(all.map((id) => `-${id}`).join(" "), all), all);
});
