const perPage = 60;

/** An error of the server, with its message. */
class ApiProblem extends Error {
    /** @param {number} status @param {string} code @param {string} sentence */
    constructor(status, code, sentence) {
        super(sentence);
        this.status = status;
        this.code = code;
    }
}

/**
 * A client of the server's HTTP API, with addresses relative to the page.
 * @param {string} base the page's base address
 * @param {() => string | undefined} token
 */
export function makeApi(base, token) {
    let renewed; // after covers have changed: makes their addresses new to the browser, which keeps pictures for a while
    const address = (path, query = {}) => {
        const url = new URL(`api/v1/${path}`, base);
        for (const [key, value] of Object.entries(query)) if (value !== undefined && value !== "") url.searchParams.set(key, value);
        return url.href;
    };

    async function ask(path, query, options = {}) {
        let answer;
        try {
            answer = await fetch(address(path, query), options);
        } catch (error) {
            if (error.name === "AbortError") throw error;
            throw new ApiProblem(0, "offline", "Server not responding.");
        }
        if (answer.ok) return answer;
        const problem = await answer.json().catch(() => ({})); // a proxy's error may not be JSON
        throw new ApiProblem(answer.status, problem.type ?? "about:blank", problem.detail ?? `The server answered ${answer.status}.`);
    }

    async function json(path, query, options) {
        return (await ask(path, query, options)).json();
    }

    const writing = (method, body) => ({
        method,
        headers: { "content-type": body instanceof Blob ? body.type : "application/json", ...(token() ? { authorization: `Bearer ${token()}` } : {}) },
        body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    });

    return {
        tracks: (query, signal) => json("tracks", { limit: perPage, ...query }, { signal }),
        albums: (query, signal) => json("albums", { limit: perPage, ...query }, { signal }),
        artists: (query, signal) => json("artists", { limit: perPage, ...query }, { signal }),
        track: (track) => json(`tracks/${track}`),
        markers: (track) => json(`tracks/${track}/markers`),
        grid: (track) => json(`tracks/${track}/grid`),
        library: () => json("library"),
        /** Any other request. @returns {Promise<any>} the answer's JSON, or a blob; undefined where there is nothing to say */
        send: async (method, path, body, query) => {
            const answer = await ask(path, query, writing(method, body));
            if (answer.status === 204) return undefined;
            return answer.headers.get("content-type")?.includes("json") ? answer.json() : answer.blob();
        },
        file: (path, query, { method = "GET", headers, body } = {}) => {
            const options = writing(method, body);
            Object.assign(options.headers, headers);
            return ask(path, query, options);
        },
        /** The names of the styles in the server's own folder. */
        ownStyles: async () => (await (await fetch(new URL("renderers/own.json", base))).json()).renderers,
        /** Bytes of a part of a waveform, in audiowaveform's format. */
        waveform: async (track, query, signal) => (await ask(`tracks/${track}/waveform.dat`, query, { signal })).arrayBuffer(),
        trackArt: (track, size) => (`${track}`.startsWith("live:") ? new URL("icons/icon-512.png", base).href : address(`tracks/${track}/art`, { size, renewed })),
        albumArt: (album, size) => address(`albums/${album}/art`, { size, renewed }),
        renewArt: () => (renewed = Date.now()),
    };
}
