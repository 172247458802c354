import { night } from "../renderers/glow.js";
import { paletteOfArt, paletteOfCustom, palettes } from "../session/palette.js";
import { settled, usual } from "../session/settings.js";
import { iconButton, make } from "./elements.js";
import { openMenu } from "./library/menu.js";
import { askName } from "./playlists/name.js";
import { askSure } from "./sure.js";

const most = 500;
const longestName = 60;
/** What a look consists of. Title cards, calm pictures and the change of styles are the house's habits, whatever the look. */
const parts = ["style", "seed", "colour", "custom", "background", "points", "sensitivity", "viscosity", "waveform", "movement", "inputs"];

/** @param {import("../session/settings.js").Settings} settings @returns {Record<string, unknown>} what of them is saved */
export function lookOf(settings) {
    return Object.fromEntries(parts.filter((part) => part !== "custom" || settings.colour === "custom").map((part) => [part, settings[part]]));
}

/** @param {Record<string, unknown>} look that was saved, perhaps by another version @returns {Record<string, unknown>} the change of settings that shows it */
export function changeTo(look) {
    return { ...lookOf(settled(look)), party: usual.party };
}

/** @returns {boolean} whether the settings show a look */
export function shows(settings, look) {
    return Object.entries(changeTo(look)).every(([part, value]) => settings[part] === value);
}

/** The looks that were saved for all rooms, each with a small live picture. */
export class SavedLooks {
    element = make("fieldset", { data: { field: "saved" }, hidden: true });
    #page;
    #thumbs;
    #small;
    #change;
    #box = make("div", { class: "choices" });
    #canvases = [];
    #looks = [];
    #inputs = [];
    #settings;
    #art = [];
    #isAsked = false;
    #loads = 0;

    /**
     * @param {object} page
     * @param {import("./smallPictures.js").SmallPictures} thumbs
     * @param {object} small the scene of small pictures
     * @param {(wish: Record<string, unknown>) => void} change
     */
    constructor(page, thumbs, small, change) {
        [this.#page, this.#thumbs, this.#small, this.#change] = [page, thumbs, small, change];
        this.element.append(make("legend", {}, "Saved looks"), this.#box);
    }

    /** What was saved meanwhile is shown the next time. */
    rest() {
        this.#isAsked = false;
    }

    /** @param {import("../session/settings.js").Settings} settings @param {readonly string[]} artColours */
    show(settings, artColours) {
        [this.#settings, this.#art] = [settings, artColours];
        if (!this.#isAsked) this.load();
        this.#tell();
    }

    async load() {
        this.#isAsked = true;
        const number = this.#loads += 1;
        const found = await this.#page.api.send("GET", "looks", undefined, { limit: most }).catch(() => undefined);
        if (number !== this.#loads) return; // a later answer is on its way, or came before
        this.#isAsked = found !== undefined; // tried again when the panel is shown
        if (!found) return;
        this.#looks = found.items;
        this.#fill();
    }

    /** Asks for a name and saves what is shown. */
    async save(settings) {
        const { api, allowed, notice } = this.#page;
        const look = await askName(this.#page, { heading: "Save this look", value: "", button: "Save", longest: longestName },
            (name) => allowed(() => api.send("POST", "looks", { name, look: lookOf(settings) })));
        if (!look) return;
        notice(`Saved “${look.name}” for all rooms.`);
        this.load();
    }

    #fill() {
        const focused = this.#box.contains(document.activeElement) ? document.activeElement.closest(".saved-look")?.dataset.look : undefined;
        for (const canvas of this.#canvases) this.#thumbs.remove(canvas);
        [this.#canvases, this.#inputs] = [[], []];
        this.#box.replaceChildren(...this.#looks.map((look) => this.#item(look)));
        this.element.hidden = this.#looks.length === 0;
        this.#tell();
        if (focused) this.#box.querySelector(`[data-look="${focused}"] input`)?.focus();
    }

    #item(saved) {
        const settings = settled(saved.look);
        const scene = Object.create(this.#small, {
            settings: { value: settings },
            colours: { get: () => this.#coloursOf(settings) },
            css: { get: () => this.#coloursOf(settings).css },
        });
        const canvas = this.#thumbs.add(make("canvas", { class: "thumb", "aria-hidden": "true" }), () => ({ style: settings.style, scene, ground: night }));
        const input = make("input", { type: "radio", name: "saved", onchange: () => this.#change(changeTo(saved.look)) });
        const more = iconButton("more", `More for ${saved.name}`, () => openMenu(more, this.#acts(saved), saved.name, more), { class: "icon-button look-more" });
        this.#canvases.push(canvas);
        this.#inputs.push(input);
        return make("div", { class: "saved-look", data: { look: saved.id } }, make("label", { class: "choice" }, input, canvas, make("span", { dir: "auto" }, saved.name)), more);
    }

    #acts(saved) {
        const { api, allowed, notice, role } = this.#page;
        const path = `looks/${saved.id}`;
        const doing = async (act) => {
            try {
                await allowed(act);
                this.load();
            } catch (problem) {
                notice(problem.message, true);
            }
        };
        const isHost = ["host", "owner"].includes(role());
        return [
            { words: "Copy link", act: () => this.#share(settled(saved.look)) },
            isHost && { words: "Rename", act: async () => {
                await askName(this.#page, { heading: "Rename the look", value: saved.name, button: "Rename", longest: longestName }, (name) => allowed(() => api.send("PATCH", path, { name })));
                this.load();
            } },
            isHost && { words: "Replace with what is shown", act: () => doing(() => api.send("PATCH", path, { look: lookOf(this.#settings) })) },
            isHost && { words: "Delete", act: async () => {
                if (await askSure({ heading: `Delete “${saved.name}”?`, words: "It is gone in all rooms. Screens that show it stay as they are.", button: "Delete" })) await doing(() => api.send("DELETE", path));
            } },
        ];
    }

    async #share(settings) {
        const { api, roomName, notice } = this.#page;
        const [{ shareLook }, { addressToShare }] = await Promise.all([import("./share.js"), import("../net/joining.js")]);
        await shareLook(document, await addressToShare(document.baseURI, api, roomName), roomName, settings, notice);
    }

    /** Those of another cover are not known: a dynamic or unknown mode has the colours that are shown. */
    #coloursOf({ colour, custom }) {
        if (palettes[colour]) return palettes[colour];
        if (colour === "custom") return this.#custom(custom);
        return colour === "art" ? this.#ofArt() : this.#small.colours;
    }

    #customs = new Map();

    #custom(colour) {
        if (!this.#customs.has(colour)) this.#customs.set(colour, paletteOfCustom(colour));
        return this.#customs.get(colour);
    }

    #artOf;
    #artPalette;

    #ofArt() {
        if (this.#artOf !== this.#art) [this.#artOf, this.#artPalette] = [this.#art, paletteOfArt(this.#art)];
        return this.#artPalette;
    }

    #tell() {
        if (!this.#settings) return;
        this.#looks.forEach(({ look }, at) => { if (this.#inputs[at]) this.#inputs[at].checked = shows(this.#settings, look); });
    }
}
