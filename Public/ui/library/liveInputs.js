import { iconButton, make, write } from "../elements.js";
import { clockTime } from "../words.js";
import { OwnSound } from "./ownSound.js";

const againMs = 1000;
const softestDb = -60;
const ownNames = { microphone: "Use this device's microphone", tab: "Use the sound of a tab" };
const ownLines = { microphone: "All screens show what it hears", tab: "All screens show what another tab plays" };
const ownEnds = { microphone: "Stop this device's microphone", tab: "Stop the sound of the tab" };

/** @typedef {{ name: string, state: "absent" | "silent" | "sounding", peak?: number, trouble?: string }} Input */

/** What comes in there, for people. @param {Input} input */
export function inputWords({ state, peak, trouble, title, artist, recording }) {
    if (recording?.state === "recording") return `Records, ${clockTime(recording.seconds)}`;
    if (recording?.state === "storing") return "The recording is stored";
    if (recording?.trouble) return `The recording ended: ${recording.trouble}`;
    if (state === "sounding" && title) return [title, artist].filter(Boolean).join(" · ");
    if (state === "absent") return trouble ? `Nothing comes in: ${trouble}` : "Nothing comes in";
    if (state === "silent") return "Silent";
    return peak !== undefined && peak > -0.1 ? "Sounds now, too loud" : "Sounds now";
}

/**
 * The live inputs of the server, with what comes in there now, and what this device could send, for those who decide what plays. They are asked for until `end`.
 * @param {boolean} mayRecord whether there is a folder for recordings, and this page may add to it
 */
export function liveInputs(lib, inputs, mayRecord) {
    const rows = new Map();
    const list = make("ul", { class: "plain", role: "list", "aria-label": "Live" });
    const own = new Map(["microphone", "tab"].map((from) => [from, lib.rows.act(ownNames[from], " ", () => act(from))]));
    const choice = make("select", { onchange: () => lib.page.command({ do: "set", switchTo: choice.value }) });
    const bySound = make("label", { class: "slider-field by-sound" }, "While it sounds, switch to", choice);
    const sound = lib.page.ownSound ??= new OwnSound(lib.page);
    const owner = lib.owner.child();
    sound.changed = tellOwn;
    owner.own(() => {
        if (sound.changed === tellOwn) sound.changed = () => {};
    });
    owner.after(againMs, again);

    function act(from) {
        if (sound.from === from) return sound.stop();
        const obstacle = OwnSound.obstacle(from);
        return obstacle ? lib.page.notice(obstacle, true) : sound.start(from);
    }

    function tellOwn() {
        for (const [from, element] of own) {
            const isOn = sound.from === from;
            write(element.querySelector(".row-title"), isOn ? ownEnds[from] : ownNames[from]);
            write(element.querySelector(".row-line"), OwnSound.obstacle(from) ? "Needs a page with https" : !isOn ? ownLines[from] : sound.name ? `All screens can show it as ${sound.name}` : "Waiting for the server");
        }
    }

    function row({ name }) {
        const element = lib.rows.act(name, " ", () => lib.page.command({ do: "live.start", input: name }));
        const meter = make("meter", { class: "input-peak", min: softestDb, max: 0, "aria-hidden": "true" });
        element.querySelector(".row-main").append(meter);
        const known = { element, meter, line: element.querySelector(".row-line") };
        if (mayRecord) {
            const toggle = () => lib.page.allowed(() => lib.api.send(known.records ? "DELETE" : "PUT", `inputs/${name}/recording`)).then(ask, ({ message }) => lib.page.notice(message, true));
            known.record = iconButton("record", "", toggle);
            element.append(known.record);
        }
        return known;
    }

    function tellRecording(known, { name, recording }) {
        known.records = recording?.state === "recording";
        const words = known.records ? `Stop recording ${name}` : `Record ${name}`;
        known.record.setAttribute("aria-label", words);
        known.record.title = words;
        known.record.classList.toggle("recording", known.records);
        known.record.disabled = recording?.state === "storing";
    }

    function tell(inputs) {
        for (const [name, { element }] of rows) {
            if (inputs.some((input) => input.name === name)) continue;
            rows.delete(name);
            element.remove();
        }
        for (const input of inputs) {
            if (!rows.has(input.name)) {
                rows.set(input.name, row(input));
                list.insertBefore(rows.get(input.name).element, own.get("microphone"));
            }
            const known = rows.get(input.name);
            write(known.line, inputWords(input));
            known.meter.value = Math.max(softestDb, input.peak ?? softestDb);
            if (known.record) tellRecording(known, input);
        }
        tellChoice();
    }

    function tellChoice() {
        const chosen = lib.page.room().state?.switchTo ?? "";
        const names = [...new Set(["", ...rows.keys(), chosen])];
        if (names.join() !== [...choice.options].map(({ value }) => value).join()) choice.replaceChildren(...names.map((name) => make("option", { value: name }, name || "Nothing")));
        if (document.activeElement !== choice) choice.value = chosen;
        bySound.hidden = names.length === 1;
    }

    const ask = () => lib.api.send("GET", "inputs").then((answer) => tell(answer.inputs), () => undefined);

    async function again() {
        if (!document.hidden) await ask();
        owner.after(againMs, again);
    }

    list.append(...own.values());
    tell(inputs);
    tellOwn();
    return {
        elements: [make("h3", { class: "shelf-head" }, "Live"), list, bySound],
        end: () => owner.end(),
    };
}
