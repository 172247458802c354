import assert from "node:assert/strict";
import { test } from "node:test";
import { entrance, isCode, redeem } from "../../Public/net/codes.js";
import { addressIn } from "../../Public/net/roomAddress.js";
import { roomLine, roomNameOf } from "../../Public/ui/rooms.js";

test("a code is known in every way in which people type it, and nothing else is one", () => {
    for (const typed of ["K7QX-93FM", "k7qx93fm", " k7qx 93fm ", "K7QX - 93FM"]) assert.ok(isCode(typed), typed);
    for (const typed of ["", "K7QX-93F", "K7QX-93FMM", "http://a/#token=b", "abcdefghijkmnpqrstuvwxyz23", "K7QX_93FM"]) assert.ok(!isCode(typed), typed);
});

const answer = (status, body) => ({ ok: status < 300, status, json: async () => body });

test("a code is redeemed without a token, and its link opens what needs a key", async () => {
    const asked = [];
    const made = await redeem("http://a/b/", " k7qx-93fm ", async (address, { headers, body }) => {
        asked.push([String(address), headers.authorization, body]);
        return answer(201, { token: "t", link: { role: "host", room: null } });
    });
    assert.equal(made.token, "t");
    assert.deepEqual(asked, [["http://a/b/api/v1/redeem", undefined, '{"code":"k7qx-93fm"}'], ["http://a/b/api/v1/session", undefined, '{"key":"t"}']]);
});

test("a wrong code and a silent server are told in a sentence", async () => {
    assert.equal((await redeem("http://a/", "x", async () => answer(404, { detail: "None." }))).problem, "None.");
    assert.equal((await redeem("http://a/", "x", async () => { throw new Error("gone"); })).problem, "Server not responding.");
});

test("a code's link leads to its room, with all else that the address says", () => {
    assert.equal(entrance("http://a/?style=wave&room=b#c", { token: "t", link: { room: "kitchen" } }), "http://a/?style=wave&room=kitchen#token=t");
    assert.equal(entrance("http://a/?style=wave", { token: "t", link: { room: null } }), "http://a/?style=wave#token=t");
});

test("every typed name gives a name that the server allows, or none", () => {
    const allowed = /^[\p{L}\p{Nd}][\p{L}\p{Nd}\p{Mn}\p{Mc} ._-]*$/u;
    for (const label of ["Kitchen", "Küche & Bad", "  🎉 Party! ", "客厅", "a/b?c#d", "-x", "é".repeat(100), "<b>", "चाय"]) {
        const name = roomNameOf(label);
        assert.match(name, allowed, label);
        assert.ok(new TextEncoder().encode(name).length <= 64, label);
    }
    for (const label of ["", " ", "🎉", "—"]) assert.equal(roomNameOf(label), "");
});

test("another room keeps what the address says of this screen", () => {
    assert.equal(addressIn("http://a/?style=wave&room=b#x", "c d"), "http://a/?style=wave&room=c+d");
    assert.equal(addressIn("http://a/?room=b&name=TV", "main"), "http://a/?name=TV");
});

test("a room's line says what plays and who is there", () => {
    assert.equal(roomLine({ playing: true, title: "One", artist: "Two", screens: 3 }), "One – Two · 3 screens");
    assert.equal(roomLine({ playing: false, title: "One", artist: null, screens: 1 }), "Paused: One · 1 screen");
    assert.equal(roomLine({ playing: false, title: null, artist: null, screens: 0 }), "Nothing plays · nobody here");
});
