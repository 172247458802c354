import Live

/// Where the titles of a live input come from, as the command line names it: `desk=mpd://HOST[:PORT]`, `air=shairport:/PATH`,
/// `music=snapcast://HOST[:PORT]`.
struct InputTitles: Hashable {
    private static let mpdPort: UInt16 = 6_600

    let input: String
    let source: TitleSource

    /// Parses several, separated by commas.
    static func named(_ text: String) throws(OptionProblem) -> [InputTitles] {
        var all: [InputTitles] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: text.isEmpty) {
            let input = String(word.prefix { $0 != "=" })
            guard let source = source(String(word.dropFirst(input.count + 1)), of: input) else {
                throw OptionProblem("takes NAME=mpd://HOST or NAME=shairport:/PATH, not \"\(word)\"")
            }
            guard !all.contains(where: { $0.input == input }) else { throw OptionProblem("names \"\(input)\" twice") }
            all.append(InputTitles(input: input, source: source))
        }
        return all
    }

    private static func source(_ text: String, of input: String) -> TitleSource? {
        if let path = text.without(prefix: "shairport:") { return path.hasPrefix("/") ? .shairport(path: path) : nil }
        for kind in ["mpd:", "snapcast:"] {
            guard let address = text.without(prefix: kind) else { continue }
            guard let (host, port) = NetworkPlace.address(address), !host.isEmpty else { return nil }
            return kind == "mpd:"
                ? .mpd(host: host, port: port ?? mpdPort)
                : .snapcast(host: host, port: port ?? SnapReader.controlPort, input: input)
        }
        return nil
    }

    static func text(_ all: [InputTitles]) -> String {
        all.map { titles in
            switch titles.source {
            case .mpd(let host, let port): "\(titles.input)=mpd:\(NetworkPlace.text(host, port))"
            case .shairport(let path): "\(titles.input)=shairport:\(path)"
            case .snapcast(let host, let port, _): "\(titles.input)=snapcast:\(NetworkPlace.text(host, port))"
            }
        }.joined(separator: ",")
    }
}

/// Host and port as addresses of inputs have them: `//host:port`. An address of IPv6 has brackets.
enum NetworkPlace {
    /// The host is empty where only a port is named; nil for what is no address.
    static func address(_ text: String) -> (host: String, port: UInt16?)? {
        guard text.hasPrefix("//") else { return nil }
        var host = text.dropFirst(2)
        var port: UInt16?
        if let colon = host.lastIndex(of: ":"), host[colon...].last != "]" {
            guard let number = UInt16(host[host.index(after: colon)...]), number > 0 else { return nil }
            (host, port) = (host[..<colon], number)
        }
        let hasBrackets = host.hasPrefix("[") && host.hasSuffix("]")
        let bare = hasBrackets ? host.dropFirst().dropLast() : host
        guard !bare.contains("/"), hasBrackets || !bare.contains(":") else { return nil }
        return (String(bare), port)
    }

    static func text(_ host: String, _ port: UInt16) -> String {
        host.contains(":") ? "//[\(host)]:\(port)" : "//\(host):\(port)"
    }
}

extension String {
    fileprivate func without(prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
