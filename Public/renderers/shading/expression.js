// Numbers that follow the music, as in "1 + 0.2 * beat * bass": read by us, so that nothing but arithmetic can be said.

const longest = 80; // letters
const deepest = 16; // brackets in brackets
const token = /\s*(?:(\d+\.?\d*(?:e-?\d+)?|\.\d+)|([a-z]+)|([-+*/(),]))/giy;

const functions = {
    abs: [1, Math.abs], sin: [1, Math.sin], cos: [1, Math.cos], floor: [1, Math.floor], sqrt: [1, (x) => Math.sqrt(Math.max(0, x))],
    min: [2, Math.min], max: [2, Math.max], mix: [3, (a, b, t) => a + (b - a) * t],
};

/** What expressions may name. @type {readonly string[]} */
export const names = ["beat", "phase", "bar", "time", "loudness", "onset", "bass", "middle", "treble", "energy", "tension", "hit", "breath", "pi"];

/**
 * @param {string} text
 * @returns {{ problem: string, value?: (of: Record<string, number>) => number }} what is wrong, as a sentence; or what gives its value, 0 where there is none
 */
export function expressionOf(text) {
    try {
        if (text.length > longest) throw new RangeError(`An expression has at most ${longest} letters.`);
        const reader = new Reader(tokensOf(text));
        const value = reader.sum(0);
        reader.end();
        return { problem: "", value: (of) => finite(value(of)) };
    } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return { problem: error.message };
    }
}

const finite = (number) => (Number.isFinite(number) ? number : 0);

function tokensOf(text) {
    const found = [];
    token.lastIndex = 0;
    while (token.lastIndex < text.trimEnd().length) {
        const at = token.lastIndex;
        const match = token.exec(text);
        if (!match) throw new RangeError(`“${text.slice(at).trim()}” cannot be read.`);
        found.push({ number: match[1], name: match[2]?.toLowerCase(), sign: match[3] });
    }
    return found;
}

class Reader {
    #tokens;
    #at = 0;

    constructor(tokens) {
        this.#tokens = tokens;
    }

    end() {
        if (this.#at < this.#tokens.length) throw new RangeError(`Something is missing before “${wordOf(this.#tokens[this.#at])}”.`);
    }

    sum(depth) {
        let left = this.#product(depth);
        for (;;) {
            const sign = this.#take("+", "-");
            if (!sign) return left;
            const [one, other] = [left, this.#product(depth)];
            left = sign === "+" ? (of) => one(of) + other(of) : (of) => one(of) - other(of);
        }
    }

    #product(depth) {
        let left = this.#part(depth);
        for (;;) {
            const sign = this.#take("*", "/");
            if (!sign) return left;
            const [one, other] = [left, this.#part(depth)];
            left = sign === "*" ? (of) => one(of) * other(of) : (of) => one(of) / other(of);
        }
    }

    #part(depth) {
        if (depth > deepest) throw new RangeError("There are too many brackets in brackets.");
        if (this.#take("-")) {
            const part = this.#part(depth + 1);
            return (of) => -part(of);
        }
        if (this.#take("(")) {
            const inside = this.sum(depth + 1);
            this.#must(")");
            return inside;
        }
        const { number, name } = this.#tokens[this.#at] ?? {};
        this.#at += 1;
        if (number !== undefined) {
            const constant = Number(number);
            if (!Number.isFinite(constant)) throw new RangeError(`“${number}” is too large.`);
            return () => constant;
        }
        if (name === "pi") return () => Math.PI;
        if (names.includes(name)) return (of) => of[name] ?? 0;
        if (!Object.hasOwn(functions, name ?? "")) throw new RangeError(name ? `“${name}” is no name here. There are ${names.join(", ")}.` : "A number or a name is missing.");
        return this.#call(name, depth);
    }

    #call(name, depth) {
        const [count, of] = functions[name];
        this.#must("(");
        const given = [this.sum(depth + 1)];
        while (this.#take(",")) given.push(this.sum(depth + 1));
        this.#must(")");
        if (given.length !== count) throw new RangeError(`“${name}” takes ${count === 1 ? "one number" : `${count} numbers`}.`);
        return (values) => of(...given.map((one) => one(values)));
    }

    #take(...signs) {
        const { sign } = this.#tokens[this.#at] ?? {};
        if (!signs.includes(sign)) return undefined;
        this.#at += 1;
        return sign;
    }

    #must(sign) {
        if (!this.#take(sign)) throw new RangeError(`A “${sign}” is missing.`);
    }
}

const wordOf = ({ number, name, sign }) => number ?? name ?? sign;
