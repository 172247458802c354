import { linesOf, tapped, untimed } from "../session/lyricSync.js";
import { isLeftwards } from "../session/lyrics.js";
import { make, mark, write } from "./elements.js";
import { counted } from "./phrases.js";
import { clockTime } from "./words.js";

const backS = 3;

/**
 * The editor of lyrics: their text, and the times of their lines by tapping along. What is saved is shown on all screens.
 * @param {Document} document
 * @param {object} page
 * @returns {(source: string) => Promise<void>} opens it for a recording
 */
export function makeLyricsEditor(document, page) {
    let source;
    let lines = [];
    let before = []; // of each tap, to take it back
    let place = 0; // of the line that is tapped next
    const button = (words, act, traits = {}) => make("button", { class: "text-button", type: "button", onclick: act, ...traits }, words);
    const list = make("ol", { class: "sync-lines" });
    const text = make("textarea", { class: "sync-text", rows: 12, "aria-label": "Lines of the lyrics", dir: "auto", spellcheck: "false", hidden: true });
    const line = make("p", { class: "token-line", "aria-live": "polite" });
    const writing = button("Edit text", () => turn(text.hidden));
    const tap = make("button", { class: "wide-button", type: "button", "aria-keyshortcuts": "T", onclick: (event) => tapAt(event.timeStamp) }, "Tap");
    const untap = button("Untap", () => {
        [lines, place] = before.pop() ?? [lines, place];
        show();
    });
    const save = make("button", { class: "wide-button", type: "button", onclick: () => keep() }, "Save");
    const reset = button("As found", () => send("DELETE"), { title: "Back to the lyrics as they were found" });
    const controls = make("div", { class: "sheet-buttons sync-controls" }, button(`−${backS} s`, () => page.command({ do: "seek", by: -backS }), { "aria-label": `Back ${backS} seconds` }), button("Play", () => page.command({ do: "toggle" }), { "aria-label": "Play or pause" }), untap, tap);
    const sheet = make("dialog", { class: "sheet glass sync-sheet", "aria-labelledby": "sync-title", onkeydown: (event) => key(event) },
        make("h2", { id: "sync-title", tabindex: -1, autofocus: true }, "Edit lyrics"), line, list, text, controls,
        make("div", { class: "sheet-buttons" }, writing, reset, button("Cancel", () => sheet.close()), save));
    document.body.append(sheet);

    function key(event) {
        event.stopPropagation(); // the page's own keys rest
        if (event.target === text || event.key.toLowerCase() !== "t" || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        tapAt(event.timeStamp);
    }

    function tapAt(clientMs) {
        const heardS = page.heardS(clientMs);
        if (heardS === undefined || page.room().state?.timeline.source !== source) return write(line, "Let the music play, then tap when the marked line begins.");
        if (place >= lines.length) return;
        before.push([lines, place]);
        lines = tapped(lines, place, heardS);
        place += 1;
        show();
    }

    function turn(isWriting) {
        if (isWriting) text.value = lines.map((one) => one.text).join("\n");
        else if (!text.hidden) {
            lines = linesOf(text.value, lines);
            [before, place] = [[], Math.max(0, lines.findIndex(({ t }) => t === undefined))];
        }
        [text.hidden, list.hidden, controls.hidden] = [!isWriting, isWriting, isWriting];
        write(writing, isWriting ? "Set times" : "Edit text");
        show();
        (isWriting ? text : tap).focus(); // of a hidden field the keys would go to the page
    }

    function show() {
        const left = untimed(lines);
        list.replaceChildren(...lines.map((one, index) => make("li", { "aria-current": index === place ? "true" : undefined },
            button("", () => choose(index), { class: "sync-line", dir: isLeftwards(one.text) ? "rtl" : "ltr" }))));
        lines.forEach((one, index) => {
            list.children[index].firstElementChild.append(make("span", { class: "sync-time" }, one.t === undefined ? "–" : `${clockTime(one.t)}.${Math.floor((one.t * 10) % 10)}`), one.text || "(pause)");
        });
        list.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
        untap.disabled = before.length === 0;
        tap.disabled = place >= lines.length;
        save.disabled = text.hidden && left > 0 && left < lines.length;
        write(line, !text.hidden ? "One line of the song in each line." : lines.length === 0 ? "Enter the text first."
            : left > 0 ? `Press Tap, or T, when the marked line begins. ${counted(left, "line")} to go.` : "All lines have their times. Choose a line to tap from there on.");
        mark(tap, "aria-label", place < lines.length ? `Tap when this line begins: ${lines[place].text}` : "Tap");
    }

    function choose(index) {
        place = index;
        const { t } = lines[index];
        if (t !== undefined) page.command({ do: "seek", position: Math.max(0, t - 1) });
        show();
        tap.focus();
    }

    function keep() {
        if (!text.hidden) lines = linesOf(text.value, lines);
        const left = untimed(lines);
        if (left > 0 && left < lines.length) return turn(false);
        send("PUT", { lines });
    }

    async function send(method, body) {
        try {
            await page.allowed(() => page.api.send(method, `tracks/${source}/lyrics/correction`, body));
            sheet.close();
        } catch (problem) {
            write(line, problem.message);
        }
    }

    return async (wanted) => {
        source = wanted;
        const known = await page.api.send("GET", `tracks/${wanted}/lyrics`).catch(() => ({ lines: [] })); // there are none yet
        lines = known.lines.map(({ estimated, words, end, ...line }) => (estimated || !words ? line : { ...line, end, words }));
        [before, place, text.hidden] = [[], 0, true];
        turn(lines.length === 0);
        if (!sheet.open) sheet.showModal();
        (text.hidden ? tap : text).focus();
        show();
    };
}
