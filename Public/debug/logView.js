import { make, write } from "../ui/elements.js";
import { asText, delta, matches } from "./lines.js";

const mostKept = 5000;
const mostShown = 1000; // rows; more would scroll slowly

/** The time of day here, to the millisecond. @param {string} time */
const clockOf = (time) => new Date(time).toLocaleTimeString([], { hourCycle: "h23", hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 });

/**
 * The log: keeps the last lines, and shows those that match the filter.
 * @param {HTMLElement} place the section
 * @param {(debug: boolean) => void} want called when lines of the level debug are wanted, or no longer
 */
export function makeLogView(place, want) {
    const form = place.querySelector(".tools");
    const list = place.querySelector(".lines");
    const count = place.querySelector(".count");
    const pause = place.querySelector(".pause");
    const categories = new Set();
    let kept = [];
    let waiting = [];
    let forgotten = 0;
    let isPaused = false;
    let isDue = false;
    let last; // the line shown last

    const filter = () => ({ level: form.level.value, category: form.category.value, words: form.words.value });

    function row(line) {
        const fields = Object.entries(line.fields).map(([name, value]) => make("span", { class: "field" }, make("b", {}, name), " ", value || "–"));
        const clock = form.delta.checked ? delta(last?.time, line.time) : clockOf(line.time);
        last = line;
        return make("li", { data: { level: line.level } },
            make("time", { datetime: line.time, title: line.time }, clock), make("span", { class: "level" }, line.level), make("span", { class: "category" }, line.category),
            make("span", { class: "what" }, line.message, ...fields.flatMap((field) => [" ", field])));
    }

    function show(lines) {
        const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
        list.append(...lines.slice(-mostShown).map(row));
        while (list.childElementCount > mostShown) list.firstElementChild.remove();
        if (isAtEnd) list.scrollTop = list.scrollHeight;
    }

    function showAll() {
        const wanted = filter();
        last = undefined;
        list.replaceChildren();
        show(kept.filter((line) => matches(line, wanted)));
        list.scrollTop = list.scrollHeight;
        tell();
    }

    function tell() {
        const words = [`${kept.length} lines`, `${list.childElementCount} shown`];
        if (forgotten > 0) words.push(`${forgotten} lost`);
        if (isPaused) words.push(`paused, ${waiting.length} new`);
        write(count, words.join(" · "));
    }

    /** Once a frame, however many lines come. */
    function flow() {
        isDue = false;
        if (!isPaused) {
            const wanted = filter();
            show(waiting.filter((line) => matches(line, wanted)));
            kept = [...kept, ...waiting].slice(-mostKept);
            waiting = [];
        }
        tell();
    }

    function soon() {
        if (isDue) return;
        isDue = true;
        requestAnimationFrame(flow);
    }

    function setPaused(now) {
        isPaused = now;
        pause.setAttribute("aria-pressed", String(now));
        write(pause, now ? "Go on" : "Pause");
        soon();
    }

    pause.addEventListener("click", () => setPaused(!isPaused));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", ({ target }) => {
        if (target === form.level) want(form.level.value === "debug");
        showAll();
    });
    place.querySelector(".export").addEventListener("click", () => {
        const wanted = filter();
        const text = kept.filter((line) => matches(line, wanted)).map((line) => `${asText(line)}\n`).join("");
        const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: `downbeat-log-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.txt` });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    });
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input:not([type=checkbox]), select, textarea")) return;
        if (event.key === "/") form.words.focus();
        else if (event.key.toLowerCase() === "p") setPaused(!isPaused);
        else return;
        event.preventDefault();
    });

    return {
        /** @param {import("./lines.js").Line} line */
        add(line) {
            waiting.push(line);
            if (waiting.length > mostKept) {
                waiting.shift();
                forgotten += 1;
            }
            if (!categories.has(line.category)) {
                categories.add(line.category);
                const chosen = form.category.value;
                form.category.replaceChildren(new Option("All", ""), ...[...categories].sort().map((name) => new Option(name, name)));
                form.category.value = chosen;
            }
            soon();
        },
        /** Lines that did not reach this page in time. @param {number} lines */
        lose(lines) {
            forgotten += lines;
            soon();
        },
    };
}
