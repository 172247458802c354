import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse, YAMLError } from "../../Public/docs/yaml.js";

const read = (name) => parse(readFileSync(new URL(`../../Public/${name}`, import.meta.url), "utf8"));

const known = [
    ["nothing", "", null],
    ["a word", "x", "x"],
    ["words of the core schema", "- null\n- ~\n-\n- true\n- False\n- 12\n- -3\n- .5\n- 1.5e3\n- 1e90ff\n", [null, null, null, true, false, 12, -3, 0.5, 1500, "1e90ff"]],
    ["a list that stands under its key", "a:\n- 1\n- b: 2\n  c: 3\nd: 4\n", { a: [1, { b: 2, c: 3 }], d: 4 }],
    ["the same further in", "z:\n  a:\n  - 1\n  b: 2\n", { z: { a: [1], b: 2 } }],
    ["lists in lists", "- - 1\n  - 2\n- [3, [4]]\n", [[1, 2], [3, [4]]]],
    ["comments", "# a\na: b # c\n\n  # d\ne: 'f # g'\nh: i#j\n", { a: "b", e: "f # g", h: "i#j" }],
    ["colons in words", "a: http://x:80/b\nc: d:e\n", { a: "http://x:80/b", c: "d:e" }],
    ["brackets over lines", "a: {b: [1,\n    2], \"c\":d, e: {}}\nf: []\n", { a: { b: [1, 2], c: "d", e: {} }, f: [] }],
    ["quotes", "'a b': 'it''s'\n\"200\": \"\\\"\\\\S\\u00e9\\x41\\n\"\n", { "a b": "it's", 200: '"\\Sé' + "A\n" }],
    ["quotes over lines", 'a: "x\n  y\n\n  z \\\n  w"\n', { a: "x y\nz w" }],
    ["a literal block", "a: |\n  x\n    y: z\n\n  # w\n\nb: |-\n  q\nc: |+\n  r\n\n", { a: "x\n  y: z\n\n# w\n", b: "q", c: "r\n\n" }],
    ["a literal block at the end of the text", "a: |\n  x", { a: "x\n" }],
    ["an anchor", "a: &one\n  b: 1\nc: *one\nd: &two [2]\ne: *two\n", { a: { b: 1 }, c: { b: 1 }, d: [2], e: [2] }],
    ["a key that objects have by themselves", "__proto__: 1\n", JSON.parse('{"__proto__": 1}')],
    ["line ends of other systems", "a: |\r\n  x\r\n  y\r\nb: 1\r\n", { a: "x\ny\n", b: 1 }],
];

for (const [name, text, value] of known) {
    test(`reads ${name}`, () => assert.deepEqual(parse(text), value));
}

const refused = [
    ["a key twice", "a: 1\nb: 2\na: 3\n", 3],
    ["what other readers take for true", "a:\n  b: on\n", 2],
    ["what other readers take for eight", "a: 010\n", 1],
    ["what other readers take for a date", "a: 2026-11-21\n", 1],
    ["a value that goes on unquoted", "a: x\n  y\n", 2],
    ["a colon within words", "a: b: c\n", 1],
    ["a tab as indent", "a:\n\tb: 1\n", 2],
    ["too much indent", "a: 1\n  b: 2\n", 2],
    ["a list beside keys", "a: 1\n- b\n", 2],
    ["an open bracket", "a: [1,\n  2\n", 3],
    ["an open quote", "a: 1\nb: 'x\n", 2],
    ["an unknown name", "a: *b\n", 1],
    ["tags", "a: !!str 1\n", 1],
    ["folded blocks", "a: >\n  x\n", 1],
    ["merged keys", "a: &b {c: 1}\nd:\n  <<: *b\n", 3],
    ["a second document", "a: 1\n---\nb: 2\n", 2],
    ["more behind a bracket", "a: [1] 2\n", 1],
    ["an unknown escape", 'a: "\\q"\n', 1],
];

for (const [name, text, line] of refused) {
    test(`refuses ${name}, and says in which line`, () => {
        assert.throws(() => parse(text), (error) => error instanceof YAMLError && error.line === line);
    });
}

/** Numbers from a seed, the same each time (mulberry32). */
function makeRandom(seed) {
    return (below) => {
        seed = (seed + 0x6d2b79f5) | 0;
        let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
    };
}

const texts = ["", "x", "true", "on", "12", "a: b", "- c", "# d", "it's", "\"", "\\", "é\u{1f941}", " e ", "f\ng", "\th", "{", "*i", "null", "1e5", "a #b"];

function makeValue(random, depth) {
    const kind = random(depth > 0 ? 7 : 5);
    if (kind === 0) return null;
    if (kind === 1) return random(2) === 0;
    if (kind === 2) return random(2000) - 1000;
    if (kind === 3) return (random(2000) - 1000) / 8;
    if (kind === 4) return texts[random(texts.length)];
    const children = Array.from({ length: random(4) }, () => makeValue(random, depth - 1));
    return kind === 5 ? children : Object.fromEntries(children.map((child) => [texts[random(texts.length)], child]));
}

/** The same value as blocks, in one of the ways that they can be written. */
function block(value, indent, random) {
    const blank = " ".repeat(indent);
    const isList = Array.isArray(value);
    if (typeof value !== "object" || value === null || Object.keys(value).length === 0 || random(4) === 0) return ` ${JSON.stringify(value, null, random(2) * (indent + 1))}\n`;
    const step = 1 + random(3);
    return `\n${Object.entries(value).map(([key, child]) => {
        const note = random(5) === 0 ? `${blank}# a: [note\n` : "";
        return `${note}${blank}${isList ? "-" : `${JSON.stringify(key)}:`}${block(child, indent + step, random)}`;
    }).join("")}`;
}

function parsed(text, seed) {
    try {
        return parse(text);
    } catch (error) {
        throw new Error(`seed ${seed}:\n${text}`, { cause: error });
    }
}

test("every JSON text is read as JSON is, in one line, over lines and as blocks", () => {
    for (let seed = 1; seed <= 200; seed += 1) {
        const random = makeRandom(seed);
        const value = makeValue(random, 4);
        for (const text of [JSON.stringify(value), JSON.stringify(value, null, 3), block(value, 0, random).trimStart()]) {
            assert.deepEqual(parsed(text, seed), value, `seed ${seed}:\n${text}`);
        }
    }
});

test("a text cut off anywhere is read or refused, and never keeps one waiting", () => {
    const text = readFileSync(new URL("../../Public/asyncapi.yaml", import.meta.url), "utf8").slice(0, 3000) + "a: {b: [1, \"c\\n\"]}\n";
    for (let end = 0; end < text.length; end += 7) {
        try {
            parse(text.slice(0, end));
        } catch (error) {
            assert.ok(error instanceof YAMLError, `${error.stack} at ${end}`);
        }
    }
});

test("both descriptions are read", () => {
    const http = read("openapi.yaml");
    assert.equal(http.openapi, "3.1.0");
    assert.equal(http.paths["/api/v1/tracks"].get.parameters[0].example, "sig ro");
    assert.deepEqual(http.components.responses.PartOfSound.content, http.components.responses.Sound.content);
    assert.match(http.components.responses.Forbidden.description, /^`role-needed`: /);
    const live = read("asyncapi.yaml");
    assert.equal(live.asyncapi, "3.0.0");
    assert.equal(live.components.messages.hello.examples[1].payload.streams.frames.bands, 64);
    assert.match(live.components.messages.binaryFrames.examples[0].payload, /^01 01 .* 14 00 00 00 80 84 1e 00 3c 04 0a 00 00 40 /);
    assert.deepEqual(live.components.schemas.Shuffle.required, ["do", "on"]);
});
