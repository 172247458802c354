import { KeyedList } from "../kernel/list.js";
import { Owner } from "../kernel/owner.js";
import { whenChanged } from "../kernel/store.js";
import { ownEntries } from "./adding.js";
import { icon, iconButton, make } from "./elements.js";
import { HistoryList } from "./historyList.js";
import { QueueHead } from "./queueHead.js";
import { makePlayback } from "./playback.js";
import { makeReorder } from "./reorder.js";
import { rowWords } from "./rowWords.js";
import { offerUndo } from "./undo.js";
import { clockTime } from "./words.js";

const tickMs = 20_000; // the end of the queue is told to the minute

/** The queue, which can be reordered by pointer and keyboard. */
export class QueuePanel {
    #page;
    #head;
    #list;
    #history;
    #playback;
    #shown; // owns what runs while the panel is seen
    #room;
    #told;
    #reorder;
    #waves;

    /** @param {HTMLElement} box @param {object} page @param {import("./rowWaves.js").RowWaves} waves */
    constructor(box, page, waves) {
        const owner = new Owner();
        this.#page = page;
        this.#waves = waves;
        this.#history = new HistoryList(owner, page, waves);
        this.#playback = makePlayback(page);
        this.#playback.element.hidden = true;
        const scroller = make("div", { class: "list" });
        this.#head = new QueueHead(page, (kind) => {
            scroller.hidden = kind !== "next";
            this.#history.choose(kind === "played");
            this.#playback.element.hidden = kind !== "playback";
        });
        this.#list = new KeyedList({
            owner, scroller, label: "Queue", kind: "ol", key: ({ entry }) => entry, row: (entry, at) => this.#row(entry, at),
            empty: "The queue is empty. Add something from the library.",
        });
        scroller.append(this.#list.element);
        box.append(this.#head.element, scroller, this.#history.element, this.#playback.element);
        const write = whenChanged((room) => [room.queue, indexOf(room), String(ownEntries(page))], ([queue, index]) => this.#write(queue.entries, index));
        this.#told = (room) => this.#reorder.isDragging || write(room);
        this.#reorder = makeReorder(owner, this.#list, {
            move: (from, to) => page.command({ do: "queue.move", entry: this.#room.queue.entries[from].entry, to }),
            done: () => this.#told(this.#room),
        });
        owner.listen(window, "entries-added", () => { // the queue may have been shown before it was known whose they are
            if (this.#shown) this.#told(this.#room);
        });
    }

    show(room) {
        this.#room = room;
        this.#head.show(room, room.queue.entries);
        this.#history.show(room);
        if (room.state) this.#playback.show(room.state);
        if (!this.#shown) {
            this.#shown = new Owner();
            this.#shown.every(tickMs, () => this.#head.tick());
        }
        this.#told(room);
    }

    /** Shows how the room plays its queue. */
    showPlayback() {
        this.#head.choose("playback");
    }

    /** The panel is not visible any more. */
    rest() {
        this.#shown?.end();
        this.#shown = undefined;
    }

    #write(entries, index) {
        const own = new Set(ownEntries(this.#page));
        const isFirst = this.#list.total === 0;
        const before = this.#list.find(({ isCurrent }) => isCurrent);
        this.#list.show(entries.map((entry, at) => ({ ...entry, isCurrent: at === index, isOwn: at > (index ?? -1) && own.has(entry.entry) })));
        const isUsed = this.#list.element.contains(document.activeElement);
        if (index != null && !isUsed && (isFirst || before !== index)) this.#list.reveal(index, isFirst);
    }

    #row({ entry, title, trouble, artist, track, duration, isCurrent, isOwn }, at) {
        const name = title ?? "Not in the library";
        const line = trouble ?? artist ?? "Unknown artist";
        return make("li", { class: `row${isCurrent ? " current" : ""}${isOwn ? " own" : ""}`, data: { entry }, "aria-current": isCurrent },
            make("button", { class: "icon-button grip", type: "button", title: "Drag to move", data: { part: "grip" },
                "aria-label": `Move ${name}: arrow keys up and down. Place ${at + 1}` }, icon("grip")),
            make("button", { class: "row-main", type: "button", data: { part: "main" }, "aria-label": `Play ${name}, ${line}`,
                onclick: () => this.#page.command({ do: "play", entry }) },
            rowWords(name, line, this.#waves.row(track), duration ? clockTime(duration) : "")),
            iconButton("close", `Remove ${name} from the queue`, () => this.#remove(entry, name), { data: { part: "remove" } }));
    }

    async #remove(entry, title) {
        const answer = await this.#page.command({ do: "queue.remove", entry });
        if (answer.type !== "result") return;
        if (this.#page.role() === "guest") return this.#page.notice(`Removed “${title}”.`);
        offerUndo(`Removed “${title}”.`, () => this.#page.command({ do: "queue.undo", revision: answer.revision }));
    }
}

const indexOf = ({ state, queue }) => state?.queue?.index ?? queue.index;
