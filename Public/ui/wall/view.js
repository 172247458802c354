import { beside, inRows, sizeOf } from "../../session/wallPlan.js";
import { make, write } from "../elements.js";
import { Board } from "./board.js";
import { makeChosenPart, numberField } from "./chosen.js";
import { PlaceEdits } from "./placeEdits.js";
import { Tiles } from "./tiles.js";
import { numbered, sizeWords } from "./words.js";

const identifyEveryMs = 3000; // less than a screen shows its number
const many = 20; // screens, which are placed as fast as the server takes commands
const paceMs = 60;

/**
 * The wall view: a rectangle for each screen, dragged to where the screen hangs. While it is open, every screen shows its number.
 * @param {Document} document
 * @param {object} page
 * @param {(wish: object) => Promise<Record<string, any>>} page.command
 * @returns {{ open: () => void, show: (room: import("../../session/room.js").Room) => void }}
 */
export function makeWallView(document, { command }) {
    const edits = new PlaceEdits();
    const board = new Board();
    let room;
    let chosenId;

    const screens = () => edits.in(numbered(room?.screens ?? []).filter(({ kind, width, onWall }) => kind === "screen" && width != null && !onWall));
    const absent = () => (room?.absent ?? []).filter(({ place }) => place);
    const placedScreens = () => screens().filter(({ place }) => place);
    const chosen = () => placedScreens().find(({ id }) => id === chosenId);
    const othersOf = (id) => [...placedScreens().filter((screen) => screen.id !== id), ...absent()].map(({ place }) => place);

    /** Shows a place at once, and sends it. */
    async function put(id, place) {
        const sent = edits.during([[id, place]], () => command({ do: "screen.place", screen: id, place }));
        draw();
        await sent;
        draw();
    }

    async function arrange(columns) {
        const some = placedScreens().sort((one, other) => one.place.y - other.place.y || one.place.x - other.place.x);
        const others = screens().filter(({ id }) => id !== room.id); // most likely this one is in a hand
        const all = some.length > 0 ? some : others.length > 0 ? others : screens();
        const places = inRows(all.map((screen) => screen.place ?? sizeOf(screen)), Math.max(1, columns(all.length)), spacing());
        for (const [i, { id }] of all.entries()) {
            await put(id, places[i]);
            if (all.length > many) await new Promise((next) => setTimeout(next, paceMs));
        }
    }

    async function clear() {
        const { askSure } = await import("../sure.js");
        const words = "All screens lose their places, also those that are not here. This cannot be undone.";
        if (!await askSure({ heading: "Clear the wall?", words, button: "Clear" })) return;
        const sent = edits.during(placedScreens().map(({ id }) => [id, null]), () => command({ do: "wall.clear" }));
        draw();
        await sent;
        draw();
    }

    function choose(id) {
        chosenId = id;
        draw();
    }

    function press(id) {
        const screen = screens().find((one) => one.id === id);
        if (!screen) return;
        if (!screen.place) put(id, beside(sizeOf(screen), othersOf(id), spacing()));
        choose(id);
    }

    const { field: gapField, input: gap } = numberField("Gap for bezels", () => {}, { min: 0, max: 1000, value: 0 });
    const spacing = () => (gap.checkValidity() ? gap.valueAsNumber || 0 : 0);
    const tray = make("div", { class: "wall-tray" });
    const tiles = new Tiles({
        board, othersOf, gap: spacing, press, choose, put, draw,
        placeOf: (id) => screens().find((screen) => screen.id === id)?.place,
        show(id, place) {
            edits.show(id, place);
            draw();
        },
        say: (place) => write(document.querySelector(".status"), sizeWords(place)),
    }, tray);
    const chosenPart = makeChosenPart(chosen, put);
    const trayPart = make("section", {}, make("h3", {}, "Not on the wall"), make("p", { class: "note" }, "Press a screen to add it at the right."), tray);
    const addressed = make("p", { class: "note" });
    const button = (words, onclick) => make("button", { class: "text-button", type: "button", onclick }, words);
    const forget = button("Forget absent screens", () => command({ do: "wall.clear", absent: true }));
    const sheet = make("dialog", { class: "sheet glass wall-sheet", "aria-labelledby": "wall-title" },
        make("h2", { id: "wall-title", tabindex: -1, autofocus: true }, "Wall"),
        make("p", { class: "note" }, "Drag each screen to where it hangs: together they show one picture. Arrow keys move a screen, + and − resize it."),
        board.scroll, trayPart, addressed,
        make("div", { class: "wall-acts" }, gapField, button("Arrange in a row", () => arrange((count) => count)),
            button("Arrange in a grid", () => arrange((count) => Math.ceil(Math.sqrt(count)))), forget, button("Clear", clear)),
        chosenPart.element,
        make("div", { class: "sheet-buttons" }, make("button", { class: "wide-button", type: "button", onclick: () => sheet.close() }, "Close")));
    document.body.append(sheet);

    function draw() {
        if (!sheet.open) return;
        const all = screens();
        board.fit(placedScreens().map(({ place }) => place), absent().map(({ place }) => place));
        tiles.show(all, { own: room.id, chosen: chosenId });
        board.showAbsent(absent());
        forget.hidden = absent().length === 0;
        trayPart.hidden = all.every(({ place }) => place);
        const fixed = numbered(room.screens).filter(({ onWall }) => onWall).map(({ nth }) => nth);
        write(addressed, fixed.length > 0 ? `Placed by their addresses: ${fixed.join(", ")}` : "");
        chosenPart.tell();
    }

    let timer = 0;

    async function identify() {
        const answer = await command({ do: "screens.identify" });
        if (answer.type === "error" && answer.code !== "offline") clearInterval(timer);
    }

    sheet.addEventListener("close", () => clearInterval(timer));
    new ResizeObserver(draw).observe(board.scroll);

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
            edits.settle(room.screens);
            draw();
        },
    };
}
