import { make, write } from "../elements.js";
import { OwnSound } from "./ownSound.js";

const againMs = 1000;
const softestDb = -60;
const ownNames = { microphone: "Use this device's microphone", tab: "Use the sound of a tab" };
const ownLines = { microphone: "All screens show what it hears", tab: "All screens show what another tab plays" };
const ownEnds = { microphone: "Stop this device's microphone", tab: "Stop the sound of the tab" };

/** @typedef {{ name: string, state: "absent" | "silent" | "sounding", peak?: number, trouble?: string }} Input */

/** What comes in there, for people. @param {Input} input */
export function inputWords({ state, peak, trouble }) {
    if (state === "absent") return trouble ? `Nothing comes in: ${trouble}` : "Nothing comes in";
    if (state === "silent") return "Silent";
    return peak !== undefined && peak > -0.1 ? "Sounds now, too loud" : "Sounds now";
}

/** The live inputs of the server, with what comes in there now, and what this device could send, for those who decide what plays. They are asked for until `end`. */
export function liveInputs(lib, inputs) {
    const rows = new Map();
    const list = make("ul", { class: "plain", role: "list", "aria-label": "Live" });
    const own = new Map(["microphone", "tab"].map((from) => [from, lib.rows.act(ownNames[from], " ", () => act(from))]));
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
        return { element, meter, line: element.querySelector(".row-line") };
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
        }
    }

    async function again() {
        if (!document.hidden) await lib.api.send("GET", "inputs").then((answer) => tell(answer.inputs), () => undefined);
        owner.after(againMs, again);
    }

    list.append(...own.values());
    tell(inputs);
    tellOwn();
    return {
        elements: [make("h3", { class: "shelf-head" }, "Live"), list],
        end: () => owner.end(),
    };
}
