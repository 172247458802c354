import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, healthOf, insteadOf, lacksOf, needsSecret, songsOf, toldOf, wishOf } from "../../Public/ui/library/serverWords.js";

const home = { name: "home", addresses: ["http://nas:4533", "https://nas.example"], user: "anna", secret: "password", allowsPlainPassword: false, songs: 3, scannedAt: 1000, health: { trouble: null, software: null, lacks: [] } };
const form = { name: "home", addresses: "http://nas:4533\nhttps://nas.example\n", user: "anna", kind: "password", secret: "", plain: false };

test("a change sends only what differs, and no secret that was left empty", () => {
    assert.deepEqual(wishOf(home, form), {});
    assert.deepEqual(wishOf(home, { ...form, user: " bob " }), { user: "bob" });
    assert.deepEqual(wishOf(home, { ...form, addresses: "https://nas.example, http://nas:4533", secret: "x" }), { addresses: ["https://nas.example", "http://nas:4533"], password: "x" });
    assert.deepEqual(wishOf(undefined, { ...form, name: " Home ", addresses: "https://a", kind: "key", secret: "k" }),
        { name: "home", addresses: ["https://a"], user: "anna", key: "k", allowsPlainPassword: false });
    assert.deepEqual(wishOf(home, { ...form, kind: "token", secret: "t", salt: "s" }), { token: "t", salt: "s" });
});

test("the secret is needed for a new server, a new address and another kind of secret", () => {
    assert.equal(needsSecret(undefined, form), true);
    assert.equal(needsSecret(home, form), false);
    assert.equal(needsSecret(home, { ...form, addresses: "https://nas.example" }), false);
    assert.equal(needsSecret(home, { ...form, addresses: "https://nas.example/other" }), true);
    assert.equal(needsSecret(home, { ...form, kind: "key" }), true);
    assert.equal(needsSecret(home, { ...form, kind: "token" }), true);
});

test("the health of a server is one word, with its trouble as a sentence", () => {
    assert.deepEqual(healthOf(home, 1_030_000), { state: "well", word: "Works", trouble: undefined, synced: "just now" });
    assert.equal(healthOf({ ...home, scannedAt: null }, 0).word, "Reading its list");
    const trouble = healthOf({ ...home, health: { ...home.health, trouble: "too many requests are open" } }, 1_000_000);
    assert.deepEqual([trouble.state, trouble.trouble], ["trouble", "Too many requests are open."]);
    assert.equal(healthOf({ ...home, health: { ...home.health, trouble: "https://nas:443 refuses the user" } }, 0).trouble, "https://nas:443 refuses the user.");
});

test("times ago and what a server cannot do read as sentences", () => {
    assert.deepEqual([undefined, 3, 60, 150, 3600, 200_000].map(ago), ["not yet", "just now", "1 minute ago", "2 minutes ago", "1 hour ago", "2 days ago"]);
    assert.equal(lacksOf(home), "");
    assert.equal(lacksOf({ health: { lacks: ["tokens", "lyrics", "flying"] } }), "What it cannot do: it cannot check tokens, and is sent the password itself; it sends no lyrics.");
});

test("whether a server was told of changed files is a time, or a sentence about what is in the way", () => {
    const rescan = { waiting: false, toldAt: null, trouble: null };
    assert.deepEqual(toldOf(rescan, 0), { told: "", trouble: "" });
    assert.deepEqual(toldOf({ ...rescan, waiting: true }, 0), { told: "in a moment", trouble: "" });
    assert.deepEqual(toldOf({ ...rescan, toldAt: 1000 }, 1_150_000), { told: "2 minutes ago", trouble: "" });
    assert.deepEqual(toldOf({ waiting: true, toldAt: 1000, trouble: "nas:80 does not accept connections" }, 1_150_000),
        { told: "2 minutes ago", trouble: "It was not told of the last changes: nas:80 does not accept connections." });
    assert.equal(toldOf({ ...rescan, trouble: "nas:80 cannot be asked to scan its music folders" }, 0).trouble, "It was not told of the last changes: nas:80 cannot be asked to scan its music folders.");
});

test("songs of a server: as they are found, and where those are that it does not list itself", () => {
    assert.equal(songsOf({ songs: 5120, elsewhere: 0, found: null }), "5,120");
    assert.equal(songsOf({ songs: 0, elsewhere: 72, found: null }), "0; 72 more are listed in your folders or on another server");
    assert.equal(songsOf({ songs: 3, elsewhere: 1, found: null }), "3; 1 more is listed in your folders or on another server");
    assert.equal(songsOf({ songs: 0, elsewhere: 0, found: 0 }), "0 so far");
    assert.equal(songsOf({ songs: 12, elsewhere: 0, found: 1500 }), "1,500 so far");
    assert.deepEqual([0, 1, 1200].map((sentInstead) => insteadOf({ sentInstead })), ["", "1 song that another server did not send", "1,200 songs that another server did not send"]);
    assert.deepEqual(healthOf({ scannedAt: 90, found: 7, health: { trouble: null } }, 100_000).word, "Reading its list");
    assert.deepEqual(healthOf({ scannedAt: 90, found: null, health: { trouble: null } }, 100_000).word, "Works");
});
