const expectedMs = 2; // of the yardstick, on a machine that is quick enough for every limit

const tries = 5;
const betweenMs = 1000;

/**
 * The times that a script measures in a page, in milliseconds, as an ordinary machine would need them. Other processes may slow down a try, so one
 * that is typically not below `mostMs` is repeated, and the quickest counts.
 */
export async function ordinaryTimes(page, script, typical, mostMs) {
    let quickest;
    for (let time = 0; time < tries && !(quickest && typical(quickest) < mostMs); time += 1) {
        if (time > 0) await new Promise((later) => setTimeout(later, betweenMs));
        const measured = await page.evaluate(script);
        const times = await slowness(page);
        const took = measured.map((ms) => ms / times);
        if (!quickest || typical(took) < typical(quickest)) quickest = took;
    }
    return quickest;
}

/** How many times longer than on an ordinary machine script takes here now; 1 if it takes less. */
const slowness = async (page) => Math.max(1, (await page.evaluate(`(${yardstick})()`)) / expectedMs);

/** How long a fixed computation takes, in milliseconds: the median of many. Runs in a page. */
async function yardstick() {
    const values = new Float32Array(4096);
    const took = [];
    for (let time = 0; time < 120; time += 1) {
        const started = performance.now();
        for (let round = 1; round <= 30; round += 1) {
            for (let index = 0; index < values.length; index += 1) values[index] = Math.sin(values[index] + index / round);
        }
        took.push(performance.now() - started);
        if (time % 4 === 3) await new Promise((next) => requestAnimationFrame(next));
    }
    return took.sort((a, b) => a - b)[took.length / 2];
}
