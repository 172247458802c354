import { AsyncLocalStorage } from "node:async_hooks";

/** How long is waited for what must happen, in milliseconds: only what hangs reaches it. */
const hangMs = 180_000;
/** What hangs has failed the whole run: what comes after it is only waited for so long. */
const briefMs = 10_000;

let patienceMs = hangMs;

/** Where a test that runs in it is told what it waited for in vain: `unmet` is that in one line. @type {AsyncLocalStorage<{ unmet?: string }>} */
export const told = new AsyncLocalStorage();

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
            const unmet = `after ${tookMs.toFixed(0)} ms still not: ${expression.replace(/\s+/g, " ")}`;
            Object.assign(told.getStore() ?? {}, { unmet });
            throw new Error(unmet);
        }
        await new Promise((again) => setTimeout(again, 20));
    }
    return performance.now() - started;
}

/**
 * Waits for what must come.
 * @template Value
 * @param {Promise<Value>} promise
 * @param {() => string} trouble what to say when it does not
 * @returns {Promise<Value>}
 */
export async function untilCome(promise, trouble) {
    let late;
    const hung = new Promise((_, reject) => {
        late = setTimeout(() => reject(new Error(trouble())), patienceMs);
    });
    return Promise.race([promise, hung]).finally(() => clearTimeout(late));
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
