/** Selects a style for the room, and waits until the pages have loaded it and draw with it. */
export async function showStyle(server, pages, style) {
    await server.command({ do: "look", style });
    for (const page of pages) {
        await page.until(`downbeat.scene.settings.style === '${style}'`);
        await page.evaluate(`(async () => {
            const { styles } = await import(new URL("renderers/index.js", document.baseURI));
            await styles.find(({ id }) => id === "${style}").load();
            for (let frame = 0; frame < 2; frame += 1) await new Promise((next) => requestAnimationFrame(next));
        })()`);
    }
}
