/// One beat of a track: its time, and its position in its bar.
package struct Beat: Hashable, Sendable, Codable {
    package var time: MediaTime
    /// 1 on the downbeat; 0 if the bar is unknown.
    package var position: UInt8

    package init(time: MediaTime, position: UInt8) {
        self.time = time
        self.position = position
    }

    package var isDownbeat: Bool { position == 1 }
}
