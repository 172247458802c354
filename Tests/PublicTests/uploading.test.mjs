import assert from "node:assert/strict";
import { test } from "node:test";
import { refusedWords, stateWords } from "../../Public/ui/library/uploadsView.js";
import { Uploading } from "../../Public/session/uploading.js";

/** A server that keeps what it gets, and a page's storage. */
function stage({ fails = () => undefined } = {}) {
    const uploads = new Map();
    const asked = [];
    const answer = (body, headers = {}) => ({ json: async () => body, headers: new Headers(headers) });
    const problem = (status, message = "no") => Object.assign(new Error(message), { status });
    const memory = new Map();
    const waits = [];
    let resolveRest;
    const self = { uploads, asked, waits, memory, kept: { getItem: (key) => memory.get(key) ?? null, setItem: (key, value) => memory.set(key, value) } };
    self.send = async (method, id, headers = {}, body) => {
        asked.push(`${method} ${id}`);
        const failure = fails(method, asked.length, self);
        if (failure) throw failure;
        const upload = uploads.get(id);
        if (method === "POST") {
            const made = `u${uploads.size + 1}`;
            uploads.set(made, { length: Number(headers["upload-length"]), bytes: "", words: headers["upload-metadata"] });
            return answer(undefined, { location: `/api/v1/uploads/resumable/${made}` });
        }
        if (!upload) throw problem(404);
        if (method === "DELETE") return uploads.delete(id), answer();
        if (method === "PATCH") {
            if (Number(headers["upload-offset"]) !== upload.bytes.length) throw problem(409);
            upload.bytes += await body.text();
            return answer(undefined, { "upload-offset": String(upload.bytes.length) });
        }
        const state = upload.bytes.length < upload.length ? "receiving" : upload.bytes.startsWith("bad") ? "failed" : "done";
        return answer({ state, length: upload.length, offset: upload.bytes.length, detail: "It is no music.", files: [{ new: true }] });
    };
    self.wait = async (ms) => void waits.push(ms);
    self.problem = problem;
    self.rest = new Promise((resolve) => (resolveRest = resolve));
    self.changed = () => {
        if (self.uploading?.entries.every(({ state }) => state === "done" || state === "failed")) resolveRest();
    };
    return self;
}

function begin(one, files) {
    one.uploading = new Uploading(one);
    one.uploading.add(files);
    return one.rest;
}

const large = "x".repeat(9 << 20);

test("files go in parts, one file after the other, and the server's outcome is shown", async () => {
    const one = stage();
    await begin(one, [new File([large], "Süße Töne.mp3"), new File(["bad words"], "b.mp3"), new File(["x"], "cover.jpg"), new File([], "empty.mp3")]);
    assert.equal(one.uploads.get("u1").bytes, large);
    assert.equal(Buffer.from(one.uploads.get("u1").words.split(" ")[1], "base64").toString(), "Süße Töne.mp3");
    assert.equal(one.asked.filter((words) => words === "PATCH u1").length, 3);
    assert.deepEqual(one.uploading.entries.map(({ state }) => state), ["done", "failed"]);
    assert.equal(one.uploading.entries[1].trouble, "It is no music.");
    assert.equal(one.uploading.leftOut, 2);
    assert.equal(one.uploading.share, 1);
    assert.deepEqual(JSON.parse(one.memory.get("uploads")), {}, "nothing is left to go on with");
});

test("a break costs a part, and the server says where it goes on", async () => {
    let broken = 0;
    const one = stage({ fails: (method, count, self) => (method === "PATCH" && self.uploads.get("u1").bytes.length > 0 && broken++ < 3 ? self.problem(0) : undefined) });
    await begin(one, [new File([large], "a.mp3")]);
    assert.equal(one.uploads.get("u1").bytes, large);
    assert.deepEqual(one.waits.slice(0, 3), [500, 1000, 2000]);
    assert.equal(one.uploads.size, 1);
});

test("after a reload the same file goes on where it was", async () => {
    const one = stage();
    const file = new File([large], "a.mp3", { lastModified: 7 });
    one.uploads.set("u1", { length: large.length, bytes: large.slice(0, 5 << 20) });
    one.memory.set("uploads", JSON.stringify({ [`a.mp3/${large.length}/7`]: "u1" }));
    await begin(one, [file]);
    assert.equal(one.uploads.size, 1);
    assert.equal(one.uploads.get("u1").bytes, large);
});

test("a server that forgot an upload gets all of it again; what it refuses is not tried again", async () => {
    const one = stage({ fails: (method, count, self) => void (method === "PATCH" && count === 3 && self.uploads.delete("u1")) });
    await begin(one, [new File([large], "a.mp3")]);
    assert.equal([...one.uploads.values()].at(-1).bytes, large);
    const refusing = stage({ fails: (method, count, self) => (method === "POST" ? self.problem(413, "It is too large.") : undefined) });
    await begin(refusing, [new File(["x"], "a.mp3")]);
    assert.equal(refusing.uploading.entries[0].trouble, "It is too large.");
    assert.deepEqual(refusing.asked, ["POST "]);
});

test("a cancelled upload is ended on the server, and the next one begins", async () => {
    const one = stage({ fails: (method, count, self) => void (method === "PATCH" && count === 3 && self.uploading.remove(self.uploading.entries[0])) });
    await begin(one, [new File([large], "a.mp3"), new File(["yes"], "b.mp3")]);
    assert.ok(one.asked.includes("DELETE u1"));
    assert.deepEqual(one.uploading.entries.map(({ name, state }) => [name, state]), [["b.mp3", "done"]]);
});

test("words tell what became of a file and of an archive", () => {
    assert.equal(stateWords({ state: "sending", sent: 1, size: 3 }), "33 %");
    assert.equal(stateWords({ state: "checking", outcome: { checked: 3, checks: 12 } }), "Being checked, 3 of 12");
    assert.equal(stateWords({ state: "done", outcome: { files: [{ new: true }], stored: 1, refusedCount: 0 } }), "Added");
    assert.equal(stateWords({ state: "done", outcome: { files: [{ new: false }], stored: 1, refusedCount: 0 } }), "In the library already");
    const archive = { files: [{ new: true }, { new: false }], stored: 2, refused: [{ name: "a/x.mp3", detail: "It is encrypted." }], refusedCount: 1, leftOut: 2 };
    assert.equal(stateWords({ state: "done", outcome: archive }), "1 file added");
    assert.equal(refusedWords(archive), "a/x.mp3: It is encrypted. 1 file in the library already. 2 files left out: not music.");
});
