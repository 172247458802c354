const rested = 3000; // SCREENS: the controls stay visible for this long

/** Touch on a phone: taps, drags and pinches on the seek bar, straight and round; no control needs hover. */
export default async function touch({ browser, server, tracks, law, timed }) {
    const { id } = tracks.get("Song at 100");
    await server.command({ do: "play", track: id, position: 10 });
    await server.command({ do: "pause" });
    const page = await browser.open({ url: server.pageAddress(), width: 390, height: 844, apart: true });
    await page.call("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
    await page.until("document.body.dataset.track === 'some' && Number(document.querySelector('.seek-slider').ariaValueMax) > 0");
    const durationS = await page.evaluate("Number(document.querySelector('.seek-slider').ariaValueMax)");
    const fingers = makeFingers(page);
    const near = (atS, offS) => page.until(`Math.abs(downbeat.scene.mediaS - ${atS}) < ${offS}`).then(() => true, () => false);
    const shown = () => page.evaluate("(({ startS, endS }) => ({ startS, endS }))(downbeat.seekbar.span)");

    const place = await fingers.box(".seek-slider");
    const at = (share) => ({ x: place.left + share * place.width, y: place.top + place.height / 2 });
    await fingers.drag([[at(0.1), at(0.6)]]);
    law("a finger that drags seeks", await near(0.6 * durationS, 1));
    await fingers.drag([[at(0.4), at(0.25)], [at(0.6), at(0.75)]]);
    const close = await shown();
    const least = 0.4 * durationS; // the fingers were 0.2 of the track apart, and now half of the bar
    law("two fingers zoom", Math.abs(close.endS - close.startS - least) < 0.05 * least, `${(close.endS - close.startS).toFixed(1)} s of ${durationS} s`);
    law("and what lay between them is still there", Math.abs((close.startS + close.endS) / 2 - durationS / 2) < 0.02 * durationS);
    await fingers.drag([[at(0.4), at(0.2)], [at(0.6), at(0.4)]]);
    const panned = await shown();
    law("two fingers side by side move along", Math.abs(panned.startS - close.startS - 0.2 * least) < 0.03 * least, `${(panned.startS - close.startS).toFixed(1)} s`);
    law("and nothing is sought", await near(0.6 * durationS, 1));
    await page.evaluate("downbeat.seekbar.showWhole()");

    const marker = await page.evaluate(`fetch("api/v1/tracks/${id}/markers", { method: "POST", headers: { "content-type": "application/json" },
        body: JSON.stringify({ start: ${0.3 * durationS}, label: "Here" }) }).then((answer) => answer.json())`);
    await page.until("document.querySelectorAll('.marker').length === 1");
    const tap = at(0.3);
    await fingers.drag([[{ ...tap, x: tap.x + 12 }]]);
    law("a tap 12 px beside a marker is for the marker", await near(0.3 * durationS, 0.05));

    await server.command({ do: "look", waveform: "circular" });
    await page.until("document.body.dataset.seek === 'dial' && document.querySelector('.seek-slider').clientWidth > 200");
    await page.until("document.querySelector('.seek-picture').width === document.querySelector('.seek-track').clientWidth");
    const dial = await fingers.box(".seek-slider");
    const around = (turn) => {
        const radius = 0.85 * dial.width / 2;
        return { x: dial.left + dial.width / 2 + radius * Math.sin(2 * Math.PI * turn), y: dial.top + dial.height / 2 - radius * Math.cos(2 * Math.PI * turn) };
    };
    await fingers.drag([[0.1, 0.2, 0.3, 0.4, 0.5].map(around)]);
    law("around the dial a finger seeks by angle", await near(0.5 * durationS, 1));
    await fingers.drag([[around(0.75)]]);
    law("a tap on its left is three quarters", await near(0.75 * durationS, 1));
    await fingers.drag([[around(0.9), around(0.97), around(0.03), around(0.1)]]);
    law("over the top it stays at the end", await page.until(`Math.abs(downbeat.scene.mediaS - ${durationS}) < 1 || downbeat.scene.source === null`).then(() => true, () => false));
    const middle = { x: dial.left + dial.width / 2, y: dial.top + dial.height / 2 };
    await server.command({ do: "play", track: id, position: 20 });
    await server.command({ do: "pause" });
    await near(20, 0.2);
    await fingers.drag([[middle]]);
    law("its middle is the stage's, and no button", await near(20, 0.3));
    await server.command({ do: "look", waveform: "mirrored" });

    const library = await fingers.box(".sound [data-act=library]");
    await fingers.drag([[{ x: library.left + 24, y: library.top + 24 }]]);
    law("a tap opens the drawer", await page.until("document.querySelector('.drawer')?.hidden === false").then(() => true, () => false));
    const closing = await fingers.box(".drawer [data-act=close]");
    await fingers.drag([[{ x: closing.left + 24, y: closing.top + 24 }]]);
    const chip = await fingers.box(".chip");
    await fingers.drag([[{ x: chip.left + 24, y: chip.top + 24 }]]);
    law("a tap on the chip tells its figures", await page.evaluate("!document.querySelector('.sync-facts').hidden"));
    const play = await fingers.box(".transport [data-act=toggle]");
    await fingers.drag([[{ x: play.left + 24, y: play.top + 24 }]]);
    const took = await page.until("document.body.classList.contains('quiet')");
    timed("three seconds after a tap the controls are gone", took > 0.8 * rested && took < 2.2 * rested, `${took.toFixed(0)} ms`);
    await page.evaluate("globalThis.taps = []; document.addEventListener('click', ({ target }) => taps.push(target.closest('[data-act]')?.dataset.act ?? 'none'), true)");
    await fingers.drag([[{ x: play.left + 24, y: play.top + 24 }]]);
    await page.until("taps.length === 1 && !document.body.classList.contains('quiet')");
    await page.until("document.getAnimations().every(({ transitionProperty }) => transitionProperty !== 'pointer-events')");
    await fingers.drag([[{ x: play.left + 24, y: play.top + 24 }]]);
    await page.until("taps.length === 2");
    law("a tap that shows them presses none of them, and the next one does", (await page.evaluate("taps.join()")) === "none,toggle", await page.evaluate("taps.join()"));
    await page.evaluate(`fetch("api/v1/tracks/${id}/markers/${marker.id}", { method: "DELETE" })`);
    law("no error in the console", page.troubles.length === 0, page.troubles.join("; "));
    await page.close();
}

/** Moves fingers at the same time, each along its path, and lifts them at the end. */
function makeFingers(page) {
    const steps = 8;
    const send = (type, touchPoints) => page.call("Input.dispatchTouchEvent", { type, touchPoints });
    return {
        box: (selector) => page.evaluate(`(({ left, top, width, height }) => ({ left, top, width, height }))(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`),
        async drag(ways) {
            const along = (way, share) => {
                const at = share * (way.length - 1);
                const [from, to] = [way[Math.floor(at)], way[Math.min(way.length - 1, Math.floor(at) + 1)]];
                return { x: from.x + (to.x - from.x) * (at % 1), y: from.y + (to.y - from.y) * (at % 1) };
            };
            const points = (share) => ways.map((way, id) => ({ ...along(way, share), id }));
            await send("touchStart", points(0));
            if (ways.some((way) => way.length > 1)) for (let step = 1; step <= steps; step += 1) await send("touchMove", points(step / steps));
            await send("touchEnd", []);
        },
    };
}
