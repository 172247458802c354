import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { clicksDue, usualAccents } from "../../Public/session/click.js";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { contrastOf, names } from "./access.mjs";
import { rested } from "./stage/opened.mjs";
import { visible } from "./stage/visible.mjs";

const sampleRate = 48_000;
const fine = { bpm: 240, groups: [4], unit: 4, subdivision: 4, swing: 50, alternate: true };
const cross = { bpm: 240, polyrhythm: [15, 14], subdivision: 1 };
const sizes = [[390, 844], [844, 390], [1440, 900], [1920, 1080]];
const leastLeadS = 0.067;
const mostLeadS = 3; // a few beats
const leastTarget = 48;
const shown = 24; // pictures of a second
const mostOfField = 0.25; // of a visual field of ten degrees (WCAG 2.3.1)
const sound = "document.querySelector('.sound-state').textContent";

/** The metronome: its clicks on the audio clock, its truth, its views. With $SHOTS it leaves pictures in that folder. */
export default async function metronome({ browser, server, tracks, law, timed, measures }) {
    const page = await browser.open({ url: server.pageAddress("view=metronome"), before: `(${noteSounds})()`, apart: true });
    const happens = (sentence, condition) => page.until(condition).then(() => law(sentence, true), async () => law(sentence, false, await page.evaluate(`${sound} + ", " + document.querySelector(".metronome")?.textContent`)));
    await happens("the address opens the view", "document.querySelector('.metronome')?.hidden === false && document.body.dataset.sync === 'sync'");
    await page.click(".start-button");
    await happens("a start is heard here, where nobody else sounds", `${sound} === "Playing"`);
    law("without the server's stream of sound", await page.evaluate("downbeat.listening.stream === false"));
    await hands(page, server, happens, law);
    if (measures) await loads(page, server, law);
    await truth(page, server, happens, law, timed);
    await rendered(page, law);
    await looks(page, law);
    if (measures) await overMusic(page, server, tracks.get("Clicks at 120").id, law);
    await backToMusic(page, server, tracks.get("Clicks at 120").id, law);
    const troubles = page.troubles.filter((words) => !/ERR_CONNECTION_REFUSED|WebSocket/.test(words)); // while the server was stopped
    law("no error in the console", troubles.length === 0, troubles.slice(0, 3).join("; "));
    await page.close();
    await flashing(browser, server, law);
}

async function hands(page, server, happens, law) {
    const click = async () => (await server.get("rooms/main")).click;
    const becomes = async (sentence, check) => {
        const now = await untilSo(click, check);
        law(sentence, check(now), JSON.stringify(now.rhythm));
    };
    await page.click(".dot:nth-child(2)");
    await becomes("a tap on a dot goes to the next accent", ({ rhythm }) => rhythm.accents.join() === "strong,soft,normal,normal");
    await page.key("ArrowUp");
    await becomes("an arrow is a beat a minute", ({ rhythm }) => rhythm.bpm === 121);
    await page.evaluate("for (const at of [0, 400, 800, 1200]) document.dispatchEvent(Object.defineProperty(new KeyboardEvent('keydown', { key: 't', bubbles: true, cancelable: true }), 'timeStamp', { value: 1e6 + at }))");
    await becomes("T taps the tempo", ({ rhythm }) => rhythm.bpm === 150);
    await page.evaluate("document.body.dataset.keys = 'off'; for (const at of [0, 300, 600]) document.dispatchEvent(Object.defineProperty(new KeyboardEvent('keydown', { key: 't', bubbles: true, cancelable: true }), 'timeStamp', { value: 2e6 + at }))");
    await page.key("ArrowUp"); // commands are obeyed in their order
    await becomes("not while single letters are switched off", ({ rhythm }) => rhythm.bpm === 151);
    await page.evaluate("document.body.dataset.keys = 'on'");
    await page.click(".tempo-number");
    await page.until("document.activeElement.matches('.tempo-input')");
    await page.evaluate("document.activeElement.value = '97,3'");
    await page.key("Enter");
    await becomes("a tempo is typed", ({ rhythm }) => rhythm.bpm === 97.3);
    await page.evaluate("document.activeElement.blur()");
    await page.key(" ");
    await happens("the space bar stops", "document.querySelector('.start-button').dataset.runs === 'false'");
    await page.painted(); // whatever the stop does has been done
    const left = await page.evaluate("sounds.filter(({ atS, context, isVoid }) => !isVoid && atS > context.currentTime).length");
    law("and no click sounds after it", left === 0, `${left} clicks left`);
    await page.key(" ");
    await happens("and starts again", `${sound} === "Playing"`);
}

/** The hardest rhythms on a slow machine: Chromium's throttle makes the page's thread six times slower. */
async function loads(page, server, law) {
    await page.call("Emulation.setCPUThrottlingRate", { rate: 6 });
    for (const [words, wish] of [["240 BPM sixteenths", fine], ["15:14 at 240 BPM", cross]]) {
        await server.command({ do: "click.start", ...wish });
        const { timeline } = await server.get("rooms/main");
        await pause(700);
        const first = await page.evaluate("sounds.length");
        const fromS = await page.evaluate("sounds.at(-1).context.currentTime + 0.1");
        await pause(1300);
        const { rows, nowS } = await page.evaluate(`({ nowS: sounds.at(-1).context.currentTime, rows: sounds.slice(${Math.max(0, first - 40)}).map(({ atS, leadS, isVoid }) => ({ atS, leadS, isVoid })) })`);
        const got = rows.filter(({ atS, isVoid }) => !isVoid && atS >= fromS && atS < nowS).map(({ atS }) => atS).sort((one, other) => one - other);
        const due = clicksDue([timeline], timeline.from, timeline.from + 10e6).map(({ dueUs }) => dueUs / 1e6);
        const { off, at } = best(got, due);
        law(`${words} on a page throttled six times: none is missing or double`, got.length >= 8 && off < 0.004, `${got.length} clicks, ${(1000 * off).toFixed(2)} ms off at most, from click ${at}`);
        const leads = rows.slice(40).map(({ leadS }) => leadS);
        law(`${words}: each scheduled ahead, none late`, Math.min(...leads) >= leastLeadS && Math.max(...leads) < mostLeadS, `${(1000 * Math.min(...leads)).toFixed(0)} to ${(1000 * Math.max(...leads)).toFixed(0)} ms ahead; ${(1000 * Math.min(...rows.map(({ leadS }) => leadS))).toFixed(0)} ms right after the start`);
    }
    await page.call("Emulation.setCPUThrottlingRate", { rate: 1 });
    await server.command({ do: "click.set", bpm: 120, groups: [4], unit: 4, subdivision: 1, polyrhythm: null });
}

/** Where a row of times fits a longer one but for an offset, and how well. */
function best(got, due) {
    let found = { off: Infinity, at: -1 };
    for (let at = 0; at + got.length <= due.length; at += 1) {
        const lessS = got.reduce((sum, atS, index) => sum + atS - due[at + index], 0) / got.length;
        const off = Math.max(...got.map((atS, index) => Math.abs(atS - due[at + index] - lessS)));
        if (off < found.off) found = { off, at };
    }
    return found;
}

async function truth(page, server, happens, law, timed) {
    await page.evaluate("sounds.at(-1).context.suspend()");
    await happens("a sound engine that is taken away is called interrupted", `${sound}.startsWith("Interrupted")`);
    const before = await page.evaluate("sounds.length");
    const stoodS = await page.evaluate("sounds.at(-1).context.resume(), sounds.at(-1).context.currentTime");
    await page.until(`sounds.at(-1).context.currentTime > ${stoodS} + 0.5`); // a beat and more
    law("when it comes back, nothing sounds by itself", await page.evaluate(`${sound}.startsWith("Interrupted") && sounds.length === ${before}`));
    await page.click(".sound-state");
    await happens("a tap lets it sound again", `${sound} === "Playing"`);
    const from = await page.evaluate("sounds.length");
    await server.stop();
    await happens("without the server it runs on", "document.querySelector('.metronome-offline').hidden === false");
    await server.start();
    await happens("and the server is there again", "document.body.dataset.link === 'live' || document.querySelector('.metronome-offline').hidden");
    await page.until(`sounds.slice(${from}).filter(({ isVoid }) => !isVoid).length > 3`);
    law("a restart of the server is no interruption", await page.evaluate(`${sound} === "Playing"`));
    // By the page's clock: where the machine is busy, the device's skips.
    const gaps = await page.evaluate(`sounds.slice(${from}).filter(({ isVoid }) => !isVoid).map(({ heardS }) => heardS).sort((one, other) => one - other).map((heardS, at, all) => heardS - all[at - 1]).slice(1)`);
    timed("with every click where it belongs", gaps.length >= 2 && gaps.every((gapS) => Math.abs(gapS - 0.5) < 0.004), gaps.map((gapS) => gapS.toFixed(4)).join(" "));
}

/** The scheduler on an audio clock that is rendered, and what the speakers of a page were given: onsets to the sample. */
async function rendered(page, law) {
    for (const [words, wish] of [["240 BPM sixteenths", { ...fine, accents: usualAccents([4]) }], ["15:14 at 240 BPM", { ...cross, groups: [14], unit: 4, accents: usualAccents([14]), swing: 50 }], ["97.3 BPM", { bpm: 97.3, groups: [2, 2, 3], unit: 8, subdivision: 2, swing: 61, accents: usualAccents([2, 2, 3]) }]]) {
        const rhythm = { alternate: false, polyrhythm: null, gap: null, ramp: null, ...wish };
        const { onsets, due } = await page.evaluate(`(${render})(${JSON.stringify(rhythm)}, ${sampleRate}, 20)`);
        const off = onsets.map((at, index) => Math.abs(at - due[index] * sampleRate));
        law(`${words}: onsets in the rendered sound are within a sample of their due times`, onsets.length === due.length && Math.max(...off) <= 1, `${onsets.length} of ${due.length}, ${Math.max(...off).toFixed(2)} samples at most`);
    }
}

/** Renders the clicks of a rhythm through the page's own scheduler. Runs in a page. */
async function render(rhythm, rate, seconds) {
    const [{ Click }, { clicksDue }, { voices }] = await Promise.all(["audio/click.js", "session/click.js", "audio/kits.js"].map((name) => import(new URL(name, document.baseURI))));
    const context = new OfflineAudioContext(1, rate * seconds, rate);
    Object.defineProperty(context, "state", { get: () => "running" }); // it is suspended each time that the scheduler is called
    const [fromUs, soundUs] = [5e9, 5e9 + 210_017];
    const timeline = { generation: 1, source: "click:1", playing: true, position: 0, at: soundUs, from: soundUs, until: null, click: { rhythm, kit: "wood", pulse: 0, bar: 1 } };
    const one = new AudioBuffer({ length: 24, sampleRate: rate });
    one.getChannelData(0).fill(0.25);
    const click = new Click({ serverUs: () => fromUs + 1e6 * context.currentTime, clientS: (us) => (us - fromUs) / 1e6, due: (...span) => clicksDue([timeline], ...span) });
    click.kit = Object.fromEntries(voices.map((voice) => [voice, one]));
    click.start({ context, node: context.destination, lessS: () => 0 });
    for (let atS = 0.1; atS < seconds; atS += 0.25) context.suspend(atS).then(() => {
        click.schedule();
        context.resume();
    });
    const samples = (await context.startRendering()).getChannelData(0);
    click.stop();
    const onsets = [];
    for (let at = 1; at < samples.length; at += 1) if (samples[at] > samples[at - 1] + 0.1) onsets.push(at + (samples[at - 1] > 0.001 && samples[at - 1] < 0.1 ? -1 : 0));
    // Two rows that meet are one onset.
    const due = clicksDue([timeline], fromUs, fromUs + 1e6 * (seconds - 0.1)).map(({ dueUs }) => (dueUs - fromUs) / 1e6).filter((atS, at, all) => at === 0 || atS - all[at - 1] > 1e-3);
    return { onsets: onsets.filter((at) => at < rate * (seconds - 0.1)), due };
}

async function looks(page, law) {
    const shoot = async (name) => {
        if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/metronome-${name}.png`, await page.shot());
    };
    await page.call("Accessibility.enable");
    await page.click(".start-button");
    for (const [width, height] of sizes) {
        await page.size(width, height);
        for (const view of ["metronome", "panel", "focus"]) {
            if (view === "panel") await page.click(".metronome-acts .icon-button");
            if (view === "focus") await page.evaluate("document.querySelector('[aria-label=\"Focus view\"]').click()");
            await page.until(view === "focus" ? "document.querySelector('.focus')?.hidden === false" : view === "panel" ? "document.querySelector('.metronome-drawer')?.hidden === false && document.querySelector('.metronome-drawer .look')" : "document.querySelector('.metronome').hidden === false");
            await page.painted();
            await page.until(rested);
            await shoot(`${view}-${width}x${height}`);
            const { controls, texts } = await page.evaluate(`(${visible})()`);
            const wrong = [];
            const fixed = controls.filter(({ scrolls }) => !scrolls);
            for (const one of fixed) if (one.left < -0.5 || one.top < -0.5 || one.right > width + 0.5 || one.bottom > height + 0.5) wrong.push(`${one.words} is cut off`);
            const small = controls.filter(({ left, right, top, bottom }) => Math.min(right - left, bottom - top) < leastTarget - 0.5).map(({ words }) => `${words} is small`);
            const faint = texts.filter((text) => contrastOf(text) < (text.px >= 24 ? 3 : 4.5)).map(({ words }) => `${words} is faint`);
            if (view !== "panel") fixed.forEach((one, at) => fixed.slice(at + 1).forEach((other) => {
                const over = Math.min(Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
                if (over > 1 && !/tempo-(step|number)/.test(one.words + other.words)) wrong.push(`${one.words} lies over ${other.words}`);
            }));
            law(`${width}×${height}, ${view}: all is seen, large and clear`, wrong.length + small.length + faint.length === 0, [...wrong, ...small, ...faint].slice(0, 4).join(", ") || `${controls.length} controls`);
            if (width === 390) await names(page, view, law);
            if (view === "panel") await page.click(".metronome-drawer .drawer-head .icon-button");
            if (view === "focus") await page.click(".focus-head .icon-button");
        }
    }
}

/** The clicks over music, and its count-in, where the music is when they are heard. */
async function overMusic(page, server, track, law) {
    const heard = `import(new URL("audio/listen.js", document.baseURI)).then(({ heardLessPageS }) => {
        const uses = Map.groupBy(sounds.slice(globalThis.before).filter(({ isVoid }) => !isVoid), ({ buffer }) => buffer);
        const clicks = [...uses.values()].filter((notes) => notes.length > 1).flat(); // each piece of the music is a buffer of its own
        return clicks.map(({ atS, context }) => downbeat.mediaS(downbeat.serverUs() + 1e6 * (atS - heardLessPageS(context) - performance.now() / 1000)));
    })`;
    await page.evaluate("globalThis.before = sounds.length");
    await server.command({ do: "click.over", on: true, rate: 2 });
    await server.command({ do: "play", track, position: 10 });
    let clicks = [];
    for (const endMs = Date.now() + 8000; clicks.length < 10 && Date.now() < endMs; await pause(100)) clicks = await page.evaluate(heard);
    const double = clicks.slice(-6);
    const offMs = double.map((atS) => 1000 * Math.abs(atS - Math.round(4 * atS) / 4));
    law("at double rate, clicks are on the beats of the music and between them", double.length === 6 && Math.max(...offMs) < 12, `${clicks.length} clicks, ${Math.max(...offMs).toFixed(1)} ms`);
    await server.command({ do: "click.over", rate: 1 });
    await page.evaluate("document.querySelector('.metronome [aria-label^=Close]')?.click()");
    await page.evaluate("document.querySelector('[data-act=beats]').click()");
    const button = "[...document.querySelectorAll('.tools button')].find((one) => one.textContent === 'Click')";
    await page.until(`${button}?.checkVisibility()`);
    for (const sentence of ["the editor's click is heard in the place of the room's", "and the room's again after it"]) {
        await page.evaluate(`${button}.click()`);
        await pause(300);
        await page.evaluate("globalThis.before = sounds.length");
        let beats = [];
        for (const endMs = Date.now() + 8000; beats.length < 4 && Date.now() < endMs; await pause(100)) beats = await page.evaluate(heard);
        const counts = [...new Set(beats.map((atS) => Math.round(2 * atS)))].map((beat) => beats.filter((atS) => Math.round(2 * atS) === beat).length);
        law(sentence, counts.length >= 4 && counts.every((count) => count === 1), `${counts.join(" ")} clicks to a beat`);
    }
    await page.evaluate("document.querySelector('.tools-head [aria-label=\"Close the tools\"]').click()");
    await server.command({ do: "click.over", on: false, rate: 1, countIn: 1 });
    await server.command({ do: "pause" });
    await page.evaluate("globalThis.before = sounds.length");
    await server.command({ do: "play", track, position: 0 });
    await page.until("downbeat.scene.mediaS > -1 && downbeat.scene.mediaS < 0");
    const counts = (await page.evaluate(heard)).filter((atS) => atS < -0.25);
    law("a bar is counted in before the music", counts.length >= 3 && counts.every((atS) => Math.abs(atS - Math.round(2 * atS) / 2) < 0.012), counts.map((atS) => atS.toFixed(3)).join(" "));
    await server.command({ do: "click.over", countIn: 0 });
}

/** A metronome that is stopped by the bar gives the room back to the music. */
async function backToMusic(page, server, track, law) {
    await page.evaluate("document.querySelector('.metronome [aria-label^=Close]')?.click()");
    await server.command({ do: "play", track, position: 0 });
    const back = "document.querySelector('.click-bar [aria-label=\"Back to the music\"]')";
    await untilSo(async () => {
        await server.command({ do: "click.start" }); // again, if the view's own end of the metronome came after it
        return page.evaluate("document.querySelector('.click-bar [aria-label=\"Stop the metronome\"]')?.checkVisibility() === true");
    }, Boolean);
    const early = await page.evaluate(`${back}.checkVisibility()`);
    await page.evaluate("document.querySelector('.click-bar [aria-label=\"Stop the metronome\"]').click()");
    await page.until(`${back}.checkVisibility()`);
    await page.evaluate(`${back}.click()`);
    law("a metronome that was stopped with its view closed gives the room back to the music", !early && await page.until("!document.querySelector('.click-bar').checkVisibility() && document.querySelector('.bar').checkVisibility()").then(() => true, () => false));
}

/** No view flashes at 240 BPM, and neither does the sheet over the whole screen that a person may ask for. */
async function flashing(browser, server, law) {
    const meter = readFileSync(new URL("../PublicTests/workbench/flashMeter.js", import.meta.url), "utf8").replace("export class FlashMeter", "globalThis.FlashMeter = class FlashMeter");
    const page = await browser.open({ url: server.pageAddress("fps=1"), width: 384, height: 240, apart: true });
    await page.call("Page.setBypassCSP", { enabled: true });
    await page.call("Page.reload");
    await page.until("globalThis.downbeat && document.body?.dataset.link === 'live'");
    await page.evaluate(`${meter}; undefined`);
    await page.evaluate(`(${stageOf})()`);
    const bars = await page.evaluate(`closedEarly(${JSON.stringify({ ...fine, accents: usualAccents([4]), polyrhythm: null, gap: null, ramp: null })})`);
    law("a view that was closed while it loaded leaves the bar to come and go with the metronome", bars.join() === "true,false", bars.join());
    const poly = { ...cross, groups: [14], unit: 4, swing: 50, accents: usualAccents([14]) };
    for (const [view, traits, words, isAsked] of [["metronome", { unit: 8 }, "eighths at 240 BPM", false], ["focus", { unit: 8 }, "eighths at 240 BPM", false], ["focus", poly, "15 over 14 at 240 BPM", false],
        ["focus", { unit: 4 }, "quarters at 240 BPM with flashes of the whole screen", true], ["metronome", { unit: 8, accents: Array(4).fill("strong") }, "eighths at 240 BPM with flashes of the whole screen", true]]) {
        const rhythm = { ...fine, accents: usualAccents([4]), polyrhythm: null, gap: null, ramp: null, ...traits };
        await page.evaluate(`showAt(${JSON.stringify(rhythm)}, "${view}", ${isAsked}); globalThis.meter = new FlashMeter(384, 240)`);
        for (let frame = 0; frame < shown; frame += 1) {
            await page.evaluate(`drawAt(${frame / shown})`);
            const { data } = await page.call("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
            await page.evaluate(`addPicture("${data}")`);
        }
        const { worst, red, mostPerS } = await page.evaluate("meter.found(1)");
        const figure = `${(100 * worst).toFixed(1)} % of one, red ${(100 * red).toFixed(1)} %; a patch at most ${mostPerS.toFixed(1)} times`;
        law(`${view}, ${words}: no field flashes`, worst < mostOfField && red < mostOfField, figure);
    }
    await page.evaluate("globalThis.meter = new FlashMeter(384, 240), document.body.append(globalThis.sheet = document.querySelector('.beat-flash').cloneNode()), undefined");
    for (let frame = 0; frame < shown; frame += 1) {
        await page.evaluate(`sheet.hidden = ${Math.floor(frame / 2) % 2 === 0}, sheet.style.opacity = 1`);
        const { data } = await page.call("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
        await page.evaluate(`addPicture("${data}")`);
    }
    const { worst, mostPerS } = await page.evaluate("meter.found(1)");
    law("the same sheet six times a second does flash, so that the measure can be trusted", worst > mostOfField, `${(100 * worst).toFixed(1)} % of one; a patch at most ${mostPerS.toFixed(1)} times`);
    await page.close();
}

/** A metronome whose time the test sets. Runs in a page. */
async function stageOf() {
    for (const name of ["drawer.css", "metronome.css"]) await new Promise((onload) => document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: name, onload })));
    const { makeMetronome } = await import(new URL("ui/metronome/metronome.js", document.baseURI));
    let room;
    let us = 0;
    const made = makeMetronome(document, { room: () => room, command: async () => ({}), notice() {}, sound: { want: async () => {} }, socket: { serverUs: () => us }, offsetUs: () => 0, api: {} });
    const tell = (rhythm, on = true) => {
        const click = { on, running: on, rhythm, kit: "wood", volume: 1, over: { on: false }, song: null, list: null };
        room = { link: "live", role: "host", grids: [], state: { click, sounding: 1 }, timelines: [{ generation: 1, source: "click:1", playing: true, position: 0, at: 0, from: 0, until: null, click: { rhythm, pulse: 0, bar: 1 } }] };
    };
    globalThis.showAt = (rhythm, view, flashes) => {
        made.flash.set("flash", flashes);
        tell(rhythm);
        return made.open(view);
    };
    /** Whether the bar is there while the metronome is on, and after it. */
    globalThis.closedEarly = async (rhythm) => {
        tell(rhythm, false);
        const opening = made.open("focus");
        made.toggle();
        made.toggle();
        await opening;
        await drawAt(0);
        const bars = [];
        for (const on of [true, false]) {
            tell(rhythm, on);
            if (on) made.follow();
            await drawAt(0);
            bars.push(![...document.querySelectorAll(".click-bar")].at(-1).hidden);
        }
        return bars;
    };
    globalThis.drawAt = async (atS) => {
        us = 1e6 * atS + 1000;
        for (let frame = 0; frame < 2; frame += 1) await new Promise((next) => requestAnimationFrame(next));
    };
    globalThis.addPicture = async (text) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
        const context = new OffscreenCanvas(384, 240).getContext("2d", { willReadFrequently: true });
        context.drawImage(picture, 0, 0, 384, 240);
        globalThis.meter.add(context.getImageData(0, 0, 384, 240).data);
    };
}

/** Notes each sound that is started, how far ahead, and whether it was cancelled. Runs in the page before its own script. */
function noteSounds() {
    globalThis.sounds = [];
    const { start, stop } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (atS, ...rest) {
        const { contextTime, performanceTime } = this.context.getOutputTimestamp?.() ?? {};
        const heardS = atS - contextTime + performanceTime / 1000;
        this.note = { atS, heardS, leadS: atS - this.context.currentTime, context: this.context, buffer: this.buffer, isVoid: false };
        if (!(this.context instanceof OfflineAudioContext)) globalThis.sounds.push(this.note);
        return start.call(this, atS, ...rest);
    };
    AudioBufferSourceNode.prototype.stop = function (...rest) {
        if (this.note && this.context.currentTime < this.note.atS) this.note.isVoid = true;
        return stop.call(this, ...rest);
    };
}
