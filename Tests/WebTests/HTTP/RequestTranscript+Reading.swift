import Web

extension RequestTranscript {
    /// Reads a text (one byte per scalar) in one piece.
    init(_ text: String, limits: RequestLimits = .standard) {
        self.init(RequestCorpus.bytes(text), cuts: [], limits: limits)
    }

    var heads: [RequestHead] {
        entries.compactMap { if case .head(let head) = $0 { head } else { nil } }
    }

    var bodies: [String] {
        entries.compactMap { if case .body(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { nil } }
    }

    var error: HTTPError? {
        if case .refused(let error) = entries.last { error } else { nil }
    }
}
