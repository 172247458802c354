import { night } from "../renderers/glow.js";
import { styles as stageStyles } from "../renderers/index.js";
import { waveformStyles } from "../renderers/waveform/index.js";
import { backgrounds, cardTimes, colourModes, movements, parties, seeds, styles, waveforms } from "../session/settings.js";
import { hueAt, paletteOfArt, paletteOfCustom, paletteOfHue, palettes } from "../session/palette.js";
import { make, write } from "./elements.js";
import { makeInputFields } from "./inputFields.js";
import { makePartyFields } from "./partyFields.js";
import { presets } from "./presets.js";
import { SavedLooks } from "./savedLooks.js";
import { SmallPictures } from "./smallPictures.js";
import { colourNames, styleWords } from "./phrases.js";

const backgroundWords = { night: "Night", black: "Black", art: "Album art", transparent: "None" };
const partyWords = { off: "Off", song: "Song", section: "Section" };
const movementWords = { combined: "Both", progress: "Progress", reactive: "Reactive" };
const thumbSize = { width: 216, height: 135, everyMs: 100 };
const cardWords = { start: "At each start", always: "Always", off: "Off" };

const act = (name, words) => make("button", { class: "choice", type: "button", data: { act: name } }, words);

/** The visuals, of this screen or all screens of the room. */
export class LookPanel {
    #box;
    #page;
    #fields = [];
    #onlyHere;
    #thumbs;
    #saved;
    #settings;
    #artColours = [];

    constructor(box, page) {
        this.#page = page;
        this.#thumbs = new SmallPictures(thumbSize);
        const small = this.#thumbs.fit(Object.create(page.scene)); // what the stage shows, which is updated in each frame
        const thumb = (style) => this.#thumbs.add(make("canvas", { class: "thumb", "aria-hidden": "true" }), () => ({ style, scene: small, ground: night }));
        this.#onlyHere = make("input", { type: "checkbox" });
        this.#onlyHere.addEventListener("change", () => {
            const wished = this.#onlyHere.checked ? {} : null;
            page.change(wished, true);
        });
        this.#saved = new SavedLooks(page, this.#thumbs, small, (wish) => page.change(wish, this.#onlyHere.checked));
        this.#box = make("div", { class: "look" },
            make("label", { class: "check-field" }, this.#onlyHere, make("span", {}, "Only this screen")),
            make("div", { class: "look-acts" },
                make("button", { class: "choice", type: "button", onclick: () => this.#surprise() }, "Surprise me"),
                make("button", { class: "choice save-look", type: "button", onclick: () => this.#saved.save(this.#settings) }, "Save this look")),
            this.#presets(thumb),
            this.#saved.element,
            this.#choices("style", "Style", styles, (id) => styleWords(stageStyles, id), this.#ownStyles(), thumb),
            this.#inputs(),
            this.#choices("party", "Change styles with every", parties, (party) => partyWords[party] ?? `${party} bars`),
            this.#party(),
            this.#choices("colour", "Colours", colourModes, (mode) => styleWords(colourNames, mode), undefined, (mode) => this.#swatch(mode)),
            this.#colour(),
            make("div", { class: "look-acts" }, act("lyrics", "Lyrics on this screen")),
            make("details", { class: "look-rest" }, make("summary", { class: "text-button" }, "More"), ...this.#more()),
            make("p", { class: "note" }, "Changes are seen on every screen of the room, unless they are for this one only."));
        box.append(this.#box);
    }

    /** What is rarely changed. */
    #more() {
        return [
            this.#slider("points", "Detail", 8, 64, 1, (value) => String(value)),
            this.#slider("sensitivity", "Sensitivity", 0.25, 3, 0.05, (value) => `${Math.round(value * 100)} %`),
            this.#slider("viscosity", "Smoothing", 0, 1, 0.01, (value) => `${Math.round(value * 100)} %`),
            this.#choices("waveform", "Seek bar", waveforms, (id) => styleWords(waveformStyles, id)),
            this.#choices("movement", "Seek bar animation", movements, (name) => movementWords[name]),
            this.#choices("background", "Background", backgrounds, (name) => backgroundWords[name]),
            this.#choices("titles", "Title card", cardTimes, (time) => cardWords[time]),
            this.#check("calm", "Calm: slow breathing, no pulses"),
            make("div", { class: "look-acts" }, act("picture", "Save image"), act("waveform", "Save waveform as SVG"), act("share", "Copy link to this look")),
        ];
    }

    /** Whole looks for occasions, each with the picture of its style. */
    #presets(thumb) {
        const show = (wish) => () => this.#page.change({ ...wish, seed: 0 }, this.#onlyHere.checked);
        return make("fieldset", { data: { field: "presets" } }, make("legend", {}, "Presets"), make("div", { class: "choices" },
            ...presets.map(({ name, wish }) => make("button", { class: "choice preset", type: "button", onclick: show(wish) }, thumb(wish.style), make("span", {}, name)))));
    }

    rest() {
        this.#thumbs.stop();
        this.#saved.rest();
    }

    show(room, settings) {
        this.#thumbs.start();
        this.#settings = settings;
        this.#artColours = room.state?.track?.colours ?? [];
        this.#onlyHere.checked = this.#page.ownLook();
        for (const field of this.#fields) field(settings);
        this.#saved.show(settings, this.#artColours);
    }

    /** Somebody has saved a look, or changed one. */
    looksChanged() {
        this.#saved.load();
    }

    #change(key, value) {
        const ends = key === "style" && this.#settings?.party !== "off"; // who chooses a style wants to see it
        this.#page.change({ [key]: value, ...(ends ? { party: "off" } : {}) }, this.#onlyHere.checked);
    }

    /** Another look by chance: a style and colours that are not shown now, and a seed. */
    #surprise() {
        const { style, colour } = this.#settings;
        const one = (list, now) => list.filter((id) => id !== now)[Math.floor(Math.random() * (list.length - 1))];
        this.#page.change({ style: one(styles, style), colour: one(["art", ...Object.keys(palettes)], colour), seed: Math.floor(Math.random() * seeds), party: "off" }, this.#onlyHere.checked);
    }

    #inputs() {
        const { element, show } = makeInputFields((wish) => this.#page.change(wish, this.#onlyHere.checked));
        this.#fields.push(show);
        return element;
    }

    #party() {
        const { element, show } = makePartyFields((wish) => this.#page.change(wish, this.#onlyHere.checked));
        this.#fields.push(show);
        return element;
    }

    /** Adds the server's own styles to the list and to the shortcut that cycles through all styles. */
    async #ownStyles() {
        const found = await this.#page.api.ownStyles().catch(() => []);
        const own = found.filter((name) => !styles.includes(name));
        styles.push(...own);
        return own;
    }

    #choices(key, name, values, word, coming, sample) {
        const inputs = [];
        const box = make("div", { class: "choices" });
        const add = (value) => {
            const input = make("input", { type: "radio", name: key, value, onchange: () => this.#change(key, value) });
            inputs.push(input);
            box.append(make("label", { class: "choice" }, input, sample?.(value), make("span", {}, word(value))));
        };
        const tell = (settings) => {
            for (const input of inputs) input.checked = input.value === settings[key];
        };
        values.forEach(add);
        this.#fields.push(tell);
        coming?.then((more) => {
            more.forEach(add);
            if (this.#settings) tell(this.#settings);
        });
        return make("fieldset", { data: { field: key } }, make("legend", {}, name), box);
    }

    /** The colours of a mode as a strip, main colour first. */
    #swatch(mode) {
        const strip = make("span", { class: "swatch", "aria-hidden": "true" });
        const paint = (colours) => { strip.style.background = `linear-gradient(90deg, ${colours.join(", ")})`; };
        const three = ({ main, second, accent }) => [`${main} 40%`, `${second} 40% 70%`, `${accent} 70%`];
        if (palettes[mode]) {
            paint(three(palettes[mode].css));
        } else if (mode === "dynamic") {
            paint(Array.from({ length: 7 }, (_, sixth) => paletteOfHue(hueAt(10 * sixth)).css.main));
        } else {
            this.#fields.push(({ custom }) => paint(three((mode === "custom" ? paletteOfCustom(custom) : paletteOfArt(this.#artColours)).css)));
        }
        return strip;
    }

    #slider(key, name, min, max, step, word) {
        const output = make("output", {});
        const input = make("input", { type: "range", min, max, step });
        input.addEventListener("input", () => write(output, word(Number(input.value))));
        input.addEventListener("change", () => this.#change(key, Number(input.value)));
        this.#fields.push((settings) => {
            if (document.activeElement !== input) input.value = settings[key];
            write(output, word(Number(input.value)));
        });
        return make("label", { class: "slider-field" }, name, input, output);
    }

    #colour() {
        const choose = () => this.#page.change({ colour: "custom", custom: input.value }, this.#onlyHere.checked);
        const input = make("input", { type: "color", onchange: choose });
        const field = make("label", { class: "colour-field" }, "Custom colour", input);
        this.#fields.push((settings) => {
            input.value = settings.custom;
            field.hidden = settings.colour !== "custom";
        });
        return field;
    }

    #check(key, name) {
        const input = make("input", { type: "checkbox", onchange: () => this.#change(key, input.checked) });
        this.#fields.push((settings) => { input.checked = settings[key]; });
        return make("label", { class: "check-field" }, input, make("span", {}, name));
    }
}
