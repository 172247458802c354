import Text

/// Which names in a music folder are music, and which are skipped.
package enum MusicNames {
    /// The usual extensions of the containers that Decode opens, without those of films, although these have audio.
    private static let endings = [
        "aac", "ac3", "aif", "aifc", "aiff", "amr", "ape", "au", "caf", "dff", "dsf", "dts", "eac3", "ec3", "flac", "it", "m4a",
        "m4b", "m4r", "mka", "mlp", "mod", "mp+", "mp1", "mp2", "mp3", "mp4", "mpc", "mpga", "mptm", "oga", "ogg", "oma", "opus",
        "qoa", "ra", "rm", "s3m", "shn", "snd", "spx", "tak", "thd", "tta", "voc", "vqf", "w64", "wav", "wave", "weba", "webm",
        "wma", "wsd", "wv", "xm",
    ]
    /// The most common formats, for advice in the log.
    static let examples = "MP3, FLAC, M4A, Ogg, Opus, WAV and many more"
    private static let packed = Set(endings.map { pack(Array($0.utf8)[...]) })

    /// Folders that operating systems and NAS devices create: thumbnails, trash, snapshots.
    private static let strangers: Set<[UInt8]> = Set(
        ["@eaDir", "#recycle", "#snapshot", "$RECYCLE.BIN", "System Volume Information", "lost+found"].map { Array($0.utf8) })

    /// True for a name with the extension of a music file, in upper or lower case.
    package static func isMusic(_ name: ArraySlice<UInt8>) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return false }
        let ending = name[(dot + 1)...]
        return (1...8).contains(ending.count) && packed.contains(pack(ending))
    }

    /// True for the name of a playlist file.
    static func isPlaylist(_ name: ArraySlice<UInt8>) -> Bool {
        PlaylistText.Kind(name: String(decoding: name.suffix(6), as: UTF8.self)) != nil
    }

    /// True for names that begin with a dot, and for `strangers`.
    static func isSkipped(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, first != UInt8(ascii: ".") else { return true }
        return strangers.contains(Array(name))
    }

    /// Packs at most eight bytes into one number, in lower case.
    private static func pack(_ ending: ArraySlice<UInt8>) -> UInt64 {
        ending.reduce(0) { $0 << 8 | UInt64(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $1 ? $1 | 0x20 : $1) }
    }
}
