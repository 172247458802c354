import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { DebuggingPipe } from "./debuggingPipe.mjs";
import { untilTrue } from "./waiting.mjs";

/** The shell has no windows to draw around the pages, which take a sixth of the processor's time. */
const shell = "chromium-headless-shell";
const hasShell = (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, shell)));
/** Mesa's software in place of Chromium's own draws WebGL; the page itself stays as it is. */
const byMesa = ["--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist", "--disable-gpu-compositing", "--disable-gpu-rasterization", "--disable-accelerated-2d-canvas"];
const program = process.env.CHROMIUM ?? (hasShell ? shell : "chromium");

/**
 * Runs headless Chromium, spoken to over its debugging pipe, while `body` runs.
 * @param {(browser: { open: (options?: PageOptions) => Promise<Page> }) => Promise<void>} body
 * @param {{ mesa?: boolean, options?: string[] }} [how] with `mesa` another graphics driver draws WebGL; `options` are Chromium's own
 * @typedef {{ url?: string, width?: number, height?: number, before?: string, inWorkers?: string, apart?: boolean, untouched?: boolean }} PageOptions
 *     `before` is script that runs before the page's own, `inWorkers` before that of each of its workers; `apart`: without the
 *     cookies and the storage of the others; `untouched`: only clicks and keys count as a person's touch, and not what is evaluated
 */
export async function withChromium(body, { mesa = false, options = [] } = {}) {
    const folder = mkdtempSync(join(tmpdir(), "workbench-"));
    const chromium = spawn(program, [
        "--headless", "--no-sandbox", ...(mesa ? byMesa : ["--disable-gpu"]), "--disable-dev-shm-usage", "--no-first-run", "--no-proxy-server",
        "--disable-extensions", "--disable-background-networking", "--hide-scrollbars", "--force-color-profile=srgb",
        "--disable-backgrounding-occluded-windows", "--js-flags=--expose-gc", "--enable-precise-memory-info",
        "--remote-debugging-pipe", `--user-data-dir=${folder}`, ...options, "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    const pipe = new DebuggingPipe(chromium.stdio[3], chromium.stdio[4]);
    chromium.once("exit", () => pipe.end());
    try {
        await body({ open: (options) => Page.open(pipe, options) });
    } finally {
        const gone = new Promise((done) => (chromium.exitCode === null ? chromium.once("exit", done) : done()));
        await pipe.call("Browser.close").catch(() => {}); // it may be gone already
        await gone;
        rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
}

/** A page in a window of its own. */
export class Page {
    /** What went wrong in it: errors of the console, exceptions, requests that failed. @type {string[]} */
    troubles = [];
    #pipe;
    #session;
    #target;
    #inWorkers;
    #userGesture;
    #requests = new Map();

    static async open(pipe, { url = "about:blank", width = 1440, height = 900, before = undefined, inWorkers = undefined, apart = false, untouched = false } = {}) {
        const context = apart ? await pipe.call("Target.createBrowserContext") : {};
        const { targetId } = await pipe.call("Target.createTarget", { url: "about:blank", newWindow: true, width, height, ...context });
        const { sessionId } = await pipe.call("Target.attachToTarget", { targetId, flatten: true });
        const page = new Page(pipe, sessionId, targetId, { inWorkers, userGesture: !untouched });
        for (const domain of ["Page", "Runtime", "Network", "Log", "Performance"]) await page.call(`${domain}.enable`);
        await page.call("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
        await page.size(width, height);
        await page.call("Emulation.setFocusEmulationEnabled", { enabled: true });
        if (before) await page.call("Page.addScriptToEvaluateOnNewDocument", { source: before });
        if (url !== "about:blank") await page.call("Page.navigate", { url });
        return page;
    }

    constructor(pipe, session, target, { inWorkers, userGesture }) {
        this.#pipe = pipe;
        this.#session = session;
        this.#target = target;
        this.#inWorkers = inWorkers;
        this.#userGesture = userGesture;
        pipe.heard.set(session, (method, params) => this.#hear(method, params));
    }

    /** Every address that the page and its workers have asked for. */
    get addresses() {
        return [...new Set(this.#requests.values())];
    }

    call(method, params) {
        return this.#pipe.call(method, params, this.#session);
    }

    async close() {
        await this.#pipe.call("Target.closeTarget", { targetId: this.#target });
        this.#pipe.heard.delete(this.#session);
    }

    /** Makes the window that large, of so many device pixels to each of the page's. */
    size(width, height, deviceScaleFactor = 1) {
        return this.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor, mobile: false });
    }

    /** The value of an expression in the page. */
    async evaluate(expression) {
        const { result, exceptionDetails } = await this.call("Runtime.evaluate", {
            expression, awaitPromise: true, returnByValue: true, userGesture: this.#userGesture,
        });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    /** Does what leads away from the page, once that is answered: a page that is left may never answer. */
    leave(expression) {
        return this.evaluate(`void setTimeout(() => { ${expression} })`);
    }

    /** Waits until what the page shows now has been laid out and painted. */
    painted() {
        return this.evaluate("new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => next())))");
    }

    /** Waits until an expression is true in the page, and says how many milliseconds it took. */
    until(expression, mostMs = undefined) {
        return untilTrue((asked) => this.evaluate(asked), expression, mostMs);
    }

    /** Clicks an element with the mouse, at a share of its width, once it stands still and nothing lies over it there. */
    async click(selector, share = 0.5) {
        const look = `(() => {
            const element = document.querySelector(${JSON.stringify(selector)});
            const { left, top, width, height } = element.getBoundingClientRect();
            const x = left + width * ${share}, y = top + height / 2;
            const met = document.elementFromPoint(x, y);
            return { x, y, isOver: element.contains(met) || Boolean(met?.contains(element) && met.matches("label, button, a, summary")) };
        })()`;
        let place = await this.evaluate(look);
        const rest = async () => {
            const { x, y } = place;
            await this.call("Input.dispatchMouseEvent", { type: "mouseMoved", x, y }); // shows controls that are hidden
            place = await this.evaluate(`new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => next(${look}))))`);
            return place.isOver && place.x === x && place.y === y;
        };
        await untilTrue(rest, `${selector} can be clicked: it stands still, and nothing lies over it`);
        const press = { x: place.x, y: place.y, button: "left", clickCount: 1 };
        await this.call("Input.dispatchMouseEvent", { type: "mousePressed", ...press });
        await this.call("Input.dispatchMouseEvent", { type: "mouseReleased", ...press });
    }

    /** Presses a key: a letter, or a name as in KeyboardEvent.key. */
    async key(key, modifiers = 0) {
        const codes = { Tab: 9, Enter: 13, Escape: 27, " ": 32, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
        const windowsVirtualKeyCode = codes[key] ?? key.toUpperCase().charCodeAt(0);
        const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;
        await this.call("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", key, text, windowsVirtualKeyCode, modifiers });
        await this.call("Input.dispatchKeyEvent", { type: "keyUp", key, windowsVirtualKeyCode, modifiers });
    }

    /** A picture of the window, as PNG bytes. */
    async shot() {
        const { data } = await this.call("Page.captureScreenshot", { format: "png" });
        return Buffer.from(data, "base64");
    }

    /** A worker waits until it is heard like the page itself, and has its script that comes first. */
    #adopt(session) {
        this.#pipe.heard.set(session, (method, params) => this.#hear(method, params));
        const expression = this.#inWorkers;
        const steps = [["Runtime.enable"], ["Network.enable"], ...(expression ? [["Runtime.evaluate", { expression }]] : []), ["Runtime.runIfWaitingForDebugger"]];
        for (const [method, params] of steps) this.#pipe.call(method, params, session).catch(() => {}); // it may be gone already
    }

    #hear(method, params) {
        switch (method) {
            case "Target.attachedToTarget":
                this.#adopt(params.sessionId);
                break;
            case "Runtime.exceptionThrown":
                this.troubles.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
                break;
            case "Runtime.consoleAPICalled":
                if (params.type === "error" || params.type === "assert") this.troubles.push(params.args.map(({ value, description }) => value ?? description).join(" "));
                break;
            case "Log.entryAdded":
                if (params.entry.level === "error") this.troubles.push(`${params.entry.text} ${params.entry.url ?? ""}`);
                break;
            case "Network.requestWillBeSent":
                this.#requests.set(params.requestId, params.request.url);
                break;
            case "Network.responseReceived":
                if (params.response.status >= 400) this.troubles.push(`${params.response.status} ${params.response.url}`);
                break;
            case "Network.loadingFailed":
                if (!params.canceled) this.troubles.push(`${params.errorText} ${this.#requests.get(params.requestId)}`);
                break;
        }
    }
}
