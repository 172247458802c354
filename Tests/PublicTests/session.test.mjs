import assert from "node:assert/strict";
import test from "node:test";
import { needsKey, openSession } from "../../Public/net/session.js";
import { addressed } from "../../Public/session/settings.js";

const base = "http://nas:8080/music/";

test("the key goes to the server beside the page, in a body and in no address", async () => {
    const asked = [];
    const answer = async (url, options) => {
        asked.push([url.href, options.method, options.body]);
        return { ok: true };
    };
    assert.equal(await openSession(base, "abc", answer), true);
    assert.deepEqual(asked, [["http://nas:8080/music/api/v1/session", "POST", '{"key":"abc"}']]);
});

test("a wrong key and a server that is not there open nothing", async () => {
    assert.equal(await openSession(base, "abc", async () => ({ ok: false })), false);
    assert.equal(await openSession(base, "abc", async () => { throw new TypeError("no way there"); }), false);
});

test("only a server that says so needs a key", async () => {
    for (const [status, needs] of [[401, true], [204, false], [404, false], [503, false]]) {
        assert.equal(await needsKey(base, async () => ({ status })), needs, `${status}`);
    }
    assert.equal(await needsKey(base, async () => { throw new TypeError("no way there"); }), false);
});

test("key and token come in the fragment, which no server sees", () => {
    const { key, token } = addressed("?room=hall&key=no&token=no", "#key=abc");
    assert.deepEqual([key, token], ["abc", undefined]);
    assert.equal(addressed("", "#token=def").token, "def");
});
