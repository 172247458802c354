/// XSPF, the XML format (https://www.xspf.org/spec).
extension PlaylistText {
    mutating func readXSPF(_ text: String) {
        var reader = XMLReader(text)
        var path: [String] = []
        var track = Track()
        while let event = reader.next() {
            switch event {
            case .start(let name):
                path.append(name)
                if path == ["playlist", "trackList", "track"] { track = Track() }
                if path.starts(with: Self.track), path.count == 4 { track.text[name, default: []].append("") }
            case .text(let text):
                if path == ["playlist", "title"], title == nil { title = Self.title(text) }
                guard path.count == 4, path.starts(with: Self.track), let name = path.last else { continue }
                track.add(text, to: name)
            case .end:
                if path == Self.track, let location = track.first("location").map(PercentCoding.decodedPath) {
                    let title = [track.first("creator"), track.first("title")].compactMap { $0 }.joined(separator: " - ")
                    guard add(location, title: title, duration: track.first("duration").flatMap { Double($0) }.map { $0 / 1000 })
                    else { return }
                }
                if !path.isEmpty { path.removeLast() }
            }
        }
    }

    private static let track = ["playlist", "trackList", "track"]

    /// The texts of a track's elements by their names.
    private struct Track {
        var text: [String: [String]] = [:]

        mutating func add(_ more: String, to name: String) {
            guard var texts = text[name], let last = texts.popLast(), last.utf8.count < PlaylistText.longestLocation else { return }
            texts.append(last + more)
            text[name] = texts
        }

        func first(_ name: String) -> String? {
            text[name]?.lazy.map(\.trimmed).first { !$0.isEmpty }
        }
    }
}
