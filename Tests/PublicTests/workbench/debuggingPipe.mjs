/** Questions and answers of the debugging protocol, each message ended by a zero. */
export class DebuggingPipe {
    /** @type {Map<string, (method: string, params: object) => void>} by session */
    heard = new Map();
    #out;
    #waiting = new Map();
    #last = 0;
    #rest = "";

    constructor(out, into) {
        this.#out = out;
        into.setEncoding("utf8").on("data", (text) => this.#take(text));
        out.on("error", () => this.end());
    }

    call(method, params = {}, sessionId = undefined) {
        const id = (this.#last += 1);
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject, method });
            this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        });
    }

    end() {
        for (const { reject, method } of this.#waiting.values()) reject(new Error(`${method}: the browser is gone`));
        this.#waiting.clear();
    }

    #take(text) {
        const parts = (this.#rest + text).split("\0");
        this.#rest = parts.pop();
        for (const part of parts) {
            const { id, result, error, method, params, sessionId } = JSON.parse(part);
            if (id === undefined) {
                this.heard.get(sessionId)?.(method, params);
                continue;
            }
            const waiting = this.#waiting.get(id);
            this.#waiting.delete(id);
            if (error) waiting?.reject(new Error(`${waiting.method}: ${error.message}`));
            else waiting?.resolve(result);
        }
    }
}
