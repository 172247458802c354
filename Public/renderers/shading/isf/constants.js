import { isKnown, rangeOf, unknown } from "./ranges.js";
import { isWord, parts } from "./tokens.js";

const assigning = /^(?:=|[-+*/%&|^]=|<<=|>>=|\+\+|--)$/;
const stepping = /^(?:\+\+|--)$/;
const noTypes = new Set(["return", "else", "case", "do", "discard"]);
/** Functions of GLSL that write to what they are given. */
const passes = 4; // constants of parameters of constants
const writers = ["modf", "frexp", "uaddCarry", "usubBorrow", "umulExtended", "imulExtended"];

/** What is known of the names of a shader without running it. */
export class Names {
    /** Functions that the file has. @type {Set<string>} */
    functions = new Set();
    #tokens;
    #touched; // 1 where a name is declared or may be written
    #declared = new Map(); // how often, by name
    #written = new Set();
    #globals = new Set();
    #ranges = new Map();
    #definitions = new Map(); // parameters that are numbers, by function; nothing of one that is written twice

    /** @param {import("./tokens.js").Token[]} tokens @param {import("./about.js").Input[]} inputs */
    constructor(tokens, inputs) {
        this.#tokens = tokens;
        this.#touched = new Uint8Array(tokens.length);
        const outs = this.#findFunctions();
        this.#findWrites();
        this.#findOuts(outs);
        this.#findInputs(inputs);
        const calls = this.#findCalls();
        for (let pass = 0; pass < passes; pass += 1) {
            this.#findConstants();
            this.#findParameters(calls);
        }
    }

    /** Between which numbers an expression lies. A file may write functions of GLSL anew: of those nothing is known. @param {import("./tokens.js").Token[]} tokens */
    rangeOf(tokens) {
        return tokens.some(({ text }) => this.functions.has(text)) ? unknown : rangeOf(tokens, (name) => this.#ranges.get(name) ?? unknown);
    }

    /** Whether only the function that uses a name can write to it. */
    isLocal(name) {
        return this.#declared.get(name) === 1 && !this.#globals.has(name);
    }

    /** How often a name is declared or may be written between two tokens. */
    touches(name, from, to) {
        let count = 0;
        for (let at = from; at < to; at += 1) if (this.#touched[at] && this.#tokens[at].text === name) count += 1;
        return count;
    }

    /** Reads something while a name is known to lie in a range. */
    within(name, range, read) {
        const before = this.#ranges.get(name);
        this.#ranges.set(name, range);
        read();
        if (before) this.#ranges.set(name, before);
        else this.#ranges.delete(name);
    }

    /** @returns {Set<string>} functions that write to what they are given */
    #findFunctions() {
        const outs = new Set(writers);
        let depth = 0;
        this.#tokens.forEach(({ text }, at) => {
            depth += text === "{" ? 1 : text === "}" ? -1 : 0;
            if (depth !== 0 || text !== "(" || !this.#isTyped(at - 1)) return;
            const name = this.#tokens[at - 1].text;
            this.functions.add(name);
            const parameters = this.#inBrackets(at);
            if (parameters.some((tokens) => tokens.some(({ text: word }) => /^(?:in)?out$/.test(word)))) outs.add(name);
            this.#definitions.set(name, this.#definitions.has(name) ? [] : parameters.map(numberOf));
        });
        return outs;
    }

    /** What stands between brackets, apart by commas. */
    #inBrackets(open) {
        let depth = 0;
        for (let at = open; at < this.#tokens.length; at += 1) {
            const { text } = this.#tokens[at];
            depth += text === "(" ? 1 : text === ")" ? -1 : 0;
            if (depth === 0) return parts(this.#tokens.slice(open + 1, at), ",");
        }
        return [];
    }

    /** The arguments of all calls, by function. */
    #findCalls() {
        const calls = new Map([...this.#definitions.keys()].map((name) => [name, []]));
        this.#tokens.forEach(({ text }, at) => {
            if (this.#tokens[at + 1]?.text === "(" && !this.#isTyped(at)) calls.get(text)?.push(this.#inBrackets(at + 1));
        });
        return calls;
    }

    /** Parameters of which it is known what all calls give them. */
    #findParameters(calls) {
        for (const [name, parameters] of this.#definitions) {
            parameters.forEach((parameter, at) => {
                if (parameter === undefined || this.#declared.get(parameter) !== 1 || this.#written.has(parameter)) return;
                const ranges = calls.get(name).map((given) => this.rangeOf(given[at] ?? []));
                if (ranges.every(isKnown)) this.#ranges.set(parameter, [Math.min(0, ...ranges.map(([low]) => low)), Math.max(0, ...ranges.map(([, high]) => high))]);
            });
        }
    }

    #isTyped(at) {
        const before = this.#tokens[at - 1]?.text ?? "";
        return isWord(this.#tokens[at]?.text ?? "") && (before === "]" || (isWord(before) && !noTypes.has(before)));
    }

    #findWrites() {
        let depth = 0;
        this.#tokens.forEach(({ text }, at) => {
            depth += /^[{(]$/.test(text) ? 1 : /^[})]$/.test(text) ? -1 : 0;
            if (!isWord(text)) return;
            const isTyped = this.#isTyped(at);
            if (isTyped) this.#declared.set(text, (this.#declared.get(text) ?? 0) + 1);
            if (depth === 0) this.#globals.add(text);
            if (!isTyped && this.#isAssigned(at)) this.#written.add(text);
            if (isTyped || this.#isAssigned(at)) this.#touched[at] = 1;
        });
    }

    /** Also in brackets: (i) = 0. */
    #isAssigned(at) {
        let [before, after] = [at - 1, at + 1];
        while (this.#tokens[before]?.text === "(" && this.#tokens[after]?.text === ")" && !isWord(this.#tokens[before - 1]?.text ?? "")) [before, after] = [before - 1, after + 1];
        return assigning.test(this.#tokens[after]?.text) || stepping.test(this.#tokens[before]?.text);
    }

    #findOuts(outs) {
        this.#tokens.forEach(({ text }, at) => {
            if (!outs.has(text) || this.#tokens[at + 1]?.text !== "(") return;
            let depth = 0;
            for (let next = at + 1; next < this.#tokens.length; next += 1) {
                const { text: inside } = this.#tokens[next];
                depth += inside === "(" ? 1 : inside === ")" ? -1 : 0;
                if (depth === 0) break;
                if (!isWord(inside)) continue;
                this.#written.add(inside);
                this.#touched[next] = 1;
            }
        });
    }

    #findInputs(inputs) {
        for (const { name, type, numbers, least = numbers, most = numbers } of inputs) {
            if (/^(?:float|int)$/.test(type) && !this.#declared.has(name) && !this.#written.has(name)) this.#ranges.set(name, [Math.min(least[0], numbers[0]), Math.max(most[0], numbers[0])]);
        }
    }

    /** Names that are declared once, with a value, and never written. */
    #findConstants() {
        const jumps = this.#tokens.some(({ text }) => text === "switch"); // over what gives a name its value
        for (let at = 1; at < this.#tokens.length - 1; at += 1) {
            const { text } = this.#tokens[at];
            const isNumber = /^(int|float)$/.test(this.#tokens[at - 1].text) && this.#tokens[at + 1].text === "=";
            if (!isNumber || this.#declared.get(text) !== 1 || this.#written.has(text) || (jumps && this.#tokens[at - 2]?.text !== "const")) continue;
            this.#ranges.set(text, this.rangeOf(this.#valueFrom(at + 2)));
        }
    }

    #valueFrom(from) {
        let depth = 0;
        for (let at = from; at < this.#tokens.length; at += 1) {
            const { text } = this.#tokens[at];
            if (depth === 0 && /^[,;)]$/.test(text)) return this.#tokens.slice(from, at);
            depth += /^[([]$/.test(text) ? 1 : /^[)\]]$/.test(text) ? -1 : 0;
        }
        return [];
    }
}

/** The name of a parameter that is one number. */
const numberOf = (tokens) => (tokens.length > 1 && /^(?:int|float)$/.test(tokens.at(-2).text) ? tokens.at(-1).text : undefined);
