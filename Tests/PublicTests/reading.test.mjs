import assert from "node:assert/strict";
import { test } from "node:test";
import { canvasStyles, shaderStyles } from "../../Public/renderers/index.js";
import { unfit } from "../../Public/renderers/shading/reading.js";

const around = (body, before = "") => `${before}\nvec3 look(vec2 p) { ${body} return vec3(0.0); }`;
const good = around("float sum = 0.0; for (int i = 0; i < 8; i++) { if (i > 5) break; sum += float(i); }");

for (const { id, name } of shaderStyles) {
    test(`the shader “${name}” may be compiled, and names a Canvas style`, async () => {
        const module = await import(`../../Public/renderers/shaders/${id}.js`);
        assert.equal(unfit(module.shader), "");
        assert.ok(canvasStyles.some((style) => style.id === module.instead), module.instead);
    });
}

test("loops with constant bounds may be compiled", () => {
    assert.equal(unfit(good), "");
    assert.equal(unfit(around("for (int i = 1; i <= 8; ++i) { for (int j = 0; j < 9; j++) { p += 1.0; } }")), "");
    assert.equal(unfit(around("/* while (true) */ p += 1.0; // do\n")), "");
});

const tree = Array.from({ length: 26 }, (_, k) => `float f${k}(float x) { return ${k === 0 ? "x" : `f${k - 1}(x) + f${k - 1}(x + 1.0)`}; }`).join("\n");
const hostile = [
    ["an endless loop", around("for (;;) { p += 1.0; }"), /a loop must be written as/],
    ["another one", around("while (true) { p += 1.0; }"), /“for” loops/],
    ["a third", around("do { p += 1.0; } while (true);"), /“for” loops/],
    ["a loop whose step is none", around("for (int i = 0; i < 8; i += 0) { p += 1.0; }"), /a loop must be written as/],
    ["a loop whose end moves", around("int n = 8; for (int i = 0; i < n; i++) { n++; }"), /a loop must be written as/],
    ["a loop that checks another name", around("int j = 0; for (int i = 0; j < 8; i++) { p += 1.0; }"), /a loop must be written as/],
    ["a loop without brackets", around("for (int i = 0; i < 8; i++) p += 1.0;"), /a loop must be written as/],
    ["a loop that is set back", around("for (int i = 0; i < 8; i++) { i = 0; }"), /is written in the loop/],
    ["a loop that counts back", around("for (int i = 0; i < 8; i++) { i--; }"), /is written in the loop/],
    ["a loop that counts back first", around("for (int i = 0; i < 8; i++) { --i; }"), /is written in the loop/],
    ["a loop that a function sets back", around("for (int i = 0; i < 8; i++) { back(i); }", "void back(inout int k) { k = 0; }"), /writes to a whole number/],
    ["two million turns", around("for (int i = 0; i < 200000; i++) { p += 1.0; }"), /too many turns/],
    ["turns in turns", around("for (int i = 0; i < 500; i++) { for (int j = 0; j < 500; j++) { p += 1.0; } }"), /too many turns/],
    ["turns in a function that is called in turns", around("for (int i = 0; i < 500; i++) { p += f(p); }", "vec2 f(vec2 at) { for (int j = 0; j < 500; j++) { at += 1.0; } return at; }"), /too many turns/],
    ["a tree of calls", around("p += f25(p.x);", tree), /too many turns/],
    ["a tree of calls written from its top", around("p += f25(p.x);", Array.from({ length: 26 }, (_, k) => `float f${k}(float x);`).join(" ") + tree), /declared before/],
    ["a tree of calls with much space", around("p += f25(p.x);", tree.replaceAll(" f", " ".repeat(60) + "f")), /too many turns/],
    ["a loop that is set back in brackets", around("for (int i = 0; i < 8; i++) { (  i  )   = 0; }"), /is written in the loop/],
    ["much text in many turns", around(`for (int i = 0; i < 15000; i++) { ${"p += 1.0;".repeat(30)} }`), /too many turns/],
    ["a loop made by a macro", around("L { p += 1.0; }", "#define L while (true)"), /begins with #/],
    ["another version", `#version 100\n${good}`, /begins with #/],
    ["uniforms of its own", `uniform float a[100000];\n${good}`, /the word uniform/],
    ["textures read past the host", around("p += texture(cover_, p).xy;"), /the word texture/],
    ["names of the host", around("p += hash_(1u);"), /ends in _/],
    ["pixels", around("p += gl_FragCoord.xy;"), /gl_FragCoord/],
    ["a main of its own", `void main() { }\n${good}`, /a function main/],
    ["16 MB of an array", around("float a[4194304]; p += a[0];"), /an array is longer/],
    ["an array as long as a name says", around("float a[n]; p += a[0];", "const int n = 4194304;"), /must be a number/],
    ["5 MB of text", good + " ".repeat(5_000_000), /longer than/],
    ["letters that are long as bytes", `${good}//${"ü".repeat(20_000)}`, /longer than/],
    ["an open bracket", `${good} float f() {`, /a bracket is missing/],
    ["one closed too often", `} ${good}`, /a bracket is missing/],
    ["no function", "float other() { return 1.0; }", /no function/],
    ["no text", undefined, /no text/],
    ["an empty text", "", /no function/],
];
for (const [what, text, sentence] of hostile) test(`a shader with ${what} is refused before it is compiled`, () => assert.match(unfit(text), sentence));

test("a text of many open brackets and half words is read in a moment", () => {
    for (const piece of ["{", "(", "for(", "for (int i = 0;", "/*", "vec3 look(vec2 p) {", "a[", "a ", "_"]) {
        assert.equal(typeof unfit(piece.repeat(32_000 / piece.length)), "string");
    }
});

test("arrays that are too much together are refused, and reading one is no array", () => {
    const arrays = (count) => Array.from({ length: count }, (_, at) => `float a${at}[256]; float[256] b${at};`).join(" ");
    assert.equal(unfit(around(arrays(2))), "");
    assert.match(unfit(around(arrays(3))), /arrays have more than 1024 elements/);
    assert.equal(unfit(around(`float a[16]; ${"p.x += a[15];".repeat(100)}`)), "");
});
