import { fewestTaps, tapped, tempoOf } from "../session/tapping.js";
import { countBefore, drawBeats, nearestBeat } from "../waveform/beatLines.js";
import { shareOf } from "../waveform/span.js";
import { makeBeatClick } from "./beatClick.js";
import { make, mark, write } from "./elements.js";
import { counted } from "./phrases.js";
import { clockTime } from "./words.js";

const closeUpS = 8; // a few bars, at which the attack of a kick drum is visible
const mostShiftMs = 2000; // largest single shift that the server accepts
const slowestBpm = 20;
const fastestBpm = 400;
const meters = [2, 3, 4, 5, 6, 7, 8, 9, 12];

const correctionOf = (source) => `tracks/${source}/grid/correction`;

/** Edits the grid: tempo, offset, bars. Each change is sent to the server, which answers with the whole grid. */
export class BeatTools {
    /** Whether this panel is open. */
    shown = false;
    root;
    #page;
    #source;
    #grid;
    #trouble; // why there is no grid
    #loading;
    #history; // of the server: what can be undone and redone
    #fromS; // changes are for the beats from here on; undefined for the whole track
    #click;
    #shiftMs = 0; // not yet sent
    #dragMs = 0;
    #sending = Promise.resolve();
    #taps = [];
    #fields = {};

    /** @param {import("./tools.js").ToolsPage} page */
    constructor(page) {
        this.#page = page;
        this.#click = makeBeatClick(page, () => this.#grid && { ...this.#grid, source: this.#source });
        this.root = this.#build();
        this.#show();
    }

    closed() {
        this.#click.stop();
    }

    opened() {
        this.#page.seekbar.closeUp(this.#page.positionS(), closeUpS);
        this.load();
    }

    /** Updates the panel if another source is shown. */
    follow() {
        const { source } = this.#page.seekbar;
        if (source === this.#source) return;
        this.#source = source;
        this.#grid = this.#trouble = undefined;
        this.#history = this.#fromS = undefined;
        this.#taps = [];
        this.#shiftMs = this.#dragMs = 0;
        this.#show();
        if (source !== null) this.load();
    }

    /** Loads the whole grid, since the room only sends the beats around now. */
    async load() {
        const loading = this.#loading = {};
        const source = this.#source;
        try {
            const grid = await this.#page.api.grid(source);
            if (loading === this.#loading && source === this.#source) this.#take(grid);
            if (this.shown) this.#remember(source);
        } catch (problem) {
            if (loading !== this.#loading) return;
            this.#trouble = problem.message;
            this.#show();
        }
    }

    draw(context, strip, span) {
        if (!this.#grid || ((this.#page.seekbar.showsWhole || this.#grid.doubtful) && !this.shown)) return;
        drawBeats(context, strip, span, this.#grid, { shiftS: (this.#shiftMs + this.#dragMs) / 1000, strong: this.shown, fromS: this.#fromS });
        if (this.shown && this.#fromS !== undefined) drawStart(context, strip, span, this.#fromS);
    }

    grab() {
        return this.#grid !== undefined;
    }

    drag(byS) {
        this.#dragMs = Math.max(-mostShiftMs, Math.min(mostShiftMs, Math.round(byS * 1000)));
        this.#showShift();
    }

    drop(done, atS, dragged) {
        const ms = this.#dragMs;
        this.#dragMs = 0;
        if (done && dragged) this.#shift(ms);
        else if (done) this.#downbeat(atS);
        this.#showShift();
    }

    tap(clientMs) {
        const heardS = this.#page.heardS(clientMs);
        if (heardS === undefined) {
            this.#page.notice("Let the music play, then tap along with it.");
            return;
        }
        this.#taps = tapped(this.#taps, heardS, this.#page.seekbar.durationS);
        this.#showTaps();
    }

    #take(grid) {
        this.#trouble = undefined;
        this.#grid = grid;
        this.#page.seekbar.touch();
        this.#click.changed();
        this.#show();
    }

    /** Asks what can be undone. */
    async #remember(source) {
        const history = await this.#page.api.send("GET", `tracks/${source}/grid/history`).catch(() => undefined); // only the buttons need it
        if (source !== this.#source || !history) return;
        this.#history = history;
        this.#show();
    }

    /** One request at a time, since each step depends on the one before. */
    #send(ask) {
        const source = this.#source;
        this.#sending = this.#sending.then(async () => {
            if (source !== this.#source) return;
            try {
                const grid = await this.#page.allowed(() => ask(source));
                if (source !== this.#source || !grid) return;
                this.#loading = undefined; // ignore an older answer that is still on its way
                this.#take(grid);
                this.#remember(source);
                write(document.querySelector(".status"), this.#fields.facts.textContent);
            } catch (problem) {
                this.#page.notice(problem.message, true);
            }
        });
        return this.#sending;
    }

    #step(step) {
        const placed = this.#here(step);
        return this.#send((source) => this.#page.api.send("POST", correctionOf(source), placed));
    }

    // Presses during a request are collected; the lines move at once.
    async #shift(ms) {
        const source = this.#source;
        const step = this.#here({ do: "shift" });
        this.#shiftMs += ms;
        this.#showShift();
        let taken = 0;
        await this.#send(() => {
            taken = Math.max(-mostShiftMs, Math.min(mostShiftMs, this.#shiftMs));
            return taken === 0 ? undefined : this.#page.api.send("POST", correctionOf(source), { ...step, milliseconds: taken });
        });
        if (source !== this.#source) return; // a new track starts at 0
        this.#shiftMs -= taken;
        this.#showShift();
    }

    #downbeat(atS) {
        const { beats = [], positions = [] } = this.#grid ?? {};
        const at = nearestBeat(beats, atS);
        if (at === undefined) this.#page.notice("There are no beats to choose from. Set a tempo or tap along first.");
        else if (positions[beats.indexOf(at)] !== 1) this.#step({ do: "downbeat", at });
    }

    #tempo() {
        const { tempo } = this.#fields;
        const bpm = tempo.valueAsNumber;
        if (!(bpm >= slowestBpm && bpm <= fastestBpm)) {
            this.#page.notice(`A tempo is from ${slowestBpm} to ${fastestBpm} beats a minute.`, true);
            return;
        }
        const nowS = this.#page.positionS();
        this.#step({ do: "tempo", bpm, at: Math.max(0, nearestBeat(this.#grid?.beats ?? [], nowS) ?? nowS) });
    }

    #useTaps() {
        const times = this.#taps;
        this.#taps = [];
        this.#showTaps();
        this.#fromS = undefined; // taps are for the whole track
        this.#step({ do: "taps", times });
    }

    #move(way) {
        this.#send((source) => this.#page.api.send("POST", `tracks/${source}/grid/${way}`));
    }

    /** From the beat nearest to now on; the limit is half-way to the beat before, so that a shift may go either way. */
    #part() {
        if (this.#fromS !== undefined) {
            this.#fromS = undefined;
        } else {
            const nowS = this.#page.positionS();
            this.#fromS = startOfPart(this.#grid?.beats ?? [], nowS);
        }
        this.#show();
    }

    /** A step for the chosen part of the track. */
    #here(step) {
        return this.#fromS === undefined ? step : { ...step, from: this.#fromS };
    }

    get #steps() {
        return this.#grid?.correction?.steps ?? [];
    }

    #show() {
        const grid = this.#grid;
        const { facts, again, undo, redo, reset, tempo, meter, half, double, here, part } = this.#fields;
        const has = (grid?.beats.length ?? 0) > 1;
        again.hidden = grid !== undefined || this.#trouble === undefined;
        write(facts, !grid ? (this.#trouble ?? "Looking for the beats…") : !has ? "No beats were found: set a tempo, or tap along."
            : grid.doubtful ? `${counted(grid.beats.length, "beat")}, in doubt: screens show none until you correct them, or tap along.`
            : `${counted(grid.beats.length, "beat")} · ${Math.round(grid.bpm * 10) / 10} BPM${grid.corrected ? " · edited" : ""}`);
        undo.disabled = !this.#history?.canUndo;
        redo.disabled = !this.#history?.canRedo;
        const { changedBy, changedAt } = this.#history?.entries.find(({ current }) => current) ?? {};
        undo.title = changedBy ? `Undo the change by the ${changedBy}, ${new Date(changedAt * 1000).toLocaleString()}` : "Undo the last change";
        mark(part, "aria-pressed", this.#fromS !== undefined);
        write(part.firstElementChild, this.#fromS === undefined ? "From here on" : `From ${clockTime(grid?.beats[countBefore(grid.beats, this.#fromS)] ?? this.#fromS)} on`);
        part.disabled = !grid;
        reset.disabled = !grid?.corrected;
        for (const button of [half, double, here, meter]) button.disabled = !has;
        if (document.activeElement !== tempo) tempo.value = grid?.bpm ? String(Math.round(grid.bpm * 100) / 100) : "";
        meter.disabled ||= this.#fromS !== undefined;
        meter.value = meters.includes(grid?.meter) ? String(grid.meter) : "";
        this.#showShift();
        this.#showTaps();
    }

    #showShift() {
        const kept = this.#steps.reduce((sum, step) => sum + (step.do === "shift" && step.from === this.#fromS ? step.milliseconds : 0), 0);
        const ms = Math.round((kept + this.#shiftMs + this.#dragMs) * 10) / 10;
        write(this.#fields.shift, `${ms > 0 ? "+" : ms < 0 ? "−" : ""}${Math.abs(ms)} ms`);
        this.#page.seekbar.touch();
    }

    #showTaps() {
        const { tap, use } = this.#fields;
        const bpm = tempoOf(this.#taps);
        const taps = [counted(this.#taps.length, "tap"), bpm?.toFixed(1)].filter(Boolean).join(" · ");
        write(tap.firstElementChild, this.#taps.length === 0 ? "Tap tempo" : taps);
        use.disabled = this.#taps.length < fewestTaps;
        mark(use, "aria-label", use.disabled ? `Apply taps: ${fewestTaps} at least` : `Apply taps: ${this.#taps.length}`);
    }

    #build() {
        const button = (label, word, act, traits = {}) => make("button", {
            class: "tool", type: "button", "aria-label": label, title: label, onclick: act, ...traits,
        }, make("span", {}, word));
        const shift = (ms) => button(`Shift the beats by ${Math.abs(ms)} ms, ${ms < 0 ? "earlier" : "later"}`,
            `${ms < 0 ? "−" : "+"}${Math.abs(ms)}`, () => this.#shift(ms));
        const fields = this.#fields = {
            facts: make("p", { class: "tools-facts" }),
            again: button("Ask for the beats again", "Try again", () => {
                this.#trouble = undefined;
                this.#show();
                this.load();
            }, { class: "text-button", hidden: true }),
            undo: button("Undo the last change", "Undo", () => this.#move("undo"), { class: "text-button" }),
            redo: button("Redo the change that was undone", "Redo", () => this.#move("redo"), { class: "text-button" }),
            part: button("Change only the beats from now to the end", "From here on", () => this.#part(), { "aria-label": undefined, "aria-pressed": "false" }),
            reset: button("Back to the beats as they were found", "Reset", () => this.#send((source) => this.#page.api.send("DELETE", correctionOf(source))), {
                class: "text-button",
            }),
            half: button("Half as many beats", "½", () => this.#step({ do: "half" })),
            double: button("Twice as many beats", "×2", () => this.#step({ do: "double" })),
            tempo: make("input", { class: "tool-field", type: "number", min: slowestBpm, max: fastestBpm, step: "any", inputmode: "decimal",
                "aria-label": "Tempo, beats a minute" }),
            shift: make("output", { class: "tool-figure", "aria-label": "Shifted by" }),
            meter: make("select", { class: "tool-field", "aria-label": "Beats in a bar",
                onchange: (event) => this.#step({ do: "meter", beats: Number(event.target.value) }) },
            make("option", { value: "", disabled: true }, "–"), ...meters.map((beats) => make("option", { value: beats }, String(beats)))),
            here: button("Set downbeat: the beat nearest to now starts a bar", "Set downbeat", () => this.#downbeat(this.#page.positionS())),
            tap: button("Tap along with the music; key T", "Tap tempo", undefined, {
                class: "tool tap-tool", "aria-label": undefined, "aria-keyshortcuts": "T",
                onpointerdown: (event) => { if (event.button <= 0) this.tap(event.timeStamp); },
                onkeydown: (event) => this.#tapKey(event, true),
                onkeyup: (event) => this.#tapKey(event, false),
            }),
            use: button("", "Apply taps", () => this.#useTaps()),
        };
        const set = make("form", { class: "tool-row", onsubmit: (event) => { event.preventDefault(); this.#tempo(); } },
            fields.tempo, make("button", { class: "tool", "aria-label": "Set this steady tempo" }, "Set"));
        const group = (name, ...parts) => make("fieldset", { class: "tool-group" }, make("legend", {}, name),
            make("div", { class: "tool-row" }, ...parts));
        return make("div", { class: "tools-panel" },
            make("div", { class: "tools-line" }, fields.facts, fields.again, fields.undo, fields.redo, fields.reset),
            make("div", { class: "tool-groups" },
                group("Tempo", fields.half, fields.double, set),
                group("Shift", shift(-10), shift(-1), fields.shift, shift(1), shift(10)),
                group("Bar", fields.meter, fields.here),
                group("Tap", fields.tap, fields.use),
                group("Part", fields.part),
                group("Check", ...this.#click.parts)),
            make("p", { class: "note" }, "Drag the waveform to shift the beats. Tap a beat there, and it starts a bar."));
    }

    // On keydown, since click comes on release.
    #tapKey(event, down) {
        if (event.key !== " " && event.key !== "Enter") return;
        event.preventDefault();
        event.stopPropagation();
        if (down && !event.repeat) this.tap(event.timeStamp);
    }
}

/** Where a part begins whose first beat is the one nearest to a time: half-way from the beat before it. @param {readonly number[]} beats @param {number} nowS */
export function startOfPart(beats, nowS) {
    const first = nearestBeat(beats, nowS);
    if (first === undefined) return Math.max(0, Math.round(nowS * 1000) / 1000);
    const before = beats[beats.indexOf(first) - 1];
    return before === undefined ? 0 : Math.round((before + first) * 500) / 1000;
}

function drawStart(context, { width, height, unit, css }, span, fromS) {
    const x = shareOf(span, fromS) * width;
    context.fillStyle = css.accent;
    context.globalAlpha = 0.12;
    context.fillRect(x, 0, Math.max(0, width - x), height);
    context.globalAlpha = 1;
    context.fillRect(x - unit / 2, 0, unit, height);
}
