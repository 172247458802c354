/** Bytes as people read them. @param {number} bytes @returns {string} "45.2 MB" */
export function bytesWords(bytes) {
    if (bytes < 1e6) return `${Math.round(bytes / 1e3)} kB`;
    return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Hours of the day. @param {{ from: number, to: number }} hours @returns {string} "23:00 to 7:00" */
export const hoursWords = ({ from, to }) => `${from}:00 to ${to}:00`;

/**
 * How far a batch of analyses is.
 * @param {{ state: string, waitsFor: string | null, total: number, done: number, failed: number, fetched: number, rate: number | null, hours: { from: number, to: number } | null }} batch
 * @returns {{ share: number, line: string, more: string }} what is done, 0 to 1, and words for it
 */
export function batchWords({ state, waitsFor, total, done, failed, fetched, rate, hours }) {
    const ended = done + failed;
    const counts = `${ended} of ${total} ${total === 1 ? "track" : "tracks"}`;
    const line = {
        running: total === 0 ? "Looking for tracks…" : waitsFor === "hours" ? `Waiting until ${hours.from}:00. ${counts}.` : waitsFor === "server" ? `A music server does not answer. ${counts}.` : `${counts}.`,
        done: total === 0 ? "Nothing was missing." : `Done: ${done} ${done === 1 ? "track" : "tracks"}.`,
        stopped: `Stopped after ${counts}.`,
    }[state];
    const more = [
        fetched > 0 && `${bytesWords(fetched)} fetched`, state === "running" && rate && `at most ${bytesWords(rate)} a second`,
        state === "running" && hours && `from ${hoursWords(hours)}`, failed > 0 && `${failed} failed`,
    ].filter(Boolean).join(", ");
    return { share: total > 0 ? ended / total : state === "done" ? 1 : 0, line, more: more && `${more[0].toUpperCase()}${more.slice(1)}.` };
}

/**
 * What the form orders.
 * @param {{ server: string, which: string, rate: string, from: string, to: string }} form `rate` in megabytes a second; empty for none
 * @returns {object}
 */
export function orderOf({ server, which, rate, from, to }) {
    const bytes = Math.round(Number(rate.replace(",", ".")) * 1e6);
    return {
        which, ...(server && { server }), ...(rate.trim() && bytes > 0 && { rate: Math.max(bytes, 16_384) }),
        ...(from !== to && { hours: { from: Number(from), to: Number(to) } }),
    };
}
