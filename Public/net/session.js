// Pictures, sound and event streams send no fields of ours: where reading needs a key, the page trades its key for a cookie.

const address = (base) => new URL("api/v1/session", base);

/**
 * Shows the server the viewers' key, or the control token.
 * @param {string} base the page's base address
 * @param {string} key
 * @returns {Promise<boolean>} whether it was right, or is not needed
 */
export async function openSession(base, key, ask = fetch) {
    const headers = { "content-type": "application/json" };
    try {
        return (await ask(address(base), { method: "POST", headers, body: JSON.stringify({ key }) })).ok;
    } catch {
        return false; // the server is not there: who needs an answer asks again
    }
}

/** Whether the server is there and wants a key that this browser has not shown. @param {string} base */
export async function needsKey(base, ask = fetch) {
    try {
        return (await ask(address(base))).status === 401;
    } catch {
        return false;
    }
}
