import { fastestBpm, fittingBpm, slowestBpm, tappedBpm, tempoName, tempoTapped, typedBpm } from "../../session/rhythm.js";
import { make, mark, write } from "../elements.js";

const dragPx = 6; // until then it is a tap, which lets the tempo be typed
const pxPerBpm = 4;
const sendEveryMs = 120;
const ownMs = 1500; // how long the value set here is shown before the room's own
const holdMs = 450; // until a held button repeats
const repeatMs = 90;

/**
 * The tempo: shown large, dragged, typed, stepped and tapped.
 * @param {{ command: (wish: object) => Promise<unknown>, notice: (sentence: string, trouble?: boolean) => void, say: (sentence: string) => void }} page
 */
export function makeTempo({ command, notice, say }) {
    let shown = 120;
    let own; // set here and not yet told by the room
    let ownUntilMs = 0;
    let sentMs = 0;
    let timer;
    let taps = [];
    let drag;

    const whole = make("span", {});
    const tenth = make("small", {});
    const name = make("p", { class: "tempo-name", "aria-hidden": "true" });
    const number = make("button", { class: "tempo-number", type: "button", role: "spinbutton", "aria-label": "Tempo, quarters a minute", title: "Drag to change, tap to type",
        "aria-valuemin": slowestBpm, "aria-valuemax": fastestBpm, onkeydown: keys, onclick: (event) => { if (event.detail === 0) type(); } }, whole, tenth);
    const input = make("input", { class: "tempo-input", type: "text", inputmode: "decimal", "aria-label": "Tempo, quarters a minute", maxlength: 6, hidden: true,
        onkeydown: typing, onblur: () => take() });
    const face = make("div", { class: "tempo-face" }, name, number, input, make("p", { class: "tempo-unit", "aria-hidden": "true" }, "BPM in quarters"));
    const fewer = step(-1, "−", "Slower");
    const more = step(1, "+", "Faster");
    const tap = make("button", { class: "tap-button", type: "button", "aria-keyshortcuts": "T", onpointerdown: (event) => { if (event.button <= 0) tapped(event.timeStamp); },
        onkeydown: (event) => {
            if (event.key !== " " && event.key !== "Enter") return;
            event.preventDefault();
            event.stopPropagation();
            if (!event.repeat) tapped(event.timeStamp);
        } }, make("span", {}, "Tap"), make("small", {}, "tempo"));

    face.addEventListener("pointerdown", (event) => {
        if (event.button > 0 || !input.hidden) return;
        face.setPointerCapture(event.pointerId);
        drag = { x: event.clientX, y: event.clientY, from: own ?? shown, moved: false };
    });
    face.addEventListener("pointermove", (event) => {
        if (!drag) return;
        const way = event.clientX - drag.x - (event.clientY - drag.y);
        drag.moved ||= Math.abs(way) > dragPx;
        if (drag.moved) set(fittingBpm(Math.round(drag.from) + Math.round(way / pxPerBpm)));
    });
    const end = (isMeant) => {
        const wasTap = isMeant && drag && !drag.moved;
        drag = undefined;
        if (wasTap) type();
    };
    face.addEventListener("pointerup", () => end(true));
    face.addEventListener("pointercancel", () => end(false));

    function step(by, word, label) {
        const button = make("button", { class: "tempo-step", type: "button", "aria-label": label, onclick: ({ detail }) => { if (detail === 0) nudge(by); } }, word);
        button.addEventListener("pointerdown", (event) => {
            if (event.button > 0) return;
            nudge(by);
            let wait = holdMs;
            const again = () => {
                nudge(by);
                wait = repeatMs;
                held = setTimeout(again, wait);
            };
            let held = setTimeout(again, wait);
            const over = () => clearTimeout(held);
            for (const kind of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(kind, over, { once: true });
        });
        return button;
    }

    function nudge(by) {
        const from = own ?? shown;
        set(fittingBpm(Number.isInteger(from) ? from + by : by > 0 ? Math.ceil(from) : Math.floor(from)));
    }

    /** Sends at most every so often, and always the last. */
    function set(bpm) {
        if (bpm === (own ?? shown)) return;
        own = bpm;
        ownUntilMs = performance.now() + ownMs;
        tell(bpm);
        clearTimeout(timer);
        const send = () => {
            sentMs = performance.now();
            ownUntilMs = sentMs + ownMs;
            command({ do: "click.set", bpm: own });
            say(`${own} quarters a minute`);
        };
        timer = setTimeout(send, Math.max(0, sentMs + sendEveryMs - performance.now()));
    }

    function tell(bpm) {
        const tenths = Math.round(bpm * 10);
        write(whole, String(Math.floor(tenths / 10)));
        write(tenth, tenths % 10 ? `.${tenths % 10}` : "");
        write(name, tempoName(bpm));
        mark(number, "aria-valuenow", bpm);
        mark(number, "aria-valuetext", `${bpm}, ${tempoName(bpm)}`);
    }

    function type() {
        input.value = String(own ?? shown);
        number.hidden = true;
        input.hidden = false;
        input.focus();
        input.select();
    }

    function take(isMeant = true) {
        if (input.hidden) return;
        const bpm = typedBpm(input.value);
        const hadFocus = document.activeElement === input;
        number.hidden = false;
        input.hidden = true;
        if (hadFocus) number.focus({ focusVisible: false });
        if (!isMeant) return;
        if (bpm === undefined) notice(`A tempo is from ${slowestBpm} to ${fastestBpm} quarters a minute.`, true);
        else set(bpm);
    }

    function typing(event) {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        take(event.key === "Enter");
    }

    function keys(event) {
        const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[event.key];
        const to = { Home: slowestBpm, End: fastestBpm }[event.key];
        if (by === undefined && to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        set(to ?? fittingBpm((own ?? shown) + by));
    }

    /** A tap on the tempo. @param {number} atMs */
    function tapped(atMs) {
        taps = tempoTapped(taps, atMs);
        const bpm = tappedBpm(taps);
        if (bpm !== undefined) set(fittingBpm(Math.round(bpm)));
        write(tap.lastElementChild, taps.length < 2 ? "again…" : `${taps.length} taps`);
        tap.classList.remove("hit");
        void tap.offsetWidth; // so that the animation starts again
        tap.classList.add("hit");
    }

    return {
        face, fewer, more, tap, tapped, nudge,
        /** @param {number} bpm of the room */
        show(bpm) {
            shown = bpm;
            if (own !== undefined && own !== bpm && performance.now() < ownUntilMs) return;
            own = undefined;
            tell(bpm);
            if (taps.length && performance.now() - taps.at(-1) > 2500) {
                taps = [];
                write(tap.lastElementChild, "tempo");
            }
        },
    };
}
