import { make, mark, write } from "./elements.js";
import { askName } from "./playlists/name.js";
import { makeScreenSettings } from "./screenSettings.js";
import { makeScreenSound } from "./screenSound.js";
import { counted } from "./phrases.js";

const longestName = 64;

/** How many screens a group has. @param {{ screens: number[], absent: number[] }} group @returns {string} "3 screens", "2 of 3 screens are here" */
export function groupWords({ screens, absent }) {
    const all = screens.length + absent.length;
    if (all === 0) return "No screens";
    return absent.length === 0 ? counted(all, "screen") : `${screens.length} of ${counted(all, "screen")} ${screens.length === 1 ? "is" : "are"} here`;
}

/** The groups of screens, each steered as one. */
export class ScreenGroups {
    #page;
    #list;
    #rows = new Map();
    #renamed;

    /**
     * @param {object} page
     * @param {(ids: number[]) => void} page.select selects these screens in the list
     */
    constructor(page) {
        this.#page = page;
        this.#list = make("ul", { class: "list", "aria-label": "Groups of screens" });
        this.element = make("section", { class: "screen-groups", hidden: true }, make("h2", { class: "note" }, "Groups"), this.#list);
    }

    /** @param {readonly Record<string, any>[]} groups @param {readonly Record<string, any>[]} screens both as the server lists them */
    show(groups, screens) {
        this.element.hidden = groups.length === 0;
        const gone = new Set(this.#rows.keys());
        for (const group of groups) {
            gone.delete(group.name);
            if (!this.#rows.has(group.name)) this.#rows.set(group.name, this.#make(group.name));
            this.#rows.get(group.name).tell(group, screens.filter(({ id }) => group.screens.includes(id)));
        }
        for (const name of gone) {
            this.#rows.get(name).element.remove();
            this.#rows.delete(name);
        }
        const rows = groups.map(({ name }) => this.#rows.get(name).element);
        if (rows.some((row, at) => row !== this.#list.children[at])) this.#list.replaceChildren(...rows);
        // The row that had the focus has another name now, and is another row.
        const renamed = this.#rows.get(this.#renamed)?.element;
        if (renamed && !this.#list.contains(document.activeElement)) renamed.querySelector("button").focus();
        if (renamed) this.#renamed = undefined;
    }

    /** Asks for the name of a group of these screens, and makes it. @param {number[]} screens */
    async name(screens) {
        const { command } = this.#page;
        await askName(this.#page, { heading: `Name of the group of ${counted(screens.length, "screen")}`, value: "", button: "Make", longest: longestName },
            (group) => obeyed(command({ do: "group.set", group, screens })));
    }

    #make(name) {
        const { command, select } = this.#page;
        const send = (wish) => command({ ...wish, group: name });
        const sound = makeScreenSound(send);
        const settings = makeScreenSettings(send);
        const line = make("p", { class: "row-line" });
        let here = [];
        const button = (words, onclick) => make("button", { class: "text-button", type: "button", "aria-label": `${words} ${name}`, onclick }, words);
        const rename = () => askName(this.#page, { heading: "Rename the group", value: name, button: "Rename", longest: longestName }, async (to) => {
            await obeyed(command({ do: "group.rename", group: name, name: to }));
            if (to !== name) this.#renamed = to;
        });
        // It cannot be undone, so the first press only asks.
        let isSure = false;
        const ask = (isAsked) => {
            isSure = isAsked;
            write(remove, isSure ? "Really delete?" : "Delete");
            mark(remove, "aria-label", isSure ? `Really delete ${name}?` : `Delete ${name}`);
        };
        const remove = button("Delete", () => (isSure ? command({ do: "group.remove", group: name }) : ask(true)));
        remove.addEventListener("blur", () => ask(false));
        const element = make("li", { class: "screen", data: { group: name } },
            make("div", { class: "screen-head" }, make("div", { class: "screen-title" }, make("h3", { class: "group-name", dir: "auto" }, name), line),
                button("Select", () => select(here.map(({ id }) => id)))),
            sound.element,
            make("details", { class: "screen-more" }, make("summary", {}, "Visuals and more"), ...settings.elements,
                make("div", { class: "screen-acts" }, button("Identify", () => here.forEach(({ id }) => command({ do: "screen.identify", screen: id }))),
                    button("Reload", () => send({ do: "screen.reload" })), button("Rename", rename), remove)));
        return {
            element,
            tell(group, screens) {
                here = screens;
                write(line, groupWords(group));
                const sounding = screens.filter((screen) => screen.sound !== null);
                sound.element.hidden = sounding.length === 0;
                const state = ["on", "waiting", "off"].find((word) => sounding.some((screen) => screen.sound === word)) ?? "off";
                sound.tell(state, sounding.find((screen) => screen.sound === state)?.volume ?? 1, name);
                // Only what all of them have in common is shown as chosen.
                const [first] = screens;
                const isSame = (key) => screens.every((screen) => JSON.stringify(screen[key]) === JSON.stringify(first[key]));
                settings.tell(first && isSame("look") ? first.look : screens.some(({ look }) => look !== null) ? {} : null,
                    first && isSame("rotation") ? first.rotation : 0, name);
            },
        };
    }
}

/** @param {Promise<Record<string, any>>} answer of a command; throws why it was refused */
async function obeyed(answer) {
    const { type, message } = await answer;
    if (type !== "result") throw new Error(message);
}
