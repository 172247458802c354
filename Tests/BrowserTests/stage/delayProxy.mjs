import { connect, createServer } from "node:net";

/**
 * A proxy between a page and the server that simulates a poor wireless network: each direction has a delay and a seeded jitter, and
 * keeps the order.
 * @param {number} port of the server
 * @param {{ upMs: number, downMs: number, jitterMs: number, seed: number }} way
 * @returns {Promise<{ port: number, close: () => void }>}
 */
export async function delayed(port, { upMs, downMs, jitterMs, seed }) {
    let connections = 0;
    const sockets = new Set();
    const server = createServer((near) => {
        const far = connect(port, "127.0.0.1");
        connections += 1;
        carry(near, far, upMs, jitterMs, random(seed + 2 * connections));
        carry(far, near, downMs, jitterMs, random(seed + 2 * connections + 1));
        for (const socket of [near, far]) {
            socket.setNoDelay(true);
            sockets.add(socket.on("close", () => sockets.delete(socket)));
        }
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    return {
        port: server.address().port,
        close() {
            for (const socket of sockets) socket.destroy();
            server.close();
        },
    };
}

function carry(from, to, baseMs, jitterMs, next) {
    let lastMs = 0;
    const waiting = [];
    const later = (act) => {
        const nowMs = performance.now();
        lastMs = Math.max(lastMs, nowMs + baseMs - jitterMs * Math.log(1 - next())); // exponential, mean jitterMs
        waiting.push(act);
        setTimeout(() => waiting.shift()(), lastMs - nowMs); // timers may fire in another order, but bytes must keep theirs
    };
    from.on("data", (bytes) => later(() => to.writable && to.write(bytes)));
    from.on("end", () => later(() => to.end()));
    from.on("error", () => later(() => to.destroy()));
    to.on("close", () => from.destroy());
}

/** Numbers from 0 to below 1 (mulberry32). */
function random(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b_79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}
