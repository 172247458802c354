import { make, write } from "../elements.js";
import { needsSecret, wishOf } from "./serverWords.js";

/**
 * Asks for a music server, or for changes of one. It is tried before it is kept; what is wrong is said in the sheet, which stays.
 * @param {object | undefined} server
 * @param {(wish: object) => Promise<object>} keep
 * @returns {Promise<object | undefined>} the server as it is kept; undefined if cancelled
 */
export function makeServerSheet(server, keep) {
    let kept;
    let isBusy = false;
    const field = (label, input, hint) => make("label", { class: "field" }, label, input, hint && make("small", {}, hint));
    const name = make("input", { type: "text", name: "name", maxlength: 32, pattern: "[A-Za-z0-9\\-]+", required: true, value: server?.name, disabled: server !== undefined, placeholder: "home", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    const addresses = make("textarea", { name: "addresses", rows: 2, required: true, maxlength: 4000, placeholder: "https://music.example", autocomplete: "off", autocapitalize: "off", spellcheck: "false", oninput: show });
    addresses.value = server?.addresses.join("\n") ?? "";
    const kind = make("select", { name: "kind", onchange: show }, ...[["password", "User and password"], ["token", "User, token and salt"], ["key", "API key"]].map(([value, words]) => make("option", { value, selected: server?.secret === value }, words)));
    const user = make("input", { type: "text", name: "user", maxlength: 200, value: server?.user, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    const secret = make("input", { type: "password", name: "secret", maxlength: 1000, autocomplete: "new-password", oninput: show });
    const salt = make("input", { type: "text", name: "salt", maxlength: 1000, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    const [userField, secretName, secretHint, saltField] = [field("User", user), make("span", {}), make("small", {}), field("Salt", salt, "The token is the MD5 of the password and this.")];
    const plain = make("input", { type: "checkbox", name: "plain", checked: server?.allowsPlainPassword });
    const plainField = make("label", { class: "server-plain" }, plain, make("span", {}, "Allow to send the password itself over http",
        make("small", {}, "Only for a server in your own network that cannot check tokens: whoever listens there can read it.")));
    const line = make("p", { class: "server-trouble", role: "alert" });
    const button = make("button", { class: "wide-button", type: "submit" });
    const form = make("form", { class: "server-form", onsubmit: submit },
        field("Name", name, server ? "The name stays." : "Small letters, digits and hyphens."),
        field("Addresses", addresses, "One a line. The first that answers is used, so name the one at home before the one on the internet."),
        field("Signs in with", kind), userField, make("label", { class: "field" }, secretName, secret, secretHint), saltField, plainField, line,
        make("div", { class: "sheet-buttons" }, make("button", { class: "text-button", type: "button", onclick: () => sheet.close() }, "Cancel"), button));
    const sheet = make("dialog", { class: "sheet glass server-sheet", "aria-labelledby": "server-title" },
        make("h2", { id: "server-title", tabindex: -1, autofocus: true }, server ? `Change ${server.name}` : "Add a music server"), form);

    const given = () => ({ name: name.value, addresses: addresses.value, user: user.value, kind: kind.value, secret: secret.value, salt: salt.value, plain: plain.checked && kind.value === "password" });

    function show() {
        userField.hidden = kind.value === "key";
        plainField.hidden = kind.value !== "password";
        saltField.hidden = kind.value !== "token";
        user.required = !userField.hidden;
        secret.required = needsSecret(server, given());
        salt.required = !saltField.hidden && (secret.required || secret.value !== "");
        write(secretName, { password: "Password", token: "Token", key: "API key" }[kind.value]);
        write(secretHint, secret.required ? server ? "Enter it again: it would be sent to an address that is new." : "" : "Leave it empty to keep it.");
        write(button, isBusy ? "Trying it…" : server ? "Try and change" : "Try and add");
        button.disabled = isBusy;
    }

    async function submit(event) {
        event.preventDefault();
        if (isBusy) return;
        isBusy = true;
        write(line, "");
        show();
        try {
            kept = await keep(wishOf(server, given()));
            sheet.close();
        } catch (problem) {
            write(line, problem.message);
            if (/password|token|key/i.test(problem.message)) secret.select();
        } finally {
            isBusy = false;
            show();
        }
    }

    show();
    return new Promise((resolve) => {
        sheet.addEventListener("close", () => {
            sheet.remove();
            resolve(kept);
        }, { once: true });
        document.body.append(sheet);
        sheet.showModal();
    });
}
