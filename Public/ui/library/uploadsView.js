import { make, withStyle } from "../elements.js";
import { counted } from "../phrases.js";
import { Uploading } from "../../session/uploading.js";

const shown = 200; // of many uploads; the rest is counted
const mostNamed = 5; // files of an archive that were not added
const states = { waiting: "Waiting", sending: "Sending", paused: "Waiting for the server", checking: "Being checked", done: "Added", failed: "Not added" };
let uploading; // goes on while other views are shown

/** Music from this device: files are dropped or chosen, and sent to the server. */
export function uploadsView(lib) {
    const { page, api } = lib;
    const list = make("ul", { class: "plain uploads", role: "list", "aria-label": "Uploads" });
    const note = make("p", { class: "note", role: "status" });
    const chosen = make("input", { type: "file", multiple: true, hidden: true, onchange: () => {
        uploading.add([...chosen.files]);
        chosen.value = "";
    } });
    const clear = make("button", { class: "text-button", type: "button", hidden: true, onclick: () => uploading.clear() }, "Clear");
    const zone = make("div", { class: "drop-zone" }, make("p", {}, "Drop music files, folders or zip archives here."), chosen,
        make("button", { class: "wide-button", type: "button", onclick: () => chosen.click() }, "Choose files"));
    const rows = new Map();
    const whole = make("section", { class: "uploads-body", "aria-label": "Add music" }, zone, make("div", { class: "uploads-head" }, note, clear), list);
    let due = false;
    lib.title("Add music");

    uploading ??= new Uploading({
        send: (method, id, headers, body) => page.allowed(() => api.file(`uploads/resumable${id && `/${id}`}`, {}, { method, headers: { "tus-resumable": "1.0.0", ...headers }, body })),
        kept: localStorage, changed: () => dispatchEvent(new Event("uploads")),
    });

    function row(entry) {
        const bar = make("progress", { max: 1, "aria-label": `${entry.name}: sent` });
        const state = make("span", { class: "upload-state" });
        const again = make("button", { class: "text-button", type: "button", onclick: () => uploading.again(entry) }, "Try again");
        const end = make("button", { class: "text-button", type: "button", onclick: () => uploading.remove(entry) });
        const trouble = make("p", { class: "upload-trouble" });
        const element = make("li", { class: "upload" }, make("span", { class: "upload-name", dir: "auto" }, entry.name), state, again, end, bar, trouble);
        return { element, show() {
            element.dataset.state = entry.state;
            bar.value = entry.size === 0 ? 1 : entry.sent / entry.size;
            bar.hidden = ["done", "failed"].includes(entry.state);
            state.textContent = stateWords(entry);
            again.hidden = entry.state !== "failed";
            end.hidden = entry.state === "checking";
            end.textContent = ["done", "failed"].includes(entry.state) ? "Remove" : "Cancel";
            end.setAttribute("aria-label", `${end.textContent}: ${entry.name}`);
            trouble.textContent = entry.trouble ?? (entry.state === "done" ? refusedWords(entry.outcome) : "");
        } };
    }

    function show() {
        due = false;
        const entries = uploading.entries.slice(0, shown);
        for (const entry of [...rows.keys()]) if (!entries.includes(entry)) rows.delete(entry);
        for (const entry of entries) {
            if (!rows.has(entry)) rows.set(entry, row(entry));
            rows.get(entry).show();
        }
        const elements = entries.map((entry) => rows.get(entry).element);
        if (elements.length !== list.children.length || elements.some((element, place) => list.children[place] !== element)) list.replaceChildren(...elements);
        clear.hidden = !uploading.entries.some(({ state }) => state === "done");
        note.textContent = words();
    }

    function words() {
        const { entries, leftOut, share } = uploading;
        const count = (...wanted) => entries.filter(({ state }) => wanted.includes(state)).length;
        const [coming, done, failed] = [count("waiting", "sending", "paused", "checking"), count("done"), count("failed")];
        return [
            coming > 0 && `${counted(coming, "file")} to go, ${Math.floor(100 * share)} % sent.`, coming === 0 && done > 0 && `${counted(done, "file")} sent.`,
            failed > 0 && `${counted(failed, "file")} not added.`, leftOut > 0 && `${counted(leftOut, "file")} left out: not music.`,
            entries.length > shown && `${counted(entries.length - shown, "more file")} in the list.`,
        ].filter(Boolean).join(" ");
    }

    const changed = () => {
        if (due) return;
        due = true;
        requestAnimationFrame(show);
    };

    function over(event) {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        zone.classList.add("over");
    }

    async function drop(event) {
        zone.classList.remove("over");
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
        uploading.add(entries.length > 0 ? (await Promise.all(entries.map(filesOf))).flat() : [...event.dataTransfer.files]);
    }

    const listeners = { dragover: over, dragleave: () => zone.classList.remove("over"), drop };
    return {
        whole,
        async load() {
            for (const [name, listener] of Object.entries(listeners)) lib.owner.listen(document, name, listener);
            lib.owner.listen(window, "uploads", changed);
            await withStyle("uploads.css").catch(() => {}); // it works without
            show();
        },
    };
}

/** How far an upload is. @param {object} entry @returns {string} */
export function stateWords({ state, sent, size, outcome = {} }) {
    const { checked, checks, files = [], stored, refusedCount } = outcome;
    if (state === "sending") return `${Math.floor((100 * sent) / size)} %`;
    if (state === "checking" && checks > 1) return `Being checked, ${checked} of ${checks}`;
    if (state !== "done") return states[state];
    const fresh = stored - files.filter((file) => !file.new).length;
    if (stored + refusedCount > 1) return `${counted(fresh, "file")} added`;
    return fresh === 0 ? "In the library already" : states.done;
}

/** What of an archive was not added. @returns {string} */
export function refusedWords({ refused = [], refusedCount = 0, leftOut = 0, files = [] }) {
    const known = files.filter((file) => !file.new).length;
    return [
        ...refused.slice(0, mostNamed).map(({ name, detail }) => `${name}: ${detail}`),
        refusedCount > mostNamed && `${counted(refusedCount - mostNamed, "more file")} not added.`,
        known > 0 && files.length > 1 && `${counted(known, "file")} in the library already.`, leftOut > 0 && `${counted(leftOut, "file")} left out: not music.`,
    ].filter(Boolean).join(" ");
}

/** All files of a dropped file or folder. @returns {Promise<File[]>} */
async function filesOf(entry) {
    if (entry.isFile) return [await new Promise((found, lost) => entry.file(found, lost))];
    const reader = entry.createReader();
    const files = [];
    for (let some; (some = await new Promise((found, lost) => reader.readEntries(found, lost))).length > 0;) {
        for (const one of some) files.push(...(await filesOf(one)));
    }
    return files;
}
