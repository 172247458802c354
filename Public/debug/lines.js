const levels = ["debug", "info", "warning", "error"];

/** @typedef {{ number: number, time: string, level: string, category: string, message: string, fields: Record<string, string> }} Line */

/** @param {Line} line @param {{ level: string, category: string, words: string }} filter */
export function matches(line, { level, category, words }) {
    if (levels.indexOf(line.level) < levels.indexOf(level)) return false;
    if (category && line.category !== category) return false;
    const text = asText(line).toLowerCase();
    return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** As the server writes it, with the category. @param {Line} line */
export function asText({ time, level, category, message, fields }) {
    const words = Object.entries(fields).map(([name, value]) => ` ${name}=${/^[!#-<>-~]+$/.test(value) ? value : JSON.stringify(value)}`);
    return `${time} ${level} ${category} ${message}${words.join("")}`;
}

/** The time from one line to the next, for people. @param {string | undefined} before @param {string} after */
export function delta(before, after) {
    if (before === undefined) return "";
    const ms = Date.parse(after) - Date.parse(before);
    if (ms < 0) return `−${-ms} ms`; // the clock was set back
    if (ms < 1000) return `+${ms} ms`;
    if (ms < 60_000) return `+${(ms / 1000).toFixed(1)} s`;
    return ms < 3_600_000 ? `+${Math.round(ms / 60_000)} min` : `+${Math.round(ms / 3_600_000)} h`;
}
