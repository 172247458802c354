import { make } from "../ui/elements.js";
import { blocks, plain, spans } from "./prose.js";
import { fields, variants, within, words } from "./shapes.js";

const tintedUpTo = 20_000; // characters; more would make thousands of elements

/** @param {import("./prose.js").Span[]} parts */
const inline = (parts) => parts.map(({ kind, text, target }) => {
    if (kind === "text") return text;
    return kind === "link" ? make("a", { href: target }, text) : make(kind, {}, text);
});

/**
 * A description as elements.
 * @param {string | undefined} text
 * @param {(heading: string, paragraph: HTMLElement) => void} [onHeading] called for each paragraph that begins with strong words
 * @returns {HTMLElement[]}
 */
export function prose(text, onHeading) {
    return blocks(text ?? "").map((block) => {
        switch (block.kind) {
            case "lines": return line(block.text);
            case "picture": return make("img", { src: block.source, alt: block.text, loading: "lazy" });
            case "list": return make(block.isNumbered ? "ol" : "ul", {}, ...block.items.map((item) => make("li", {}, ...inline(item))));
            case "table": return table(block);
            default: {
                const paragraph = make("p", {}, ...inline(block.spans));
                const [first] = block.spans;
                if (first?.kind === "strong") onHeading?.(plain([first]), paragraph);
                return paragraph;
            }
        }
    });
}

function table({ head, rows }) {
    const cells = (row, tag) => make("tr", {}, ...row.map((cell) => make(tag, tag === "th" ? { scope: "col" } : {}, ...inline(cell))));
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" },
        make("table", {}, make("thead", {}, cells(head, "th")), make("tbody", {}, ...rows.map((row) => cells(row, "td")))));
}

/** Text with a copy button. */
export function line(text) {
    const code = make("code", {}, text);
    const button = make("button", { type: "button", class: "text-button copy", onclick: () => copy(code, button) }, "Copy");
    return make("div", { class: "line" }, make("pre", {}, code), button);
}

/** The clipboard API needs a secure page; elsewhere the text is selected and the old copy command is tried. */
async function copy(code, button) {
    const written = await navigator.clipboard?.writeText(code.textContent).then(() => true, () => false);
    let done = written;
    if (!done) {
        getSelection().selectAllChildren(code);
        done = document.execCommand("copy");
    }
    button.textContent = done ? "Copied" : "Selected";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
}

/** @param {unknown} value shown as JSON with highlighting */
export function json(value) {
    const text = JSON.stringify(value, null, 2);
    return make("pre", { tabindex: "0", class: "json" }, text.length > tintedUpTo ? text : tinted(text));
}

function tinted(text) {
    const code = make("code");
    let end = 0;
    for (const match of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g)) {
        code.append(text.slice(end, match.index));
        const kind = match[2] ? "name" : match[1] ? "words" : "value";
        code.append(make("span", { class: `json-${kind}` }, match[1] ?? match[0]), match[2] ?? "");
        end = match.index + match[0].length;
    }
    code.append(text.slice(end));
    return code;
}

/**
 * A collapsed section whose content is made when it is first opened.
 * @param {(string | Node)[]} summary
 * @param {() => (Node | string)[]} content
 * @param {string} [name] its class
 */
export function folded(summary, content, name = "fold") {
    const details = make("details", { class: name, ontoggle: () => {
        if (details.open && details.childElementCount === 1) details.append(...content());
    } }, make("summary", {}, ...summary));
    return details;
}

/**
 * The fields of an object, each with its own fields below it, collapsed. Cycles are safe, since content is made on opening.
 * @param {object} schema
 * @param {Map<object, string>} names
 * @param {boolean} isAsked whether it is input, so that required fields are marked
 * @returns {Node[]}
 */
export function shape(schema, names, isAsked) {
    const shapes = variants(schema);
    const about = within(schema) !== schema ? prose(within(schema).description) : [];
    const list = fieldList(fields(schema).map((field) => ({ ...field, description: field.schema.description })), names, isAsked);
    const either = shapes.map((one) => folded([make("span", { class: "kind" }, "or "), title(one, names)], () => shape(one, names, isAsked)));
    return [...about, ...(list ? [list] : []), ...either];
}

/** The title of a variant: its name, or the values that only it has. */
function title(schema, names) {
    const constant = fields(schema).find(({ schema: field }) => "const" in field || field.enum);
    const values = constant && [constant.schema.const ?? constant.schema.enum].flat();
    return names.get(schema) ?? (values ? `${constant.name}: ${values.join(", ")}` : "object");
}

/**
 * @param {{ name: string, required?: boolean, schema: object, description?: string, place?: string }[]} list
 * @param {Map<object, string>} names
 * @param {boolean} isAsked
 * @returns {HTMLElement | undefined} undefined if there are none
 */
export function fieldList(list, names, isAsked) {
    if (list.length === 0) return undefined;
    return make("dl", { class: "fields" }, ...list.map(({ name, required, schema, description, place }) => {
        const inner = within(schema);
        const hasMore = fields(schema).length > 0 || variants(schema).length > 0;
        const notes = [place, isAsked && required ? "needed" : undefined, schema.default !== undefined && schema.default !== "" ? `default ${JSON.stringify(schema.default)}` : undefined];
        const kind = make("span", { class: "kind" }, [words(schema, names), ...notes].filter(Boolean).join(" · "));
        const about = description ?? (hasMore ? undefined : inner.description);
        return make("div", {}, make("dt", {}, make("code", {}, name), " ", kind),
            make("dd", {}, ...prose(about), hasMore && folded([`What it holds${names.has(inner) ? `: ${names.get(inner)}` : ""}`], () => shape(schema, names, isAsked))));
    }));
}

/**
 * An entry with an anchor.
 * @param {{ id: string, title: string | Node, said: (Node | string | undefined | false)[], shown?: (Node | undefined | false)[], words?: string }} traits
 */
export function entry({ id, title: heading, said, shown = [], words: more = "" }) {
    const element = make("article", { class: "entry", id, tabindex: "-1", data: { words: more } },
        make("div", { class: "said" }, make("h4", {}, make("a", { href: `#${id}`, class: "here" }, heading)), ...said),
        shown.some(Boolean) && make("div", { class: "shown" }, ...shown));
    return { id, title: typeof heading === "string" ? heading : heading.textContent, element };
}

/** A small heading. */
export const label = (text) => make("p", { class: "label" }, ...inline(spans(text)));
