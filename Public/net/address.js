// Everything is addressed relative to the page, so a base path behind a proxy needs no setting.

/**
 * The WebSocket address beside the page.
 * @param {string} base the page's base address, http or https
 * @returns {string}
 */
export function socketAddress(base) {
    const address = new URL("ws", base);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    return address.href;
}

/**
 * Where the server tells its name and version.
 * @param {string} base the page's base address
 * @returns {string}
 */
export function versionAddress(base) {
    return new URL("version", base).href;
}
