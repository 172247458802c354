/**
 * Listens to changes of the library and progress of the analysis, as long as the page is open. The browser reconnects by itself.
 * @param {string} base the page's base address
 * @param {(change: { change: string, track?: number }) => void} changed
 * @param {(analysis: { track: number, state: string, progress?: number }) => void} analysed
 * @param {() => void} opened called whenever it listens from then on: what changed before was not heard
 * @returns {() => void} ends it
 */
export function listenToNews(base, changed, analysed, opened) {
    const source = new EventSource(new URL("api/v1/events", base).href);
    source.addEventListener("open", opened);
    const hear = (act) => (event) => {
        let news;
        try {
            news = JSON.parse(event.data);
        } catch {
            return; // ignore what cannot be parsed
        }
        act(news);
    };
    source.addEventListener("library", hear(changed));
    source.addEventListener("analysis", hear(analysed));
    return () => source.close();
}
