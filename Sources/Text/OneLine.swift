extension Unicode.Scalar {
    /// Whether it moves a cursor, begins another line, or turns the direction of the text around it: with such marks
    /// ("Trojan Source", CVE-2021-42574) a text is shown in another order than it is written, and spoils what stands beside it.
    package var steersText: Bool {
        switch value {
        // Embeddings, overrides and isolates of Unicode's bidirectional algorithm (UAX #9).
        case 0x202A...0x202E, 0x2066...0x2069: true
        default:
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}

extension String {
    /// Whether it is one line that screens and terminals show as it is written.
    package var isOneLine: Bool { !unicodeScalars.contains { $0.steersText } }

    /// The text with a mark in place of each character that would steer a terminal or a screen.
    package var asOneLine: String {
        isOneLine ? self : String(String.UnicodeScalarView(unicodeScalars.map { $0.steersText ? "\u{FFFD}" : $0 }))
    }
}
