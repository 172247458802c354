/** Looks for occasions: what is shown, in which colours, and whether it changes. @type {readonly { name: string, wish: Record<string, unknown> }[]} */
export const presets = [
    { name: "Album cover", wish: { style: "cover", colour: "art", background: "art", party: "off", calm: false } },
    { name: "Dance floor", wish: { style: "tunnel", colour: "arcade", background: "night", party: "section", partyColours: true, calm: false } },
    { name: "Dinner", wish: { style: "lanterns", colour: "ember", background: "night", party: "off", calm: true } },
    { name: "Night drive", wish: { style: "skyline", colour: "ultraviolet", background: "night", party: "off", calm: false } },
    { name: "Dream", wish: { style: "aurora", colour: "lagoon", background: "night", party: "off", calm: false } },
    { name: "Studio", wish: { style: "spectrogram", colour: "signal", background: "black", party: "off", calm: false } },
];
