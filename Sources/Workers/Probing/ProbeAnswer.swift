package import Music

/// A worker's answer about one file. As bytes: 8-byte little-endian numbers, and texts that follow their length.
package enum ProbeAnswer: Equatable {
    case probe(TrackProbe)
    /// Why the file gives no music, in one sentence.
    case refused(String)

    /// No answer is longer: the texts of the tags take at most 4 KB each, and all else is little.
    static let mostBytes = 64 << 10
    /// The longest reason, in bytes.
    private static let longestReason = 512

    private static var texts: [WritableKeyPath<Tags, String?>] {
        [\.title, \.artist, \.album, \.albumArtist, \.genre, \.date, \.isrc, \.musicBrainzID]
    }
    private static var counts: [WritableKeyPath<Tags, Int?>] { [\.year, \.track, \.trackCount, \.disc, \.discCount] }
    private static var gains: [WritableKeyPath<Tags, Double?>] { [\.trackGain, \.trackPeak, \.albumGain, \.albumPeak] }

    package var bytes: [UInt8] {
        var writer = AnswerWriter()
        switch self {
        case .refused(let reason):
            writer.write(number: 0)
            writer.write(text: String(decoding: reason.utf8.prefix(Self.longestReason), as: UTF8.self))
        case .probe(let probe):
            writer.write(number: 1)
            writer.write(number: probe.identity.high)
            writer.write(number: probe.identity.low)
            writer.write(text: probe.description.codec)
            writer.write(text: probe.description.container)
            writer.write(optional: probe.duration) { $0.write(number: $1.bitPattern) }
            writer.write(number: UInt64(probe.sampleRate))
            writer.write(number: UInt64(probe.channels))
            writer.write(optional: probe.bitRate) { $0.write(number: UInt64($1)) }
            writer.write(number: probe.hasCover ? 1 : 0)
            let tags = probe.description.tags
            for text in Self.texts { writer.write(optional: tags[keyPath: text]) { $0.write(text: $1) } }
            for count in Self.counts { writer.write(optional: tags[keyPath: count]) { $0.write(number: UInt64($1)) } }
            for gain in Self.gains { writer.write(optional: tags[keyPath: gain]) { $0.write(number: $1.bitPattern) } }
            writer.write(optional: tags.compilation) { $0.write(number: $1 ? 1 : 0) }
        }
        return writer.bytes
    }

    /// Parses a worker's answer, which may be hostile; nil unless the bytes are exactly one answer.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = AnswerReader(rest: bytes)
        guard let answer = try? Self.read(&reader), reader.rest.isEmpty else { return nil }  // Broken is the only error
        self = answer
    }

    private static func read(_ reader: inout AnswerReader) throws(AnswerReader.Broken) -> ProbeAnswer {
        guard try reader.truth() else { return .refused(try reader.text()) }
        let identity = ContentIdentity(high: try reader.number(), low: try reader.number())
        var description = TrackDescription(codec: try reader.text(), container: try reader.text())
        let duration = try reader.optional { reader throws(AnswerReader.Broken) in try reader.fraction() }
        // A negative one may be too small for a time.
        guard duration ?? 0 >= 0, MediaTime(checking: duration ?? 0) != nil else { throw .broken }
        let (rate, channels) = (try reader.count(), try reader.count())
        let bitRate = try reader.optional { reader throws(AnswerReader.Broken) in try reader.count() }
        let hasCover = try reader.truth()
        for text in texts {
            description.tags[keyPath: text] = try reader.optional { reader throws(AnswerReader.Broken) in try reader.text() }
        }
        for count in counts {
            description.tags[keyPath: count] = try reader.optional { reader throws(AnswerReader.Broken) in try reader.count() }
        }
        for gain in gains {
            description.tags[keyPath: gain] = try reader.optional { reader throws(AnswerReader.Broken) in try reader.fraction() }
        }
        description.tags.compilation = try reader.optional { reader throws(AnswerReader.Broken) in try reader.truth() }
        return .probe(
            TrackProbe(
                identity: identity, description: description, duration: duration, sampleRate: rate, channels: channels,
                bitRate: bitRate, hasCover: hasCover))
    }
}

private struct AnswerWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(text: String) {
        write(number: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write<Value>(optional value: Value?, _ write: (inout AnswerWriter, Value) -> Void) {
        self.write(number: value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }
}

private struct AnswerReader {
    enum Broken: Error { case broken }

    var rest: ArraySlice<UInt8>

    mutating func number() throws(Broken) -> UInt64 {
        guard rest.count >= 8 else { throw .broken }
        defer { rest = rest.dropFirst(8) }
        return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A count from 0 to the largest Int32, which every count here fits.
    mutating func count() throws(Broken) -> Int {
        guard let count = Int32(exactly: try number()) else { throw .broken }
        return Int(count)
    }

    mutating func truth() throws(Broken) -> Bool {
        switch try number() {
        case 0: false
        case 1: true
        default: throw .broken
        }
    }

    mutating func fraction() throws(Broken) -> Double {
        let fraction = Double(bitPattern: try number())
        guard fraction.isFinite else { throw .broken }
        return fraction
    }

    mutating func text() throws(Broken) -> String {
        guard let count = Int(exactly: try number()), count <= rest.count,
            let text = String(validating: rest.prefix(count), as: UTF8.self)
        else { throw .broken }
        rest = rest.dropFirst(count)
        return text
    }

    mutating func optional<Value>(_ read: (inout AnswerReader) throws(Broken) -> Value) throws(Broken) -> Value? {
        try truth() ? try read(&self) : nil
    }
}
