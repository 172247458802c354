import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { bytesOf, pieces } from "../../Public/docs/bytes.js";
import { guidePage, pages } from "../../Public/docs/guide.js";
import { operations } from "../../Public/docs/http.js";
import { address, curl, quoted, say, socketAddress } from "../../Public/docs/lines.js";
import { link } from "../../Public/docs/links.js";
import { messagesOf, streamMessages } from "../../Public/docs/live.js";
import { blocks, plain, spans } from "../../Public/docs/prose.js";
import { fields, lendExamples, sample, variants, words } from "../../Public/docs/shapes.js";
import { parse } from "../../Public/docs/yaml.js";

const base = "https://example.org/music/downbeat/";
const files = ["openapi.yaml", "asyncapi.yaml"];
const documents = Object.fromEntries(files.map((file) => [file, parse(readFileSync(new URL(`../../Public/${file}`, import.meta.url), "utf8"))]));
const names = link(documents);
const [http, live] = files.map((file) => documents[file]);
for (const document of [http, live]) lendExamples(document, names);

test("references are put in place, over files and over other references", () => {
    const a = { x: { $ref: "#/y" }, y: { $ref: "b.yaml#/p~1q/r" } };
    const b = { "p/q": { r: { here: true } } };
    const found = link({ "a.yaml": a, "b.yaml": b });
    assert.equal(a.x, b["p/q"].r);
    assert.equal(a.y, a.x);
    assert.equal(found.get(a.x), "r");
});

test("what refers to itself becomes a ring, and an example of it ends", () => {
    const tree = { Tree: { type: "object", properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/Tree" } } } } };
    const found = link({ "a.yaml": tree });
    assert.equal(tree.Tree.properties.children.items, tree.Tree);
    assert.deepEqual(sample(tree.Tree), { name: "", children: [] });
    assert.equal(words(tree.Tree.properties.children, found), "list of Tree");
});

test("references that lead nowhere, or only to each other, are refused", () => {
    assert.throws(() => link({ "a.yaml": { x: { $ref: "#/y" } } }), /#\/y in a.yaml leads nowhere/);
    assert.throws(() => link({ "a.yaml": { x: { $ref: "c.yaml#/y" } } }), /leads nowhere/);
    assert.throws(() => link({ "a.yaml": { x: { $ref: "#/y" }, y: { $ref: "#/x" } } }), /leads to itself/);
});

test("a schema is told in words", () => {
    const none = new Map();
    const told = [
        [{ type: "integer", minimum: 1, maximum: 500 }, "whole number from 1 to 500"],
        [{ type: "integer", minimum: 1, maximum: 2 ** 63 }, "whole number from 1 on"],
        [{ type: ["string", "null"], maxLength: 80 }, "text, at most 80 characters or null"],
        [{ type: "string", minLength: 1 }, "text, not empty"],
        [{ type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 }, "list of 2 numbers"],
        [{ type: "array", items: { enum: ["a", "b"] }, maxItems: 7 }, "list of at most 7, each one of a, b"],
        [{ enum: ["asc", "desc"] }, "asc, desc"],
        [{ const: 1 }, "1"],
        [{ oneOf: [{ type: "boolean" }, { type: "null" }] }, "true or false or null"],
        [{ oneOf: [{ const: false }, { type: "integer" }, { type: "null" }] }, "false, or whole number or null"],
    ];
    for (const [schema, sentence] of told) assert.equal(words(schema, none), sentence);
    assert.equal(words(http.components.schemas.Track.properties.artist, names), "Mention or null");
});

test("fields are those of the object, of a list's objects, and of all that it must be", () => {
    assert.deepEqual(fields(http.components.schemas.TrackPage).map(({ name }) => name), ["items", "total", "limit", "offset"]);
    assert.ok(fields(http.components.schemas.TrackPage.properties.items).some(({ name, required }) => name === "title" && required));
    assert.deepEqual(fields(live.components.schemas.CommandMessage).map(({ name }) => name), ["type", "id", "until"]);
    assert.equal(variants(live.components.schemas.CommandMessage).length, live.components.schemas.Command.oneOf.length);
});

test("an example has every field that must be there, for each schema", () => {
    for (const document of [http, live]) {
        for (const [name, schema] of Object.entries(document.components.schemas)) {
            const one = sample(schema);
            if (schema.properties) for (const field of schema.required ?? []) assert.ok(field in one, `${name}.${field}`);
        }
    }
});

test("descriptions fall into blocks", () => {
    const found = blocks("One\n`two`.\n\n- a\n  b\n- c\n\n| x | y |\n|---|---|\n| 1 | `2` |\n\n```\n  z\n\n```\nend");
    assert.deepEqual(found.map(({ kind }) => kind), ["paragraph", "list", "table", "lines", "paragraph"]);
    assert.equal(plain(found[0].spans), "One two.");
    assert.deepEqual(found[1].items.map(plain), ["a b", "c"]);
    assert.deepEqual(found[2].rows.map((row) => row.map(plain)), [["1", "2"]]);
    assert.equal(found[3].text, "  z\n");
});

test("numbered lists and pictures are blocks of their own", () => {
    const found = blocks("![Two screens](two.png)\n\n1. a\n   b\n2. c\n\n- d");
    assert.deepEqual(found.map(({ kind }) => kind), ["picture", "list", "list"]);
    assert.deepEqual([found[0].source, found[0].text], ["two.png", "Two screens"]);
    assert.deepEqual(found[1].items.map(plain), ["a b", "c"]);
    assert.deepEqual(found.slice(1).map(({ isNumbered }) => isNumbered), [true, false]);
});

test("marks within a line lose nothing, and what does not close is text", () => {
    assert.deepEqual(spans("a `b` **c**"), [{ kind: "text", text: "a " }, { kind: "code", text: "b" }, { kind: "text", text: " " }, { kind: "strong", text: "c" }]);
    assert.deepEqual(spans("2 * `3 <b>"), [{ kind: "text", text: "2 * `3 <b>" }]);
    assert.deepEqual(spans("[a](b.md), [c]"), [{ kind: "link", text: "a", target: "b.md" }, { kind: "text", text: ", [c]" }]);
    assert.deepEqual(spans("`[a](b)`"), [{ kind: "code", text: "[a](b)" }]);
});

const docs = new URL("../../Public/docs/", import.meta.url);
const written = (file) => readFileSync(new URL(file, docs), "utf8");

test("a page of the guide falls into sections, and its links lead to what is shown or served", () => {
    const page = guidePage("one", "# One\n\nAbout [two](two.md).\n\n## First, now\n\nSee [code](../../Sources/a.swift) and [a file](../b.yaml).\n\n## Last\n\nEnd.\n");
    assert.deepEqual([page.id, page.title, page.about.trim()], ["guide-one", "One", "About [two](#guide-two)."]);
    assert.deepEqual(page.sections.map(({ id, title, text }) => [id, title, text.trim()]), [
        ["guide-one-first-now", "First, now", "See `Sources/a.swift` and [a file](../b.yaml)."], ["guide-one-last", "Last", "End."],
    ]);
});

test("every page of the guide is shown, has sections, and gives each a name of its own", () => {
    assert.deepEqual([...pages].sort(), readdirSync(docs).filter((file) => file.endsWith(".md")).map((file) => file.slice(0, -3)).sort());
    const ids = pages.flatMap((name) => {
        const { id, title, sections } = guidePage(name, written(`${name}.md`));
        assert.ok(title && sections.length > 0, name);
        return [id, ...sections.map((section) => section.id)];
    });
    assert.equal(new Set(ids).size, ids.length);
});

test("every link of the README and the guide leads to a file that is there", () => {
    for (const file of ["../../README.md", ...pages.map((name) => `${name}.md`)]) {
        const text = written(file).replace(/^```[^]*?^```/gm, "");
        for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
            if (!/^https?:/.test(target)) assert.ok(existsSync(new URL(target.split("#")[0], new URL(file, docs))), `${file}: ${target}`);
        }
    }
});

test("a shell reads a quoted word as it was", () => {
    const all = ["plain", "", "it's", "$HOME `x` \"y\" \\ !", "a b\nc", "*", "'", "{\"label\":\"Rock 'n' Roll\"}", "ws://h/ws?a=b&c=d", "é\u{1f941}", "~/x", "#"];
    const read = execFileSync("sh", ["-c", `printf '%s\\0' ${all.map(quoted).join(" ")}`], { encoding: "utf8" });
    assert.deepEqual(read.split("\0").slice(0, -1), all);
});

test("an address stands below the server's own, with its parameters in place", () => {
    const parameters = [{ name: "track", in: "path" }, { name: "q", in: "query" }, { name: "empty", in: "query" }, { name: "range", in: "header" }];
    const values = { track: "4/2", q: "sigur rós & co", range: "x" };
    assert.equal(address(base, "/api/v1/tracks/{track}/art", parameters, ({ name }) => values[name]), `${base}api/v1/tracks/4%2F2/art?q=sigur+r%C3%B3s+%26+co`);
});

test("a line for curl says only what curl does not know", () => {
    const url = `${base}api/v1/rooms`;
    assert.equal(curl({ address: url }), `curl ${url}`);
    assert.equal(curl({ address: url, isEndless: true }), `curl -N ${url}`);
    const post = curl({ address: url, method: "POST", needsToken: true, json: { do: "play" } });
    assert.equal(post, `curl ${url} \\\n  -H "authorization: Bearer $TOKEN" \\\n  -H 'content-type: application/json' \\\n  -d '{"do":"play"}'`);
    assert.match(curl({ address: url, method: "DELETE" }), / -X DELETE /);
    assert.match(curl({ address: `${url}/waveform.svg?width=9`, isBytes: true }), / -o waveform\.svg$/);
});

test("the socket stands beside the page, and a message is said into it", () => {
    assert.equal(socketAddress("http://nas:8080/", { streams: "beats,state", room: "a b" }), "ws://nas:8080/ws?streams=beats,state&room=a+b");
    assert.equal(say(base, { type: "time", t1: 1 }), `echo '{"type":"time","t1":1}' | websocat -n wss://example.org/music/downbeat/ws`);
    assert.match(say(base, { type: "command", do: "pause" }), /-H "authorization: Bearer \$TOKEN" 'wss:.*\?streams=state'$/);
});

test("every operation has a subject, a name of its own, and parameters that are told", () => {
    const all = operations(http);
    const subjects = new Set(http.tags.map(({ name }) => name));
    assert.equal(new Set(all.map(({ operation }) => operation.operationId)).size, all.length);
    for (const { path, operation, parameters } of all) {
        assert.ok(operation.tags.length === 1 && subjects.has(operation.tags[0]), path);
        assert.deepEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name), parameters.filter((one) => one.in === "path").map(({ name }) => name));
    }
});

test("every message is one that is said, one that is told, or bytes", () => {
    const { said, told, binary } = messagesOf(live);
    const all = [...said, ...told, ...binary].map(({ key }) => key);
    assert.deepEqual(new Set(all), new Set(Object.keys(live.components.messages)));
    assert.equal(new Set(all).size, all.length);
    assert.deepEqual(binary.map(({ key }) => key), ["binaryFrames", "binaryAudio", "binaryInput"]);
});

test("the example of sound that a client sends is taken apart as its table tells", () => {
    const { description, examples } = live.components.messages.binaryInput;
    const rows = blocks(description).find(({ kind }) => kind === "table").rows.map((row) => row.map(plain));
    const parts = pieces(bytesOf(examples[0].payload), rows);
    assert.deepEqual(parts.filter(({ value }) => value !== undefined).map(({ value }) => value), [3n, 1n, 2n, 0n, 86_400_000_000n]);
    assert.equal(parts.length - rows.length, 2);
});

test("every stream brings messages that there are", () => {
    assert.deepEqual(new Set(Object.keys(streamMessages)), new Set(Object.keys(live.components.schemas.Streams.properties)));
    for (const key of Object.values(streamMessages).flat()) assert.ok(live.components.messages[key], key);
});

test("every command has an example", () => {
    const shown = new Set(live.components.messages.command.examples.map(({ payload }) => payload.do));
    for (const { properties } of live.components.schemas.Command.oneOf) for (const word of properties.do.enum ?? [properties.do.const]) assert.ok(shown.has(word), word);
});

test("the example of frames is taken apart as its table tells", () => {
    const { description, examples } = live.components.messages.binaryFrames;
    const rows = blocks(description).find(({ kind }) => kind === "table").rows.map((row) => row.map(plain));
    const bytes = bytesOf(examples[0].payload);
    const parts = pieces(bytes, rows);
    const value = Object.fromEntries(parts.filter((part) => part.value !== undefined).map((part) => [part.words, part.value]));
    assert.deepEqual(value, { kind: 1n, version: 1n, count: 2n, generation: 512n, due: 86_400_000_000n, lead: 2_000_000n, rate: 60n, bands: 4n, stride: 10n });
    assert.deepEqual(parts.flatMap((part) => part.bytes), bytes);
    assert.equal(BigInt(parts.length - rows.length), value.count);
});
