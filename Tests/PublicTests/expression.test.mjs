import assert from "node:assert/strict";
import { test } from "node:test";
import { expressionOf, names } from "../../Public/renderers/shading/expression.js";

const of = { beat: 0.5, bass: 0.8, time: 10, energy: 0.25, hit: 1 };
const valueOf = (text) => {
    const { problem, value } = expressionOf(text);
    assert.equal(problem, "", text);
    return value(of);
};

test("expressions are arithmetic with what the music does", () => {
    for (const [text, value] of [
        ["1", 1], ["1 + 0.2 * beat * bass", 1.08], ["2-3-4", -5], ["8/4/2", 1], ["-beat + 1", 0.5], ["--2", 2], ["2*(3+4)", 14], ["min(1, 2) + max(1,2)", 3], ["mix(10, 20, beat)", 15],
        ["abs(-2.5e-1)", 0.25], ["Time / 4", 2.5], [".5", 0.5], ["floor(2.9)", 2], ["sin(pi/2)", 1], ["sqrt(-1)", 0], ["1/0", 0], ["0/0", 0], ["tension", 0],
    ]) assert.ok(Math.abs(valueOf(text) - value) < 1e-9, `${text}: ${valueOf(text)}`);
});

test("what is no expression is told in a sentence", () => {
    for (const text of ["", "1 +", "(1", "1)", "1 2", "beat beat", "foo", "window", "constructor", "toString()", "sin", "sin(1, 2)", "mix(1)", "a.b", "x => 1", "1;2", "`1`", "2 ** 3", "é",
        "(".repeat(40) + "1" + ")".repeat(40), "-".repeat(60) + "1", "1".repeat(81)]) {
        const { problem, value } = expressionOf(text);
        assert.ok(/^[A-Z“].*\.$/.test(problem) && value === undefined, `${text}: ${problem}`);
    }
});

test("each name that is told is one", () => {
    for (const name of names) assert.equal(expressionOf(name).problem, "", name);
});

test("random texts never throw", () => {
    let state = 1;
    const random = (most) => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) % most;
    const words = ["1", "0.5", "beat", "bass", "+", "-", "*", "/", "(", ")", ",", "min", "sin", " ", "zoom", "=", "\n"];
    for (let turn = 0; turn < 5000; turn += 1) {
        const text = Array.from({ length: random(12) }, () => words[random(words.length)]).join("");
        const { problem, value } = expressionOf(text);
        assert.ok(problem !== "" || Number.isFinite(value(of)), text);
    }
});
