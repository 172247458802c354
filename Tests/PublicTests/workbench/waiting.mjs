/** How long is waited for what must happen, in milliseconds: only what hangs reaches it. */
const hangMs = 180_000;
/** What hangs has failed the whole run: what comes after it is only waited for so long. */
const briefMs = 10_000;

let patienceMs = hangMs;

/**
 * Waits until an expression is true in a page, and says how many milliseconds it took.
 * @param {(expression: string) => Promise<any>} evaluate
 * @param {string} expression
 * @param {number} [most] milliseconds, where less is a result and no failure
 */
export async function untilTrue(evaluate, expression, most) {
    const started = performance.now();
    while (!(await evaluate(`Boolean(${expression})`).catch(() => false))) {
        const tookMs = performance.now() - started;
        if (tookMs > (most ?? patienceMs)) {
            if (most === undefined) patienceMs = briefMs;
            throw new Error(`after ${tookMs.toFixed(0)} ms still not: ${expression}`);
        }
        await new Promise((again) => setTimeout(again, 20));
    }
    return performance.now() - started;
}

/**
 * Reads a value again and again until it is as it must be.
 * @template Value
 * @param {() => Promise<Value>} read
 * @param {(value: Value) => boolean} isSo
 * @returns {Promise<Value>} the value, or the last one if it never became so
 */
export async function untilSo(read, isSo) {
    let value;
    await untilTrue(async () => isSo(value = await read()), "a value that the server or the page must have").catch(() => {});
    return value;
}
