// Loaded before the page's main script, so that the worker connects and measures the clock while the rest is loading.

const worker = makeWorker();
const isBroken = new Promise((resolve) => {
    if (worker) worker.addEventListener("error", resolve, { once: true });
    else resolve();
});

function makeWorker() {
    try {
        return new Worker(new URL("roomWorker.js", import.meta.url), { type: "module", name: "room" });
    } catch {
        return undefined; // no workers in this browser, or they are forbidden
    }
}

/**
 * Calls `use` with a port to the room's socket in a worker; if that fails, again with one on this thread.
 * @param {(port: Worker | MessagePort) => void} use
 */
export async function toRoom(use) {
    if (worker) use(worker);
    await isBroken;
    worker?.terminate();
    const [{ RoomSocket }, { socketAddress }] = await Promise.all([import("./roomSocket.js"), import("./address.js")]);
    const { port1, port2 } = new MessageChannel();
    new RoomSocket(port2, socketAddress(new URL("..", import.meta.url).href)).start();
    use(port1);
}
