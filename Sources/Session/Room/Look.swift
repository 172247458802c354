import Text

/// Visual settings, whose meaning is up to the screens. Written in the order of their names.
package struct Look: Hashable, Sendable, Codable {
    /// More than any setting needs.
    private static let largest = 1e9
    private static let printable: ClosedRange<UInt8> = 0x20...0x7E

    package let settings: [String: LookValue]

    package init(settings: [String: LookValue]) {
        self.settings = settings
    }

    /// Reads settings that a description can say exactly: with names and texts of printable ASCII.
    package init(from decoder: any Decoder) throws {
        settings = try [String: LookValue](from: decoder)
        guard (1...LookValue.mostSettings).contains(settings.count), settings.allSatisfy(Self.isFit) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: """
                        must be 1 to \(LookValue.mostSettings) settings, with names of at most \(LookValue.longestName) and texts of \
                        at most \(LookValue.longestText) printable letters of ASCII, and numbers from -1e9 to 1e9
                        """))
        }
    }

    private static func isFit(_ name: String, _ value: LookValue) -> Bool {
        guard value.isWithinBounds(name), name.utf8.allSatisfy(printable.contains) else { return false }
        return switch value {
        case .text(let text): text.utf8.allSatisfy(printable.contains)
        case .number(let number): abs(number) <= largest
        case .truth: true
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) { try object.encode(value, forKey: JSONName(name)) }
    }
}
