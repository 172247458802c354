import { socketAddress, versionAddress } from "./net/address.js";
import { keepConnected } from "./net/connection.js";
import { noRoundTrips, remember } from "./net/roundtrip.js";
import { draw, makeBloom } from "./renderers/echo.js";
import { ringLifeS } from "./renderers/pulse.js";
import { makePanel } from "./ui/panel.js";

const canvas = document.querySelector(".stage");
const figure = document.querySelector(".figure");
const context = canvas.getContext("2d");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const mostPixels = 3840 * 2160; // a denser canvas costs time and shows nothing more

/** @type {import("./ui/panel.js").Facts} */
let facts = { link: "connecting", trips: noRoundTrips, server: undefined, sinceMs: 0 };

/** @type {import("./renderers/echo.js").Scene} */
const scene = {
    width: 0, height: 0, x: 0, y: 0, radius: 0, colour: "", bloom: document.createElement("canvas"),
    still: calm.matches, nowMs: 0, echoesMs: [], trips: noRoundTrips,
};

const writePanel = makePanel(document);
let frame = 0;

function show() {
    writePanel(facts, performance.now());
    scene.trips = facts.trips;
    const colour = getComputedStyle(document.body).getPropertyValue("--accent").trim();
    if (colour !== scene.colour) {
        scene.colour = colour;
        makeBloom(scene.bloom, colour);
    }
    frame ||= requestAnimationFrame(paint);
}

/** Frames are drawn while a ring is on its way, then the picture rests. */
function paint() {
    frame = 0;
    scene.nowMs = performance.now();
    draw(context, scene);
    const moving = !scene.still && scene.nowMs - (scene.echoesMs.at(-1) ?? -Infinity) < ringLifeS * 1000;
    if (moving) frame = requestAnimationFrame(paint);
}

function fit() {
    const dense = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (innerWidth * innerHeight)));
    const place = figure.getBoundingClientRect();
    canvas.width = scene.width = Math.round(innerWidth * dense);
    canvas.height = scene.height = Math.round(innerHeight * dense);
    scene.x = (place.left + place.width / 2) * dense;
    scene.y = (place.top + place.height / 2) * dense;
    scene.radius = (place.width / 2) * dense;
    show();
}

async function askVersion() {
    const askedMs = performance.now();
    try {
        const answer = await fetch(versionAddress(document.baseURI), { cache: "no-store" });
        if (!answer.ok) return;
        const server = await answer.json();
        facts = { ...facts, server, sinceMs: server.uptime === undefined ? facts.sinceMs : askedMs };
        show();
    } catch {
        // The socket tells whether the server is there; its name can wait for the next connection.
    }
}

keepConnected(socketAddress(document.baseURI), {
    opened() {
        facts = { ...facts, sinceMs: performance.now() };
        askVersion();
    },
    answered(us) {
        const nowMs = performance.now();
        facts = { ...facts, link: "live", trips: remember(facts.trips, us) };
        scene.echoesMs = [...scene.echoesMs.filter((atMs) => nowMs - atMs < ringLifeS * 1000), nowMs];
        show();
    },
    closed() {
        facts = { ...facts, link: "offline" };
        show();
    },
});

addEventListener("resize", fit);
calm.addEventListener("change", () => {
    scene.still = calm.matches;
    show();
});
setInterval(show, 1000);
fit();
