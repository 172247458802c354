package import Music

/// A file that a scan found and probed.
package struct FoundFile: Sendable {
    package enum Finding: Sendable {
        case music(TrackProbe)
        /// It is not music, for this reason.
        case rejected(String)
    }

    /// Within its folder.
    package let path: [UInt8]
    package let stamp: FileStamp
    /// Whether a picture in its folder is its cover.
    package let hasCoverBeside: Bool
    package let finding: Finding

    package init(path: [UInt8], stamp: FileStamp, hasCoverBeside: Bool = false, finding: Finding) {
        self.path = path
        self.stamp = stamp
        self.hasCoverBeside = hasCoverBeside
        self.finding = finding
    }
}

/// The result of recording some files.
package struct Recorded: Hashable, Sendable {
    package var added = 0
    package var changed = 0
    /// Known tracks that were moved or have come back.
    package var moved = 0
    package var rejected = 0

    package init() {}

    package static func + (left: Recorded, right: Recorded) -> Recorded {
        var sum = left
        sum.added += right.added
        sum.changed += right.changed
        sum.moved += right.moved
        sum.rejected += right.rejected
        return sum
    }
}
