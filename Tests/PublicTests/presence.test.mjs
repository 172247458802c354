import assert from "node:assert/strict";
import { test } from "node:test";
import { makePresence } from "../../Public/ui/presence.js";

function presence({ hidden = false, resting = false, on = false }) {
    const sent = [];
    const parts = { views: { here: { resting } }, sound: { here: { listening: { on, stream: on && { lead: 3 } } } }, drawer: {} };
    return { sent, ...makePresence({ hidden }, { send: (message) => sent.push(message) }, parts) };
}

test("a page gets frames while it is seen, and sound while it is heard", () => {
    for (const hidden of [false, true]) for (const resting of [false, true]) for (const on of [false, true]) {
        const { sent, streams, tellVisible, unseen } = presence({ hidden, resting, on });
        assert.equal(unseen(), hidden || resting);
        tellVisible();
        const [told] = sent;
        const pauses = told.type === "visible" && !told.visible;
        const frames = told.streams ? told.streams.frames : streams().frames;
        assert.equal(Boolean(frames) && !pauses, !unseen(), "frames");
        assert.equal(Boolean(streams().audio) && !pauses, on, "sound");
    }
});
