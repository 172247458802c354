import assert from "node:assert/strict";
import { test } from "node:test";
import { socketAddress } from "../../Public/net/address.js";

const pages = [
    ["http://nas.local:8080/", "ws://nas.local:8080/ws"],
    ["https://example.org/music/downbeat/", "wss://example.org/music/downbeat/ws"],
    ["http://[::1]:8080/a/index.html?room=main#x", "ws://[::1]:8080/a/ws"],
    ["http://192.168.1.4/", "ws://192.168.1.4/ws"],
];

for (const [page, socket] of pages) {
    test(`the socket's address stands beside the page ${page}`, () => {
        assert.equal(socketAddress(page), socket);
    });
}
