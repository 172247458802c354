/// The lyrics in a file's tags, unchanged.
package struct LyricsTag: Hashable, Sendable {
    package let text: String
    /// The language that the name of the tag states; not checked.
    package let language: String?

    /// Borrows the descriptor of a regular file for the call; decodes nothing. Nil if the file has no lyrics.
    package init?(descriptor: Int32, nameHint: String) throws(DecodeError) {
        let demuxer = try Demuxer(descriptor: descriptor, nameHint: nameHint, isQuick: true)
        guard let lyrics = TagReader.lyrics(TagReader.values(of: demuxer.context, stream: demuxer.stream)) else { return nil }
        (text, language) = lyrics
    }
}
