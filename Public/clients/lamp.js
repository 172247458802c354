// The lamp of lamp.html: keeps the server's time by the page's clock and draws the last beat that was due.

import { errorBoundUs } from "../clock/clockEstimate.js";
import { ClockFilter } from "../clock/clockFilter.js";
import { pingDelayMs } from "../clock/pingSchedule.js";
import { ShownClock } from "../clock/shownClock.js";
import { socketAddress } from "../net/address.js";
import { delayMs } from "../net/backoff.js";

const silenceUs = 5_000_000; // the server answers twice a second: after this long the connection is dead
const fastestUs = 334_000; // more than three flashes a second can be harmful; with faster beats only every other one pulses
const fadeUs = 450_000;
const wishes = new URLSearchParams(location.search);
const hue = Number(wishes.get("hue") ?? 190);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const status = document.querySelector("[role=status]");
const localUs = () => Math.round(performance.now() * 1000);

let clock = new ShownClock();
let beats = []; // announced, not shown yet
let timelines = new Map(); // the start of each generation
let pulse; // the beat that is shown

function connect(attempt = 0) {
    const socket = new WebSocket(socketAddress(new URL("..", location.href).href));
    const filter = new ClockFilter();
    let [asking, asked, jumps, heard, isJoined] = [0, 0, 0, localUs(), false];

    function ask() {
        if (localUs() - heard > silenceUs) return socket.close();
        if (filter.jumps !== jumps) [asked, jumps] = [0, filter.jumps];
        socket.send(JSON.stringify({ type: "time", t1: localUs() }));
        asked += 1;
        asking = setTimeout(ask, pingDelayMs(asked, filter.estimate ? errorBoundUs(filter.estimate, localUs()) : Infinity));
    }

    function take(message) {
        if (message.type === "time") filter.ping(message.t1, message.t2, message.t3, heard);
        else if (message.sent) filter.message(message.sent, heard);
        if (filter.estimate?.madeAtUs === heard) clock.follow(filter.estimate, heard);

        if (message.type === "timeline") timelines.set(message.generation, message.from);
        else if (message.type === "beat") beats.push(message);
        else if (message.type === "error") status.textContent = message.message;
        else if (message.type === "welcome") [isJoined, status.textContent] = [true, ""];
    }

    socket.onopen = () => {
        [clock, beats, timelines] = [new ShownClock(), [], new Map()];
        const room = wishes.get("room") ?? "main";
        socket.send(JSON.stringify({ type: "hello", protocol: 1, name: "Lamp", room, streams: { beats: { lead: 2 } } }));
        ask();
    };
    socket.onmessage = (event) => {
        heard = localUs();
        take(JSON.parse(event.data));
    };
    socket.onclose = () => {
        clearTimeout(asking);
        if (isJoined) status.textContent = "Connecting…";
        setTimeout(connect, delayMs(attempt, Math.random()), isJoined ? 0 : attempt + 1);
    };
}

function draw() {
    requestAnimationFrame(draw);
    const now = clock.timeUs(localUs());
    if (now === undefined) return;
    // The current generation is the greatest whose time has come; beats of smaller ones are dropped.
    const current = Math.max(0, ...[...timelines].filter(([, from]) => from <= now).map(([generation]) => generation));
    timelines = new Map([...timelines].filter(([generation]) => generation >= current));
    beats = beats.filter((beat) => {
        const isNext = beat.due > now;
        if (!isNext && beat.generation >= current && !(beat.due - pulse?.due < fastestUs && beat.due >= pulse.due)) pulse = beat;
        return isNext;
    });
    document.documentElement.style.backgroundColor = colour(pulse ? now - pulse.due : Infinity);
}

function colour(ageUs) {
    const light = Math.exp(-ageUs / fadeUs);
    if (calm.matches) return `hsl(${hue} 60% ${22 + 6 * Math.sin(Math.PI * Math.min(1, ageUs / 600_000))}%)`; // swells instead of flashing
    return `hsl(${hue} 90% ${6 + (pulse?.position === 1 ? 62 : 48) * light}%)`;
}

connect();
draw();
