import { make, write } from "../elements.js";

const againMs = 1000;
const softestDb = -60;

/** @typedef {{ name: string, state: "absent" | "silent" | "sounding", peak?: number, trouble?: string }} Input */

/** What comes in there, for people. @param {Input} input */
export function inputWords({ state, peak, trouble }) {
    if (state === "absent") return trouble ? `Nothing comes in: ${trouble}` : "Nothing comes in";
    if (state === "silent") return "Silent";
    return peak !== undefined && peak > -0.1 ? "Sounds now, too loud" : "Sounds now";
}

/** The live inputs of the server, with what comes in there now, for those who decide what plays. They are asked for until `end`. */
export function liveInputs(lib, inputs) {
    const rows = new Map(inputs.map((input) => [input.name, row(input)]));
    let timer = rows.size > 0 ? setTimeout(again, againMs) : 0;

    function row({ name }) {
        const element = lib.rows.act(name, " ", () => lib.page.command({ do: "live.start", input: name }));
        const meter = make("meter", { class: "input-peak", min: softestDb, max: 0, "aria-hidden": "true" });
        element.querySelector(".row-main").append(meter);
        return { element, meter, line: element.querySelector(".row-line") };
    }

    function tell(inputs) {
        for (const input of inputs) {
            const known = rows.get(input.name);
            if (!known) continue;
            write(known.line, inputWords(input));
            known.meter.value = Math.max(softestDb, input.peak ?? softestDb);
        }
    }

    async function again() {
        if (!document.hidden) await lib.api.send("GET", "inputs").then((answer) => tell(answer.inputs), () => undefined);
        if (timer) timer = setTimeout(again, againMs);
    }

    tell(inputs);
    return {
        elements: rows.size === 0 ? [] : [
            make("h3", { class: "shelf-head" }, "Live"),
            make("ul", { class: "plain", role: "list", "aria-label": "Live" }, ...[...rows.values()].map(({ element }) => element)),
        ],
        end() {
            clearTimeout(timer);
            timer = 0;
        },
    };
}
