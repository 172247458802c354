/// The negotiated parameters of permessage-deflate (RFC 7692 section 7.1).
///
/// Both directions run without context takeover, whatever the client offers: an idle connection then holds no zlib state.
package struct PerMessageDeflate: Equatable, Sendable {
    private static let name = "permessage-deflate"

    /// The client's limit for `serverWindowBits`, if it has set one. Each client holds it, so it is small.
    private let windowBits: UInt8?

    /// The base-2 logarithm of the largest window the server may compress with, 9...15.
    package var serverWindowBits: Int { windowBits.map { Int($0) } ?? 15 }

    /// The response value of Sec-WebSocket-Extensions.
    package var response: String {
        let fixed = "\(Self.name); server_no_context_takeover; client_no_context_takeover"
        return windowBits.map { "\(fixed); server_max_window_bits=\($0)" } ?? fixed
    }

    /// Accepts the first offer that can be met from the values of Sec-WebSocket-Extensions; nil means no compression.
    package static func negotiate(_ headerValues: [String]) -> PerMessageDeflate? {
        for offer in ExtensionOffer.list(headerValues) where offer.name == name {
            if let agreed = PerMessageDeflate(offer.parameters) { return agreed }
        }
        return nil
    }

    private init?(_ parameters: [ExtensionOffer.Parameter]) {
        var seen: Set<String> = []
        var windowBits: UInt8?
        for parameter in parameters {
            guard seen.insert(parameter.name).inserted else { return nil }
            switch parameter.name {
            case "server_no_context_takeover", "client_no_context_takeover":
                guard parameter.value == nil else { return nil }
            case "server_max_window_bits":
                // zlib writes no raw stream with a window of 8 bits, so that offer cannot be met.
                guard let bits = Self.windowBits(parameter.value), bits > 8 else { return nil }
                windowBits = bits
            case "client_max_window_bits":
                // A hint that the client can shrink its window; any window inflates here, so no answer is needed.
                guard parameter.value == nil || Self.windowBits(parameter.value) != nil else { return nil }
            default: return nil
            }
        }
        self.windowBits = windowBits
    }

    /// 8...15 in decimal without a leading zero (RFC 7692 section 7.1.2).
    private static func windowBits(_ value: String?) -> UInt8? {
        switch value {
        case "8": 8
        case "9": 9
        case "10": 10
        case "11": 11
        case "12": 12
        case "13": 13
        case "14": 14
        case "15": 15
        default: nil
        }
    }
}
