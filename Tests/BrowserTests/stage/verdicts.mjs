/** The results: a line for each requirement, with its measured value. */
export class Verdicts {
    failed = 0;
    #skipped = 0;
    #lines = [];

    /**
     * @param {string} part of the tests
     * @param {string} law the requirement as a sentence
     * @param {boolean} holds
     * @param {string} [figure] the measured value
     */
    add(part, law, holds, figure = "") {
        if (!holds) this.failed += 1;
        this.#lines.push([holds ? "ok" : "FAILED", part, law, figure]);
    }

    /** A requirement that cannot be tested here, and why. */
    skip(part, law, reason) {
        this.#skipped += 1;
        this.#lines.push(["skipped", part, law, reason]);
    }

    /** The results as a table, part by part. */
    toString() {
        const widths = [0, 1, 2].map((column) => Math.max(...this.#lines.map((line) => line[column].length)));
        const parts = [...new Set(this.#lines.map(([, part]) => part))];
        const rows = parts.flatMap((part) => this.#lines.filter((line) => line[1] === part)).map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
        return [...rows, `${this.#lines.length - this.failed - this.#skipped} hold, ${this.failed} do not`].join("\n");
    }
}

/** The quantile of some values. @param {ArrayLike<number>} values @param {number} share from 0 to 1 */
export function quantile(values, share) {
    const sorted = Float64Array.from(values).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
