import { iconButton, make, mark } from "../elements.js";
import { later } from "../later.js";

const tabs = { rhythm: "Rhythm", sound: "Sound", songs: "Songs", practice: "Practice" };
const makers = {
    rhythm: async () => (await import("./rhythmPanel.js")).makeRhythmPanel,
    sound: async () => (await import("./soundPanel.js")).makeSoundPanel,
    songs: async () => (await import("./songsPanel.js")).makeSongsPanel,
    practice: async () => (await import("./practicePanel.js")).makePracticePanel,
};

/** The panel beside the metronome, over it on a phone: rhythm, sound, songs and practice, each loaded when it is first opened. */
export function makePanel(document, page) {
    let shown;
    let back;
    let last;
    const boxes = {};
    const parts = {};
    const buttons = Object.entries(tabs).map(([name, word]) => make("button", { class: "tab", type: "button", role: "tab", id: `metronome-tab-${name}`,
        "aria-controls": `metronome-panel-${name}`, "aria-selected": "false", tabindex: -1, data: { tab: name }, onclick: () => choose(name) }, word));
    for (const name of Object.keys(tabs)) {
        boxes[name] = make("section", { class: "panel", role: "tabpanel", id: `metronome-panel-${name}`, "aria-labelledby": `metronome-tab-${name}`, hidden: true });
        parts[name] = later(async () => {
            const part = (await makers[name]())(boxes[name], page);
            if (last) part.show(last);
            return part;
        }, page.notice);
    }
    const root = make("aside", { class: "drawer glass metronome-drawer", "aria-label": "Rhythm, sound, songs and practice", hidden: true, onkeydown: key },
        make("div", { class: "drawer-head" }, make("div", { class: "tabs", role: "tablist", "aria-label": "Panels of the metronome" }, ...buttons),
            iconButton("close", "Close the panel", () => panel.close())),
        ...Object.values(boxes));
    document.body.append(root);

    async function choose(name, field) {
        shown = name;
        for (const button of buttons) {
            const isChosen = button.dataset.tab === name;
            mark(button, "aria-selected", isChosen);
            button.tabIndex = isChosen ? 0 : -1;
            boxes[button.dataset.tab].hidden = !isChosen;
        }
        const part = await parts[name].want();
        if (last) part?.show(last);
        part?.opened?.();
        if (field) boxes[name].querySelector(`[data-field="${field}"]`)?.scrollIntoView({ block: "nearest" });
    }

    function key(event) {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        const at = buttons.indexOf(event.target);
        if (at < 0 || !step) return;
        event.preventDefault();
        const next = buttons[(at + step + buttons.length) % buttons.length];
        choose(next.dataset.tab);
        next.focus();
    }

    const panel = {
        get isOpen() {
            return !root.hidden;
        },
        /** @param {string} name of a tab @param {string} [field] that is to be seen */
        open(name, field) {
            if (root.hidden) back = document.activeElement;
            root.hidden = false;
            choose(name, field);
            buttons.find((button) => button.dataset.tab === name).focus({ focusVisible: false });
        },
        close() {
            if (root.hidden) return;
            root.hidden = true;
            page.closed();
            if (back?.isConnected) back.focus({ focusVisible: false });
        },
        show(room) {
            last = room;
            if (!root.hidden) parts[shown]?.here?.show(room);
        },
    };
    return panel;
}
