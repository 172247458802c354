import { make, withStyle, write } from "../elements.js";
import { counted } from "../phrases.js";
import { changesOf, changeWords, commonest, fields, reportWords, shared } from "./fields.js";

const mostTracks = 2000; // of one edit
const mostPreviewed = 200;
const mostPicture = 8 << 20; // bytes
const readAtOnce = 4;
const askAgainMs = 300;

/**
 * Edits the tags of tracks: what all share is shown, what differs is "mixed", and only what somebody changes is written.
 * @param {object} page
 * @param {object[]} tracks
 * @param {File} [picture] a new cover that was dropped on the album
 */
export async function editTags(page, tracks, picture) {
    if (tracks.length === 0 || tracks.length > mostTracks) {
        page.notice(tracks.length === 0 ? "There are no tracks here." : `Tags of ${mostTracks} tracks can be edited at once.`, true);
        return;
    }
    try {
        const [tags] = await Promise.all([read(page, tracks), withTagsStyle()]);
        new TagSheet(page, tracks, tags, picture).open();
    } catch (problem) {
        page.notice(problem.message, true);
    }
}

const send = (page, method, path, body, query) => page.allowed(() => page.api.send(method, path, body, query));

/** Reads the tags of all tracks, a few at a time. */
async function read(page, tracks) {
    const tags = [];
    if (tracks.length > readAtOnce) page.notice(`Reading the tags of ${counted(tracks.length, "track")}…`);
    // The first alone: it may ask for the control key.
    tags[0] = await send(page, "GET", `tracks/${tracks[0].id}/tags`);
    let next = 1;
    const reader = async () => {
        while (next < tracks.length) {
            const index = next++;
            tags[index] = await send(page, "GET", `tracks/${tracks[index].id}/tags`);
        }
    };
    await Promise.all(Array.from({ length: readAtOnce }, reader));
    return tags;
}

/** The sheet: its form, then what will change, then how it went. */
class TagSheet {
    #page;
    #tracks;
    #tags;
    #touched = {};
    #inputs = new Map();
    #body = make("div", { class: "tags-body" });
    #sheet;
    #line = make("p", { class: "tags-trouble", role: "alert" });
    #cover;
    #job;

    constructor(page, tracks, tags, picture) {
        [this.#page, this.#tracks, this.#tags] = [page, tracks, tags];
        const name = tracks.length === 1 ? tracks[0].title : counted(tracks.length, "track");
        this.#sheet = make("dialog", { class: "sheet glass tags-sheet", "aria-labelledby": "tags-title" },
            make("div", { class: "sheet-head" }, make("h2", { id: "tags-title", tabindex: -1, autofocus: true, dir: "auto" }, `Tags of ${name}`),
                make("button", { class: "text-button", type: "button", onclick: () => this.#sheet.close() }, "Close")), this.#body, this.#line);
        this.#showForm();
        if (picture) this.#takePicture(picture);
    }

    open() {
        this.#sheet.addEventListener("close", () => this.#sheet.remove(), { once: true });
        document.body.append(this.#sheet);
        this.#sheet.showModal();
    }

    #showForm() {
        const isOne = this.#tracks.length === 1;
        const shown = fields.filter((field) => isOne || field.several);
        const save = make("button", { class: "wide-button", type: "submit" }, "Preview changes");
        const keep = make("input", { type: "checkbox", name: "keepTime" });
        const form = make("form", { class: "tags-form", onsubmit: (event) => {
            event.preventDefault();
            this.#preview(keep.checked);
        } }, this.#coverField(), make("div", { class: "tags-fields" }, ...shown.map((field) => this.#field(field)), this.#compilationField()),
        make("label", { class: "tags-check" }, keep, "Keep the dates of the files"),
        make("div", { class: "sheet-buttons" }, make("button", { class: "text-button", type: "button", onclick: () => this.#showEarlier() }, "Earlier edits"), save));
        this.#body.replaceChildren(form);
        for (const [name, value] of Object.entries(this.#touched)) {
            const input = this.#inputs.get(name);
            if (input) input.value = value;
            this.#markTouched(name);
        }
        write(this.#line, "");
    }

    #field(field) {
        const { name } = field;
        const { value, isMixed } = shared(this.#tags, name);
        const input = make(field.long ? "textarea" : "input", {
            name, type: field.long ? undefined : "text", rows: field.long ? (name === "lyrics" ? 6 : 2) : undefined, inputmode: field.number ? "numeric" : undefined,
            pattern: field.number ? "[0-9]{0,4}" : field.pattern, placeholder: isMixed ? "Mixed" : undefined,
            autocomplete: "off", spellcheck: "false", dir: "auto", oninput: () => this.#touch(name, input.value),
        });
        input.value = value;
        this.#inputs.set(name, input);
        const common = name === "artist" && isMixed ? commonest(this.#tags, name) : undefined;
        const same = common && make("button", { class: "text-button tags-same", type: "button", onclick: () => {
            input.value = common;
            this.#touch(name, common);
            input.focus();
        } }, `“${common}” on all tracks`);
        return make("div", { class: "field tags-field", data: { field: name } }, make("label", {}, field.words, input), same);
    }

    #compilationField() {
        const { value, isMixed } = shared(this.#tags, "compilation");
        const choices = [...(isMixed ? [["mixed", "Mixed"]] : []), ["0", "No"], ["1", "Yes"]];
        const select = make("select", { name: "compilation", onchange: () => this.#touch("compilation", select.value) },
            ...choices.map(([key, words]) => make("option", { value: key, disabled: key === "mixed" }, words)));
        select.value = isMixed ? "mixed" : value === "1" ? "1" : "0";
        this.#inputs.set("compilation", select);
        return make("div", { class: "field tags-field", data: { field: "compilation" } }, make("label", {}, "Compilation", select));
    }

    /** The cover, onto which a picture can be dropped. */
    #coverField() {
        const { api } = this.#page;
        const picture = make("img", { alt: "", src: this.#touched.cover || api.trackArt(this.#tracks[0].id, 320), onerror: () => { picture.hidden = true; } });
        const choose = make("input", { type: "file", accept: "image/jpeg,image/png", hidden: true, onchange: () => this.#takePicture(choose.files[0]) });
        const words = make("span", { class: "tags-cover-words", role: "status" });
        const box = make("div", {
            class: "tags-cover", data: { field: "cover" },
            ondragover: (event) => { event.preventDefault(); box.classList.add("over"); }, ondragleave: () => box.classList.remove("over"),
            ondrop: (event) => {
                event.preventDefault();
                box.classList.remove("over");
                this.#takePicture(event.dataTransfer.files[0]);
            },
        }, make("div", { class: "tags-picture" }, picture), make("div", { class: "tags-cover-side" }, words, choose,
            make("button", { class: "text-button", type: "button", onclick: () => choose.click() }, "Choose a picture…"),
            make("button", { class: "text-button", type: "button", onclick: () => this.#setCover("") }, "Remove the cover")));
        this.#cover = { picture, words };
        this.#showCover();
        return box;
    }

    #takePicture(file) {
        if (!file) return;
        if (!["image/jpeg", "image/png"].includes(file.type) || file.size > mostPicture) {
            write(this.#line, `A cover is a JPEG or PNG picture of at most ${mostPicture >> 20} MB.`);
            return;
        }
        const reader = new FileReader();
        reader.addEventListener("load", () => this.#setCover(reader.result));
        reader.readAsDataURL(file);
    }

    #setCover(address) {
        this.#touch("cover", address);
        this.#showCover();
    }

    #showCover() {
        const { picture, words } = this.#cover;
        const { cover } = this.#touched;
        const count = this.#tags.filter((tags) => tags.cover).length;
        if (cover) picture.src = cover;
        picture.hidden = cover === "";
        const were = count === 0 ? this.#tags.length === 1 ? "The file holds no cover." : "The files hold no cover." : count === this.#tags.length ? "" : `${counted(count, "file")} of ${this.#tags.length} hold a cover.`;
        write(words, cover ? "New cover" : cover === "" ? "The cover will be removed" : were);
    }

    #touch(name, value) {
        this.#touched[name] = value;
        this.#markTouched(name);
        write(this.#line, "");
    }

    #markTouched(name) {
        this.#body.querySelector(`[data-field=${name}]`)?.classList.add("touched");
    }

    get #ids() {
        return this.#tracks.map(({ id }) => id);
    }

    async #preview(keepTime) {
        const changes = changesOf(this.#tags, this.#touched);
        if (Object.keys(changes).length === 0) {
            write(this.#line, "Nothing is changed yet.");
            return;
        }
        const some = this.#ids.slice(0, mostPreviewed);
        write(this.#line, "");
        try {
            const { tracks } = await send(this.#page, "POST", "tags/preview", { tracks: some, changes });
            this.#showPreview(tracks, () => this.#save({ tracks: this.#ids, changes, keepTime }));
        } catch (problem) {
            write(this.#line, problem.message);
        }
    }

    #showPreview(tracks, save) {
        const changed = tracks.filter(({ changes }) => changes.length > 0).length;
        const rest = this.#tracks.length - tracks.length;
        const words = `${counted(changed, "track")} of ${tracks.length} will change.${rest > 0 ? ` ${counted(rest, "track")} more are not shown here.` : ""}`;
        const list = tracks.filter(({ changes, reason }) => changes.length > 0 || reason).map(({ title, changes, reason }) => make("li", {},
            make("h3", { dir: "auto" }, title), reason && make("p", { class: "tags-trouble" }, reason),
            ...changes.map(changeWords).map(({ name, before, after }) => make("p", { class: "tags-change" }, make("span", {}, name),
                make("del", { dir: "auto" }, before), make("span", { "aria-label": "becomes" }, "→"), make("ins", { dir: "auto" }, after)))));
        this.#step(words, make("ul", { class: "plain tags-list", role: "list" }, ...list),
            make("button", { class: "text-button", type: "button", onclick: () => this.#showForm() }, "Back"),
            make("button", { class: "wide-button", type: "button", disabled: changed === 0 && rest === 0, onclick: save }, "Save"));
    }

    async #save(body, address = "tags/edits") {
        try {
            this.#job = await send(this.#page, "POST", address, body);
            const progress = make("progress", { max: this.#job.total, "aria-label": "Saved tracks" });
            const words = make("p", { role: "status" });
            const stop = make("button", { class: "text-button", type: "button", onclick: () => send(this.#page, "DELETE", `tags/edits/${this.#job.id}`) }, "Stop");
            this.#step("Saving…", make("div", {}, progress, words), stop);
            while (!this.#job.isDone && this.#sheet.open) {
                progress.value = this.#job.results.length;
                write(words, `${this.#job.results.length} of ${this.#job.total}`);
                await new Promise((resolve) => { setTimeout(resolve, askAgainMs); });
                this.#job = await send(this.#page, "GET", `tags/edits/${this.#job.id}`);
            }
            this.#renewCovers();
            this.#report();
        } catch (problem) {
            this.#showForm();
            write(this.#line, problem.message);
        }
    }

    /** Covers on the page are asked for again. */
    #renewCovers() {
        const renewed = this.#page.api.renewArt();
        for (const picture of document.images) {
            const url = new URL(picture.src, document.baseURI);
            if (!/\/(?:tracks|albums)\/\d+\/art$/.test(url.pathname)) continue;
            url.searchParams.set("renewed", renewed);
            picture.src = url.href;
        }
    }

    #report() {
        const titles = new Map(this.#tracks.map(({ id, title }) => [id, title]));
        const failed = this.#job.results.filter(({ state }) => state === "failed");
        const saved = this.#job.results.filter(({ state }) => state === "done").length;
        this.#step(reportWords(this.#job), make("ul", { class: "plain tags-list", role: "list" }, ...failed.map(({ track, reason }) => make("li", {},
            make("h3", { dir: "auto" }, titles.get(track) ?? `Track ${track}`), make("p", { class: "tags-trouble" }, reason)))),
        saved > 0 && make("button", { class: "text-button", type: "button", onclick: () => this.#undoLast(saved) }, "Undo"),
        make("button", { class: "wide-button", type: "button", onclick: () => this.#sheet.close() }, "Done"));
    }

    async #undoLast(count) {
        const { items } = await send(this.#page, "GET", "tags/undo", undefined, { limit: 500 });
        const ids = new Set(this.#job.results.filter(({ state }) => state === "done").map(({ track }) => track));
        await this.#save({ edits: items.filter(({ track }) => ids.delete(track)).slice(0, count).map(({ id }) => id) }, "tags/undo");
    }

    /** The edits of these tracks, each of which can be undone. */
    async #showEarlier() {
        try {
            const { items } = await send(this.#page, "GET", "tags/undo", undefined, { limit: 500 });
            const ids = new Set(this.#ids);
            const own = items.filter(({ track }) => ids.has(track));
            const list = own.map(({ id, title, editedAt, before }) => make("li", { class: "tags-earlier" },
                make("div", {}, make("h3", { dir: "auto" }, title), make("p", {}, new Date(editedAt * 1000).toLocaleString()),
                    ...Object.entries(before).map(([field, was]) => changeWords({ field, before: was, after: [] })).map(({ name, before: was }) => make("p", { class: "tags-change" }, make("span", {}, name), make("span", { dir: "auto" }, was)))),
                make("button", { class: "text-button", type: "button", "aria-label": `Undo the edit of ${title}`, onclick: () => this.#save({ edits: [id] }, "tags/undo") }, "Undo")));
            this.#step(own.length > 0 ? "What the edited fields held before:" : "These tracks were not edited yet.", make("ul", { class: "plain tags-list", role: "list" }, ...list),
                make("button", { class: "text-button", type: "button", onclick: () => this.#showForm() }, "Back"));
        } catch (problem) {
            write(this.#line, problem.message);
        }
    }

    #step(words, content, ...buttons) {
        const heading = make("p", { class: "tags-step", role: "status", tabindex: -1 }, words);
        this.#body.replaceChildren(heading, content, make("div", { class: "sheet-buttons" }, ...buttons.filter(Boolean)));
        heading.focus();
    }
}

let style;
function withTagsStyle() {
    style ??= withStyle("tags.css").catch(() => {}); // it works without
    return style;
}
