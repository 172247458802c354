import { make, write } from "../elements.js";
import { batchWords } from "./batchWords.js";

/** What is analyzed ahead, beside the music servers: how far it is, and how it is begun and stopped. */
export function makeBatchCard({ page, api, trying }) {
    const line = make("p", { class: "batch-line" });
    const more = make("p", { class: "note" });
    const bar = make("progress", { class: "batch-bar", max: 1, "aria-labelledby": "batch-head" });
    const failures = make("ul", { class: "plain batch-failures", role: "list" });
    const details = make("details", {}, make("summary", {}, "What failed"), failures);
    const begin = make("button", { class: "wide-button", type: "button", onclick: () => open("") }, "Analyze ahead…");
    const stop = make("button", { class: "text-button", type: "button", onclick: () => trying(() => send("DELETE"), "Stopped. What was analyzed is kept.") }, "Stop");
    const element = make("section", { class: "batch", "aria-labelledby": "batch-head" },
        make("div", { class: "server-head" }, make("h3", { id: "batch-head" }, "Analysis"), stop), line, bar, more, details, begin);
    let servers = [];

    const send = (method, order) => page.allowed(() => api.send(method, "analysis/batch", order));

    async function open(server) {
        const { makeBatchSheet } = await import("./batchSheet.js");
        if (await makeBatchSheet(servers, server, (order) => send("POST", order))) await load(servers);
    }

    async function load(known) {
        servers = known;
        const { batch } = await send("GET");
        const isRunning = batch?.state === "running";
        const words = batch && batchWords(batch);
        write(line, words?.line ?? "A song of a music server is analyzed when it is played for the first time. Analyzed ahead, its beats are there at once.");
        write(more, words?.more ?? "");
        bar.hidden = !isRunning;
        bar.value = words?.share ?? 0;
        stop.hidden = !isRunning;
        begin.hidden = isRunning;
        details.hidden = !batch?.failures.length;
        failures.replaceChildren(...(batch?.failures ?? []).map(({ name, reason }) => make("li", { dir: "auto" }, `${name}: ${reason}`)));
    }

    return { element, open, load };
}
