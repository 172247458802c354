const browsers = [
    [/\bOBS\//, "OBS"], [/\bEdgi?A?\w*\//, "Edge"], [/\bOPR\/|\bOPT\//, "Opera"], [/SamsungBrowser\//, "Samsung Internet"], [/Vivaldi\//, "Vivaldi"],
    [/\bSilk\//, "Silk"], [/Firefox\/|FxiOS\//, "Firefox"], [/Chrome\/|Chromium\/|CriOS\/|HeadlessChrome\//, "Chrome"], [/Safari\//, "Safari"],
];
const systems = [
    [/iPhone/, "iPhone"], [/iPad/, "iPad"], [/CrKey/, "Chromecast"], [/\bAFT\w+/, "Fire TV"], [/Android/, "Android"], [/Tizen/, "Samsung TV"],
    [/Web0S|webOS/, "LG TV"], [/Xbox/, "Xbox"], [/PlayStation/, "PlayStation"], [/Windows/, "Windows"], [/CrOS/, "ChromeOS"], [/Macintosh/, "Mac"],
    [/Linux|X11/, "Linux"],
];
const fewBytes = 70; // the room may add a number

/**
 * A name for a screen that nobody has named: "Chrome on Android".
 * @param {{ userAgent: string, maxTouchPoints?: number }} browser
 * @param {{ kiosk?: boolean, mini?: boolean }} asked by the page's address
 */
export function deviceName({ userAgent, maxTouchPoints = 0 }, { kiosk = false, mini = false } = {}) {
    const found = (list) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
    const program = found(browsers);
    // An iPad calls itself a Mac.
    const system = found(systems) === "Mac" && maxTouchPoints > 1 ? "iPad" : found(systems);
    const first = program === "OBS" ? "OBS" : kiosk ? "Kiosk" : mini ? "Mini player" : program ?? "Browser";
    return (system ? `${first} on ${system}` : first).slice(0, fewBytes);
}
