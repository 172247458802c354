/// One element of Sec-WebSocket-Extensions (RFC 6455 section 9.1): a name and its parameters, in order.
struct ExtensionOffer: Equatable {
    /// One parameter; a nil value means that it had no value, not that the value was empty.
    struct Parameter: Equatable {
        let name: String
        let value: String?
    }

    let name: String
    let parameters: [Parameter]

    /// The offers of all header lines in order of preference. Elements that break the grammar are skipped.
    static func list(_ headerValues: [String]) -> [ExtensionOffer] {
        headerValues.flatMap { value in
            var scanner = OfferScanner(Array(value.utf8))
            return scanner.offers()
        }
    }
}

/// Reads the grammar of RFC 6455 section 9.1 from one header line.
private struct OfferScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func offers() -> [ExtensionOffer] {
        var offers: [ExtensionOffer] = []
        while position < bytes.count {
            let start = position
            if let offer = offer() {
                offers.append(offer)
            } else {
                position = start
            }
            skipToNextElement()
        }
        return offers
    }

    private mutating func offer() -> ExtensionOffer? {
        skipBlanks()
        guard let name = token() else { return nil }
        var parameters: [ExtensionOffer.Parameter] = []
        skipBlanks()
        while take(";") {
            skipBlanks()
            guard let name = token() else { return nil }
            skipBlanks()
            var value: String?
            if take("=") {
                skipBlanks()
                value = take("\"") ? quotedToken() : token()
                guard value != nil else { return nil }
                skipBlanks()
            }
            parameters.append(ExtensionOffer.Parameter(name: name, value: value))
        }
        guard position == bytes.count || bytes[position] == UInt8(ascii: ",") else { return nil }
        return ExtensionOffer(name: name, parameters: parameters)
    }

    private mutating func token() -> String? {
        let start = position
        while position < bytes.count, Self.isTokenByte(bytes[position]) { position += 1 }
        return start < position ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    /// The rest of a quoted string, unescaped; it must then still be a token.
    private mutating func quotedToken() -> String? {
        var content: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") { position += 1 }
            guard position < bytes.count, Self.isTokenByte(bytes[position]) else { return nil }
            content.append(bytes[position])
            position += 1
        }
        guard take("\""), !content.isEmpty else { return nil }
        return String(decoding: content, as: UTF8.self)
    }

    /// Moves past the next comma that is not inside quotes.
    private mutating func skipToNextElement() {
        var isQuoted = false
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\\") where isQuoted: position += 1
            case UInt8(ascii: ",") where !isQuoted: return
            default: break
            }
        }
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t") {
            position += 1
        }
    }

    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: wanted) else { return false }
        position += 1
        return true
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
