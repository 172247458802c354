package import Music
import Text

/// A section of a song as JSON; it lasts to the start of the next one.
package struct SectionReport: Encodable {
    private let section: SongSection

    package init(_ section: SongSection) {
        self.section = section
    }

    private enum Key: String, CodingKey { case start, label, confidence }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(section.start.seconds, forKey: .start)
        try object.encode(section.label.name, forKey: .label)
        try object.encode(rounded(Double(section.confidence), to: 3), forKey: .confidence)
    }
}
