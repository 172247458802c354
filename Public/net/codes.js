import { openSession } from "./session.js";

/** Whether a text has the form of a short code, however it is typed. */
export function isCode(text) {
    return /^([0-9a-z]{4}[\s-]*)?[0-9a-z]{4}$/i.test(text.trim());
}

/**
 * Redeems a short code for a link of one's own.
 * @param {string} base the page's base address
 * @param {string} code
 * @returns {Promise<{ token: string, link: { role: string, room: string | null } } | { problem: string }>}
 */
export async function redeem(base, code, ask = fetch) {
    try {
        // Without a token: an old one that has ended would be refused.
        const answer = await ask(new URL("api/v1/redeem", base), {
            method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ code: code.trim() }),
        });
        const made = await answer.json();
        if (!answer.ok) return { problem: made.detail ?? `The server answered ${answer.status}.` };
        await openSession(base, made.token, ask); // where reading needs a key, this link is one
        return made;
    } catch {
        return { problem: "Server not responding." };
    }
}

/** The page's address for whoever has redeemed a code: in the link's room, with its token. */
export function entrance(href, { token, link }) {
    const address = new URL(href);
    if (link.room) address.searchParams.set("room", link.room);
    address.hash = `token=${token}`;
    return address.href;
}
