import assert from "node:assert/strict";
import { test } from "node:test";
import { localDay, makePractised, practiceWith } from "../../Public/session/practice.js";

function practised(kept = []) {
    const log = makePractised(kept);
    let [nowMs, date, count] = [0, new Date(2026, 10, 25, 22, 0), 0];
    const seen = { name: "Ada", song: null, bpm: 120, bar: 1 };
    return {
        log,
        play(seconds, traits = {}) {
            Object.assign(seen, traits);
            for (let step = 0; step < seconds; step += 1) {
                nowMs += 1000;
                date = new Date(date.getTime() + 1000);
                if (step % 2 === 0) seen.bar += 1;
                log.add({ ...seen, nowMs, date }, () => `id-${(count += 1)}`);
            }
        },
        sleep: (ms) => { nowMs += ms; },
    };
}

test("an item counts from 30 seconds on, and grows with the same id", () => {
    const { log, play } = practised();
    play(30);
    assert.equal(log.hasNews(), false);
    play(1);
    assert.equal(log.hasNews(), true);
    const [first] = log.unsent();
    assert.deepEqual([first.item, first.seconds, first.title, first.song, first.day], ["id-1", 30, "Metronome", null, "2026-11-25"]);
    log.sent(first);
    assert.deepEqual(log.unsent(), []);
    play(10);
    log.hasNews();
    assert.deepEqual(log.unsent().map(({ item, seconds }) => [item, seconds]), [["id-1", 40]]);
});

test("a stop, another song and another day each begin a new item", () => {
    const { log, play } = practised();
    play(40);
    log.add(undefined);
    play(40, { bar: 1 });
    play(40, { song: { id: 5, title: "Take Five" } });
    play(2 * 3600);
    log.hasNews();
    assert.deepEqual(log.unsent().map(({ song, day }) => [song, day]), [[null, "2026-11-25"], [null, "2026-11-25"], [5, "2026-11-25"], [5, "2026-11-26"]]);
});

test("a page that slept did not practise", () => {
    const { log, play, sleep } = practised();
    play(31);
    sleep(3_600_000);
    play(10);
    log.hasNews();
    assert.equal(log.unsent()[0].seconds, 39);
});

test("what was not sent is kept for the next visit", () => {
    const { log, play } = practised();
    play(50);
    log.hasNews();
    const again = makePractised(JSON.parse(log.text()));
    assert.equal(again.unsent()[0].seconds, 49);
    again.sent(again.unsent()[0]);
    assert.equal(again.text(), undefined);
});

test("days are local ones", () => {
    assert.equal(localDay(new Date(2026, 0, 3, 0, 1)), "2026-01-03");
});

test("what the server told grows with what is practised here, and no second counts twice", () => {
    const { log, play } = practised();
    const none = { days: {}, streak: 2, best: 2, total: 1000, items: [] };
    const at = (told) => practiceWith(told, log.items(), "Ada", "2026-11");
    play(20);
    assert.deepEqual(at(none), none); // too short to count
    play(11);
    const told = { ...none, days: { "2026-11-25": 30 }, streak: 3, best: 3, total: 1030, items: log.items() };
    assert.deepEqual(at(none), told);
    assert.deepEqual(at(told), told);
    play(49);
    assert.deepEqual([at(told).total, at(told).days["2026-11-25"], at(told).items.map(({ seconds }) => seconds), at(told).streak], [1079, 79, [79], 3]);
    assert.deepEqual(at(none).total, 1079);
    assert.deepEqual(told.items[0].seconds, 30); // what was told stays
    log.add(undefined);
    log.sent(log.unsent()[0]);
    assert.equal(at(told).total, 1079);
    play(46, { song: { id: 4, title: "Waltz" } });
    assert.deepEqual([at(told).total, at(told).items.map(({ title, seconds }) => [title, seconds])], [1124, [["Waltz", 45], ["Metronome", 79]]]);
    assert.deepEqual(practiceWith(told, log.items(), "Bob", "2026-11"), told);
    assert.deepEqual(practiceWith(told, log.items(), "Ada", "2026-10"), told);
});
