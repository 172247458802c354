/**
 * Hears what changes in the library and how its analysis goes on, as long as the page lives. The browser itself comes back when the way is lost.
 * @param {string} base the page's base address
 * @param {(change: { change: string, track?: number }) => void} changed
 * @param {(analysis: { track: number, state: string, progress?: number }) => void} analysed
 * @returns {() => void} ends it
 */
export function listenToNews(base, changed, analysed) {
    const source = new EventSource(new URL("api/v1/events", base).href);
    const hear = (act) => (event) => {
        let news;
        try {
            news = JSON.parse(event.data);
        } catch {
            return; // news that makes no sense is no news
        }
        act(news);
    };
    source.addEventListener("library", hear(changed));
    source.addEventListener("analysis", hear(analysed));
    return () => source.close();
}
