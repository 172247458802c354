import { shareOf } from "../waveform/span.js";
import { make, mark, write } from "./elements.js";
import { markerBeside } from "./seekSteps.js";
import { markerWords } from "./phrases.js";
import { clockTime } from "./words.js";

const usualRegionS = 8;
const colours = { amber: null, cyan: "#2ce6ff", magenta: "#ff3ea5", green: "#5dffa0", violet: "#a48bff", red: "#ff5d5d" };
const usualColour = "#ffb347";

/** Adds, names, colours, moves and removes markers and regions. */
export class MarkerTools {
    /** Whether this panel is open. */
    shown = false;
    root;
    #page;
    #chosen;
    #held; // the dragged marker, which of its ends, and how far
    #removed;
    #fields = {};

    /** @param {import("./tools.js").ToolsPage} page */
    constructor(page) {
        this.#page = page;
        this.root = this.#build();
        this.#show();
    }

    opened() {
        this.#show();
    }

    follow() {
        if (this.#removed && this.#removed.source !== this.#page.seekbar.source) this.#removed = undefined;
        this.#show();
    }

    /** @param {number} id of the marker whose fields are shown */
    choose(id) {
        this.#chosen = id;
        this.#show();
    }

    /** The handles are at the starts of markers and the ends of regions. */
    grab(atS, reachS) {
        let leastS = reachS;
        this.#held = undefined;
        for (const marker of this.#page.seekbar.markers) {
            for (const end of marker.end == null ? ["start"] : ["start", "end"]) {
                const awayS = Math.abs(marker[end] - atS);
                if (awayS > leastS) continue;
                leastS = awayS;
                this.#held = { marker, end, byS: 0 };
            }
        }
        if (this.#held) this.choose(this.#held.marker.id);
        return this.#held !== undefined;
    }

    drag(byS) {
        this.#held.byS = byS;
        this.#page.seekbar.touch();
    }

    drop(done, atS, dragged) {
        const { marker, end, byS } = this.#held;
        this.#held = undefined;
        this.#page.seekbar.touch();
        if (!done) return;
        if (!dragged) this.#page.seekbar.seek(marker.start);
        else if (end === "end") this.#change(marker, { end: marker.end + byS });
        else this.move(marker, byS);
    }

    draw(context, strip, span) {
        const { width, height, unit } = strip;
        for (const marker of this.#page.seekbar.markers) {
            const held = this.#held?.marker === marker ? this.#held : undefined;
            if (!held && marker.id !== this.#chosen) continue;
            context.fillStyle = marker.colour ?? usualColour;
            for (const end of marker.end == null ? ["start"] : ["start", "end"]) {
                const moves = held && (held.end === end || held.end === "start");
                const x = shareOf(span, marker[end] + (moves ? held.byS : 0)) * width;
                context.fillRect(x - unit, 0, 2 * unit, height);
            }
        }
    }

    /** Moves a marker with both its ends. @param {object} marker @param {number} byS */
    move(marker, byS) {
        const lengthS = marker.end == null ? 0 : marker.end - marker.start;
        const start = Math.max(0, Math.min(this.#page.seekbar.durationS - lengthS, marker.start + byS));
        return this.#change(marker, { start, end: marker.end == null ? null : start + lengthS });
    }

    async remove(marker) {
        const { source } = this.#page.seekbar;
        const gone = await this.#ask(async () => {
            await this.#page.api.send("DELETE", `tracks/${source}/markers/${marker.id}`);
            return true;
        });
        if (!gone) return;
        this.#removed = { source, marker };
        this.#page.notice(`${marker.label || "Marker"} removed.`);
        this.#show();
    }

    async #add(lengthS) {
        const { durationS } = this.#page.seekbar;
        const start = rounded(Math.max(0, Math.min(this.#page.positionS(), durationS - lengthS)));
        await this.#set({ start, end: lengthS ? rounded(Math.min(durationS, start + lengthS)) : null });
        this.#fields.label.focus();
    }

    async #set(marker) {
        const made = await this.#ask(() => this.#page.api.send("POST", `tracks/${this.#page.seekbar.source}/markers`, marker));
        if (made) this.choose(made.id);
    }

    #change(marker, wish) {
        const { durationS, source } = this.#page.seekbar;
        const next = { ...marker, ...wish };
        const within = (atS) => rounded(Math.max(0, Math.min(durationS, atS)));
        next.start = within(next.start);
        if (next.end != null) next.end = within(next.end);
        if (next.end != null && next.end <= next.start) {
            this.#page.notice("A region ends behind its start.", true);
            this.#show();
            return undefined;
        }
        const { id, ...sent } = next;
        return this.#ask(() => this.#page.api.send("PUT", `tracks/${source}/markers/${id}`, sent));
    }

    async #ask(act) {
        try {
            const answer = await this.#page.allowed(act);
            await this.#page.seekbar.loadMarkers();
            return answer;
        } catch (problem) {
            this.#page.notice(problem.message, true);
            this.#show();
            return undefined;
        }
    }

    /** The room repeats a region, or goes on. */
    async #loop(marker) {
        await this.#page.command(this.#loops(marker) ? { do: "loop.end" } : { do: "loop", from: marker.start, to: marker.end });
    }

    #loops({ start, end }) {
        const loop = this.#page.room().state?.loop;
        return Boolean(loop && end != null) && Math.abs(loop.from - start) < 0.01 && Math.abs(loop.to - end) < 0.01;
    }

    #beside(way) {
        const marker = markerBeside(this.#page.seekbar.markers, this.#page.positionS(), way);
        if (!marker) return this.#page.notice(way < 0 ? "No marker before this one." : "No marker after this one.");
        this.choose(marker.id);
        this.#page.seekbar.seek(marker.start);
    }

    /** The room's state has changed. */
    told() {
        if (this.#marker) mark(this.#fields.loop, "aria-pressed", this.#loops(this.#marker));
    }

    get #marker() {
        return this.#page.seekbar.markers.find(({ id }) => id === this.#chosen);
    }

    #show() {
        const { markers } = this.#page.seekbar;
        const { list, editor, empty, label, start, end, endField, region, loop, back, swatches, spoken } = this.#fields;
        const focused = list.contains(document.activeElement) ? document.activeElement.dataset.marker : undefined;
        list.replaceChildren(...markers.map((marker) => {
            const dot = make("span", { class: "marker-dot" });
            dot.style.background = marker.colour ?? usualColour;
            return make("button", { class: "tool marker-choice", type: "button", "aria-pressed": String(marker.id === this.#chosen),
                "aria-label": markerWords(marker), data: { marker: marker.id }, onclick: () => {
                    this.choose(marker.id);
                    this.#page.seekbar.seek(marker.start);
                } }, dot, make("span", { class: "marker-name" }, marker.label || "Marker"),
            make("span", { class: "marker-time" }, clockTime(marker.start)));
        }));
        if (focused) list.querySelector(`[data-marker="${focused}"]`)?.focus();
        const marker = this.#marker;
        list.hidden = markers.length === 0;
        empty.hidden = markers.length > 0;
        editor.hidden = !marker;
        back.hidden = !this.#removed;
        this.#page.seekbar.touch();
        if (!marker) return;
        for (const [field, value] of [[label, marker.label ?? ""], [start, marker.start], [end, marker.end ?? ""]]) {
            if (document.activeElement !== field) field.value = value;
        }
        endField.hidden = marker.end == null;
        write(region.firstElementChild, marker.end == null ? "Convert to region" : "Convert to marker");
        loop.hidden = marker.end == null;
        mark(loop, "aria-pressed", this.#loops(marker));
        write(spoken, `${markerWords(marker)}:`);
        for (const swatch of swatches) swatch.checked = (colours[swatch.value] ?? null) === (marker.colour?.toLowerCase() ?? null);
    }

    #build() {
        const button = (word, act, traits = {}) => make("button", { class: "tool", type: "button", onclick: act, ...traits }, make("span", {}, word));
        const time = (key, name) => make("input", { class: "tool-field", type: "number", min: 0, step: 0.01, inputmode: "decimal", "aria-label": name,
            onchange: (event) => {
                const atS = event.target.valueAsNumber;
                if (this.#marker && Number.isFinite(atS)) this.#change(this.#marker, { [key]: atS });
            } });
        const swatches = Object.entries(colours).map(([name, colour]) => {
            const swatch = make("input", { type: "radio", name: "marker-colour", value: name, class: "marker-swatch", "aria-label": name,
                onchange: () => this.#change(this.#marker, { colour }) });
            swatch.style.setProperty("--swatch", colour ?? usualColour);
            return swatch;
        });
        const fields = this.#fields = {
            list: make("div", { class: "marker-list", role: "group", "aria-label": "Markers of this track" }),
            empty: make("p", { class: "note" }, "No markers yet. They are kept with the track, and every screen sees them."),
            back: button("Put back", async () => {
                const { id, ...marker } = this.#removed.marker;
                this.#removed = undefined;
                await this.#set(marker);
            }, { class: "text-button", hidden: true }),
            spoken: make("legend", { class: "unseen" }),
            label: make("input", { class: "tool-field name-field", type: "text", maxlength: 200, placeholder: "Name", "aria-label": "Name",
                onchange: (event) => this.#change(this.#marker, { label: event.target.value.trim() }) }),
            start: time("start", "Start, seconds"),
            end: time("end", "End, seconds"),
            region: button("", () => {
                const { start, end } = this.#marker;
                this.#change(this.#marker, { end: end == null ? Math.min(start + usualRegionS, this.#page.seekbar.durationS) : null });
            }),
            loop: button("Loop", () => this.#loop(this.#marker), { "aria-pressed": "false", title: "The room repeats this region until somebody seeks out of it" }),
            swatches,
        };
        const field = (word, ...parts) => make("div", { class: "tool-group" }, make("span", { class: "tool-word", "aria-hidden": "true" }, word),
            make("div", { class: "tool-row" }, ...parts));
        const here = (key) => button("Now", () => this.#change(this.#marker, { [key]: this.#page.positionS() }), {
            "aria-label": `The ${key} is now`,
        });
        fields.endField = field("End", fields.end, here("end"));
        fields.editor = make("fieldset", { class: "tool-groups", hidden: true }, fields.spoken,
            field("Name", fields.label), field("Start", fields.start, here("start")), fields.endField,
            field("Colour", make("div", { class: "swatches", role: "radiogroup", "aria-label": "Colour" }, ...swatches)),
            field("Kind", fields.loop, fields.region, button("Remove", () => this.remove(this.#marker), { "aria-label": "Remove this marker" })));
        return make("div", { class: "tools-panel" },
            make("div", { class: "tools-line" }, fields.list, fields.empty, fields.back,
                button("‹", () => this.#beside(-1), { "aria-label": "Marker before", title: "Marker before; key [" }),
                button("›", () => this.#beside(1), { "aria-label": "Marker after", title: "Marker after; key ]" }),
                button("Add marker", () => this.#add(0)), button("Add region", () => this.#add(usualRegionS))),
            fields.editor);
    }
}

function rounded(atS) {
    return Math.round(atS * 1000) / 1000;
}
