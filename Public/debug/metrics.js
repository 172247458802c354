/**
 * Reads metrics in the text format of Prometheus.
 * @param {string} text
 * @returns {(name: string, labels?: Record<string, string>) => number | undefined} the value of a metric, without the `downbeat_` of ours
 */
export function readMetrics(text) {
    const values = new Map();
    for (const line of text.split("\n")) {
        const [, name, value] = /^(?:downbeat_)?([a-z_]+(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? [];
        if (name) values.set(name, Number(value));
    }
    const metric = (name, labels = {}) => {
        const inner = Object.entries(labels).map(([key, label]) => `${key}="${label}"`).join(",");
        return values.get(inner ? `${name}{${inner}}` : name);
    };
    /** The values of a metric with one label, by that. @param {string} name @returns {[string, number][]} */
    metric.each = (name) => [...values].flatMap(([key, value]) => {
        const [, label] = key.startsWith(`${name}{`) ? /="(.*)"/.exec(key) : [];
        return label === undefined ? [] : [[label, value]];
    });
    return metric;
}

/** @param {number} bytes */
export function sizeWords(bytes) {
    const units = ["B", "kB", "MB", "GB", "TB"];
    let unit = 0;
    while (bytes >= 1000 && unit < units.length - 1) {
        bytes /= 1000;
        unit += 1;
    }
    return `${bytes < 10 && unit > 0 ? bytes.toFixed(1) : Math.round(bytes)} ${units[unit]}`;
}
