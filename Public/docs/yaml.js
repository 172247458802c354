// The part of YAML 1.2 that hand-written descriptions need: block and flow collections, quoted and plain scalars, literal blocks, anchors.
// Anything else, or what YAML 1.1 would read differently, is an error rather than misread.

/** Why a text cannot be parsed, with the line. */
export class YAMLError extends Error {
    /** @param {string} reason @param {number} line counted from 1 */
    constructor(reason, line) {
        super(`line ${line}: ${reason}`);
        this.line = line;
    }
}

const escapes = { 0: "\0", a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r", e: "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\" };
const codeEscapes = { x: 2, u: 4, U: 8 };
const whole = /^[-+]?[0-9]+$/;
const decimal = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
/** A number in some version, or a boolean in YAML 1.1: ambiguous without quotes. */
const doubtful = /^(y|n|yes|no|on|off|[-+]?0[0-9_]+|0x[0-9a-f_]+|0o[0-7]+|0b[01_]+|[-+]?\.inf|\.nan|[0-9]+(:[0-5]?[0-9])+|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*)$/i;

/** A key and its colon on one line. */
const keyAhead = /(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s"'[\]{},#&*!|>%@`](?:(?! #)[^\n])*?)[ ]*:(?=\s|$)/y;

/**
 * Reads one document.
 * @param {string} text
 * @returns {unknown} as JSON.parse would return for the same data
 */
export function parse(text) {
    return new Reader(text.replace(/\r\n?/g, "\n")).document();
}

class Reader {
    constructor(text) {
        this.text = text;
        this.at = 0;
        this.anchors = new Map();
    }

    document() {
        const indent = this.nextLine();
        if (indent < 0) return null;
        const value = this.value(-1, indent);
        if (this.nextLine() >= 0) this.refuse("this belongs to nothing above it");
        return value;
    }

    refuse(reason, at = this.at) {
        throw new YAMLError(reason, this.text.slice(0, at).split("\n").length);
    }

    get here() {
        return this.text[this.at];
    }

    get column() {
        return this.at - (this.text.lastIndexOf("\n", this.at - 1) + 1);
    }

    /** Whether only a comment is left on the line; then skips it. */
    lineEnds() {
        const start = this.at;
        this.skipBlanks();
        if (this.here === "#" && /^\s?$/.test(this.text[this.at - 1] ?? "")) while (this.at < this.text.length && this.here !== "\n") this.at += 1;
        if (this.at >= this.text.length || this.here === "\n") return true;
        this.at = start;
        return false;
    }

    skipBlanks() {
        while (this.here === " " || this.here === "\t") this.at += 1;
    }

    /** Skips to the next line with content. Returns its indentation; -1 at the end of the text. */
    nextLine() {
        if (this.column > 0 && !this.lineEnds()) this.refuse("more than one value");
        while (this.at < this.text.length) {
            if (this.here === "\n") {
                this.at += 1;
                continue;
            }
            const start = this.at;
            while (this.here === " ") this.at += 1;
            if (this.here === "\t") this.refuse("a tab in the indent");
            const indent = this.at - start;
            if (this.lineEnds()) continue;
            if (indent === 0 && (/^(---|\.\.\.)(\s|$)/.test(this.text.slice(this.at, this.at + 4)) || this.here === "%")) {
                this.refuse("only one document without directives is read");
            }
            return indent;
        }
        return -1;
    }

    /** The position of the next line's content, without moving there. */
    peekLine() {
        const start = this.at;
        const indent = this.nextLine();
        const isItem = indent >= 0 && this.isItem();
        this.at = start;
        return { indent, isItem };
    }

    isItem() {
        return this.here === "-" && /^-(\s|$)/.test(this.text.slice(this.at, this.at + 2));
    }

    /**
     * Parses the value that begins here. Multi-line values are indented by more than `outer`; lists by `outer` itself if
     * `listsMayAlign`.
     */
    value(outer, column, listsMayAlign = false) {
        if (this.isItem()) return this.list(column);
        if (this.isKey()) return this.mapping(column);
        return this.afterMark(outer, listsMayAlign);
    }

    /** Parses a value after `key:` or a dash, or a whole document. */
    afterMark(outer, listsMayAlign) {
        this.skipBlanks();
        if (this.here === "!") this.refuse("tags are not read");
        if (this.here === "&") {
            const name = this.name();
            const value = this.afterMark(outer, listsMayAlign);
            this.anchors.set(name, value);
            return value;
        }
        if (this.lineEnds()) {
            const { indent, isItem } = this.peekLine();
            if (indent <= outer && !(listsMayAlign && isItem && indent === outer)) return null;
            this.nextLine();
            return this.value(outer, indent);
        }
        const value = this.inLine(outer);
        if (!this.lineEnds()) this.refuse("more than one value");
        if (this.peekLine().indent > outer) this.refuse("the value above ends with its line, unless it is quoted", this.at + 1);
        return value;
    }

    inLine(outer) {
        switch (this.here) {
            case "|": return this.literal(outer);
            case ">": return this.refuse("folded blocks are not read");
            case "*": {
                const name = this.name();
                if (!this.anchors.has(name)) this.refuse(`there is no &${name} above`);
                return this.anchors.get(name);
            }
            case "[": case "{": case '"': case "'": return this.flow();
            default: return scalar(this.plain(/: |:\n|:$| #|\n/g), this);
        }
    }

    name() {
        const word = /[^\s,[\]{}]*/y;
        word.lastIndex = this.at + 1;
        const [name] = word.exec(this.text);
        if (name === "") this.refuse("a name is missing");
        this.at += 1 + name.length;
        return name;
    }

    list(indent) {
        const items = [];
        do {
            this.at += 1;
            this.skipBlanks();
            items.push(this.lineEnds() ? this.afterMark(indent, false) : this.value(indent, this.column));
        } while (this.goesOn(indent, true));
        return items;
    }

    mapping(indent) {
        const entries = new Map();
        do {
            const start = this.at;
            const key = this.key();
            if (entries.has(key)) this.refuse(`${key} is there twice`, start);
            entries.set(key, this.afterMark(indent, true));
        } while (this.goesOn(indent, false));
        return Object.fromEntries(entries);
    }

    /** Whether the next line belongs to the list or mapping at `indent`; if so, moves there. */
    goesOn(indent, isList) {
        const next = this.peekLine();
        if (next.indent < indent || (next.indent === indent && next.isItem !== isList)) return false;
        this.nextLine();
        if (next.indent > indent) this.refuse("this is indented by too much");
        return true;
    }

    isKey() {
        keyAhead.lastIndex = this.at;
        return keyAhead.test(this.text);
    }

    key() {
        if (!this.isKey()) this.refuse("here should be a key and a colon");
        const key = this.here === '"' || this.here === "'" ? this.quoted() : this.plain(/:(?=\s|$)/g);
        if (key === "<<") this.refuse("merged keys are not read");
        this.at += 1;
        return key;
    }

    /** Parses a plain scalar. */
    plain(end) {
        if (/^([,[\]{}#&*!|>'"%@`]|[-?:](\s|$))/.test(this.text.slice(this.at, this.at + 2))) this.refuse("words that begin so must be quoted");
        end.lastIndex = this.at;
        const stop = end.exec(this.text)?.index ?? this.text.length;
        const words = this.text.slice(this.at, stop);
        this.at = stop;
        return words.trimEnd();
    }

    literal(outer) {
        const header = /^\|([-+]?)[ \t]*(#.*)?\n/.exec(this.text.slice(this.at, this.text.indexOf("\n", this.at) + 1));
        if (!header) this.refuse("a block's indent is not said here");
        this.at += header[0].length;
        const lines = [];
        let indent = -1;
        while (this.at < this.text.length) {
            const end = this.text.indexOf("\n", this.at);
            const line = this.text.slice(this.at, end < 0 ? this.text.length : end);
            const depth = line.search(/[^ ]/);
            if (depth >= 0) {
                if (indent < 0) indent = depth;
                if (depth <= outer || depth < indent) break;
            }
            lines.push(line.slice(indent < 0 ? line.length : indent));
            this.at = end < 0 ? this.text.length : end + 1;
        }
        // Back to the line end before what follows, so that this value ends its line as all others do.
        if (this.at < this.text.length || this.text.endsWith("\n")) this.at -= 1;
        const text = lines.join("\n");
        if (header[1] === "+") return lines.length ? `${text}\n` : "";
        const trimmed = text.replace(/\n+$/, "");
        return header[1] === "-" || trimmed === "" ? trimmed : `${trimmed}\n`;
    }

    quoted() {
        const quote = this.here;
        const start = this.at;
        let words = "";
        this.at += 1;
        for (;;) {
            if (this.at >= this.text.length) this.refuse("a quote does not end", start);
            const sign = this.here;
            this.at += 1;
            if (sign === quote) {
                if (quote === '"' || this.here !== "'") return words;
                this.at += 1;
                words += "'";
            } else if (sign === "\\" && quote === '"') {
                words += this.escaped();
            } else if (sign === "\n") {
                // A single line break becomes a space; of several, all except the first are kept.
                const [blank] = /^\s*/.exec(this.text.slice(this.at));
                this.at += blank.length;
                const kept = blank.split("\n").length - 1;
                words = words.replace(/[ \t]+$/, "") + (kept ? "\n".repeat(kept) : " ");
            } else {
                words += sign;
            }
        }
    }

    escaped() {
        const sign = this.here;
        this.at += 1;
        if (sign in escapes) return escapes[sign];
        if (sign === "\n") {
            this.skipBlanks();
            return "";
        }
        const digits = this.text.slice(this.at, this.at + codeEscapes[sign]);
        if (!(sign in codeEscapes) || !/^[0-9a-f]+$/i.test(digits) || digits.length < codeEscapes[sign] || parseInt(digits, 16) > 0x10ffff) {
            this.refuse(`\\${sign} means nothing`);
        }
        this.at += digits.length;
        return String.fromCodePoint(parseInt(digits, 16));
    }

    flow() {
        switch (this.here) {
            case "[": return this.flowList();
            case "{": return this.flowMapping();
            case '"': case "'": return this.quoted();
            default: return scalar(this.plain(/[,[\]{}\n]|:(?=[\s,[\]{}])| #/g), this);
        }
    }

    /** Skips spaces, line breaks and comments. */
    skipSpace() {
        while (this.lineEnds() && this.at < this.text.length) this.at += 1;
        this.skipBlanks();
        if (this.at >= this.text.length) this.refuse("a bracket does not close");
    }

    /** Skips the comma between two entries; true at the end. */
    flowEnds(bracket) {
        this.skipSpace();
        if (this.here === ",") {
            this.at += 1;
            this.skipSpace();
            if (this.here === ",") this.refuse("two commas");
        } else if (this.here !== bracket) {
            this.refuse(`here should be a comma or ${bracket}`);
        }
        if (this.here !== bracket) return false;
        this.at += 1;
        return true;
    }

    flowList() {
        const items = [];
        this.at += 1;
        this.skipSpace();
        if (this.here === "]") {
            this.at += 1;
            return items;
        }
        do items.push(this.flow());
        while (!this.flowEnds("]"));
        return items;
    }

    flowMapping() {
        const entries = new Map();
        this.at += 1;
        this.skipSpace();
        if (this.here === "}") {
            this.at += 1;
            return {};
        }
        do {
            const start = this.at;
            const isQuoted = this.here === '"' || this.here === "'";
            const key = isQuoted ? this.quoted() : this.plain(/[,[\]{}\n]|:(?=[\s,[\]{}])| #/g);
            if (isQuoted) this.skipBlanks();
            if (this.here !== ":") this.refuse("a colon is missing");
            if (entries.has(key)) this.refuse(`${key} is there twice`, start);
            this.at += 1;
            this.skipSpace();
            entries.set(key, this.flow());
        } while (!this.flowEnds("}"));
        return Object.fromEntries(entries);
    }
}

function scalar(words, reader) {
    if (words === "" || words === "~" || /^(null|Null|NULL)$/.test(words)) return null;
    if (/^(true|True|TRUE)$/.test(words)) return true;
    if (/^(false|False|FALSE)$/.test(words)) return false;
    if (doubtful.test(words)) reader.refuse(`${words} must be quoted`);
    return whole.test(words) || decimal.test(words) ? Number(words) : words;
}
