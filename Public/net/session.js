// Images, audio and event streams cannot send our headers. If the server wants a key, the page exchanges it for a cookie.

const address = (base) => new URL("api/v1/session", base);

/**
 * Sends the viewers' key or a token to the server for a cookie.
 * @param {string} base the page's base address
 * @param {string} key
 * @returns {Promise<boolean>} whether the key was right, or none is needed
 */
export async function openSession(base, key, ask = fetch) {
    const headers = { "content-type": "application/json" };
    try {
        return (await ask(address(base), { method: "POST", headers, body: JSON.stringify({ key }) })).ok;
    } catch {
        return false; // server not reachable: the caller tries again
    }
}

/** Whether the server responds and wants a key that this browser has not sent. @param {string} base */
export async function needsKey(base, ask = fetch) {
    try {
        return (await ask(address(base))).status === 401;
    } catch {
        return false;
    }
}
