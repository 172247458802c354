/**
 * The page's addresses for others, the best first. Throws with the server's words if there can be none.
 * @param {ReturnType<import("./api.js").makeApi>} api
 * @param {string} room
 * @returns {Promise<{ addresses: string[], isPrivate: boolean, isOpen: boolean }>} `isPrivate`: others would have to log in where this page was
 * opened; `isOpen`: there everybody may watch without a key
 */
export const joining = (api, room) => api.send("GET", `join?room=${encodeURIComponent(room)}`);

/** The page's address that can be handed on: its own, unless others would have to log in there. */
export async function addressToShare(base, api, room) {
    const { addresses, isPrivate } = await joining(api, room).catch((problem) => {
        if (problem.code === "no-address") throw problem;
        return { isPrivate: false }; // the server is gone: its page will be there again
    });
    return isPrivate ? addresses[0] : base;
}
