import { make } from "../ui/elements.js";
import { address, curl } from "./lines.js";
import { entry, fieldList, folded, json, label, line, prose, shape } from "./parts.js";
import { sample } from "./shapes.js";
import { tryOut } from "./tryOut.js";

const methods = ["get", "post", "put", "patch", "delete"];
const notForTerminals = /^(audio|image)\/|octet-stream/;

/**
 * The HTTP API, with a group for each tag.
 * @param {object} api the description, its references in place
 * @param {{ base: string, page: string, names: Map<object, string> }} context lines show `base`, and forms ask `page`
 */
export function httpGroups(api, context) {
    return api.tags.map(({ name, description }) => ({
        id: `http-${name}`, title: name[0].toUpperCase() + name.slice(1), about: prose(description),
        entries: operations(api).filter(({ operation }) => operation.tags.includes(name)).map((one) => operationEntry(one, context)),
    }));
}

/** Every method of every path. */
export function operations(api) {
    return Object.entries(api.paths).flatMap(([path, item]) => methods.filter((method) => item[method]).map((method) => ({
        path, method: method.toUpperCase(), operation: item[method],
        parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])],
    })));
}

function operationEntry(one, { base, page, names }) {
    const { path, method, operation, parameters } = one;
    const needsToken = Boolean(operation.security?.length);
    const list = parameters.map(({ name, required, schema, description, in: place }) => ({ name, required, schema, description, place: place === "query" ? undefined : `in the ${place}` }));
    const request = requestOf(one, base);
    return entry({
        id: operation.operationId, title: operation.summary, words: `${method} ${path} ${operation.operationId}`,
        said: [
            make("p", { class: "call" }, make("span", { class: "method", data: { method } }, method), " ", ...breakable(path), needsToken && make("span", { class: "badge" }, "control key")),
            ...prose(operation.description),
            list.length > 0 && label("Parameters"), fieldList(list, names, true),
            ...bodyParts(operation, names), ...answerParts(operation, names),
        ],
        shown: [line(curl(request)), ...exampleParts(operation), method === "GET" && tryOut(one, page, base, request)],
    });
}

/** A long path may break after its slashes. */
function breakable(path) {
    return [make("code", {}, ...path.split(/(?<=\/)/).flatMap((part) => [part, make("wbr")]))];
}

/** The parameters of an example: those that have one or are required. */
function requestOf({ path, method, operation, parameters }, base) {
    const body = operation.requestBody?.content["application/json"];
    const [type] = contentOf(operation);
    return {
        address: address(base, path, parameters, (parameter) => exampleOf(parameter)), method,
        needsToken: Boolean(operation.security?.length),
        json: body && (body.example ?? sample(body.schema)), isFile: Boolean(operation.requestBody) && !body,
        isEndless: type === "text/event-stream", isBytes: notForTerminals.test(type ?? ""),
    };
}

function exampleOf({ in: place, example, required, schema }) {
    const value = example ?? (required || place === "path" ? sample(schema) : undefined);
    return value === undefined ? undefined : String(value);
}

/** The first media type of a successful answer. */
function contentOf(operation) {
    const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
    return Object.entries(answer.content ?? {})[0] ?? [];
}

function bodyParts(operation, names) {
    return Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { schema }]) => [label(`Body, \`${type}\``), ...prose(schema.description), ...shape(schema, names, true)]);
}

function answerParts(operation, names) {
    const answers = Object.entries(operation.responses);
    const good = answers.filter(([status]) => status.startsWith("2"));
    const bad = answers.filter(([status]) => !status.startsWith("2"));
    return [
        label("Answers"),
        ...good.map(([status, answer]) => {
            const types = Object.entries(answer.content ?? {});
            const summary = [make("b", {}, status), ` ${answer.description.trim()} `, types.length > 0 && make("span", { class: "kind" }, types.map(([type]) => type).join(", "))].filter(Boolean);
            const content = types.flatMap(([, { schema }]) => shape(schema, names, false));
            const headers = fieldList(Object.entries(answer.headers ?? {}).map(([name, header]) => ({ name, ...header, place: "header" })), names, false);
            if (headers) content.push(headers);
            return content.length > 0 ? folded(summary, () => content, "fold answer") : make("p", { class: "answer" }, ...summary);
        }),
        folded([make("b", {}, bad.map(([status]) => (status === "default" ? "others" : status)).join(", "))], () => [make("dl", { class: "problems" },
            ...bad.map(([status, { description }]) => make("div", {}, make("dt", {}, status === "default" ? "others" : status), make("dd", {}, ...prose(description)))))], "fold answer"),
    ];
}

function exampleParts(operation) {
    const [type, content] = contentOf(operation);
    if (type === "text/event-stream") return [label("Answer"), make("pre", { tabindex: "0" }, content.example)];
    if (type !== "application/json") return [];
    return [label("Answer"), json(content.example ?? sample(content.schema))];
}
