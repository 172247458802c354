// Describes a JSON schema for people: in words, as a list of fields, as an example.

/** Limits beyond these only state the range of 53 or 64 bits and are not shown. */
const tellingLimit = 2 ** 53 - 1;
const pluralNames = { string: "texts", boolean: "true or false", integer: "whole numbers", number: "numbers", array: "lists", object: "objects" };
const typeNames = { string: "text", boolean: "true or false", integer: "whole number", array: "list", object: "object", null: "null", number: "number" };

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {boolean} required
 * @property {object} schema
 */

/**
 * A schema's type and limits in a few words.
 * @param {object} schema
 * @param {Map<object, string>} names of schemas that have one
 * @returns {string}
 */
export function words(schema, names) {
    const orNull = isNullable(schema) ? " or null" : "";
    return core(bare(schema), names) + orNull;
}

function core(schema, names) {
    if ("const" in schema) return JSON.stringify(schema.const);
    const choices = schema.enum?.filter((choice) => choice !== null);
    if (choices) return choices.length === 1 ? JSON.stringify(choices[0]) : choices.map((choice) => (choice === "" ? '""' : String(choice))).join(", ");
    const types = kinds(schema);
    if (types.length === 0 && schema.oneOf) return [...new Set(schema.oneOf.filter((one) => !isNull(one)).map((one) => words(one, names)))].join(", or ");
    if (types.includes("object") && names.has(schema)) return names.get(schema);
    if (types[0] === "array" && schema.items) return list(schema, names);
    if (schema.format === "binary") return "bytes";
    return `${types.map((type) => typeNames[type]).join(", ") || "anything"}${limits(schema)}`;
}

function list(schema, names) {
    const { items } = schema;
    const size = sizes(schema, "Items", "");
    if (items.enum) return `list${size && ` of ${size}`}, each one of ${core(items, names)}`;
    const [type] = kinds(items);
    const hasName = type === "object" && names.has(items);
    return `list of ${size && `${size} `}${hasName || (!type && !items.oneOf) ? words(items, names) : pluralNames[type ?? "object"]}`;
}

function limits(schema) {
    const length = kinds(schema)[0] === "string" ? sizes(schema, "Length", " characters") : "";
    const unit = length && `, ${schema.minLength === 1 && !schema.maxLength ? "not empty" : length}`;
    const { minimum: least, maximum: most } = schema;
    const tells = (limit) => limit !== undefined && Math.abs(limit) < tellingLimit;
    if (tells(least) && tells(most)) return ` from ${least} to ${most}`;
    if (tells(least)) return ` from ${least} on`;
    return tells(most) ? ` up to ${most}` : unit;
}

function sizes(schema, what, unit) {
    const [least, most] = [schema[`min${what}`], schema[`max${what}`]];
    if (least !== undefined && least === most) return `${most}${unit}`;
    if (least && most) return `${least} to ${most}${unit}`;
    if (most !== undefined) return `at most ${most}${unit}`;
    return least ? `${least}${unit} or more` : "";
}

/** @returns {string[]} the types that a value may have, null left out unless it is the only one */
function kinds(schema) {
    const types = [schema.type ?? (schema.properties ? "object" : [])].flat();
    return types.length > 1 ? types.filter((type) => type !== "null") : types;
}

const isNull = (schema) => schema.type === "null";

/** @param {object} schema */
export function isNullable(schema) {
    return (Array.isArray(schema.type) && schema.type.includes("null")) || Boolean(schema.oneOf?.some(isNull));
}

/** The schema without its "or null". */
function bare(schema) {
    const others = schema.oneOf?.filter((one) => !isNull(one));
    return schema.oneOf && others.length === 1 && !schema.properties ? others[0] : schema;
}

/**
 * The fields of an object, of each object in a list, or of all parts of an `allOf`.
 * @param {object} schema
 * @returns {Field[]} empty if there are none
 */
export function fields(schema) {
    const inner = within(schema);
    const required = new Set(inner.required);
    const own = Object.entries(inner.properties ?? {}).map(([name, field]) => ({ name, required: required.has(name), schema: field }));
    return [...own, ...(inner.allOf ?? []).flatMap((part) => fields(part))];
}

/**
 * The variants of an object.
 * @param {object} schema
 * @returns {object[]} empty if it has only one
 */
export function variants(schema) {
    const inner = within(schema);
    const own = (inner.oneOf ?? []).filter((one) => !isNull(one) && fields(one).length > 0);
    return [...own, ...(inner.allOf ?? []).flatMap((part) => variants(part))];
}

/** The schema with the fields: for a list, that of its items. */
export function within(schema) {
    let inner = bare(schema);
    while (inner.items) inner = bare(inner.items);
    return inner;
}

/**
 * Gives named schemas the examples of the bodies and messages that they describe, so that lists of them have examples too.
 * @param {object} document
 * @param {Map<object, string>} names
 */
export function lendExamples(document, names) {
    const done = new Set();
    const walk = (node) => {
        if (typeof node !== "object" || node === null || done.has(node)) return;
        done.add(node);
        const schema = node.schema ?? node.payload;
        const example = node.example ?? node.examples?.[0]?.payload;
        if (names.has(schema) && example !== undefined) schema.example ??= example;
        for (const child of Object.values(node)) walk(child);
    };
    walk(document);
}

/**
 * A value that fits a schema, if it has no example.
 * @param {object} schema
 * @param {object[]} above enclosing schemas; recursion is left out
 * @returns {unknown} undefined if it would be endless
 */
export function sample(schema, above = []) {
    if (above.includes(schema)) return undefined;
    const path = [...above, schema];
    if (schema.example !== undefined) return schema.example;
    if ("const" in schema) return schema.const;
    if (schema.default !== undefined) return schema.default;
    if (schema.enum) return schema.enum[0];
    const choice = schema.oneOf && !schema.properties ? schema.oneOf.find((one) => !isNull(one)) : undefined;
    if (choice) return sample(choice, path);
    switch (kinds(schema)[0]) {
        case "object": return Object.fromEntries(fields(schema).map(({ name, schema: field }) => [name, sample(field, path)]).filter(([, value]) => value !== undefined));
        case "array": return schema.items ? [sample(schema.items, path)].filter((item) => item !== undefined) : [];
        case "integer": return Math.max(schema.minimum ?? 0, 0);
        case "number": return Math.max(schema.minimum ?? 0, 0);
        case "boolean": return false;
        case "string": return schema.pattern?.includes("#[0-9a-f") ? "#1e90ff" : "";
        default: return null;
    }
}
