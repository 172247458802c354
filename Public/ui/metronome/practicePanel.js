import { localDay, practiceWith } from "../../session/practice.js";
import { iconButton, make, mark, write } from "../elements.js";
import { counted } from "../phrases.js";

/** @param {number} seconds @returns {string} "45 s", "12 min", "3 h 5 min" */
export function practiceWords(seconds) {
    if (seconds < 60) return `${Math.round(seconds)} s`;
    const minutes = Math.round(seconds / 60);
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The practice log of a name: a month's calendar, the streak, the total, and what was practised. @param {HTMLElement} box @param {object} page */
export function makePracticePanel(box, page) {
    const { api, practice } = page;
    let month = firstOf(new Date());
    let asked;
    let told; // by the server, with its month and name
    let shown = "";
    const name = make("input", { type: "text", maxlength: 60, value: practice.name, autocomplete: "off", list: "practice-names", placeholder: "Your name" });
    const names = make("datalist", { id: "practice-names" });
    const form = make("form", { class: "field-line", onsubmit: (event) => {
        event.preventDefault();
        practice.name = name.value.trim();
        load();
    } }, make("label", { class: "field" }, "Practice log of", name), make("button", { class: "tool", type: "submit" }, "Use"));
    const line = make("p", { class: "note" });
    const figures = make("dl", { class: "practice-figures" });
    const monthWord = make("h3", {});
    const grid = make("table", { class: "calendar" });
    const items = make("ul", { class: "practice-items", "aria-label": "What was practised" });
    const step = (by) => {
        month = new Date(month.getFullYear(), month.getMonth() + by, 1);
        load();
    };
    const calendar = make("section", { "aria-label": "Calendar" },
        make("div", { class: "calendar-head" }, iconButton("back", "Month before", () => step(-1)), monthWord, iconButton("back", "Month after", () => step(1), { class: "icon-button turned" })), grid);
    box.append(make("div", { class: "look" }, form, names, line, figures, calendar, items));

    async function load() {
        const asking = asked = {};
        told = undefined;
        const { name: who } = practice;
        write(line, who ? "Time counts while the metronome runs and this page is open, from 30 seconds on." : "Choose a name, and this device keeps a practice log for it.");
        for (const part of [figures, calendar, items]) part.hidden = !who;
        const known = await api.send("GET", "practice/names").catch(() => ({ names: [] }));
        if (asking !== asked) return;
        names.replaceChildren(...(known.names ?? known.items ?? []).map((one) => make("option", { value: one.name ?? one })));
        if (!who) return;
        const key = localDay(month).slice(0, 7);
        try {
            const [calendar, log] = await Promise.all([api.send("GET", "practice/calendar", undefined, { name: who, month: key }),
                api.send("GET", "practice", undefined, { name: who, from: `${key}-01`, to: localDay(new Date(month.getFullYear(), month.getMonth() + 1, 0)) })]);
            if (asking !== asked) return;
            told = { ...calendar, items: log.items, key, who };
            shown = "";
            renew();
        } catch (problem) {
            if (asking === asked) write(line, problem.message);
        }
    }

    /** What was told grows with what is practised here. */
    function renew() {
        if (!told || box.hidden) return;
        const now = practiceWith(told, practice.items(), told.who, told.key);
        const words = JSON.stringify([now.streak, practiceWords(now.total), ...now.items.map(itemWords)]);
        if (words === shown) return;
        shown = words;
        show(now);
    }

    function show({ days, streak, best, total, items: log }) {
        figures.replaceChildren(...[["Streak", counted(streak, "day")], ["Longest", counted(best, "day")], ["Total", practiceWords(total)]].map(([term, words]) => make("div", {}, make("dt", {}, term), make("dd", {}, words))));
        write(monthWord, month.toLocaleDateString("en", { month: "long", year: "numeric" }));
        fillCalendar(days);
        items.replaceChildren(...log.slice(0, 60).map((item) => make("li", {}, make("span", {}, item.title), make("small", {}, itemWords(item)))));
    }

    function fillCalendar(days) {
        const most = Math.max(1, ...Object.values(days));
        const today = localDay(new Date());
        const weeks = [];
        const first = (month.getDay() + 6) % 7; // weeks begin on Monday
        const count = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
        for (let cell = 0; cell < first + count; cell += 1) {
            if (cell % 7 === 0) weeks.push(make("tr", {}));
            const date = cell - first + 1;
            if (date < 1) {
                weeks.at(-1).append(make("td", {}));
                continue;
            }
            const day = localDay(new Date(month.getFullYear(), month.getMonth(), date));
            const seconds = days[day] ?? 0;
            const words = seconds ? practiceWords(seconds) : "nothing";
            const cellOf = make("td", { class: seconds ? "practised" : "", title: `${day}: ${words}` }, String(date), make("span", { class: "unseen" }, seconds ? `: ${words}` : ""));
            cellOf.style.setProperty("--share", (0.25 + 0.75 * (seconds / most)).toFixed(2));
            if (day === today) mark(cellOf, "aria-current", "date");
            weeks.at(-1).append(cellOf);
        }
        grid.replaceChildren(make("thead", {}, make("tr", {}, ...["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((word) => make("th", { scope: "col" }, word)))), make("tbody", {}, ...weeks));
    }

    practice.told = renew;
    return { opened: load, show() {} };
}

const itemWords = ({ day, bpm, seconds, bars }) => `${day} · ${Math.round(bpm)} BPM · ${practiceWords(seconds)} · ${counted(bars, "bar")}`;

function firstOf(date) {
    return new Date(date.getFullYear(), date.getMonth(), 1);
}
