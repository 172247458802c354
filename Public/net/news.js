/**
 * Hears what changes in the library, as long as the page lives. The browser itself comes back when the way is lost.
 * @param {string} base the page's base address
 * @param {(change: { change: string, track?: number }) => void} changed
 * @returns {() => void} ends it
 */
export function listenToNews(base, changed) {
    const source = new EventSource(new URL("api/v1/events", base).href);
    source.addEventListener("library", (event) => {
        try {
            changed(JSON.parse(event.data));
        } catch {
            // News that makes no sense is no news.
        }
    });
    return () => source.close();
}
