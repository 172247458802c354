/// One line of the protocol in which a worker reports on its standard output, version 1.
///
///     ready 1                 the sandbox is set up, the work begins; always the first
///     missing landlock        a part of the sandbox that this machine lacks, in words
///     progress 0.42           the part that is done, 0 to 1
///     frames 360              the output holds so many spectrum frames, which will not change
///     note a plain sentence   information for the caller
///     memory                  out of memory; the last line
///     failed a plain reason   the work could not be done; the last line
///     done                    the output is complete; the last line
///
/// The reader trusts no line: a hostile file may have taken over the worker that writes it.
package enum WorkerReport: Equatable, Sendable {
    /// The only version that this program writes and reads.
    static let version = 1
    /// The longest line, in bytes, without the newline.
    static let longestLine = 512

    case ready
    case missing(String)
    case progress(Double)
    case frames(Int)
    case note(String)
    case outOfMemory
    case failed(String)
    case done

    /// Parses one line; nil unless it matches one of the forms above exactly.
    init?(line: some Collection<UInt8>) {
        guard let text = String(validating: line, as: UTF8.self) else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
        guard isPlain else { return nil }
        let word = text.prefix { $0 != " " }
        let rest = String(text.dropFirst(word.count + 1))
        switch (word, rest.isEmpty) {
        case ("ready", false) where rest == "\(Self.version)": self = .ready
        case ("missing", false): self = .missing(rest)
        case ("progress", false):
            guard let part = Self.part(rest) else { return nil }
            self = .progress(part)
        case ("frames", false):
            guard let count = Self.count(rest) else { return nil }
            self = .frames(count)
        case ("note", false): self = .note(rest)
        case ("memory", true) where text == word: self = .outOfMemory
        case ("failed", false): self = .failed(rest)
        case ("done", true) where text == word: self = .done
        default: return nil
        }
    }

    /// The line with its newline. Control characters in the text are replaced, and it is cut to `longestLine`.
    package var line: [UInt8] {
        switch self {
        case .ready: Self.line("ready", "\(Self.version)")
        case .missing(let what): Self.line("missing", what)
        case .progress(let part): Self.line("progress", Self.text(part))
        case .frames(let count): Self.line("frames", "\(count)")
        case .note(let sentence): Self.line("note", sentence)
        case .outOfMemory: Self.line("memory", "")
        case .failed(let reason): Self.line("failed", reason.isEmpty ? "for no stated reason" : reason)
        case .done: Self.line("done", "")
        }
    }

    /// True if no report may follow.
    var isLast: Bool {
        switch self {
        case .outOfMemory, .failed, .done: true
        case .ready, .missing, .progress, .frames, .note: false
        }
    }

    private static func line(_ word: String, _ text: String) -> [UInt8] {
        var line = word
        if !text.isEmpty { line += " " }
        for scalar in text.unicodeScalars {
            let plain: Unicode.Scalar = scalar.value < 32 || scalar.value == 127 ? "\u{FFFD}" : scalar
            if line.utf8.count + UTF8.width(plain) > longestLine { break }
            line.unicodeScalars.append(plain)
        }
        return Array(line.utf8) + [UInt8(ascii: "\n")]
    }

    /// Ten digits at most, and no other form.
    private static func count(_ text: String) -> Int? {
        let digits = text.utf8
        guard digits.count <= 10, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(text)
    }

    private static func text(_ part: Double) -> String {
        let hundredths = Int(min(max(part, 0), 1) * 100)
        return hundredths == 100 ? "1.00" : "0.\(hundredths < 10 ? "0" : "")\(hundredths)"
    }

    /// A digit, a dot and two digits, as in "0.42". Double's own parser accepts too many forms.
    private static func part(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        guard bytes.count == 4, bytes[1] == UInt8(ascii: ".") else { return nil }
        var hundredths = 0
        for byte in [bytes[0], bytes[2], bytes[3]] {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            hundredths = hundredths * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return hundredths <= 100 ? Double(hundredths) / 100 : nil
    }
}

extension UTF8 {
    /// The number of bytes of a character.
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
        UTF8.encode(scalar).map(\.count) ?? 3
    }
}
