import assert from "node:assert/strict";
import { test } from "node:test";
import { actOnPress, makeActions } from "../../Public/kernel/actions.js";
import { nthOf } from "../../Public/kernel/list.js";
import { Owner } from "../../Public/kernel/owner.js";
import { allHere, Pages } from "../../Public/kernel/pages.js";
import { beside } from "../../Public/kernel/spatial.js";
import { makeStore, whenChanged } from "../../Public/kernel/store.js";
import { inSight, ledTo, lineTopPx, scrolledTo, wholePx } from "../../Public/kernel/window.js";

test("an owner ends all that it owns once, the last first, and what comes later at once", () => {
    const owner = new Owner();
    const ended = [];
    for (const name of ["first", "second", "third"]) owner.own(() => ended.push(name));
    const early = owner.own(() => ended.push("early"));
    early();
    early();
    const child = owner.child();
    child.own(() => ended.push("child's"));
    owner.end();
    owner.end();
    assert.deepEqual(ended, ["early", "child's", "third", "second", "first"]);
    assert.ok(child.isOver && owner.isOver);
    owner.own(() => ended.push("late"));
    assert.equal(ended.at(-1), "late");
    assert.equal(owner.count, 0);
});

test("listeners, timers and observers of an owner are gone after its end", (context) => {
    context.mock.timers.enable();
    const owner = new Owner();
    const target = new EventTarget();
    const told = [];
    owner.listen(target, "one two", ({ type }) => told.push(type));
    owner.every(10, () => told.push("tick"));
    owner.after(15, () => told.push("after"));
    owner.after(25, () => told.push("never"));
    const seen = [];
    owner.observe({ observe: (one) => seen.push(one), disconnect: () => seen.push("disconnected") }, "a", "b");
    target.dispatchEvent(new Event("one"));
    context.mock.timers.tick(20);
    owner.end();
    target.dispatchEvent(new Event("two"));
    context.mock.timers.tick(100);
    assert.deepEqual(told, ["one", "tick", "after", "tick"]);
    assert.deepEqual(seen, ["a", "b", "disconnected"]);
});

test("a thousand children that come and go leave nothing with their owner", () => {
    const owner = new Owner();
    const target = new EventTarget();
    for (let time = 0; time < 1000; time += 1) {
        const child = owner.child();
        child.listen(target, "press", () => {});
        child.end();
    }
    assert.equal(owner.count, 0);
});

test("a store tells only of what was selected and has changed, until the owner ends", () => {
    const store = makeStore((state, { name, value }) => (state[name] === value ? state : { ...state, [name]: value }), { title: "a", place: 0 });
    const owner = new Owner();
    const told = [];
    store.watch(owner, ({ title }) => title, (title) => told.push(title));
    store.watch(owner, ({ title, place }) => [title, place > 1], (both) => told.push(both));
    assert.equal(store.take({ name: "place", value: 0 }), false);
    assert.equal(store.take({ name: "place", value: 1 }), true);
    assert.deepEqual(told, []);
    store.take({ name: "title", value: "b" });
    store.take({ name: "place", value: 2 });
    assert.deepEqual(told, ["b", ["b", false], ["b", true]]);
    owner.end();
    store.take({ name: "title", value: "c" });
    assert.equal(told.length, 3);
    assert.equal(store.state.title, "c");
});

test("what is new the first time counts as changed", () => {
    const told = [];
    const tell = whenChanged(({ at }) => at, (at) => told.push(at));
    assert.deepEqual([1, 1, 2, 2, 1].map((at) => tell({ at })), [true, false, true, false, true]);
    assert.deepEqual(told, [1, 2, 1]);
});

test("an action is called by its name with what it is given, and not when it comes too late or is none", async () => {
    let nowMs = 0;
    const done = [];
    const acts = { seek: (at) => done.push(at), slow: () => done.push("slow") };
    const act = makeActions(async () => {
        nowMs += 100;
        return acts;
    }, (name, waitedMs) => name !== "slow" || waitedMs < 50, () => nowMs);
    await act("seek", 12);
    await act("slow");
    await act("toString");
    assert.deepEqual(done, [12]);
    await makeActions(async () => undefined, () => true)("seek"); // what cannot be loaded does nothing
});

test("a press on a button that names an action does it", () => {
    const owner = new Owner();
    const root = new EventTarget();
    const done = [];
    actOnPress(owner, root, (name) => done.push(name));
    const press = (button) => root.dispatchEvent(Object.defineProperty(new Event("click"), "target", { value: { closest: () => button } }));
    press({ dataset: { act: "next" } });
    press(null);
    owner.end();
    press({ dataset: { act: "next" } });
    assert.deepEqual(done, ["next"]);
});

test("what is in sight has a row, and never many more", () => {
    const random = seeded(7);
    for (let time = 0; time < 500; time += 1) {
        const shape = { columns: 1 + Math.floor(random() * 16), rowPx: 40 + Math.floor(random() * 300), total: Math.floor(random() * 50_000) };
        const heightPx = Math.floor(random() * 2000);
        const topPx = Math.floor(random() * wholePx(shape)) - 200;
        const { from, to } = inSight(shape, topPx, heightPx, 2);
        assert.ok(from >= 0 && from <= to && to <= shape.total);
        for (let at = 0; at < shape.total; at += Math.ceil(shape.total / 300)) {
            const top = lineTopPx(shape, at);
            const isSeen = top + shape.rowPx > topPx && top < topPx + heightPx;
            assert.ok(!isSeen || (at >= from && at < to), `${JSON.stringify(shape)} at ${topPx}: ${at} of ${from} to ${to}`);
        }
        assert.ok(to - from <= (Math.ceil(heightPx / shape.rowPx) + 6) * shape.columns);
    }
});

test("keys lead to every item and never out of the list", () => {
    for (const columns of [1, 2, 5, 16]) {
        for (const total of [1, 7, 61]) {
            const shape = { columns, rowPx: 50, total };
            for (let at = 0; at < total; at += 1) {
                for (const key of ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "PageDown", "PageUp", "Home", "End"]) {
                    const to = ledTo(key, at, shape, 300);
                    if (columns === 1 && /Left|Right/.test(key)) assert.equal(to, undefined);
                    else assert.ok(to >= 0 && to < total, `${key} at ${at} of ${total} in ${columns}: ${to}`);
                }
                assert.equal(ledTo("Home", at, shape, 300), 0);
                assert.equal(ledTo("End", at, shape, 300), total - 1);
                if (at >= columns) assert.equal(ledTo("ArrowUp", at, shape, 300), at - columns);
            }
            assert.equal(ledTo("x", 0, shape, 300), undefined);
            assert.equal(ledTo("toString", 0, shape, 300), undefined);
        }
    }
});

test("a line that is seen whole needs no scrolling, another is seen whole after it", () => {
    for (let top = 0; top < 3000; top += 70) {
        const to = scrolledTo(top, 70, 500, 600);
        assert.ok(top >= to && top + 70 <= to + 600);
        if (top >= 500 && top + 70 <= 1100) assert.equal(to, 500);
    }
});

test("items come in pages as they are wanted, each once, and are told", async () => {
    const asked = [];
    const pages = new Pages(async (offset, limit) => {
        asked.push(offset);
        return { items: Array.from({ length: Math.min(limit, 950 - offset) }, (_, at) => ({ id: offset + at })), total: 950 };
    });
    const came = [];
    pages.came = (from, to) => came.push([from, to]);
    assert.equal(await pages.load(), true);
    assert.equal(pages.total, 950);
    assert.equal(pages.at(99).id, 99);
    assert.equal(pages.at(100), undefined);
    pages.want(250, 420);
    pages.want(250, 420);
    await pages.range(900, 949);
    assert.deepEqual(asked.sort((one, other) => one - other), [0, 200, 300, 400, 900]);
    assert.deepEqual(came.map(([from]) => from).sort((one, other) => one - other), [200, 300, 400, 900]);
    assert.equal(pages.at(949).id, 949);
    assert.equal(pages.find(({ id }) => id === 405), 405);
    assert.equal(pages.find(({ id }) => id === 150), -1);
    assert.deepEqual((await pages.range(98, 101)).map(({ id }) => id), [98, 99, 100, 101]);
});

test("what an older load brings is not taken, nor what comes after the end", async () => {
    const arrivals = [];
    const pages = new Pages(() => new Promise((arrive) => arrivals.push((name) => arrive({ items: [{ name }], total: 1 }))));
    const loads = [pages.load(), pages.load()];
    arrivals[1]("new");
    arrivals[0]("old");
    assert.deepEqual(await Promise.all(loads), [false, true]);
    assert.equal(pages.at(0).name, "new");
    const late = pages.load();
    pages.end();
    arrivals[2]("late");
    assert.equal(await late, false);
    assert.equal(pages.at(0).name, "new");
});

test("a page that fails is asked for again when it is wanted again", async () => {
    let isWell = false;
    const pages = new Pages(async (offset) => {
        if (offset > 0 && !isWell) throw new Error("away");
        return { items: Array.from({ length: 100 }, (_, at) => ({ id: offset + at })), total: 200 };
    });
    await pages.load();
    await assert.rejects(pages.range(100, 100), /away/);
    isWell = true;
    assert.equal((await pages.range(100, 100))[0].id, 100);
});

test("items that are all here are read like pages", async () => {
    const items = allHere([{ id: 3 }, { id: 1 }, { id: 2 }]);
    assert.equal(items.total, 3);
    assert.equal(items.find(({ id }) => id === 2), 2);
    assert.deepEqual(await items.range(1, 5), [{ id: 1 }, { id: 2 }]);
});

test("items that are there several times have keys of their own", () => {
    const keys = nthOf(["a", "b", "a", "a"], (name) => name).map(({ key }) => key);
    assert.deepEqual(keys, ["a 1", "b 1", "a 2", "a 3"]);
});

function seeded(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32;
    };
}

test("an arrow leads to the nearest control in its direction, and back", () => {
    const box = (left, top, width = 40, height = 40) => ({ left, top, right: left + width, bottom: top + height });
    const grid = Array.from({ length: 12 }, (_, at) => box(100 * (at % 4), 100 * Math.floor(at / 4)));
    const led = (at, key) => beside(grid[at], grid, key);
    assert.deepEqual([led(5, "ArrowLeft"), led(5, "ArrowRight"), led(5, "ArrowUp"), led(5, "ArrowDown")], [4, 6, 1, 9]);
    assert.deepEqual([led(0, "ArrowLeft"), led(0, "ArrowUp"), led(11, "ArrowRight"), led(11, "ArrowDown"), led(5, "x")], [-1, -1, -1, -1, -1]);
    const back = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft", ArrowUp: "ArrowDown", ArrowDown: "ArrowUp" };
    for (let at = 0; at < grid.length; at += 1) {
        for (const key of Object.keys(back)) if (led(at, key) >= 0) assert.equal(led(led(at, key), back[key]), at);
    }
    const wide = box(0, 300, 400, 40);
    assert.equal(beside(grid[10], [...grid, wide], "ArrowDown"), 12, "what lies below in all its width");
    assert.equal(beside(box(0, 0), [box(50, 200), box(300, 0)], "ArrowRight"), 1, "what is in the same line, though it is farther");
});
