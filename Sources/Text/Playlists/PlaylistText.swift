/// What a playlist file says. Reading never fails: of a damaged file, what makes sense is read.
package struct PlaylistText: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case m3u, m3u8, pls, xspf

        /// By a file's name; nil for other files.
        package init?(name: some StringProtocol) {
            guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
            self.init(rawValue: name[name.index(after: dot)...].lowercased())
        }
    }

    package struct Entry: Hashable, Sendable {
        /// A path, relative to the file or not and of any system, or an address.
        package var location: String
        package var title: String?
        /// Seconds.
        package var duration: Double?

        package init(location: String, title: String? = nil, duration: Double? = nil) {
            self.location = location
            self.title = title
            self.duration = duration
        }
    }

    /// Bytes that are read of a file: 10,000 entries with long paths and titles.
    package static let mostBytes = 4 << 20
    /// As many as a queue holds.
    package static let mostEntries = 10_000
    /// Bytes of a path on Linux; longer ones name no file.
    static let longestLocation = 4_096
    /// Longer titles fit no screen.
    static let longestTitle = 500

    package internal(set) var title: String?
    package private(set) var entries: [Entry] = []

    package init(_ bytes: [UInt8], _ kind: Kind) {
        let bytes = bytes.prefix(Self.mostBytes)
        switch kind {
        case .m3u: readM3U(CharacterSets.text(bytes))
        case .m3u8: readM3U(CharacterSets.text(bytes, always: .utf8))
        case .pls: readPLS(CharacterSets.text(bytes))
        case .xspf: readXSPF(CharacterSets.xml(bytes))
        }
    }

    /// Adds an entry, unless it names nothing or there are too many; false if there are.
    @discardableResult
    mutating func add(_ location: some StringProtocol, title: String?, duration: Double?) -> Bool {
        guard entries.count < Self.mostEntries else { return false }
        let location = location.trimmed
        guard !location.isEmpty, location.utf8.count <= Self.longestLocation, !location.utf8.contains(0) else { return true }
        let duration = duration.flatMap { $0 > 0 && $0 < 1e7 ? $0 : nil }
        entries.append(Entry(location: location, title: Self.title(title), duration: duration))
        return true
    }

    /// A title as one line; nil if there is none.
    static func title(_ text: (some StringProtocol)?) -> String? {
        guard let title = text?.trimmed, !title.isEmpty else { return nil }
        return String(title.prefix(longestTitle)).asOneLine
    }
}

extension StringProtocol {
    /// Without white space and control characters at both ends.
    var trimmed: String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.value <= 0x20 || scalar == "\u{FEFF}" }
        var scalars = Substring(self).unicodeScalars
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return String(scalars)
    }
}
