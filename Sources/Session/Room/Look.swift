import Text

/// Visual settings, whose meaning is up to the screens. Written in the order of their names, and read within the bounds of commands.
package struct Look: Hashable, Sendable, Codable {
    package let settings: [String: LookValue]

    package init(settings: [String: LookValue]) {
        self.settings = settings
    }

    package init(from decoder: any Decoder) throws {
        settings = try [String: LookValue](from: decoder)
        guard (1...LookValue.mostSettings).contains(settings.count), settings.allSatisfy({ $1.isWithinBounds($0) && $0.isOneLine })
        else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: """
                        must be 1 to \(LookValue.mostSettings) settings with names of at most \(LookValue.longestName) bytes \
                        and texts of at most \(LookValue.longestText)
                        """))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) { try object.encode(value, forKey: JSONName(name)) }
    }
}
