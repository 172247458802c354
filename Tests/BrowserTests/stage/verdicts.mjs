/** What was found: a line for each law, with its figure. */
export class Verdicts {
    failed = 0;
    #skipped = 0;
    #lines = [];

    /**
     * @param {string} part of the tests
     * @param {string} law as a sentence
     * @param {boolean} holds
     * @param {string} [figure] that shows it
     */
    add(part, law, holds, figure = "") {
        if (!holds) this.failed += 1;
        this.#lines.push([holds ? "ok" : "FAILED", part, law, figure]);
    }

    /** Something that cannot be tried here, and why. */
    skip(part, law, reason) {
        this.#skipped += 1;
        this.#lines.push(["skipped", part, law, reason]);
    }

    /** All in one table. */
    toString() {
        const widths = [0, 1, 2].map((column) => Math.max(...this.#lines.map((line) => line[column].length)));
        const rows = this.#lines.map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
        return [...rows, `${this.#lines.length - this.failed - this.#skipped} hold, ${this.failed} do not`].join("\n");
    }
}

/** The value below which a share of the values lies. @param {ArrayLike<number>} values @param {number} share */
export function quantile(values, share) {
    const sorted = Float64Array.from(values).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
