import { make, write } from "../ui/elements.js";

/**
 * The table of contents, with a group's entries folded.
 * @param {{ title: string, groups: object[] }[]} parts
 */
export function contents(parts) {
    return parts.map(({ title, groups }) => make("section", {}, make("p", { class: "label" }, title), ...groups.map((group) => {
        const links = group.entries.map(({ id, title: words }) => make("li", {}, make("a", { href: `#${id}`, data: { to: id } }, words)));
        return make("details", { data: { group: group.id } }, make("summary", {}, group.title), make("ul", {}, ...links));
    })));
}

/**
 * Shows only entries that contain all words.
 * @param {HTMLElement} main where groups are sections and entries articles
 * @param {HTMLElement} nav
 * @param {HTMLInputElement} field
 * @param {HTMLElement} status
 */
export function filtering(main, nav, field, status) {
    const texts = new Map();
    const textOf = (entry) => {
        if (!texts.has(entry)) texts.set(entry, `${entry.dataset.words} ${entry.querySelector(".said").textContent}`.toLowerCase());
        return texts.get(entry);
    };
    const entries = [...main.querySelectorAll(".entry")];
    const groups = [...main.querySelectorAll(".group")];
    const filter = () => {
        const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
        let left = 0;
        for (const entry of entries) {
            entry.hidden = !wanted.every((word) => textOf(entry).includes(word));
            if (!entry.hidden) left += 1;
            nav.querySelector(`[data-to="${CSS.escape(entry.id)}"]`).parentElement.hidden = entry.hidden;
        }
        for (const group of groups) {
            group.hidden = group.querySelector(".entry:not([hidden])") === null;
            const fold = nav.querySelector(`[data-group="${group.id}"]`);
            fold.hidden = group.hidden;
            fold.open = wanted.length > 0 || fold.dataset.current === "true";
        }
        write(status, wanted.length === 0 ? "" : left === 0 ? "Nothing has all these words." : `${left} of ${entries.length}`);
    };
    field.addEventListener("input", filter);
    return { clear() { if (field.value !== "") { field.value = ""; filter(); } } };
}

/** Marks the current entry in the table of contents. */
export function following(main, nav) {
    const inView = new Set();
    const observer = new IntersectionObserver((changes) => {
        for (const { target, isIntersecting } of changes) inView[isIntersecting ? "add" : "delete"](target);
        const first = [...inView].sort((one, other) => one.offsetTop - other.offsetTop)[0];
        if (first) markCurrent(nav, first);
    }, { rootMargin: "-10% 0px -75% 0px" });
    for (const entry of main.querySelectorAll(".entry")) observer.observe(entry);
}

function markCurrent(nav, entry) {
    const link = nav.querySelector(`[data-to="${CSS.escape(entry.id)}"]`);
    const before = nav.querySelector("[aria-current]");
    if (link === before) return;
    before?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    const fold = link.closest("details");
    const old = nav.querySelector("[data-current]");
    if (old !== fold) {
        if (old) {
            delete old.dataset.current;
            old.open = false;
        }
        fold.dataset.current = "true";
        fold.open = true;
    }
    const { top, bottom } = link.getBoundingClientRect();
    const frame = nav.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) nav.scrollTop += top - frame.top - frame.height / 3;
}
