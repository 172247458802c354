import { spawn } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/**
 * Opens the workbench in headless Chromium while `body` runs.
 * @param {(page: { call: Function, evaluate: (expression: string) => Promise<any>, shoot: Function }) => Promise<void>} body
 */
export async function withWorkbench(body) {
    const server = createServer((request, response) => {
        const path = normalize(new URL(request.url, "http://x").pathname);
        response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
        createReadStream(join(root, path)).on("error", () => response.writeHead(404).end()).pipe(response);
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    const folder = mkdtempSync(join(tmpdir(), "workbench-"));
    const chromium = spawn(process.env.CHROMIUM ?? "chromium", [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--no-proxy-server",
        "--disable-extensions", "--disable-background-networking", "--hide-scrollbars", "--force-color-profile=srgb",
        "--js-flags=--expose-gc", "--enable-precise-memory-info", "--remote-debugging-pipe", `--user-data-dir=${folder}`, "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    try {
        const page = await attach(chromium);
        await page.call("Page.navigate", { url: `http://127.0.0.1:${server.address().port}/Tests/PublicTests/workbench/index.html` });
        while ((await page.evaluate("typeof bench")) !== "object") await new Promise((again) => setTimeout(again, 50));
        await body(page);
    } finally {
        const gone = new Promise((done) => chromium.once("exit", done));
        chromium.stdio[3].write(`${JSON.stringify({ id: 0, method: "Browser.close" })}\0`);
        await gone;
        server.closeAllConnections();
        server.close();
        rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
}

async function attach(chromium) {
    const waiting = new Map();
    let last = 0;
    let rest = "";
    chromium.stdio[4].setEncoding("utf8").on("data", (text) => {
        const parts = (rest + text).split("\0");
        rest = parts.pop();
        for (const part of parts) {
            const message = JSON.parse(part);
            waiting.get(message.id)?.(message);
            waiting.delete(message.id);
        }
    });
    let sessionId;
    async function call(method, params = {}) {
        last += 1;
        const id = last;
        const answer = new Promise((done) => waiting.set(id, done));
        chromium.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        const { result, error } = await answer;
        if (error) throw new Error(`${method}: ${error.message}`);
        return result;
    }
    const { targetId } = await call("Target.createTarget", { url: "about:blank" });
    ({ sessionId } = await call("Target.attachToTarget", { targetId, flatten: true }));
    await call("Page.enable");

    /** The value of an expression in the page. */
    async function evaluate(expression) {
        const { result, exceptionDetails } = await call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    /** A picture of a window of that size, as PNG bytes. */
    async function shoot(width, height, expression) {
        await call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
        await evaluate(expression);
        const { data } = await call("Page.captureScreenshot", { format: "png" });
        return Buffer.from(data, "base64");
    }
    return { call, evaluate, shoot };
}
