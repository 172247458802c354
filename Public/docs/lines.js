// Shell commands that call this server, from the address of the page.

const narrow = 56; // characters; a longer command breaks before each of its options, so that it fits beside the text
/** The placeholder for the token in every command. */
const token = '"authorization: Bearer $TOKEN"';
const restful = /^[A-Za-z0-9_./:=@%+,-]+$/;

/** Quotes a word for any shell. @param {string} text */
export function quoted(text) {
    return restful.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The address of an operation with its parameters.
 * @param {string} base the server's address, with a slash at its end
 * @param {string} path as in the description, `/api/v1/tracks/{track}`
 * @param {{ name: string, in: string }[]} parameters
 * @param {(parameter: object) => string | undefined} valueOf undefined or empty values are left out; a path shows the name instead
 * @returns {string}
 */
export function address(base, path, parameters, valueOf) {
    const filled = path.replace(/\{([^}]+)\}/g, (hole, name) => {
        const value = valueOf(parameters.find((one) => one.in === "path" && one.name === name));
        return value ? encodeURIComponent(value) : hole;
    });
    const query = parameters.filter((one) => one.in === "query" && valueOf(one)).map((one) => `${encodeURIComponent(one.name)}=${queryValue(valueOf(one))}`);
    return base + filled.slice(1) + (query.length > 0 ? `?${query.join("&")}` : "");
}

/** Commas and slashes need no escape in a query and are easier to read. */
const queryValue = (value) => encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%20", "+");

/**
 * @typedef {object} Request
 * @property {string} address
 * @property {string} [method] GET by default
 * @property {boolean} [needsToken]
 * @property {Record<string, string>} [headers]
 * @property {unknown} [json] a body
 * @property {boolean} [isFile] whether the body is a file
 * @property {boolean} [isEndless] whether the answer never ends
 * @property {boolean} [isBytes] whether the answer is binary and not for a terminal
 */

/**
 * @param {Request} request
 * @returns {string}
 */
export function curl({ address: url, method = "GET", needsToken, headers = {}, json, isFile, isEndless, isBytes }) {
    const isTold = method === "GET" || (method === "POST" && (json !== undefined || isFile)); // curl infers this from the rest
    const parts = [["curl", isEndless && "-N", !isTold && `-X ${method}`, quoted(url)].filter(Boolean).join(" ")];
    if (needsToken) parts.push(`-H ${token}`);
    for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
    if (json !== undefined) parts.push("-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(json))}`);
    if (isFile) parts.push("-H 'content-type: application/octet-stream'", "--data-binary @song.mp3");
    if (isBytes) parts.push(`-o ${quoted(new URL(url).pathname.split("/").at(-1))}`);
    const whole = parts.join(" ");
    return whole.length <= narrow ? whole : parts.join(" \\\n  ");
}

/**
 * The WebSocket's address with a hello in its query.
 * @param {string} base the server's address, with a slash at its end
 * @param {Record<string, string>} hello
 */
export function socketAddress(base, hello = {}) {
    const query = Object.entries(hello).map(([name, value]) => `${name}=${queryValue(value)}`).join("&");
    return `${base.replace(/^http/, "ws")}ws${query && `?${query}`}`;
}

/**
 * Sends one message and shows what comes back. All messages except hello and time need a room.
 * @param {string} base
 * @param {{ type: string }} message
 */
export function say(base, message) {
    const isFirst = message.type === "hello" || message.type === "time";
    const url = socketAddress(base, isFirst ? {} : { streams: "state" });
    const token = message.type === "command" ? '-H "authorization: Bearer $TOKEN" ' : "";
    return `echo ${quoted(JSON.stringify(message))} | websocat -n ${token}${quoted(url)}`;
}
