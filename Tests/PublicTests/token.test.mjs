import assert from "node:assert/strict";
import { test } from "node:test";
import { makeToken } from "../../Public/net/token.js";

globalThis.history ??= { state: null, replaceState() {} };
globalThis.location ??= { pathname: "/", search: "" };

const storage = (start = {}) => {
    const items = new Map(Object.entries(start));
    return { getItem: (name) => items.get(name) ?? null, setItem: (name, text) => items.set(name, text), removeItem: (name) => items.delete(name), items };
};

test("a link's token is stored once it has given a role", () => {
    const kept = storage();
    const token = makeToken("guest's", kept);
    assert.equal(token.get(), "guest's");
    assert.equal(kept.items.size, 0);
    token.accept("guest");
    assert.equal(makeToken(undefined, kept).get(), "guest's");
});

test("it replaces no token that gives more, and serves this page all the same", () => {
    const kept = storage();
    makeToken("owner's", kept).accept("owner");
    const token = makeToken("guest's", kept);
    token.accept("guest");
    assert.equal(token.get(), "guest's");
    assert.equal(makeToken(undefined, kept).get(), "owner's");
    makeToken("host's", kept).accept("viewer"); // of another room
    assert.equal(makeToken(undefined, kept).get(), "owner's");
});

test("a wrong token is forgotten alone, and the stored one is tried", () => {
    const kept = storage();
    makeToken("owner's", kept).accept("owner");
    const token = makeToken("invented", kept);
    assert.equal(token.refuse(), true);
    assert.equal(token.get(), "owner's");
    assert.equal(token.refuse(), false);
    assert.equal(token.get(), undefined);
    assert.equal(makeToken(undefined, kept).get(), undefined);
});
