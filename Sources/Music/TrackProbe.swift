/// What is known of a file without decoding it: enough to list it and to recognize it.
package struct TrackProbe: Hashable, Sendable, Codable {
    package var identity: ContentIdentity
    package var description: TrackDescription
    /// From the container or the bit rate; nil if only decoding can tell.
    package var duration: Double?
    package var sampleRate: Int
    package var channels: Int
    /// Bits a second; nil if unknown.
    package var bitRate: Int?
    /// Whether the file carries a picture.
    package var hasCover: Bool

    package init(
        identity: ContentIdentity, description: TrackDescription, duration: Double?, sampleRate: Int, channels: Int,
        bitRate: Int?, hasCover: Bool
    ) {
        self.identity = identity
        self.description = description
        self.duration = duration
        self.sampleRate = sampleRate
        self.channels = channels
        self.bitRate = bitRate
        self.hasCover = hasCover
    }
}
