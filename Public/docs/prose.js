// The few marks that the descriptions use: paragraphs, lists, tables, fenced lines, `code` and **strong** words.

/**
 * @typedef {{ kind: "text" | "code" | "strong", text: string }} Span
 * @typedef {{ kind: "paragraph", spans: Span[] } | { kind: "list", items: Span[][] } | { kind: "lines", text: string }
 *     | { kind: "table", head: Span[][], rows: Span[][][] }} Block
 */

/**
 * @param {string} text
 * @returns {Block[]}
 */
export function blocks(text) {
    const found = [];
    const lines = text.split("\n");
    while (lines.length > 0) {
        const line = lines[0];
        if (line.trim() === "") lines.shift();
        else if (line.startsWith("```")) found.push(fence(lines));
        else if (line.startsWith("|")) found.push(table(take(lines, (one) => one.startsWith("|"))));
        else if (line.startsWith("- ")) found.push(list(take(lines, (one) => /^(- | {2}\S)/.test(one))));
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
        if (line.startsWith("- ")) items.push(line.slice(2));
        else items[items.length - 1] += ` ${line.trim()}`;
    }
    return { kind: "list", items: items.map(spans) };
}

function table(lines) {
    const rows = lines.map((line) => line.replace(/^\|/, "").replace(/\|\s*$/, "").split("|").map((cell) => spans(cell.trim())));
    const [head, , ...body] = rows;
    return { kind: "table", head, rows: body };
}

/**
 * The marks within one paragraph. What does not close is what it is.
 * @param {string} text
 * @returns {Span[]}
 */
export function spans(text) {
    const found = [];
    let end = 0;
    for (const match of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*/g)) {
        if (match.index > end) found.push({ kind: "text", text: text.slice(end, match.index) });
        found.push(match[1] === undefined ? { kind: "strong", text: match[2] } : { kind: "code", text: match[1] });
        end = match.index + match[0].length;
    }
    if (end < text.length) found.push({ kind: "text", text: text.slice(end) });
    return found;
}

/** @param {Span[]} parts */
export const plain = (parts) => parts.map(({ text }) => text).join("");
