// Loaded by the page's head ahead of its script: the worker connects and asks for the time while the rest of the page is on its way.

const worker = makeWorker();
const isBroken = new Promise((resolve) => {
    if (worker) worker.addEventListener("error", resolve, { once: true });
    else resolve();
});

function makeWorker() {
    try {
        return new Worker(new URL("roomWorker.js", import.meta.url), { type: "module", name: "room" });
    } catch {
        return undefined; // the browser has no workers or forbids them
    }
}

/**
 * Calls `use` with the way to the room's socket, which is on a thread of its own; and again with another where that does not work.
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
