import { hours } from "../ui/settings.js";
import { make } from "../ui/elements.js";
import { counted } from "../ui/phrases.js";
import { readMetrics, sizeWords } from "./metrics.js";

const everyMs = 3000;
const longTurnUs = 250_000; // then pictures stand still for a moment
const cacheNames = { analysis: "Analyses", art: "Covers", streams: "Sound for browsers", fetched: "Fetched files" };

/**
 * The state of the server in panels, asked for again and again while somebody looks.
 * @param {HTMLElement} place
 * @param {(path: string) => Promise<Response>} ask throws unless the answer is good
 */
export function makePanels(place, ask) {
    const json = async (path) => (await ask(path)).json();
    let before; // the numbers of the last time, for rates

    /** Rows of a name and a value; those without a value are left out. */
    const facts = (rows) => make("dl", { class: "facts" }, ...rows.filter(([, value]) => value !== undefined && value !== null && value !== "").map(([name, value, isTrouble]) =>
        make("div", {}, make("dt", {}, name), make("dd", { class: isTrouble ? "trouble" : undefined }, String(value)))));

    function server({ metric, version }) {
        const now = { atMs: performance.now(), busy: metric("process_cpu_seconds_total"), requests: metric("http_requests_total"), turns: metric("loop_turns_total") };
        const passed = before && (now.atMs - before.atMs) / 1000;
        const rate = (name) => (passed ? `${Math.max(0, (now[name] - before[name]) / passed).toFixed(name === "busy" ? 2 : 0)}` : undefined);
        const [cores, requests, turns] = ["busy", "requests", "turns"].map(rate);
        before = now;
        const turn = (of) => [metric(`${of}loop_longest_turn_microseconds`), metric(`${of}loop_slow_turns_total`)];
        const stalls = [["event loops", ...turn("")], ["rooms", ...turn("room_")]].filter(([, longest]) => longest !== undefined);
        return facts([
            ["Version", version.version], ["Running for", hours(version.uptime)], ["Memory", sizeWords(metric("process_resident_memory_bytes"))],
            ["Cores at work", cores], ["Open files", metric("process_open_fds")], ["Connections", `${metric("connections")}, of them ${counted(metric("websockets"), "socket")} and ${counted(metric("streams"), "stream")}`],
            ["Requests a second", requests], ["Turns of event loops a second", turns],
            ...stalls.map(([of, longest, slow]) => [`Longest turn of ${of}`, `${Math.round(longest / 1000)} ms, ${slow} over 50 ms`, longest > longTurnUs]),
            ["Frames dropped for slow screens", metric("websocket_frames_dropped_total")], ["Streams cut", metric("stream_cuts_total")],
            ...metric.each("refused_total").filter(([, count]) => count > 0).map(([kind, count]) => [`Refused: ${kind}`, count, true]),
        ]);
    }

    function music({ library }) {
        const folder = ({ path, online, scannedAt, server: health }) => make("li", {},
            make("span", { class: "path" }, health ? `${health.software ?? "Music server"} · ${health.address}` : path ?? "A music folder"),
            make("span", { class: online && !health?.trouble ? "fine" : "trouble" }, health?.trouble ?? (online ? "online" : "offline")),
            make("span", { class: "small" }, [scannedAt ? `scanned ${new Date(scannedAt * 1000).toLocaleString()}` : "not scanned yet", health?.protocolVersion && `protocol ${health.protocolVersion}`, health?.sendsPassword && "sends the password itself"].filter(Boolean).join(" · ")));
        return [make("ul", { class: "rows" }, ...library.folders.map(folder)),
            facts([["Tracks", library.tracks], ["Missing", library.missing || undefined], ["Files that are not music", library.rejected || undefined], ["Scanning", library.scanning ? "now" : "no"]])];
    }

    function analysis({ analysis: queue }) {
        return facts([["State", queue.paused ? "paused" : queue.running > 0 ? "at work" : "at rest"], ["Workers at work", queue.running], ["Asked for", queue.asked], ["Waiting", queue.pending],
            ["Done", queue.done], ["Failed", queue.failed, queue.failed > 0], ["Speed", queue.audioSecondsPerSecond ? `${Math.round(queue.audioSecondsPerSecond)} times as fast as it plays` : undefined]]);
    }

    function rooms({ rooms: list, screens }) {
        const screen = ({ name, kind, address, role, visible, errorMs, fps, latencyMs, sound }) => make("li", {},
            make("span", { class: "path" }, name || kind), make("span", { class: "small" }, [kind, role, address, visible ? undefined : "hidden", errorMs === null ? undefined : `clock ±${errorMs.toFixed(1)} ms`,
                fps === null ? undefined : `${Math.round(fps)} fps`, latencyMs === null ? undefined : `audio latency ${Math.round(latencyMs)} ms`, sound && `sound ${sound}`].filter(Boolean).join(" · ")));
        return list.flatMap((room, index) => [
            make("h4", {}, room.label ?? room.name, make("span", { class: "small" }, ` ${room.playing ? "plays" : "stands still"}${room.title ? `: ${room.title}` : ""}`)),
            make("ul", { class: "rows" }, ...screens[index].map(screen))]);
    }

    function caches({ metric }) {
        return make("ul", { class: "rows" }, ...metric.each("cache_bytes").map(([name, bytes]) => {
            const most = metric("cache_limit_bytes", { cache: name });
            return make("li", {}, make("label", {}, cacheNames[name] ?? name, " ", most !== undefined && make("meter", { max: most, value: bytes })), make("span", { class: "small" }, sizeWords(bytes) + (most === undefined ? "" : ` of ${sizeWords(most)}`)));
        }));
    }

    function troubles({ crashes, aside, metric }) {
        const restarts = metric.each("restarts_total").filter(([, count]) => count > 0);
        const crash = ({ name, reason, time, work }) => make("li", {},
            make("details", { ontoggle: ({ target }) => { if (target.open) showCrash(target, name); } }, make("summary", {}, `${new Date(time).toLocaleString()} · ${reason}${work ? ` · ${work}` : ""}`), make("pre", { tabindex: "0" }, "Loading…")));
        return [restarts.length > 0 && facts(restarts.map(([reason, count]) => [`Restarts: ${reason}`, count, true])),
            crashes.length + aside.length === 0 ? make("p", { class: "small" }, "No crash is recorded, and nothing is set aside.") : undefined,
            make("ul", { class: "rows" }, ...aside.map(({ kind, what, until }) => make("li", {}, make("span", { class: "path" }, `Set aside: ${kind} ${what}`), make("span", { class: "small" }, until ? `until ${new Date(until).toLocaleTimeString()}` : ""))), ...crashes.map(crash))];
    }

    async function showCrash(details, name) {
        const text = await ask(`api/v1/crashes/${encodeURIComponent(name)}`).then((answer) => answer.text(), (error) => error.message);
        details.querySelector("pre").textContent = text;
    }

    const panels = [["Server", server], ["Music", music], ["Analysis", analysis], ["Rooms and screens", rooms], ["Caches", caches], ["Crashes", troubles]].map(([title, draw]) => {
        const box = make("div", { class: "content" });
        place.append(make("section", { class: "card" }, make("h3", {}, title), box));
        return { box, draw, shown: "" };
    });

    async function load() {
        const [metrics, version, library, queue, { rooms: list }, crashes, aside] = await Promise.all([ask("metrics").then((answer) => answer.text()), json("version"), json("api/v1/library"), json("api/v1/analysis"), json("api/v1/rooms"), json("api/v1/crashes"), json("api/v1/set-aside")]);
        // A room may end between the two requests.
        const screens = await Promise.all(list.map(({ name }) => json(`api/v1/rooms/${encodeURIComponent(name)}/screens`).then((answer) => answer.screens, () => [])));
        return { metric: readMetrics(metrics), version, library, analysis: queue, rooms: list, screens, crashes, aside };
    }

    function show(state) {
        for (const panel of panels) {
            const made = make("div", {}, ...[panel.draw(state)].flat().filter(Boolean));
            // What has not changed stays, with its focus and what is unfolded in it.
            if (made.innerHTML === panel.shown) continue;
            panel.shown = made.innerHTML;
            panel.box.replaceChildren(...made.childNodes);
        }
    }

    let isAsking = false;
    const renew = async () => {
        if (isAsking || document.hidden || !place.checkVisibility()) return;
        isAsking = true;
        await load().then(show, () => {}); // the log's stream tells that the server does not respond
        isAsking = false;
    };
    setInterval(renew, everyMs);
    document.addEventListener("visibilitychange", renew);
    return renew;
}
