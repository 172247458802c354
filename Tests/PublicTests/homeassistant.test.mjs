import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "../../Public/docs/yaml.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const app = join(root, ".package/homeassistant/downbeat");
const read = (name) => readFileSync(join(app, name), "utf8");
const config = parse(read("config.yaml"));
const words = parse(read("translations/en.yaml"));
const hasJQ = spawnSync("jq", ["--version"]).status === 0;

/** What Home Assistant reads of an app's files, as far as this app uses it. */
const kinds = /^(bool|url|port|str|int|float|match\(.*\)|list\(.+\))\??$/;
const known = ["name", "version", "slug", "description", "arch", "homeassistant", "startup", "watchdog", "ingress", "ingress_port", "ingress_stream", "panel_icon", "panel_title", "panel_admin", "ports", "map", "apparmor", "hassio_api", "homeassistant_api", "backup_exclude", "options", "schema"];

test("Home Assistant's app has what an app needs, and no key that it does not know", () => {
    assert.deepEqual(Object.keys(config).filter((key) => !known.includes(key)), []);
    for (const key of ["name", "version", "slug", "description", "arch"]) assert.ok(config[key], key);
    assert.match(config.slug, /^[-_.A-Za-z0-9]+$/);
    assert.deepEqual(config.arch, ["amd64", "aarch64"]);
    assert.match(config.watchdog, /^http:\/\/\[HOST\]:\[PORT:8080\]\/health$/);
    assert.ok(config.ingress && config.ingress_stream && `${config.ingress_port}/tcp` in config.ports);
    assert.deepEqual(config.map, [{ type: "media" }]); // read-only unless it says otherwise
    for (const name of ["apparmor.txt", "CHANGELOG.md", "Dockerfile", "DOCS.md", "icon.png", "logo.png", "README.md", "run.sh"]) assert.ok(readdirSync(app).includes(name), name);
    assert.match(read("apparmor.txt"), new RegExp(`^profile ${config.slug} `, "m"));
});

test("its version is the program's, and each of its options has a kind, a default or none, and words", () => {
    assert.equal(config.version, /text = "(.+)"/.exec(readFileSync(join(root, "Sources/System/ProgramVersion.swift"), "utf8"))[1]);
    assert.ok(read("CHANGELOG.md").includes(`## ${config.version}`));
    for (const [name, kind] of Object.entries(config.schema)) {
        assert.match([kind].flat()[0], kinds, name);
        assert.equal(name in config.options, !String(kind).endsWith("?"), name);
        assert.ok(words.configuration[name]?.name && words.configuration[name].description, name);
    }
    assert.deepEqual(Object.keys(words.configuration), Object.keys(config.schema));
    assert.deepEqual(Object.keys(words.network), Object.keys(config.ports));
});

test("its start passes the options on to options that the server has", { skip: hasJQ ? false : "jq is missing" }, () => {
    const options = readFileSync(join(root, "Public/docs/options.md"), "utf8");
    for (const [name] of read("run.sh").matchAll(/DOWNBEAT_[A-Z_]+/g)) assert.ok(options.includes(`\`${name}\``), name);
    const music = (folder) => [join(folder, "with songs"), join(folder, "empty"), join(folder, "nowhere")];
    const usual = started({ options: { ...config.options, owners: ["anna", "Ben"] }, music });
    assert.deepEqual(usual.DOWNBEAT_MUSIC, `${usual.folder}/with songs:`);
    assert.equal(usual.DOWNBEAT_ADDRESS, "http://*:8099,http://green.local:8099");
    assert.deepEqual([usual.DOWNBEAT_INGRESS, usual.DOWNBEAT_INGRESS_OWNERS, usual.DOWNBEAT_INGRESS_ROLE], ["172.30.32.2", "anna,Ben", "host"]);
    assert.deepEqual([usual.DOWNBEAT_VIEWERS, usual.DOWNBEAT_LYRICS_URL, usual.DOWNBEAT_LOG], ["open", "", "info,text"]);
    assert.equal(usual.SUPERVISOR_TOKEN, undefined, "the server is not given the key to Home Assistant");
    assert.equal(started({ options: config.options, network: { "8080/tcp": null } }).DOWNBEAT_ADDRESS, "none");
    assert.equal(started({ options: { ...config.options, address: "https://music.example" } }).DOWNBEAT_ADDRESS, "https://music.example");
});

/** The environment of the server as the start makes it, with a Supervisor that answers from files. */
function started({ options, music, network = { "8080/tcp": 8099 } }) {
    const folder = mkdtempSync(join(tmpdir(), "app-"));
    try {
        const programs = { downbeat: "env -0", id: "echo 1000", curl: 'for address; do :; done; cat "$ANSWERS/${address##*/v/}"' };
        for (const [name, line] of Object.entries(programs)) {
            writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`);
            chmodSync(join(folder, name), 0o755);
        }
        for (const name of ["with songs", "empty", "addons/self"]) mkdirSync(join(folder, name), { recursive: true });
        writeFileSync(join(folder, "with songs/song.mp3"), "");
        writeFileSync(join(folder, "addons/self/info"), JSON.stringify({ data: { network } }));
        writeFileSync(join(folder, "info"), JSON.stringify({ data: { hostname: "green" } }));
        writeFileSync(join(folder, "options.json"), JSON.stringify({ ...options, music: music?.(folder) ?? [] }));
        const env = { PATH: `${folder}:${process.env.PATH}`, OPTIONS: join(folder, "options.json"), ANSWERS: folder, SUPERVISOR: "http://supervisor/v", SUPERVISOR_TOKEN: "secret" };
        const { stdout, stderr, status } = spawnSync("sh", [join(app, "run.sh")], { env, encoding: "utf8" });
        assert.equal(status, 0, stderr);
        return { folder, ...Object.fromEntries(stdout.split("\0").filter(Boolean).map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])) };
    } finally {
        rmSync(folder, { recursive: true });
    }
}
