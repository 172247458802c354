import { albumView } from "./albumView.js";
import { brokenView } from "./brokenView.js";
import { artistView, favouritesView, genreView } from "./collectionView.js";
import { genresView, tempoView } from "./genresView.js";
import { homeView } from "./homeView.js";
import { albumsView, artistsView, tracksView } from "./listView.js";
import { playlistsView } from "./playlistsView.js";
import { searchView } from "./searchView.js";
import { serversView } from "./serversView.js";
import { uploadsView } from "./uploadsView.js";

/**
 * The views by name. Each makes what is shown of a place: `tools` above the list, `body` in it, `load` to fill both;
 * what it listens to ends with the `owner` of the view. One with a list of its own has it as `whole`.
 * @type {Record<string, (lib: object) => { tools?: Node[], body?: Node[], whole?: Node, load: () => Promise<void>, selection?: object }>}
 */
export const views = {
    home: homeView, albums: albumsView, album: albumView, playlists: playlistsView, artists: artistsView, artist: artistView, tracks: tracksView, genres: genresView,
    genre: genreView, tempo: tempoView, favourites: favouritesView, search: searchView, broken: brokenView, servers: serversView, uploads: uploadsView,
};
