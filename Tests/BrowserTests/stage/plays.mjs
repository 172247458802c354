/** The source id of a track that the server listed. */
export const sourceOf = ({ identity }) => `recording:${identity}`;

/** A condition for a page: it plays this track, or shows it at a pause. */
export const plays = (track) => `globalThis.downbeat?.scene.source === "${sourceOf(track)}"`;
