import { longestArray, mostElements, mostWork } from "../reading.js";
import { turnsOf } from "./loops.js";
import { isKnown } from "./ranges.js";
import { Refusal } from "./refusal.js";
import { isWord, parts } from "./tokens.js";
import { imageWords } from "./words.js";

const deepest = 64; // blocks and brackets in each other
const mostText = 16_000; // words and signs of a shader whose calls are all written out, as compilers do
const mostParts = 64; // of a struct
const headerTouches = 2; // of a loop's counter: its first value and its step
const imageCost = 40; // of what the host does for a word
const soundCost = 600; // as much, if it may be of the sound
const noFunctions = /^(?:if|for|while|switch)$/;

/**
 * A function of a file. `cost` and `text` are what it runs and how long it is, without what it calls; `total` and `whole` are with it.
 * @typedef {{ name: string, line: number, cost: number, text: number, calls: Map<string, { turns: number, times: number }>, isOpen?: boolean, total?: number, whole?: number }} Part
 */

/** Reads what a shader does for a pixel, and refuses what could be too much. */
export class Work {
    #tokens;
    #names;
    #at = 0;
    #turns = 1;
    #depth = 0;
    /** @type {Part[]} */
    #functions = [];
    /** @type {Part} */
    #now;
    #structs = new Map(); // how many parts they have
    #imageCost;
    #elements = 0; // of all arrays

    /** @param {import("./tokens.js").Token[]} tokens @param {import("./constants.js").Names} names @param {boolean} hears */
    constructor(tokens, names, hears) {
        this.#tokens = tokens;
        this.#names = names;
        this.#imageCost = hears ? soundCost : imageCost;
    }

    /** @throws {Refusal} */
    check() {
        refuseDeep(this.#tokens);
        const globals = begun("", 0);
        while (this.#at < this.#tokens.length) {
            this.#now = globals;
            this.#item();
        }
        const mains = this.#functions.filter(({ name }) => name === "main");
        if (mains.length !== 1) throw new Refusal("it has no function “void main()”");
        this.#sum(globals);
        this.#sum(mains[0]);
        if (globals.total + mains[0].total > mostWork) throw new Refusal("it makes too many turns and calls");
        if (globals.whole + mains[0].whole > mostText) throw new Refusal("it is too long, with its functions written out where they are called");
    }

    get #text() {
        return this.#tokens[this.#at]?.text;
    }

    get #line() {
        return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)]?.line;
    }

    /** A struct, a function or a variable. */
    #item() {
        if (this.#text === "struct") return this.#struct();
        const [from, end] = [this.#at, this.#until(/^[;{]$/)];
        const header = this.#tokens.slice(from, end);
        const open = header.findIndex(({ text }) => text === "(");
        const isFunction = open > 1 && isWord(header[open - 1].text) && (isWord(header[open - 2].text) || header[open - 2].text === "]") && !header.slice(0, open).some(({ text }) => text === "=");
        if (!isFunction) {
            if (this.#tokens[end].text === "{") throw new Refusal("a block stands outside of all functions", this.#tokens[end].line);
            return this.#simple();
        }
        this.#arrays(header, true);
        this.#at = end;
        if (this.#text === ";") this.#at += 1; // written later
        else this.#function(header[open - 1]);
    }

    #function({ text: name, line }) {
        this.#now = begun(name, line);
        this.#functions.push(this.#now);
        this.#turns = 1;
        this.#statement();
    }

    #struct() {
        const line = this.#line;
        const name = this.#tokens[this.#at + 1]?.text ?? "";
        const open = this.#at + 2;
        if (!isWord(name) || this.#tokens[open]?.text !== "{") throw new Refusal("a struct is not written as GLSL wants it", line);
        this.#at = open + 1;
        let count = 0;
        while (this.#text !== "}") {
            const field = this.#tokens.slice(this.#at, this.#until(/^[;{}]$/));
            this.#at += field.length;
            if (this.#text !== ";") throw new Refusal("a struct is not written as GLSL wants it", line);
            this.#at += 1;
            this.#arrays(field, true);
            const lengths = field.flatMap(({ text }, at) => (text === "[" ? [this.#names.rangeOf(field.slice(at + 1, closing(field, at)))[1]] : []));
            count += (this.#structs.get(field[0]?.text) ?? 1) * parts(field, ",").length * lengths.reduce((all, length) => all * length, 1);
            if (!(count <= mostParts)) throw new Refusal("a struct has too many parts", line);
        }
        this.#structs.set(name, count);
        this.#at += 1;
        if (this.#text !== ";") this.#simple();
        else this.#at += 1;
    }

    #statement() {
        this.#depth += 1;
        if (this.#depth > deepest) throw new Refusal("too many blocks are in each other", this.#line);
        const word = this.#text;
        if (word === undefined) throw new Refusal("a bracket is missing");
        if (word === "{") this.#block();
        else if (word === "if") this.#if();
        else if (word === "for") this.#for();
        else if (word === "while" || word === "do") throw new Refusal("its loops must be “for” loops, whose turns can be counted", this.#line);
        else if (word === "switch") this.#headed();
        else if (word === "case" || word === "default") this.#label();
        else this.#simple();
        this.#depth -= 1;
    }

    #block() {
        this.#at += 1;
        while (this.#text !== "}") {
            if (this.#text === undefined) throw new Refusal("a bracket is missing");
            this.#statement();
        }
        this.#at += 1;
    }

    /** A word with something in brackets, and what depends on it. */
    #headed() {
        this.#at += 1;
        this.#expression(this.#inBrackets());
        this.#statement();
    }

    #if() {
        this.#headed();
        while (this.#text === "else") {
            this.#at += 1;
            if (this.#text === "if") this.#headed();
            else this.#statement();
        }
    }

    #label() {
        const end = this.#until(/^[:;{}]$/);
        this.#expression(this.#tokens.slice(this.#at, end));
        this.#at = end + 1;
    }

    #for() {
        const line = this.#line;
        this.#at += 1;
        const from = this.#at;
        const header = this.#inBrackets();
        const loop = turnsOf(parts(header, ";"), this.#names);
        if (!loop) throw new Refusal("the turns of a loop cannot be counted by reading", line);
        const before = this.#turns;
        this.#turns *= loop.turns;
        this.#names.within(loop.counter, loop.range, () => {
            this.#expression(header);
            this.#statement();
        });
        if (this.#names.touches(loop.counter, from, this.#at) !== headerTouches) throw new Refusal(`a loop's ${loop.counter} is written in the loop`, line);
        this.#turns = before;
    }

    /** A statement that ends with a semicolon. */
    #simple() {
        const end = this.#until(/^[;{}]$/);
        if (this.#tokens[end].text !== ";") throw new Refusal("a bracket or a semicolon is missing", this.#tokens[end].line);
        const tokens = this.#tokens.slice(this.#at, end);
        const [first, second] = tokens[0]?.text === "const" ? tokens.slice(1) : tokens;
        const isTyped = isWord(first?.text ?? "") && first.text !== "return";
        const isOfArray = second?.text === "[" && tokens.some(({ text }, at) => text === "]" && isWord(tokens[at + 1]?.text ?? "")); // float[2] a
        this.#arrays(tokens, isTyped && (isOfArray || isWord(second?.text ?? "")));
        this.#expression(tokens);
        this.#at = end + 1;
    }

    /** Counts words, signs and calls. */
    #expression(tokens) {
        const part = this.#now;
        part.cost += this.#turns * (tokens.length + 1);
        part.text += tokens.length + 1;
        for (let at = 0; at + 1 < tokens.length; at += 1) {
            const { text, line } = tokens[at];
            if (tokens[at + 1].text !== "(" || !isWord(text)) continue;
            if (noFunctions.test(text)) throw new Refusal(`the word ${text} stands where it cannot`, line);
            if (this.#names.functions.has(text)) {
                const { turns, times } = part.calls.get(text) ?? { turns: 0, times: 0 };
                part.calls.set(text, { turns: turns + this.#turns, times: times + 1 });
            } else if (imageWords.has(text)) {
                part.cost += this.#turns * this.#imageCost;
                part.text += imageCost;
            }
        }
        if (part.cost > mostWork) throw new Refusal("it makes too many turns and calls", part.line);
    }

    /** Arrays are short, and their lengths known. */
    #arrays(tokens, isDeclaration) {
        let depth = 0;
        let isValue = false;
        tokens.forEach(({ text, line }, at) => {
            if (depth === 0 && (text === "=" || text === ",")) isValue = text === "=";
            if (text === "(") depth += 1;
            else if (text === ")") depth -= 1;
            else if (text === "[") {
                const end = closing(tokens, at);
                const range = this.#names.rangeOf(tokens.slice(at + 1, end));
                const isLength = (isDeclaration && !isValue) || tokens[end + 1]?.text === "(";
                if (isKnown(range) && range[1] > longestArray) throw new Refusal(`an array is longer than ${longestArray}`, line);
                if (!isLength || end === at + 1) return;
                if (!isKnown(range)) throw new Refusal("an array's length must be a number", line);
                this.#elements += range[1] * Math.max(1, ...tokens.slice(0, 2).map((token) => this.#structs.get(token.text) ?? 1));
                if (this.#elements > mostElements) throw new Refusal(`its arrays have more than ${mostElements} elements`, line);
            }
        });
    }

    /** Takes what is in the brackets that open here. */
    #inBrackets() {
        if (this.#text !== "(") throw new Refusal("a bracket is missing", this.#line);
        const end = closing(this.#tokens, this.#at);
        const inside = this.#tokens.slice(this.#at + 1, end);
        if (inside.some(({ text }) => text === "{" || text === "}")) throw new Refusal("a bracket is missing", this.#line);
        this.#at = end + 1;
        return inside;
    }

    #until(sign) {
        let at = this.#at;
        while (at < this.#tokens.length && !sign.test(this.#tokens[at].text)) at += 1;
        if (at >= this.#tokens.length) throw new Refusal("a bracket or a semicolon is missing", this.#line);
        return at;
    }

    /** Adds what a function calls. Of functions with one name only earlier ones can be called in each other. */
    #sum(part) {
        if (part.total !== undefined) return;
        if (part.isOpen) throw new Refusal(`the function ${part.name} calls itself`, part.line);
        part.isOpen = true;
        let [total, whole] = [part.cost, part.text];
        for (const [name, { turns, times }] of part.calls) {
            const called = this.#functions.filter((other, at) => other.name === name && (name !== part.name || at < this.#functions.indexOf(part)));
            if (called.length === 0) throw new Refusal(name === part.name ? `the function ${name} calls itself` : `the function ${name} is declared and never written`, part.line);
            called.forEach((other) => this.#sum(other));
            total += turns * Math.max(...called.map((other) => other.total));
            whole += times * Math.max(...called.map((other) => other.whole));
        }
        if (total > mostWork) throw new Refusal("it makes too many turns and calls", part.line);
        [part.total, part.whole] = [total, whole];
    }
}

/** @returns {Part} */
const begun = (name, line) => ({ name, line, cost: 0, text: 0, calls: new Map() });

function refuseDeep(tokens) {
    let depth = 0;
    for (const { text, line } of tokens) {
        depth += /^[([{]$/.test(text) ? 1 : /^[)\]}]$/.test(text) ? -1 : 0;
        if (depth > deepest) throw new Refusal("too many brackets are in each other", line);
    }
}

/** Where the bracket at a place is closed. */
function closing(tokens, from) {
    let depth = 0;
    for (let at = from; at < tokens.length; at += 1) {
        const { text } = tokens[at];
        depth += text === "(" || text === "[" ? 1 : text === ")" || text === "]" ? -1 : 0;
        if (depth === 0) return at;
    }
    throw new Refusal("a bracket is missing", tokens[from].line);
}
