internal import Glibc

/// The parts of a file that could not be decoded or read.
package struct Damage: Hashable, Sendable, CustomStringConvertible {
    /// Packets that were skipped because they did not decode.
    package let failedPackets: Int
    /// The seconds by which the sound ends earlier than stated.
    package let missingSeconds: Double?
    /// Sample rate or channels changed within the file; later sound was converted to the first format.
    package let changedFormat: Bool
    /// The errno that ended reading; 0 if there was none.
    package let readingFailed: Int32

    static let none = Damage(failedPackets: 0, missingSeconds: nil, changedFormat: false, readingFailed: 0)

    /// Tolerated error of the stated duration in seconds: containers round, encoders pad.
    static func tolerance(for duration: Double) -> Double { max(0.25, duration / 1_000) }

    /// One sentence.
    package var description: String {
        var parts: [String] = []
        if failedPackets > 0 {
            parts.append("\(failedPackets) damaged \(failedPackets == 1 ? "piece was" : "pieces were") skipped")
        }
        if let missingSeconds {
            let tenths = Int(exactly: (missingSeconds * 10).rounded()) ?? .max
            parts.append("it ends \(tenths / 10).\(tenths % 10) s earlier than it states")
        }
        if changedFormat { parts.append("its sample rate or channels change on the way") }
        if readingFailed != 0 { parts.append("it could not be read to its end: \(SystemMessage.text(of: readingFailed))") }
        return parts.joined(separator: "; ")
    }
}
