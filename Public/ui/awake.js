const restMs = 60_000; // a pause between two tracks must not let the screen sleep
const videoPixels = 16;
const videoMs = 1000;

/**
 * Keeps the screen on while music plays, and always on a kiosk. Plain http has no wake lock: there a small silent video does it.
 * @param {Document} document
 * @param {{ kiosk: boolean, mini: boolean, test?: string }} asked
 */
export function makeAwake(document, asked) {
    const nature = navigator.wakeLock ? wakeLock() : silentVideo(document);
    let playedMs = -Infinity;
    let words = "not needed";
    let wanted = false;
    document.addEventListener("visibilitychange", () => want(wanted && !document.hidden));

    async function want(isWanted) {
        if (isWanted === nature.held) return;
        try {
            if (isWanted) await nature.hold();
            else nature.release();
            words = isWanted ? nature.words : "not needed";
        } catch (problem) {
            words = `no: ${problem.name === "NotAllowedError" ? "the browser waits for a tap, or saves power" : problem.message}`;
        }
    }

    return {
        show({ state }) {
            if (state?.timeline.playing) playedMs = performance.now();
            wanted = !asked.mini && (asked.kiosk || performance.now() - playedMs < restMs);
            want(wanted && !document.hidden);
        },
        /** For the figures. */
        get words() {
            return words;
        },
    };
}

function wakeLock() {
    let lock;
    let coming = false;
    return {
        words: "by a wake lock",
        get held() {
            return coming || (lock !== undefined && !lock.released);
        },
        async hold() {
            coming = true;
            try {
                lock = await navigator.wakeLock.request("screen");
            } finally {
                coming = false;
            }
        },
        release() {
            lock?.release();
            lock = undefined;
        },
    };
}

/** A video that is made here, of one black picture. It lies behind the stage: browsers ignore videos that nobody could see. */
function silentVideo(document) {
    let video;
    let held = false;
    return {
        words: "by a silent video",
        get held() {
            return held;
        },
        async hold() {
            held = true;
            try {
                video ??= await makeVideo(document);
                await video.play();
            } catch (problem) {
                held = false;
                throw problem;
            }
        },
        release() {
            held = false;
            video?.pause();
        },
    };
}

async function makeVideo(document) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = videoPixels;
    if (!globalThis.MediaRecorder || !canvas.captureStream) throw new Error("this browser has neither a wake lock nor a recorder");
    const context = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(10));
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const done = new Promise((resolve, reject) => {
        recorder.onstop = resolve;
        recorder.onerror = () => reject(new Error("the video could not be made"));
    });
    recorder.start();
    const drawing = setInterval(() => context.fillRect(0, 0, videoPixels, videoPixels), 50); // an unchanged canvas sends no pictures
    setTimeout(() => recorder.stop(), videoMs);
    await done;
    clearInterval(drawing);
    const video = document.createElement("video");
    Object.assign(video, { muted: true, loop: true, playsInline: true, className: "awake", src: URL.createObjectURL(new Blob(parts, { type: recorder.mimeType })) });
    video.setAttribute("aria-hidden", "true");
    video.tabIndex = -1;
    document.body.prepend(video);
    return video;
}
