import assert from "node:assert/strict";
import { test } from "node:test";
import { readPacket } from "../../Public/net/messages.js";
import { FrameStore } from "../../Public/session/frames.js";
import { next, noRoom } from "../../Public/session/room.js";
import { lookBackS, SceneMaker } from "../../Public/session/scene.js";
import { settled } from "../../Public/session/settings.js";
import { namedCard } from "../../Public/ui/mediaKeys.js";
import { framesPacket, withTops } from "./packets.mjs";

const settings = settled();
const wavy = (number) => 120 + 90 * Math.sin(number / 7);
const music = withTops(Array.from({ length: 1500 }, (_, number) => ({
    level: Math.round(wavy(number) * (number % 700 < 400 ? 1 : 0.4)), loudness: wavy(number), onset: (number * 37) % 200,
})));
const timeline = (generation, from, more) => ({
    type: "timeline", sent: from, generation, source: "a", entry: 1, playing: true, position: 0, at: from, from, until: null, ...more,
});
const grid = (source, bpm = 120) => ({
    type: "grid", source, bpm, meter: 4, confidence: 0.9, first: 0, total: 400, beats: Array.from({ length: 400 }, (_, at) => (at * 60) / bpm),
    positions: Array.from({ length: 400 }, (_, at) => (at % 4) + 1),
});

function known(first, last, source = "a", store = new FrameStore()) {
    store.put(readPacket(framesPacket({ frames: music.slice(first, last) })), source, first / 60);
    return store;
}

const maker = (store) => {
    const made = new SceneMaker(store);
    return (us, room, wish = settings) => structuredClone({ ...made.at(us, room, wish), history: null, colours: null, css: null });
};
const room = [timeline(512, 0), grid("a")].reduce(next, noRoom);

// What a page knows that was sent frames from one moment to another, in pieces of half a second as they come, or of one at the start.
function sent(firstS, lastS, pieceS = 0.5, store = new FrameStore()) {
    for (let fromS = firstS; fromS < lastS; fromS += pieceS) {
        known(Math.max(0, Math.round(fromS * 60)), Math.round(Math.min(lastS, fromS + pieceS) * 60), "a", store);
    }
    return store;
}

// All that any style draws from, the waterfall's rows included.
function whole(store, us, room, wish) {
    const { history, ...scene } = new SceneMaker(store).at(us, room, wish);
    return structuredClone({ ...scene, colours: null, css: null, rows: Array.from({ length: history.rows }, (_, row) => history.at(row)) });
}

for (const bpm of [40, 120, 220]) {
    test(`a page that came late draws all that one draws that was there, at ${bpm} BPM`, () => {
        const room = [timeline(512, 0), grid("a", bpm)].reduce(next, noRoom);
        for (const [nowS, viscosity, points] of [[9.5, 0.6, 64], [12, 0, 8], [17.251, 1, 33], [3, 0.9, 64]]) {
            const wish = settled({ viscosity, points });
            const early = sent(0, nowS + 2.5);
            const late = sent(nowS - lookBackS, nowS + 2, 1);
            for (const laterS of [0, 0.4, 1.3]) {
                const us = (nowS + laterS) * 1e6;
                assert.deepEqual(whole(late, us, room, wish), whole(early, us, room, wish), `${nowS} s and ${laterS}`);
            }
        }
    });
}

test("who comes while the music stands still draws what all others draw", () => {
    const paused = [timeline(512, 0), grid("a"), timeline(768, 9_123_456, { position: 9.123456, playing: false })].reduce(next, noRoom);
    const frame = Math.floor(9.123456 * 60);
    const late = known(frame + 1, frame + 16, "a", known(frame - lookBackS * 60, frame + 1));
    assert.deepEqual(whole(late, 30e6, paused, settings), whole(sent(0, 11.5), 30e6, paused, settings));
});

test("equal moments give equal scenes, whatever was drawn before", () => {
    const store = sent(0, 15);
    const early = maker(store);
    for (let us = 0; us < 6_000_000; us += 7001) early(us, room);
    assert.deepEqual(early(7_000_000, room), maker(store)(7_000_000, room));
});

test("beats are counted, with the last eight of them on their way", () => {
    const scene = maker(known(0, 900))(5_250_000, room);
    assert.ok(scene.hasGrid && scene.playing);
    assert.deepEqual([scene.beat.index, scene.beat.fraction, scene.beat.position, scene.beat.bpm], [10, 0.5, 3, 120]);
    assert.equal(scene.beats.count, 8);
    assert.deepEqual([...scene.beats.ageS], [0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3.25, 3.75]);
    assert.deepEqual([...scene.beats.downbeat], [0, 0, 1, 0, 0, 0, 1, 0]);
});

test("a pause freezes all but the server's time, and play goes on from there", () => {
    const draw = maker(known(0, 900));
    const before = draw(5_000_000, room);
    const paused = next(room, timeline(768, 5_000_000, { position: 5, playing: false }));
    const frozen = draw(9_000_000, paused);
    for (const part of ["mediaS", "beat", "beats", "levels", "next", "loudness", "onset"]) assert.deepEqual(frozen[part], before[part], part);
    assert.equal(frozen.playing, false);
    assert.equal(frozen.timeS, 9);
    const on = draw(9_500_000, next(paused, timeline(1024, 9_000_000, { position: 5 })));
    assert.equal(on.mediaS, 5.5);
});

test("a track that was announced fades out before and in after, one that was wished for fades out first", () => {
    const store = known(0, 900, "b", known(0, 900));
    const draw = maker(store);
    const announced = next(room, timeline(513, 8_000_000, { source: "b", sent: 6_000_000 }));
    assert.deepEqual([7, 7.9, 8.2].map((s) => draw(s * 1e6, announced).source), ["a", "a", "b"]);
    const shows = [7, 7.875, 8, 8.2, 8.5].map((s) => draw(s * 1e6, announced).show);
    [1, 0.5, 0, 0.5, 1].forEach((show, at) => assert.ok(Math.abs(shows[at] - show) < 1e-9, `${at}: ${shows[at]}`));
    assert.deepEqual([7.9, 8, 8.5].map((s) => draw(s * 1e6, announced).changedS), [Infinity, 0, 0.5]);
    const wished = next(room, timeline(768, 8_000_000, { source: "b" }));
    assert.deepEqual([7.9, 8.1, 8.3].map((s) => draw(s * 1e6, wished).source), ["a", "a", "b"]);
    assert.deepEqual([8.1, 8.25, 8.75].map((s) => draw(s * 1e6, wished).changedS), [Infinity, 0, 0.5]);
    let last = 1;
    for (let us = 7_900_000; us < 9_000_000; us += 5000) {
        const { show } = draw(us, wished);
        assert.ok(Math.abs(show - last) < 0.03, `${us}`);
        last = show;
    }
});

const card = (id) => ({ id, source: "ab"[id - 1], title: `Title ${id}`, artist: "", colours: [["#00ff00", "#33ff33", "#66ff66"], ["#0040ff", "#2050ff", "#4060ff"]][id - 1] });
const state = (track, next, of) => ({ type: "state", sent: of.sent, track, next: next && { source: next.source, track: next, from: of.until }, timeline: of });

test("in a crossfade the seek bar changes at the start, and all that is shown half-way, at one moment and without getting dark", () => {
    const second = timeline(513, 8_000_000, { source: "b", sent: 6_000_000, fade: { source: "a", until: 12_000_000 } });
    const first = timeline(512, 0, { until: 8_000_000 });
    const before = [state(card(1), card(2), first), grid("a"), grid("b", 90), second].reduce(next, noRoom);
    const after = next(before, state(card(2), null, second));
    const store = known(0, 900, "b", known(0, 900));
    const art = settled({ colour: "art" });
    const made = new SceneMaker(store);
    for (const room of [before, after]) { // its state may come a moment late
        const at = (s) => {
            const { source, trackS, named, title, about, mediaS, show, changedS, namedFromS, beat, colours, levels } = made.at(s * 1e6, room, art);
            assert.equal(namedCard(room, s * 1e6).source, named); // as lock screens tell it
            return { source, trackS, named, title, about, mediaS, show, changedS, namedFromS, bpm: Math.round(beat.bpm), colours, levels: [...levels] };
        };
        const alone = (s) => [...new SceneMaker(store).at(s * 1e6, [timeline(512, 0), grid("a")].reduce(next, noRoom), art).levels];
        for (const s of room === before ? [7.5, 7.99, 8, 8.3, 9.99] : [8, 8.3, 9.99]) {
            const { source, trackS, named, title, about, mediaS, show, namedFromS, bpm, colours, levels } = at(s);
            assert.deepEqual([source, named, title, about.id, namedFromS, bpm, show], [s < 8 ? "a" : "b", "a", "Title 1", 1, 0, 120, 1], `${s}`);
            assert.ok(Math.abs(trackS - (s < 8 ? s : s - 8)) < 1e-9 && Math.abs(mediaS - s) < 1e-9, `${s}: ${trackS}, ${mediaS}`);
            assert.ok(colours.main[1] === 255, `${colours.main}`);
            assert.deepEqual(levels, alone(s), "the picture goes on with the track that fades out");
        }
        for (const s of [10, 10.5, 12, 13]) {
            const { source, trackS, named, title, about, mediaS, show, namedFromS, bpm, colours } = at(s);
            assert.deepEqual([source, named, title, about.id, namedFromS, bpm, show], ["b", "b", "Title 2", 2, 2, 90, 1], `${s}`);
            assert.ok(Math.abs(mediaS - (s - 8)) < 1e-9 && trackS === mediaS);
            assert.ok(colours.main[2] === 255, `${colours.main}`);
        }
        assert.deepEqual([9.9, 10, 10.5].map((s) => at(s).changedS), [Infinity, 0, 0.5]);
    }
});

test("in a crossfade of a track with itself, or from one that nobody describes, the title is that of what is heard", () => {
    for (const source of ["b", "c"]) {
        const second = timeline(513, 8_000_000, { source: "b", sent: 6_000_000, fade: { source, until: 12_000_000 } });
        const room = [timeline(512, 0, { until: 8_000_000 }), grid("a"), second, state(card(2), null, second)].reduce(next, noRoom);
        const scene = new SceneMaker(known(0, 900, "b")).at(9_000_000, room, settings);
        assert.deepEqual([scene.source, scene.named, scene.title, scene.namedFromS], ["b", "b", "Title 2", source === "b" ? 0 : 2]);
    }
    const second = timeline(513, 8_000_000, { source: "b", sent: 6_000_000, fade: { source: "a", until: 12_000_000 } });
    const late = [state(card(2), null, second)].reduce(next, noRoom);
    const scene = new SceneMaker(known(0, 900, "b")).at(9_000_000, late, settings);
    assert.deepEqual([scene.source, scene.named, scene.title], ["b", "b", "Title 2"]);
});

test("while nothing plays the scene is idle, without a grid it does not count", () => {
    const draw = maker(new FrameStore());
    assert.deepEqual([draw(5, noRoom).idle, draw(5, noRoom).show], [1, 0]);
    const bare = draw(5_000_000, next(noRoom, timeline(512, 0)));
    assert.deepEqual([bare.hasGrid, bare.beats.count, bare.idle], [false, 0, 0]);
});

test("from three beats a second on the light must swing little", () => {
    const at = (bpm) => maker(known(0, 900))(5e6, [timeline(512, 0), grid("a", bpm)].reduce(next, noRoom)).beat.calmSwing;
    assert.deepEqual([120, 179, 180, 200].map(at), [false, false, true, true]);
});

test("the number of points is what was asked for, and its arrays are used again", () => {
    const made = new SceneMaker(known(0, 900));
    const first = made.at(5e6, room, settled({ points: 16 })).levels;
    assert.equal(first.length, 16);
    made.at(5e6, room, settled({ points: 64 }));
    assert.equal(made.at(6e6, room, settled({ points: 16 })).levels, first);
});

test("music under 60 beats a minute is calm all through, also where two beats come closer", () => {
    const wavering = (bpm) => {
        const told = grid("a", bpm);
        return { ...told, beats: told.beats.map((at, index) => at + (index % 2 ? 0.06 : 0)) };
    };
    const slow = (bpm, us) => maker(known(0, 900))(us, [timeline(512, 0), wavering(bpm)].reduce(next, noRoom)).beat.slow;
    for (let us = 0; us < 8e6; us += 250_000) assert.deepEqual([slow(58, us), slow(60, us)], [true, false]);
});

test("title and artist are of the track that is shown, also while it fades out", () => {
    const told = (id, title, artist = null) => ({ id, title, artist, colours: [], hasCover: false });
    const state = (line, track) => ({ type: "state", sent: line.sent, timeline: line, track, next: null });
    const [first, second] = [timeline(512, 0), timeline(768, 5e6, { source: "b" })];
    const before = [first, state(first, told(1, "One", "A"))].reduce(next, noRoom);
    const after = [second, state(second, told(2, "Two"))].reduce(next, before);
    const made = new SceneMaker(known(0, 900));
    const shown = (us, room) => {
        const { title, artist } = made.at(us, room, settings);
        return [title, artist];
    };
    assert.deepEqual(shown(4.9e6, before), ["One", "A"]);
    assert.deepEqual(shown(5.1e6, after), ["One", "A"]);
    assert.deepEqual(shown(5.5e6, after), ["Two", ""]);
    assert.deepEqual(new SceneMaker(known(0, 900)).at(5e6, noRoom, settings).title, "");
});

test("fast clicks move the picture a little, where slow ones move it much: attacks eight times a second would flash", () => {
    const swing = (subdivision) => {
        const rhythm = { bpm: 120, groups: [4], unit: 4, subdivision, accents: ["strong", "normal", "normal", "normal"], polyrhythm: null, gap: null };
        const clicks = [timeline(512, 0, { source: "click:1", click: { rhythm, kit: "wood", pulse: 0, bar: 1 } }), { ...grid("click:1"), confidence: 1 }].reduce(next, noRoom);
        const every = 30 / subdivision;
        const frames = withTops(Array.from({ length: 600 }, (_, number) => ({ level: Math.max(0, 200 - 10 * (number % every)), loudness: 200 - 10 * (number % every), onset: 0 })));
        const store = new FrameStore();
        store.put(readPacket(framesPacket({ frames })), "click:1", 0);
        const made = new SceneMaker(store);
        const seen = Array.from({ length: 60 }, (_, at) => {
            const { levels, loudness, history } = made.at(5e6 + (at * 1e6) / 60, clicks, settled({ viscosity: 0 }));
            return [levels[20], loudness, history.at(0)[20]];
        });
        return [0, 1, 2].map((part) => Math.max(...seen.map((row) => row[part])) - Math.min(...seen.map((row) => row[part])));
    };
    const [slow, fast] = [swing(1), swing(4)];
    assert.ok(Math.min(...slow) > 0.3, String(slow));
    assert.ok(Math.max(...fast) < 0.1, String(fast));
});

test("a click that changes its tempo does not fade, another source does", () => {
    const click = { rhythm: { bpm: 120, groups: [4], unit: 4, subdivision: 1, accents: [], polyrhythm: null, gap: null }, kit: "wood", pulse: 0, bar: 1 };
    const changed = (source, more) => [timeline(512, 0, { source: "click:1", click }), timeline(768, 5e6, { source, ...more })].reduce(next, noRoom);
    const shows = (room) => [5.1, 5.3].map((s) => maker(new FrameStore())(s * 1e6, room).show);
    assert.deepEqual(shows(changed("click:2", { click })), [1, 1]);
    assert.ok(shows(changed("a")).every((show) => show < 1));
});

test("where a title changes while its source goes on, title, colours and card change at its position, and the picture goes on", () => {
    const live = timeline(512, 0, { source: "live:radio@1" });
    const cards = [{ from: 0, ...card(1) }, { from: 6, ...card(2) }];
    const room = { ...next(noRoom, { ...state(card(1), null, live), cards }) };
    const made = new SceneMaker(known(0, 900, "live:radio@1"));
    const at = (s) => {
        const { title, colours, show, namedFromS, changedS, named } = made.at(s * 1e6, room, settled({ colour: "art" }));
        return { title, main: colours.main.indexOf(255), show, namedFromS, changedS: Math.round(changedS * 1e6) / 1e6, named };
    };
    for (const s of [5.9, 6.5, 5.9]) { // a pure function, in any order
        assert.deepEqual(at(s), s < 6 ? { title: "Title 1", main: 1, show: 1, namedFromS: 0, changedS: Infinity, named: "live:radio@1" }
            : { title: "Title 2", main: 2, show: 1, namedFromS: 6, changedS: 0.5, named: "live:radio@1" });
    }
});
