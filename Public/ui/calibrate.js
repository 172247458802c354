import { outputOffset } from "../audio/listen.js";
import { keptShiftMs, lateness, listenRange } from "../session/calibration.js";
import { make, write } from "./elements.js";
import { counted, shiftWords } from "./phrases.js";

const everyMs = 1000;
const aheadMs = 250;
const clickS = 0.03;
const flashMs = 90;
const line = "Start, then tap along with the click that you hear, ideally with your eyes closed. The shift is kept on this device, for its sound alone.";

/**
 * A dialog that measures the sound delay of this device: a click and a flash each second, to tap along with.
 * @param {Document} document
 * @param {{ get: () => string | undefined, set: (text: string | undefined) => void }} kept the shift in milliseconds
 * @returns {() => void} opens it
 */
export function makeCalibration(document, kept) {
    let context;
    let timer = 0;
    let lessS;
    let firstMs = 0;
    let nextMs = 0;
    let taps = [];
    const flash = make("div", { class: "calibrate-flash", "aria-hidden": "true" });
    const told = make("p", { class: "note", role: "status" }, line);
    const tap = make("button", { class: "wide-button calibrate-tap", type: "button" }, "Start");
    const output = make("output", {});
    const shift = make("input", { type: "range", min: listenRange.least, max: listenRange.most, step: 5, oninput: () => keep(shift.valueAsNumber) });
    const sheet = make("dialog", { class: "sheet glass calibrate-sheet", "aria-labelledby": "calibrate-title", onclose: stop },
        make("form", { method: "dialog" }, make("h2", { id: "calibrate-title" }, "Calibrate audio delay"), flash, told, tap,
            make("label", { class: "slider-field" }, "Shift", shift, output),
            make("div", { class: "sheet-buttons" },
                make("button", { class: "text-button", type: "button", onclick: () => keep(0) }, "Set to 0"),
                make("button", { class: "wide-button", value: "ok" }, "Done"))));
    tap.addEventListener("pointerdown", (event) => hit(event.timeStamp));
    tap.addEventListener("keydown", (event) => {
        if (event.repeat || (event.key !== " " && event.key !== "Enter")) return;
        event.preventDefault();
        hit(event.timeStamp);
    });
    document.body.append(sheet);

    function keep(ms) {
        kept.set(ms === 0 ? undefined : String(ms));
        shift.value = ms;
        write(output, shiftWords(ms));
    }

    function hit(atMs) {
        if (!context) {
            start();
            return;
        }
        taps.push(atMs);
        const lateMs = lateness(taps, firstMs, everyMs);
        if (lateMs === undefined) {
            write(told, `${counted(taps.length, "tap")}. Go on…`);
        } else if (lateMs === null) {
            write(told, `After ${counted(taps.length, "tap")}: too uneven. Tap once with each click.`);
        } else {
            write(told, `After ${counted(taps.length, "tap")}: heard ${Math.abs(lateMs)} ms ${lateMs < 0 ? "early" : "late"}.`);
            keep(-lateMs);
        }
    }

    function start() {
        context = new AudioContext({ sampleRate: 48_000, latencyHint: "playback" });
        context.resume();
        lessS = outputOffset(context);
        taps = [];
        firstMs = nextMs = performance.now() + everyMs;
        write(tap, "Tap here, or press Space");
        timer = setInterval(schedule, aheadMs / 2);
    }

    function schedule() {
        const nowMs = performance.now();
        if (context.state !== "running") return;
        const awayS = lessS();
        while (nextMs < nowMs) nextMs += everyMs;
        if (awayS === undefined || nextMs - nowMs > aheadMs) return;
        const atS = Math.max(context.currentTime, nextMs / 1000 + awayS);
        const level = new GainNode(context, { gain: 0 });
        const tone = new OscillatorNode(context, { frequency: 1200 });
        tone.connect(level).connect(context.destination);
        level.gain.setValueAtTime(0.6, atS);
        level.gain.exponentialRampToValueAtTime(0.001, atS + clickS);
        tone.start(atS);
        tone.stop(atS + clickS);
        setTimeout(() => {
            flash.classList.add("lit");
            setTimeout(() => flash.classList.remove("lit"), flashMs);
        }, nextMs - nowMs);
        nextMs += everyMs;
    }

    function stop() {
        clearInterval(timer);
        context?.close();
        context = undefined;
        write(tap, "Start");
        write(told, line);
    }

    return () => {
        keep(keptShiftMs(kept.get()));
        if (!sheet.open) sheet.showModal();
        tap.focus();
    };
}
