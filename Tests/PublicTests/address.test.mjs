import assert from "node:assert/strict";
import { test } from "node:test";
import { socketAddress, versionAddress } from "../../Public/net/address.js";

const pages = [
    ["http://nas.local:8080/", "ws://nas.local:8080/ws", "http://nas.local:8080/version"],
    ["https://example.org/music/downbeat/", "wss://example.org/music/downbeat/ws", "https://example.org/music/downbeat/version"],
    ["http://[::1]:8080/a/index.html?room=main#x", "ws://[::1]:8080/a/ws", "http://[::1]:8080/a/version"],
    ["http://192.168.1.4/", "ws://192.168.1.4/ws", "http://192.168.1.4/version"],
];

for (const [page, socket, version] of pages) {
    test(`the server's addresses stand beside the page ${page}`, () => {
        assert.equal(socketAddress(page), socket);
        assert.equal(versionAddress(page), version);
    });
}
