import assert from "node:assert/strict";
import { test } from "node:test";
import { makeControl } from "../../Public/ui/control.js";

/** Control of a server that knows one token, for a person who types these. */
function control(typed) {
    const seen = { asked: [], greeted: 0, notices: [], held: undefined };
    const isRight = () => seen.held === "right";
    const refusal = () => (seen.held === undefined ? "token-needed" : "token-wrong");
    const parts = makeControl({
        socket: {
            command: async (wish) => (isRight() ? { type: "result", wish } : { type: "error", code: refusal(), message: "No." }),
            greet: () => { seen.greeted += 1; },
        },
        token: { enter: (token) => { seen.held = token; } },
        sheets: { want: async () => ({ askToken: async (wrong) => { seen.asked.push(wrong); return typed.shift(); } }) },
        notice: (sentence) => seen.notices.push(sentence),
    });
    return { ...parts, seen, isRight };
}

const library = ({ isRight }) => async () => {
    if (!isRight()) throw Object.assign(new Error("No."), { status: 401 });
    return "done";
};

test("the token is asked for until it is right, and each is shown to the server", async () => {
    for (const act of [async (it) => (await it.command({ do: "play" })).type === "result", async (it) => (await it.allowed(library(it))) === "done"]) {
        const it = control(["wrong", "worse", "right"]);
        assert.ok(await act(it));
        assert.deepEqual(it.seen.asked, [false, true, true]);
        assert.equal(it.seen.greeted, 3);
        assert.deepEqual(it.seen.notices, []);
    }
});

test("whoever gives none gets the refusal, and is told no more than that", async () => {
    const it = control(["wrong"]);
    assert.equal((await it.command({ do: "play" })).code, "token-wrong");
    await assert.rejects(control([]).allowed(library(control([]))), { status: 401 });
    assert.deepEqual(it.seen.notices, []);
});

test("what else goes wrong is told, or thrown on", async () => {
    const notices = [];
    const parts = makeControl({ socket: { command: async () => ({ type: "error", code: "offline", message: "Gone." }) }, notice: (sentence) => notices.push(sentence) });
    assert.equal((await parts.command({ do: "play" })).code, "offline");
    assert.deepEqual(notices, ["Gone."]);
    await assert.rejects(parts.allowed(async () => { throw Object.assign(new Error(), { status: 500 }); }), { status: 500 });
});
