import assert from "node:assert/strict";
import { test } from "node:test";
import { turnedLengths, turnedMedia } from "../../Public/ui/turnedStyles.js";
import { boxOnPage, onPage, putOnPage } from "../../Public/ui/turned.js";

const { dataset } = (globalThis.document = { documentElement: { dataset: {} } }).documentElement;
globalThis.window = { innerWidth: 600, innerHeight: 400 };

/** Corners of the page as somebody sees them who stands before the turned display, and where the window has them. */
const corners = {
    0: { topLeft: [0, 0], topRight: [600, 0], size: [600, 400] },
    90: { topLeft: [600, 0], topRight: [600, 400], size: [400, 600] },
    180: { topLeft: [600, 400], topRight: [0, 400], size: [600, 400] },
    270: { topLeft: [0, 400], topRight: [0, 0], size: [400, 600] },
};

for (const [turn, { topLeft, topRight, size }] of Object.entries(corners)) {
    test(`pointers and boxes of a page turned by ${turn}° are told in its own pixels`, () => {
        dataset.turn = turn;
        const at = ([clientX, clientY]) => onPage({ clientX, clientY });
        assert.deepEqual(at(topLeft), { x: 0, y: 0 });
        assert.deepEqual(at(topRight), { x: size[0], y: 0 });
        const whole = boxOnPage({ getBoundingClientRect: () => ({ left: 0, top: 0, right: 600, bottom: 400 }) });
        assert.deepEqual(whole, { left: 0, top: 0, right: size[0], bottom: size[1], width: size[0], height: size[1] });
    });

    test(`what is put to a place on a page turned by ${turn}° is seen there`, () => {
        dataset.turn = turn;
        const element = { offsetWidth: 120, offsetHeight: 40, style: {} };
        putOnPage(element, { left: 30, top: 70 });
        const middle = { clientX: Number.parseFloat(element.style.left) + 60, clientY: Number.parseFloat(element.style.top) + 20 };
        assert.deepEqual(onPage(middle), { x: 90, y: 90 }); // it is turned around its middle
    });
}

test("style sheets of a page turned by a quarter see it as high as the window is wide", () => {
    assert.equal(turnedMedia("(max-width: 64rem) and (min-height: 30.01rem), (max-width: 40rem)"), "(max-height: 64rem) and (min-width: 30.01rem), (max-height: 40rem)");
    assert.equal(turnedMedia("(prefers-reduced-motion: reduce)"), "(prefers-reduced-motion: reduce)");
    const style = "top: calc(46vh - var(--dial) / 2); width: min(94vw, 92dvh - 7.5rem); min-width: 4vmin;";
    assert.equal(turnedLengths(style), "top: calc(46vw - var(--dial) / 2); width: min(94vh, 92dvw - 7.5rem); min-width: 4vmin;");
    assert.equal(turnedLengths(turnedLengths(style)), style);
});
