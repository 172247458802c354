import { KeyedList } from "../../kernel/list.js";
import { make } from "../elements.js";
import { rowWords } from "../rowWords.js";

const kinds = [[undefined, "All"], ["rejected", "Not music"], ["failed", "Not analyzed"], ["damaged", "Damaged"]];
const words = Object.fromEntries(kinds);

/** Files that could not be read, or not to their end, and why. For hosts. */
export function brokenView(lib) {
    const { place } = lib;
    const kind = place.query?.kind;
    const fetch = (offset, limit) => lib.page.allowed(() => lib.api.send("GET", "library/broken", undefined, { kind, offset, limit }));
    let counts = {};
    const list = new KeyedList({
        owner: lib.owner, scroller: lib.scroller, label: "Files with problems", key: ({ path }) => path, shape: (_, rem) => ({ columns: 1, rowPx: 5 * rem }),
        fetch: async (offset, limit) => {
            const page = await fetch(offset, limit);
            counts = page.counts;
            return page;
        },
        row: (file) => make("li", { class: "row broken", title: file.path }, make("button", {
            class: "row-main", type: "button", data: { part: "main" }, disabled: file.track === null || lib.deeds.isGuest, onclick: () => lib.deeds.play({ track: file.track }),
            "aria-label": `${file.path}: ${words[file.kind]}, ${file.reason}${file.track === null ? "" : ". Play"}`,
        }, rowWords(file.path.split("/").at(-1), `${words[file.kind]}: ${file.reason}`, undefined, undefined), make("span", { class: "row-path", dir: "rtl" }, make("bdi", {}, file.path)))),
    });
    const bar = make("div", { class: "chips", role: "group", "aria-label": "Kind" });
    const empty = make("p", { class: "empty", hidden: true }, "No problems: every file could be read to its end.");
    lib.title("Files with problems");
    return {
        tools: [bar], body: [list.element, empty],
        async load() {
            await list.load();
            empty.hidden = list.total > 0;
            const sum = Object.values(counts).reduce((one, other) => one + other, 0);
            bar.replaceChildren(...kinds.map(([name, said]) => make("button", {
                class: "chip-filter", type: "button", "aria-pressed": String(name === kind),
                onclick: () => lib.replace({ view: "broken", query: name ? { kind: name } : {} }),
            }, `${said} ${name ? counts[name] ?? 0 : sum}`)));
        },
    };
}
