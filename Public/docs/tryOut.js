import { make } from "../ui/elements.js";
import { address, curl } from "./lines.js";
import { folded, json, label, line } from "./parts.js";

const shownBytes = 64 << 10; // of an answer; more would be slow to show
const shownRow = 16; // bytes in a row of digits
const shownRows = 24;
const endlessLines = 200; // the newest lines of an endless answer

/** Ids that exist on this server, since those in the examples may not. */
let known;

async function firstOf(base, kind) {
    known ??= new Map();
    if (!known.has(kind)) {
        known.set(kind, fetch(`${base}api/v1/${kind}s?limit=1`).then(async (answer) => (answer.ok ? (await answer.json()).items[0]?.id : undefined), () => undefined));
    }
    return known.get(kind);
}

/**
 * A form that calls this server and shows the answer.
 * @param {{ path: string, parameters: object[] }} operation
 * @param {string} page the server's address for this page
 * @param {string} base the server's address in the line that is shown
 * @param {import("./lines.js").Request} request as it is without the form's values
 */
export function tryOut({ path, parameters, operation }, page, base, request) {
    return folded(["Try it"], () => {
        const id = (name) => `${operation.operationId}-${name}`;
        const inputs = new Map(parameters.map((parameter) => [parameter, input(parameter, id(parameter.name))]));
        const valueOf = (parameter) => inputs.get(parameter).value.trim();
        const url = (server) => address(server, path, parameters, valueOf);
        const headers = () => Object.fromEntries(parameters.filter((one) => one.in === "header" && valueOf(one)).map((one) => [one.name, valueOf(one)]));
        const shown = line("");
        const tell = () => { shown.querySelector("code").textContent = curl({ ...request, address: url(base), headers: headers() }); };
        const answer = make("div", { class: "try-answer" });
        const button = make("button", { type: "submit", class: "wide-button" }, "Send");
        let stop;
        const send = async (event) => {
            event.preventDefault();
            stop?.abort();
            if (button.textContent === "Stop") return;
            stop = new AbortController();
            button.textContent = request.isEndless ? "Stop" : "Send";
            await ask(url(page), headers(), stop, answer);
            button.textContent = "Send";
        };
        const form = make("form", { class: "try-form", onsubmit: send, oninput: tell },
            ...parameters.map((parameter) => make("p", {}, make("label", { for: id(parameter.name) }, parameter.name), inputs.get(parameter))), make("p", {}, button));
        tell();
        for (const [parameter, field] of inputs) {
            if (parameter.in === "path" && ["track", "album", "artist", "playlist"].includes(parameter.name)) {
                const before = field.value;
                firstOf(page, parameter.name).then((first) => {
                    if (first !== undefined && field.value === before) field.value = String(first);
                    tell();
                });
            }
        }
        return [form, shown, answer];
    }, "fold try");
}

function input({ name, in: place, required, schema, example }, id) {
    const needed = required || place === "path";
    if (schema.enum) {
        const usual = schema.default === undefined ? "" : `${schema.default} (usual)`;
        return make("select", { id, name }, make("option", { value: "" }, usual), ...schema.enum.filter((choice) => choice !== "" && choice !== schema.default).map((choice) => make("option", { value: choice }, String(choice))));
    }
    const isNumber = schema.type === "integer" || schema.type === "number";
    return make("input", {
        id, name, type: "text", required: needed, autocomplete: "off", spellcheck: "false", autocapitalize: "none", inputmode: isNumber ? "decimal" : undefined,
        placeholder: String(schema.default ?? ""), value: needed ? String(example ?? schema.default ?? "") : undefined,
    });
}

async function ask(url, headers, stop, place) {
    const status = make("p", { class: "label", role: "status" }, "Asking…");
    place.replaceChildren(status);
    const before = performance.now();
    try {
        const answer = await fetch(url, { headers, signal: stop.signal });
        const type = answer.headers.get("content-type") ?? "";
        status.textContent = [`${answer.status} ${answer.statusText}`.trim(), type, `${Math.round(performance.now() - before)} ms`].filter(Boolean).join(" · ");
        await show(answer, type, url, place, stop);
    } catch (error) {
        if (error.name !== "AbortError") status.textContent = "No answer. Is the server there?";
    }
}

async function show(answer, type, url, place, stop) {
    if (answer.ok && type.startsWith("image/")) return leave(stop, place, make("img", { src: url, alt: "The answer" }));
    if (answer.ok && type.startsWith("audio/")) return leave(stop, place, make("audio", { src: url, controls: true }));
    if (type.startsWith("text/event-stream")) return follow(answer, place);
    const { bytes, isWhole } = await read(answer, stop);
    if (bytes.length === 0) return undefined;
    const isText = /json|text|xml/.test(type);
    const text = isText ? new TextDecoder().decode(bytes) : hexadecimal(bytes);
    const shown = isWhole && type.includes("json") ? json(JSON.parse(text)) : make("pre", { tabindex: "0" }, text);
    place.append(shown);
    if (!isWhole) place.append(label("And more: only the beginning is shown."));
    return undefined;
}

/** Pictures and sound are fetched by their elements, so this response is discarded. */
function leave(stop, place, element) {
    place.append(element);
    stop.abort();
}

async function read(answer, stop) {
    const parts = [];
    let size = 0;
    for (const reader = answer.body.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value);
        size += value.length;
        if (size > shownBytes) {
            stop.abort();
            break;
        }
    }
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return { bytes: bytes.subarray(0, shownBytes), isWhole: size <= shownBytes };
}

async function follow(answer, place) {
    const shown = make("pre", { tabindex: "0", class: "following" });
    place.append(shown);
    let text = "";
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        text = (text + value).split("\n").slice(-endlessLines).join("\n");
        shown.textContent = text;
        shown.scrollTop = shown.scrollHeight;
    }
}

function hexadecimal(bytes) {
    const rows = [];
    for (let at = 0; at < Math.min(bytes.length, shownRow * shownRows); at += shownRow) {
        rows.push(Array.from(bytes.subarray(at, at + shownRow), (byte) => byte.toString(16).padStart(2, "0")).join(" "));
    }
    return rows.join("\n") + (bytes.length > shownRow * shownRows ? "\n…" : "");
}
