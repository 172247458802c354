import { ownEntries } from "./adding.js";
import { icon, iconButton, make } from "./elements.js";
import { HistoryList } from "./historyList.js";
import { QueueHead } from "./queueHead.js";
import { makeReorder } from "./reorder.js";
import { rowWords } from "./rowWords.js";
import { offerUndo } from "./undo.js";
import { clockTime } from "./words.js";

const most = 300; // rows at a time: a queue may have ten thousand entries
const before = 20; // of those, before the current one
const more = 100; // added at a time when scrolling
const nearPx = 600; // distance from the end at which more are added
const tickMs = 20_000; // the end of the queue is told to the minute

/** The queue, which can be reordered by pointer and keyboard. */
export class QueuePanel {
    #page;
    #head;
    #list;
    #history;
    #revision;
    #index;
    #entries = [];
    #first = 0; // index of the first entry that has a row
    #room;
    #reorder;
    #waves;
    #refocus; // index of a row whose button takes the focus from a removed one
    #timer = 0;

    /** @param {HTMLElement} box @param {object} page @param {import("./rowWaves.js").RowWaves} waves */
    constructor(box, page, waves) {
        this.#page = page;
        this.#waves = waves;
        this.#history = new HistoryList(page, waves);
        this.#head = new QueueHead(page, (kind) => {
            this.#list.hidden = kind !== "next";
            this.#history.choose(kind !== "next");
        });
        this.#list = make("ol", { class: "list", "aria-label": "Queue" });
        box.append(this.#head.element, this.#list, this.#history.element);
        this.#reorder = makeReorder(this.#list, {
            count: () => this.#entries.length,
            move: (row, to) => page.command({ do: "queue.move", entry: Number(row.dataset.entry), to }),
            done: () => {
                this.#revision = undefined;
                if (this.#room) this.show(this.#room);
            },
        });
        addEventListener("entries-added", () => {
            this.#revision = undefined; // the queue may have been shown before it was known whose they are
            if (this.#room && this.#timer) this.show(this.#room);
        });
        this.#list.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    }

    show(room) {
        this.#room = room;
        const { queue, state } = room;
        this.#head.show(room, queue.entries);
        this.#history.show(room);
        this.#timer ||= setInterval(() => this.#head.tick(), tickMs);
        const index = state?.queue?.index ?? queue.index;
        if (this.#reorder.isDragging || (queue.revision === this.#revision && index === this.#index && this.#list.childElementCount)) return;
        const isFirst = this.#list.childElementCount === 0;
        const moved = index !== this.#index || isFirst;
        this.#revision = queue.revision;
        this.#index = index;
        this.#write(queue.entries, index);
        if (moved && !this.#list.contains(document.activeElement)) this.#reveal(this.#list.querySelector(".current"), isFirst);
    }

    /** Shows a row with what comes after it, below the one before. One in sight stays where it is, unless it is `always` moved. */
    #reveal(row, always) {
        if (!row) return;
        const { scrollTop, clientHeight } = this.#list;
        const top = row.offsetTop - this.#list.offsetTop;
        const isSeen = top >= scrollTop && top + 2 * row.offsetHeight <= scrollTop + clientHeight;
        if (always || !isSeen) this.#list.scrollTop = top - row.offsetHeight;
    }

    /** The panel is not visible any more. */
    rest() {
        clearInterval(this.#timer);
        this.#timer = 0;
    }

    #write(entries, index) {
        this.#entries = entries;
        if (entries.length === 0) {
            this.#list.replaceChildren(make("li", { class: "empty" }, "The queue is empty. Add something from the library."));
            return;
        }
        const focused = this.#list.querySelector(":focus-visible")?.closest(".row")?.dataset.entry;
        const seen = index == null || (index >= this.#first && index < this.#first + most);
        this.#first = Math.max(0, Math.min(seen ? this.#first : index - before, entries.length - most));
        this.#list.start = this.#first + 1;
        this.#list.replaceChildren(...this.#rows(this.#first, this.#first + most));
        if (focused) this.#list.querySelector(`[data-entry="${focused}"] .grip`)?.focus();
        if (this.#refocus === undefined) return;
        const rows = this.#list.children;
        rows[Math.min(this.#refocus - this.#first, rows.length - 1)]?.lastElementChild.focus();
        this.#refocus = undefined;
    }

    #rows(from, to) {
        const own = new Set(ownEntries(this.#page));
        return this.#entries.slice(from, to).map((entry, at) => this.#row(entry, from + at, this.#index, own.has(entry.entry)));
    }

    /** Adds rows in the direction of scrolling and removes them at the other end, without moving the visible ones. */
    #scrolled() {
        const list = this.#list;
        const { scrollTop, clientHeight, scrollHeight, childElementCount } = list;
        if (this.#reorder.isDragging || childElementCount < most) return;
        const rowPx = scrollHeight / childElementCount;
        const end = this.#first + childElementCount;
        if (scrollHeight - scrollTop - clientHeight < nearPx && end < this.#entries.length) {
            const next = this.#rows(end, end + more);
            for (let gone = 0; gone < next.length; gone += 1) list.firstElementChild.remove();
            list.append(...next);
            this.#first += next.length;
            list.scrollTop = scrollTop - next.length * rowPx;
        } else if (scrollTop < nearPx && this.#first > 0) {
            const last = this.#rows(Math.max(0, this.#first - more), this.#first);
            for (let gone = 0; gone < last.length; gone += 1) list.lastElementChild.remove();
            list.prepend(...last);
            this.#first -= last.length;
            list.scrollTop = scrollTop + last.length * rowPx;
        }
        list.start = this.#first + 1;
    }

    #row(entry, at, index, isOwn) {
        const current = at === index;
        const title = entry.title ?? "Not in the library";
        const line = entry.trouble ?? entry.artist ?? "Unknown artist";
        return make("li", { class: `row${current ? " current" : ""}${isOwn && at > (index ?? -1) ? " own" : ""}`, data: { entry: entry.entry, at }, "aria-current": current },
            make("button", { class: "icon-button grip", type: "button", title: "Drag to move",
                "aria-label": `Move ${title}: arrow keys up and down. Place ${at + 1}` }, icon("grip")),
            make("button", { class: "row-main", type: "button", "aria-label": `Play ${title}, ${line}`,
                onclick: () => this.#page.command({ do: "play", entry: entry.entry }) },
            rowWords(title, line, this.#waves.row(entry.track), entry.duration ? clockTime(entry.duration) : "")),
            iconButton("close", `Remove ${title} from the queue`, (event) => this.#remove(entry.entry, title, at, event.currentTarget)));
    }

    async #remove(entry, title, at, button) {
        if (button.matches(":focus-visible")) this.#refocus = at;
        const answer = await this.#page.command({ do: "queue.remove", entry });
        if (answer.type !== "result") return;
        if (this.#page.role() === "guest") return this.#page.notice(`Removed “${title}”.`);
        offerUndo(`Removed “${title}”.`, () => this.#page.command({ do: "queue.undo", revision: answer.revision }));
    }
}
