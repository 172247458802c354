/// The names of lyrics beside music: the music's name with `.lrc` in place of its extension.
enum LyricsName {
    /// Most files are named in one of these ways; nothing lists the folder, since every screen asks.
    private static let endings = [".lrc", ".LRC", ".Lrc"].map { Array($0.utf8) }

    /// The paths of the lyrics that may stand beside the file at `path`, the likeliest first.
    static func names(beside path: [UInt8]) -> [[UInt8]] {
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        // A dot at the start hides a file and begins no extension.
        guard let dot = path[start...].lastIndex(of: UInt8(ascii: ".")), dot > start else { return [] }
        return endings.map { path[..<dot] + $0 }
    }

    /// Whether a path is one of lyrics by its ending.
    static func isOne(_ path: [UInt8]) -> Bool { endings.contains { path.suffix($0.count).elementsEqual($0) } }
}
