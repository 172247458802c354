// Makes the lines of this page call the server and the room that it was opened for, and gives each a button that copies it.

const usual = "http://localhost:8080";
const page = new URL("..", location.href.replace(/[?#].*$/, "")).href.replace(/\/$/, "");
/** The server's address for scripts: the page's, unless they would have to log in there. */
let base = page;
const lines = [...document.querySelectorAll("pre code")].map((code) => ({ code, text: code.textContent }));
const field = document.querySelector(".room select");
const status = document.querySelector("[role=status]");

/** A line for a server and a room. */
function lineFor(text, server, room) {
    const here = text.replaceAll(usual, server);
    if (room === "main") return here;
    const name = encodeURIComponent(room);
    if (here.startsWith("http")) return `${here}?room=${name}`;
    if (here.startsWith("bash ")) return `${here} ${quoted(room)}`;
    if (/^(python3|node) /.test(here)) return here.replace(server, () => `'${server}/?room=${name}'`);
    return here.replace(`connect("${server}"`, () => `connect("${server}/?room=${name}"`);
}

function show(room) {
    for (const { code, text } of lines) code.textContent = lineFor(text, base, room);
    document.querySelector(".address").textContent = base;
}

/** One word for a shell. */
function quoted(word) {
    return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

async function copy(code, button) {
    // The clipboard needs a secure page; elsewhere the text is selected and the old command is tried.
    let done = await navigator.clipboard?.writeText(code.textContent).then(() => true, () => false);
    if (!done) {
        getSelection().selectAllChildren(code);
        done = document.execCommand("copy");
    }
    button.textContent = done ? "Copied" : "Selected";
    status.textContent = done ? "Copied." : "Selected: press Ctrl C.";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
}

for (const { code } of lines) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", () => copy(code, button));
    code.parentElement.after(button);
}

let room = new URL(location.href).searchParams.get("room") || "main";
show(room);
const joining = await fetch(`${page}/api/v1/join`).then((got) => got.json()).catch(() => ({}));
if (joining.isPrivate) base = joining.addresses[0].replace(/\/$/, "");
if (joining.type === "no-address") document.querySelector(".place").prepend(joining.detail, " ");
show(room);
const answer = await fetch(`${page}/api/v1/rooms`).then((got) => (got.ok ? got.json() : { rooms: [] })).catch(() => ({ rooms: [] }));
const names = [...new Set(["main", room, ...answer.rooms.map(({ name }) => name)])];
field.replaceChildren(...names.map((name) => new Option(name, name, false, name === room)));
field.closest(".room").hidden = names.length === 1;
field.addEventListener("change", () => {
    room = field.value;
    show(room);
});
