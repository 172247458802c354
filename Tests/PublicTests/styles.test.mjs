import assert from "node:assert/strict";
import { test } from "node:test";
import { makeStyles } from "../../Public/ui/styles.js";

const usual = { draw: () => {} };
const styles = [{ id: "usual", load: async () => usual }];
const context = { save: () => {}, restore: () => {}, reset: () => {} };
const settle = () => new Promise((done) => setImmediate(done));

test("a person's own style draws", async () => {
    const drawn = [];
    const styleOf = makeStyles(styles, assert.fail, async (name) => ({ draw: (_, picture) => drawn.push([name, picture]) }));
    styleOf("mine");
    await settle();
    styleOf("mine")(context, 1);
    assert.deepEqual(drawn, [["mine", 1]]);
});

test("an own style that does not load tells why, and the usual one draws", async () => {
    const notices = [];
    const styleOf = makeStyles(styles, (sentence) => notices.push(sentence), async () => { throw new SyntaxError("a bracket is missing"); });
    styleOf("mine");
    await settle();
    assert.equal(styleOf("mine"), usual.draw);
    assert.deepEqual(notices, ["The style “mine” could not be loaded: a bracket is missing"]);
});

test("an own style that fails at a picture tells why once, and the usual one draws", async () => {
    const notices = [];
    const styleOf = makeStyles(styles, (sentence) => notices.push(sentence), async () => ({ draw: () => { throw new Error("no picture"); } }));
    styleOf("mine");
    await settle();
    styleOf("mine")(context, {});
    styleOf("mine")(context, {});
    await settle();
    assert.equal(styleOf("mine"), usual.draw);
    assert.deepEqual(notices, ["The style “mine” could not draw: no picture"]);
});

test("a style that was lost on its way is fetched again when it is chosen again", async () => {
    const other = { draw: () => {} };
    let cut = true;
    const load = async () => {
        if (cut) throw new TypeError("no way");
        return other;
    };
    const notices = [];
    const styleOf = makeStyles([...styles, { id: "other", load }], (sentence) => notices.push(sentence));
    styleOf("other");
    await settle();
    assert.equal(styleOf("other"), usual.draw);
    assert.equal(notices.length, 1);
    cut = false;
    styleOf("usual");
    await settle();
    styleOf("other");
    await settle();
    assert.equal(styleOf("other"), other.draw);
});

test("no path leads out of the folder of own styles", async () => {
    const notices = [];
    makeStyles(styles, (sentence) => notices.push(sentence), assert.fail)("../main");
    await settle();
    assert.equal(notices.length, 1);
});
