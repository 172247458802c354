/** Pictures at server times. Runs in a page. @param {readonly number[]} timesUs */
export async function pictureAt(timesUs) {
    const canvas = document.querySelector(".stage");
    const pixels = [];
    for (const timeUs of timesUs) {
        downbeat.drawAt(timeUs);
        const seen = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        let text = "";
        for (let at = 0; at < seen.length; at += 32_768) text += String.fromCharCode(...seen.subarray(at, at + 32_768));
        pixels.push(btoa(text));
    }
    downbeat.drawAt();
    return { pixels };
}

/** The mean difference of two pictures' luminance, 0 to 1, on the dark background. */
export function difference(one, other) {
    if (one.length !== other.length) return 1;
    let sum = 0;
    for (let at = 0; at < one.length; at += 4) {
        for (let part = 0; part < 3; part += 1) sum += Math.abs(one[at + part] * one[at + 3] - other[at + part] * other[at + 3]);
    }
    return sum / 255 / 255 / ((3 * one.length) / 4);
}
