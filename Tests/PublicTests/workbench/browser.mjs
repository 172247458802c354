import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { withChromium } from "./chromium.mjs";

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
    try {
        await withChromium(async (browser) => {
            const page = await browser.open({ url: `http://127.0.0.1:${server.address().port}/Tests/PublicTests/workbench/index.html` });
            await page.until("typeof bench === 'object'");
            await body({ call: page.call.bind(page), evaluate: page.evaluate.bind(page), shoot: shoot.bind(undefined, page) });
        });
    } finally {
        server.closeAllConnections();
        server.close();
    }
}

/** A picture of a window of that size, as PNG bytes. */
async function shoot(page, width, height, expression) {
    await page.size(width, height);
    await page.evaluate(expression);
    return page.shot();
}
