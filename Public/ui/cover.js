const pixels = 640;

/** The cover that the stage draws, loaded once for each track. @param {ReturnType<import("../net/api.js").makeApi>} api */
export function makeStageCover(api) {
    let track = null;
    let picture = null;
    return (shown, known) => {
        if (shown === track && (picture || !known?.hasCover)) return picture?.complete && picture.naturalWidth ? picture : null;
        track = shown;
        picture = null;
        if (known?.hasCover) {
            picture = new Image();
            picture.decoding = "async";
            picture.src = api.trackArt(shown, pixels);
        }
        return null;
    };
}
