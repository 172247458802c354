import assert from "node:assert/strict";
import test from "node:test";
import { lookAddress, pictureName } from "../../Public/session/lookAddress.js";
import { addressed, colourModes, settled, styles, usual } from "../../Public/session/settings.js";

const opened = (address) => addressed(new URL(address).search, new URL(address).hash);

test("whoever opens the address of a look sees that look in that room", () => {
    for (const style of styles) {
        for (const colour of colourModes) {
            const look = { ...usual, style, colour, custom: "#a1b2c3", points: 24, background: "black", calm: colour === "art",
                party: "16", partyStyles: "wave tunnel", partyColours: true, titles: "always", inputs: `${style} size=0.5 tint=1,0.25,0,1` };
            const asked = opened(lookAddress("http://host:8000/under/?style=siri&kiosk=1", "Wohnzimmer & Küche", look));
            assert.equal(asked.room, "Wohnzimmer & Küche");
            assert.equal(asked.kiosk, false);
            const seen = settled(asked.look);
            for (const key of ["style", "colour", "points", "background", "calm", "party", "partyStyles", "partyColours", "titles", "inputs"]) assert.equal(seen[key], look[key], key);
            if (colour === "custom") assert.equal(seen.custom, look.custom);
        }
    }
});

test("an address that is shared never carries the token", () => {
    const address = lookAddress("http://host/#token=secret", "main", usual);
    assert.ok(!address.includes("secret"));
    assert.equal(opened(address).token, undefined);
});

test("a picture is named for its track, by a name that any system takes", () => {
    assert.equal(pictureName({ title: "Tatort", artist: "AC/DC: live?" }), "AC DC live – Tatort.png");
    assert.equal(pictureName({ title: "Ænima" }), "Ænima.png");
    assert.equal(pictureName({ title: "../../etc" }), "etc.png");
    assert.equal(pictureName(null), "Downbeat.png");
    assert.equal(pictureName({ title: "///" }), "Downbeat.png");
    assert.ok(pictureName({ title: "🎵".repeat(500) }).length < 260);
});
