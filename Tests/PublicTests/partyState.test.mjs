import assert from "node:assert/strict";
import { test } from "node:test";
import { actsOf, ownTurn, rowsOf, scoreWords, turnWords, waitingOf } from "../../Public/party/state.js";
import { newVotes, placeAt, spoken, wantsPoster } from "../../Public/ui/party/wanted.js";

const song = (entry, turn, more = {}) => ({ entry, turn, title: `Song ${entry}`, track: entry, person: null, up: [], down: [], pinned: false, boosted: false, ...more });
const party = (requests, next = []) => ({ open: true, number: 1, requests, next, persons: [{ id: 1, name: "Mira", boostsUsed: 0 }, { id: 2, name: "Jo", boostsUsed: 1 }], rules: { boosts: 1, downVotes: false } });

test("the list has each song once, in the order in which it comes; what cannot be played is last", () => {
    const one = party([song(7, 1, { person: 1 }), song(9, null, { person: 2 }), song(8, 3, { person: 2 })], [song(5, 0), song(7, 1, { person: 1 }), song(6, 2)]);
    assert.deepEqual(rowsOf(one).map(({ entry }) => entry), [5, 7, 6, 8, 9]);
    assert.deepEqual(rowsOf(undefined), []);
});

test("a person is told when the own song comes", () => {
    const one = party([song(7, 0, { person: 1 }), song(8, 1, { person: 2 }), song(9, 2, { person: 2 })]);
    assert.deepEqual([1, 2, 3, null].map((me) => ownTurn(one, me)), ["Your song is next", "Your turn in 1 song", "", ""]);
    assert.deepEqual([0, 1, 5, null].map(turnWords), ["next", "after the next song", "in 5 songs", ""]);
    assert.equal(waitingOf(one, 8).entry, 8);
});

test("one votes for songs of others, and takes back or brings forward one's own", () => {
    const one = party([song(7, 1, { person: 1 }), song(8, 2, { person: 2 })]);
    assert.deepEqual(actsOf(one, one.requests[0], 1), { up: false, down: false, withdraw: true, boost: true });
    assert.deepEqual(actsOf(one, one.requests[1], 1), { up: true, down: false, withdraw: false, boost: false });
    assert.equal(actsOf(one, one.requests[1], 2).boost, false, "no more tonight");
    assert.equal(actsOf(one, song(5, 0), 1).up, false, "a song of the list");
    assert.deepEqual([[[], []], [[1, 2], []], [[1], [2]], [[], [2]]].map(([up, down]) => scoreWords({ up, down })), ["", "2", "0", "-1"]);
});

test("a vote flies in once", () => {
    const before = party([song(7, 0, { up: [1] })]);
    const after = party([song(7, 0, { up: [1, 2] }), song(8, 1, { up: [1] })]);
    assert.deepEqual(newVotes(before, after), [{ title: "Song 7", person: 2 }]);
    assert.deepEqual(newVotes(undefined, after), []);
    assert.deepEqual(newVotes({ ...before, number: 2 }, after), []);
});

test("a poster is shown while a party is open, where it is wanted, and on a wall in its lower left corner", () => {
    const room = (more) => ({ state: { party: { number: 1 }, look: {} }, ...more });
    assert.equal(wantsPoster(room(), { poster: true }), true);
    assert.equal(wantsPoster(room(), { poster: false }), false);
    assert.equal(wantsPoster({ state: { party: null, look: { poster: true } } }, { poster: true }), false);
    assert.equal(wantsPoster({ state: { party: {}, look: { poster: true } } }, { poster: false }), true);
    assert.equal(wantsPoster(room({ look: { poster: true } }), { poster: false }), true);
    assert.equal(wantsPoster({ state: { party: {}, look: { poster: true } }, look: { poster: false } }, { poster: false }), false);
    const wall = { x: 0, y: 0, width: 320, height: 180 };
    const corners = [[0, 0], [160, 0], [0, 90], [160, 90]].map(([x, y]) => wantsPoster(room({ wall, place: { x, y, width: 160, height: 90 } }), { poster: true }));
    assert.deepEqual(corners, [false, false, true, false]);
    assert.deepEqual(["0,0", "0,1", "2,1", undefined].map((at) => wantsPoster(room(), { poster: true, wall: "3x2", at })), [false, true, false, false]);
    assert.equal(wantsPoster(room(), { poster: true, wall: "3" }), true);
});

test("it wanders by the server's time, slowly and not far", () => {
    for (let s = 0; s < 2000; s += 10) {
        const [one, next] = [placeAt(s * 1e6), placeAt((s + 10) * 1e6)];
        assert.ok(Math.hypot(one.x, one.y) <= 0.03);
        assert.ok(Math.hypot(next.x - one.x, next.y - one.y) < 0.005);
    }
});

test("addresses are shown as people type them", () => {
    assert.equal(spoken("http://192.168.1.20:8080/party/#token=abc"), "192.168.1.20:8080/party");
    assert.equal(spoken("http://nas.local/party/?room=attic#token=abc"), "nas.local/party?room=attic");
});
