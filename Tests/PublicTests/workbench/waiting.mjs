/**
 * Waits until an expression is true in a page, and says how many milliseconds it took.
 * @param {(expression: string) => Promise<any>} evaluate
 * @param {string} expression
 * @param {number} most milliseconds
 */
export async function untilTrue(evaluate, expression, most) {
    const started = performance.now();
    while (!(await evaluate(`Boolean(${expression})`).catch(() => false))) {
        if (performance.now() - started > most) throw new Error(`after ${most} ms still not: ${expression}`);
        await new Promise((again) => setTimeout(again, 20));
    }
    return performance.now() - started;
}
