const expectedMs = 2; // of the yardstick, on a machine that is quick enough for every limit

/** How many times longer than on an ordinary machine script takes here now; 1 if it takes less. */
export const slowness = async (page) => Math.max(1, (await page.evaluate(`(${yardstick})()`)) / expectedMs);

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
