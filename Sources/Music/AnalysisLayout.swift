/// The layout of an analysis file: a header of 64 bytes, a table of sections, the sections. Numbers are little-endian.
///
/// `Sources/Analysis/README.md` describes every field.
package enum AnalysisLayout {
    package static let magic: [UInt8] = Array("DOWNBEAT".utf8)
    /// Raised when old readers can no longer read the file.
    package static let version: UInt32 = 1
    package static let headerLength = 64
    package static let entryLength = 32
    /// Space for the table is reserved before the frames, which are written before anything else is known.
    package static let tableCapacity = 8
    /// Every section begins at a multiple of this, so that each number in it is aligned.
    package static let alignment = 64
    /// Upper bound in seconds, over a year, for every time of a track: sums of such times cannot overflow.
    package static let longest: Int64 = 1 << 25
    /// Bytes of a key.
    package static let keyLength = 8
    package static let firstSection = headerLength + tableCapacity * entryLength

    /// Offsets of the header's fields.
    package enum Header {
        package static let version = 8
        package static let analyzer = 12
        package static let fileLength = 16
        package static let sectionCount = 24
        package static let checksum = 28
        package static let sampleRate = 32
        package static let channels = 36
        package static let sampleCount = 40
    }

    /// Offsets of the fields in an entry of the table.
    package enum Entry {
        package static let kind = 0
        package static let checksum = 4
        package static let offset = 8
        package static let length = 16
        package static let items = 24
    }

    package enum Section: String, CaseIterable, Sendable {
        case frames = "FRAM"
        case pyramid = "PYRA"
        case grid = "GRID"
        case loudness = "LOUD"
        case colours = "COLR"
        case tags = "TAGS"
        case keys = "KEYS"
        case parts = "PART"
    }
}

#if _endian(big)
    #error("analysis files are read as they are, so this needs a little-endian machine")
#endif
