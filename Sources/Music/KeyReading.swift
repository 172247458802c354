/// The key found in a track.
package struct KeyReading: Hashable, Sendable {
    package var key: MusicalKey
    /// 0...1, about the probability that it is the key that the music is in.
    package var confidence: Float

    package init(key: MusicalKey, confidence: Float) {
        self.key = key
        self.confidence = confidence
    }
}
