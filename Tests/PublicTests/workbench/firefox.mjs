import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { SmallWebSocket } from "../../../Public/clients/downbeat.mjs";
import { untilCome, untilTrue } from "./waiting.mjs";

/** It calls no one, and asks nothing. */
const settings = {
    "app.normandy.enabled": false, "app.update.disabledForTesting": true, "browser.shell.checkDefaultBrowser": false, "browser.startup.page": 0,
    "browser.newtabpage.enabled": false, "datareporting.policy.dataSubmissionEnabled": false, "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false, "media.autoplay.default": 0, "network.proxy.type": 0, "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": false,
};

/** Where Firefox lies on this machine, if it does. */
export function findFirefox() {
    const isThere = (path) => {
        try {
            accessSync(path, constants.X_OK);
            return true;
        } catch {
            return false;
        }
    };
    const folders = process.env.PATH.split(delimiter);
    return process.env.FIREFOX ?? ["firefox-esr", "firefox"].flatMap((name) => folders.map((folder) => join(folder, name))).find(isThere);
}

/**
 * Runs headless Firefox, spoken to by WebDriver BiDi (W3C), while `body` runs.
 * @param {(browser: { version: string, open: (options: { url: string, width?: number, height?: number, before?: string }) => Promise<FirefoxPage> }) => Promise<void>} body
 */
export async function withFirefox(body) {
    const folder = mkdtempSync(join(tmpdir(), "workbench-"));
    writeFileSync(join(folder, "user.js"), Object.entries(settings).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
    const firefox = spawn(findFirefox(), ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0", "about:blank"], {
        stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: folder },
    });
    const gone = new Promise((done) => firefox.once("exit", done));
    try {
        const line = await Line.to(await addressOf(firefox));
        const { capabilities } = await line.call("session.new", { capabilities: {} });
        await line.call("session.subscribe", { events: ["log.entryAdded", "network.responseCompleted", "network.fetchError"] });
        await body({ version: capabilities.browserVersion, open: (options) => FirefoxPage.open(line, options) });
        await line.call("browser.close");
    } finally {
        if (firefox.exitCode === null) firefox.kill();
        await untilCome(gone, () => "Firefox does not end").catch(() => firefox.kill("SIGKILL"));
        rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
}

function addressOf(firefox) {
    let said = "";
    const found = new Promise((resolve, reject) => {
        firefox.once("exit", () => reject(new Error(`Firefox ended: ${said}`)));
        firefox.stderr.setEncoding("utf8").on("data", (text) => {
            said = (said + text).slice(-4000);
            const found = said.match(/BiDi listening on (ws:\S+)/);
            if (found) resolve(found[1]);
        });
    });
    return untilCome(found, () => `Firefox does not start: ${said}`);
}

/** Commands, answers and events. */
class Line {
    heard = () => {};
    #socket;
    #waiting = new Map();
    #last = 0;

    static to(address) {
        return new Promise((resolve, reject) => {
            const line = new Line();
            line.#socket = new SmallWebSocket(`${address}/session`);
            line.#socket.onopen = () => resolve(line);
            line.#socket.onmessage = ({ data }) => line.#take(JSON.parse(data));
            line.#socket.onclose = ({ reason }) => {
                reject(new Error(reason));
                for (const { reject: lost, method } of line.#waiting.values()) lost(new Error(`${method}: the browser is gone`));
            };
        });
    }

    call(method, params) {
        const id = (this.#last += 1);
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject, method });
            this.#socket.send(JSON.stringify({ id, method, params: params ?? {} }));
        });
    }

    #take({ type, id, result, error, message, method, params }) {
        if (type === "event") {
            this.heard(method, params);
            return;
        }
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (type === "error") waiting?.reject(new Error(`${waiting.method}: ${error}, ${message}`));
        else waiting?.resolve(result);
    }
}

/** A page in a tab of its own: as much of Chromium's as the tests in both ask for. */
class FirefoxPage {
    /** What went wrong in it: errors of the console, exceptions, requests that failed. @type {string[]} */
    troubles = [];
    #line;
    #context;

    static async open(line, { url, width = 1440, height = 900, before = undefined }) {
        const { context } = await line.call("browsingContext.create", { type: "tab" });
        const page = new FirefoxPage();
        [page.#line, page.#context] = [line, context];
        line.heard = (method, params) => page.#hear(method, params);
        await line.call("browsingContext.setViewport", { context, viewport: { width, height } });
        if (before) await line.call("script.addPreloadScript", { functionDeclaration: `() => { ${before} }`, contexts: [context] });
        await line.call("browsingContext.navigate", { context, url, wait: "none" });
        return page;
    }

    /** The value of an expression in the page. */
    async evaluate(expression) {
        const { type, result, exceptionDetails } = await this.#line.call("script.evaluate", {
            expression, target: { context: this.#context }, awaitPromise: true, userActivation: true,
        });
        if (type === "exception") throw new Error(exceptionDetails.text);
        return plain(result);
    }

    /** Waits until an expression is true in the page, and says how many milliseconds it took. */
    until(expression, mostMs = undefined) {
        return untilTrue((asked) => this.evaluate(asked), expression, mostMs);
    }

    close() {
        return this.#line.call("browsingContext.close", { context: this.#context });
    }

    #hear(method, { level, text, response, errorText, request }) {
        if (method === "log.entryAdded" && level === "error") this.troubles.push(text);
        if (method === "network.responseCompleted" && response.status >= 400) this.troubles.push(`${response.status} ${response.url}`);
        if (method === "network.fetchError" && errorText !== "NS_BINDING_ABORTED") this.troubles.push(`${errorText} ${request.url}`);
    }
}

function plain({ type, value }) {
    if (type === "array") return value.map(plain);
    if (type === "object") return Object.fromEntries(value.map(([key, one]) => [key, plain(one)]));
    return type === "null" ? null : value;
}
