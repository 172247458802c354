import { createHash } from "node:crypto";
import { createServer } from "node:http";

/**
 * A Subsonic server of three songs that checks passwords only. What is in `playing` is played in apps.
 * @param {string} password of anna
 * @param {Buffer} [wave] the file of the first song
 */
export async function musicServer(password, wave) {
    const self = { isWell: true, asked: [], lists: new Map(), playing: [] };
    const songs = [1, 2, 3].map((id) => ({ id: String(id), title: `Remote ${id}`, albumId: "a", artist: "Far Away", size: 1000 + id, suffix: "mp3", duration: 60 }));
    if (wave) Object.assign(songs[0], { size: wave.length, suffix: "wav" });
    const http = createServer((request, response) => {
        self.asked.push(request.url);
        const url = new URL(request.url, "http://music");
        const [method, query] = [url.pathname.split("/").at(-1).replace(".view", ""), url.searchParams];
        const isAnna = query.get("u") === "anna" && query.get("t") === createHash("md5").update(password + query.get("s")).digest("hex");
        if (isAnna && wave && ["download", "stream"].includes(method) && query.get("id") === "1") {
            response.writeHead(200, { "content-type": "audio/wav", "content-length": wave.length });
            response.end(wave);
            return;
        }
        const playing = self.playing.map((one) => ({ ...songs[0], username: "anna", minutesAgo: 0, playerId: 1, ...one }));
        const answer = isAnna ? { status: "ok", ...lists(self.lists, songs, method, query), ...(method === "search3" ? { searchResult3: { song: songs } } : {}), ...(method === "getNowPlaying" ? { nowPlaying: { entry: playing } } : {}) } : { status: "failed", error: { code: 40, message: "Wrong." } };
        response.writeHead(self.isWell ? 200 : 503, { "content-type": "application/json" });
        response.end(self.isWell ? JSON.stringify({ "subsonic-response": { version: "1.16.1", type: "made", serverVersion: "1", openSubsonic: true, ...answer } }) : "");
    });
    await new Promise((ready) => http.listen(0, "127.0.0.1", ready));
    self.address = `http://127.0.0.1:${http.address().port}`;
    self.close = () => http.close();
    return self;
}

/** What the methods for playlists answer, and do. */
function lists(lists, all, method, query) {
    const id = query.get("playlistId") ?? query.get("id") ?? "p1";
    const list = lists.get(id) ?? { name: "", songs: [] };
    const json = (name) => ({ id: name, name: lists.get(name).name, songCount: lists.get(name).songs.length, entry: lists.get(name).songs.map((song) => all.find((one) => one.id === song)) });
    switch (method) {
        case "getPlaylists": return { playlists: { playlist: [...lists.keys()].map(json) } };
        case "getPlaylist": return { playlist: json(id) };
        case "createPlaylist":
            lists.set(id, { name: query.get("name") ?? list.name, songs: query.getAll("songId") });
            return { playlist: json(id) };
        case "updatePlaylist":
            lists.set(id, { name: query.get("name") ?? list.name, songs: [...list.songs.filter((_, at) => !query.getAll("songIndexToRemove").includes(String(at))), ...query.getAll("songIdToAdd")] });
            return {};
        case "deletePlaylist":
            lists.delete(id);
            return {};
        default: return {};
    }
}
