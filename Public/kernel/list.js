import { allHere, Pages } from "./pages.js";
import { inSight, ledTo, lineTopPx, scrolledTo, wholePx } from "./window.js";

const spare = 6; // lines beyond each edge
const wholeTo = 60; // items: so few all have rows
const fastLines = 1.5; // scrolled at once; then new rows have only their names until the list rests
const restMs = 90;

/**
 * A list that has the rows in sight, or all if they are few. Each item has a key: what it shows anew keeps the focus, the part of the row that has it, and
 * what is in sight. Screen readers learn the size and the places of all.
 *
 * One row is in the order of the tab key; arrows, Home, End and the page keys move through the others.
 */
export class KeyedList {
    element;
    /** Called after rows have come or gone. */
    rendered = () => {};
    #owner;
    #scroller;
    #source;
    #key;
    #makeRow;
    #shapeOf;
    #moved;
    #empty;
    #rows = new Map(); // by index: { row, key, said }
    #shape = { columns: 1, rowPx: 60, total: 0 };
    #active = 0;
    #held; // index of a row that stays
    #top = 0;
    #isFast = false;
    #rest = () => {};

    /**
     * @param {object} parts
     * @param {import("./owner.js").Owner} parts.owner
     * @param {HTMLElement} parts.scroller
     * @param {string} parts.label
     * @param {(item: object, index: number) => HTMLElement} parts.row a list item whose [data-part=main] takes the focus
     * @param {(item: object) => unknown} [parts.key] without one, items are known by their places
     * @param {(offset: number, limit: number) => Promise<{ items: object[], total: number }>} [parts.fetch] for `load`
     * @param {"ul" | "ol"} [parts.kind]
     * @param {string} [parts.empty] what is said in place of rows
     * @param {(width: number, rem: number, height: number) => { columns: number, rowPx: number }} [parts.shape]
     * @param {(from: number, to: number, event: KeyboardEvent) => void} [parts.moved] called when a key moves the focus
     */
    constructor({ owner, scroller, label, row, key = () => undefined, fetch, kind = "ul", empty, shape = (_, rem) => ({ columns: 1, rowPx: 3.75 * rem }), moved = () => {} }) {
        [this.#owner, this.#scroller, this.#makeRow, this.#key, this.#shapeOf, this.#moved] = [owner, scroller, row, key, shape, moved];
        this.#source = fetch ? new Pages(fetch) : allHere([]);
        this.#source.came = (from, to) => this.#came(from, to);
        owner.own(() => this.#source.end());
        this.element = document.createElement(kind);
        this.element.className = "rows";
        this.element.setAttribute("role", "list");
        this.element.setAttribute("aria-label", label);
        if (empty) {
            this.#empty = document.createElement("li");
            this.#empty.className = "empty";
            this.#empty.textContent = empty;
        }
        owner.listen(this.element, "keydown", (event) => this.#pressed(event));
        owner.listen(this.element, "focusin", ({ target }) => {
            const at = this.indexOf(target);
            if (at >= 0) this.#activate(at);
        });
        owner.listen(scroller, "scroll", () => this.#scrolled(), { passive: true });
        owner.observe(new ResizeObserver(() => this.#measure()), scroller);
    }

    get total() {
        return this.#shape.total;
    }

    /** The height of a row. */
    get rowPx() {
        return this.#shape.rowPx;
    }

    get scroller() {
        return this.#scroller;
    }

    /** The rows that are there, by index. @returns {Map<number, HTMLElement>} */
    get shown() {
        return new Map([...this.#rows].map(([index, { row }]) => [index, row]));
    }

    /** The index of the row that an element is in, or -1. */
    indexOf(element) {
        const row = element.closest?.("li");
        return row?.parentElement === this.element && row.dataset.at !== undefined ? Number(row.dataset.at) : -1;
    }

    /** Fetches; what is shown stays until the answer is there. Throws if that fails. */
    async load() {
        if (await this.#source.load()) this.#renew();
    }

    /** Shows other items, which are all here. @param {readonly object[]} items */
    show(items) {
        this.#source = allHere(items);
        this.#renew();
    }

    /** The items from an index to another, both included; fetches those that are missing. */
    range(from, to) {
        return this.#source.range(from, to);
    }

    /** One item, fetched by itself if it is not here. */
    async item(index) {
        return this.#source.at(index) ?? this.#source.one(index);
    }

    /** The index of the first item whose line is seen whole. */
    get firstSeen() {
        const line = Math.ceil((this.#scroller.scrollTop - this.element.offsetTop) / this.rowPx);
        return Math.max(0, Math.min(this.total - 1, line * this.#shape.columns));
    }

    /** Where an item is, as far as known; -1 for nowhere. */
    find(is) {
        return this.#source.find(is);
    }

    /** Makes the rows anew whose items have changed, or all. */
    renewAll(really = () => true) {
        for (const [index, { row }] of this.#rows) if (really(row)) this.#remake(index);
    }

    /** Keeps a row while it is dragged; undefined lets it go. @param {number | undefined} index */
    hold(index) {
        this.#held = index;
        if (index === undefined) this.render();
    }

    /** Brings an item into sight with the one after it, below the one before. What is in sight stays where it is, unless it is `always` moved. */
    reveal(index, always = false) {
        const top = lineTopPx(this.#shape, index) + this.element.offsetTop;
        const { scrollTop, clientHeight } = this.#scroller;
        if (always || top < scrollTop || top + 2 * this.rowPx > scrollTop + clientHeight) this.#scrollTo(top - this.rowPx);
    }

    /** Brings an item into sight and focuses it, or a part of its row. */
    focus(index, part = "main") {
        const { scrollTop, clientHeight } = this.#scroller;
        this.#scrollTo(scrolledTo(lineTopPx(this.#shape, index) + this.element.offsetTop, this.rowPx, scrollTop, clientHeight));
        this.#activate(index);
        this.#focusPart(index, part);
    }

    /** Puts an item at the top. */
    jump(index) {
        this.#scrollTo(lineTopPx(this.#shape, index) + this.element.offsetTop);
        this.#activate(index);
    }

    render() {
        const { total } = this.#shape;
        const { from, to } = total <= wholeTo ? { from: 0, to: total }
            : inSight(this.#shape, this.#scroller.scrollTop - this.element.offsetTop, this.#scroller.clientHeight, spare);
        for (const [index, { row }] of this.#rows) {
            if ((index >= from && index < to) || index === this.#held || row.contains(document.activeElement)) continue;
            row.remove();
            this.#rows.delete(index);
        }
        let cursor = this.element.firstElementChild;
        while (cursor && Number(cursor.dataset.at) < from) cursor = cursor.nextElementSibling;
        for (let index = from; index < to; index += 1) {
            const known = this.#rows.get(index)?.row;
            if (known && known === cursor) cursor = cursor.nextElementSibling;
            else this.element.insertBefore(known ?? this.#make(index), cursor);
        }
        this.#source.want(from, to);
        this.rendered();
    }

    // Other items: rows whose items are the same at the same place stay, and the focus and what is in sight go with their keys.
    #renew() {
        const before = this.#rows;
        const oldShape = this.#shape;
        const focused = this.#focused();
        const top = this.#scroller.scrollTop - this.element.offsetTop;
        const first = top > 0 ? [...before].find(([index]) => lineTopPx(oldShape, index) >= top) : undefined;
        const place = (key, or) => {
            const at = key === undefined ? -1 : this.#source.find((item) => this.#key(item) === key);
            return at < 0 ? or : at;
        };
        const { total } = this.#source;
        this.#shape = { ...oldShape, total };
        this.#active = Math.max(0, Math.min(total - 1, focused ? place(focused.key, focused.index) : this.#active));
        this.#rows = new Map();
        for (const [index, known] of before) {
            const item = this.#source.at(index);
            if (item && index < total && known.key === this.#key(item) && known.said === JSON.stringify(item)) this.#rows.set(index, known);
            else known.row.remove();
        }
        if (this.#empty) {
            if (total === 0) this.element.append(this.#empty);
            else this.#empty.remove();
        }
        this.#measure();
        if (first) this.#scrollBy(lineTopPx(this.#shape, Math.min(total, place(first[1].key, first[0]))) - lineTopPx(oldShape, first[0]));
        for (const [index, { row }] of this.#rows) this.#placed(row, index);
        if (!focused || total === 0) return;
        this.#scrollTo(scrolledTo(lineTopPx(this.#shape, this.#active) + this.element.offsetTop, this.rowPx, this.#scroller.scrollTop, this.#scroller.clientHeight));
        this.#focusPart(this.#active, focused.part);
    }

    #focused() {
        const { activeElement } = document;
        const index = this.element.contains(activeElement) ? this.indexOf(activeElement) : -1;
        return index < 0 ? undefined : { index, key: this.#rows.get(index)?.key, part: activeElement.dataset.part };
    }

    #measure() {
        const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
        const width = this.element.clientWidth || this.#scroller.clientWidth;
        this.#shape = { ...this.#shapeOf(width, rem, this.#scroller.clientHeight), total: this.#source.total };
        this.element.style.height = `${wholePx(this.#shape)}px`;
        for (const [index, { row }] of this.#rows) this.#put(row, index);
        this.render();
    }

    #scrollTo(top) {
        this.#scroller.scrollTop = top;
        [this.#top, this.#isFast] = [this.#scroller.scrollTop, false];
        this.render();
    }

    #scrollBy(distance) {
        if (distance !== 0) this.#scrollTo(this.#scroller.scrollTop + distance);
    }

    #scrolled() {
        const top = this.#scroller.scrollTop;
        this.#isFast = Math.abs(top - this.#top) > fastLines * this.rowPx;
        this.#top = top;
        this.#rest();
        this.#rest = this.#owner.after(restMs, () => {
            this.#isFast = false;
            this.renewAll((row) => row.matches(".brief"));
            this.render();
        });
        this.render();
    }

    #came(from, to) {
        for (let index = from; index < to; index += 1) if (this.#rows.get(index)?.row.matches(".brief")) this.#remake(index);
        this.render();
    }

    #remake(index) {
        const { row } = this.#rows.get(index);
        const focused = row.contains(document.activeElement) && this.#focused();
        row.replaceWith(this.#make(index));
        if (focused) this.#focusPart(index, focused.part);
    }

    #make(index) {
        const item = this.#source.at(index);
        const row = item && !this.#isFast ? this.#makeRow(item, index) : brief(item?.title ?? item?.name ?? "…");
        this.#rows.set(index, { row, key: item && this.#key(item), said: item && JSON.stringify(item) });
        this.#placed(row, index);
        this.#put(row, index);
        return row;
    }

    #placed(row, index) {
        row.dataset.at = index;
        row.setAttribute("aria-posinset", index + 1);
        row.setAttribute("aria-setsize", this.total);
        for (const control of row.querySelectorAll("button, input")) control.tabIndex = index === this.#active ? 0 : -1;
    }

    #put(row, index) {
        const { columns, rowPx } = this.#shape;
        row.style.width = `${100 / columns}%`;
        row.style.insetInlineStart = `${(100 * (index % columns)) / columns}%`;
        row.style.top = `${lineTopPx(this.#shape, index)}px`;
        row.style.height = `${rowPx}px`;
    }

    #activate(index) {
        if (index === this.#active) return;
        const before = this.#active;
        this.#active = index;
        for (const at of [before, index]) if (this.#rows.has(at)) this.#placed(this.#rows.get(at).row, at);
    }

    #pressed(event) {
        const at = this.indexOf(event.target);
        if (at < 0 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        const to = ledTo(event.key, at, this.#shape, this.#scroller.clientHeight);
        if (to === undefined || to === at) return;
        event.preventDefault();
        event.stopPropagation();
        this.focus(to, event.target.dataset.part);
        this.#moved(at, to, event);
    }

    #focusPart(index, part) {
        const row = this.#rows.get(index)?.row;
        (row?.querySelector(`[data-part="${part}"]`) ?? row?.querySelector("button") ?? row)?.focus({ preventScroll: true });
    }
}

/** Items that may be there several times, each with a key of its own. @param {readonly any[]} items @param {(item: any) => unknown} name */
export function nthOf(items, name) {
    const seen = new Map();
    return items.map((item) => {
        const nth = (seen.get(name(item)) ?? 0) + 1;
        seen.set(name(item), nth);
        return { item, key: `${name(item)} ${nth}` };
    });
}

/** A row that has only a name yet. It can hold the focus until the rest is there. */
function brief(name) {
    const row = document.createElement("li");
    [row.className, row.dir, row.tabIndex, row.textContent] = ["brief", "auto", -1, name];
    return row;
}
