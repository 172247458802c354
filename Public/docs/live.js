import { make } from "../ui/elements.js";
import { bytesOf, pieces } from "./bytes.js";
import { curl, say, socketAddress } from "./lines.js";
import { entry, fieldList, json, label, line, prose, shape } from "./parts.js";
import { blocks, plain } from "./prose.js";
import { watch } from "./watch.js";

/** The messages of each stream. */
export const streamMessages = { frames: ["binaryFrames", "frames"], beats: ["beat"], lyrics: ["line"], cues: ["cue"], audio: ["binaryAudio"], grid: ["grid"], plan: ["plan"], state: ["state"], queue: ["queue"], screens: ["screens"], party: ["party"] };

/**
 * The protocol of the WebSocket: connecting, streams, messages.
 * @param {object} api the description, its references in place
 * @param {{ base: string, page: string, names: Map<object, string> }} context
 */
export function liveGroups(api, context) {
    const { said, told, binary } = messagesOf(api);
    const schemas = api.components.schemas;
    return [
        { id: "live-socket", title: "The socket", entries: [socketEntry(api, context)] },
        { id: "live-streams", title: "Streams", about: prose(schemas.Streams.description), entries: Object.entries(schemas.Streams.properties).map((one) => streamEntry(one, api, context)) },
        { id: "live-said", title: "What you say", about: prose("Text messages, each a JSON object."), entries: said.map((one) => messageEntry(one, context, true)) },
        { id: "live-commands", title: "Commands", about: prose(api.components.messages.command.description), entries: commandEntries(api, context) },
        { id: "live-told", title: "What the server says", entries: told.map((one) => messageEntry(one, context, false)) },
        { id: "live-binary", title: "Binary messages", entries: binary.map((one) => binaryEntry(one, binary)) },
    ];
}

/** The messages of clients, of the server, and those that are bytes, each once and in the order of the operations. */
export function messagesOf(api) {
    const keys = new Map(Object.entries(api.components.messages).map(([key, message]) => [message, key]));
    const operations = Object.values(api.operations);
    const named = (messages) => [...new Set(messages)].map((message) => ({ key: keys.get(message), message }));
    const isBinary = ({ message }) => message.payload.format === "binary";
    const fromClients = named(operations.filter(({ action }) => action === "receive").flatMap(({ messages }) => messages));
    const fromServer = named([...operations.flatMap(({ reply }) => reply?.messages ?? []), ...operations.filter(({ action }) => action === "send").flatMap(({ messages }) => messages)]);
    return {
        said: fromClients.filter((one) => !isBinary(one)),
        told: fromServer.filter((one) => !isBinary(one)),
        binary: [...fromServer, ...fromClients].filter(isBinary),
    };
}

function socketEntry(api, { base, page, names }) {
    const { socket } = api.channels;
    const { query } = socket.bindings.ws;
    const list = Object.entries(query.properties).map(([name, schema]) => ({ name, schema, description: schema.description }));
    return entry({
        id: "socket", title: "In one line", words: "websocket ws wss address hello",
        said: [make("p", { class: "call" }, make("span", { class: "method", data: { method: "WS" } }, "WS"), " ", make("code", {}, socket.address)), ...prose(socket.description), ...prose(query.description), label("In the address"), fieldList(list, names, true)],
        shown: [...query.examples.map((hello) => line(`websocat '${socketAddress(base, hello)}'`)), watch(page)],
    });
}

function streamEntry([name, schema], api, { base, names }) {
    const options = shape(schema, names, true);
    const brings = streamMessages[name].map((key) => make("a", { href: `#message-${key}` }, api.components.messages[key].title ?? key));
    const about = streamMessages[name].map((key) => api.components.messages[key].summary).join(" ");
    return entry({
        id: `stream-${name}`, title: name,
        said: [...prose(about), make("p", {}, "Brings ", ...brings.flatMap((link, index) => (index ? [" or ", link] : [link])), "."), options.length > 0 && label("Options"), ...options],
        shown: [json({ type: "subscribe", streams: { [name]: true } })],
    });
}

const idOf = (key) => `message-${key}`;

function messageEntry({ key, message }, { base, names }, isSaid) {
    const type = message.payload.properties.type.const;
    return entry({
        id: idOf(key), title: type, words: key,
        said: [...prose(message.summary), ...prose(message.description), label("Fields"), ...shape(message.payload, names, isSaid)],
        shown: [...(isSaid ? [line(say(base, message.examples[0].payload))] : []), ...(key === "command" ? message.examples.slice(0, 1) : message.examples).flatMap(exampleParts)],
    });
}

function exampleParts({ name, summary, payload }) {
    return [(name ?? summary) && label([name, summary].filter(Boolean).join(": ")), json(payload)];
}

function commandEntries(api, { base, names }) {
    const { examples } = api.components.messages.command;
    return api.components.schemas.Command.oneOf.flatMap((schema) => {
        const { const: only, enum: several } = schema.properties.do;
        return (several ?? [only]).map((word) => {
            const bodies = examples.filter(({ payload }) => payload.do === word).map(({ payload: { type, id, ...body }, ...rest }) => ({ ...rest, body }));
            const request = { address: `${base}api/v1/rooms/main/commands`, method: "POST", needsToken: true };
            const described = several ? [] : [...prose(schema.description), ...shape(withoutWord(schema), names, true)];
            return entry({
                id: `do-${word}`, title: word, said: [...described, described.length === 0 && make("p", {}, "Needs no more words.")],
                shown: [line(curl({ ...request, json: bodies[0]?.body ?? { do: word } })), ...bodies.flatMap(({ name, summary, body }) => [label([name, summary].filter(Boolean).join(": ")), line(JSON.stringify(body))])],
            });
        });
    });
}

/** The command's own fields, without the name of the command. */
function withoutWord(schema) {
    const { do: word, ...properties } = schema.properties;
    return { ...schema, properties };
}

function binaryEntry({ key, message }, binary) {
    const table = [message, ...binary.map((one) => one.message)].flatMap(({ description }) => blocks(description)).find(({ kind }) => kind === "table");
    const rows = table.rows.map((row) => row.map(plain));
    const [example] = message.examples;
    return entry({
        id: idOf(key), title: message.title, words: "binary bytes layout header little-endian DataView struct unpack",
        said: [...prose(message.summary), ...prose(message.description)],
        shown: [label(example.summary), byteTable(pieces(bytesOf(example.payload), rows))],
    });
}

function byteTable(parts) {
    const isSound = parts[0].value !== 1n;
    const nameOf = ({ words, value }) => (value === undefined ? `${isSound ? "sample" : "frame"} ${words}` : isSound && words === "bands" ? "channels" : words);
    const row = (part) => make("tr", {},
        make("td", {}, String(part.from)),
        make("td", { class: "byte-digits" }, part.bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(" ")),
        make("td", {}, nameOf(part), part.value !== undefined && make("b", {}, ` ${part.value.toLocaleString("en")}`)));
    return make("table", { class: "byte-table" },
        make("thead", {}, make("tr", {}, ...["At", "Bytes", "What"].map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, ...parts.map(row)));
}
