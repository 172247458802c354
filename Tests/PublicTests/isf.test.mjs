import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../../Public/renderers/shading/isf/index.js";
import { preprocessed } from "../../Public/renderers/shading/isf/macros.js";
import { mended } from "../../Public/renderers/shading/isf/mends.js";
import { rangeOf, unknown } from "../../Public/renderers/shading/isf/ranges.js";
import { Refusal } from "../../Public/renderers/shading/isf/refusal.js";
import { tokensOf, written } from "../../Public/renderers/shading/isf/tokens.js";
import { giver, valuesOf, wishOf } from "../../Public/renderers/shading/isf/values.js";
import { nameOf } from "../../Public/renderers/shading/isf/words.js";
import { settled } from "../../Public/session/settings.js";
import { head, tail } from "../../Public/renderers/shading/words.js";

const told = (about) => `/*${JSON.stringify(about)}*/\n`;
const file = (body, before = "", about = {}) => `${told(about)}${before}\nvoid main() { float x = 0.0; ${body} gl_FragColor = vec4(x); }`;
const input = (NAME, TYPE, more = {}) => ({ NAME, TYPE, ...more });
const valueIn = (about, name) => read(file("", "", about)).inputs.find((one) => one.name === name).value;

test("the inputs of a file have their defaults, or what stands for them", () => {
    const inputs = [
        input("size", "float", { DEFAULT: 2 }), input("middle", "float", { MIN: 2, MAX: 8 }), input("on", "bool", { DEFAULT: 1 }), input("go", "event"),
        input("kind", "long", { VALUES: [3, 4] }), input("tint", "color", { DEFAULT: [0, 0.5, 1, 1] }), input("spot", "point2D", { MIN: [0, 0], MAX: [1, 4] }),
        input("inputImage", "image"), input("waves", "audio"), input("bins", "audioFFT", { MAX: 32 }),
    ];
    const values = ["2.0", "5.0", "true", "false", "3", "vec4(0.0, 0.5, 1.0, 1.0)", "vec2(0.5, 2.0)", "Image_(0, 256.0)", "Image_(2, 256.0)", "Image_(1, 32.0)"];
    inputs.forEach(({ NAME }, at) => assert.equal(valueIn({ INPUTS: inputs }, NAME), values[at], NAME));
});

test("inputs with bounds may be set, the others are constants", () => {
    const inputs = [input("free", "float", { MIN: 0, MAX: 2 }), input("bound", "float", { MIN: 2 }), input("odd", "float", { MIN: 2, MAX: 2 }), input("noise", "bool"), input("go", "event")];
    const { source } = read(file("x = free + bound;", "", { INPUTS: inputs }));
    for (const line of ["uniform float free;", "const float bound = 1.5;", "const float odd = 2.0;", "uniform bool isf_noise;", "const bool go = false;"]) assert.ok(source.includes(line), line);
});

test("an input that is the end of a loop may be set up to its bound, unless that is too much", () => {
    const many = (MAX) => read(file("for (float i = 0.0; i < many; i++) { for (int j = 0; j < 100; j++) x += 1.0; }", "", { INPUTS: [input("many", "float", { DEFAULT: 5, MIN: 0, MAX })] }));
    assert.ok(many(50).source.includes("uniform float many;"));
    assert.ok(many(5e6).source.includes("const float many = 5.0;"));
});

const settable = read(file("", "", { INPUTS: [input("size", "float", { DEFAULT: 0.5, MIN: 0, MAX: 2 }), input("kind", "long", { VALUES: [0, 1, 4], DEFAULT: 1 }), input("tint", "color"), input("inputImage", "image")] })).inputs;
const valuesIn = (text) => Object.fromEntries(valuesOf(text, "rings", settable));

test("what people have set comes back, and what they have not is the file's", () => {
    let text = wishOf("other size=2", "rings", "size", [0.25]);
    text = wishOf(text, "rings", "tint", [1, 0.125, 0, 1]);
    text = wishOf(text, "rings", "size", [1.75]);
    assert.deepEqual(valuesIn(text), { size: [1.75], kind: [1], tint: [1, 0.125, 0, 1] });
    assert.equal(settled({ inputs: text }).inputs, text);
    assert.deepEqual(valuesIn("other size=2"), { size: [0.5], kind: [1], tint: [1, 1, 1, 1] });
});

test("values that people set are numbers in their bounds, whatever a room says", () => {
    for (const value of ["9", "-1", "NaN", "1e999", "", "1,2", "x", "0.7"]) {
        const { size: [size], kind: [kind] } = valuesIn(`rings size=${value} kind=${value} __proto__=1`);
        assert.ok(size >= 0 && size <= 2 && kind >= 0 && kind <= 4 && Number.isInteger(kind), value);
    }
});

test("a room keeps no more of them than it takes", () => {
    assert.equal(wishOf(`rings ${"a".repeat(190)}=1`, "rings", "size", [1.234567]), undefined);
});

test("a filter falls back to the cover, a generator to what is usual", () => {
    assert.equal(read(file("", "", { INPUTS: [input("inputImage", "image")] })).instead, "cover");
    assert.equal(read(file("")).instead, undefined);
});

test("commas before brackets, tabs in strings and a byte order mark are no mistakes", () => {
    for (const text of ["\uFEFF/*{\"INPUTS\": [],}*/", "\r\n /* {\"DESCRIPTION\": \"a\tb\r\n\", \"INPUTS\": [ ], } */"]) assert.equal(read(`${text}\nvoid main() { }`).problem, "");
});

test("lines keep their numbers, whatever ends them", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
        const { problem } = read(["/*{", "}*/", "// one", "/* two", "three */ void main() {", "#define LOOP while (true)", "LOOP { }", "}"].join(end));
        assert.match(problem, /\(line 7\)$/);
    }
});

const replaced = (text) => preprocessed(text).map((token) => token.text).join(" ");
test("macros are replaced as GLSL says", () => {
    const known = [
        ["#define A 1 + B\n#define B 2\nA", "1 + 2"],
        ["#define A A + B\n#define B A\nA", "A + A"],
        ["#define F(x, y) (x) * (y)\nF(a, G(b, c))\nF", "( a ) * ( G ( b , c ) ) F"],
        ["#define F(x) x + 1\nF(F(2))", "2 + 1 + 1"],
        ["#define F() 3\nF()", "3"],
        ["#define ONE F\n#define F(x) [x]\nONE(2)", "[ 2 ]"],
        ["#define F(x) x\nF(\n1,\n)", undefined],
        ["#define LONG 1 + \\\n 2\nLONG", "1 + 2"],
        ["#define A\n#ifdef A\nyes\n#else\nno\n#endif", "yes"],
        ["#if defined(A) || !defined B && 2 * 3 == 6\nyes\n#elif 1\nno\n#else\nno\n#endif", "yes"],
        ["#if 0\n#if 1\nno\n#endif\n#elif 2 > 1\nyes\n#elif 1\nno\n#endif", "yes"],
        ["#define A 1\n#undef A\nA", "A"],
        ["#ifndef GL_ES\nno\n#endif", ""],
        ["#version 120\n#extension all : enable\na", "a"],
    ];
    for (const [text, wanted] of known) {
        if (wanted === undefined) assert.throws(() => replaced(text), Refusal);
        else assert.equal(replaced(text), wanted, text);
    }
});

/** A seeded chance. */
function chances(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32;
    };
}

test("what an expression comes to lies in its range, as wholes, as floats and in single precision", () => {
    const signs = ["+", "-", "*", "/"];
    const expression = (chance, depth) => {
        if (depth === 0 || chance() < 0.2) return { text: `${Math.floor(20 * chance()) + 1}` };
        const [left, right] = [expression(chance, depth - 1), expression(chance, depth - 1)];
        return { sign: signs[Math.floor(signs.length * chance())], left, right };
    };
    const textOf = ({ text, sign, left, right }) => text ?? `(${textOf(left)} ${sign} ${textOf(right)})`;
    const valueOf = ({ text, sign, left, right }, round) => {
        if (text) return Number(text);
        const [a, b] = [valueOf(left, round), valueOf(right, round)];
        return round(sign === "+" ? a + b : sign === "-" ? a - b : sign === "*" ? a * b : a / b);
    };
    for (let seed = 1; seed <= 400; seed += 1) {
        const made = expression(chances(seed), 4);
        const [low, high] = rangeOf(tokensOf(textOf(made), 1), () => unknown);
        for (const round of [Math.trunc, Math.fround, (value) => value]) {
            const value = valueOf(made, round);
            if (Number.isFinite(value)) assert.ok(low <= value && value <= high, `seed ${seed}: ${textOf(made)} is ${value}, not in ${low} to ${high}`);
        }
    }
});

const allowed = [
    ["for (int i = 0; i < 8; i++) { x += 1.0; }"], ["for (int i = 8; i > 0; --i) x += 1.0;"], ["for (float i = 0.0; i <= 1.0; i += 0.1) { x += i; }"], ["for (float i = 1.0; i < 64.0; i *= 2.0) { x += i; }"],
    ["for (int i = 0; i < N; i++) { x += 1.0; }", "#define N 8"], ["for (int i = 0; i < N / 2; i++) { x += 1.0; }", "const int N = 8;"], ["for (int i = 0; i < int(N); i++) { x += 1.0; }", "float N = 8.0;"],
    ["for (int i = 0; i < min(9999, 8); i++) { x += 1.0; }"], ["int i; for (i = 0; i < 8; i++) { x += 1.0; }"], ["for (int i = 0; i < 8 && x < 5.0; i = i + 1) { x += 1.0; }"], ["for (int i = 0; i < 8; i++) for (int j = 0; j < i; j++) x += 1.0;"],
    ["for (float i = 0.0; i < wide; i++) { x += 1.0; }", "", { INPUTS: [input("wide", "float", { DEFAULT: 9 })] }],
    ["x = many(2 * 3) + many(5);", "float many(int n) { float sum = 0.0; for (int i = 0; i < n; i++) sum += 1.0; return sum; }"],
    ["switch (1) { case 0: x = 1.0; break; default: x = 2.0; } if (x > 1.0) x = 3.0; else if (x > 0.5) { discard; }"],
    ["x = f(vec2(1.0));", "float f(vec2 a);\nfloat f(float a) { return a; }\nfloat f(vec2 a) { return f(a.x); }"],
    ["float a[N]; a[0] = 1.0; x = a[0];", "const int N = 8;"], ["S s; x = s.a[1];", "struct S { float a[8], b; };"],
];
for (const [body, before, about] of allowed) test(`a file may have: ${before ?? ""} ${body}`, () => assert.equal(read(file(body, before, about)).problem, ""));

const counted = /the turns of a loop cannot be counted/;
const tree = Array.from({ length: 26 }, (_, k) => `float f${k}(float a) { return ${k === 0 ? "a" : `f${k - 1}(a) + f${k - 1}(a)`}; }`).join("\n");
const structs = Array.from({ length: 9 }, (_, k) => `struct S${k} { ${k === 0 ? "float" : `S${k - 1}`} a, b, c, d, e, f, g, h; };`).join("\n");
const bomb = (link, first) => Array.from({ length: 21 }, (_, k) => `#define ${k === 0 ? first : link(k)}`).join("\n");
const refused = [
    ["an endless loop", "for (;;) { }", "", counted],
    ["a while loop", "while (x < 1.0) { }", "", /“for” loops/],
    ["a do loop", "do { } while (x < 1.0);", "", /“for” loops/],
    ["a loop made by a macro", "L { }", "#define L while (true)", /“for” loops/],
    ["a loop whose step is none", "for (int i = 0; i < 8; i += 0) { }", "", counted],
    ["a loop whose step is none in single precision", "for (float i = 1e8; i < 100000099.0; i += 1.0) { }", "", counted],
    ["a loop whose step is lost in its computation", "for (float i = 0.0; i < 8.0; i += 1e8 + 1.0 - 1e8) { }", "", counted],
    ["a loop whose end is a function of GLSL written anew", "for (float i = 0.0; i < min(8.0, 9.0); i++) { }", "float min(float a, float b) { return 1e8; }", counted],
    ["a loop whose counter wraps around to 0", "for (int i = 65536; i < 1000000000; i *= 65536) { }", "", counted],
    ["a directive after a form feed", "L { }", "\f#define L while (true)", /a # stands/],
    ["a directive after other text", "L { }", "; \\\n#define L while (true)", /a # stands/],
    ["a loop the other way", "for (int i = 0; i < 8; i--) { }", "", counted],
    ["a loop that steps back", "for (int i = 0; i < 8; i++, i--) { }", "", counted],
    ["a loop that steps another name", "for (int i = 0; i < 8; x++) { }", "", counted],
    ["a loop with two ends of which one is enough", "for (int i = 0; i < 8 || x < 1.0; i++) { }", "", counted],
    ["a loop with an end for show", "for (int i = 0; i < 8, x < 1.0; i++) { }", "", counted],
    ["a loop with an end that is not needed", "for (int i = 0; i < 8 && x < 1.0 || true; i++) { }", "", counted],
    ["a loop with two ends for show", "for (int i = 0; i < 8 && x < 1.0, true; i++) { }", "", counted],
    ["a loop with an end by choice", "for (int i = 0; i < 8 && x < 1.0 ? true : true; i++) { }", "", counted],
    ["a loop that is set back in its end", "for (int i = 0; i < 8 && (i = 0) == 0; i++) { }", "", /is written in the loop/],
    ["a loop that begins elsewhere", "for (int i = 0, j = (i = -1000000000); i < 8; i++) { }", "", /is written in the loop/],
    ["a loop that a function sets back in its end", "for (int i = 0; i < 8 && back(i); i++) { }", "bool back(inout int k) { k = 0; return true; }", /is written in the loop/],
    ["a loop to the end of the numbers", "for (int i = 2147483640; i <= 2147483647; i++) { }", "", counted],
    ["a loop that comes back to 0", "for (uint i = 5u; i >= 0u; i--) { }", "", counted],
    ["a loop from an octal number", "for (int i = 0777777777; i < 1000000000; i++) { }", "", counted],
    ["a loop whose end moves", "int n = 8; for (int i = 0; i < n; i++) { n++; }", "", counted],
    ["a loop whose end is set by a function", "for (int i = 0; i < n; i++) { f(); }", "int n = 8; void f() { n = 99999999; }", counted],
    ["a loop whose end is written through a parameter", "int n = 8; f(n); for (int i = 0; i < n; i++) { }", "void f(out int k) { k = 99999999; }", counted],
    ["a loop whose end has two meanings", "for (int i = 0; i < n; i++) { }", "const int n = 8; void f(int n) { for (int i = 0; i < n; i++) { } }", counted],
    ["a loop whose end a switch jumps over", "switch (1) { case 0: int n = 8; default: for (int i = 0; i < n; i++) { } }", "", counted],
    ["a loop whose counter is everybody's", "for (i = 0; i < 8; i++) { f(); }", "int i; void f() { i = 0; }", counted],
    ["a loop whose end is given by who knows", "x = many(int(gl_FragCoord.x)) + many(5);", "float many(int n) { for (int i = 0; i < n; i++) { } return 1.0; }", counted],
    ["a loop whose end grows from call to call", "x = many(1);", "float many(int n) { for (int i = 0; i < n; i++) { } return many(n + 1); }", counted],
    ["a loop that is set back", "for (int i = 0; i < 8; i++) { ((i)) -= 1; }", "", /is written in the loop/],
    ["a loop that a function sets back", "for (int i = 0; i < 8; i++) { back(i); }", "void back(inout int k) { k = 0; }", /is written in the loop/],
    ["a loop that GLSL sets back", "for (float i = 0.0; i < 8.0; i++) { x = modf(x, i); }", "", /is written in the loop/],
    ["a loop with another of its name", "for (int i = 0; i < 8; i++) { int i = 1000000; for (int j = 0; j < i; j++) { } }", "", /is written in the loop/],
    ["turns in turns", "for (int i = 0; i < 900; i++) for (int j = 0; j < i; j++) x += 1.0;", "", /too many turns/],
    ["a tree of calls", "x = f25(x);", tree, /too many turns|written out/],
    ["a function that calls itself", "x = f(x);", "float f(float a) { return f(a); }", /calls itself/],
    ["functions that call each other", "x = f(x);", "float g(float a);\nfloat f(float a) { return g(a); }\nfloat g(float a) { return f(a); }", /calls itself/],
    ["a function that is never written", "x = f(x);", "float f(float a);", /is declared and never written/],
    ["a long array", "float a[4194304];", "", /an array is longer/],
    ["a long array by a name", "float a[N];", "const int N = 4194304;", /an array is longer/],
    ["an array as long as who knows", "float a[N * M];", "#define N 2", /must be a number/],
    ["many arrays", Array.from({ length: 9 }, (_, k) => `float a${k}[200];`).join(" "), "", /more than 1024 elements/],
    ["arrays of structs", "S a[100];", "struct S { float b[50]; };", /more than 1024 elements/],
    ["structs in structs", "S8 s;", structs, /too many parts/],
    ["a macro bomb", "a20", bomb((k) => `a${k} a${k - 1} a${k - 1}`, "a0 x"), /too much text/],
    ["one of functions", "F20(x)", bomb((k) => `F${k}(x) F${k - 1}(x) F${k - 1}(x)`, "F0(x) x"), /too much text/],
    ["one of nothing", "a20 ".repeat(9), bomb((k) => `a${k} a${k - 1} a${k - 1}`, "a0"), /too much text/],
    ["one of arguments", `${"D(".repeat(20)}x${")".repeat(20)}`, "#define D(x) x x", /too much text/],
    ["a # in a macro", "", "#define A a ## b", /has a # in it/],
    ["an #include", "", "#include <a>", /an #include/],
    ["an #if without end", "", "#if 1", /no #endif/],
    ["a comment without end", "", "/* ", /a comment has no end/],
    ["a vertex shader of its own", "", "varying vec2 left_coord;", /vertex shader of its own/],
    ["uniforms that are no inputs", "", "uniform float a[100000];", /none of its inputs/],
    ["a bracket too many", "} ", "", /a bracket|outside/],
    ["a bracket too few", "{ ", "", /a bracket/],
    ["no main", "", "#define main other", /no function “void main/],
    ["many brackets", "x = " + "(".repeat(5000) + "1.0" + ")".repeat(5000) + ";", "", /too many brackets/],
    ["letters of no language", "x = ü;", "", /a sign that is not of GLSL/],
    ["much text", "x += 1.0; ".repeat(3500), "", /words and signs|letters|written out/],
];
for (const [what, body, before, sentence] of refused) test(`a file with ${what} is refused before it is compiled`, () => assert.match(read(file(body, before)).problem, sentence));

/** A loop by chance, most of which never end. */
function loopOf(chance) {
    const one = (...list) => list[Math.floor(list.length * chance())];
    const number = () => one(0, 1, 2, 3, 8, 9, 20, -1, -5, 1000, 300_000, 2_000_000);
    const end = () => one(() => `i ${one("<", "<=", ">", ">=", "==", "!=")} ${number()}`, () => `${number()} ${one("<", ">", "<=")} i`, () => `(i = ${number()}) < ${number()}`, () => "true",
        () => `i < ${number()} + i`, () => `i < min(${number()}, ${number()})`, () => `(${end()})`)();
    const first = one(() => `int i = ${number()}`, () => `int i = ${number()}, j = (i = ${number()})`, () => `int i = ${number()}, j = ${number()}`)();
    const condition = one(() => end(), () => `${end()} && ${end()}`, () => `${end()} && ${end()} ${one("||", "&&", ",")} ${end()}`, () => `${end()} || ${end()}`, () => `${end()} ? ${end()} : ${end()}`)();
    const step = one("i++", "i++", "++i", "i--", `i += ${number()}`, `i -= ${number()}`, `i = i + ${number()}`, `i *= ${number()}`, "i++, i--", "x++", "i += 1 - 1", "i = i + 1 - 1");
    const body = one("", "", "", `i = ${number()};`, "i--;", "if (x > 1.0) i++;", "(i) += 1;", `int k = ${number()}; x += float(k);`);
    return { first, condition, step, body };
}

test("a loop that is let through ends, of loops by chance", () => {
    const mostTurns = 400_000;
    let passed = 0;
    for (let seed = 1; seed <= 6000; seed += 1) {
        const { first, condition, step, body } = loopOf(chances(seed * 7919));
        const loop = `for (${first}; ${condition}; ${step}) { ${body} }`;
        if (read(file(loop)).problem) continue;
        passed += 1;
        const script = `let x = 0, turns = 0; const min = Math.min; const float = Number; for (${first.replace("int", "let")}; ${condition}; ${step}) { if (++turns > ${mostTurns}) break; ${body.replace("int", "let")} } return turns;`;
        assert.ok(new Function(script)() <= mostTurns, `seed ${seed}: ${loop}`);
    }
    assert.ok(passed > 100, `${passed}`);
});

const about = [
    ["no text", undefined, /no text/],
    ["5 MB of text", file("") + " ".repeat(5_000_000), /longer than/],
    ["a million inputs", `/*{"INPUTS":[${'{"NAME":"a","TYPE":"float"},'.repeat(1e6)}{}]}*/`, /longer than/],
    ["many inputs", file("", "", { INPUTS: Array.from({ length: 65 }, (_, k) => input(`a${k}`, "float")) }), /more than 64 inputs/],
    ["no comment", "void main() { }", /comment of JSON/],
    ["a comment that has no end", "/*{\"INPUTS\": []}\nvoid main() { }", /comment of JSON/],
    ["a comment of something else", "/* hello */\nvoid main() { }", /comment of JSON/],
    ["deep JSON", `/*${"[".repeat(60_000)}*/`, /comment of JSON/],
    ["code for a name", file("", "", { INPUTS: [input("a; for (;;)", "float")] }), /no name/],
    ["a name of the machinery", file("", "", { INPUTS: [input("__proto__", "float")] }), /no name/],
    ["an unknown input", file("", "", { INPUTS: [input("a", "constructor")] }), /unknown type/],
    ["one name twice", file("", "", { INPUTS: [input("a", "float"), input("a", "float")] }), /one name/],
    ["several passes", file("", "", { PASSES: [{ TARGET: "a" }, {}] }), /several passes/],
    ["a picture that it keeps", file("", "", { PASSES: [{ TARGET: "a", PERSISTENT: true }] }), /from frame to frame/],
    ["a picture that it keeps, as in version 1", file("", "", { PERSISTENT_BUFFERS: ["a"] }), /from frame to frame/],
    ["pictures of its own", file("", "", { IMPORTED: { a: { PATH: "a.png" } } }), /not in the file/],
    ["a transition", file("", "", { INPUTS: [input("startImage", "image"), input("endImage", "image"), input("progress", "float")] }), /transition/],
];
for (const [what, text, sentence] of about) test(`a file with ${what} is refused`, () => assert.match(read(text).problem, sentence));

test("values of inputs are numbers, whatever the file says they are", () => {
    for (const DEFAULT of ["1; for (;;) { }", {}, [[]], null, 1e99, "NaN", true]) {
        for (const TYPE of ["float", "long", "bool", "color", "point2D"]) assert.match(valueIn({ INPUTS: [input("a", TYPE, { DEFAULT, MIN: DEFAULT, VALUES: DEFAULT })] }, "a"), /^[-\w.+(), ]+$/);
    }
});

test("a text of many open brackets and half words is read in a moment", () => {
    for (const piece of ["{", "(", "a[", "for (", "for (int i = 0; i < 2; i++) ", "/*", "/* */", "#if 1\n", "#define A(x) x\n", "else ", "-", "(-", "a?", "struct S {", "float f(float a) { return f(a); }", "#define A A A\n", "float a = 1.0, "]) {
        for (const text of [told({}) + piece.repeat(60_000 / piece.length), file(piece.repeat(50_000 / piece.length))]) assert.equal(typeof read(text).problem, "string");
    }
});

test("all names of the host are out of a file's reach", () => {
    const globals = [...`${head}${tail}`.replace(/\{[^{}]*\{[^{}]*\}[^{}]*\}|\{[^{}]*\}/g, ";").matchAll(/(?:^|[;\n])\s*(?:(?:const|uniform|struct|out)\s+)*\w+\s+(\w+)(?:\[[^\]]*\])?\s*(?=[;=,(])/g)].map(([, name]) => name);
    const structs = [...head.matchAll(/struct (\w+)/g)].map(([, name]) => name);
    assert.ok(globals.includes("clouds") && globals.includes("seed") && globals.includes("beatsBefore") && structs.includes("Music"), globals.join(" "));
    for (const name of [...globals, ...structs].filter((one) => one !== "main" && one !== "look")) assert.notEqual(nameOf(name), name);
});

test("what a compiler complains of is mended: whole numbers on that line, but those that are meant", () => {
    const known = [
        ["float y = 1;", "float y = 1.0 ;"],
        ["for (int i = 0; i < 8; i++) { x += 1; }", "for ( int i = 0 ; i < 8 ; i ++ ) { x += 1.0 ; }"],
        ["for (float i = 0; i < 8; i++) { x += 1.0; }", "for ( float i = 0.0 ; i < 8.0 ; i ++ ) { x += 1.0 ; }"],
        ["x = a[i + 1] * 2 + float(int(3)) + vec2(1).x;", "x = a [ i + 1 ] * 2.0 + float ( int ( 3 ) ) + vec2 ( 1.0 ) . x ;"],
        ["int n = 5 * 3.0;", undefined],
    ];
    for (const [line, better] of known) {
        const source = `int i = 0 ;\n#line 1\n${written(tokensOf(line, 7))}`;
        const made = mended(source, "ERROR: 0:7: '=' : cannot convert from 'const int' to 'highp float'");
        assert.equal(made?.split("\n").at(-1).trim(), better, line);
    }
});

test("where no number is left to mend, names of whole numbers are", () => {
    const source = "int k = 0 ;\nk = k + 2 ;\nx = y * k + a [ k ] + float ( k ) ;\n";
    assert.equal(mended(source, "ERROR: 0:3: '*' : wrong operand types"), source.replace("y * k", "y * float ( k )"));
    assert.equal(mended(source, "ERROR: 0:9: '*' : wrong operand types"), undefined);
    assert.equal(mended(`${source}vec3 k = a ;\n`, "ERROR: 0:3: '*' : wrong operand types"), undefined);
});

test("an input follows the music by an expression, within its bounds", () => {
    const inputs = settable;
    const text = wishOf("", "rings", "size", ["mix(0.2, 0.4, beat) + 100 * hit"]);
    assert.equal(text, "rings size=mix(0.2,0.4,beat)+100*hit");
    assert.deepEqual(valuesOf(text, "rings", inputs).get("size"), ["mix(0.2,0.4,beat)+100*hit"]);
    const size = inputs.find(({ name }) => name === "size");
    assert.deepEqual(valuesOf("rings size=window", "rings", inputs).get("size"), size.numbers, "what is no expression");
    const given = {};
    const gl = { uniform1fv: (place, [value]) => { given[place] = value; }, uniform2fv() {}, uniform3fv() {}, uniform4fv() {}, uniform1i() {} };
    const places = new Proxy({}, { get: (_, name) => String(name) });
    const give = giver(inputs, "rings");
    const at = (hit) => {
        const scene = { settings: { inputs: text }, beat: { index: 4, fraction: 0, position: 1, meter: 4, bpm: 120, strength: 1 }, levels: new Float32Array(8).fill(0.5), loudness: 0.5, onset: 0, playing: true, calm: false,
            hasGrid: true, mediaS: 1, timeS: 2, show: 1, idle: 0, direction: { energy: 0.5, tension: 0, hit, breath: 0 } };
        give(gl, places, scene);
        return Object.entries(given).find(([name]) => name.includes("size"))[1];
    };
    const quiet = at(0);
    assert.ok(quiet >= 0.2 && quiet <= 0.4, String(quiet));
    assert.equal(at(1), size.most[0]);
});
