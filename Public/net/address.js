// All addresses are relative to the page, so a base path behind a proxy needs no setting.

/** Whether a page's address leads to the machine that it is opened on, whoever else uses it. @param {string} hostname */
export const isThisMachine = (hostname) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

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
