/// Which Host values are answered: a guard against DNS rebinding.
///
/// A hostile page can make its own name point at an address in your network, and the browser then takes us for that
/// page's server. Such a name is always one that its owner registered in the public DNS; addresses, and names that only
/// your own network can give, cannot be abused this way.
package struct HostPolicy: Sendable, Equatable {
    private var names: Set<String> = []
    private var suffixes: [String] = []
    private var allowsAll = false

    /// RFC 6761 (localhost), 6762 (local), 8375 (home.arpa), ICANN's reserved internal, and lan, which home routers
    /// use and no registry sells.
    private static let localSuffixes = [".localhost", ".local", ".lan", ".home.arpa", ".internal"]

    /// `names`, without ports, are answered besides the local ones: `screen.example.org`, `*.example.org` (what lies
    /// below it) or `*`.
    package init(names: [String] = []) {
        for name in names.map({ $0.lowercased() }) {
            if name == "*" {
                allowsAll = true
            } else if name.hasPrefix("*.") {
                suffixes.append(String(name.dropFirst()))
            } else {
                self.names.insert(name)
            }
        }
    }

    /// Whether a request for `host` (with or without a port) is ours to answer.
    package func allows(_ host: String) -> Bool {
        guard let authority = Authority(host) else { return false }
        if allowsAll || authority.host.hasPrefix("[") || IPLiteral.isVersion4(authority.host) { return true }
        var name = authority.host
        let isRooted = name.hasSuffix(".")
        if isRooted { name.removeLast() }
        if name == "localhost" || names.contains(name) { return true }
        if (Self.localSuffixes + suffixes).contains(where: { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }) {
            return true
        }
        return !isRooted && Self.isSingleLabel(name)
    }

    /// A name like `nas` is found by the local resolver. All digits is an address in disguise, and with a dot at the
    /// end it is a top-level domain; neither is let through.
    private static func isSingleLabel(_ name: String) -> Bool {
        !name.utf8.contains(0x2E) && name.utf8.contains { ByteClass.hostName.contains($0) && $0 >= 0x61 }
    }
}
