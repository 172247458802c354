import { opened } from "./stage/opened.mjs";
import { visible } from "./stage/visible.mjs";

const leastTarget = 48; // px: large enough with gloves
const leastContrast = 4.5; // WCAG 1.4.3; 3 for large text
const states = ["the player", "the library", "the queue", "the look", "the screens", "the wall", "the links", "the menu", "the keys"];

/** Accessibility: names and roles, focus, the slider, what rests, target sizes, contrast, one polite live region. */
export default async function access({ browser, server, tracks, law }) {
    await server.command({ do: "play", track: tracks.get("Song at 100").id, position: 5 });
    const page = await browser.open({ url: server.pageAddress(), width: 1280, height: 800 });
    await page.until("globalThis.downbeat?.scene.playing && Number(document.querySelector('.seek-slider').ariaValueMax) > 0");
    await page.until("document.querySelector('.sound-pill')?.checkVisibility()"); // it would come while the controls are judged
    await page.evaluate("[...document.querySelectorAll('.sound-pill, .sound-pill *')].find((one) => one.matches('button') && (one.textContent === 'Stay silent' || one.ariaLabel === 'Stay silent')).click()");
    await page.until("!document.querySelector('.sound-pill').checkVisibility()");
    await page.call("Accessibility.enable");
    law("one polite live region, none that interrupts", (await page.evaluate(`document.querySelectorAll("[aria-live=polite], [role=status]").length === 1 && !document.querySelector("[aria-live=assertive], [role=alert]")`)));
    await focus(page, law);
    await slider(page, law);
    await rested(page, law);
    for (const name of states) {
        if (name === "the links" || name === "the menu") await page.key("Escape"); // the sheet before
        if (name === "the menu") await page.click(".drawer [data-act=close]");
        await opened(page, name);
        await names(page, name, law);
        await sizesAndContrast(page, name, law);
    }
    await page.close();
}

/** What can be pressed is large enough, and what can be read stands out. */
export async function sizesAndContrast(page, name, law) {
    const { controls, texts } = await page.evaluate(`(${visible})()`);
    const small = controls.filter((control) => !control.marker && Math.min(control.right - control.left, control.bottom - control.top) < leastTarget - 0.5);
    law(`${name}: targets of ${leastTarget} px and more`, small.length === 0, list(small.map((one) => `${one.words} ${size(one)}`)) || `${controls.length} controls`);
    const faint = texts.map((text) => ({ ...text, contrast: contrastOf(text) })).filter(({ contrast, px, bold }) => contrast < (px >= 24 || (bold && px >= 18.7) ? 3 : leastContrast));
    law(`${name}: text stands out 4.5 to 1`, faint.length === 0, list(faint.map(({ words, contrast }) => `${words} ${contrast.toFixed(2)}`)) || `${texts.length} texts`);
}

async function slider(page, law) {
    const read = () => page.evaluate(`(({ role, ariaLabel, ariaValueText, ariaValueNow, ariaValueMax, tabIndex }) => ({ role, ariaLabel, ariaValueText, now: Number(ariaValueNow), most: Number(ariaValueMax), tabIndex }))(document.querySelector(".seek-slider"))`);
    const { role, ariaLabel, ariaValueText, tabIndex, most } = await read();
    law("the seek bar is a slider with words", role === "slider" && ariaLabel !== "" && tabIndex === 0 && /^\d+:\d\d of \d+:\d\d$/.test(ariaValueText), ariaValueText);
    await page.evaluate("document.querySelector('.seek-slider').focus()");
    const lead = { Home: 0, ArrowRight: 5, PageUp: 35, End: most - 1, ArrowLeft: most - 6 };
    for (const [key, atS] of Object.entries(lead)) {
        await page.key(key);
        const near = `Math.abs(Number(document.querySelector(".seek-slider").ariaValueNow) - ${atS}) < 2`;
        await page.until(near).then(() => law(`${key} on the seek bar`, true), async () => law(`${key} on the seek bar`, false, `at ${(await read()).now} s instead of ${atS.toFixed(0)} s`));
    }
    await page.key("Home");
}

/** Controls that have hidden: no picture of them is left and no pointer meets them, but screen readers and the keyboard do. */
async function rested(page, law) {
    const spoken = async () => (await page.call("Accessibility.getFullAXTree")).nodes
        .filter(({ ignored, role, name }) => !ignored && name?.value && ["button", "slider", "heading"].includes(role?.value)).map(({ role, name }) => `${role.value} ${name.value}`);
    const still = () => page.until("document.getAnimations().length === 0");
    const quiet = "document.body.classList.contains('quiet')";
    const rest = async () => {
        await page.evaluate("document.documentElement.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }))");
        await page.until(quiet);
        await still();
    };
    await page.evaluate("document.activeElement.blur(), downbeat.drawAt(downbeat.serverUs())");
    const before = await spoken();
    await rest();
    const after = await spoken();
    law("controls that have hidden stay in the accessibility tree", before.length >= 12 && after.join() === before.join(), `${before.length} names, then ${after.length}`);
    const met = await page.evaluate(`[...document.querySelectorAll(".chrome :is(button, input, [tabindex])")].filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        return width > 0 && document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".chrome");
    }).map(({ className }) => className)`);
    law("but no pointer meets them", met.length === 0, list(met));
    const shown = async (bare) => {
        await page.evaluate(`document.body.classList.toggle("bare", ${bare})`);
        return page.shot();
    };
    let isClear = false;
    for (let time = 0; time < 3 && !isClear; time += 1) isClear = (await shown(false)).equals(await shown(true)); // the sign of an outage may come between two pictures
    await shown(false);
    law("and nothing of them is seen", isClear);
    await page.key("Tab");
    await still();
    const focused = `document.activeElement.matches(".chrome :focus-visible") && Number(getComputedStyle(document.activeElement.closest(".chrome")).opacity)`;
    law("Tab brings them back, with the focus on one of them", await page.evaluate(`!${quiet} && ${focused} === 1`));
    await page.evaluate("document.activeElement.blur()");
    await rest();
    await page.evaluate("document.querySelector('.chip').click()"); // as a screen reader does
    law("so does what a screen reader presses", !await page.evaluate(quiet) && await page.evaluate("!document.querySelector('.sync-facts').hidden"));
    await page.evaluate("document.querySelector('.chip').click(), downbeat.drawAt()");
}

/** Tab visits all controls in their visual order, each with a focus ring; the drawer takes the focus and returns it. */
async function focus(page, law) {
    await page.evaluate("document.activeElement.blur()");
    const seen = [];
    for (let step = 0; step < 40; step += 1) {
        await page.key("Tab");
        const now = await page.evaluate(`(() => {
            const element = document.activeElement;
            if (element === document.body) return undefined;
            const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
            const { left, top, bottom } = element.getBoundingClientRect();
            return { words: element.ariaLabel ?? element.textContent.trim(), ring: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2, left, middle: (top + bottom) / 2 };
        })()`);
        if (!now || seen.some(({ words }) => words === now.words)) break;
        seen.push(now);
    }
    const inOrder = seen.every((one, at) => at === 0 || one.middle > seen[at - 1].middle + 24 || one.left > seen[at - 1].left);
    law("Tab goes over the controls as they are seen", seen.length >= 9 && inOrder, seen.map(({ words }) => words).join(", "));
    law("the focus is seen on each", seen.every(({ ring }) => ring), list(seen.filter(({ ring }) => !ring).map(({ words }) => words)));
    await page.evaluate("document.querySelector('.sound [data-act=library]').focus()");
    await page.key("Enter");
    const inside = await page.until("document.querySelector('.drawer').contains(document.activeElement)").then(() => true, () => false); // it loads now
    await page.key("Escape");
    const back = await page.evaluate("document.activeElement.matches('.sound [data-act=library]')");
    law("the drawer takes the focus and gives it back", inside && back);
}

/** Everything that takes the focus has a role and a name for screen readers. */
export async function names(page, state, law) {
    const { nodes } = await page.call("Accessibility.getFullAXTree");
    const nameless = [];
    let count = 0;
    for (const { ignored, role, name, properties = [] } of nodes) {
        if (ignored || role?.value === "RootWebArea" || !properties.some((one) => one.name === "focusable" && one.value.value)) continue;
        count += 1;
        if (!name?.value || ["generic", "none"].includes(role?.value)) nameless.push(`${role?.value} “${name?.value ?? ""}”`);
    }
    law(`${state}: each control has a role and a name`, nameless.length === 0 && count > 0, list(nameless) || `${count} controls`);
}

/** The contrast of a text to the colours under it, on the page's background. */
export function contrastOf({ colour, grounds }) {
    let ground = [3, 6, 13];
    for (const layer of [...grounds].reverse()) ground = over(parsed(layer), ground);
    const [one, other] = [luminance(over(parsed(colour), ground)), luminance(ground)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function over([red, green, blue, alpha], ground) {
    return [red, green, blue].map((part, at) => part * alpha + ground[at] * (1 - alpha));
}

function parsed(colour) {
    const numbers = colour.match(/[\d.]+/g).map(Number);
    const [red, green, blue, alpha = 1] = colour.startsWith("color(") ? [...numbers.slice(0, 3).map((part) => 255 * part), numbers[3]] : numbers;
    return [red, green, blue, alpha];
}

function luminance(parts) {
    const [red, green, blue] = parts.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function size({ left, top, right, bottom }) {
    return `${Math.round(right - left)}×${Math.round(bottom - top)}`;
}

function list(words) {
    return words.slice(0, 6).join(", ") + (words.length > 6 ? ` and ${words.length - 6} more` : "");
}
