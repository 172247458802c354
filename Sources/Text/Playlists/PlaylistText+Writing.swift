/// Writes playlists for other players.
extension PlaylistText {
    package init(title: String?, entries: [Entry]) {
        self.title = title
        for entry in entries { add(entry.location, title: entry.title, duration: entry.duration) }
    }

    /// Extended M3U in UTF-8, which players expect of a file named `.m3u8`.
    package var m3u8: String {
        var text = "#EXTM3U\n"
        if let title { text += "#PLAYLIST:\(title.asOneLine)\n" }
        for entry in entries {
            let seconds = entry.duration.flatMap { Int(exactly: $0.rounded()) } ?? -1
            text += "#EXTINF:\(seconds),\((entry.title ?? "").asOneLine)\n\(entry.location.asOneLine)\n"
        }
        return text
    }

    /// XSPF; a location that is a path is written as an address.
    package var xspf: String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/">

            """
        if let title { text += "  <title>\(XMLText.escaped(title.asOneLine))</title>\n" }
        text += "  <trackList>\n"
        for entry in entries {
            let isPath = entry.location.hasPrefix("/")
            let location = isPath ? "file://" + PercentCoding.encoded(path: entry.location.utf8) : entry.location
            text += "    <track>\n      <location>\(XMLText.escaped(location.asOneLine))</location>\n"
            if let title = entry.title { text += "      <title>\(XMLText.escaped(title.asOneLine))</title>\n" }
            let milliseconds = entry.duration.flatMap { Int(exactly: ($0 * 1000).rounded()) }
            if let milliseconds { text += "      <duration>\(milliseconds)</duration>\n" }
            text += "    </track>\n"
        }
        return text + "  </trackList>\n</playlist>\n"
    }
}
