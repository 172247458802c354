import { isLive, isRecording } from "../session/timeline.js";
import { icon, mark, write } from "./elements.js";
import { clockTime } from "./words.js";

const coverPixels = 160;

/**
 * The player bar: the current track and its buttons.
 * @param {Document} document
 * @param {ReturnType<import("../net/api.js").makeApi>} api
 * @param {import("./seekbar.js").SeekBar} seekbar
 */
export function makeBar(document, api, seekbar) {
    const find = (name) => document.querySelector(`.${name}`);
    const [title, artist, picture] = [find("now-title"), find("now-artist"), find("cover-picture")];
    const [passed, wholeTime, play] = [find("time-passed"), find("time-whole"), find("play-button")];
    const [playIcon, pauseIcon] = [icon("play"), icon("pause")];
    const [status, vote] = [find("status"), find("vote-button")];
    let told;
    let coverOf;
    let shownPlaying;
    let second = -1;
    let live = false;
    picture.addEventListener("error", () => { picture.hidden = true; });
    picture.addEventListener("load", () => { picture.hidden = false; });

    return {
        /** Updates what rarely changes. @param {object | undefined} shown the card of the title, in a crossfade not yet the one that the seek bar is of */
        show(room, shown) {
            const track = room.state?.track ?? null;
            const timeline = room.state?.timeline;
            const buffering = timeline?.buffering ?? false;
            const playing = (timeline?.playing ?? false) || buffering;
            if (live !== isLive(timeline?.source)) [live, second] = [!live, -1];
            document.body.dataset.track = track ? "some" : "none";
            write(title, shown?.title ?? "–");
            write(artist, room.state?.trouble ?? (buffering ? "Buffering…" : undefined) ?? (live ? "Live sound" : undefined) ?? [shown?.artist, shown?.album].filter(Boolean).join(" · "));
            const words = shown && (shown.artist ? `${shown.title}, by ${shown.artist}` : shown.title);
            if (words && words !== told) write(status, words);
            told = words;
            write(wholeTime, live ? "" : clockTime(track?.duration ?? 0));
            if (playing !== shownPlaying) {
                shownPlaying = playing;
                play.replaceChildren(playing ? pauseIcon : playIcon);
                mark(play, "aria-label", playing ? "Pause" : "Play");
            }
            const votes = room.state?.votes;
            write(vote, votes ? `Vote to skip · ${votes.count} of ${votes.needed}` : "Vote to skip");
            const cover = shown?.source; // one without a cover has a drawn one
            if (cover !== coverOf) {
                coverOf = cover;
                if (cover === undefined) {
                    picture.hidden = true;
                    picture.removeAttribute("src");
                } else {
                    picture.src = api.trackArt(cover, coverPixels);
                }
            }
            const source = track && isRecording(timeline.source) ? timeline.source : null;
            seekbar.show(source, track?.duration ?? 0, source !== null && room.state.analysis === "ready");
        },
        /** Updates what changes in every frame. */
        tick(mediaS) {
            const positionS = Math.min(mediaS, seekbar.durationS); // without the server it runs on
            const now = Math.floor(positionS);
            if (now === second) return;
            second = now;
            write(passed, live ? "Live" : clockTime(positionS));
            seekbar.tell(Math.max(0, positionS), live ? "Live sound" : undefined);
        },
    };
}
