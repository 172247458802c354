/**
 * The keys of the metronome, and of foot pedals that turn pages: those send page keys or arrows.
 * @param {Document} document
 * @param {object} acts
 */
export function listenToPedals(document, { isOpen, hasList, start, step, close, tapped, nudge }) {
    const songs = { pageup: -1, pagedown: 1, arrowleft: -1, arrowright: 1, arrowup: -1, arrowdown: 1 };
    const tempos = { arrowup: 1, arrowright: 1, arrowdown: -1, arrowleft: -1 };

    function take(event) {
        if (!isOpen() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        const { target, repeat } = event;
        if (target.closest?.("dialog") || document.querySelector("dialog[open]")) return;
        const key = event.key.toLowerCase();
        const isOff = key.length === 1 && key !== " " && document.body.dataset.keys === "off";
        if (isOff || (target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select") && key !== "escape")) return;
        if (key === " " && target.closest?.("button, [role=tab], label, summary")) return;
        const isMoving = key in songs;
        if (isMoving && target.closest?.("input, [role=tab], [role=spinbutton], .grip, .list, .panel")) return;
        if (key === " " && !repeat) start();
        else if (key === "t" && !repeat) tapped(event.timeStamp);
        else if (key === "escape") close();
        else if (isMoving && hasList()) !repeat && step(songs[key]);
        else if (key.startsWith("page")) !repeat && tapped(event.timeStamp);
        else if (isMoving) nudge(tempos[key] * (event.shiftKey ? 5 : 1));
        else if (key === "+" || key === "=") nudge(1);
        else if (key === "-") nudge(-1);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
    document.addEventListener("keydown", take, { capture: true });
    return () => document.removeEventListener("keydown", take, { capture: true });
}
