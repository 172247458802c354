import { isThisMachine } from "../net/thisMachine.js";
import { entrance, isCode, redeem } from "../net/codes.js";
import { iconButton, make } from "./elements.js";
import { letterKeysField } from "./letterKeys.js";

const keys = [
    [["Space"], "play or pause"], [["←", "→"], "seek 5 s, with ⇧ 30 s, with Alt a bar, with Ctrl a beat"], [[",", "."], "seek a beat"], [["[", "]"], "previous, next marker"], [["N", "P"], "next (a guest votes), previous"], [["F"], "full screen"], [["W"], "mini player"], [["R"], "metronome"], [["PgUp", "PgDn"], "previous, next song of the metronome"],
    [["I"], "title and artist"], [["Y"], "lyrics"], [["S"], "next style"], [["C"], "next colours"], [["L"], "sound on this device"], [["M"], "mute this device"], [["K"], "set a marker"], [["E"], "edit markers"],
    [["G"], "edit beats"], [["T"], "tap the tempo: in the metronome, the beat editor, or a room that follows an app"], [["B", "Q"], "library, queue"], [["⇧B"], "library in the whole window; so does Enter, for remote controls, where nothing has the focus"], [["/"], "search"],
    [["↑", "↓"], "let the arrows move between all controls, until the mouse moves; Enter presses, Esc leads back"], [["H"], "hide the controls"], [["⇧P"], "save image"], [["+", "−"], "zoom the seek bar"], [["<", ">"], "scroll the seek bar"], [["0"], "show the whole track"], [["D"], "stats"],
];
const usualLine = "To play, pause or change the visuals, enter the code that a host gives you (Invite, on a page that has control), or open a host's link. The server printed the owner's link at its start.";
const hereLine = "To control it from this machine, run \"downbeat open\" in a terminal, or \"sudo downbeat open\" if the server belongs to another user. Or enter the code that a host gives you (Invite, on a page that has control).";
const wrongLine = "That was no link of this server, or it has ended. The server printed the owner's link at its start.";

/** Shows and hides the keyboard shortcuts. @param {Document} document @returns {() => void} */
export function makeHelp(document) {
    const lines = keys.map(([names, act]) =>
        make("div", {}, make("dt", {}, ...names.flatMap((name) => [make("kbd", {}, name), " "])), make("dd", {}, act)));
    const sheet = make("dialog", { class: "sheet glass help-sheet", "aria-labelledby": "help-title" }, make("form", { method: "dialog" },
        make("div", { class: "sheet-head" }, make("h2", { id: "help-title", tabindex: -1, autofocus: true }, "Keyboard shortcuts"),
            iconButton("close", "Close", () => sheet.close())),
        make("dl", { class: "keys" }, ...lines),
        letterKeysField(document),
        make("div", { class: "sheet-buttons" }, make("button", { class: "wide-button", value: "ok" }, "Close"))));
    document.body.append(sheet);
    return () => (sheet.open ? sheet.close() : sheet.showModal());
}

/** Asks for a token. @param {Document} document @returns {(wrong: boolean) => Promise<string | undefined>} undefined if cancelled */
export function makeTokenSheet(document) {
    const input = make("input", { class: "token-input", name: "token", type: "text", placeholder: "K7QX-93FM", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    const line = make("p", { class: "token-line", "aria-live": "polite" });
    const sheet = make("dialog", { class: "sheet glass token-sheet", "aria-labelledby": "token-title" }, make("form", { method: "dialog", onsubmit: (event) => tryCode(event) },
        make("h2", { id: "token-title" }, "Control this room"), line, make("label", { class: "field" }, "Code, link or control key ", input),
        make("button", { class: "text-button", type: "button", data: { act: "ask" }, onclick: () => sheet.close("cancel") }, "Or show a code here, for a device that has control"),
        make("div", { class: "sheet-buttons" },
            make("button", { class: "text-button", type: "button", onclick: () => sheet.close("cancel") }, "Just watch"),
            make("button", { class: "wide-button", value: "ok" }, "Take control"))));
    document.body.append(sheet);
    let waiting;
    // A code is redeemed before the sheet closes, so that a mistyped one can be corrected.
    async function tryCode(event) {
        if (!isCode(input.value)) return;
        event.preventDefault();
        const made = await redeem(document.baseURI, input.value);
        if (made.problem) {
            line.textContent = made.problem;
            input.select();
            return;
        }
        const here = new URLSearchParams(location.search).get("room") ?? "main";
        if (made.link.room && made.link.room !== here) location.assign(entrance(location.href, made));
        input.value = made.token;
        sheet.close("ok");
    }
    return (wrong) => {
        line.textContent = wrong ? wrongLine : isThisMachine(location.hostname) ? hereLine : usualLine;
        waiting ??= new Promise((resolve) => {
            sheet.addEventListener("close", () => {
                waiting = undefined;
                const given = input.value.trim().replace(/^.*#token=/, "");
                resolve(sheet.returnValue === "ok" && given ? given : undefined);
            }, { once: true });
        });
        if (!sheet.open) {
            input.value = "";
            sheet.returnValue = "";
            sheet.showModal();
            input.focus();
        }
        return waiting;
    };
}
