import { rangeOf } from "./ranges.js";
import { Refusal } from "./refusal.js";
import { bare, tokensOf } from "./tokens.js";

// Macros are replaced here and not by the driver, so that what is read is what is compiled, and so that their text cannot grow without end.

const mostTokens = 60_000; // that macros may make: more than a shader may have
const deepest = 64; // macros in macros, and conditions in conditions

/** Names of macros that a token came from, as a list. @typedef {{ name: string, depth: number, rest?: Hidden }} Hidden */
/** @typedef {{ body: import("./tokens.js").Token[], parameters?: string[] }} Macro */

/**
 * What a compiler reads of a text: without comments, its conditions decided and its macros replaced.
 * @param {string} text of the whole file, so that lines keep their numbers
 * @returns {import("./tokens.js").Token[]}
 */
export function preprocessed(text) {
    const reader = new Preprocessor();
    for (const { line, number } of linesOf(bare(text))) reader.read(line, number);
    return reader.end();
}

/** Lines; one that ends with \ goes on in the next. */
function* linesOf(text) {
    let before = "";
    let first = 0;
    let number = 0;
    for (const line of text.split("\n")) {
        number += 1;
        first ||= number;
        const [, started] = /^(.*)\\[ \t]*$/.exec(line) ?? [];
        if (started !== undefined) {
            before += `${started} `;
            continue;
        }
        yield { line: before + line, number: first };
        before = "";
        first = 0;
    }
    if (before) yield { line: before, number: first };
}

class Preprocessor {
    /** @type {Map<string, Macro>} */
    #macros = new Map([["GL_ES", { body: tokensOf("1", 0) }], ["__VERSION__", { body: tokensOf("300", 0) }]]);
    #made = [];
    #waiting = []; // of the lines since the last directive: a macro's arguments may go over lines
    #conditions = []; // that are open
    #left = mostTokens;

    read(line, number) {
        const [, directive, rest] = /^[ \t]*#[ \t]*(\w*)(.*)$/.exec(line) ?? [];
        const isActive = this.#conditions.every(({ isNow }) => isNow);
        if (directive === undefined) {
            if (isActive) this.#wait(tokensOf(line, number));
        } else if (/^(if|ifdef|ifndef)$/.test(directive)) {
            if (this.#conditions.length >= deepest) throw new Refusal("too many #if are in each other", number);
            const isNow = isActive && this.#holds(directive, rest, number);
            this.#conditions.push({ isNow, wasOnce: isNow || !isActive });
        } else if (/^(elif|else|endif)$/.test(directive)) {
            this.#goOn(directive, rest, number);
        } else if (isActive) {
            this.#follow(directive, rest, number);
        }
    }

    #wait(tokens) {
        for (const token of tokens) {
            if (token.text.startsWith("#")) throw new Refusal("a # stands where it cannot", token.line); // a compiler could take it for a directive
            this.#waiting.push(token);
        }
    }

    end() {
        if (this.#conditions.length > 0) throw new Refusal("an #if has no #endif");
        this.#flush();
        return this.#made;
    }

    #goOn(directive, rest, number) {
        const last = this.#conditions.pop();
        if (!last) throw new Refusal(`an #${directive} has no #if`, number);
        if (directive === "endif") return;
        const isNow = !last.wasOnce && (directive === "else" || this.#holds("if", rest, number));
        this.#conditions.push({ isNow, wasOnce: last.wasOnce || isNow });
    }

    #holds(directive, rest, number) {
        const tokens = tokensOf(rest, number);
        if (directive !== "if") return this.#macros.has(tokens[0]?.text) === (directive === "ifdef");
        const asked = [];
        for (let at = 0; at < tokens.length; at += 1) {
            if (tokens[at].text !== "defined") {
                asked.push(tokens[at]);
                continue;
            }
            const isOpen = tokens[at + 1]?.text === "(";
            const name = tokens[at + (isOpen ? 2 : 1)]?.text;
            asked.push({ text: this.#macros.has(name) ? "1" : "0", line: number });
            at += isOpen ? 3 : 1;
        }
        const [low, high] = rangeOf(this.#replaced(asked), () => [0, 0]); // names that are no macros are 0
        if (low !== high) throw new Refusal("an #if cannot be decided", number);
        return low !== 0;
    }

    #follow(directive, rest, number) {
        this.#flush();
        if (directive === "define") this.#define(rest, number);
        else if (directive === "undef") this.#macros.delete(rest.trim());
        else if (!/^(version|extension|pragma|line|)$/.test(directive)) throw new Refusal(`it has an #${directive}`, number);
    }

    #define(rest, number) {
        const [all, name, list] = /^[ \t]+([A-Za-z_]\w*)(?:\(([^()]*)\))?/.exec(rest) ?? [];
        if (!all) throw new Refusal("a #define has no name", number);
        const parameters = list?.split(",").map((parameter) => parameter.trim()).filter((parameter) => parameter !== "");
        const body = tokensOf(rest.slice(all.length), number);
        if (body.some(({ text }) => text === "#" || text === "##")) throw new Refusal("a #define has a # in it", number);
        this.#macros.set(name, { body, parameters });
    }

    #flush() {
        for (const token of this.#replaced(this.#waiting)) this.#made.push(token);
        this.#waiting = [];
    }

    /** Replaces macros until none is left: what a macro makes is read again, but for its own name. */
    #replaced(tokens) {
        const coming = tokens.toReversed();
        const made = [];
        while (coming.length > 0) {
            const token = coming.pop();
            const macro = this.#macros.get(token.text);
            if (!macro || isHidden(token)) {
                made.push(token);
                continue;
            }
            const arguments_ = macro.parameters && taken(coming, macro.parameters.length, token.line);
            if (macro.parameters && !arguments_) {
                made.push(token); // a name without brackets
                continue;
            }
            const depth = (token.hidden?.depth ?? 0) + 1;
            if (depth > deepest) throw new Refusal("macros are too deep in each other", token.line);
            const hidden = { name: token.text, depth, rest: token.hidden };
            for (let at = macro.body.length - 1; at >= 0; at -= 1) {
                const { text } = macro.body[at];
                const place = macro.parameters?.indexOf(text) ?? -1;
                const parts = place < 0 ? [{ text, line: token.line, hidden }] : arguments_[place];
                this.#left -= parts.length + 1;
                if (this.#left < 0) throw new Refusal("its macros make too much text", token.line);
                for (let part = parts.length - 1; part >= 0; part -= 1) coming.push(parts[part]);
            }
        }
        return made;
    }
}

function isHidden({ text, hidden }) {
    for (let at = hidden; at; at = at.rest) if (at.name === text) return true;
    return false;
}

/** Takes a macro's arguments from what is coming. @returns {import("./tokens.js").Token[][] | undefined} nothing if there are no brackets */
function taken(coming, count, line) {
    if (coming.at(-1)?.text !== "(") return undefined;
    coming.pop();
    const found = [[]];
    for (let depth = 1; depth > 0;) {
        const token = coming.pop();
        if (!token) throw new Refusal("a bracket of a macro is missing", line);
        depth += token.text === "(" ? 1 : token.text === ")" ? -1 : 0;
        if (token.text === "," && depth === 1) found.push([]);
        else if (depth > 0) found.at(-1).push(token);
    }
    if (count !== found.length && !(count === 0 && found.length === 1 && found[0].length === 0)) throw new Refusal("a macro has other arguments than its #define says", line);
    return found;
}
