/// The Host values that the server answers: a guard against DNS rebinding.
///
/// A hostile page can make its own name resolve to an address in your network, and the browser then takes us for that
/// page's server. Such a name is always registered in the public DNS; addresses, and names that only your own network
/// can resolve, cannot be abused this way.
package struct HostPolicy: Sendable, Equatable {
    /// In lower case, without a trailing dot.
    private var names: [[UInt8]] = []
    /// In lower case, with a leading dot and no trailing one.
    private var suffixes: [[UInt8]] = []
    private var allowsAll = false

    /// `names`, without ports, are answered besides the local ones: `screen.example.org`, `*.example.org` (its
    /// subdomains) or `*`.
    package init(names: [String] = []) {
        for name in names {
            var bytes = name.utf8.map { lowercased($0) }
            if bytes.last == 0x2E { bytes.removeLast() }
            if name == "*" {
                allowsAll = true
            } else if bytes.starts(with: [0x2A, 0x2E]) {
                suffixes.append(Array(bytes.dropFirst()))
            } else {
                self.names.append(bytes)
            }
        }
    }

    /// Whether a request for `host` (with or without a port) is ours to answer.
    package func allows(_ host: String) -> Bool {
        let bytes = host.utf8Span.span
        guard let end = Authority.hostEnd(bytes) else { return false }
        if allowsAll || bytes[0] == 0x5B || IPLiteral.isVersion4(bytes.extracting(0..<end)) { return true }
        let isRooted = bytes[end - 1] == 0x2E
        let name = bytes.extracting(0..<(isRooted ? end - 1 : end))
        if !isRooted, Self.isSingleLabel(name) { return true }
        if name.spells("localhost", in: name.indices) || Self.isLocal(name) { return true }
        return names.contains { $0.count == name.count && name.ends(in: $0) }
            || suffixes.contains { $0.count < name.count && name.ends(in: $0) }
    }

    /// RFC 6761 (localhost), 6762 (local), 8375 (home.arpa), ICANN's reserved internal, and lan, which home routers
    /// use and no registry sells.
    private static func isLocal(_ name: Span<UInt8>) -> Bool {
        isBelow(".local", name) || isBelow(".lan", name) || isBelow(".localhost", name) || isBelow(".home.arpa", name)
            || isBelow(".internal", name)
    }

    @inline(__always)
    private static func isBelow(_ suffix: StaticString, _ name: Span<UInt8>) -> Bool {
        let start = name.count - suffix.utf8CodeUnitCount
        return start > 0 && name.spells(suffix, in: start..<name.count)
    }

    /// The local resolver finds a name like `nas`. A name of digits alone is an address in decimal form, and one with a
    /// trailing dot is a top-level domain: neither is allowed.
    private static func isSingleLabel(_ name: Span<UInt8>) -> Bool {
        var hasLetter = false
        for index in name.indices {
            let byte = lowercased(name[index])
            if byte == 0x2E { return false }
            if byte >= 0x61 { hasLetter = true }
        }
        return hasLetter
    }
}

extension Span where Element == UInt8 {
    /// Whether the bytes end with `suffix` (in lower case), ignoring case.
    fileprivate func ends(in suffix: [UInt8]) -> Bool {
        guard suffix.count <= count else { return false }
        let start = count - suffix.count
        for index in suffix.indices where lowercased(self[start + index]) != suffix[index] { return false }
        return true
    }
}
