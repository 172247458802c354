import { make, write } from "./elements.js";
import { later } from "./later.js";

const stepS = 0.1;

/**
 * Buttons over the lyrics: they shift them on all screens, and open the editor. Not shown on screens without controls.
 * @param {Document} document
 * @param {object} page
 * @param {() => void} lay shows them in the other way
 */
export function makeLyricsTools(document, page, lay) {
    let source;
    let sending = Promise.resolve();
    const button = (words, label, act) => make("button", { class: "text-button", type: "button", "aria-label": label, title: label, onclick: act }, words);
    const shift = make("output", { class: "lyrics-shift", "aria-label": "Lyrics shifted by" });
    const undo = button("Undo", "Undo the last change of the lyrics", () => change("POST", "undo"));
    const edit = button("Edit", "Edit the lyrics and tap their times", async () => (await editor.want())?.(source));
    const way = make("button", { class: "text-button", type: "button", onclick: lay });
    const timed = [button("−0.1 s", "Lyrics earlier by 0.1 s", () => change("POST", "correction", { shift: -stepS })), shift,
        button("+0.1 s", "Lyrics later by 0.1 s", () => change("POST", "correction", { shift: stepS }))];
    const root = make("div", { class: "lyrics-tools glass chrome", role: "group", "aria-label": "Lyrics", hidden: true }, way, ...timed, undo, edit);
    const editor = later(async () => {
        const [{ makeLyricsEditor }] = await Promise.all([import("./lyricsEditor.js"), page.over.want()]);
        return makeLyricsEditor(document, page);
    }, page.notice);

    /** One request at a time: the server adds presses up. */
    function change(method, way, body) {
        const wanted = source;
        sending = sending.then(async () => {
            try {
                const changed = await page.allowed(() => page.api.send(method, `tracks/${wanted}/lyrics/${way}`, body));
                if (source === wanted) tell(changed);
            } catch (problem) {
                page.notice(problem.message, true);
            }
        });
    }

    function tell({ shift: byS, canUndo }) {
        write(shift, `${byS > 0 ? "+" : byS < 0 ? "−" : ""}${Math.abs(byS).toFixed(1)} s`);
        undo.disabled = !canUndo;
    }

    return {
        root,
        /** What the other way is called. @param {string} words */
        name: (words) => write(way, words),
        /** Shows the buttons for a recording whose lyrics are `synced`, `plain` or none. */
        async show(wanted, kind) {
            source = wanted;
            root.hidden = wanted === undefined;
            const isGuest = page.room().role === "guest";
            for (const part of timed) part.hidden = kind !== "synced" || isGuest;
            undo.hidden = edit.hidden = isGuest;
            if (root.hidden || isGuest) return;
            const known = await page.api.send("GET", `tracks/${wanted}/lyrics/correction`).catch(() => undefined); // only the buttons need it
            if (known && source === wanted) tell(known);
        },
    };
}
