import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { qrCode } from "../../Public/ui/qr.js";

// From python-qrcode 8 at level M: rows of 0 and 1, joined by line ends.
const known = [
    ["x", 0, "27dcc9269d483f93"], ["http://nas.local:8080/", 5, "c0e4f9c6ed4a84ac"],
    ["http://192.168.178.23:8080/?room=living%20room", 3, "2bda6be1ceb80639"],
    ["https://music.example.org/downbeat/?room=kitchen-and-the-long-hall", 7, "8f9e3fccf0fad3e4"], ["a".repeat(100), 0, "ba08630a4dbde4be"],
];

test("codes are those that another program makes", () => {
    for (const [text, mask, expected] of known) {
        const rows = qrCode(text, mask).map((row) => row.map(Number).join("")).join("\n");
        assert.equal(createHash("sha256").update(rows).digest("hex").slice(0, 16), expected, text);
    }
});

test("what is too long has no code", () => {
    assert.equal(qrCode("a".repeat(106)).length, 41);
    assert.equal(qrCode("a".repeat(107)), undefined);
});
