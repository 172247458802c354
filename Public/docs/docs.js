import { make } from "../ui/elements.js";
import { contents, filtering, following } from "./finder.js";
import { guidePage, pages, steps } from "./guide.js";
import { httpGroups } from "./http.js";
import { link } from "./links.js";
import { liveGroups } from "./live.js";
import { entry, prose } from "./parts.js";
import { lendExamples } from "./shapes.js";
import { parse } from "./yaml.js";

const files = ["openapi.yaml", "asyncapi.yaml"];
const main = document.querySelector("main");
const nav = document.querySelector(".contents");
const status = document.querySelector(".found");
const field = document.querySelector("#filter");
const page = new URL("..", document.baseURI).href;
/** The server's address in examples: the page's, unless scripts would have to log in there. */
const base = await fetch(`${page}api/v1/join`).then((answer) => answer.json()).then(({ addresses, isPrivate }) => (isPrivate ? addresses[0] : page), () => page);

try {
    const [documents, guide] = await Promise.all([read(), readGuide()]);
    open(documents, guide);
} catch (error) {
    document.querySelector(".coming").textContent = "The documentation could not be loaded. Is the server running?";
    throw error;
}

async function read() {
    const texts = await Promise.all(files.map(textOf));
    return Object.fromEntries(files.map((file, index) => [file, parse(texts[index])]));
}

async function readGuide() {
    const texts = await Promise.all(pages.map((name) => textOf(`docs/${name}.md`)));
    return pages.map((name, index) => guidePage(name, texts[index]));
}

async function textOf(file) {
    const answer = await fetch(page + file);
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    return here(await answer.text());
}

/** Examples in the text call this server, not localhost. */
function here(text) {
    return text.replaceAll("http://localhost:8080/", base).replaceAll("ws://localhost:8080/", base.replace(/^http/, "ws")).replaceAll("localhost:8080", new URL(base).host);
}

function open(documents, guide) {
    const names = link(documents);
    const [http, live] = files.map((file) => documents[file]);
    lendExamples(http, names);
    lendExamples(live, names);
    const context = { base, page, names };
    const parts = [
        { id: "steps", title: "First steps", groups: guide.slice(0, steps.length).map(guideGroup) },
        { id: "guide", title: "Guide", groups: guide.slice(steps.length).map(guideGroup) },
        { id: "http", title: "HTTP API", file: files[0], groups: [aboutGroup("http", http), ...httpGroups(http, context)] },
        { id: "live", title: "Live protocol", file: files[1], groups: [aboutGroup("live", live), ...liveGroups(live, context)] },
    ];
    main.append(...parts.map(partSection));
    document.querySelector(".coming").remove();
    nav.append(...contents(parts));
    const filter = filtering(main, nav, field, status);
    following(main, nav);
    listen(filter);
}

function guideGroup({ id, title, about, sections }) {
    return { id, title, about: prose(about), entries: sections.map((section) => entry({ ...section, said: prose(section.text) })) };
}

/** The introduction of a description, with an entry for each paragraph that begins with bold text. */
function aboutGroup(id, { info }) {
    const [first, ...rest] = info.description.split(/\n(?=\*\*[^*]+\*\*)/);
    return {
        id: `${id}-about`, title: "About", about: prose(first),
        entries: rest.map((text) => {
            const [, title, dot, body] = /^\*\*([^*]+?)(\.?)\*\*\s*([^]*)$/.exec(text);
            return entry({ id: `${id}-${title.toLowerCase().replaceAll(" ", "-")}`, title, said: prose(dot ? body : text) });
        }),
    };
}

function partSection({ id, title, file, groups }) {
    return make("section", { class: "part", "aria-labelledby": id },
        make("header", {}, make("h2", { id }, title), file && make("a", { class: "text-button as-file", href: `../${file}` }, file)),
        ...groups.map((group) => make("section", { class: "group", id: group.id, "aria-labelledby": `${group.id}-title` },
            make("h3", { id: `${group.id}-title` }, group.title), ...(group.about ?? []), ...group.entries.map(({ element }) => element))));
}

function listen(filter) {
    const toggle = document.querySelector(".contents-button");
    const show = (isOpen) => {
        toggle.setAttribute("aria-expanded", String(isOpen));
        document.body.classList.toggle("contents-open", isOpen);
    };
    toggle.addEventListener("click", () => show(toggle.getAttribute("aria-expanded") !== "true"));
    nav.addEventListener("click", ({ target }) => { if (target.closest("a")) show(false); });
    document.addEventListener("keydown", (event) => {
        const isTyping = event.target.closest("input, select, textarea");
        if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
            event.preventDefault();
            field.focus();
        } else if (event.key === "Escape") {
            filter.clear();
            if (document.body.classList.contains("contents-open")) {
                show(false);
                toggle.focus();
            }
        }
    });
    const go = () => {
        const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        if (!target) return;
        if (target.closest("[hidden]")) filter.clear();
        target.scrollIntoView();
        target.focus({ preventScroll: true });
    };
    addEventListener("hashchange", go);
    go();
}
