import assert from "node:assert/strict";
import { test } from "node:test";
import { TrackWave } from "../../Public/waveform/trackWave.js";

test("an overview comes first, and all of it once somebody looks closer", async () => {
    const { wave, asked, answer } = made();
    assert.equal(wave.wantFine(1), false, "what is not there is not seen closer");
    wave.want(1);
    wave.want(1);
    assert.equal(asked.length, 1, "what is on its way is not asked for again");
    assert.ok(wave.coming && !wave.here);
    await answer(waveform(4));
    assert.ok(wave.here && !wave.coming);
    assert.equal(wave.wantFine(1), true);
    assert.equal(wave.wantFine(1), false);
    assert.ok(asked[0].query.pixels > 0 && asked[1].query.pixels === undefined);
    const peaks = new Float32Array(2);
    wave.fill({ startS: 0, endS: 0.4 }, peaks);
    assert.deepEqual([...peaks], [1, 1], "the overview stands while the rest comes");
});

test("of a track of hours a closer look asks for as much as the server gives at once", async () => {
    const { wave, asked, answer } = made();
    wave.want(1);
    await answer(waveform(72_000)); // two hours, ten pixels a second
    assert.equal(wave.wantFine(1), true);
    assert.equal(asked[1].query.pixels, 1_000_000);
});

test("what fails is told and can be asked again; a closer look that fails leaves the overview", async () => {
    const { wave, asked, told, answer } = made();
    wave.want(1);
    await answer(new Error("Server not responding."));
    assert.deepEqual(told.at(-1), ["Server not responding.", true]);
    wave.want(1);
    await answer(new ArrayBuffer(3));
    assert.deepEqual(told.at(-1), ["The waveform is invalid.", true]);
    wave.want(1);
    await answer(waveform(4));
    assert.deepEqual(told.at(-1), [null, false]);
    wave.wantFine(1);
    await answer(new Error("gone"));
    assert.deepEqual(told.at(-1), [null, false]);
    assert.ok(wave.here);
    assert.equal(wave.wantFine(1), true, "the next zoom asks again");
    assert.equal(asked.length, 5);
});

test("an answer for another track counts no more", async () => {
    const { wave, asked, answer } = made();
    wave.want(1);
    wave.forget();
    assert.ok(asked[0].signal.aborted);
    wave.want(2);
    await answer(waveform(4), 0);
    assert.ok(wave.coming, "it still waits for its own");
    await answer(waveform(4), 1);
    assert.ok(wave.here);
});

function made() {
    const asked = [];
    const told = [];
    const wave = new TrackWave((track, query, signal) => new Promise((resolve, reject) => asked.push({ track, query, signal, resolve, reject })),
        (...words) => told.push(words));
    return {
        wave, asked, told,
        async answer(with_, which = asked.length - 1) {
            if (with_ instanceof Error) asked[which].reject(with_);
            else asked[which].resolve(with_);
            await new Promise(setImmediate);
        },
    };
}

/** So many pixels of full height, 0.1 s each. */
function waveform(pixels) {
    const buffer = new ArrayBuffer(24 + 2 * pixels);
    const view = new DataView(buffer);
    [2, 1, 1000, 100, pixels, 1].forEach((value, index) => view.setInt32(4 * index, value, true));
    for (let pixel = 0; pixel < pixels; pixel += 1) view.setInt8(24 + 2 * pixel, -128);
    return buffer;
}
