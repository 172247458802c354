import assert from "node:assert/strict";
import { test } from "node:test";
import { cannot, refusalWords } from "../../Public/audio/capture/capture.js";
import { CaptureClock } from "../../Public/audio/capture/captureClock.js";
import { soundMessage } from "../../Public/audio/capture/soundSender.js";

/** Numbers in [0, 1) that are the same in each run. */
function numbers(seed) {
    let state = seed;
    return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

test("blocks that come late by chance are put where they were captured", () => {
    for (let seed = 1; seed <= 20; seed += 1) {
        const random = numbers(seed);
        const clock = new CaptureClock(48_000);
        for (let block = 0; block < 1000; block += 1) {
            const startMs = 5000 + 10 * block;
            const lateMs = 3 + (random() < 0.3 ? 0 : 60 * random() ** 3); // 3 ms at least
            const found = clock.captured(480 * block, 480, startMs + 10 + lateMs);
            if (block > 20) assert.ok(Math.abs(found - startMs - 3) < 1, `seed ${seed}, block ${block}: ${found - startMs}`);
        }
    }
});

test("a clock of the sound that runs fast or slow is followed", () => {
    for (const speed of [1 + 5e-4, 1 - 5e-4]) {
        const clock = new CaptureClock(48_000);
        for (let block = 0; block < 20_000; block += 1) {
            const startMs = 10 * block / speed;
            const found = clock.captured(480 * block, 480, startMs + 10 / speed);
            assert.ok(Math.abs(found - startMs) < 3, `${block}: ${found - startMs}`);
        }
    }
});

test("sound travels as 16 bits behind its time", () => {
    assert.equal(Buffer.from(soundMessage(Int16Array.of(1000, -1000), 86_400_000_000.4)).toString("hex"), "0301020000000000006" + "0d71d14000000e80318fc");
});

test("each refusal of the browser has words, and an obstacle is told before anybody is asked", () => {
    const names = ["NotAllowedError", "NotFoundError", "NotReadableError", "OverconstrainedError"];
    assert.equal(new Set(names.map((name) => refusalWords({ name }, "microphone"))).size, names.length);
    const browser = { isSecureContext: true, navigator: { mediaDevices: { getUserMedia() {} } }, AudioWorkletNode: class {} };
    assert.equal(cannot("microphone", browser), undefined);
    assert.match(cannot("tab", browser), /tab/);
    assert.match(cannot("microphone", { ...browser, isSecureContext: false }), /https/);
});
