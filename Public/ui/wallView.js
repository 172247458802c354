import { beside, inRows, isSame, placed, resized, sizeOf, snapped, around } from "../session/wallPlan.js";
import { make, mark, write } from "./elements.js";

const identifyEveryMs = 3000; // less than a screen shows its number
const settleMs = 3000; // after a change the list of screens has it
const keyRestMs = 250; // between the last key and the change
const snapPx = 10;
const targetPx = 48; // least side of a rectangle
const mostZoom = 6; // to make the smallest rectangle that large
const spare = 1.3; // of the wall's size: room to drag to
const steps = 16; // of an arrow key in the width of a screen
const paceMs = 60; // between commands, if they are many

/**
 * The wall view: a rectangle for each screen, dragged to where the screen hangs. While it is open, every screen shows its number.
 * @param {Document} document
 * @param {object} page
 * @param {(wish: object) => Promise<Record<string, any>>} page.command
 * @returns {{ open: () => void, show: (room: import("../session/room.js").Room) => void }}
 */
export function makeWallView(document, { command }) {
    const board = make("div", { class: "wall-board" });
    const scroll = make("div", { class: "wall-scroll", role: "group", "aria-label": "The wall" }, board);
    const tray = make("div", { class: "wall-tray" });
    const trayPart = make("section", {}, make("h3", {}, "Not on the wall"), make("p", { class: "note" }, "Press a screen to add it at the right."), tray);
    const addressed = make("p", { class: "note" });
    const field = (label, act, traits) => {
        const input = make("input", { type: "number", step: "any", ...traits, onchange: () => input.checkValidity() && act(input.valueAsNumber) });
        return [make("label", { class: "field" }, label, input), input];
    };
    const change = (with_) => chosen() && put(chosen().id, placed({ ...chosen().place, ...with_ }));
    const [xField, x] = field("From the left", (value) => change({ x: value }));
    const [yField, y] = field("From above", (value) => change({ y: value }));
    const [widthField, width] = field("Width", (value) => chosen() && put(chosen().id, resized(chosen().place, value)), { min: 1, max: 10_000 });
    const [gapField, gap] = field("Gap for bezels", () => {}, { min: 0, max: 1000, value: 0 });
    const off = make("button", { class: "text-button", type: "button", onclick: () => chosen() && put(chosen().id, null) }, "Take off the wall");
    const chosenName = make("h3", {});
    const chosenPart = make("section", {}, chosenName, make("div", { class: "wall-fields" }, xField, yField, widthField, off));
    const absent = () => (room?.absent ?? []).filter(({ place }) => place);
    const forget = make("button", { class: "text-button", type: "button", onclick: () => command({ do: "wall.clear", absent: true }) }, "Forget absent screens");
    const clear = make("button", { class: "text-button", type: "button", onclick: () => clearAll() }, "Clear");
    const status = document.querySelector(".status");
    const sheet = make("dialog", { class: "sheet glass wall-sheet", "aria-labelledby": "wall-title" },
        make("h2", { id: "wall-title", tabindex: -1, autofocus: true }, "Wall"),
        make("p", { class: "note" }, "Drag each screen to where it hangs: together they show one picture. Arrow keys move a screen, + and − resize it."),
        scroll, trayPart, addressed,
        make("div", { class: "wall-acts" }, gapField,
            make("button", { class: "text-button", type: "button", onclick: () => arrange((count) => count) }, "Arrange in a row"),
            make("button", { class: "text-button", type: "button", onclick: () => arrange((count) => Math.ceil(Math.sqrt(count))) }, "Arrange in a grid"),
            forget, clear),
        chosenPart,
        make("div", { class: "sheet-buttons" }, make("button", { class: "wide-button", type: "button", onclick: () => sheet.close() }, "Close")));
    document.body.append(sheet);

    const tiles = new Map(); // by the screens' ids
    const edits = new Map(); // places that were sent and are not in the list of screens yet
    let room;
    let chosenId;
    let dragged; // the tile under the hand
    let frame; // of the board: where it begins, and pixels in a unit
    let timer = 0;

    function screens() {
        return (room?.screens ?? []).filter(({ kind, width: wide, onWall }) => kind === "screen" && wide != null && !onWall)
            .map((screen) => ({ ...screen, place: edits.has(screen.id) ? edits.get(screen.id).place : screen.place }));
    }

    const onWall = () => screens().filter(({ place }) => place);
    const chosen = () => onWall().find(({ id }) => id === chosenId);
    const spacing = () => (gap.checkValidity() ? gap.valueAsNumber || 0 : 0);
    const nameOf = ({ id, name }) => (name ? `Screen ${id}, ${name}` : `Screen ${id}`);

    /** Shows a place at once, and sends it. */
    async function put(id, place) {
        const edit = { place, overMs: Infinity };
        edits.set(id, edit);
        draw();
        const answer = await command({ do: "screen.place", screen: id, place });
        edit.overMs = performance.now() + settleMs;
        if (answer.type === "error" && edits.get(id) === edit) edits.delete(id);
        draw();
    }

    async function arrange(columns) {
        const some = onWall().sort((one, other) => one.place.y - other.place.y || one.place.x - other.place.x);
        const others = screens().filter(({ id }) => id !== room.id); // most likely this one is in a hand
        const all = some.length > 0 ? some : others.length > 0 ? others : screens();
        const places = inRows(all.map((screen) => screen.place ?? sizeOf(screen)), Math.max(1, columns(all.length)), spacing());
        for (const [i, { id }] of all.entries()) {
            await put(id, places[i]);
            if (all.length > 20) await new Promise((next) => setTimeout(next, paceMs)); // as fast as the server takes commands
        }
    }

    async function clearAll() {
        for (const { id } of onWall()) edits.set(id, { place: null, overMs: performance.now() + settleMs });
        draw();
        const answer = await command({ do: "wall.clear" });
        if (answer.type === "error") edits.clear();
        draw();
    }

    /** Fits the wall into the board, but not under a hand that drags. */
    function fit() {
        const all = around([...onWall().map(({ place }) => place), ...absent().map(({ place }) => place)]) ?? { x: 0, y: 0, width: 160, height: 90 };
        const sides = onWall().flatMap(({ place }) => [place.width, place.height]);
        const whole = Math.min(scroll.clientWidth / (all.width * spare), scroll.clientHeight / (all.height * spare));
        const scale = Math.min(mostZoom * whole, Math.max(whole, targetPx / Math.min(...sides, Infinity)));
        const wide = Math.max(scroll.clientWidth, all.width * spare * scale);
        const tall = Math.max(scroll.clientHeight, all.height * spare * scale);
        frame = { scale, x: all.x + all.width / 2 - wide / 2 / scale, y: all.y + all.height / 2 - tall / 2 / scale };
        board.style.width = `${Math.floor(wide)}px`;
        board.style.height = `${Math.floor(tall)}px`;
    }

    function lay(element, place) {
        element.style.left = `${(place.x - frame.x) * frame.scale}px`;
        element.style.top = `${(place.y - frame.y) * frame.scale}px`;
        element.style.width = `${place.width * frame.scale}px`;
        element.style.height = `${place.height * frame.scale}px`;
    }

    function draw() {
        if (!sheet.open) return;
        const all = screens();
        if (!dragged) fit();
        const gone = new Set(tiles.keys());
        for (const screen of all) {
            gone.delete(screen.id);
            if (!tiles.has(screen.id)) tiles.set(screen.id, tile(screen.id));
            tellTile(tiles.get(screen.id), screen);
        }
        for (const id of gone) {
            tiles.get(id).remove();
            tiles.delete(id);
        }
        for (const element of board.querySelectorAll(".absent")) element.remove();
        for (const { name, place } of absent()) {
            const element = make("div", { class: "wall-screen absent" }, make("span", {}, name || "Absent"));
            lay(element, place);
            board.prepend(element);
        }
        forget.hidden = absent().length === 0;
        trayPart.hidden = all.every(({ place }) => place);
        const fixed = (room?.screens ?? []).filter(({ onWall: byAddress }) => byAddress).map(({ id }) => id);
        write(addressed, fixed.length > 0 ? `Placed by their addresses: ${fixed.join(", ")}` : "");
        tellChosen();
    }

    function tellTile(element, screen) {
        const { id, place, visible } = screen;
        const parent = place ? board : tray;
        if (element.parentElement !== parent) {
            const focused = document.activeElement === element;
            parent.append(element);
            if (focused) element.focus();
        }
        write(element.firstChild, String(id));
        write(element.lastChild, screen.name || (id === room.id ? "this screen" : ""));
        element.classList.toggle("hidden-screen", !visible);
        mark(element, "aria-label", place ? `${nameOf(screen)}, ${sizeWords(place)}` : `Add ${nameOf(screen)} to the wall`);
        if (place) mark(element, "aria-pressed", id === chosenId);
        else {
            element.removeAttribute("aria-pressed");
            element.removeAttribute("style");
        }
        if (place && dragged?.id !== id) lay(element, place);
    }

    function tellChosen() {
        const screen = chosen();
        write(chosenName, screen ? nameOf(screen) : "Choose a screen of the wall");
        off.disabled = !screen;
        for (const [input, key] of [[x, "x"], [y, "y"], [width, "width"]]) {
            input.disabled = !screen;
            if (document.activeElement !== input) input.value = screen?.place[key] ?? "";
        }
    }

    function tile(id) {
        const element = make("button", { class: "wall-screen", type: "button" }, make("b", {}), make("span", { dir: "auto" }));
        const own = () => screens().find((screen) => screen.id === id);
        const others = () => [...onWall().filter((screen) => screen.id !== id), ...absent()].map(({ place }) => place);
        const choose = () => {
            chosenId = id;
            draw();
        };
        element.addEventListener("click", () => {
            const screen = own();
            if (!screen) return;
            if (!screen.place) put(id, beside(sizeOf(screen), others(), spacing()));
            choose();
        });
        element.addEventListener("pointerdown", (event) => {
            const place = own()?.place;
            if (!place || event.button !== 0) return;
            element.setPointerCapture(event.pointerId);
            dragged = { id, from: place, place, left: event.clientX + scroll.scrollLeft, top: event.clientY + scroll.scrollTop };
            choose();
        });
        element.addEventListener("pointermove", (event) => {
            if (dragged?.id !== id) return;
            const moved = {
                ...dragged.from,
                x: dragged.from.x + (event.clientX + scroll.scrollLeft - dragged.left) / frame.scale,
                y: dragged.from.y + (event.clientY + scroll.scrollTop - dragged.top) / frame.scale,
            };
            dragged.place = event.altKey ? placed(moved) : snapped(moved, others(), snapPx / frame.scale, spacing());
            lay(element, dragged.place);
        });
        const drop = (kept) => {
            if (dragged?.id !== id) return;
            const { from, place } = dragged;
            dragged = undefined;
            if (kept && !isSame(from, place)) put(id, place);
            else draw();
        };
        element.addEventListener("pointerup", () => drop(true));
        element.addEventListener("pointercancel", () => drop(false));
        element.addEventListener("keydown", (event) => pressed(event, id, own));
        element.addEventListener("focus", choose);
        return element;
    }

    let keyTimer = 0;

    function pressed(event, id, own) {
        const place = own()?.place;
        if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
        const step = (event.shiftKey ? 0.1 : 1) * (place.width / steps);
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        const grown = { "+": 1, "=": 1, "-": -1 }[event.key];
        const isGone = event.key === "Delete" || event.key === "Backspace";
        if (!way && !grown && !isGone) return;
        event.preventDefault();
        clearTimeout(keyTimer);
        if (isGone) {
            put(id, null);
            return;
        }
        const to = way ? placed({ ...place, x: place.x + way[0] * step, y: place.y + way[1] * step }) : resized(place, place.width + grown * step);
        edits.set(id, { place: to, overMs: Infinity });
        draw();
        keyTimer = setTimeout(() => { // while a key is held, the screens wait
            write(status, sizeWords(to));
            put(id, to);
        }, keyRestMs);
    }

    async function identify() {
        const answer = await command({ do: "screens.identify" });
        if (answer.type === "error" && answer.code !== "offline") clearInterval(timer);
    }

    sheet.addEventListener("close", () => clearInterval(timer));
    new ResizeObserver(draw).observe(scroll);

    return {
        open() {
            if (sheet.open) return;
            sheet.showModal();
            chosenId = undefined;
            draw();
            identify();
            timer = setInterval(identify, identifyEveryMs);
        },
        show(told) {
            if (room?.screens === told.screens && room?.absent === told.absent) return;
            room = told;
            const nowMs = performance.now();
            for (const [id, { place, overMs }] of edits) {
                const screen = room.screens.find((one) => one.id === id);
                if (!screen || overMs < nowMs || (overMs < Infinity && isSame(screen.place, place))) edits.delete(id);
            }
            draw();
        },
    };
}

function sizeWords({ x, y, width, height }) {
    const short = (number) => String(Math.round(number * 10) / 10);
    return `${short(width)} × ${short(height)}, ${short(x)} from the left, ${short(y)} from above`;
}
