/// Where the sound of a track begins and ends.
package struct SoundBounds: Hashable, Sendable, Codable {
    package var start: MediaTime
    package var end: MediaTime

    package init(start: MediaTime, end: MediaTime) {
        self.start = start
        self.end = end
    }
}
