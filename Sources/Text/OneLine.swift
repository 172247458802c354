extension Unicode.Scalar {
    /// Whether this character moves the cursor, begins a new line, or changes the direction of the text around it. With such
    /// characters ("Trojan Source", CVE-2021-42574) a text is shown in another order than it is written, and garbles the text
    /// beside it.
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
    /// Whether this is one line that screens and terminals show as it is written.
    package var isOneLine: Bool { !unicodeScalars.contains { $0.steersText } }

    /// The text with U+FFFD in place of each character that would steer a terminal or a screen.
    package var asOneLine: String {
        isOneLine ? self : String(String.UnicodeScalarView(unicodeScalars.map { $0.steersText ? "\u{FFFD}" : $0 }))
    }
}
