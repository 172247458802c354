// The Markdown that the descriptions and the guide use: paragraphs, lists, tables, code blocks, pictures, `code`, **strong** words and links.

/**
 * @typedef {{ kind: "text" | "code" | "strong", text: string } | { kind: "link", text: string, target: string }} Span
 * @typedef {{ kind: "paragraph", spans: Span[] } | { kind: "list", isNumbered: boolean, items: Span[][] } | { kind: "lines", text: string }
 *     | { kind: "table", head: Span[][], rows: Span[][][] } | { kind: "picture", source: string, text: string }} Block
 */

const item = /^(?:- |\d+\. )/;
const picture = /^!\[([^\]]*)\]\(([^)\s]+)\)$/;

/**
 * @param {string} text
 * @returns {Block[]}
 */
export function blocks(text) {
    /** @type {Block[]} */
    const found = [];
    const lines = text.split("\n");
    while (lines.length > 0) {
        const line = lines[0];
        if (line.trim() === "") lines.shift();
        else if (line.startsWith("```")) found.push(fence(lines));
        else if (line.startsWith("|")) found.push(table(take(lines, (one) => one.startsWith("|"))));
        else if (item.test(line)) found.push(list(take(lines, (one) => item.test(one) || /^ {2,}\S/.test(one))));
        else if (picture.test(line)) {
            const [, words, source] = picture.exec(lines.shift());
            found.push({ kind: "picture", source, text: words });
        }
        else found.push({ kind: "paragraph", spans: spans(take(lines, (one) => one.trim() !== "" && !/^(```|\||- )/.test(one)).join(" ")) });
    }
    return found;
}

function take(lines, belongs) {
    const taken = [lines.shift()];
    while (lines.length > 0 && belongs(lines[0])) taken.push(lines.shift());
    return taken;
}

function fence(lines) {
    lines.shift();
    const inside = [];
    while (lines.length > 0 && !lines[0].startsWith("```")) inside.push(lines.shift());
    lines.shift();
    return { kind: "lines", text: inside.join("\n") };
}

function list(lines) {
    const items = [];
    for (const line of lines) {
        if (item.test(line)) items.push(line.replace(item, ""));
        else items[items.length - 1] += ` ${line.trim()}`;
    }
    return { kind: "list", isNumbered: !lines[0].startsWith("-"), items: items.map(spans) };
}

function table(lines) {
    const rows = lines.map((line) => line.replace(/^\|/, "").replace(/\|\s*$/, "").split("|").map((cell) => spans(cell.trim())));
    const [head, , ...body] = rows;
    return { kind: "table", head, rows: body };
}

/**
 * The marks within one paragraph. A mark that is not closed stays text.
 * @param {string} text
 * @returns {Span[]}
 */
export function spans(text) {
    const found = [];
    let end = 0;
    for (const match of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g)) {
        if (match.index > end) found.push({ kind: "text", text: text.slice(end, match.index) });
        const [, code, strong, words, target] = match;
        if (code !== undefined) found.push({ kind: "code", text: code });
        else found.push(strong !== undefined ? { kind: "strong", text: strong } : { kind: "link", text: words, target });
        end = match.index + match[0].length;
    }
    if (end < text.length) found.push({ kind: "text", text: text.slice(end) });
    return found;
}

/** @param {Span[]} parts */
export const plain = (parts) => parts.map(({ text }) => text).join("");
