import assert from "node:assert/strict";
import { test } from "node:test";
import { socketAddress } from "../../Public/net/address.js";
import { isThisMachine } from "../../Public/net/thisMachine.js";

const pages = [
    ["http://nas.local:8080/", "ws://nas.local:8080/ws"],
    ["https://example.org/music/downbeat/", "wss://example.org/music/downbeat/ws"],
    ["http://[::1]:8080/a/index.html?room=main#x", "ws://[::1]:8080/a/ws"],
    ["http://192.168.1.4/", "ws://192.168.1.4/ws"],
];

test("an address of this machine is known by its name", () => {
    for (const name of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) assert.equal(isThisMachine(name), true, name);
    for (const name of ["nas.local", "192.168.1.4", "localhost.example.org", "127.0.0.1.example.org"]) assert.equal(isThisMachine(name), false, name);
});

for (const [page, socket] of pages) {
    test(`the socket's address stands beside the page ${page}`, () => {
        assert.equal(socketAddress(page), socket);
    });
}
