import assert from "node:assert/strict";
import { test } from "node:test";
import { readPacket, readText } from "../../Public/net/messages.js";
import { framesPacket } from "./packets.mjs";

test("the head of a binary message is read as it was written, times over 2^32 and below zero too", () => {
    for (const due of [0, 1, 35_396_510_220, 2 ** 52 + 3, -5, -(2 ** 40)]) {
        const packet = readPacket(framesPacket({ due, lead: -3180, frames: [{}, {}] }));
        assert.equal(packet.dueUs, due);
        assert.deepEqual([packet.kind, packet.count, packet.generation, packet.leadUs, packet.rate, packet.bands, packet.stride],
            ["frames", 2, 512, -3180, 60, 64, 70]);
    }
});

test("what is cut short, of another version or no message at all is passed over", () => {
    const buffer = framesPacket({ frames: [{}, {}] });
    for (let length = 0; length < buffer.byteLength; length += 1) assert.equal(readPacket(buffer.slice(0, length)), undefined);
    new DataView(buffer).setUint16(22, 69, true); // a frame that ends before its top, as a server of yesterday sent it
    assert.equal(readPacket(buffer), undefined);
    new DataView(buffer).setUint16(22, 70, true);
    assert.notEqual(readPacket(buffer), undefined);
    new DataView(buffer).setUint8(1, 2);
    assert.equal(readPacket(buffer), undefined);
    for (const text of ["", "{", "null", "[]", "{}", '{"type":1}', '"beat"']) assert.equal(readText(text), undefined);
    assert.equal(readText('{"type":"beat"}').type, "beat");
});
