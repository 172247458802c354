import { get } from "node:http";
import { gunzipSync } from "node:zlib";

/**
 * The size of files as the server sends them to a browser that accepts gzip.
 * @param {string[]} addresses
 * @returns {Promise<{ count: number, bytes: number, sent: number }>} `sent` counts compressed bytes
 */
export async function weight(addresses) {
    let [bytes, sent] = [0, 0];
    for (const address of addresses) {
        const { body, zipped } = await fetched(address);
        bytes += zipped ? gunzipSync(body).length : body.length;
        sent += body.length;
    }
    return { count: addresses.length, bytes, sent };
}

// node's fetch decompresses the body and does not report its compressed size.
function fetched(address) {
    return new Promise((resolve, reject) => {
        get(address, { headers: { "accept-encoding": "gzip" } }, (answer) => {
            const pieces = [];
            answer.on("data", (piece) => pieces.push(piece));
            answer.on("error", reject);
            answer.on("end", () => {
                if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode} ${address}`));
                else resolve({ body: Buffer.concat(pieces), zipped: answer.headers["content-encoding"] === "gzip" });
            });
        }).on("error", reject);
    });
}
