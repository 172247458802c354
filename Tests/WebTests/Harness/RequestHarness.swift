import Web

/// Requests: any split of the bytes parses the same, with high or low limits, and heads are consistent.
enum RequestHarness {
    private static let closeLimits = {
        var limits = RequestLimits.standard
        limits.method = 8
        limits.target = 40
        limits.head = 200
        limits.fields = 5
        limits.chunkExtensions = 12
        limits.trailers = 24
        return limits
    }()

    static func check(_ input: [UInt8]) throws(BrokenLaw) {
        _ = try reading(of: input, closeLimits)
        for entry in try reading(of: input, .standard).entries {
            if case .head(let head) = entry { try check(head) }
        }
    }

    private static func reading(of input: [UInt8], _ limits: RequestLimits) throws(BrokenLaw) -> RequestTranscript {
        let whole = RequestTranscript(input, cuts: [], limits: limits)
        for entry in whole.entries {
            if case .nonsense(let broken) = entry { throw BrokenLaw(sentence: broken) }
        }
        let sum = input.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
        let first = sum % (input.count + 1)
        let second = first + (sum / 7) % (input.count - first + 1)
        try demand(RequestTranscript(input, cuts: [first], limits: limits) == whole, "one cut changes the reading")
        try demand(
            RequestTranscript(input, cuts: [first, second], limits: limits) == whole, "two cuts change the reading")
        if input.count < 512 {
            let bytewise = RequestTranscript(input, cuts: Array(0..<input.count), limits: limits)
            try demand(bytewise == whole, "byte by byte reads differently")
        }
        return whole
    }

    private static func check(_ head: RequestHead) throws(BrokenLaw) {
        try TargetHarness.check(head.target)
        try demand(head.host.isEmpty ? head.version == .http10 : Authority(head.host) != nil, "a Host is none")
        try demand(head.framing != .chunked || head.version == .http11, "chunks came in HTTP/1.0")
        for name in ["host", "cookie", "x-forwarded-for", "accept-encoding", ""] {
            try demand(head.fields.values(of: name).first == head.fields[name], "the first value is not the first")
            _ = head.fields.contains(token: "gzip", in: name)
        }
        _ = Forwarded(head.fields, fromTrustedProxy: true)
        _ = AcceptEncoding.allowsGzip(head.fields["accept-encoding"])
        try demand(OriginPolicy().allows(origin: nil, host: head.host), "a script is taken for a page")
    }
}
