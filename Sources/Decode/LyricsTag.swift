/// The lyrics in a file's tags, unchanged; the synchronized ones of ID3v2 as an LRC file.
package struct LyricsTag: Hashable, Sendable {
    package let text: String
    /// The language that the name of the tag states; not checked.
    package let language: String?

    /// Borrows the descriptor of a regular file for the call; decodes nothing. Nil if the file has no lyrics.
    package init?(descriptor: Int32, nameHint: String) throws(DecodeError) {
        if let synced = SyncedLyricsFrame.lyrics(in: try ByteSource(descriptor: descriptor)) {
            (text, language) = synced
            return
        }
        let demuxer = try Demuxer(descriptor: descriptor, nameHint: nameHint, isQuick: true)
        guard let lyrics = TagReader.lyrics(TagReader.values(of: demuxer.context, stream: demuxer.stream)) else { return nil }
        (text, language) = lyrics
    }
}
