import assert from "node:assert/strict";
import { test } from "node:test";
import { nextClickState } from "../../Public/audio/clickState.js";
import { clicksDue, clickUs, usualAccents } from "../../Public/session/click.js";
import { silenceWords, soundWords } from "../../Public/ui/metronome/soundWords.js";

let nowMs = 1000; // of the page's clock
performance.now = () => nowMs;
let timer;
globalThis.setInterval = (act) => (timer = act);
globalThis.clearInterval = () => {};
globalThis.GainNode = class {
    gain = { setTargetAtTime() {} };
    connect(to) {
        return to;
    }

    disconnect() {}
};
const sounds = [];
globalThis.AudioBufferSourceNode = class {
    constructor(context, { buffer }) {
        this.context = context;
        this.voice = buffer.voice;
    }

    connect(to) {
        return to;
    }

    disconnect() {}
    start(atS) {
        this.atS = atS;
        this.lead = atS - this.context.currentTime;
        sounds.push(this);
    }

    stop() {
        if (this.context.currentTime < this.atS) this.isVoid = true;
    }
};
const { Click } = await import("../../Public/audio/click.js");
const { outputOffset } = await import("../../Public/audio/listen.js");

const context = {
    sampleRate: 48_000, state: "running", standsS: undefined,
    get currentTime() {
        return this.standsS ?? nowMs / 1000 - 1;
    },
    createBuffer: () => ({ getChannelData: () => [] }), addEventListener() {}, removeEventListener() {},
};
const serverUs = () => nowMs * 1000 + 5e8;
const kit = Object.fromEntries(["strong", "normal", "soft", "alternate", "second"].map((voice) => [voice, { voice, sampleRate: 48_000, getChannelData: () => new Float32Array(1) }]));

function made(timelines) {
    sounds.length = 0;
    context.state = "running";
    context.standsS = undefined;
    const states = [];
    const place = { timelines, isOn: true };
    const click = new Click({ serverUs, clientS: (us) => (us - 5e8) / 1e6, due: (...span) => (place.isOn ? clicksDue(place.timelines, ...span) : undefined) }, () => states.push(click.state));
    click.kit = kit;
    click.start({ context, node: {}, lessS: () => -1 });
    return { click, place, states };
}

/** Lets the page's timer run at these steps. */
function run(ms, steps = [100]) {
    const endMs = nowMs + ms;
    for (let step = 0; nowMs < endMs; step += 1) {
        nowMs = Math.min(endMs, nowMs + steps[step % steps.length]);
        timer();
    }
}

const heard = () => sounds.filter(({ isVoid }) => !isVoid);
const dueS = ({ dueUs }) => (dueUs - 5e8) / 1e6 - 1;
const rhythm = (traits) => ({ bpm: 240, groups: [4], unit: 4, subdivision: 4, swing: 50, alternate: false, accents: usualAccents([4]), polyrhythm: null, gap: null, ramp: null, ...traits });
const timeline = (traits, of = {}) => {
    const at = Math.round(serverUs()) + 150_000;
    return { generation: 256, source: "click:1", playing: true, position: 0, at, from: at, until: null, click: { rhythm: rhythm(traits), kit: "wood", pulse: 0, bar: 1 }, ...of };
};

for (const [words, traits] of [["240 BPM sixteenths", {}], ["15:14 at 240", { polyrhythm: [15, 14], subdivision: 1, accents: usualAccents([14]) }]]) {
    test(`${words} on a page that stalls up to a second: each click once, exactly when it is due, and never late`, () => {
        const one = timeline(traits);
        const { click } = made([one]);
        run(60_000, [100, 100, 340, 100, 900, 100, 1050, 120]);
        const due = clicksDue([one], 0, serverUs()).map((tick) => [dueS(tick), tick.voice]);
        const nowS = context.currentTime;
        const got = heard().filter(({ atS }) => atS < nowS).map(({ atS, voice }) => [atS, voice]).sort(([at], [other]) => at - other);
        assert.equal(got.length, due.length);
        const byTime = ([at, voice], [other, otherVoice]) => at - other || voice.localeCompare(otherVoice);
        due.sort(byTime);
        got.sort(byTime).forEach(([atS, voice], at) => {
            assert.ok(Math.abs(atS - due[at][0]) < 1 / 96_000, `click ${at}: ${atS} instead of ${due[at][0]}`);
            assert.equal(voice, due[at][1]);
        });
        assert.ok(Math.min(...heard().slice(1).map(({ lead }) => lead)) >= 0.067);
        assert.ok(Math.max(...sounds.map(({ lead }) => lead)) <= 3);
        assert.equal(click.counts.late, 0);
        click.stop();
    });
}

test("an audio time stamp that is wrong moves no click that can be heard, and those that were scheduled stay where they are", () => {
    for (const wrongMs of [15, -15, 21, -21, 60, -60, 400, 10_000, -10_000]) {
        for (const wrong of [0, 1, 2, 7, 23]) {
            const { click } = made([timeline()]);
            click.stop();
            sounds.length = 0;
            click.counts.cancelled = 0;
            let [stamps, stampMs] = [-1, 0];
            const device = {
                state: "running", addEventListener() {}, removeEventListener() {},
                get currentTime() {
                    return context.currentTime;
                },
                getOutputTimestamp() {
                    if (stampMs !== nowMs) stamps += 1; // one with each step of the page's clock, however often it is read
                    stampMs = nowMs;
                    return { contextTime: context.currentTime, performanceTime: nowMs + (stamps === wrong ? wrongMs : 0) };
                },
            };
            const one = timeline();
            const place = { serverUs, clientS: (us) => (us - 5e8) / 1e6, due: (...span) => clicksDue([one], ...span) };
            const exact = new Click(place);
            exact.kit = kit;
            exact.start({ context: device, node: {}, lessS: outputOffset(device) });
            run(4000);
            const due = clicksDue([one], 0, serverUs()).map(dueS);
            const got = heard().map(({ atS }) => atS).filter((atS) => atS < context.currentTime).sort((first, second) => first - second);
            const early = got.length - due.filter((atS) => atS >= got[0] - 0.001).length;
            assert.equal(early, 0, `${wrongMs} ms in stamp ${wrong}`);
            got.forEach((atS, at) => assert.ok(Math.abs(atS - due[due.length - got.length + at]) < 1e-6, `${wrongMs} ms in stamp ${wrong}: ${atS}`));
            assert.ok(got.length > 55, `${got.length}`);
            assert.equal(exact.counts.cancelled, 0, `${wrongMs} ms in stamp ${wrong}`);
            exact.stop();
        }
    }
});

test("what a stop or a change makes void never sounds, and what stays is not scheduled twice", () => {
    const one = timeline();
    const { click, place } = made([one]);
    run(2000);
    const changeUs = one.at + clickUs(rhythm(), Math.ceil((serverUs() + 150_000 - one.at) / 250_000));
    const next = timeline({ bpm: 97.3 }, { generation: 257, at: changeUs, from: changeUs });
    place.timelines = [{ ...one, until: changeUs }, next];
    click.schedule();
    run(3000);
    const due = clicksDue(place.timelines, 0, serverUs()).map(dueS);
    assert.deepEqual(heard().map(({ atS }) => atS).filter((atS) => atS < context.currentTime).sort((a, b) => a - b).map((atS) => atS.toFixed(6)), due.map((atS) => atS.toFixed(6)));
    const stopUs = serverUs();
    place.timelines = [...place.timelines, timeline({}, { generation: 258, playing: false, at: stopUs, from: stopUs })];
    click.schedule();
    assert.deepEqual(heard().filter(({ atS }) => atS > context.currentTime), []);
    click.stop();
});

test("a server that starts again changes nothing of what is heard", () => {
    const one = timeline();
    const { click, place } = made([one]);
    run(2000);
    const before = sounds.length;
    place.timelines = [{ ...one, generation: 7, click: { ...one.click } }];
    click.schedule();
    assert.equal(sounds.length, before);
    assert.equal(click.counts.cancelled, 0);
    run(3000);
    const times = heard().map(({ atS }) => atS.toFixed(6));
    assert.equal(new Set(times).size, times.length);
    assert.equal(click.state, "playing");
    click.stop();
});

test("it plays only once the sound engine runs, and after an interruption only a tap starts it again", () => {
    const { click, place, states } = made([timeline()]);
    context.state = "suspended";
    click.stop();
    sounds.length = 0;
    states.length = 0;
    click.start({ context, node: {}, lessS: () => -1 });
    run(500);
    assert.equal(click.state, "preparing");
    assert.equal(sounds.length, 0);
    context.state = "running";
    run(300);
    assert.equal(click.state, "playing");
    for (const lose of [() => { context.state = "interrupted"; }, () => { context.standsS = context.currentTime; }, () => { nowMs += 60_000; }]) {
        lose();
        run(100);
        if (click.state === "playing") run(1500); // a clock that stands is noticed after a second
        context.state = "running";
        place.timelines = [timeline()];
        run(2000);
        assert.equal(click.state, "interrupted");
        assert.deepEqual(heard().filter(({ atS }) => atS > context.currentTime), []);
        context.standsS = undefined;
        click.tap();
        run(300);
        assert.equal(click.state, "playing");
    }
    place.isOn = false;
    run(200);
    assert.equal(click.state, "idle");
    click.stop();
});

test("an engine whose clock never begins is called interrupted after a while, one that waits for a tap is not", () => {
    const { click } = made([timeline()]);
    context.state = "suspended";
    context.standsS = context.currentTime;
    click.stop();
    click.start({ context, node: {}, lessS: () => -1 });
    run(10_000);
    assert.equal(click.state, "preparing");
    context.state = "running";
    run(3000);
    assert.equal(click.state, "preparing");
    run(1500);
    assert.equal(click.state, "interrupted");
    context.standsS = undefined;
    click.tap();
    run(300);
    assert.equal(click.state, "playing");
    click.stop();
});

test("no order of events calls a lost sound engine playing", () => {
    const events = ["begin", "end", "heard", "lost", "stuck", "tap", "fail"];
    let seed = 7;
    for (let trial = 0; trial < 200; trial += 1) {
        let state = "idle";
        let isInterrupted = false;
        for (let step = 0; step < 30; step += 1) {
            seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
            const event = events[seed % events.length];
            const before = state;
            state = nextClickState(state, event);
            if (before === "playing" && event === "lost") isInterrupted = true;
            if (event === "tap" || event === "fail") isInterrupted = false;
            if (state === "playing") assert.ok(!isInterrupted && (before === "playing" || event === "heard"));
        }
    }
});

test("the words tell the truth of this device", () => {
    assert.equal(soundWords("on", "playing", true), "Playing");
    assert.equal(soundWords("on", "preparing", true), "Preparing…");
    assert.equal(soundWords("off", "idle", true), "Silent here");
    assert.equal(soundWords("waiting", "preparing", true), "Tap for sound");
    assert.match(soundWords("waiting", "interrupted", true), /^Interrupted/);
    assert.match(soundWords("off", "failed", true), /^No sound/);
    assert.equal(silenceWords("off", "idle", true, 0), "Tap for sound");
    assert.equal(silenceWords("off", "idle", true, 1), "", "another screen is heard");
    assert.equal(silenceWords("off", "idle", false, 0), "");
    assert.equal(silenceWords("on", "playing", true, 1), "");
    assert.match(silenceWords("waiting", "interrupted", true, 1), /^Interrupted/);
});
