// All addresses are relative to the page, so a base path behind a proxy needs no setting.

/**
 * The WebSocket address relative to the page.
 * @param {string} base the page's base address, http or https
 * @returns {string}
 */
export function socketAddress(base) {
    const address = new URL("ws", base);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    return address.href;
}
